//! How many topics.

mod grid;
mod null;
mod quality;
mod ranking;
mod search;
mod small;

pub use quality::{adjusted_rand_index, cohesion_ratio, silhouette};
pub(crate) use quality::{similarities, sizes};
pub use search::{Chosen, choose};

/// How many topics are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TopicCount {
    /// As many as the papers speak for.
    Auto,
    /// This many, or one a different paper where there are fewer of these.
    Exactly(usize),
}
