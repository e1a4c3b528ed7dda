//! Tiles of 12 rows and 32 columns in 24 of the 32 AVX-512 registers.

use std::arch::x86_64::{
    __m512i, _mm512_dpbusd_epi32, _mm512_load_si512, _mm512_set1_epi32, _mm512_store_si512,
};

use super::{PANEL, QUAD, Quads, ROWS, Tile};

/// Columns of a register.
const WIDTH: usize = 16;

/// See [`super::fill`].
#[target_feature(enable = "avx512vnni,avx512f,avx512bw,avx512dq,avx512vl,avx2,fma")]
pub(super) fn fill(
    left: &[[i8; QUAD]],
    rows: usize,
    width: usize,
    panel: &[Quads],
    start: &[i32; ROWS],
    tile: &mut Tile,
) -> usize {
    match (rows, width <= WIDTH) {
        (ROWS.., false) => products::<ROWS, 2>(left, panel, start, tile),
        (ROWS.., true) => products::<ROWS, 1>(left, panel, start, tile),
        (4.., false) => products::<4, 2>(left, panel, start, tile),
        (4.., true) => products::<4, 1>(left, panel, start, tile),
        (_, false) => products::<1, 2>(left, panel, start, tile),
        (_, true) => products::<1, 1>(left, panel, start, tile),
    }
}

#[target_feature(enable = "avx512vnni,avx512f,avx512bw,avx512dq,avx512vl,avx2,fma")]
fn products<const N: usize, const HALVES: usize>(
    left: &[[i8; QUAD]],
    panel: &[Quads],
    start: &[i32; ROWS],
    tile: &mut Tile,
) -> usize {
    assert!(N <= ROWS && left.len() >= N * panel.len(), "rows shorter than the panel");
    let mut sums = [[_mm512_set1_epi32(0); HALVES]; N];
    for (sums, &start) in sums.iter_mut().zip(start) {
        *sums = [_mm512_set1_epi32(start); HALVES];
    }
    for (k, quads) in panel.iter().enumerate() {
        let columns: [__m512i; HALVES] = std::array::from_fn(|half| load(quads, half));
        for (i, sums) in sums.iter_mut().enumerate() {
            // SAFETY: i < N and k < panel.len(), so the index is below the length that was asserted.
            let quad = unsafe { *left.get_unchecked(i * panel.len() + k) };
            let row = _mm512_set1_epi32(i32::from_ne_bytes(quad.map(i8::cast_unsigned)));
            for (sum, &columns) in sums.iter_mut().zip(&columns) {
                *sum = _mm512_dpbusd_epi32(*sum, columns, row);
            }
        }
    }
    for (row, sums) in tile.0.iter_mut().zip(&sums) {
        store(row, sums);
    }
    N
}

#[target_feature(enable = "avx512f")]
fn load(quads: &Quads, half: usize) -> __m512i {
    let values = quads.0[half * WIDTH..].first_chunk::<WIDTH>();
    // SAFETY: a half of the quads is 64 bytes at a multiple of 64.
    values.map_or(_mm512_set1_epi32(0), |values| unsafe { _mm512_load_si512(values.as_ptr().cast()) })
}

#[target_feature(enable = "avx512f")]
fn store(row: &mut [i32; PANEL], sums: &[__m512i]) {
    for (place, &sum) in row.as_chunks_mut::<WIDTH>().0.iter_mut().zip(sums) {
        // SAFETY: a half of a row of a tile is 64 bytes at a multiple of 64.
        unsafe { _mm512_store_si512(place.as_mut_ptr().cast(), sum) };
    }
}
