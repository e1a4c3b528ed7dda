//! k-means behind `linfa`'s traits: Lloyd's algorithm on blocked matrix products, with labels that are exact.
//!
//! A row belongs to the centroid with the least Euclidean distance in f64, ties by lower index. Products in f32 or fewer
//! bits only screen the centroids: a proven bound of their error says which of them can be nearest, and where that is more
//! than one, f64 decides. So labels depend neither on the precision nor on the instruction path nor on threads.

mod error;
mod fit;
mod lloyd;
mod model;
mod nearest;
mod params;
mod points;
mod repair;
mod screen;
mod search;
mod seeding;
mod shifts;
mod sums;
#[cfg(test)]
mod tests;
mod traits;

pub use error::KMeansError;
pub use fit::{fit, fit_from};
pub(crate) use fit::{means, products};
pub use model::{KMeansModel, TwoNearest};
pub use params::{Init, KMeansParams, KMeansValidParams, Metric, Precision};
