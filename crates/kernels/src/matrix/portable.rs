//! Tiles in plain Rust.

use super::{MOST_ROWS, PANEL};

/// See [`super::multiply_tile`]; one row at a time, so that the sums stay in few registers.
pub(super) fn tile(
    left: &[f32],
    _stride: usize,
    _rows: usize,
    panel: &[f32],
    tile: &mut [[f32; PANEL]; MOST_ROWS],
) -> usize {
    let mut sums = [0.0_f32; PANEL];
    for (&a, b) in left.iter().zip(panel.as_chunks::<PANEL>().0) {
        for (sum, &value) in sums.iter_mut().zip(b) {
            *sum += a * value;
        }
    }
    tile[0] = sums;
    1
}
