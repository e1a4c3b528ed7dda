//! k-means on unit rows: own seeding, `linfa-clustering`'s Lloyd iterations, own last assignment.
//!
//! Euclidean, not spherical: see [`fit()`].

mod assign;
mod distance;
mod fit;
mod repair;
mod seeding;

pub(crate) use assign::products;
pub use assign::{Assignment, assign};
pub(crate) use fit::means;
pub use fit::{KMeansFit, fit, fit_from};
