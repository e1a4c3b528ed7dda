//! The agreement of topics with known labels.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use anyhow::{Result, ensure};
use papermap_clustering::evaluation::{
    adjusted_mutual_information, adjusted_rand_index, neighbour_purity, v_measure,
};
use papermap_clustering::neighbours::nearest_of_all;
use papermap_corpus::Paper;

use super::labels::Labels;
use super::message::Agreement;
use super::source::Source;
use crate::terminal::progress::Console;

/// Nearest papers that purity is measured on.
const NEIGHBOURS: usize = 10;
/// Keys that an error shows of either side.
const SHOWN_KEYS: usize = 3;

/// Compares the topics of all papers that have a label with it.
///
/// # Errors
/// Labels of no paper of the map.
pub(crate) fn agreement(map: &Source, labels: &Labels, console: Console) -> Result<Agreement> {
    let matched = Matched::new(&map.papers, labels);
    ensure!(!matched.rows.is_empty(), no_match(&map.papers, labels));
    let topics: Vec<usize> = matched.rows.iter().map(|&row| map.assigned[row]).collect();
    let v = v_measure(&matched.labels, &topics);
    Ok(Agreement {
        file: labels.file.clone(),
        papers: matched.rows.len(),
        papers_without_label: map.papers.len() - matched.rows.len(),
        labels: distinct(&matched.labels),
        topics: distinct(&topics),
        v_measure: v.v_measure,
        homogeneity: v.homogeneity,
        completeness: v.completeness,
        adjusted_rand_index: adjusted_rand_index(&matched.labels, &topics),
        adjusted_mutual_information: adjusted_mutual_information(&matched.labels, &topics),
        neighbour_purity: purity(map, &matched, console)?,
        neighbours: NEIGHBOURS,
        papers_of_several_labels: matched.of_several,
        keys_of_no_paper: labels.by_key.len() - matched.used.len(),
        records_without_label: labels.without_label,
        records_that_contradict: labels.contradicting,
    })
}

fn distinct(labels: &[usize]) -> usize {
    labels.iter().collect::<BTreeSet<_>>().len()
}

fn purity(map: &Source, matched: &Matched<'_>, console: Console) -> Result<Option<f64>> {
    let progress = console.progress("finding the nearest papers", "blocks", 1);
    let step = |done: usize, total: usize| {
        progress.at(done as u64, total as u64);
        ControlFlow::Continue(())
    };
    let nearest = nearest_of_all(&map.rows.select(&matched.rows), NEIGHBOURS, &step)?;
    progress.finish();
    Ok(neighbour_purity(&nearest, &matched.labels))
}

/// The papers that have a label.
#[derive(Debug, Default)]
struct Matched<'a> {
    /// Their places among all papers, rising.
    rows: Vec<usize>,
    /// Numbers of their labels.
    labels: Vec<usize>,
    /// Papers whose keys have different labels.
    of_several: usize,
    /// Keys of the file that are those of a paper.
    used: BTreeSet<&'a str>,
}

impl<'a> Matched<'a> {
    fn new(papers: &[Paper], labels: &'a Labels) -> Self {
        let mut matched = Self::default();
        let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
        for (row, paper) in papers.iter().enumerate() {
            let found: Vec<(&str, &str)> = names(paper).filter_map(|name| labels.entry(name)).collect();
            let Some(&(_, label)) = found.first() else { continue };
            let next = numbers.len();
            matched.rows.push(row);
            matched.labels.push(*numbers.entry(label).or_insert(next));
            matched.of_several += usize::from(found.iter().any(|(_, other)| *other != label));
            matched.used.extend(found.iter().map(|(key, _)| key));
        }
        matched
    }
}

/// The permanent id of a paper, then the ids that its dumps gave it.
fn names(paper: &Paper) -> impl Iterator<Item = &str> {
    std::iter::once(paper.id.as_str()).chain(paper.keys())
}

fn no_match(papers: &[Paper], labels: &Labels) -> String {
    let in_file = shown(labels.by_key.keys().map(String::as_str));
    let keys: BTreeSet<&str> = papers.iter().flat_map(Paper::keys).collect();
    let in_map = match keys.len() {
        0 => format!(
            "whose dumps gave no ids, so that only its own serve: {}",
            shown(papers.iter().map(|paper| paper.id.as_str()))
        ),
        _ => format!("which has {}", shown(keys.into_iter())),
    };
    format!(
        "{}: none of its {} keys ({in_file}) is that of a paper of the map, {in_map}; name the column of keys with \
         --key-column, or the map with --map",
        labels.file,
        labels.by_key.len()
    )
}

/// The first few of `keys`.
fn shown<'a>(mut keys: impl Iterator<Item = &'a str>) -> String {
    let first: Vec<String> = keys.by_ref().take(SHOWN_KEYS).map(|key| format!("`{key}`")).collect();
    first.join(", ") + if keys.next().is_some() { ", …" } else { "" }
}

#[cfg(test)]
mod tests {
    use papermap_corpus::Source as Place;

    use super::*;

    fn paper(id: &str, keys: &[&str]) -> Paper {
        let place = |key: &&str| Place {
            name: "dump".to_owned(),
            digest: String::new(),
            line: 1,
            key: Some((*key).to_owned()),
        };
        Paper { id: id.to_owned(), sources: keys.iter().map(place).collect(), ..Paper::default() }
    }

    fn labels(pairs: &[(&str, &str)]) -> Labels {
        let by_key = pairs.iter().map(|(key, label)| ((*key).to_owned(), (*label).to_owned())).collect();
        Labels { file: "l.csv".to_owned(), by_key, without_label: 0, contradicting: 0 }
    }

    #[test]
    fn ids_and_every_key_match_and_the_first_counts() {
        let papers = [paper("p1", &["b", "a"]), paper("p2", &[]), paper("p3", &["c"]), paper("p4", &["d"])];
        let labels = labels(&[("a", "x"), ("b", "y"), ("p2", "y"), ("c", "x"), ("elsewhere", "z")]);
        let matched = Matched::new(&papers, &labels);
        assert_eq!((matched.rows, matched.labels), (vec![0, 1, 2], vec![0, 1, 0]));
        assert_eq!((matched.of_several, matched.used.len()), (1, 4));
    }

    #[test]
    fn keys_of_both_sides_are_shown_where_none_match() {
        let labels = labels(&[("1", "x"), ("2", "x"), ("3", "x"), ("4", "x")]);
        let said = no_match(&[paper("p1", &["a"])], &labels);
        assert!(said.contains("4 keys (`1`, `2`, `3`, …)") && said.contains("which has `a`;"), "{said}");
        let said = no_match(&[paper("p1", &[])], &labels);
        assert!(said.contains("`p1`"), "{said}");
    }
}
