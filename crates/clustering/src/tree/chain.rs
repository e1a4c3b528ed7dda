//! Ward's merges by nearest-neighbour chains.

use ndarray::Array2;
use papermap_kernels::squared_distance;
use rayon::prelude::*;

use super::Merge;

/// All merges of the leaves, by rising cost, children before parents.
pub(super) fn merges(centres: &Array2<f32>, sizes: &[usize]) -> Vec<Merge> {
    let mut parts = Parts::new(centres, sizes);
    let mut chain: Vec<usize> = Vec::new();
    let mut merges = Vec::with_capacity(sizes.len().saturating_sub(1));
    while merges.len() + 1 < sizes.len() {
        let Some(tip) = chain.last().copied().or_else(|| parts.first()) else { break };
        if chain.is_empty() {
            chain.push(tip);
        }
        let before = chain.len().checked_sub(2).map(|index| chain[index]);
        let Some(nearest) = parts.nearest(tip, before) else { break };
        if before == Some(nearest) {
            chain.truncate(chain.len() - 2);
            merges.push(parts.merge(tip.min(nearest), tip.max(nearest)));
        } else {
            chain.push(nearest);
        }
    }
    merges.sort_by(|a, b| a.cost.total_cmp(&b.cost));
    merges
}

/// Parts of the tree that are not yet merged, each known by its lowest leaf.
struct Parts {
    /// Rows in each part; 0 for a leaf that has become part of a lower one.
    sizes: Vec<f64>,
    /// Cost of the merge that made each part.
    made_at: Vec<f64>,
    /// Cost of merging any two.
    costs: Vec<Vec<f64>>,
}

impl Parts {
    fn new(centres: &Array2<f32>, sizes: &[usize]) -> Self {
        let centres = centres.as_standard_layout();
        let sizes: Vec<f64> = sizes.iter().map(|size| *size as f64).collect();
        let cost = |a: usize, b: usize| {
            let (Some(left), Some(right)) = (centres.row(a).to_slice(), centres.row(b).to_slice()) else {
                return 0.0;
            };
            f64::from(squared_distance(left, right)) * sizes[a] * sizes[b] / (sizes[a] + sizes[b])
        };
        let costs = (0..sizes.len()).into_par_iter().map(|a| (0..sizes.len()).map(|b| cost(a, b)).collect());
        Self { costs: costs.collect(), made_at: vec![0.0; sizes.len()], sizes }
    }

    fn first(&self) -> Option<usize> {
        self.sizes.iter().position(|size| *size > 0.0)
    }

    /// The part that `part` merges with at least cost, ties to `preferred`, then to the lowest.
    fn nearest(&self, part: usize, preferred: Option<usize>) -> Option<usize> {
        let mut best = preferred;
        for other in (0..self.sizes.len()).filter(|&other| other != part && self.sizes[other] > 0.0) {
            if best.is_none_or(|best| self.costs[part][other] < self.costs[part][best]) {
                best = Some(other);
            }
        }
        best
    }

    /// Makes `from` a part of `into`.
    fn merge(&mut self, into: usize, from: usize) -> Merge {
        let both = self.costs[into][from];
        let (a, b) = (self.sizes[into], self.sizes[from]);
        for other in 0..self.sizes.len() {
            let c = self.sizes[other];
            if c > 0.0 && other != into && other != from {
                let sum = (a + c) * self.costs[into][other] + (b + c) * self.costs[from][other] - c * both;
                let cost = (sum / (a + b + c)).max(0.0);
                self.costs[into][other] = cost;
                self.costs[other][into] = cost;
            }
        }
        self.sizes[into] = a + b;
        self.sizes[from] = 0.0;
        self.made_at[into] = both.max(self.made_at[into]).max(self.made_at[from]);
        Merge { first: into, second: from, cost: self.made_at[into] }
    }
}
