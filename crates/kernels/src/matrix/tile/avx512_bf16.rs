//! Tiles of 12 rows and 32 columns of bf16 products, two a lane, in 24 of the 32 AVX-512 registers.

use std::arch::x86_64::{
    __m512, __m512bh, __m512i, _mm512_dpbf16_ps, _mm512_load_si512, _mm512_set1_epi32, _mm512_setzero_ps,
    _mm512_store_ps,
};
use std::mem::transmute;

use super::super::fits;
use super::{Line, PANEL, Tile};

/// Rows of a full tile.
const ROWS: usize = 12;
const WIDTH: usize = 16;
/// Pairs of values in a line.
const PAIRS: usize = Line::VALUES / 2;

/// See [`super::bf16`].
#[target_feature(enable = "avx512bf16,avx512f,avx512bw,avx512dq,avx512vl,avx2,fma")]
pub(super) fn tile(parts: &[(&[Line], &[Line])], stride: usize, rows: usize, tile: &mut Tile) -> usize {
    match rows {
        ROWS.. => fill::<ROWS>(parts, stride, tile),
        8.. => fill::<8>(parts, stride, tile),
        4.. => fill::<4>(parts, stride, tile),
        _ => fill::<1>(parts, stride, tile),
    }
}

#[target_feature(enable = "avx512bf16,avx512f,avx512bw,avx512dq,avx512vl,avx2,fma")]
fn fill<const N: usize>(parts: &[(&[Line], &[Line])], stride: usize, tile: &mut Tile) -> usize {
    let mut sums = [[_mm512_setzero_ps(); 2]; N];
    for &(left, panel) in parts {
        add(left, stride, panel, &mut sums);
    }
    for (row, sum) in tile.0.iter_mut().zip(&sums) {
        store(row, *sum);
    }
    N
}

#[inline]
#[target_feature(enable = "avx512bf16,avx512f,avx512bw,avx512dq,avx512vl,avx2,fma")]
fn add<const N: usize>(left: &[Line], stride: usize, panel: &[Line], sums: &mut [[__m512; 2]; N]) {
    let (pairs, _) = panel.as_chunks::<2>();
    assert!(fits(left.len(), N, stride, pairs.len().div_ceil(PAIRS)), "rows shorter than the panel");
    let left: *const u32 = left.as_ptr().cast();
    for (k, b) in pairs.iter().enumerate() {
        let [low, high] = [load(&b[0]), load(&b[1])];
        for (i, sum) in sums.iter_mut().enumerate() {
            // SAFETY: i < N and k < pairs.len(), so the pair lies in the lines that `fits` found inside.
            let pair = unsafe { *left.add(i * stride * PAIRS + k) };
            let a = pair_of(_mm512_set1_epi32(pair.cast_signed()));
            sum[0] = _mm512_dpbf16_ps(sum[0], a, low);
            sum[1] = _mm512_dpbf16_ps(sum[1], a, high);
        }
    }
}

#[target_feature(enable = "avx512f")]
fn load(line: &Line) -> __m512bh {
    // SAFETY: a line is 64 bytes at a multiple of 64.
    pair_of(unsafe { _mm512_load_si512(std::ptr::from_ref(line).cast()) })
}

#[target_feature(enable = "avx512f")]
fn pair_of(bits: __m512i) -> __m512bh {
    // SAFETY: both are 64 bytes in which any bits have a meaning.
    unsafe { transmute(bits) }
}

#[target_feature(enable = "avx512f")]
fn store(row: &mut [f32; PANEL], sum: [__m512; 2]) {
    // SAFETY: a row of a tile is 32 values at a multiple of 64 bytes, and both stores of 16 stay inside it.
    unsafe {
        _mm512_store_ps(row.as_mut_ptr(), sum[0]);
        _mm512_store_ps(row.as_mut_ptr().add(WIDTH), sum[1]);
    }
}
