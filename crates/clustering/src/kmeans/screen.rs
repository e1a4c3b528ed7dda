//! Scores of rows against centroids in the numbers of a fast product, and how wrong they can be.
//!
//! The score of a row `x` and a centroid `c` is `x·c - |c|²/2`: the greater, the nearer, for a given row. What a
//! product in few bits gives is not below the score and above it by at most twice the error that [`Scoring::slack`]
//! tells of.

use ndarray::ArrayView2;
use papermap_kernels::active;
use papermap_kernels::matrix::{Arithmetic, LeftRows, Output, PackedMatrix, Rows, multiply};

use super::Precision;
use super::points::Points;

/// Half the distance from 1 to the next f32.
const ROUNDOFF: f64 = 1.0 / 16_777_216.0;
/// Half the distance from 1 to the next bf16.
const ROUNDOFF_BF16: f64 = 1.0 / 512.0;
/// More than what sums of products lose where they are smaller than any normal f32.
const UNDERFLOW: f64 = 1e-30;
/// Rows times centroids of a screened fit at least; with fewer, there is nothing to gain.
const SCREENED: usize = if cfg!(test) { 1 } else { 1 << 20 };

/// The rows in the numbers of the screen.
#[derive(Debug)]
pub(super) enum Screen {
    /// f32, as they are.
    Single,
    /// bf16, all rows.
    Bf16(LeftRows),
}

/// What a thread needs to score a block of rows.
#[derive(Debug)]
pub(super) struct Space {
    gathered: Vec<f32>,
    left: LeftRows,
    /// Scores of the last block, shape `(rows, k)`.
    pub(super) scores: Vec<f32>,
}

impl Space {
    pub(super) fn new() -> Self {
        let arithmetic = Arithmetic::reduced(active());
        Self { gathered: Vec::new(), left: LeftRows::new(arithmetic), scores: Vec::new() }
    }
}

impl Screen {
    /// Prepares the rows once for all products with `k` centroids.
    pub(super) fn new(points: &Points<'_>, k: usize, precision: Precision) -> Self {
        let much = points.len().saturating_mul(k) >= SCREENED;
        if precision == Precision::Screened && active().has_tiles() && much {
            return Self::Bf16(reduced(points.block(0, points.len()), points.len(), points.width()));
        }
        Self::Single
    }
}

fn reduced(values: &[f32], count: usize, width: usize) -> LeftRows {
    let mut rows = LeftRows::new(Arithmetic::reduced(active()));
    rows.reshape(count, width);
    rows.set_rows(Rows { values, count, stride: width }, 1.0);
    rows
}

/// Centroids in the numbers of a screen.
#[derive(Debug)]
pub(super) struct Scoring<'a> {
    points: &'a Points<'a>,
    screen: &'a Screen,
    packed: PackedMatrix,
    /// `-|c|²/2` of every centroid.
    bias: Vec<f32>,
    /// Error of a score: this times the length of the row, and this.
    error: [f64; 2],
}

impl<'a> Scoring<'a> {
    pub(super) fn new(points: &'a Points<'a>, screen: &'a Screen, centroids: ArrayView2<'_, f32>) -> Self {
        let arithmetic = match screen {
            Screen::Single => Arithmetic::single(active()),
            Screen::Bf16(_) => Arithmetic::reduced(active()),
        };
        let (k, width) = centroids.dim();
        let values = centroids.to_slice().unwrap_or_default();
        let packed = PackedMatrix::from_rows(arithmetic, values, k, width);
        let squares =
            || centroids.rows().into_iter().map(|row| row.iter().map(|&v| f64::from(v).powi(2)).sum::<f64>());
        let bias = squares().map(|square| (-square / 2.0) as f32).collect();
        let longest = squares().fold(0.0, f64::max);
        Self { points, screen, packed, bias, error: error(screen, width, longest) }
    }

    /// Scores the rows at `rows`, at least one, in ascending order, into `space`.
    pub(super) fn score(&self, rows: &[u32], space: &mut Space) {
        let Space { gathered, left, scores } = space;
        scores.resize(rows.len() * self.bias.len(), 0.0);
        let output = Output::set(scores).with_bias(&self.bias);
        let (first, count, width) = (rows[0] as usize, rows.len(), self.points.width());
        let adjacent = rows[count - 1] as usize + 1 == first + count;
        match self.screen {
            Screen::Bf16(all) if adjacent && first.is_multiple_of(16) => {
                multiply(all.rows(first..first + count), &self.packed, output);
            }
            Screen::Bf16(_) => {
                left.reshape(count, width);
                left.set_rows(Rows { values: self.gather(rows, gathered), count, stride: width }, 1.0);
                multiply(left.all(), &self.packed, output);
            }
            Screen::Single => {
                let values =
                    if adjacent { self.points.block(first, count) } else { self.gather(rows, gathered) };
                multiply(Rows { values, count, stride: width }, &self.packed, output);
            }
        }
    }

    fn gather<'b>(&self, rows: &[u32], values: &'b mut Vec<f32>) -> &'b [f32] {
        values.clear();
        for &row in rows {
            values.extend_from_slice(self.points.row(row as usize));
        }
        values
    }

    /// Two scores of a row of this length that are further apart are in the order of the exact ones.
    pub(super) fn slack(&self, length: f32) -> f32 {
        (2.0 * (self.error[0] * f64::from(length) + self.error[1])) as f32
    }
}

/// The error of a score by Higham (2002), section 3.1: a sum of `n` products is off by `n` roundings of the product of
/// the lengths at most, whatever the order; here with some roundings to spare.
fn error(screen: &Screen, width: usize, longest_square: f64) -> [f64; 2] {
    let longest = longest_square.sqrt();
    let sum = (2 * width + 8) as f64 * ROUNDOFF;
    let operands = match screen {
        Screen::Single => 0.0,
        Screen::Bf16(_) => 2.0 * ROUNDOFF_BF16 + ROUNDOFF_BF16 * ROUNDOFF_BF16,
    };
    [(sum + operands) * 1.01 * longest, 4.0 * ROUNDOFF * longest_square + UNDERFLOW]
}
