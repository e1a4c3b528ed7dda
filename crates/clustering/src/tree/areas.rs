//! Where a tree over topics falls into areas.

use super::Tree;

/// Topics up to which a reader needs no areas.
const NO_AREAS: usize = 12;
/// Fewest areas.
const FEWEST: usize = 3;
/// Most areas.
const MOST: usize = 8;
/// Topics for each area at least, on average.
const TOPICS_AN_AREA: usize = 3;

/// See [`Tree::areas`].
pub(super) fn areas(tree: &Tree) -> Option<Vec<usize>> {
    if tree.leaves() <= NO_AREAS {
        return None;
    }
    let cuts: Vec<Cut> =
        (FEWEST..=MOST.min(tree.leaves() / TOPICS_AN_AREA)).map(|groups| Cut::new(tree, groups)).collect();
    let even = cuts.iter().filter(|cut| cut.largest <= 0.5 && cut.alone * 3 <= cut.groups);
    let best = even.max_by(|a, b| a.gap.total_cmp(&b.gap).then(b.groups.cmp(&a.groups)));
    let least_giant = cuts.iter().min_by(|a, b| a.largest.total_cmp(&b.largest));
    best.or(least_giant).map(|cut| cut.labels.clone())
}

struct Cut {
    groups: usize,
    labels: Vec<usize>,
    /// Cost of the first merge left undone over that of the last one done.
    gap: f64,
    /// Share of all rows in the largest group.
    largest: f64,
    /// Groups of one leaf.
    alone: usize,
}

impl Cut {
    fn new(tree: &Tree, groups: usize) -> Self {
        let labels = tree.cut(groups);
        let mut rows = vec![0_usize; groups];
        let mut leaves = vec![0_usize; groups];
        for (leaf, &group) in labels.iter().enumerate() {
            rows[group] += tree.sizes[leaf];
            leaves[group] += 1;
        }
        let all: usize = tree.sizes.iter().sum();
        let largest = rows.into_iter().max().unwrap_or(0) as f64 / all.max(1) as f64;
        let alone = leaves.into_iter().filter(|leaves| *leaves == 1).count();
        Self { groups, gap: gap(tree, groups), labels, largest, alone }
    }
}

fn gap(tree: &Tree, groups: usize) -> f64 {
    let undone = tree.merges.len() + 1 - groups;
    tree.merges[undone].cost / tree.merges[undone - 1].cost.max(f64::MIN_POSITIVE)
}
