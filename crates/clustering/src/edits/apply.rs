//! From the topics that grouping gives to those that are shown.

use std::collections::{BTreeMap, BTreeSet};

use papermap_kernels::dot;

use super::{Edits, Merge, Split, SplitPart};
use crate::describe::EmbedPhrases;
use crate::topic_map::TopicEvent;
use crate::{ClusterError, UnitRows};

/// Cosine to a query under which no paper is about it.
const ABOUT: f64 = 0.2;

/// The topics of papers before edits.
#[derive(Clone, Copy)]
pub(crate) struct Bases<'a> {
    /// Ids of the papers, sorted.
    pub(crate) papers: &'a [&'a str],
    pub(crate) rows: &'a UnitRows,
    /// Topic of every paper.
    pub(crate) ids: &'a [String],
    /// The next free number of a topic.
    pub(crate) next_number: u64,
    /// Parts that earlier runs split off, by topic and query.
    pub(crate) splits: &'a BTreeMap<(String, String), SplitPart>,
}

/// The topics of papers after edits.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Shown {
    /// Topic of every paper.
    pub(crate) ids: Vec<String>,
    pub(crate) next_number: u64,
    /// All parts that were ever split off, so that each has one id for good.
    pub(crate) splits: BTreeMap<(String, String), SplitPart>,
    /// Events that the edits can have caused.
    pub(crate) by_edit: BTreeSet<(TopicEvent, String)>,
    /// Rules that match nothing any more, in words.
    pub(crate) stale: Vec<String>,
}

/// Applies merges, then splits, then pins; without edits the topics stay as they are.
///
/// # Errors
/// What embedding the queries of splits says.
pub(crate) fn apply(edits: &Edits, bases: Bases<'_>, embed: EmbedPhrases<'_>) -> Result<Shown, ClusterError> {
    let mut shown = Shown {
        ids: bases.ids.to_vec(),
        next_number: bases.next_number,
        splits: bases.splits.clone(),
        by_edit: BTreeSet::new(),
        stale: Vec::new(),
    };
    shown.merge(&edits.merges);
    for split in &edits.splits {
        shown.split(split, bases.rows, embed)?;
    }
    shown.pin(&edits.pins, bases.papers);
    shown.find_stale(edits);
    Ok(shown)
}

impl Shown {
    fn topics(&self) -> BTreeSet<String> {
        self.ids.iter().cloned().collect()
    }

    fn merge(&mut self, merges: &[Merge]) {
        let topics = self.topics();
        let mut target: BTreeMap<&str, &str> = BTreeMap::new();
        for merge in merges {
            for topic in
                std::iter::once(&merge.into).chain(&merge.topics).filter(|topic| !topics.contains(*topic))
            {
                self.stale.push(format!("merge into {}: {topic} is no topic of the map", merge.into));
            }
            if topics.contains(&merge.into) {
                target.extend(merge.topics.iter().map(|topic| (topic.as_str(), merge.into.as_str())));
                self.by_edit.insert((TopicEvent::Merged, merge.into.clone()));
                self.by_edit.extend(merge.topics.iter().map(|topic| (TopicEvent::Retired, topic.clone())));
            }
        }
        for id in &mut self.ids {
            let mut end = id.as_str();
            // A chain is no longer than the number of rules.
            for _ in 0..target.len() {
                end = target.get(end).copied().unwrap_or(end);
            }
            *id = end.to_owned();
        }
    }

    fn split(&mut self, split: &Split, rows: &UnitRows, embed: EmbedPhrases<'_>) -> Result<(), ClusterError> {
        let members: Vec<usize> = (0..self.ids.len()).filter(|&row| self.ids[row] == split.topic).collect();
        let query = embed(&[&split.query])?;
        let query = query.row(0).to_vec();
        let likeness: Vec<f64> = members.iter().map(|&row| f64::from(dot(rows.row(row), &query))).collect();
        let key = (split.topic.clone(), split.query.clone());
        let known = self.splits.get(&key).cloned();
        let floor = known.as_ref().map_or_else(|| natural_break(&likeness), |part| Some(part.floor));
        let floor = floor.map_or(f64::INFINITY, |floor| floor.max(ABOUT));
        let part: Vec<usize> =
            members.iter().zip(&likeness).filter(|(_, like)| **like >= floor).map(|(row, _)| *row).collect();
        if part.is_empty() || part.len() == members.len() {
            let Split { topic, query } = split;
            self.stale.push(format!("split of {topic} by \"{query}\": it parts no papers from the others"));
            return Ok(());
        }
        let id = known.map_or_else(|| self.mint(), |part| part.id);
        for row in part {
            self.ids[row].clone_from(&id);
        }
        self.by_edit.insert((TopicEvent::Born, id.clone()));
        self.by_edit.insert((TopicEvent::Split, split.topic.clone()));
        self.splits.insert(key, SplitPart { id, floor });
        Ok(())
    }

