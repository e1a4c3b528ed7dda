//! Sums and means of the clusters, kept while rows move.

use ndarray::Array2;
use rayon::prelude::*;

use super::nearest::Move;
use super::points::Points;

/// Columns that one task sums: for any number of threads, each sum is made in the order of the rows.
const COLUMNS: usize = 64;

/// Sums in f64 of the rows of every cluster.
#[derive(Debug)]
pub(super) struct Sums<'a> {
    points: &'a Points<'a>,
    parts: Vec<Part>,
    weights: Vec<f64>,
    sizes: Vec<usize>,
}

/// Some columns of all sums, shape `(k, width)`.
#[derive(Debug)]
struct Part {
    first: usize,
    width: usize,
    sums: Vec<f64>,
}

impl Part {
    fn of(&mut self, cluster: usize) -> &mut [f64] {
        &mut self.sums[cluster * self.width..(cluster + 1) * self.width]
    }
}

impl<'a> Sums<'a> {
    /// Sums all rows, the cluster of each given.
    pub(super) fn new(points: &'a Points<'a>, labels: &[usize], k: usize) -> Self {
        let part = |first| Part { first, width: COLUMNS.min(points.width() - first), sums: Vec::new() };
        let parts = (0..points.width()).step_by(COLUMNS).map(part).collect();
        let mut new = Self { points, parts, weights: Vec::new(), sizes: Vec::new() };
        new.anew(labels, k);
        new
    }

    /// Follows `moves` to `labels`; sums afresh where more than every third row moved.
    pub(super) fn follow(&mut self, moves: &[Move], labels: &[usize]) {
        if moves.len() > labels.len() / 3 {
            return self.anew(labels, self.sizes.len());
        }
        let points = self.points;
        self.parts.par_iter_mut().for_each(|part| {
            for &Move { row, from, to } in moves {
                points.add(row, part.first, -1.0, part.of(from));
                points.add(row, part.first, 1.0, part.of(to));
            }
        });
        for &Move { row, from, to } in moves {
            let weight = f64::from(points.weight(row));
            self.weights[from] -= weight;
            self.weights[to] += weight;
            self.sizes[from] -= 1;
            self.sizes[to] += 1;
        }
    }

    fn anew(&mut self, labels: &[usize], k: usize) {
        let points = self.points;
        self.parts.par_iter_mut().for_each(|part| {
            part.sums = vec![0.0; k * part.width];
            for (row, &label) in labels.iter().enumerate() {
                points.add(row, part.first, 1.0, part.of(label));
            }
        });
        (self.weights, self.sizes) = (vec![0.0; k], vec![0; k]);
        for (row, &label) in labels.iter().enumerate() {
            self.weights[label] += f64::from(points.weight(row));
            self.sizes[label] += 1;
        }
    }

    /// Means of the clusters, `former` counting as `prior` more rows of each; an empty cluster keeps its former one.
    pub(super) fn means(&self, former: &Array2<f32>, prior: f64) -> Array2<f32> {
        let mut means = former.clone();
        for Part { first, width, sums } in &self.parts {
            for (cluster, sums) in
                sums.chunks_exact(*width).enumerate().filter(|(cluster, _)| self.sizes[*cluster] > 0)
            {
                for (column, sum) in sums.iter().enumerate() {
                    let mean = &mut means[[cluster, first + column]];
                    *mean = ((sum + prior * f64::from(*mean)) / (self.weights[cluster] + prior)) as f32;
                }
            }
        }
        means
    }

    /// Rows in every cluster.
    pub(super) fn sizes(&self) -> &[usize] {
        &self.sizes
    }
}
