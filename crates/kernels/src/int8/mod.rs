//! Scores in int8 with a proven bound, to screen which of many columns can be the best for a row.
//!
//! Rows and columns are rounded to multiples of a scale of their own, 127 of them at most on either side of 0. By Cauchy and
//! Schwarz a product of rounded vectors is off by `|x - x'|·|c| + |x'|·|c - c'|` at most, and all four lengths are known.

mod columns;
mod quantise;
mod rows;
mod score;
#[cfg(test)]
mod tests;
mod tile;

pub use columns::Int8Columns;
pub use rows::Int8Rows;
pub use score::upper_scores;

use crate::matrix::PANEL;

/// Four values that one instruction multiplies.
const QUAD: usize = 4;
/// Values of a row at most, so that no sum of products leaves an i32.
const DEEPEST: usize = 65_000;

/// Four values of each column of a panel, 128 more than they are.
#[derive(Debug, Clone, Copy)]
#[repr(C, align(64))]
struct Quads([[u8; QUAD]; PANEL]);

/// A value of each column of a panel.
#[derive(Debug, Clone, Copy)]
#[repr(C, align(64))]
struct Values([f32; PANEL]);

impl Values {
    const ZERO: Self = Self([0.0; PANEL]);
}
