//! One run of Lloyd's algorithm.

use ndarray::{Array2, Axis};
use rayon::prelude::*;

use super::nearest::{Move, Nearest, Prepared};
use super::points::Points;
use super::repair::fill_empty;
use super::sums::Sums;
use super::{KMeansModel, KMeansValidParams, Metric};
use crate::rows::at_unit_length;

/// Rows whose distances are summed in one task; fixed, so that inertia does not depend on the number of threads.
const BLOCK: usize = 1024;

/// Iterates from `start` until no row changes its cluster, the centroids settle, or there were enough iterations.
pub(super) fn run(prepared: &Prepared<'_>, params: &KMeansValidParams, start: Array2<f32>) -> KMeansModel {
    let mut run = Run::new(prepared, params, start);
    let (mut iterations, mut converged) = (0, false);
    while iterations < params.max_iterations && !converged {
        converged = run.step();
        iterations += 1;
    }
    run.finish(iterations, converged)
}

struct Run<'a> {
    points: &'a Points<'a>,
    params: &'a KMeansValidParams,
    centroids: Array2<f32>,
    nearest: Nearest<'a>,
    sums: Sums<'a>,
}

impl<'a> Run<'a> {
    fn new(prepared: &'a Prepared<'a>, params: &'a KMeansValidParams, centroids: Array2<f32>) -> Self {
        let points = prepared.points;
        let nearest = Nearest::new(prepared, &centroids);
        let sums = Sums::new(points, &nearest.labels, centroids.nrows());
        Self { points, params, centroids, nearest, sums }
    }

    /// Moves the centroids to the means, and the rows to the nearest of these; whether that was the last step.
    fn step(&mut self) -> bool {
        self.fill_empty();
        let means = self.means();
        let shift = shift(&self.centroids, &means);
        let moves = self.nearest.follow(&self.centroids, &means);
        self.sums.follow(&moves, &self.nearest.labels);
        self.centroids = means;
        shift <= self.params.tolerance || (moves.is_empty() && self.params.prior_weight == 0.0)
    }

    /// Whether a row went to an empty cluster.
    fn fill_empty(&mut self) -> bool {
        let labels = &self.nearest.labels;
        let distance = |row: usize| self.distance(row);
        let moves: Vec<Move> = fill_empty(self.points, labels, self.sums.sizes(), distance)
            .into_iter()
            .map(|(row, to)| Move { row, from: labels[row], to })
            .collect();
        for &Move { row, to, .. } in &moves {
            self.nearest.force(row, to);
        }
        self.sums.follow(&moves, &self.nearest.labels);
        !moves.is_empty()
    }

    fn means(&self) -> Array2<f32> {
        let means = self.sums.means(&self.centroids, self.params.prior_weight);
        match self.params.metric {
            Metric::Euclidean => means,
            Metric::Spherical => at_unit_length(&means),
        }
    }

    /// Squared distance of a row to the centroid of its cluster.
    fn distance(&self, row: usize) -> f64 {
        let centroid = self.centroids.row(self.nearest.labels[row]);
        centroid.to_slice().map_or(0.0, |centroid| self.points.distance(row, centroid))
    }

    fn finish(mut self, iterations: usize, converged: bool) -> KMeansModel {
        if self.fill_empty() {
            self.centroids = self.means();
        }
        self.drop_empty();
        let inertia = self.inertia();
        KMeansModel { centroids: self.centroids, labels: self.nearest.labels, inertia, iterations, converged }
    }

    /// Numbers the clusters that hold a row from 0, in their order.
    fn drop_empty(&mut self) {
        let used: Vec<usize> =
            (0..self.centroids.nrows()).filter(|&cluster| self.sums.sizes()[cluster] > 0).collect();
        if used.len() == self.centroids.nrows() {
            return;
        }
        self.centroids = self.centroids.select(Axis(0), &used);
        for label in &mut self.nearest.labels {
            *label = used.binary_search(label).unwrap_or_default();
        }
    }

    fn inertia(&self) -> f64 {
        let weighted = |row: usize| f64::from(self.points.weight(row)) * self.distance(row);
        let blocks: Vec<f64> = (0..self.points.len())
            .into_par_iter()
            .step_by(BLOCK)
            .map(|first| (first..(first + BLOCK).min(self.points.len())).map(weighted).sum())
            .collect();
        blocks.iter().sum()
    }
}

/// The Frobenius norm of the difference.
fn shift(old: &Array2<f32>, new: &Array2<f32>) -> f64 {
    old.iter().zip(new).map(|(&old, &new)| (f64::from(old) - f64::from(new)).powi(2)).sum::<f64>().sqrt()
}
