//! The seam to the embedder: a matrix whose rows are known to be unit vectors.

use ndarray::{Array2, ArrayView1, ArrayView2, Axis};
use papermap_kernels::dot;

use crate::ClusterError;

/// How far the length of a row may be from 1.
const TOLERANCE: f64 = 1e-4;
/// Length under which a vector has no direction.
const SHORTEST: f64 = 1e-6;

/// Unit vectors, one a row, shape `(papers, width)`; all values are finite. No row at all is allowed.
#[derive(Debug, Clone, PartialEq)]
pub struct UnitRows {
    matrix: Array2<f32>,
}

impl UnitRows {
    /// Number of rows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.matrix.nrows()
    }

    /// Whether there is no row.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Number of columns.
    #[must_use]
    pub fn width(&self) -> usize {
        self.matrix.ncols()
    }

    /// Row `index`.
    ///
    /// # Panics
    /// Where `index` is not below [`len`](Self::len).
    #[must_use]
    pub fn row(&self, index: usize) -> &[f32] {
        let width = self.width();
        &self.all()[index * width..(index + 1) * width]
    }

    /// The matrix, in standard layout.
    #[must_use]
    pub fn view(&self) -> ArrayView2<'_, f32> {
        self.matrix.view()
    }

    /// The values of `size` rows after the other, in row order; the last block may be shorter.
    pub(crate) fn blocks(&self, size: usize) -> Vec<&[f32]> {
        self.all().chunks((size * self.width()).max(1)).collect()
    }

    /// The rows at `indices`, in that order.
    ///
    /// # Panics
    /// Where an index is not below [`len`](Self::len).
    #[must_use]
    pub fn select(&self, indices: &[usize]) -> Self {
        Self { matrix: self.matrix.select(Axis(0), indices) }
    }

    /// Mean of all rows; zeros where there is no row.
    pub(crate) fn mean(&self) -> Vec<f64> {
        let mut mean = vec![0.0; self.width()];
        for row in self.all().chunks_exact(self.width().max(1)) {
            add(&mut mean, row);
        }
        for value in &mut mean {
            *value /= self.len().max(1) as f64;
        }
        mean
    }

    fn all(&self) -> &[f32] {
        self.matrix.as_slice().unwrap_or_default()
    }
}

impl TryFrom<Array2<f32>> for UnitRows {
    type Error = ClusterError;

    /// Checks every row.
    ///
    /// # Errors
    /// [`ClusterError::NotFinite`] and [`ClusterError::NotUnit`], for the first row at fault.
    fn try_from(matrix: Array2<f32>) -> Result<Self, ClusterError> {
        let matrix =
            if matrix.is_standard_layout() { matrix } else { matrix.as_standard_layout().into_owned() };
        let rows = Self { matrix };
        (0..rows.len()).try_for_each(|index| check(index, rows.row(index)))?;
        Ok(rows)
    }
}

fn check(row: usize, values: &[f32]) -> Result<(), ClusterError> {
    if let Some(column) = values.iter().position(|value| !value.is_finite()) {
        return Err(ClusterError::NotFinite { row, column, value: values[column] });
    }
    let length = f64::from(dot(values, values)).sqrt();
    if (length - 1.0).abs() <= TOLERANCE {
        return Ok(());
    }
    Err(ClusterError::NotUnit { row, length, tolerance: TOLERANCE })
}

/// Adds `row` to `sum`.
pub(crate) fn add(sum: &mut [f64], row: &[f32]) {
    for (total, value) in sum.iter_mut().zip(row) {
        *total += f64::from(*value);
    }
}

/// `values` at unit length; none where they are too short to have a direction.
pub(crate) fn unit(values: &[f64]) -> Option<Vec<f32>> {
    let length = values.iter().map(|value| value * value).sum::<f64>().sqrt();
    (length >= SHORTEST).then(|| values.iter().map(|value| (value / length) as f32).collect())
}

/// The rows of `matrix` at unit length; one too short for that stays.
pub(crate) fn at_unit_length(matrix: &Array2<f32>) -> Array2<f32> {
    let mut units = matrix.clone();
    for mut row in units.rows_mut() {
        let values: Vec<f64> = row.iter().map(|value| f64::from(*value)).collect();
        if let Some(unit) = unit(&values) {
            row.assign(&ArrayView1::from(&unit));
        }
    }
    units
}

#[cfg(test)]
mod tests {
    use ndarray::array;

    use super::*;

    #[test]
    fn a_row_at_fault_is_named() {
        let long = UnitRows::try_from(array![[1.0, 0.0], [1.0, 1.0]]);
        assert!(matches!(long, Err(ClusterError::NotUnit { row: 1, .. })));
        let hole = UnitRows::try_from(array![[1.0, 0.0], [0.0, f32::NAN]]);
        assert!(matches!(hole, Err(ClusterError::NotFinite { row: 1, column: 1, .. })));
    }

    #[test]
    fn short_rows_have_no_direction() {
        assert_eq!(unit(&[3.0, -4.0]), Some(vec![0.6, -0.8]));
        assert_eq!(unit(&[1e-7, 0.0]), None);
        assert_eq!(unit(&[]), None);
        assert_eq!(at_unit_length(&array![[3.0, 4.0], [0.0, 0.0]]), array![[0.6, 0.8], [0.0, 0.0]]);
    }

    #[test]
    fn a_transposed_matrix_keeps_its_rows() {
        let rows = UnitRows::try_from(array![[0.6, 0.0], [0.8, 1.0]].reversed_axes()).unwrap();
        assert_eq!(rows.row(0), [0.6, 0.8]);
        assert_eq!(rows.select(&[1]).row(0), [0.0, 1.0]);
    }

    #[test]
    fn no_row_is_fine() {
        let rows = UnitRows::try_from(Array2::zeros((0, 4))).unwrap();
        assert!(rows.is_empty());
        assert_eq!(rows.mean(), [0.0; 4]);
    }
}
