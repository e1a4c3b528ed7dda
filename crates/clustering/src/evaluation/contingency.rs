//! How many papers two labellings put together.

use std::collections::BTreeMap;

/// The contingency table of two labellings of the same papers.
#[derive(Debug, Default)]
pub(super) struct Contingency {
    /// Papers by the pair of their labels; none is 0.
    cells: BTreeMap<(usize, usize), u64>,
    /// Papers by the first label.
    left: BTreeMap<usize, u64>,
    /// Papers by the second label.
    right: BTreeMap<usize, u64>,
    total: u64,
}

impl Contingency {
    /// Counts; where one labelling is longer, the rest of it is left out.
    pub(super) fn new(a: &[usize], b: &[usize]) -> Self {
        let mut table = Self::default();
        for (&a, &b) in a.iter().zip(b) {
            *table.cells.entry((a, b)).or_default() += 1;
            *table.left.entry(a).or_default() += 1;
            *table.right.entry(b).or_default() += 1;
            table.total += 1;
        }
        table
    }

    pub(super) fn total(&self) -> u64 {
        self.total
    }

    /// Sizes of the groups of the first labelling.
    pub(super) fn left(&self) -> impl Iterator<Item = u64> {
        self.left.values().copied()
    }

    /// Sizes of the groups of the second labelling.
    pub(super) fn right(&self) -> impl Iterator<Item = u64> {
        self.right.values().copied()
    }

    /// Entropies of the two labellings in nats.
    pub(super) fn entropies(&self) -> [f64; 2] {
        [entropy(self.left(), self.total), entropy(self.right(), self.total)]
    }

    /// Mutual information of the two labellings in nats, not below 0.
    pub(super) fn mutual_information(&self) -> f64 {
        let total = self.total as f64;
        let term = |(&(a, b), &both): (&(usize, usize), &u64)| {
            let both = both as f64;
            both / total * (total * both / (self.left[&a] as f64 * self.right[&b] as f64)).ln()
        };
        self.cells.iter().map(term).sum::<f64>().max(0.0)
    }
}

fn entropy(sizes: impl Iterator<Item = u64>, total: u64) -> f64 {
    let share = |size| size as f64 / total as f64;
    sizes.map(|size| -share(size) * share(size).ln()).sum::<f64>().max(0.0)
}
