//! Scores of rows against columns, never too low.

use super::columns::{BIAS_ROUNDOFF, Terms, UNDERFLOW};
use super::quantise::Rounded;
use super::tile::{self, Tile};
use super::{Int8Columns, Int8Rows};
use crate::dispatch::{multiply_add, per_isa};
use crate::isa::Isa;
use crate::matrix::PANEL;

/// Sets `scores`, shape `(rows, columns)`: product plus bias, or up to [`Int8Rows::slack`] more, and never less.
///
/// Where values are too large for f32, scores and slack may be infinite or no number. Cost is `2 · rows · columns · depth`
/// operations in int8 where the CPU has AVX-512 VNNI; elsewhere it is slower than f32.
///
/// # Panics
/// If the shapes do not fit.
pub fn upper_scores(isa: Isa, rows: &Int8Rows, columns: &Int8Columns, scores: &mut [f32]) {
    assert_eq!(rows.depth(), columns.depth(), "depth of rows and columns");
    assert_eq!(scores.len(), rows.count() * columns.count(), "scores of rows and columns");
    let mut tile = Tile::ZERO;
    for panel in 0..columns.count().div_ceil(PANEL) {
        let (quads, terms) = columns.panel(panel);
        let first = panel * PANEL;
        let width = PANEL.min(columns.count() - first);
        let mut row = 0;
        while row < rows.count() {
            let done = tile::fill(isa, rows, row, width, quads, &mut tile);
            for (index, sums) in tile.0[..done].iter().enumerate() {
                let start = (row + index) * columns.count() + first;
                finish(isa, sums, &rows.rounded[row + index], terms, &mut scores[start..start + width]);
            }
            row += done;
        }
    }
}

per_isa! {
    fn finish(sums: &[i32; PANEL], row: &Rounded, terms: &Terms, scores: &mut [f32]) = finish_body::<FMA>;
}

#[inline(always)]
fn finish_body<const FMA: bool>(sums: &[i32; PANEL], row: &Rounded, terms: &Terms, scores: &mut [f32]) {
    let error = row_error(row);
    let mut upper = [0.0; PANEL];
    for (column, upper) in upper.iter_mut().enumerate() {
        let product = sums[column] as f32 * terms.scale.0[column];
        let score = multiply_add::<FMA>(product, row.scale, terms.bias.0[column]);
        let of_row = multiply_add::<FMA>(error, terms.length.0[column], score);
        *upper = multiply_add::<FMA>(row.quantised_length, terms.error.0[column], of_row);
    }
    scores.copy_from_slice(&upper[..scores.len()]);
}

/// The error of a row, with a few roundings of its products.
#[inline(always)]
fn row_error(row: &Rounded) -> f32 {
    row.error + 1e-6 * row.quantised_length + f32::MIN_POSITIVE
}

impl Int8Rows {
    /// By how much a score of row `row` and column `column` can be too high.
    #[must_use]
    pub fn slack(&self, row: usize, columns: &Int8Columns, column: usize) -> f32 {
        let row = &self.rounded[row];
        let (_, terms) = columns.panel(column / PANEL);
        let of = |values: &super::Values| values.0[column % PANEL];
        let error = row_error(row) * of(&terms.length) + row.quantised_length * of(&terms.error);
        2.0 * (error * 1.001 + of(&terms.bias).abs() * BIAS_ROUNDOFF * 1.01 + UNDERFLOW)
    }
}
