//! The rows of a fit.

use std::borrow::Cow;

use ndarray::ArrayView2;
use papermap_kernels::{active, add_scaled_on, exact_squared_distance_on};

use super::{KMeansError, Metric};
use crate::UnitRows;
use crate::rows::unit;

/// Rows in standard layout, all finite, with the weight of each.
#[derive(Debug, Clone)]
pub(super) struct Points<'a> {
    values: Cow<'a, [f32]>,
    count: usize,
    width: usize,
    weights: Option<&'a [f32]>,
}

impl<'a> From<&'a UnitRows> for Points<'a> {
    fn from(rows: &'a UnitRows) -> Self {
        Self::unchecked(rows.view())
    }
}

impl<'a> Points<'a> {
    /// Checks rows and weights, and takes the rows at unit length where the metric is [`Metric::Spherical`].
    pub(super) fn new(
        matrix: ArrayView2<'a, f32>,
        weights: Option<&'a [f32]>,
        metric: Metric,
    ) -> Result<Self, KMeansError> {
        check_finite("row", matrix)?;
        check_weights(weights, matrix.nrows())?;
        let values = match metric {
            Metric::Euclidean => standard(matrix),
            Metric::Spherical => Cow::Owned(directions(matrix)?),
        };
        Ok(Self { values, count: matrix.nrows(), width: matrix.ncols(), weights })
    }

    /// Rows without weights that may not be finite.
    pub(super) fn unchecked(matrix: ArrayView2<'a, f32>) -> Self {
        let (count, width) = matrix.dim();
        Self { values: standard(matrix), count, width, weights: None }
    }

    pub(super) fn len(&self) -> usize {
        self.count
    }

    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// The indices of all rows.
    pub(super) fn all(&self) -> Vec<u32> {
        (0..self.count as u32).collect()
    }

    /// The values of `count` rows from row `first` on, or of as many as there are.
    pub(super) fn block(&self, first: usize, count: usize) -> &[f32] {
        let end = (first + count).min(self.len());
        &self.values[first * self.width..end * self.width]
    }

    pub(super) fn row(&self, index: usize) -> &[f32] {
        self.block(index, 1)
    }

    pub(super) fn weight(&self, index: usize) -> f32 {
        self.weights.map_or(1.0, |weights| weights[index])
    }

    /// Adds columns `first…` of row `index`, `scale` times its weight, to `sum`; as many as `sum` has.
    pub(super) fn add(&self, index: usize, first: usize, scale: f32, sum: &mut [f64]) {
        add_scaled_on(active(), sum, &self.row(index)[first..], scale * self.weight(index));
    }

    /// Squared Euclidean distance of row `index` to a row of the same width, in f64.
    pub(super) fn distance(&self, index: usize, to: &[f32]) -> f64 {
        exact_squared_distance_on(active(), self.row(index), to)
    }
}

pub(super) fn check_finite(whose: &'static str, matrix: ArrayView2<'_, f32>) -> Result<(), KMeansError> {
    for (row, values) in matrix.rows().into_iter().enumerate() {
        if values.iter().fold(true, |all, value| all & value.is_finite()) {
            continue;
        }
        if let Some((column, &value)) = values.iter().enumerate().find(|(_, value)| !value.is_finite()) {
            return Err(KMeansError::NotFinite { whose, row, column, value });
        }
    }
    Ok(())
}

fn check_weights(weights: Option<&[f32]>, rows: usize) -> Result<(), KMeansError> {
    let Some(weights) = weights else { return Ok(()) };
    if weights.len() != rows {
        return Err(KMeansError::WeightCount { weights: weights.len(), rows });
    }
    let fault = weights.iter().position(|weight| !(weight.is_finite() && *weight > 0.0));
    fault.map_or(Ok(()), |row| Err(KMeansError::Weight { row, value: weights[row] }))
}

fn standard(matrix: ArrayView2<'_, f32>) -> Cow<'_, [f32]> {
    matrix.to_slice().map_or_else(|| Cow::Owned(matrix.iter().copied().collect()), Cow::Borrowed)
}

fn directions(matrix: ArrayView2<'_, f32>) -> Result<Vec<f32>, KMeansError> {
    let mut directions = Vec::with_capacity(matrix.len());
    for (row, values) in matrix.rows().into_iter().enumerate() {
        let wide: Vec<f64> = values.iter().map(|value| f64::from(*value)).collect();
        directions.extend(unit(&wide).ok_or(KMeansError::NoDirection { row })?);
    }
    Ok(directions)
}
