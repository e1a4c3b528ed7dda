//! Near duplicates and versions.
//!
//! Two papers are the same where the Jaccard index of the word 3-shingles of their cleaned abstracts is at least 0.7
//! with titles that agree (or one DOI), at least 0.8 where no title says so, and nothing tells them apart; see
//! `relation`. Papers that differ more are versions of one work where they have one title, DOI or arXiv id and a fifth
//! of the shorter text in common. Candidates come from `MinHash` with banding; see `sketch`.

mod candidates;
mod differences;
mod group;
mod identifiers;
mod meaning;
mod relation;
mod sketch;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
mod title;
mod words;

use std::collections::BTreeMap;

use rayon::prelude::*;

use crate::Paper;
use group::{Edge, Grouping, Standing, group};
use relation::Relation;

/// A paper among those that are compared.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Entry<'a> {
    pub(crate) paper: &'a Paper,
    /// Whether the map held it before the run.
    pub(crate) is_known: bool,
    /// Whether it is new or became better in the run; two papers that did not are not compared.
    pub(crate) is_fresh: bool,
}

/// Which papers are one, and which are versions of one work.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Resolution {
    /// Id of a paper that is no paper of its own, and the id of the one it joins.
    pub(crate) joins: BTreeMap<String, String>,
    /// Id of a paper with other versions, itself among them, and the smallest id of its work.
    pub(crate) works: BTreeMap<String, String>,
}

/// Finds near duplicates and versions among papers that come sorted by id.
///
/// The result depends on nothing but the papers. Time is O(n log n) in their number, on the threads of the current
/// pool; memory is 100 bytes a paper.
pub(crate) fn resolve(entries: &[Entry<'_>]) -> Resolution {
    if !entries.iter().any(|entry| entry.is_fresh) {
        return Resolution::default();
    }
    let sketches: Vec<_> = entries.par_iter().map(|entry| sketch::sketch(entry.paper)).collect();
    let fresh: Vec<bool> = entries.iter().map(|entry| entry.is_fresh).collect();
    let mut edges = edges(entries, &candidates::pairs(&sketches, &fresh));
    edges.extend(known_works(entries));
    let standing = |entry: &Entry<'_>| Standing {
        is_known: entry.is_known,
        has_abstract: !entry.paper.abstract_text.is_empty(),
    };
    named(entries, group(&entries.iter().map(standing).collect::<Vec<_>>(), &edges))
}

fn edges(entries: &[Entry<'_>], pairs: &[(u32, u32)]) -> Vec<Edge> {
    let edge = |&(a, b): &(u32, u32)| {
        let [first, second] = [a, b].map(|index| entries[index as usize].paper);
        relation::relation(first, second).map(|relation| (a, b, relation))
    };
    pairs.par_iter().filter_map(edge).collect()
}

/// The versions that were linked before.
fn known_works(entries: &[Entry<'_>]) -> Vec<Edge> {
    let mut first: BTreeMap<&str, u32> = BTreeMap::new();
    let mut edges = Vec::new();
    for (index, entry) in entries.iter().enumerate() {
        let Some(work) = entry.paper.work.as_deref() else { continue };
        let first = *first.entry(work).or_insert(index as u32);
        if first != index as u32 {
            edges.push((first, index as u32, Relation::Versions));
        }
    }
    edges
}

fn named(entries: &[Entry<'_>], grouping: Grouping) -> Resolution {
    let id = |index: u32| entries[index as usize].paper.id.clone();
    let named = |pairs: BTreeMap<u32, u32>| pairs.into_iter().map(|(a, b)| (id(a), id(b))).collect();
    Resolution { joins: named(grouping.joins), works: named(grouping.works) }
}
