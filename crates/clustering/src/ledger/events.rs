//! What happened to topics.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::{PreviousTopic, number};
use crate::topic_map::{Flow, LedgerEvent, TopicEvent};

/// Share of the papers of an old topic from which on a new one is a part of it.
const A_PART: f64 = 0.25;
/// Share of the papers of an old topic from which on it went into another one.
const MOST: f64 = 0.5;

/// The topics of this run, all in one order.
#[derive(Debug, Clone, Copy)]
pub struct Now<'a> {
    /// Permanent ids.
    pub ids: &'a [String],
    /// Ids of the papers of each.
    pub papers: &'a [BTreeSet<&'a str>],
    /// Labels as they are shown.
    pub labels: &'a [String],
    /// Events that a person asked for, with the topics.
    pub by_edit: &'a BTreeSet<(TopicEvent, String)>,
}

/// What happened to the topics in run `run`: the new ones in their order, then the retired ones in theirs.
///
/// A topic with the same papers and the same label is not mentioned. A topic splits where at least two topics hold a quarter or more
/// of its papers each and one of them is new; others merge into it where they are no more and sent half of their papers or
/// more; shares are of the papers that are in the map still. Cost is linear in the papers, but for sorting.
#[must_use]
pub fn events(previous: &[PreviousTopic], now: &Now<'_>, run: u32) -> Vec<LedgerEvent> {
    let flows = Flows::new(previous, now);
    let of_new = (0..now.ids.len()).flat_map(|new| flows.of_new(new, run));
    let of_old = (0..previous.len()).filter(|&old| !flows.goes_on[old]).map(|old| flows.retired(old, run));
    of_new.chain(of_old).collect()
}

/// Papers on their way from old topics to new ones.
struct Flows<'a> {
    previous: &'a [PreviousTopic],
    now: &'a Now<'a>,
    /// For every new topic, how many papers came from which old one.
    came: Vec<BTreeMap<usize, usize>>,
    /// For every old topic, how many papers went to which new one.
    went: Vec<BTreeMap<usize, usize>>,
    /// For every new topic, the old one of its id.
    same: Vec<Option<usize>>,
    /// For every old topic, whether a new one has its id.
    goes_on: Vec<bool>,
}

impl<'a> Flows<'a> {
    fn new(previous: &'a [PreviousTopic], now: &'a Now<'a>) -> Self {
        let home: BTreeMap<&str, usize> = previous
            .iter()
            .enumerate()
            .flat_map(|(old, topic)| topic.papers.iter().map(move |paper| (paper.as_str(), old)))
            .collect();
        let place: BTreeMap<&str, usize> =
            previous.iter().enumerate().map(|(old, topic)| (topic.id.as_str(), old)).collect();
        let mut came = vec![BTreeMap::new(); now.ids.len()];
        let mut went = vec![BTreeMap::new(); previous.len()];
        for (new, papers) in now.papers.iter().enumerate() {
            for old in papers.iter().filter_map(|paper| home.get(paper)) {
                *came[new].entry(*old).or_default() += 1;
                *went[*old].entry(new).or_default() += 1;
            }
        }
        let same: Vec<Option<usize>> = now.ids.iter().map(|id| place.get(id.as_str()).copied()).collect();
        let mut goes_on = vec![false; previous.len()];
        same.iter().flatten().for_each(|&old| goes_on[old] = true);
        Self { previous, now, came, went, same, goes_on }
    }

    /// Papers of an old topic that are in the map still.
    fn left(&self, old: usize) -> usize {
        self.went[old].values().sum()
    }

    fn of_new(&self, new: usize, run: u32) -> Vec<LedgerEvent> {
        let Some(old) = self.same[new] else { return vec![self.event(new, TopicEvent::Born, run)] };
        let mut kinds = Vec::new();
        if self.took_in_others(new) {
            kinds.push(TopicEvent::Merged);
        }
        if self.split(old) {
            kinds.push(TopicEvent::Split);
        }
        if kinds.is_empty() {
            kinds.extend(self.size_change(old, new));
        }
        let mut events: Vec<LedgerEvent> = kinds.into_iter().map(|kind| self.event(new, kind, run)).collect();
        if self.previous[old].label != self.now.labels[new] {
            let former_label = Some(self.previous[old].label.clone());
            events.push(LedgerEvent { former_label, ..self.event(new, TopicEvent::Renamed, run) });
        }
        events
    }

    fn took_in_others(&self, new: usize) -> bool {
        self.came[new]
            .iter()
            .any(|(&old, &papers)| !self.goes_on[old] && papers as f64 >= MOST * self.left(old) as f64)
    }

    fn split(&self, old: usize) -> bool {
        let part = A_PART * self.left(old) as f64;
        let parts: Vec<usize> = self.went[old]
            .iter()
            .filter(|(_, papers)| **papers as f64 >= part)
            .map(|(new, _)| *new)
            .collect();
        parts.len() > 1 && parts.iter().any(|&new| self.same[new].is_none())
    }

