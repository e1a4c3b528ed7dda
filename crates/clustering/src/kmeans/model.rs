//! The result of k-means.

use ndarray::{Array2, ArrayView2};

use super::nearest::Prepared;
use super::points::{Points, check_finite};
use super::search::Search;
use super::{KMeansError, Precision};

/// The clusters of a fit; none of them is empty.
#[derive(Debug, Clone, PartialEq)]
pub struct KMeansModel {
    /// Centroids, shape `(k, width)`.
    pub centroids: Array2<f32>,
    /// Cluster of every row that was fitted, below `k`: the nearest centroid, ties by lower index, but for rows that
    /// filled an empty cluster in the last step.
    pub labels: Vec<usize>,
    /// Sum over the rows of weight times squared distance to the centroid.
    pub inertia: f64,
    /// Times that the centroids moved.
    pub iterations: usize,
    /// Whether the run stopped because it had converged.
    pub converged: bool,
}

/// The two centroids that are nearest to a row.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TwoNearest {
    /// Index of the nearest, ties by lower index.
    pub label: usize,
    /// Squared Euclidean distance to it.
    pub distance: f64,
    /// Index of the next; where there is only one centroid, that one.
    pub second: usize,
    /// Squared Euclidean distance to the next; infinite where there is none.
    pub second_distance: f64,
}

impl TwoNearest {
    /// Before any centroid is known.
    pub(super) const NONE: Self =
        Self { label: 0, distance: f64::INFINITY, second: 0, second_distance: f64::INFINITY };

    /// Takes another centroid in; of two at the same distance the one of lower index is nearer.
    pub(super) fn offer(&mut self, index: usize, distance: f64) {
        let before = |other: f64, label: usize| distance < other || (distance <= other && index < label);
        if before(self.distance, self.label) {
            (self.second, self.second_distance) = (self.label, self.distance);
            (self.label, self.distance) = (index, distance);
        } else if before(self.second_distance, self.second) {
            (self.second, self.second_distance) = (index, distance);
        }
    }

    /// `1 - a/b` for the distances `a ≤ b`, 0 to 1: a silhouette that looks at centroids instead of rows (Hruschka,
    /// de Castro and Campello 2004). 0 where both distances are 0, 1 where there is no second centroid.
    #[must_use]
    pub fn simplified_silhouette(&self) -> f64 {
        if self.second_distance > 0.0 { 1.0 - (self.distance / self.second_distance).sqrt() } else { 0.0 }
    }
}

impl KMeansModel {
    /// Number of clusters.
    #[must_use]
    pub fn k(&self) -> usize {
        self.centroids.nrows()
    }

    /// The two centroids nearest to every row, shape `(rows, width)`; exact, cost `O(rows k width)`.
    ///
    /// # Errors
    /// [`KMeansError::Width`], and [`KMeansError::NotFinite`] for the first row at fault.
    pub fn two_nearest(&self, rows: ArrayView2<'_, f32>) -> Result<Vec<TwoNearest>, KMeansError> {
        check_finite("row", rows)?;
        let points = Points::unchecked(rows);
        same_width(&points, &self.centroids)?;
        Ok(self.two_nearest_of(&points))
    }

    pub(super) fn two_nearest_of(&self, points: &Points<'_>) -> Vec<TwoNearest> {
        let prepared = Prepared::new(points, self.k(), Precision::F32);
        Search::new(&prepared, &self.centroids).each(&points.all(), Search::two_nearest)
    }
}

/// Whether rows and centroids have the same width.
pub(super) fn same_width(points: &Points<'_>, centroids: &Array2<f32>) -> Result<(), KMeansError> {
    let (rows, centroids) = (points.width(), centroids.ncols());
    if rows == centroids { Ok(()) } else { Err(KMeansError::Width { rows, centroids }) }
}
