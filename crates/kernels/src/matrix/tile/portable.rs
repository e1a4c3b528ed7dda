//! Tiles in plain Rust.

use super::{PANEL, Tile, Wide};

/// See [`super::single`]; one row at a time, so that the sums stay in few registers.
pub(super) fn tile(left: &[f32], panel: &[Wide], tile: &mut Tile) -> usize {
    let mut sums = [0.0_f32; PANEL];
    for (&a, b) in left.iter().zip(panel) {
        for (sum, &value) in sums.iter_mut().zip(&b.0) {
            *sum += a * value;
        }
    }
    tile.0[0] = sums;
    1
}
