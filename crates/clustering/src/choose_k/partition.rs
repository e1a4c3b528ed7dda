//! Topics from fine cells: one tree serves every number of topics.

use linfa::traits::Fit;
use linfa::{DatasetBase, ParamGuard};
use ndarray::{Array2, ArrayView1, ArrayView2};
use rayon::prelude::*;

use super::quality::sizes;
use crate::kmeans::{Init, KMeansModel, KMeansParams, fit_from, means, products};
use crate::tree::Tree;
use crate::{ClusterError, UnitRows};

/// Cells that a tree stands on.
const CELLS: usize = 300;
/// Cells for each topic at least; where there would be fewer rows than cells, every row is one.
const CELLS_A_TOPIC: usize = 3;
/// Most cells; the tree needs memory and time by their square.
pub(crate) const MOST_CELLS: usize = 2000;
/// Rows for each cell that k-means looks for cells among.
const ROWS_A_CELL: usize = 20;

/// Iterations of k-means for cells at most.
const CELL_ITERATIONS: usize = 100;
/// Trees of which the best is taken.
const TREES: u64 = 8;
/// Rows that trees are compared on at most.
const MOST_COMPARED: usize = 12_000;

/// Rows in fine cells, and the tree over these.
pub(crate) struct Cells {
    means: Array2<f32>,
    sizes: Vec<usize>,
    tree: Tree,
}

impl Cells {
    /// Cells fine enough for `topics` topics.
    ///
    /// Up to a few hundred rows, each is a cell of its own, and no random choice is left. Of more, k-means looks for
    /// cells among a sample that hardly changes when a few rows come or go; its cost does not grow with `rows`, apart from
    /// one assignment.
    pub(crate) fn over(rows: &UnitRows, topics: usize, init: Init, seed: u64) -> Result<Self, ClusterError> {
        let cells = (CELLS_A_TOPIC * topics).clamp(CELLS, MOST_CELLS.max(topics));
        let (means, sizes) = if rows.len() <= cells {
            (rows.view().to_owned(), vec![1; rows.len()])
        } else {
            found(rows, cells, init, seed)?
        };
        let tree = Tree::over(&means, &sizes);
        Ok(Self { means, sizes, tree })
    }

    /// Means of `k` topics by the tree, shape `(k, width)`; fewer where there are fewer cells.
    pub(crate) fn centres(&self, k: usize) -> Array2<f32> {
        let groups = self.tree.cut(k);
        let used = groups.iter().max().map_or(0, |last| last + 1);
        let mut sums = Array2::<f64>::zeros((used, self.means.ncols()));
        let mut rows = vec![0.0; used];
        for ((cell, &group), &size) in self.means.rows().into_iter().zip(&groups).zip(&self.sizes) {
            rows[group] += size as f64;
            sums.row_mut(group).zip_mut_with(&cell, |sum, value| *sum += size as f64 * f64::from(*value));
        }
        sums.rows_mut().into_iter().zip(rows).for_each(|(mut sum, rows)| sum /= f64::max(rows, 1.0));
        sums.mapv(|value| value as f32)
    }

    /// `k` topics of `rows`: the cut of the tree, then k-means from there.
    pub(crate) fn topics(&self, rows: &UnitRows, k: usize) -> Result<KMeansModel, ClusterError> {
        fit_from(rows, &self.centres(k))
    }
}

fn found(
    rows: &UnitRows,
    cells: usize,
    init: Init,
    seed: u64,
) -> Result<(Array2<f32>, Vec<usize>), ClusterError> {
    let sample = rows.select(&drawn(rows, cells * ROWS_A_CELL, seed));
    let labels = nearest(rows, &cell_centres(&sample, cells, init, seed)?);
    let found = sizes(&labels, cells);
    let means = means(rows, &labels, cells);
    let used: Vec<usize> = (0..cells).filter(|&cell| found[cell] > 0).collect();
    Ok((means.select(ndarray::Axis(0), &used), used.into_iter().map(|cell| found[cell]).collect()))
}

fn cell_centres(rows: &UnitRows, cells: usize, init: Init, seed: u64) -> Result<Array2<f32>, ClusterError> {
    let params = KMeansParams::new(cells).init(init).max_iterations(CELL_ITERATIONS).seed(seed).check()?;
    Ok(params.fit(&DatasetBase::from(rows.view()))?.centroids)
}

/// `k` topics of `rows`, the best by inertia of those of eight trees over different cells, ties by lower tree.
///
/// Of very many rows a sample decides between the trees, and k-means goes on with all.
pub(crate) fn best_topics(rows: &UnitRows, k: usize, seed: u64) -> Result<KMeansModel, ClusterError> {
    let sample = rows.select(&drawn(rows, MOST_COMPARED, seed));
    let trees = if sample.len() <= CELLS { 1 } else { TREES };
    let of = |tree: u64| Cells::over(&sample, k, Init::PlusPlus, seed.wrapping_add(tree))?.topics(&sample, k);
    let found: Vec<KMeansModel> = (0..trees).into_par_iter().map(of).collect::<Result<_, ClusterError>>()?;
    let best = found.into_iter().reduce(|best, one| if one.inertia < best.inertia { one } else { best });
    let best = best.ok_or(ClusterError::NoTopics)?;
    if sample.len() == rows.len() { Ok(best) } else { fit_from(rows, &best.centroids) }
}

