//! Tiles: a few rows times one panel, the sums in i32.

use super::{Int8Rows, QUAD, Quads};
use crate::isa::Isa;
use crate::matrix::PANEL;

#[cfg(target_arch = "x86_64")]
mod vnni;

/// Rows of a tile at most.
const ROWS: usize = 12;
/// What was added to the values of the columns.
const OFFSET: i32 = 128;

/// The sums of a tile.
#[derive(Debug)]
#[repr(C, align(64))]
pub(super) struct Tile(pub(super) [[i32; PANEL]; ROWS]);

impl Tile {
    pub(super) const ZERO: Self = Self([[0; PANEL]; ROWS]);
}

/// Fills the first rows of `tile` with products of as many rows from `first` on and the first `width` columns of a panel;
/// returns how many it did, at least one.
pub(super) fn fill(
    isa: Isa,
    rows: &Int8Rows,
    first: usize,
    width: usize,
    panel: &[Quads],
    tile: &mut Tile,
) -> usize {
    let left = &rows.quads[first * rows.stride..];
    let rest = (rows.count() - first).min(ROWS);
    let mut start = [0; ROWS];
    for (start, row) in start.iter_mut().zip(&rows.rounded[first..first + rest]) {
        *start = -OFFSET * row.sum;
    }
    #[cfg(target_arch = "x86_64")]
    if isa.multiplies_int8() {
        // SAFETY: the path says that the CPU has these instructions.
        return unsafe { vnni::fill(left, rest, width, panel, &start, tile) };
    }
    let _ = (isa, width);
    plain(left, panel, start[0], &mut tile.0[0]);
    1
}

fn plain(left: &[[i8; QUAD]], panel: &[Quads], start: i32, sums: &mut [i32; PANEL]) {
    *sums = [start; PANEL];
    for (left, quads) in left.iter().zip(panel) {
        for (sum, quad) in sums.iter_mut().zip(&quads.0) {
            *sum += left.iter().zip(quad).map(|(&a, &b)| i32::from(a) * i32::from(b)).sum::<i32>();
        }
    }
}
