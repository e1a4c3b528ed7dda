//! The best of several runs of Lloyd's algorithm.

use linfa::DatasetBase;
use linfa::traits::Fit;
use linfa_clustering::{KMeans, KMeansInit};
use ndarray::{Array2, Axis};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;

use super::distance::FastEuclidean;
use super::repair::fill_empty;
use super::seeding::greedy_plus_plus;
use super::{Assignment, assign};
use crate::rows::add;
use crate::{ClusterError, UnitRows};

/// Iterations of `linfa`'s solver at most.
const ITERATIONS: u64 = 15;
/// Shift of the whole centroid matrix below which a run has converged; absolute, as `linfa` takes it.
const TOLERANCE: f32 = 1e-2;
/// Exact iterations after `linfa`'s at most.
const POLISH: usize = 40;

/// One result of k-means.
#[derive(Debug, Clone, PartialEq)]
pub struct KMeansFit {
    /// Means of the clusters, shape `(k, width)`.
    pub centroids: Array2<f32>,
    /// Cluster of every row, below `k`.
    pub labels: Vec<usize>,
    /// Sum of squared distances of the rows to the centroids.
    pub inertia: f64,
}

impl KMeansFit {
    /// Number of clusters.
    #[must_use]
    pub fn k(&self) -> usize {
        self.centroids.nrows()
    }
}

/// Fits `k` clusters; the best of `restarts` seeded runs by inertia, ties by lower run.
///
/// No cluster is empty; there are fewer than `k` where there are fewer different rows. Euclidean: against known
/// subject areas of papers neither it nor spherical k-means was clearly better (V-measure, ARI and AMI within the
/// spread of seeds), and this one needs no step of its own. Deterministic in `seed`, whatever the number of threads.
///
/// # Errors
/// [`ClusterError::NoTopics`] for `k = 0`, [`ClusterError::Fit`] where the solver fails.
pub fn fit(rows: &UnitRows, k: usize, restarts: usize, seed: u64) -> Result<KMeansFit, ClusterError> {
    if k == 0 {
        return Err(ClusterError::NoTopics);
    }
    let runs: Vec<KMeansFit> = (0..restarts.max(1))
        .into_par_iter()
        .map(|run| {
            let mut random = Xoshiro256PlusPlus::seed_from_u64(mix(seed, k, run));
            let start = greedy_plus_plus(rows, k, &mut random);
            fit_from(rows, rows.select(&start).view().to_owned())
        })
        .collect::<Result<_, _>>()?;
    let best = runs.into_iter().reduce(|best, run| if run.inertia < best.inertia { run } else { best });
    best.ok_or_else(|| failure(rows, k, "no run"))
}

/// Fits as many clusters as `start` has rows, from those centroids, shape `(k, width)`.
///
/// # Errors
/// [`ClusterError::Fit`] where the shapes do not agree or the solver fails.
pub fn fit_from(rows: &UnitRows, start: Array2<f32>) -> Result<KMeansFit, ClusterError> {
    let k = start.nrows();
    if start.ncols() != rows.width() {
        return Err(failure(rows, k, "centroids of another width"));
    }
    if rows.is_empty() || k == 0 {
        return Ok(KMeansFit { centroids: start, labels: Vec::new(), inertia: 0.0 });
    }
    let centroids = if k == 1 { start } else { solve(rows, start)? };
    Ok(polish(rows, centroids))
}

/// `linfa` counts the old centroid as one more row of its cluster, so small clusters move slowly and an empty one
/// stays; [`polish`] finishes both. Only the centroids are taken: its counts belong to another run.
fn solve(rows: &UnitRows, start: Array2<f32>) -> Result<Array2<f32>, ClusterError> {
    let k = start.nrows();
    let model = KMeans::params_with(k, Xoshiro256PlusPlus::seed_from_u64(0), FastEuclidean)
        .n_runs(1)
        .max_n_iterations(ITERATIONS)
        .tolerance(TOLERANCE)
        .init_method(KMeansInit::Precomputed(start))
        .fit(&DatasetBase::from(rows.view()))
        .map_err(|error| failure(rows, k, &error.to_string()))?;
    Ok(model.centroids().clone())
}

/// Plain Lloyd iterations with exact means and no empty cluster, until no row moves.
fn polish(rows: &UnitRows, mut centroids: Array2<f32>) -> KMeansFit {
    let k = centroids.nrows();
    let mut best = Assignment::default();
    for _ in 0..POLISH {
        let mut next = assign(rows, &centroids);
        fill_empty(rows, k, &mut next);
        let settled = next.labels == best.labels;
        best = next;
        if settled {
            break;
        }
        centroids = means(rows, &best.labels, k);
    }
    finish(rows, &best.labels, k)
}

