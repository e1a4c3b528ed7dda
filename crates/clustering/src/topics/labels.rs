//! Labels that a person decided on.

use std::collections::BTreeSet;

use super::Previous;
use super::groups::Groups;
use crate::edits::Edits;
use crate::topic_map::{TopicEntry, TopicEvent};

/// Gives topics, which come in the order of `groups`, the labels that edits name, and locked ones the label of before; returns
/// the renamings that edits cause.
pub(super) fn decided(
    topics: &mut [TopicEntry],
    groups: &Groups<'_>,
    previous: &Previous,
    edits: &Edits,
) -> BTreeSet<(TopicEvent, String)> {
    let mut renamed = BTreeSet::new();
    for (topic, old) in topics.iter_mut().zip(&groups.continued) {
        let old = old.map(|old| &previous.topics[old]);
        if let Some(old) = old.filter(|_| edits.locks.contains(&topic.id)) {
            topic.label = old.own_label.clone().unwrap_or_else(|| old.label.clone());
        }
        if let Some(label) = edits.renames.get(&topic.id) {
            topic.own_label = Some(std::mem::replace(&mut topic.label, label.clone()));
        }
        if topic.own_label.is_some() || old.is_some_and(|old| old.own_label.is_some()) {
            renamed.insert((TopicEvent::Renamed, topic.id.clone()));
        }
    }
    renamed
}

/// Renames to a label that another topic has too, in words.
pub(super) fn doubled(topics: &[TopicEntry], edits: &Edits) -> Vec<String> {
    let other = |(id, label): &(&String, &String)| {
        let has_it = |topic: &&TopicEntry| topic.id != **id && topic.label.eq_ignore_ascii_case(label);
        let other = topics.iter().find(has_it)?;
        Some(format!(
            "rename of {id}: {} has the label \"{label}\" too, so readers cannot tell them apart",
            other.id
        ))
    };
    edits.renames.iter().filter_map(|rename| other(&rename)).collect()
}
