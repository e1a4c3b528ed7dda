//! Where k-means starts.

use papermap_kernels::squared_distance;
use rand::Rng;
use rayon::prelude::*;

use crate::UnitRows;

/// Rows from which on the distances to a candidate are computed in parallel.
const PARALLEL_FROM: usize = 2048;

/// Chooses `k` rows by greedy k-means++ (Arthur and Vassilvitskii 2007, with `2 + ln k` candidates a step).
///
/// Returns fewer than `k` where there are fewer different rows. Keeps a running least distance, so the cost is
/// `O(n k width log k)`.
pub(crate) fn greedy_plus_plus(rows: &UnitRows, k: usize, random: &mut impl Rng) -> Vec<usize> {
    if rows.is_empty() || k == 0 {
        return Vec::new();
    }
    let candidates = 2 + (k as f64).ln() as usize;
    let first = random.gen_range(0..rows.len());
    let mut chosen = vec![first];
    let mut least = distances(rows, first);
    while chosen.len() < k {
        let Some((row, closer)) = best_candidate(rows, &least, candidates, random) else { break };
        chosen.push(row);
        least = closer;
    }
    chosen
}

fn best_candidate(
    rows: &UnitRows,
    least: &[f32],
    candidates: usize,
    random: &mut impl Rng,
) -> Option<(usize, Vec<f32>)> {
    let total: f64 = sum(least);
    if total <= 0.0 {
        return None;
    }
    let mut best: Option<(f64, usize, Vec<f32>)> = None;
    for _ in 0..candidates {
        let row = draw(least, random.gen_range(0.0..total))?;
        let mut closer = distances(rows, row);
        closer.iter_mut().zip(least).for_each(|(new, old)| *new = new.min(*old));
        let potential = sum(&closer);
        if best.as_ref().is_none_or(|(least, ..)| potential < *least) {
            best = Some((potential, row, closer));
        }
    }
    best.map(|(_, row, closer)| (row, closer))
}

/// The row at `target` on the line of all weights laid end to end; never a row of weight 0.
fn draw(weights: &[f32], target: f64) -> Option<usize> {
    let mut passed = 0.0;
    for (index, weight) in weights.iter().enumerate() {
        passed += f64::from(*weight);
        if passed > target {
            return Some(index);
        }
    }
    weights.iter().rposition(|weight| *weight > 0.0)
}

fn distances(rows: &UnitRows, to: usize) -> Vec<f32> {
    let target = rows.row(to);
    let distance = |index| squared_distance(rows.row(index), target);
    if rows.len() < PARALLEL_FROM {
        return (0..rows.len()).map(distance).collect();
    }
    (0..rows.len()).into_par_iter().map(distance).collect()
}

fn sum(values: &[f32]) -> f64 {
    values.iter().copied().map(f64::from).sum()
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::testing::blobs;

    #[test]
    fn takes_one_row_of_every_clear_group() {
        let rows = blobs(&[40, 3, 20, 7], 16, 0.05, 1);
        for seed in 0..20 {
            let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut groups: Vec<usize> = greedy_plus_plus(&rows, 4, &mut random)
                .into_iter()
                .map(|row| [40, 43, 63, 70].iter().position(|end| row < *end).unwrap())
                .collect();
            groups.sort_unstable();
            assert_eq!(groups, [0, 1, 2, 3]);
        }
    }

    #[test]
    fn stops_where_all_rows_are_taken() {
        let rows = blobs(&[1], 8, 0.0, 1).select(&[0, 0, 0]);
        let mut random = Xoshiro256PlusPlus::seed_from_u64(0);
        assert_eq!(greedy_plus_plus(&rows, 3, &mut random).len(), 1);
    }
}