    /// None where the same papers stayed together.
    fn size_change(&self, old: usize, new: usize) -> Option<TopicEvent> {
        let (before, size) = (self.previous[old].papers.len(), self.now.papers[new].len());
        let shared = self.came[new].get(&old).copied().unwrap_or_default();
        match size.cmp(&before) {
            std::cmp::Ordering::Greater => Some(TopicEvent::Grew),
            std::cmp::Ordering::Less => Some(TopicEvent::Shrank),
            std::cmp::Ordering::Equal => (shared < size).then_some(TopicEvent::Kept),
        }
    }

    fn event(&self, new: usize, event: TopicEvent, run: u32) -> LedgerEvent {
        let old = self.same[new];
        let size = self.now.papers[new].len();
        let came = |old: &usize| self.came[new].get(old).copied().unwrap_or_default();
        let topic = self.now.ids[new].clone();
        LedgerEvent {
            run,
            event,
            size,
            before: old.map_or(0, |old| self.left(old)),
            shared: old.as_ref().map_or(0, came),
            added: size - self.came[new].values().sum::<usize>(),
            came_from: named(&self.came[new], old, |old| &self.previous[old].id),
            went_to: old
                .map_or_else(Vec::new, |old| named(&self.went[old], Some(new), |new| &self.now.ids[new])),
            label: self.now.labels[new].clone(),
            former_label: None,
            by_edit: self.now.by_edit.contains(&(event, topic.clone())),
            topic,
        }
    }

    fn retired(&self, old: usize, run: u32) -> LedgerEvent {
        let PreviousTopic { id, label, .. } = &self.previous[old];
        LedgerEvent {
            run,
            topic: id.clone(),
            event: TopicEvent::Retired,
            size: 0,
            before: self.left(old),
            shared: 0,
            added: 0,
            came_from: Vec::new(),
            went_to: named(&self.went[old], None, |new| &self.now.ids[new]),
            label: label.clone(),
            former_label: None,
            by_edit: self.now.by_edit.contains(&(TopicEvent::Retired, id.clone())),
        }
    }
}

