//! Why k-means cannot run.

/// Why there is no result of k-means.
#[non_exhaustive]
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum KMeansError {
    /// No cluster at all was asked for.
    #[error("0 clusters were asked for; ask for at least 1")]
    NoClusters,
    /// No run at all was asked for.
    #[error("0 runs were asked for; ask for at least 1")]
    NoRuns,
    /// No iteration at all was asked for.
    #[error("0 iterations were asked for; ask for at least 1")]
    NoIterations,
    /// A parameter is negative or no number.
    #[error("{name} is {value}; a finite number of at least 0 was expected")]
    Negative {
        /// The parameter.
        name: &'static str,
        /// What was found.
        value: f64,
    },
    /// The first centroids are not as many as clusters.
    #[error("{found} first centroids came for {expected} clusters; give one for each")]
    CentroidCount {
        /// Rows of the centroids.
        found: usize,
        /// Clusters asked for.
        expected: usize,
    },
    /// Rows and centroids differ in width.
    #[error("the rows have {rows} columns, the centroids {centroids}; both must have the same number")]
    Width {
        /// Columns of the rows.
        rows: usize,
        /// Columns of the centroids.
        centroids: usize,
    },
    /// There is no row.
    #[error("there is no row to cluster; give at least 1")]
    NoRows,
    /// A value is not a number or not finite.
    #[error("{whose} {row} holds {value} in column {column}; finite numbers were expected")]
    NotFinite {
        /// What the row is: `row` or `centroid`.
        whose: &'static str,
        /// Row, from 0.
        row: usize,
        /// Column, from 0.
        column: usize,
        /// What was found.
        value: f32,
    },
    /// A row has no direction.
    #[error("row {row} has length 0 and so no direction; leave it out, or measure by Euclidean distance")]
    NoDirection {
        /// Row, from 0.
        row: usize,
    },
    /// There are not as many weights as rows.
    #[error("{weights} weights came with {rows} rows; give one for each row, or none")]
    WeightCount {
        /// Weights.
        weights: usize,
        /// Rows.
        rows: usize,
    },
    /// A weight cannot be used.
    #[error(
        "row {row} has weight {value}; a finite number above 0 was expected: leave out rows that do not count"
    )]
    Weight {
        /// Row, from 0.
        row: usize,
        /// What was found.
        value: f32,
    },
    /// `linfa` refused.
    #[error("linfa refused: {0}")]
    Linfa(String),
}

impl From<linfa::Error> for KMeansError {
    fn from(error: linfa::Error) -> Self {
        Self::Linfa(error.to_string())
    }
}
