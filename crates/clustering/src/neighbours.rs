//! Nearest rows by cosine, and how near is near.

use ndarray::ArrayView1;
use papermap_kernels::dot;
use papermap_kernels::matrix::PackedMatrix;
use rayon::prelude::*;

use crate::product::{pack, products};
use crate::step::{OnStep, report};
use crate::{ClusterError, UnitRows};

/// Rows that one matrix product takes on either side; fixed, so that results do not depend on threads.
const BLOCK: usize = 512;
/// Blocks that a thread works on between two reports.
const BLOCKS_A_THREAD: usize = 4;
/// Rows that the floor is calibrated on at most.
const CALIBRATED: usize = 400;
/// Least floor: under this cosine sentence vectors have nothing to do with each other, whatever the corpus.
const LEAST_FLOOR: f32 = 0.2;
/// Greatest floor: above this cosine two texts share a subject, however dense the corpus.
const GREATEST_FLOOR: f32 = 0.33;
/// Floor where there are too few papers to tell.
const USUAL_FLOOR: f32 = 0.25;
/// Papers from which on the corpus tells.
const TELLING: usize = 10;
/// Share of the corpus' typical nearest-neighbour cosine that a hit must reach.
const SHARE_OF_TYPICAL: f32 = 0.5;

/// The `n` rows most similar to the unit vector `query` with their cosines, best first, ties by lower row.
///
/// Cost is `O(rows width)`, in parallel. A query of another width finds nothing.
#[must_use]
pub fn nearest(rows: &UnitRows, query: &[f32], n: usize) -> Vec<(usize, f32)> {
    if query.len() != rows.width() {
        return Vec::new();
    }
    let cosines: Vec<f32> = (0..rows.len()).into_par_iter().map(|row| dot(rows.row(row), query)).collect();
    let mut best = Best::new(n);
    cosines.into_iter().enumerate().for_each(|(row, cosine)| best.offer(row, cosine));
    best.found
}

/// The `n` most similar other rows of every row, best first, ties by lower row.
///
/// Exact, by blocked matrix products: cost is `O(rows² width)` time and `O(rows n)` memory. Progress counts blocks of
/// 512 rows.
///
/// # Errors
/// [`ClusterError::Cancelled`] where `on_step` says stop.
pub fn nearest_of_all(
    rows: &UnitRows,
    n: usize,
    on_step: OnStep<'_>,
) -> Result<Vec<Vec<(usize, f32)>>, ClusterError> {
    let blocks = rows.blocks(BLOCK);
    let packed: Vec<PackedMatrix> = blocks.par_iter().map(|block| pack(block, rows.width())).collect();
    let at_once = rayon::current_num_threads() * BLOCKS_A_THREAD;
    let mut found = Vec::with_capacity(rows.len());
    for (round, blocks_now) in blocks.chunks(at_once).enumerate() {
        let first = round * at_once;
        report(on_step, first, blocks.len())?;
        let now: Vec<Vec<Vec<(usize, f32)>>> = blocks_now
            .par_iter()
            .enumerate()
            .map(|(index, block)| nearest_of_block(block, (first + index) * BLOCK, &packed, n))
            .collect();
        found.extend(now.into_iter().flatten());
    }
    Ok(found)
}

/// The nearest rows of each row of `block`, which starts at row `start`.
fn nearest_of_block(
    block: &[f32],
    start: usize,
    packed: &[PackedMatrix],
    n: usize,
) -> Vec<Vec<(usize, f32)>> {
    let mut best = Vec::new();
    for (index, other) in packed.iter().enumerate() {
        let products = products(block, other);
        best.resize_with(products.nrows(), || Best::new(n));
        for (row, products) in products.rows().into_iter().enumerate() {
            offer_all(&mut best[row], products, index * BLOCK, start + row);
        }
    }
    best.into_iter().map(|best| best.found).collect()
}

fn offer_all(best: &mut Best, products: ArrayView1<'_, f32>, first: usize, except: usize) {
    for (index, &cosine) in products.iter().enumerate() {
        if cosine > best.floor() && first + index != except {
            best.offer(first + index, cosine);
        }
    }
}

