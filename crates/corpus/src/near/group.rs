//! From pairs to papers: who joins whom, and which are versions of one work.

use std::collections::BTreeMap;

use crate::near::relation::Relation;

/// What a paper is before the grouping.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Standing {
    /// Whether the map holds it already.
    pub(super) is_known: bool,
    /// Whether it has an abstract.
    pub(super) has_abstract: bool,
}

/// A pair of papers by index, the smaller first, with their relation.
pub(super) type Edge = (u32, u32, Relation);

/// Who joins whom, by index.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Grouping {
    /// A paper and the one that it joins, which joins none.
    pub(super) joins: BTreeMap<u32, u32>,
    /// A paper with other versions, itself among them, and the first version of its work.
    pub(super) works: BTreeMap<u32, u32>,
}

/// Groups papers, which stand in the order of their ids.
///
/// Known papers stay, and so does the first of papers that are the same; each other one joins the one it overlaps most
/// among those that stay, known ones before new ones, ties to the first. So no chain of small changes makes one paper
/// of two that differ. Papers that are the same but do not join, and versions, make one work.
pub(super) fn group(standings: &[Standing], edges: &[Edge]) -> Grouping {
    let mut grouping = Grouping::default();
    let mut same: BTreeMap<u32, Vec<(u32, f64)>> = BTreeMap::new();
    for &(a, b, relation) in edges {
        if let Relation::Same(overlap) = relation {
            same.entry(a).or_default().push((b, overlap));
            same.entry(b).or_default().push((a, overlap));
        }
    }
    for paper in in_turn(standings, &same) {
        let leads =
            |other: &u32| stands_before(*other, paper, standings) && !grouping.joins.contains_key(other);
        let leader = same[&paper].iter().filter(|(other, _)| leads(other)).max_by(|a, b| {
            let rank = |&(other, overlap): &(u32, f64)| (standings[other as usize].is_known, overlap);
            let (a_rank, b_rank) = (rank(a), rank(b));
            a_rank.0.cmp(&b_rank.0).then(a_rank.1.total_cmp(&b_rank.1)).then(b.0.cmp(&a.0))
        });
        if let Some(&(leader, _)) = leader {
            grouping.joins.insert(paper, leader);
        }
    }
    grouping.works = works(&grouping.joins, edges);
    grouping
}

/// The new papers that are the same as another, those with an abstract first.
fn in_turn(standings: &[Standing], same: &BTreeMap<u32, Vec<(u32, f64)>>) -> Vec<u32> {
    let mut papers: Vec<u32> =
        same.keys().copied().filter(|&paper| !standings[paper as usize].is_known).collect();
    papers.sort_by_key(|&paper| (!standings[paper as usize].has_abstract, paper));
    papers
}

/// Whether `paper` may join `other`; a paper without an abstract is joined by none.
fn stands_before(other: u32, paper: u32, standings: &[Standing]) -> bool {
    let [a, b] = [other, paper].map(|index| standings[index as usize]);
    a.has_abstract && (a.is_known || !b.has_abstract || other < paper)
}

/// The works that the edges between papers which stay make.
fn works(joins: &BTreeMap<u32, u32>, edges: &[Edge]) -> BTreeMap<u32, u32> {
    let mut first: BTreeMap<u32, u32> = BTreeMap::new();
    for &(a, b, _) in edges {
        let [a, b] = [a, b].map(|paper| joins.get(&paper).copied().unwrap_or(paper));
        if a != b {
            let (a, b) = (root(&first, a), root(&first, b));
            first.insert(a.max(b), a.min(b));
            first.entry(a.min(b)).or_insert(a.min(b));
        }
    }
    first.keys().map(|&paper| (paper, root(&first, paper))).collect()
}

fn root(first: &BTreeMap<u32, u32>, paper: u32) -> u32 {
    let mut paper = paper;
    while let Some(&before) = first.get(&paper).filter(|&&before| before != paper) {
        paper = before;
    }
    paper
}

#[cfg(test)]
mod tests {
    use super::*;

    const NEW: Standing = Standing { is_known: false, has_abstract: true };
    const KNOWN: Standing = Standing { is_known: true, has_abstract: true };
    const TITLE: Standing = Standing { is_known: false, has_abstract: false };

    fn same(a: u32, b: u32, overlap: f64) -> Edge {
        (a, b, Relation::Same(overlap))
    }

    #[test]
    fn a_new_paper_joins_the_first_and_a_known_one_before_that() {
        let edges = [same(0, 1, 0.9), same(0, 2, 0.8), same(1, 2, 0.9)];
        assert_eq!(group(&[NEW; 3], &edges).joins, [(1, 0), (2, 0)].into());
        assert_eq!(group(&[NEW, NEW, KNOWN], &edges).joins, [(0, 2), (1, 2)].into());
        assert_eq!(group(&[KNOWN, KNOWN, NEW], &edges).joins, [(2, 1)].into());
    }

    #[test]
    fn known_papers_never_join() {
        let grouping = group(&[KNOWN; 2], &[same(0, 1, 1.0)]);
        assert!(grouping.joins.is_empty());
        assert_eq!(grouping.works, [(0, 0), (1, 0)].into());
    }

    #[test]
    fn a_chain_makes_versions_not_one_paper() {
        let grouping = group(&[NEW; 3], &[same(0, 1, 0.9), same(1, 2, 0.9)]);
        assert_eq!(grouping.joins, [(1, 0)].into());
        assert_eq!(grouping.works, [(0, 0), (2, 0)].into());
    }

    #[test]
    fn versions_of_versions_are_one_work() {
        let edges = [(3, 4, Relation::Versions), (0, 4, Relation::Versions), (1, 2, Relation::Versions)];
        assert_eq!(group(&[NEW; 5], &edges).works, [(0, 0), (1, 1), (2, 1), (3, 0), (4, 0)].into());
    }

    #[test]
    fn two_texts_never_meet_in_a_title() {
        let grouping = group(&[TITLE, NEW, NEW], &[same(0, 1, 1.0), same(0, 2, 1.0)]);
        assert_eq!(grouping.joins, [(0, 1)].into());
        assert_eq!(grouping.works, [(1, 1), (2, 1)].into());
        let known = Standing { is_known: true, ..TITLE };
        assert!(group(&[known, NEW], &[same(0, 1, 1.0)]).joins.is_empty());
    }
}
