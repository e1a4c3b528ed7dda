//! Nearest rows by cosine, and how near is near.

mod all;
mod best;
mod some;

use papermap_kernels::dot;
use rayon::prelude::*;

pub use all::nearest_of_all;
pub(crate) use some::nearest_of;

use crate::UnitRows;
use best::Best;

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
    best.into_found()
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
    let near = nearest_of(rows, &rows.select(&sample), 2).into_iter().zip(sample);
    let other = |(near, row): (Vec<(usize, f32)>, usize)| near.into_iter().find(|(other, _)| *other != row);
    let mut nearest: Vec<f32> = near.filter_map(other).map(|(_, cosine)| cosine).collect();
    nearest.sort_by(f32::total_cmp);
    let median = nearest.get(nearest.len() / 2).copied().unwrap_or(1.0);
    (median * SHARE_OF_TYPICAL).clamp(LEAST_FLOOR, GREATEST_FLOOR)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing::blobs;

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
