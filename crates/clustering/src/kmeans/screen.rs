//! Scores of rows against centroids in the numbers of a fast product, and how wrong they can be.
//!
//! The score of a row `x` and a centroid `c` is `x·c - |c|²/2`: the greater, the nearer, for a given row. A product in few
//! bits gives each score up to an error that is proven. With that error added, a score is never too low, and too high by at most
//! twice the error, its slack.

use ndarray::ArrayView2;
use papermap_kernels::active;
use papermap_kernels::int8::{Int8Columns, Int8Rows, upper_scores};
use papermap_kernels::matrix::{Arithmetic, Left, LeftRows, Output, PackedMatrix, Rows, multiply};
use rayon::prelude::*;

use super::Precision;
use super::nearest::Prepared;
use super::points::Points;

/// Half the distance from 1 to the next f32.
const ROUNDOFF: f64 = 1.0 / 16_777_216.0;
/// Half the distance from 1 to the next bf16.
const ROUNDOFF_BF16: f64 = 1.0 / 512.0;
/// More than what sums of products lose where they are smaller than any normal f32.
const UNDERFLOW: f64 = 1e-30;
/// Rows times centroids of a screened fit at least; with fewer, there is nothing to gain.
const SCREENED: usize = if cfg!(test) { 1 } else { 1 << 20 };
/// Rows that are rounded to int8 in one task.
const ROUNDED: usize = 1024;

/// The rows in the numbers of the screen.
#[derive(Debug)]
pub(super) enum Screen {
    /// f32, as they are.
    Single,
    /// bf16, all rows.
    Bf16(LeftRows),
    /// int8, [`ROUNDED`] rows in each part.
    Int8(Vec<Int8Rows>),
}

impl Screen {
    /// Prepares the rows once for all products with about `k` centroids.
    pub(super) fn new(points: &Points<'_>, k: usize, precision: Precision) -> Self {
        if precision == Precision::F32 || points.len().saturating_mul(k) < SCREENED {
            return Self::Single;
        }
        if active().has_tiles() {
            return Self::Bf16(bf16(points));
        }
        let none = Int8Rows::new(points.width()).filter(|_| active().multiplies_int8());
        none.map_or(Self::Single, |none| Self::Int8(int8(points, &none)))
    }
}

#[cfg(test)]
impl Screen {
    /// The rows in all numbers, whether that pays here or not.
    pub(super) fn every(points: &Points<'_>) -> Vec<Self> {
        let none = Int8Rows::new(points.width()).unwrap();
        vec![Self::Single, Self::Bf16(bf16(points)), Self::Int8(int8(points, &none))]
    }
}

fn bf16(points: &Points<'_>) -> LeftRows {
    let mut rows = LeftRows::new(Arithmetic::reduced(active()));
    rows.reshape(points.len(), points.width());
    rows.set_rows(in_memory(points.block(0, points.len()), points.len(), points.width()), 1.0);
    rows
}

fn int8(points: &Points<'_>, none: &Int8Rows) -> Vec<Int8Rows> {
    let part = |first: usize| {
        let mut part = none.clone();
        (first..(first + ROUNDED).min(points.len())).for_each(|row| part.push(points.row(row)));
        part
    };
    (0..points.len()).into_par_iter().step_by(ROUNDED).map(part).collect()
}

fn in_memory(values: &[f32], count: usize, stride: usize) -> Rows<'_> {
    Rows { values, count, stride }
}

/// Scores of a block of rows, and the rows in the numbers of the screen.
#[derive(Debug)]
pub(super) struct Space {
    gathered: Vec<f32>,
    left: LeftRows,
    int8: Option<Int8Rows>,
    /// Shape `(rows, k)`.
    pub(super) scores: Vec<f32>,
}

/// Centroids in the numbers of a screen.
#[derive(Debug)]
pub(super) struct Scoring<'a> {
    points: &'a Points<'a>,
    k: usize,
    centroids: Centroids<'a>,
}

