//! The same search on part of the papers, again and again.

use ndarray::Array2;
use rayon::prelude::*;

use super::partition::{Cells, drawn, nearest};
use crate::kmeans::Init;
use crate::step::{OnStep, report};
use crate::{ClusterError, UnitRows};

/// Rows that runs are drawn from at most, unless there are very many topics.
const POOL: usize = 4000;
/// Rows in the pool for each topic at least.
const ROWS_A_TOPIC: usize = 20;
/// Share of the pool in a run.
const SHARE: f64 = 0.8;
/// Runs.
const RUNS: usize = 20;
/// Runs between two reports; fixed, so that memory is bounded.
const AT_ONCE: usize = 4;

/// The rows that runs are drawn from, at most `max(4000, 20 topics)`, in their order.
pub(crate) fn pool(rows: &UnitRows, topics: usize, seed: u64) -> Vec<usize> {
    drawn(rows, POOL.max(ROWS_A_TOPIC * topics), seed)
}

/// Centres of the topics of every run, for every number of topics in `numbers`: `[run][number]`, shape `(k, width)`.
///
/// Every run takes 80 % of `pool`, finds fine cells from random rows and their tree with a seed of its own, cuts it for every number, and
/// lets k-means go on from there.
pub(crate) fn runs(
    pool: &UnitRows,
    numbers: &[usize],
    seed: u64,
    on_step: OnStep<'_>,
) -> Result<Vec<Vec<Array2<f32>>>, ClusterError> {
    let seeds: Vec<u64> = (1..=RUNS as u64).map(|run| seed.wrapping_add(run)).collect();
    let mut found = Vec::with_capacity(RUNS);
    for seeds in seeds.chunks(AT_ONCE) {
        report(on_step, found.len(), RUNS)?;
        let some: Result<Vec<_>, _> = seeds.par_iter().map(|&seed| one_run(pool, numbers, seed)).collect();
        found.extend(some?);
    }
    report(on_step, RUNS, RUNS)?;
    Ok(found)
}

fn one_run(pool: &UnitRows, numbers: &[usize], seed: u64) -> Result<Vec<Array2<f32>>, ClusterError> {
    let rows = pool.select(&drawn(pool, (pool.len() as f64 * SHARE).ceil() as usize, seed));
    let most = numbers.iter().copied().max().unwrap_or(1);
    let cells = Cells::over(&rows, most, Init::Rows, seed)?;
    numbers.iter().map(|&k| Ok(cells.topics(&rows, k)?.centroids)).collect()
}

/// How well each of `k` topics comes back: its greatest Jaccard index with a topic of a run, on all rows, each in the
/// topic of the run with the nearest centre; mean over runs, 0 to 1 (clusterwise stability, Hennig 2007).
pub(crate) fn recurrence(rows: &UnitRows, labels: &[usize], k: usize, runs: &[&Array2<f32>]) -> Vec<f64> {
    let mut total = vec![0.0; k];
    for centres in runs {
        let again = nearest(rows, centres);
        let best = greatest_overlaps(labels, k, &again, centres.nrows());
        total.iter_mut().zip(best).for_each(|(total, best)| *total += best);
    }
    total.into_iter().map(|total| total / runs.len().max(1) as f64).collect()
}

fn greatest_overlaps(labels: &[usize], k: usize, again: &[usize], groups: usize) -> Vec<f64> {
    let mut both = vec![vec![0_usize; groups]; k];
    let mut sizes = vec![0_usize; groups];
    for (&label, &group) in labels.iter().zip(again) {
        both[label][group] += 1;
        sizes[group] += 1;
    }
    let greatest = |both: Vec<usize>| {
        let size: usize = both.iter().sum();
        let overlaps =
            both.iter().zip(&sizes).map(|(both, other)| *both as f64 / (size + other - both).max(1) as f64);
        overlaps.fold(0.0, f64::max)
    };
    both.into_iter().map(greatest).collect()
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::testing::{blobs, in_pool};

    fn centres(rows: &UnitRows, numbers: &[usize]) -> Vec<Vec<Array2<f32>>> {
        runs(rows, numbers, 3, &|_, _| ControlFlow::Continue(())).unwrap()
    }

    #[test]
    fn clear_topics_come_back_and_halves_do_not() {
        let rows = blobs(&[30, 30, 30], 16, 0.3, 4);
        let all = centres(&rows, &[3, 4]);
        let labels: Vec<usize> = (0..90).map(|row| row / 30).collect();
        let stable = recurrence(&rows, &labels, 3, &all.iter().map(|run| &run[0]).collect::<Vec<_>>());
        assert!(stable.iter().all(|stability| (stability - 1.0).abs() < 1e-9));
        let split: Vec<usize> = (0..90).map(|row| if row % 6 == 0 { 3 } else { row / 30 }).collect();
        let loose = recurrence(&rows, &split, 4, &all.iter().map(|run| &run[1]).collect::<Vec<_>>());
        assert!(loose[3] < 0.5, "{loose:?}");
    }

    #[test]
    fn threads_do_not_matter_and_it_stops_when_told() {
        let rows = blobs(&[300, 200, 150], 16, 0.9, 4);
        assert_eq!(in_pool(1, || centres(&rows, &[2, 5])), in_pool(4, || centres(&rows, &[2, 5])));
        assert_eq!(runs(&rows, &[2], 1, &|_, _| ControlFlow::Break(())), Err(ClusterError::Cancelled));
    }

    #[test]
    fn no_topic_is_no_stability() {
        assert!(recurrence(&blobs(&[3], 8, 0.1, 1), &[], 0, &[]).is_empty());
        assert_eq!(greatest_overlaps(&[0, 0, 1], 3, &[1, 1, 1], 2), [2.0 / 3.0, 1.0 / 3.0, 0.0]);
    }
}
