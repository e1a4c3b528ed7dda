//! Tiles of 12 rows and 32 columns in 24 of the 32 AVX-512 registers.

use std::arch::x86_64::{
    __m512, _mm512_fmadd_ps, _mm512_loadu_ps, _mm512_set1_ps, _mm512_setzero_ps, _mm512_storeu_ps,
};

use super::super::fits;
use super::{PANEL, Tile, Wide};

/// Rows of a full tile.
const ROWS: usize = 12;
const WIDTH: usize = 16;

/// See [`super::single`].
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma")]
pub(super) fn tile(left: &[f32], stride: usize, rows: usize, panel: &[Wide], tile: &mut Tile) -> usize {
    match rows {
        ROWS.. => fill::<ROWS>(left, stride, panel, tile),
        8.. => fill::<8>(left, stride, panel, tile),
        4.. => fill::<4>(left, stride, panel, tile),
        _ => fill::<1>(left, stride, panel, tile),
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma")]
fn fill<const N: usize>(left: &[f32], stride: usize, panel: &[Wide], tile: &mut Tile) -> usize {
    assert!(fits(left.len(), N, stride, panel.len()), "rows shorter than the panel");
    let mut sums = [[_mm512_setzero_ps(); 2]; N];
    for (k, b) in panel.iter().enumerate() {
        let (low, high) = load(&b.0);
        for (i, sum) in sums.iter_mut().enumerate() {
            // SAFETY: i < N and k < panel.len(), so the index is below the end that `fits` found inside.
            let a = _mm512_set1_ps(unsafe { *left.get_unchecked(i * stride + k) });
            sum[0] = _mm512_fmadd_ps(a, low, sum[0]);
            sum[1] = _mm512_fmadd_ps(a, high, sum[1]);
        }
    }
    for (row, sum) in tile.0.iter_mut().zip(&sums) {
        store(row, *sum);
    }
    N
}

#[target_feature(enable = "avx512f")]
fn load(b: &[f32; PANEL]) -> (__m512, __m512) {
    // SAFETY: the array holds 32 values, and both loads of 16 stay inside it.
    unsafe { (_mm512_loadu_ps(b.as_ptr()), _mm512_loadu_ps(b.as_ptr().add(WIDTH))) }
}

#[target_feature(enable = "avx512f")]
fn store(row: &mut [f32; PANEL], sum: [__m512; 2]) {
    // SAFETY: the array holds 32 values, and both stores of 16 stay inside it.
    unsafe {
        _mm512_storeu_ps(row.as_mut_ptr(), sum[0]);
        _mm512_storeu_ps(row.as_mut_ptr().add(WIDTH), sum[1]);
    }
}
