//! Papers and topics of a map by their ids.

use std::collections::BTreeMap;

use crate::topic_map::{PaperEntry, TopicEntry, TopicMap};

/// What the descriptions of topics refer to.
pub(super) struct Known<'a> {
    pub(super) papers: BTreeMap<&'a str, &'a PaperEntry>,
    /// The papers of each topic, highest score first, ties by id.
    pub(super) by_topic: BTreeMap<&'a str, Vec<&'a PaperEntry>>,
    pub(super) topics: BTreeMap<&'a str, &'a TopicEntry>,
}

impl<'a> Known<'a> {
    pub(super) fn of(map: &'a TopicMap) -> Self {
        Self {
            papers: map.papers.iter().map(|paper| (paper.id.as_str(), paper)).collect(),
            by_topic: papers_by_topic(map),
            topics: map.topics.iter().map(|topic| (topic.id.as_str(), topic)).collect(),
        }
    }
}

fn papers_by_topic(map: &TopicMap) -> BTreeMap<&str, Vec<&PaperEntry>> {
    let mut by_topic: BTreeMap<&str, Vec<&PaperEntry>> = BTreeMap::new();
    for paper in &map.papers {
        by_topic.entry(&paper.topic).or_default().push(paper);
    }
    for papers in by_topic.values_mut() {
        papers.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.id.cmp(&b.id)));
    }
    by_topic
}
