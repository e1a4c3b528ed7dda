//! Topics keep their ids from run to run.

use std::collections::{BTreeMap, BTreeSet};

use crate::topic_map::{LedgerEvent, TopicEvent};

/// What a group of papers is; its ids begin with another letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Ids are `t1`, `t2` …
    Topic,
    /// Ids are `a1`, `a2` …
    Area,
}

impl Kind {
    fn id(self, number: u64) -> String {
        match self {
            Self::Topic => format!("t{number}"),
            Self::Area => format!("a{number}"),
        }
    }
}

/// The number in an id of any kind.
pub(crate) fn number(id: &str) -> usize {
    id.get(1..).and_then(|digits| digits.parse().ok()).unwrap_or(usize::MAX)
}

/// A topic of the run before, or an area.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PreviousTopic {
    /// Permanent id.
    pub id: String,
    /// Label that it was shown under.
    pub label: String,
    /// The label that its papers gave it, where a person gave it another one.
    pub own_label: Option<String>,
    /// Ids of its papers.
    pub papers: BTreeSet<String>,
}

/// The new topics' ids and what happened.
#[derive(Debug, Clone, PartialEq)]
pub struct Followed {
    /// Permanent id of every new topic, in the order they came in.
    pub ids: Vec<String>,
    /// For every new topic, the place of the topic in `previous` that it goes on from.
    pub continued: Vec<Option<usize>>,
    /// The next free number.
    pub next_number: u64,
}

/// Gives every new topic, a set of paper ids, the id of the previous topic it goes on from, or a new one.
///
/// A previous topic goes on in the new one that shares most of its papers, and at least half of the smaller of both;
/// pairs with the largest overlap first, ties by larger share of both, lower place in `previous`, lower new topic. New
/// ids are the letter of their kind and the next free number, larger topics first, ties by the smallest paper id. Cost is linear in the
/// number of papers, but for sorting.
#[must_use]
pub fn follow(
    kind: Kind,
    previous: &[PreviousTopic],
    next_number: u64,
    topics: &[BTreeSet<&str>],
) -> Followed {
    let mut continued = vec![None; topics.len()];
    let mut gone_on = vec![false; previous.len()];
    for (_, old, new) in overlaps(previous, topics) {
        if continued[new].is_none() && !gone_on[old] {
            continued[new] = Some(old);
            gone_on[old] = true;
        }
    }
    let mut ids: Vec<String> = continued
        .iter()
        .map(|old| old.map_or_else(String::new, |old: usize| previous[old].id.clone()))
        .collect();
    let next_number = mint(kind, &mut ids, topics, next_number.max(1));
    Followed { ids, continued, next_number }
}

/// Pairs of old and new topics that may be the same, with their overlap, best first.
fn overlaps(previous: &[PreviousTopic], topics: &[BTreeSet<&str>]) -> Vec<(usize, usize, usize)> {
    let home: BTreeMap<&str, usize> = topics
        .iter()
        .enumerate()
        .flat_map(|(topic, papers)| papers.iter().map(move |paper| (*paper, topic)))
        .collect();
    let mut pairs: Vec<(usize, usize, usize)> = Vec::new();
    for (old, topic) in previous.iter().enumerate() {
        let mut shared: BTreeMap<usize, usize> = BTreeMap::new();
        for new in topic.papers.iter().filter_map(|paper| home.get(paper.as_str())) {
            *shared.entry(*new).or_default() += 1;
        }
        let enough =
            |(new, shared): &(usize, usize)| shared * 2 >= topic.papers.len().min(topics[*new].len());
        pairs.extend(shared.into_iter().filter(enough).map(|(new, shared)| (shared, old, new)));
    }
    let union =
        |&(shared, old, new): &(usize, usize, usize)| previous[old].papers.len() + topics[new].len() - shared;
    pairs.sort_by(|a, b| b.0.cmp(&a.0).then(union(a).cmp(&union(b))).then((a.1, a.2).cmp(&(b.1, b.2))));
    pairs
}

fn mint(kind: Kind, ids: &mut [String], topics: &[BTreeSet<&str>], mut next: u64) -> u64 {
    let mut new: Vec<usize> = (0..ids.len()).filter(|&topic| ids[topic].is_empty()).collect();
    new.sort_by(|&a, &b| {
        topics[b].len().cmp(&topics[a].len()).then(topics[a].first().cmp(&topics[b].first()))
    });
    for topic in new {
        ids[topic] = kind.id(next);
        next += 1;
    }
    next
}

