//! The topics in the order of reading: area by area, each before the areas inside it.

use std::collections::{BTreeMap, BTreeSet};

use super::page_data::grouped;
use crate::topic_map::{AreaEntry, TopicEntry};

/// An area with the topics that lie directly in it; or the topics of no area.
#[derive(Debug, Clone, PartialEq)]
pub struct Chapter<'a> {
    /// The area; none for topics that are in no area.
    pub area: Option<&'a AreaEntry>,
    /// Areas around it, 0 for one of the coarsest level.
    pub depth: usize,
    /// Topics directly in it, in the order of the map; none where it holds areas only.
    pub topics: Vec<&'a TopicEntry>,
}

/// The topics by area: an area comes before those inside it, topics of no known area come last.
///
/// Every topic is in one chapter, and a chapter without topics has one with topics somewhere below it. Without areas
/// there is one chapter of all topics. Cost is `O(areas² + topics)`.
#[must_use]
pub fn chapters<'a>(topics: &'a [TopicEntry], areas: &'a [AreaEntry]) -> Vec<Chapter<'a>> {
    let ids: BTreeSet<&str> = areas.iter().map(|area| area.id.as_str()).collect();
    let parent = |area: &'a AreaEntry| area.parent.as_deref().filter(|id| ids.contains(id));
    let mut in_area: BTreeMap<&str, Vec<&TopicEntry>> = BTreeMap::new();
    for topic in topics {
        in_area.entry(topic.area.as_deref().unwrap_or_default()).or_default().push(topic);
    }
    let mut found = Vec::new();
    for area in areas.iter().filter(|area| parent(area).is_none()) {
        found.extend(below(area, 0, areas, &mut in_area));
    }
    let held: BTreeSet<&str> =
        found.iter().flat_map(|chapter| &chapter.topics).map(|topic| topic.id.as_str()).collect();
    let rest: Vec<&TopicEntry> = topics.iter().filter(|topic| !held.contains(topic.id.as_str())).collect();
    if !rest.is_empty() {
        found.push(Chapter { area: None, depth: 0, topics: rest });
    }
    found
}

/// The chapters of an area and of all inside it; none where these hold no topic.
fn below<'a>(
    area: &'a AreaEntry,
    depth: usize,
    areas: &'a [AreaEntry],
    in_area: &mut BTreeMap<&str, Vec<&'a TopicEntry>>,
) -> Vec<Chapter<'a>> {
    let topics = in_area.remove(area.id.as_str()).unwrap_or_default();
    let mut found = vec![Chapter { area: Some(area), depth, topics }];
    for inner in areas.iter().filter(|inner| inner.parent.as_deref() == Some(&area.id)) {
        found.extend(below(inner, depth + 1, areas, in_area));
    }
    if found.iter().all(|chapter| chapter.topics.is_empty()) { Vec::new() } else { found }
}

/// How many areas there are, such as `6 areas`, or `8 and 24 areas` of two levels, coarsest first; empty without areas.
#[must_use]
pub fn area_counts(areas: &[AreaEntry]) -> String {
    let mut levels: BTreeMap<usize, usize> = BTreeMap::new();
    for area in areas {
        *levels.entry(area.level).or_default() += 1;
    }
    let counts: Vec<String> = levels.values().map(|count| grouped(*count)).collect();
    match areas.len() {
        0 => String::new(),
        1 => "1 area".to_owned(),
        _ => format!("{} areas", counts.join(" and ")),
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;

    fn told(topics: &[TopicEntry], areas: &[AreaEntry]) -> Vec<String> {
        let of = |chapter: Chapter<'_>| {
            let ids: Vec<&str> = chapter.topics.iter().map(|topic| topic.id.as_str()).collect();
            let area = chapter.area.map_or("-", |area| area.id.as_str());
            format!("{}{area}: {}", ">".repeat(chapter.depth), ids.join(" "))
        };
        chapters(topics, areas).into_iter().map(of).collect()
    }

    #[test]
    fn areas_come_before_what_is_inside_them() {
        let map = sample::nested(60, 12, 2);
        let expected =
            ["a1: ", ">a3: t1 t2 t3", ">a4: t4 t5 t6", "a2: ", ">a5: t7 t8 t9", ">a6: t10 t11 t12"];
        assert_eq!(told(&map.topics, &map.areas), expected);
        assert_eq!(area_counts(&map.areas), "2 and 4 areas");
    }

    #[test]
    fn without_areas_all_topics_are_one_chapter() {
        let map = sample::map(6, 3);
        assert_eq!(told(&map.topics, &map.areas), ["-: t1 t2 t3"]);
        assert_eq!(area_counts(&map.areas), "");
        assert!(chapters(&[], &[]).is_empty());
    }

    #[test]
    fn no_topic_is_lost_where_areas_contradict_each_other() {
        let mut map = sample::nested(60, 12, 2);
        map.topics[0].area = None;
        map.topics[3].area = Some("a99".to_owned());
        map.areas[1].parent = Some("a5".to_owned());
        let told = told(&map.topics, &map.areas);
        let expected = ["a1: ", ">a3: t2 t3", ">a4: t5 t6", "-: t1 t4 t7 t8 t9 t10 t11 t12"];
        assert_eq!(told, expected);
    }

    #[test]
    fn an_area_without_topics_is_left_out() {
        let map = sample::nested(60, 12, 1);
        assert_eq!(told(&map.topics[..4], &map.areas), ["a1: t1 t2 t3", "a2: t4"]);
    }
}
