//! k-means on unit rows: own seeding, `linfa-clustering`'s Lloyd iterations, own last assignment.
//!
//! Euclidean, not spherical: see [`fit`].

mod assign;
mod distance;
mod fit;
mod repair;
mod seeding;

pub use assign::{Assignment, assign};
pub use fit::{KMeansFit, fit, fit_from};
pub(crate) use fit::means;