    fn mint(&mut self) -> String {
        let id = format!("t{}", self.next_number.max(1));
        self.next_number = self.next_number.max(1) + 1;
        id
    }

    fn pin(&mut self, pins: &BTreeMap<String, String>, papers: &[&str]) {
        let topics = self.topics();
        for (paper, topic) in pins {
            match papers.binary_search(&paper.as_str()) {
                Err(_) => self.stale.push(format!("pin of {paper}: the map holds no such paper")),
                Ok(_) if !topics.contains(topic) => {
                    self.stale.push(format!("pin of {paper}: {topic} is no topic of the map"));
                }
                Ok(row) => self.ids[row].clone_from(topic),
            }
        }
    }

    fn find_stale(&mut self, edits: &Edits) {
        let topics = self.topics();
        let renames = edits.renames.keys().map(|topic| ("rename", topic));
        let locks = edits.locks.iter().map(|topic| ("lock", topic));
        for (rule, topic) in renames.chain(locks).filter(|(_, topic)| !topics.contains(*topic)) {
            self.stale.push(format!("{rule} of {topic}: it is no topic of the map"));
        }
    }
}

/// The value from which on values are high: of all ways to part them in two, the one with the greatest variance between the parts
/// (Otsu 1979); none where all are equal.
fn natural_break(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let total: f64 = sorted.iter().sum();
    let mut below = 0.0;
    let mut best: Option<(f64, f64)> = None;
    for index in 1..sorted.len() {
        below += sorted[index - 1];
        let [low, high] = [index as f64, (sorted.len() - index) as f64];
        let between = low * high * (below / low - (total - below) / high).powi(2);
        if sorted[index] > sorted[index - 1] && best.is_none_or(|(most, _)| between > most) {
            best = Some((between, sorted[index]));
        }
    }
    best.map(|(_, floor)| floor)
}

#[cfg(test)]
mod tests {
    use ndarray::Array2;
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;
    use crate::testing::{blobs, one_meaning};

    const PAPERS: [&str; 6] = ["p1", "p2", "p3", "p4", "p5", "p6"];

    fn applied(edits: &Edits, splits: &BTreeMap<(String, String), SplitPart>) -> Shown {
        let ids = ["t1", "t1", "t1", "t2", "t2", "t3"].map(str::to_owned);
        let rows = blobs(&[6], 8, 0.9, 4);
        let bases = Bases { papers: &PAPERS, rows: &rows, ids: &ids, next_number: 4, splits };
        apply(edits, bases, &one_meaning(8)).unwrap()
    }

    fn shown(edits: &Edits) -> String {
        applied(edits, &BTreeMap::new()).ids.join(" ")
    }

    fn merge(into: &str, topics: &[&str]) -> Merge {
        Merge { into: into.into(), topics: topics.iter().map(|&topic| topic.into()).collect() }
    }

    #[test]
    fn without_edits_topics_stay() {
        let shown = applied(&Edits::default(), &BTreeMap::new());
        assert_eq!(shown.ids.join(" "), "t1 t1 t1 t2 t2 t3");
        assert!(shown.stale.is_empty() && shown.by_edit.is_empty() && shown.next_number == 4);
    }

    #[test]
    fn merges_go_along_chains_and_pins_come_last() {
        let mut edits =
            Edits { merges: vec![merge("t2", &["t3"]), merge("t1", &["t2"])], ..Edits::default() };
        assert_eq!(shown(&edits), "t1 t1 t1 t1 t1 t1");
        edits.merges.pop();
        edits.pins.insert("p1".into(), "t2".into());
        assert_eq!(shown(&edits), "t2 t1 t1 t2 t2 t2");
    }