/// Numbers the clusters that hold a row from 0, in their order, and takes their exact means.
fn finish(rows: &UnitRows, labels: &[usize], k: usize) -> KMeansFit {
    let mut used = 0;
    let mut next = |label: usize| {
        let number = labels.contains(&label).then_some(used);
        used += usize::from(number.is_some());
        number
    };
    let number: Vec<Option<usize>> = (0..k).map(&mut next).collect();
    let labels: Vec<usize> = labels.iter().filter_map(|&label| number[label]).collect();
    let centroids = means(rows, &labels, used);
    let inertia = inertia(rows, &labels, &centroids);
    KMeansFit { centroids, labels, inertia }
}

/// Means of the clusters in f64, in row order; shape `(k, width)`, zeros for an empty cluster.
pub(crate) fn means(rows: &UnitRows, labels: &[usize], k: usize) -> Array2<f32> {
    let mut sums = Array2::<f64>::zeros((k, rows.width()));
    let mut sizes = vec![0_usize; k];
    for (row, &label) in labels.iter().enumerate() {
        sizes[label] += 1;
        if let Some(sum) = sums.row_mut(label).as_slice_mut() {
            add(sum, rows.row(row));
        }
    }
    for (mut sum, size) in sums.axis_iter_mut(Axis(0)).zip(sizes) {
        sum /= size.max(1) as f64;
    }
    sums.mapv(|value| value as f32)
}

fn inertia(rows: &UnitRows, labels: &[usize], centroids: &Array2<f32>) -> f64 {
    let mut total = 0.0;
    for (row, &label) in labels.iter().enumerate() {
        if let Some(centroid) = centroids.row(label).as_slice() {
            total += f64::from(papermap_kernels::squared_distance(rows.row(row), centroid));
        }
    }
    total
}

fn failure(rows: &UnitRows, topics: usize, detail: &str) -> ClusterError {
    ClusterError::Fit { topics, rows: rows.len(), detail: detail.to_owned() }
}

/// One seed for each run of each number of clusters.
fn mix(seed: u64, k: usize, run: usize) -> u64 {
    let odd = 0x9e37_79b9_7f4a_7c15_u64;
    seed.wrapping_add((k as u64).wrapping_mul(odd))
        .rotate_left(17)
        .wrapping_add((run as u64).wrapping_mul(odd))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{blobs, in_pool};

    #[test]
    fn finds_clear_groups() {
        let rows = blobs(&[30, 5, 12], 16, 0.1, 2);
        let fit = fit(&rows, 3, 8, 1).unwrap();
        let first: Vec<usize> = [0, 30, 35].iter().map(|&row| fit.labels[row]).collect();
        for (row, label) in fit.labels.iter().enumerate() {
            let group = [30, 35, 47].iter().position(|end| row < *end).unwrap();
            assert_eq!(*label, first[group]);
        }
    }

    #[test]
    fn one_thread_and_four_give_the_same_bits() {
        let rows = blobs(&[700, 300, 900, 400], 32, 0.6, 5);
        let run = || fit(&rows, 7, 3, 9).unwrap();
        assert_eq!(in_pool(1, run), in_pool(4, run));
    }

    #[test]
    fn as_many_clusters_as_rows_and_no_more() {
        let rows = blobs(&[1, 1, 1, 1, 1], 8, 0.0, 4);
        assert_eq!(fit(&rows, 5, 4, 0).unwrap().k(), 5);
        let twice = rows.select(&[0, 0, 1, 1, 2, 2]);
        assert_eq!(fit(&twice, 6, 4, 0).unwrap().k(), 3);
    }

    #[test]
    fn duplicate_centroids_leave_no_empty_cluster() {
        let rows = blobs(&[20, 20], 8, 0.3, 6);
        let start = rows.select(&[0, 0, 0, 0]).view().to_owned();
        let fit = fit_from(&rows, start).unwrap();
        assert_eq!(fit.k(), 4);
        assert!((0..4).all(|cluster| fit.labels.contains(&cluster)));
    }

    #[test]
    fn a_wrong_width_is_an_error_not_a_panic() {
        let rows = blobs(&[4], 8, 0.1, 0);
        assert!(matches!(fit_from(&rows, Array2::zeros((2, 5))), Err(ClusterError::Fit { .. })));
        assert_eq!(fit(&rows, 0, 1, 0), Err(ClusterError::NoTopics));
    }
}