#[derive(Debug)]
enum Centroids<'a> {
    Single(Packed),
    Bf16(&'a LeftRows, Packed),
    Int8(&'a [Int8Rows], Int8Columns),
}

#[derive(Debug)]
struct Packed {
    matrix: PackedMatrix,
    /// `-|c|²/2` of every centroid, and the error of a score.
    bias: Vec<f32>,
    slack: f32,
}

impl<'a> Scoring<'a> {
    /// `centroids` are in standard layout.
    pub(super) fn new(prepared: &'a Prepared<'a>, centroids: ArrayView2<'_, f32>) -> Self {
        let Prepared { points, screen, longest, .. } = prepared;
        let packed = |arithmetic, operands| Packed::new(arithmetic, centroids, operands, f64::from(*longest));
        let numbers = match screen {
            Screen::Single => Centroids::Single(packed(Arithmetic::single(active()), 0.0)),
            Screen::Bf16(rows) => Centroids::Bf16(rows, packed(Arithmetic::reduced(active()), ROUNDOFF_BF16)),
            Screen::Int8(rows) => {
                let values = centroids.to_slice().unwrap_or_default();
                let bias: Vec<f32> = squares(centroids).map(|square| (-square / 2.0) as f32).collect();
                Centroids::Int8(rows, Int8Columns::new(values, &bias, points.width()))
            }
        };
        Self { points, k: centroids.nrows(), centroids: numbers }
    }

    pub(super) fn space(&self) -> Space {
        let left = LeftRows::new(Arithmetic::reduced(active()));
        Space { gathered: Vec::new(), left, int8: Int8Rows::new(self.points.width()), scores: Vec::new() }
    }

    /// Scores the rows at `rows`, at least one, in ascending order, into `space`.
    pub(super) fn score(&self, rows: &[u32], space: &mut Space) {
        space.scores.resize(rows.len() * self.k, 0.0);
        let (first, count, width) = (rows[0] as usize, rows.len(), self.points.width());
        let adjacent = rows[count - 1] as usize + 1 == first + count;
        let scores = &mut space.scores;
        match &self.centroids {
            Centroids::Single(packed) if adjacent => {
                packed.multiply(in_memory(self.points.block(first, count), count, width), scores);
            }
            Centroids::Single(packed) => {
                packed.multiply(in_memory(self.gather(rows, &mut space.gathered), count, width), scores);
            }
            Centroids::Bf16(all, packed) if adjacent && first.is_multiple_of(16) => {
                packed.multiply(all.rows(first..first + count), scores);
            }
            Centroids::Bf16(_, packed) => {
                space.left.reshape(count, width);
                space.left.set_rows(in_memory(self.gather(rows, &mut space.gathered), count, width), 1.0);
                packed.multiply(space.left.all(), scores);
            }
            Centroids::Int8(parts, columns) => {
                let Some(left) = &mut space.int8 else { return };
                left.clear();
                for row in rows.iter().map(|&row| row as usize) {
                    left.push_from(&parts[row / ROUNDED], row % ROUNDED);
                }
                upper_scores(active(), left, columns, scores);
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

    /// By how much the score of row `place` of the last block and centroid `column` can be too high.
    pub(super) fn slack(&self, space: &Space, place: usize, column: usize) -> f32 {
        match (&self.centroids, &space.int8) {
            (Centroids::Int8(_, columns), Some(rows)) => rows.slack(place, columns, column),
            (Centroids::Single(packed) | Centroids::Bf16(_, packed), _) => packed.slack,
            (Centroids::Int8(..), None) => f32::INFINITY,
        }
    }
}

impl Packed {
    /// For rows up to the length `longest`; `operands` is the relative error of the rounded values.
    fn new(arithmetic: Arithmetic, centroids: ArrayView2<'_, f32>, operands: f64, longest: f64) -> Self {
        let (k, width) = centroids.dim();
        let values = centroids.to_slice().unwrap_or_default();
        let longest_square = squares(centroids).fold(0.0, f64::max);
        let error = error(operands, width, longest * longest_square.sqrt(), longest_square);
        Self {
            matrix: PackedMatrix::from_rows(arithmetic, values, k, width),
            bias: squares(centroids).map(|square| (error - square / 2.0) as f32).collect(),
            slack: (2.0 * error) as f32,
        }
    }

    fn multiply<'b>(&self, left: impl Into<Left<'b>>, scores: &mut [f32]) {
        multiply(left, &self.matrix, Output::set(scores).with_bias(&self.bias));
    }
}

/// The error of a score, given the greatest product of the lengths of a row and a centroid, and the greatest `|c|²`.
///
/// A sum of `n` products is off by `n` roundings of the product of the lengths at most, whatever the order (Higham 2002,
/// section 3.1); here with more than as many to spare.
fn error(operands: f64, width: usize, lengths: f64, longest_square: f64) -> f64 {
    let sum = (2 * width + 8) as f64 * ROUNDOFF;
    let relative = sum + (2.0 * operands + operands * operands) * (1.0 + sum);
    relative * 1.01 * lengths + 8.0 * ROUNDOFF * longest_square + UNDERFLOW
}

fn squares(centroids: ArrayView2<'_, f32>) -> impl Iterator<Item = f64> {
    let square = move |index| centroids.row(index).iter().map(|&value| f64::from(value).powi(2)).sum();
    (0..centroids.nrows()).map(square)
}