/// Flows with the ids of the topics, most papers first; without the topic itself.
fn named<'b>(
    flows: &BTreeMap<usize, usize>,
    itself: Option<usize>,
    id: impl Fn(usize) -> &'b String,
) -> Vec<Flow> {
    let others = flows.iter().filter(|(topic, _)| Some(**topic) != itself);
    let mut named: Vec<Flow> =
        others.map(|(&topic, &papers)| Flow { topic: id(topic).clone(), papers }).collect();
    named.sort_by_key(|flow| (Reverse(flow.papers), number(&flow.topic)));
    named
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn old(id: &str, papers: &str) -> PreviousTopic {
        let papers = papers.chars().map(String::from).collect();
        PreviousTopic { id: id.to_owned(), label: id.to_uppercase(), own_label: None, papers }
    }

    /// The events in a line each, new topics by id and papers, which are letters.
    fn said(previous: &[PreviousTopic], topics: &[(&str, &str)]) -> Vec<String> {
        let ids: Vec<String> = topics.iter().map(|topic| topic.0.to_owned()).collect();
        let labels: Vec<String> = ids.iter().map(|id| id.to_uppercase()).collect();
        let letters: Vec<Vec<String>> =
            topics.iter().map(|topic| topic.1.chars().map(String::from).collect()).collect();
        let papers: Vec<BTreeSet<&str>> =
            letters.iter().map(|papers| papers.iter().map(String::as_str).collect()).collect();
        let by_edit = BTreeSet::new();
        let now = Now { ids: &ids, papers: &papers, labels: &labels, by_edit: &by_edit };
        let flows = |flows: &[Flow]| {
            let one = |flow: &Flow| format!(" {}:{}", flow.topic, flow.papers);
            flows.iter().map(one).collect::<Vec<_>>().concat()
        };
        let line = |event: &LedgerEvent| {
            format!(
                "{} {:?} {}->{} shared {} added {} from{} to{}",
                event.topic,
                event.event,
                event.before,
                event.size,
                event.shared,
                event.added,
                flows(&event.came_from),
                flows(&event.went_to)
            )
        };
        events(previous, &now, 2).iter().map(line).collect()
    }

    #[test]
    fn topics_grow_shrink_stay_and_change_their_papers() {
        let previous = [old("t1", "abc"), old("t2", "def"), old("t3", "ghi"), old("t4", "jkl")];
        assert_eq!(
            said(&previous, &[("t1", "abcx"), ("t2", "de"), ("t3", "ghi"), ("t4", "jkf"), ("t5", "l")]),
            [
                "t1 Grew 3->4 shared 3 added 1 from to",
                "t2 Shrank 3->2 shared 2 added 0 from to t4:1",
                "t4 Split 3->3 shared 2 added 0 from t2:1 to t5:1",
                "t5 Born 0->1 shared 0 added 0 from t4:1 to",
            ]
        );
    }

    #[test]
    fn a_topic_splits_into_new_ones() {
        assert_eq!(
            said(&[old("t1", "abcdefgh")], &[("t1", "abcde"), ("t2", "fgh")]),
            ["t1 Split 8->5 shared 5 added 0 from to t2:3", "t2 Born 0->3 shared 0 added 0 from t1:3 to"]
        );
    }

    #[test]
    fn papers_that_go_to_topics_of_before_split_nothing() {
        let previous = [old("t1", "abcd"), old("t2", "efgh")];
        assert_eq!(
            said(&previous, &[("t1", "ab"), ("t2", "efghcd")]),
            ["t1 Shrank 4->2 shared 2 added 0 from to t2:2", "t2 Grew 4->6 shared 4 added 0 from t1:2 to"]
        );
    }

    #[test]
    fn topics_merge() {
        let previous = [old("t1", "abcd"), old("t2", "efg"), old("t3", "h")];
        assert_eq!(
            said(&previous, &[("t1", "abcdefx"), ("t4", "gh")]),
            [
                "t1 Merged 4->7 shared 4 added 1 from t2:2 to",
                "t4 Born 0->2 shared 0 added 0 from t2:1 t3:1 to",
                "t2 Retired 3->0 shared 0 added 0 from to t1:2 t4:1",
                "t3 Retired 1->0 shared 0 added 0 from to t4:1",
            ]
        );
    }

    #[test]
    fn papers_that_left_the_map_are_no_flow() {
        let previous = [old("t1", "abcd"), old("t2", "ef")];
        assert_eq!(
            said(&previous, &[("t1", "ab")]),
            ["t1 Shrank 2->2 shared 2 added 0 from to", "t2 Retired 0->0 shared 0 added 0 from to"]
        );
    }

    #[test]
    fn another_label_is_told_with_the_former_one() {
        let ids = ["t1".to_owned()];
        let papers = [BTreeSet::from(["a"])];
        let by_edit = BTreeSet::from([(TopicEvent::Renamed, "t1".to_owned())]);
        let now = Now { ids: &ids, papers: &papers, labels: &["Trams".to_owned()], by_edit: &by_edit };
        let events = events(&[old("t1", "a")], &now, 2);
        assert_eq!((events.len(), events[0].event, events[0].by_edit), (1, TopicEvent::Renamed, true));
        assert_eq!((events[0].former_label.as_deref(), events[0].label.as_str()), (Some("T1"), "Trams"));
    }

    /// A paper is the letter of its number; it was in `t1` … `t4` or is new (0), and is in `t1` … `t6` or gone (0).
    fn topics_of(papers: &[(usize, usize)], topic: usize, at: fn(&(usize, usize)) -> usize) -> String {
        let letter = |paper: usize| char::from_u32(0x4e00 + paper as u32).unwrap();
        (0..papers.len()).filter(|&paper| at(&papers[paper]) == topic).map(letter).collect()
    }

    proptest! {
        #[test]
        fn every_paper_is_accounted_for(papers in prop::collection::vec((0_usize..5, 0_usize..7), 0..60)) {
            let old: Vec<PreviousTopic> = (1..5)
                .map(|topic| old(&format!("t{topic}"), &topics_of(&papers, topic, |paper| paper.0)))
                .filter(|topic| !topic.papers.is_empty())
                .collect();
            let ids: Vec<String> = (1..7).map(|topic| format!("t{topic}")).collect();
            let sets: Vec<Vec<String>> = (1..7)
                .map(|topic| topics_of(&papers, topic, |paper| paper.1).chars().map(String::from).collect())
                .collect();
            let (ids, sets): (Vec<String>, Vec<BTreeSet<&str>>) = ids.into_iter().zip(&sets)
                .filter(|(_, papers)| !papers.is_empty())
                .map(|(id, papers)| (id, papers.iter().map(String::as_str).collect()))
                .unzip();
            let labels: Vec<String> = ids.iter().map(|id| id.to_uppercase()).collect();
            let by_edit = BTreeSet::new();
            let events = events(&old, &Now { ids: &ids, papers: &sets, labels: &labels, by_edit: &by_edit }, 2);
            let told: BTreeSet<&String> = events.iter().map(|event| &event.topic).collect();
            for event in &events {
                let sum = |flows: &[Flow]| flows.iter().map(|flow| flow.papers).sum::<usize>();
                let LedgerEvent { size, before, shared, added, came_from, went_to, .. } = event;
                prop_assert_eq!(*size, shared + added + sum(came_from));
                prop_assert_eq!(*before, shared + sum(went_to));
                let was = old.iter().any(|topic| topic.id == event.topic);
                prop_assert_eq!(event.event == TopicEvent::Born, !was);
                prop_assert_eq!(event.event == TopicEvent::Retired, !ids.contains(&event.topic));
            }
            for topic in &old {
                let now = ids.iter().position(|id| *id == topic.id).map(|at| &sets[at]);
                let is_same = now.is_some_and(|now| now.iter().copied().eq(topic.papers.iter().map(String::as_str)));
                prop_assert_eq!(told.contains(&topic.id), !is_same);
            }
            prop_assert!(ids.iter().all(|id| told.contains(id) || old.iter().any(|topic| topic.id == *id)));
        }
    }
}
