//! What a run changed.

mod rise;

use std::collections::BTreeMap;

use super::grouping::Grouped;
use super::groups::Groups;
use super::naming::Naming;
use super::{PaperText, Previous};
use crate::ledger::number;
use crate::topic_map::{TopicChange, Update, Way};

/// Why papers moved where none is new.
const BY_EDITS: &str = "no paper is new, and what was changed in the edits of topics moved papers";

/// The account of a run, topics as they are shown.
pub(super) fn update(
    papers: &[PaperText<'_>],
    groups: &Groups<'_>,
    naming: &Naming<'_>,
    previous: &Previous,
    grouped: &Grouped,
) -> Update {
    let is_new: Vec<bool> = papers.iter().map(|paper| !previous.places.contains_key(paper.id)).collect();
    let new = is_new.iter().filter(|is_new| **is_new).count();
    let known = papers.len() - new;
    let topics = changes(papers, groups, &is_new, previous);
    let is_update = known > 0;
    let moved = topics.iter().map(|topic| topic.came).sum();
    let by_edits_alone = grouped.way == Way::Joined && new == 0 && moved > 0;
    Update {
        run: previous.run + 1,
        way: grouped.way,
        reason: if by_edits_alone { BY_EDITS.to_owned() } else { grouped.reason.clone() },
        papers: papers.len(),
        known,
        new,
        gone: previous.places.len() - known,
        moved,
        novel: grouped.novel,
        topics: if is_update { topics } else { Vec::new() },
        risen: if is_update { naming.risen(&is_new) } else { Vec::new() },
    }
}

/// What changed of every topic of now and of before, those that did not change left out.
fn changes(
    papers: &[PaperText<'_>],
    groups: &Groups<'_>,
    is_new: &[bool],
    previous: &Previous,
) -> Vec<TopicChange> {
    let mut changes: BTreeMap<&str, TopicChange> = BTreeMap::new();
    let topics = groups.ids.iter().map(String::as_str);
    for topic in topics.chain(previous.topics.iter().map(|topic| topic.id.as_str())) {
        changes.insert(topic, nothing(topic));
    }
    let home = homes(previous);
    for (paper, &group) in papers.iter().zip(&groups.labels) {
        let topic = groups.ids[group].as_str();
        let old = home.get(paper.id).copied();
        let mut count = |topic: &str, add: fn(&mut TopicChange)| changes.get_mut(topic).map(add);
        match old {
            None => count(topic, |change| change.added += 1),
            Some(old) if old == topic => count(topic, |change| change.before += 1),
            Some(old) => {
                count(topic, |change| change.came += 1);
                count(old, |change| change.before += 1);
                count(old, |change| change.went += 1)
            }
        };
    }
    for topic in &previous.topics {
        if let Some(change) = changes.get_mut(topic.id.as_str()) {
            change.gone = topic.papers.len() - change.before;
        }
    }
    let rises = rise::of_groups(&groups.labels, is_new, groups.len());
    for (id, rise) in groups.ids.iter().zip(rises) {
        if let Some(change) = changes.get_mut(id.as_str()) {
            change.rise = rise;
        }
    }
    in_order(changes, groups)
}

/// The topics of now in their order, then the others by number; those without a change left out.
fn in_order(mut changes: BTreeMap<&str, TopicChange>, groups: &Groups<'_>) -> Vec<TopicChange> {
    let now: Vec<TopicChange> = groups.ids.iter().filter_map(|id| changes.remove(id.as_str())).collect();
    let mut retired: Vec<TopicChange> = changes.into_values().collect();
    retired.sort_by_key(|change| number(&change.topic));
    let is_change = |change: &TopicChange| {
        let TopicChange { added, came, went, gone, rise, .. } = change;
        added + came + went + gone > 0 || rise.is_some_and(|rise| rise.low > 0.0 || rise.high < 0.0)
    };
    now.into_iter().chain(retired).filter(is_change).collect()
}

fn nothing(topic: &str) -> TopicChange {
    TopicChange { topic: topic.to_owned(), before: 0, added: 0, came: 0, went: 0, gone: 0, rise: None }
}

/// The topic that every paper was shown in.
fn homes(previous: &Previous) -> BTreeMap<&str, &str> {
    let papers = previous
        .topics
        .iter()
        .flat_map(|topic| topic.papers.iter().map(|paper| (paper.as_str(), topic.id.as_str())));
    papers.collect()
}