    #[test]
    fn what_matches_nothing_is_told_and_changes_nothing() {
        let edits = Edits {
            renames: BTreeMap::from([("t9".into(), "Trams".into())]),
            merges: vec![merge("t8", &["t1"]), merge("t1", &["t7"])],
            pins: BTreeMap::from([("p9".into(), "t1".into()), ("p1".into(), "t6".into())]),
            locks: BTreeSet::from(["t5".into()]),
            ..Edits::default()
        };
        let shown = applied(&edits, &BTreeMap::new());
        assert_eq!(shown.ids.join(" "), "t1 t1 t1 t2 t2 t3");
        assert_eq!(shown.stale.len(), 6, "{:?}", shown.stale);
    }

    #[test]
    fn a_part_keeps_its_id_and_its_floor() {
        let split = Split { topic: "t1".into(), query: "trams".into() };
        let edits = Edits { splits: vec![split], ..Edits::default() };
        let ids = ["t1"; 4].map(str::to_owned);
        let values = [[0.9, 0.1], [0.8, 0.2], [0.1, 0.9], [0.05, 1.0]].map(|[a, b]: [f32; 2]| {
            let length = a.hypot(b);
            [a / length, b / length]
        });
        let rows = UnitRows::try_from(Array2::from(values.to_vec())).unwrap();
        let bases = |splits| Bases { papers: &PAPERS[..4], rows: &rows, ids: &ids, next_number: 4, splits };
        let none = BTreeMap::new();
        let first = apply(&edits, bases(&none), &one_meaning(2)).unwrap();
        assert_eq!((first.ids.join(" "), first.next_number), ("t4 t4 t1 t1".into(), 5));
        let again = apply(&edits, Bases { next_number: 9, ..bases(&first.splits) }, &one_meaning(2)).unwrap();
        assert_eq!((&again.ids, again.next_number), (&first.ids, 9));
    }

    #[test]
    fn a_break_is_where_values_fall_apart() {
        assert_eq!(natural_break(&[0.1, 0.7, 0.12, 0.8, 0.11]), Some(0.7));
        assert_eq!(natural_break(&[0.3, 0.3]), None);
        assert_eq!(natural_break(&[]), None);
    }

    proptest! {
        #[test]
        fn each_paper_goes_where_a_rule_says_and_stays_else(
            bases in vec(1_u32..6, 6),
            targets in vec(0_u32..6, 5),
            pinned in vec(0_u32..9, 6),
        ) {
            // A merge goes to a smaller number, so that there is no circle.
            let target = |topic: u32| Some(targets[topic as usize - 1]).filter(|&into| 0 < into && into < topic);
            let id = |topic: u32| format!("t{topic}");
            let rule = |topic| Some(merge(&id(target(topic)?), &[&id(topic)]));
            let is_pinned = |row: usize| (pinned[row] > 0).then(|| (PAPERS[row].to_owned(), id(pinned[row])));
            let edits = Edits {
                merges: (1..6).filter_map(rule).collect(),
                pins: (0..6).filter_map(is_pinned).collect(),
                ..Edits::default()
            };
            let ids: Vec<String> = bases.iter().map(|&topic| id(topic)).collect();
            let (rows, none) = (blobs(&[6], 8, 0.9, 4), BTreeMap::new());
            let bases_of = Bases { papers: &PAPERS, rows: &rows, ids: &ids, next_number: 6, splits: &none };
            let shown = apply(&edits, bases_of, &one_meaning(8)).unwrap();

            let there = |topic: u32| bases.contains(&topic);
            let end = |mut topic: u32| {
                while let Some(into) = target(topic).filter(|&into| there(into)) {
                    topic = into;
                }
                topic
            };
            let merged: Vec<u32> = bases.iter().map(|&topic| end(topic)).collect();
            let expected = (0..6).map(|row| match pinned[row] {
                topic if merged.contains(&topic) => id(topic),
                _ => id(merged[row]),
            });
            prop_assert_eq!(&shown.ids, &expected.collect::<Vec<_>>());
            prop_assert_eq!(shown.next_number, 6);
        }
    }
}
