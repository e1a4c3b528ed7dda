//! Unit vectors in, topics and the topic-map report out.

#![forbid(unsafe_code)]

pub mod choose_k;
pub mod describe;
pub mod edits;
mod error;
pub mod evaluation;
pub mod evidence;
pub mod explain;
pub mod kmeans;
pub mod layout;
pub mod ledger;
pub mod membership;
pub mod neighbours;
mod normal;
mod product;
pub mod report;
mod rows;
mod smoothing;
mod step;
#[cfg(test)]
mod testing;
pub mod topic_map;
pub mod topics;
pub mod tree;
mod update;

pub use error::ClusterError;
pub use rows::UnitRows;
pub use step::OnStep;