/// The best rows so far, offered in rising order of rows.
struct Best {
    most: usize,
    found: Vec<(usize, f32)>,
}

impl Best {
    fn new(most: usize) -> Self {
        Self { most, found: Vec::new() }
    }

    /// What a row must exceed to be taken.
    fn floor(&self) -> f32 {
        match self.found.last() {
            Some(last) if self.found.len() == self.most => last.1,
            _ => f32::NEG_INFINITY,
        }
    }

    fn offer(&mut self, row: usize, cosine: f32) {
        if self.most == 0 || cosine <= self.floor() {
            return;
        }
        let place = self.found.partition_point(|(_, other)| *other >= cosine);
        self.found.insert(place, (row, cosine));
        self.found.truncate(self.most);
    }
}

/// The cosine below which a hit of a query is a weak match in this corpus, 0.2 to 0.33.
///
/// Half of the median cosine between a paper and its nearest other paper, over an even sample of at most 400 papers.
/// Under ten papers, 0.25.
#[must_use]
pub fn weak_floor(rows: &UnitRows) -> f32 {
    if rows.len() < TELLING {
        return USUAL_FLOOR;
    }
    let sample: Vec<usize> = match rows.len() {
        0..=CALIBRATED => (0..rows.len()).collect(),
        n => (0..CALIBRATED).map(|index| index * n / CALIBRATED).collect(),
    };
    let mut nearest: Vec<f32> = sample.into_iter().filter_map(|row| cosine_to_nearest(rows, row)).collect();
    nearest.sort_by(f32::total_cmp);
    let median = nearest.get(nearest.len() / 2).copied().unwrap_or(1.0);
    (median * SHARE_OF_TYPICAL).clamp(LEAST_FLOOR, GREATEST_FLOOR)
}

fn cosine_to_nearest(rows: &UnitRows, row: usize) -> Option<f32> {
    nearest(rows, rows.row(row), 2).into_iter().find(|(other, _)| *other != row).map(|(_, cosine)| cosine)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use std::ops::ControlFlow;

    use super::*;
    use crate::testing::{blobs, in_pool};

    fn slow(rows: &UnitRows, query: &[f32], n: usize) -> Vec<(usize, f32)> {
        let mut all: Vec<(usize, f32)> =
            (0..rows.len()).map(|row| (row, dot(rows.row(row), query))).collect();
        all.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        all.truncate(n);
        all
    }

    proptest! {
        #[test]
        fn agrees_with_sorting_everything(seed in 0_u64..500, size in 1_usize..60, n in 0_usize..70) {
            let rows = blobs(&[size, 3], 8, 0.7, seed).select(&(0..size).chain([0, 0]).collect::<Vec<_>>());
            prop_assert_eq!(nearest(&rows, rows.row(0), n), slow(&rows, rows.row(0), n));
        }
    }

    #[test]
    fn all_at_once_agrees_with_one_at_a_time_on_any_threads() {
        let rows = blobs(&[300, 400, 10], 16, 0.8, 4);
        let run = || nearest_of_all(&rows, 5, &|_, _| ControlFlow::Continue(())).unwrap();
        let all = in_pool(4, run);
        assert_eq!(all, in_pool(1, run));
        let stopped = nearest_of_all(&rows, 5, &|_, _| ControlFlow::Break(()));
        assert_eq!(stopped, Err(ClusterError::Cancelled));
        for (row, found) in all.iter().enumerate() {
            let mut slow = slow(&rows, rows.row(row), 7);
            slow.retain(|(other, _)| *other != row);
            for (got, want) in found.iter().zip(slow) {
                assert!((got.1 - want.1).abs() < 1e-5);
            }
        }
    }

    #[test]
    fn the_floor_follows_the_corpus_within_bounds() {
        let dense = weak_floor(&blobs(&[50], 32, 0.1, 1));
        let sparse = weak_floor(&blobs(&[1; 12], 64, 0.0, 1));
        assert!(dense > sparse);
        for size in 0..5 {
            let floor = weak_floor(&blobs(&vec![1; size], 16, 0.0, 2));
            assert!((LEAST_FLOOR..=GREATEST_FLOOR).contains(&floor));
        }
    }
}
