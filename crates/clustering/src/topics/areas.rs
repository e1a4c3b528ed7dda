//! Areas: groups of topics, cut from one tree.

use std::collections::BTreeSet;

use ndarray::Array2;

use super::groups::{Groups, followed_ids};
use super::naming::{Level, Naming};
use super::{Parts, Previous};
use crate::ClusterError;
use crate::choose_k::TopicCount;
use crate::describe::{Description, LabelStyle};
use crate::kmeans::means;
use crate::layout::middles;
use crate::ledger::{Kind, PreviousTopic};
use crate::rows::at_unit_length;
use crate::topic_map::{AreaEntry, TopicEntry};
use crate::tree::Tree;

/// The group of every topic on each level, coarsest first; a group lies whole in one of the level above.
pub(super) struct Levels(Vec<Vec<usize>>);

impl Levels {
    /// The levels that were asked for, else one where the topics are many; `means` has shape `(topics, width)`.
    pub(super) fn new(count: &TopicCount, means: &Array2<f32>, sizes: &[usize]) -> Self {
        let tree = Tree::over(means, sizes);
        let TopicCount::Levels(counts) = count else {
            return Self(tree.areas().into_iter().collect());
        };
        let coarser = counts.iter().rev().skip(1).rev().filter(|groups| **groups < tree.leaves());
        Self(coarser.map(|&groups| tree.cut(groups)).collect())
    }

    /// The group of every topic on the finest level; empty where there are no areas.
    pub(super) fn finest(&self) -> &[usize] {
        self.0.last().map_or(&[], Vec::as_slice)
    }
}

/// The areas, coarsest level first, in a level largest first, and the next free number of an area id.
///
/// # Errors
/// What describing them says.
pub(super) fn areas(
    parts: &Parts<'_>,
    naming: &Naming<'_>,
    previous: &Previous,
) -> Result<(Vec<AreaEntry>, u64), ClusterError> {
    let mut areas: Vec<AreaEntry> = Vec::new();
    let mut next = previous.next_area.max(1);
    let mut above: Option<Groups<'_>> = None;
    for (level, topics) in parts.levels.0.iter().enumerate() {
        let labels: Vec<usize> = parts.groups.labels.iter().map(|&topic| topics[topic]).collect();
        let before = previous_areas(previous, level);
        let (ids, next_area) = followed_ids(Kind::Area, parts.papers, parts.rows, &labels, &before, next);
        let groups = Groups::new(parts.papers, &ids, &before);
        let parents = above.as_ref().map(|above| parents(&groups, above)).unwrap_or_default();
        let avoided = labels_of(&areas);
        let level_style = Level { style: LabelStyle::Short, avoided: &avoided };
        let entries = describe(parts, naming, &groups, &before, &parents, level_style)?;
        let parent = |area: usize| above.as_ref().map(|above| above.id(parents[area]));
        areas.extend(entries.into_iter().enumerate().map(|(area, entry)| AreaEntry {
            level,
            parent: parent(area),
            ..entry
        }));
        next = next_area;
        above = Some(groups);
    }
    Ok((areas, next))
}

/// The labels of areas, in their order.
pub(super) fn labels_of(areas: &[AreaEntry]) -> Vec<String> {
    areas.iter().map(|area| area.label.clone()).collect()
}

/// Gives every topic the finest area that holds it.
pub(super) fn assign(areas: &[AreaEntry], topics: &mut [TopicEntry]) {
    for topic in topics {
        let holds = |area: &&AreaEntry| area.topics.contains(&topic.id);
        topic.area = areas.iter().rfind(holds).map(|area| area.id.clone());
    }
}

/// The areas that a map had on a level, as groups of papers.
fn previous_areas(previous: &Previous, level: usize) -> Vec<PreviousTopic> {
    let papers = |area: &AreaEntry| -> BTreeSet<String> {
        let topics = previous.topics.iter().filter(|topic| area.topics.contains(&topic.id));
        topics.flat_map(|topic| topic.papers.iter().cloned()).collect()
    };
    let areas = previous.areas.iter().filter(|area| area.level == level);
    areas
        .map(|area| PreviousTopic {
            id: area.id.clone(),
            label: area.label.clone(),
            own_label: None,
            papers: papers(area),
        })
        .collect()
}

/// For every group, the one of the level above that holds its papers.
fn parents(groups: &Groups<'_>, above: &Groups<'_>) -> Vec<usize> {
    let mut parents = vec![0; groups.len()];
    groups.labels.iter().zip(&above.labels).for_each(|(&group, &parent)| parents[group] = parent);
    parents
}

fn describe(
    parts: &Parts<'_>,
    naming: &Naming<'_>,
    groups: &Groups<'_>,
    before: &[PreviousTopic],
    parents: &[usize],
    level: Level<'_>,
) -> Result<Vec<AreaEntry>, ClusterError> {
    let centres = at_unit_length(&means(parts.rows, &groups.labels, groups.len()));
    let described = naming.describe(groups, before, &centres, parents, level)?;
    let middles = middles(parts.points, &groups.labels, groups.len());
    let topics = topics(parts.groups, groups);
    let entry = |(area, described): (usize, Description)| AreaEntry {
        id: groups.id(area),
        label: described.label,
        level: 0,
        parent: None,
        topics: topics[area].clone(),
        size: groups.papers[area].len(),
        share: groups.share(area),
        phrases: described.phrases,
        x: middles[area][0],
        y: middles[area][1],
    };
    Ok(described.into_iter().enumerate().map(entry).collect())
}

/// Ids of the topics of every area, largest first.
fn topics(topics: &Groups<'_>, areas: &Groups<'_>) -> Vec<Vec<String>> {
    let mut found = vec![Vec::new(); areas.len()];
    for (topic, area) in parents(topics, areas).into_iter().enumerate() {
        found[area].push(topics.id(topic));
    }
    found
}
