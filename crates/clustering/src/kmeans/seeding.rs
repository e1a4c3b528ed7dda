//! Where a run starts.

use papermap_kernels::squared_distance;
use rand::Rng;
use rand::seq::index::sample;
use rayon::prelude::*;

use super::points::Points;

/// Rows times clusters up to which k-means++ looks at every row.
const ALL_ROWS: usize = 1 << 22;
/// Rows a cluster in a sample at least.
const ROWS_A_CLUSTER: usize = 32;
/// Rows whose distances to all candidates are computed while they are in the cache; fixed, as sums are by block.
const BLOCK: usize = 64;

/// Draws up to `k` rows at random, in ascending order.
pub(super) fn random_rows(points: &Points<'_>, k: usize, random: &mut impl Rng) -> Vec<usize> {
    sorted_sample(points.len(), k, random)
}

/// Chooses up to `k` rows by greedy k-means++ (Arthur and Vassilvitskii 2007, with `2 + ln k` candidates a step).
///
/// Returns fewer than `k` where there are fewer different rows. The least distances are kept and all candidates of a
/// step are measured in one pass, so the cost is `O(n k width log k)`, of a sample where that is much.
pub(super) fn plus_plus(points: &Points<'_>, k: usize, random: &mut impl Rng) -> Vec<usize> {
    let most = (ALL_ROWS / k.max(1)).max(ROWS_A_CLUSTER.saturating_mul(k));
    let rows = if points.len() <= most {
        (0..points.len()).collect()
    } else {
        sorted_sample(points.len(), most, random)
    };
    Seeding { points, rows }.choose(k, random)
}

fn sorted_sample(rows: usize, size: usize, random: &mut impl Rng) -> Vec<usize> {
    let mut drawn = sample(random, rows, size.min(rows)).into_vec();
    drawn.sort_unstable();
    drawn
}

struct Seeding<'a> {
    points: &'a Points<'a>,
    rows: Vec<usize>,
}

impl Seeding<'_> {
    fn choose(&self, k: usize, random: &mut impl Rng) -> Vec<usize> {
        let alike = vec![1.0; self.rows.len()];
        let Some(first) = self.draw(&alike, 1, random).filter(|_| k > 0) else { return Vec::new() };
        let mut chosen = first.clone();
        let mut least = self.best(&vec![f32::INFINITY; self.rows.len()], &first).1;
        let candidates = 2 + (k as f64).ln() as usize;
        while chosen.len() < k {
            let Some(drawn) = self.draw(&least, candidates, random) else { break };
            let (row, closer) = self.best(&least, &drawn);
            chosen.push(row);
            least = closer;
        }
        chosen
    }

    /// Draws `count` rows with odds of weight times `least`; none where all of these are 0.
    fn draw(&self, least: &[f32], count: usize, random: &mut impl Rng) -> Option<Vec<usize>> {
        let odds = |index: usize| f64::from(self.points.weight(self.rows[index])) * f64::from(least[index]);
        let mut ends = Vec::with_capacity(least.len());
        let mut end = 0.0;
        ends.extend((0..least.len()).map(|index| {
            end += odds(index);
            end
        }));
        if !(end > 0.0 && end.is_finite()) {
            return None;
        }
        let row = |_| {
            let target = random.gen_range(0.0..end);
            self.rows[ends.partition_point(|&end| end <= target).min(least.len() - 1)]
        };
        Some((0..count).map(row).collect())
    }

    /// The candidate that leaves the least sum of distances, ties by the earlier, and the least distances with it.
    fn best(&self, least: &[f32], candidates: &[usize]) -> (usize, Vec<f32>) {
        let blocks: Vec<Vec<Closer>> = self
            .rows
            .par_chunks(BLOCK)
            .zip(least.par_chunks(BLOCK))
            .map(|(rows, least)| candidates.iter().map(|&to| self.closer(rows, least, to)).collect())
            .collect();
        let sum = |candidate: usize| blocks.iter().map(|block| block[candidate].sum).sum::<f64>();
        let best = (0..candidates.len()).min_by(|&a, &b| sum(a).total_cmp(&sum(b))).unwrap_or_default();
        (candidates[best], blocks.into_iter().flat_map(|mut block| block.swap_remove(best).least).collect())
    }

    fn closer(&self, rows: &[usize], least: &[f32], to: usize) -> Closer {
        let target = self.points.row(to);
        let distance =
            |(&row, &least): (&usize, &f32)| squared_distance(self.points.row(row), target).min(least);
        let least: Vec<f32> = rows.iter().zip(least).map(distance).collect();
        let weighted = rows
            .iter()
            .zip(&least)
            .map(|(&row, &least)| f64::from(self.points.weight(row)) * f64::from(least));
        Closer { sum: weighted.sum(), least }
    }
}

/// Least distances of a block with one more centroid, and their weighted sum.
struct Closer {
    least: Vec<f32>,
    sum: f64,
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::UnitRows;
    use crate::testing::blobs;

    fn seeds(rows: &UnitRows, k: usize, seed: u64) -> Vec<usize> {
        plus_plus(&Points::from(rows), k, &mut Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    #[test]
    fn takes_one_row_of_every_clear_group() {
        let rows = blobs(&[40, 3, 20, 7], 16, 0.05, 1);
        for seed in 0..20 {
            let group = |row: usize| [40, 43, 63, 70].iter().position(|end| row < *end).unwrap();
            let mut groups: Vec<usize> = seeds(&rows, 4, seed).into_iter().map(group).collect();
            groups.sort_unstable();
            assert_eq!(groups, [0, 1, 2, 3]);
        }
    }

    #[test]
    fn stops_where_all_rows_are_taken() {
        let rows = blobs(&[1], 8, 0.0, 1).select(&[0, 0, 0]);
        assert_eq!(seeds(&rows, 3, 0).len(), 1);
        assert!(seeds(&rows.select(&[]), 3, 0).is_empty());
    }

    #[test]
    fn a_sample_holds_rows_for_every_cluster() {
        let rows = blobs(&[200; 12], 4, 0.3, 1);
        let seeds = seeds(&rows, 60, 5);
        assert_eq!(seeds.len(), 60);
        assert!(seeds.iter().any(|row| *row >= 2200), "{seeds:?}");
    }
}
