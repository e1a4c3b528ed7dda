//! The Euclidean distance that `linfa` computes with.

use linfa_nn::distance::Distance;
use ndarray::{ArrayView, Dimension, Zip};
use papermap_kernels::squared_distance;

/// Euclidean distance over the vectorised kernels; `linfa`'s own adds one scalar after the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FastEuclidean;

impl Distance<f32> for FastEuclidean {
    fn distance<D: Dimension>(&self, a: ArrayView<f32, D>, b: ArrayView<f32, D>) -> f32 {
        self.rdistance(a, b).sqrt()
    }

    fn rdistance<D: Dimension>(&self, a: ArrayView<f32, D>, b: ArrayView<f32, D>) -> f32 {
        match (a.as_slice(), b.as_slice()) {
            (Some(a), Some(b)) => squared_distance(a, b),
            _ => Zip::from(a).and(b).fold(0.0, |sum, a, b| sum + (a - b) * (a - b)),
        }
    }

    fn rdist_to_dist(&self, rdist: f32) -> f32 {
        rdist.sqrt()
    }

    fn dist_to_rdist(&self, dist: f32) -> f32 {
        dist * dist
    }
}