/// What happened to the topics in run `run`: the new ones in their order, then the retired ones in theirs.
///
/// A topic whose papers are the same ones is not mentioned.
#[must_use]
pub fn events(
    previous: &[PreviousTopic],
    followed: &Followed,
    topics: &[BTreeSet<&str>],
    labels: &[String],
    run: u32,
) -> Vec<LedgerEvent> {
    let alive: BTreeSet<usize> = followed.continued.iter().flatten().copied().collect();
    let of_new = (0..topics.len()).filter_map(|topic| {
        let old = followed.continued[topic].map(|old| &previous[old].papers);
        let shared = old.map_or(0, |old| topics[topic].iter().filter(|paper| old.contains(**paper)).count());
        let event = what(old.map(BTreeSet::len), topics[topic].len(), shared)?;
        let before = old.map_or(0, BTreeSet::len);
        let (topic, size, label) = (followed.ids[topic].clone(), topics[topic].len(), labels[topic].clone());
        Some(LedgerEvent { before, ..plain(run, topic, event, size, shared, label) })
    });
    let of_old = previous
        .iter()
        .enumerate()
        .filter(|(old, _)| !alive.contains(old))
        .map(|(_, old)| plain(run, old.id.clone(), TopicEvent::Retired, 0, 0, old.label.clone()));
    of_new.chain(of_old).collect()
}

fn plain(
    run: u32,
    topic: String,
    event: TopicEvent,
    size: usize,
    shared: usize,
    label: String,
) -> LedgerEvent {
    LedgerEvent {
        run,
        topic,
        event,
        size,
        before: 0,
        shared,
        added: 0,
        came_from: Vec::new(),
        went_to: Vec::new(),
        label,
        former_label: None,
        by_edit: false,
    }
}

/// None where the same papers stayed together.
fn what(old: Option<usize>, size: usize, shared: usize) -> Option<TopicEvent> {
    match old {
        None => Some(TopicEvent::Born),
        Some(old) if old == size && shared == size => None,
        Some(old) if size > old => Some(TopicEvent::Grew),
        Some(old) if size < old => Some(TopicEvent::Shrank),
        Some(_) => Some(TopicEvent::Kept),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set<'a>(papers: &[&'a str]) -> BTreeSet<&'a str> {
        papers.iter().copied().collect()
    }

    fn old(id: &str, papers: &[&str]) -> PreviousTopic {
        let papers = papers.iter().map(|&paper| paper.to_owned()).collect();
        PreviousTopic { id: id.to_owned(), label: id.to_uppercase(), own_label: None, papers }
    }

    #[test]
    fn a_first_run_numbers_by_size_then_smallest_paper() {
        let followed = follow(Kind::Topic, &[], 1, &[set(&["c"]), set(&["x", "b"]), set(&["a", "z"])]);
        assert_eq!(followed.ids, ["t3", "t2", "t1"]);
        assert_eq!(followed.next_number, 4);
    }

    #[test]
    fn ids_follow_most_shared_papers_and_are_never_used_again() {
        let previous = [old("t1", &["a", "b", "c", "d"]), old("t2", &["e", "f"]), old("t4", &["g"])];
        let topics = [set(&["e", "f", "n"]), set(&["a", "b", "c"]), set(&["d", "o", "p"])];
        let followed = follow(Kind::Topic, &previous, 5, &topics);
        assert_eq!(followed.ids, ["t2", "t1", "t5"]);
        assert_eq!(followed.next_number, 6);
        let labels = ["A".to_owned(), "B".to_owned(), "C".to_owned()];
        let events = events(&previous, &followed, &topics, &labels, 3);
        let said: Vec<_> =
            events.iter().map(|one| (one.topic.as_str(), one.event, one.size, one.shared)).collect();
        let expected = [
            ("t2", TopicEvent::Grew, 3, 2),
            ("t1", TopicEvent::Shrank, 3, 3),
            ("t5", TopicEvent::Born, 3, 0),
            ("t4", TopicEvent::Retired, 0, 0),
        ];
        assert_eq!(said, expected);
        assert_eq!(events[3].label, "T4");
    }

    #[test]
    fn the_larger_half_of_a_split_keeps_the_id() {
        let previous = [old("t1", &["a", "b", "c", "d", "e"])];
        let followed = follow(Kind::Topic, &previous, 2, &[set(&["a", "b"]), set(&["c", "d", "e"])]);
        assert_eq!(followed.ids, ["t2", "t1"]);
    }

    #[test]
    fn less_than_half_is_a_new_topic() {
        let previous = [old("t1", &["a", "b", "c", "d"])];
        let followed = follow(Kind::Topic, &previous, 2, &[set(&["a", "w", "x", "y"])]);
        assert_eq!(followed.ids, ["t2"]);
    }

    #[test]
    fn the_same_papers_are_no_event() {
        let previous = [old("t7", &["a", "b"])];
        let topics = [set(&["a", "b"])];
        let followed = follow(Kind::Topic, &previous, 8, &topics);
        assert_eq!(followed.ids, ["t7"]);
        assert!(events(&previous, &followed, &topics, &["L".to_owned()], 2).is_empty());
    }
}
