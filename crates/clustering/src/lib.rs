//! Unit vectors in, topics and the topic-map report out.

#![forbid(unsafe_code)]

pub mod choose_k;
mod error;
pub mod kmeans;
pub mod neighbours;
pub mod report;
mod rows;
mod smoothing;
mod step;
#[cfg(test)]
mod testing;
pub mod topic_map;

pub use error::ClusterError;
pub use rows::UnitRows;
pub use step::OnStep;
