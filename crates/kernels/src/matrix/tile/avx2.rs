//! Tiles of 6 rows and 16 columns in 12 of the 16 AVX2 registers, two of them side by side.

use std::arch::x86_64::{
    __m256, _mm256_fmadd_ps, _mm256_loadu_ps, _mm256_set1_ps, _mm256_setzero_ps, _mm256_storeu_ps,
};

use super::super::fits;
use super::{PANEL, Tile, Wide};

/// Rows of a full tile.
const ROWS: usize = 6;
const WIDTH: usize = 8;
const HALF: usize = 2 * WIDTH;

/// See [`super::single`].
#[target_feature(enable = "avx2,fma")]
pub(super) fn tile(left: &[f32], stride: usize, rows: usize, panel: &[Wide], tile: &mut Tile) -> usize {
    match rows {
        ROWS.. => fill::<ROWS>(left, stride, panel, tile),
        3.. => fill::<3>(left, stride, panel, tile),
        _ => fill::<1>(left, stride, panel, tile),
    }
}

#[target_feature(enable = "avx2,fma")]
fn fill<const N: usize>(left: &[f32], stride: usize, panel: &[Wide], tile: &mut Tile) -> usize {
    half::<N, 0>(left, stride, panel, tile);
    half::<N, HALF>(left, stride, panel, tile);
    N
}

#[target_feature(enable = "avx2,fma")]
fn half<const N: usize, const FIRST: usize>(left: &[f32], stride: usize, panel: &[Wide], tile: &mut Tile) {
    assert!(fits(left.len(), N, stride, panel.len()), "rows shorter than the panel");
    let mut sums = [[_mm256_setzero_ps(); 2]; N];
    for (k, b) in panel.iter().enumerate() {
        let (low, high) = load::<FIRST>(&b.0);
        for (i, sum) in sums.iter_mut().enumerate() {
            // SAFETY: i < N and k < panel.len(), so the index is below the end that `fits` found inside.
            let a = _mm256_set1_ps(unsafe { *left.get_unchecked(i * stride + k) });
            sum[0] = _mm256_fmadd_ps(a, low, sum[0]);
            sum[1] = _mm256_fmadd_ps(a, high, sum[1]);
        }
    }
    for (row, sum) in tile.0.iter_mut().zip(&sums) {
        store::<FIRST>(row, *sum);
    }
}

#[target_feature(enable = "avx2")]
fn load<const FIRST: usize>(b: &[f32; PANEL]) -> (__m256, __m256) {
    const { assert!(FIRST + HALF <= PANEL) };
    // SAFETY: FIRST + 16 is at most the 32 values of the array, asserted above.
    unsafe { (_mm256_loadu_ps(b.as_ptr().add(FIRST)), _mm256_loadu_ps(b.as_ptr().add(FIRST + WIDTH))) }
}

#[target_feature(enable = "avx2")]
fn store<const FIRST: usize>(row: &mut [f32; PANEL], sum: [__m256; 2]) {
    const { assert!(FIRST + HALF <= PANEL) };
    // SAFETY: FIRST + 16 is at most the 32 values of the array, asserted above.
    unsafe {
        _mm256_storeu_ps(row.as_mut_ptr().add(FIRST), sum[0]);
        _mm256_storeu_ps(row.as_mut_ptr().add(FIRST + WIDTH), sum[1]);
    }
}
