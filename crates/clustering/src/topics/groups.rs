//! Groups of papers with permanent ids.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use papermap_kernels::dot;

use super::PaperText;
use crate::UnitRows;
use crate::kmeans::means;
use crate::ledger::{Kind, PreviousTopic, follow, number};
use crate::rows::at_unit_length;

/// Topics, or the areas of one level: largest first, ties by the number of the id.
pub(super) struct Groups<'a> {
    /// Group of every paper.
    pub(super) labels: Vec<usize>,
    /// Ids of the papers of every group.
    pub(super) papers: Vec<BTreeSet<&'a str>>,
    /// Permanent id of every group.
    pub(super) ids: Vec<String>,
    /// For every group the place of the one with its id among the previous ones.
    pub(super) continued: Vec<Option<usize>>,
}

impl<'a> Groups<'a> {
    /// The groups of `papers`, given the id of the group of each.
    pub(super) fn new(papers: &[PaperText<'a>], of_papers: &[String], previous: &[PreviousTopic]) -> Self {
        let mut sets: BTreeMap<&str, BTreeSet<&'a str>> = BTreeMap::new();
        for (paper, id) in papers.iter().zip(of_papers) {
            sets.entry(id).or_default().insert(paper.id);
        }
        let mut sets: Vec<(&str, BTreeSet<&'a str>)> = sets.into_iter().collect();
        sets.sort_by_key(|(id, papers)| (Reverse(papers.len()), number(id)));
        let place: BTreeMap<&str, usize> =
            sets.iter().enumerate().map(|(place, (id, _))| (*id, place)).collect();
        let old = |id: &str| previous.iter().position(|topic| topic.id == id);
        Self {
            labels: of_papers.iter().map(|id| place[id.as_str()]).collect(),
            ids: sets.iter().map(|(id, _)| (*id).to_owned()).collect(),
            continued: sets.iter().map(|(id, _)| old(id)).collect(),
            papers: sets.into_iter().map(|(_, papers)| papers).collect(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.papers.len()
    }

    pub(super) fn id(&self, group: usize) -> String {
        self.ids[group].clone()
    }

    /// Whether all groups have the papers that they had.
    pub(super) fn are_those_of(&self, previous: &[PreviousTopic]) -> bool {
        let is_same = |(papers, old): (&BTreeSet<&str>, &Option<usize>)| {
            old.is_some_and(|old| papers.iter().copied().eq(previous[old].papers.iter().map(String::as_str)))
        };
        self.len() == previous.len() && self.papers.iter().zip(&self.continued).all(is_same)
    }

    pub(super) fn sizes(&self) -> Vec<usize> {
        self.papers.iter().map(BTreeSet::len).collect()
    }

    /// Share of all papers in a group, 0 to 1.
    pub(super) fn share(&self, group: usize) -> f64 {
        self.papers[group].len() as f64 / self.labels.len().max(1) as f64
    }
}

/// The id of the group of every paper, and the next free number: of a previous group that the paper's goes on from, or a new one.
///
/// No group below the highest label is empty.
pub(super) fn followed_ids(
    kind: Kind,
    papers: &[PaperText<'_>],
    rows: &UnitRows,
    labels: &[usize],
    previous: &[PreviousTopic],
    next_number: u64,
) -> (Vec<String>, u64) {
    let count = labels.iter().max().map_or(0, |label| label + 1);
    let mut sets = vec![BTreeSet::new(); count];
    papers.iter().zip(labels).for_each(|(paper, &label)| {
        sets[label].insert(paper.id);
    });
    let new = at_unit_length(&means(rows, labels, count));
    let old = previous_centres(papers, rows, previous);
    let likeness = |before: usize, now: usize| {
        let (old, new) = (old.row(before), new.row(now));
        old.as_slice().zip(new.as_slice()).map_or(0.0, |(old, new)| f64::from(dot(old, new)))
    };
    let followed = follow(kind, previous, next_number, &sets, &likeness);
    (labels.iter().map(|&label| followed.ids[label].clone()).collect(), followed.next_number)
}

/// Centres of the previous groups over their papers that are there still, of unit length; zeros where none is.
fn previous_centres(
    papers: &[PaperText<'_>],
    rows: &UnitRows,
    previous: &[PreviousTopic],
) -> ndarray::Array2<f32> {
    let home: BTreeMap<&str, usize> = previous
        .iter()
        .enumerate()
        .flat_map(|(group, topic)| topic.papers.iter().map(move |paper| (paper.as_str(), group)))
        .collect();
    let (known, homes): (Vec<usize>, Vec<usize>) =
        papers.iter().enumerate().filter_map(|(row, paper)| Some((row, *home.get(paper.id)?))).unzip();
    at_unit_length(&means(&rows.select(&known), &homes, previous.len()))
}
