//! Groups of papers with permanent ids.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::PaperText;
use crate::ledger::{Followed, Kind, PreviousTopic, follow, number};

/// Topics, or the areas of one level: largest first, ties by the number of the id.
pub(super) struct Groups<'a> {
    /// Group of every paper.
    pub(super) labels: Vec<usize>,
    /// Ids of the papers of every group.
    pub(super) papers: Vec<BTreeSet<&'a str>>,
    /// What the groups go on from.
    pub(super) followed: Followed,
    /// For every group, its number among the labels that came in.
    order: Vec<usize>,
}

impl<'a> Groups<'a> {
    /// The groups that `labels` make of `papers`, with the ids of the previous ones they go on from, or new ones.
    ///
    /// No group below the highest label is empty.
    pub(super) fn new(
        kind: Kind,
        papers: &[PaperText<'a>],
        labels: &[usize],
        previous: &[PreviousTopic],
        next_number: u64,
    ) -> Self {
        let sets = sets(papers, labels);
        let followed = follow(kind, previous, next_number, &sets);
        let mut order: Vec<usize> = (0..sets.len()).collect();
        order.sort_by_key(|&group| (Reverse(sets[group].len()), number(&followed.ids[group])));
        let mut place = vec![0; order.len()];
        order.iter().enumerate().for_each(|(at, &group)| place[group] = at);
        Self {
            labels: labels.iter().map(|&label| place[label]).collect(),
            papers: order.iter().map(|&group| sets[group].clone()).collect(),
            followed: Followed {
                ids: order.iter().map(|&group| followed.ids[group].clone()).collect(),
                continued: order.iter().map(|&group| followed.continued[group]).collect(),
                next_number: followed.next_number,
            },
            order,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.papers.len()
    }

    pub(super) fn id(&self, group: usize) -> String {
        self.followed.ids[group].clone()
    }

    pub(super) fn sizes(&self) -> Vec<usize> {
        self.papers.iter().map(BTreeSet::len).collect()
    }

    /// Share of all papers in a group, 0 to 1.
    pub(super) fn share(&self, group: usize) -> f64 {
        self.papers[group].len() as f64 / self.labels.len().max(1) as f64
    }

    /// One value a group out of one a label, none where there is none.
    pub(super) fn arranged(&self, values: &[Option<f64>]) -> Vec<Option<f64>> {
        self.order.iter().map(|&label| values.get(label).copied().flatten()).collect()
    }
}

fn sets<'a>(papers: &[PaperText<'a>], labels: &[usize]) -> Vec<BTreeSet<&'a str>> {
    let count = labels.iter().max().map_or(0, |label| label + 1);
    let mut sets = vec![BTreeSet::new(); count];
    papers.iter().zip(labels).for_each(|(paper, &label)| {
        sets[label].insert(paper.id);
    });
    sets
}
