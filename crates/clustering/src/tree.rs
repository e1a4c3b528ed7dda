//! The tree over groups of rows: which of them belong together.

mod areas;
mod chain;

use ndarray::Array2;

/// A binary tree over groups of rows, cut into as many groups as are wanted.
///
/// Made by [`Tree::over`]; cuts into falling numbers of groups are nested.
#[derive(Debug, Clone, PartialEq)]
pub struct Tree {
    /// Rows in each leaf, at least 1.
    sizes: Vec<usize>,
    /// All merges, by rising cost; a merge comes after those that made its parts.
    merges: Vec<Merge>,
}

/// Two parts that become one.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Merge {
    /// Lowest leaf of the one part.
    first: usize,
    /// Lowest leaf of the other.
    second: usize,
    /// By how much the sum of squared distances to the centres grows; never below the cost of its parts.
    cost: f64,
}

impl Tree {
    /// The tree over groups with `centres`, shape `(k, width)`, their means, and `sizes`, rows in each (0 counts as 1).
    ///
    /// Merges the two groups whose union adds least to the sum of squared distances of all rows,
    /// `n m / (n + m) |a - b|²` (Ward 1963), by nearest-neighbour chains (Murtagh 1983) with the update of Lance and
    /// Williams (1967); ties go to lower leaves. Cost is `O(k² width)` time and `O(k²)` memory. Centres without a size
    /// count as of one row, and sizes without a centre are left out.
    #[must_use]
    pub fn over(centres: &Array2<f32>, sizes: &[usize]) -> Self {
        let sizes: Vec<usize> =
            (0..centres.nrows()).map(|leaf| sizes.get(leaf).copied().unwrap_or(1).max(1)).collect();
        let merges = chain::merges(centres, &sizes);
        Self { sizes, merges }
    }

    /// Number of leaves.
    #[must_use]
    pub fn leaves(&self) -> usize {
        self.sizes.len()
    }

    /// The group of every leaf after a cut into `groups`, numbered from 0 by their lowest leaves.
    ///
    /// 0 counts as 1; where there are no more leaves than `groups`, each is a group.
    #[must_use]
    pub fn cut(&self, groups: usize) -> Vec<usize> {
        let joined = self.leaves().saturating_sub(groups.max(1));
        let mut lowest: Vec<usize> = (0..self.leaves()).collect();
        for merge in self.merges.iter().take(joined) {
            let into = merge.first.min(merge.second);
            let from = merge.first.max(merge.second);
            lowest.iter_mut().filter(|leaf| **leaf == from).for_each(|leaf| *leaf = into);
        }
        by_lowest(&lowest)
    }

    /// The area of every leaf, or none where there are no more than twelve leaves.
    ///
    /// Of the cuts into 3 up to 8 areas, and no more than one for three leaves, that with the largest ratio between the
    /// cost of the first merge left undone and that of the last one done; ties go to fewer areas. Cuts are left aside
    /// where one area holds more than half of all rows or more than a third of the areas are single leaves; where all
    /// are such, the one whose largest area is smallest is taken.
    #[must_use]
    pub fn areas(&self) -> Option<Vec<usize>> {
        areas::areas(self)
    }
}

fn by_lowest(lowest: &[usize]) -> Vec<usize> {
    let mut number = vec![0; lowest.len()];
    let mut used = 0;
    for (leaf, &group) in lowest.iter().enumerate() {
        if leaf == group {
            number[leaf] = used;
            used += 1;
        }
    }
    lowest.iter().map(|&group| number[group]).collect()
}

#[cfg(test)]
mod tests;
