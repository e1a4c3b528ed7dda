//! What can go wrong between vectors and topics.

/// Why vectors did not become topics.
#[non_exhaustive]
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ClusterError {
    /// A row holds a value that is not a number or not finite.
    #[error(
        "row {row} of the vectors holds {value} in column {column}; finite numbers were expected: embed the \
         texts again"
    )]
    NotFinite {
        /// Row, from 0.
        row: usize,
        /// Column, from 0.
        column: usize,
        /// What was found.
        value: f32,
    },
    /// A row is not of unit length.
    #[error(
        "row {row} of the vectors has length {length}; unit length within {tolerance} was expected: normalise \
         the vectors first"
    )]
    NotUnit {
        /// Row, from 0.
        row: usize,
        /// Its length.
        length: f64,
        /// How far from 1 is still taken.
        tolerance: f64,
    },
    /// There are not as many vectors as papers.
    #[error("{rows} vectors came with {papers} papers; one vector a paper was expected, in the same order")]
    RowCount {
        /// Vectors.
        rows: usize,
        /// Papers.
        papers: usize,
    },
    /// Two papers have one id.
    #[error("the paper id {id} came twice; every paper needs an id of its own: merge duplicates first")]
    DuplicateId {
        /// The id.
        id: String,
    },
    /// No topics at all were asked for.
    #[error("0 topics were asked for; ask for at least 1, or let the number be chosen")]
    NoTopics,
    /// k-means cannot run.
    #[error("topics cannot be formed: {0}")]
    KMeans(#[from] crate::kmeans::KMeansError),
    /// The phrases of the topics could not be embedded.
    #[error("the phrases that name the topics cannot be embedded: {detail}")]
    Phrases {
        /// What the encoder said, or what is wrong with its vectors.
        detail: String,
    },
    /// The caller stopped the run.
    #[error("stopped on request; nothing was changed")]
    Cancelled,
}