/// The nearest centre of every row, ties by lower index; `centres` has shape `(k, width)`. Cost `O(n k width)`.
pub(crate) fn nearest(rows: &UnitRows, centres: &Array2<f32>) -> Vec<usize> {
    let halves = half_squares(centres);
    let read = |block: ArrayView2<'_, f32>| -> Vec<usize> {
        block.rows().into_iter().map(|products| greatest(products, &halves)).collect()
    };
    products(rows, centres, read).into_iter().flatten().collect()
}

/// Half of the squared length of every centre: less it, the greatest product of a row belongs to its nearest centre.
pub(crate) fn half_squares(centres: &Array2<f32>) -> Vec<f32> {
    let half = |row: ArrayView1<'_, f32>| row.iter().map(|value| value * value).sum::<f32>() / 2.0;
    centres.rows().into_iter().map(half).collect()
}

fn greatest(products: ArrayView1<'_, f32>, halves: &[f32]) -> usize {
    let scores = products.iter().zip(halves).map(|(product, half)| product - half).enumerate();
    scores.fold((0, f32::NEG_INFINITY), |best, one| if one.1 > best.1 { one } else { best }).0
}

/// At most `most` rows, in their order, by a hash of their values and `seed`: when a row comes or goes, the others stay
/// drawn or not, apart from one.
pub(crate) fn drawn(rows: &UnitRows, most: usize, seed: u64) -> Vec<usize> {
    let mut order: Vec<(u64, usize)> = (0..rows.len()).map(|row| (hash(rows.row(row), seed), row)).collect();
    if most < order.len() {
        order.sort_unstable();
        order.truncate(most);
    }
    let mut drawn: Vec<usize> = order.into_iter().map(|(_, row)| row).collect();
    drawn.sort_unstable();
    drawn
}

/// FNV-1a over words (Fowler, Noll and Vo), so that it is the same on every machine, then mixed.
fn hash(values: &[f32], seed: u64) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325 ^ seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    for value in values {
        hash = (hash ^ u64::from(value.to_bits())).wrapping_mul(0x0100_0000_01b3);
    }
    hash = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    hash = (hash ^ (hash >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    hash ^ (hash >> 31)
}

#[cfg(test)]
mod tests {
    use papermap_kernels::squared_distance;

    use super::*;
    use crate::testing::blobs;

    #[test]
    fn nearest_agrees_with_one_distance_at_a_time() {
        let rows = blobs(&[300, 211, 90], 24, 0.5, 3);
        let centres = rows.select(&[0, 17, 330, 520]).view().to_owned() * 0.9;
        for (row, label) in nearest(&rows, &centres).into_iter().enumerate() {
            let distance =
                |centre: usize| squared_distance(rows.row(row), centres.row(centre).to_slice().unwrap());
            assert!((0..4).all(|other| distance(label) <= distance(other) + 1e-5));
        }
    }

    #[test]
    fn a_row_more_changes_at_most_one_drawn_row() {
        let rows = blobs(&[200], 8, 0.9, 3);
        let fewer = rows.select(&(0..200).filter(|row| *row != 57).collect::<Vec<_>>());
        let of = |rows: &UnitRows| -> Vec<Vec<u32>> {
            let bits = |row: usize| rows.row(row).iter().map(|value| value.to_bits()).collect();
            drawn(rows, 50, 9).into_iter().map(bits).collect()
        };
        let (all, fewer) = (of(&rows), of(&fewer));
        assert_eq!(all.len(), 50);
        assert!(all.iter().filter(|row| !fewer.contains(row)).count() <= 1);
        assert_ne!(drawn(&rows, 50, 9), drawn(&rows, 50, 10));
        assert_eq!(drawn(&rows, 200, 9), (0..200).collect::<Vec<_>>());
    }

    #[test]
    fn cells_keep_clear_groups_and_every_row() {
        let rows = blobs(&[500, 40, 300], 16, 0.3, 5);
        let cells = Cells::over(&rows, 3, Init::Rows, 1).unwrap();
        assert_eq!(cells.sizes.iter().sum::<usize>(), 840);
        assert_eq!(cells.centres(3).nrows(), 3);
        let labels = cells.topics(&rows, 3).unwrap().labels;
        for group in [&labels[..500], &labels[500..540], &labels[540..]] {
            assert!(group.iter().all(|label| *label == group[0]));
        }
    }
}
