//! What the page's script works with, and figures as a reader likes them.

use std::collections::BTreeMap;

use rayon::prelude::*;
use serde::Serialize;

use super::outline::{Chapter, chapters};
use super::palette::{self, Look};
use super::standing::Standing;
use super::{ReportError, escape, packed, regions};
use crate::topic_map::{PaperEntry, TopicMap};

/// Abstracts of more bytes in all are packed.
const PLAIN_LIMIT: usize = 1 << 19;
/// Abstracts packed together.
const PACK: usize = 1000;

/// The data of the page; names are short because each is written once a paper.
#[derive(Serialize)]
struct Page<'a> {
    /// Tokens that the model reads.
    limit: usize,
    /// Names of the dumps that papers point into.
    sources: Vec<&'a str>,
    /// Paths of the marks.
    marks: &'static [&'static str],
    topics: Vec<Topic<'a>>,
    /// The topics by area, in the order of reading; empty without areas.
    chapters: Vec<Group<'a>>,
    papers: Vec<Paper<'a>>,
    /// The abstracts, where they are few.
    #[serde(skip_serializing_if = "Option::is_none")]
    abstracts: Option<Vec<&'a str>>,
}

#[derive(Serialize)]
struct Topic<'a> {
    id: &'a str,
    number: &'a str,
    label: &'a str,
    size: usize,
    colour: usize,
    mark: usize,
    x: f64,
    y: f64,
    region: &'a str,
    /// `firm`, `fair` or `loose`.
    #[serde(skip_serializing_if = "Option::is_none")]
    standing: Option<String>,
}

/// An area, or the topics of none.
#[derive(Serialize)]
struct Group<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    label: &'a str,
    depth: usize,
    size: usize,
    x: f64,
    y: f64,
    /// Places of the topics directly in it.
    topics: Vec<usize>,
    /// Places of all topics in it.
    all: Vec<usize>,
}

#[derive(Serialize)]
struct Paper<'a> {
    #[serde(rename = "i")]
    id: &'a str,
    #[serde(rename = "h")]
    headline: &'a str,
    #[serde(rename = "T", skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    #[serde(rename = "t")]
    topic: usize,
    x: f64,
    y: f64,
    #[serde(rename = "s")]
    score: f64,
    /// Place of the second topic.
    #[serde(rename = "o", skip_serializing_if = "Option::is_none")]
    second: Option<usize>,
    #[serde(rename = "l", skip_serializing_if = "is_zero")]
    loose: u8,
    #[serde(rename = "k", skip_serializing_if = "<[_]>::is_empty")]
    keys: &'a [String],
    #[serde(rename = "a", skip_serializing_if = "<[_]>::is_empty")]
    authors: &'a [String],
    #[serde(rename = "w", skip_serializing_if = "<[_]>::is_empty")]
    keywords: &'a [String],
    #[serde(rename = "Y", skip_serializing_if = "Option::is_none")]
    year: Option<i32>,
    #[serde(rename = "v", skip_serializing_if = "Option::is_none")]
    venue: Option<&'a str>,
    #[serde(rename = "d", skip_serializing_if = "Option::is_none")]
    decision: Option<&'a str>,
    #[serde(rename = "u", skip_serializing_if = "Option::is_none")]
    address: Option<String>,
    #[serde(rename = "f")]
    sources: Vec<usize>,
    /// Tokens of a text that is longer than the limit.
    #[serde(rename = "n", skip_serializing_if = "Option::is_none")]
    long: Option<usize>,
}

fn is_zero<T: PartialEq + Default>(value: &T) -> bool {
    *value == T::default()
}

/// The data as JSON that is safe inside a script element.
///
/// # Errors
/// [`ReportError::Json`] where the value cannot be written.
pub(super) fn json(map: &TopicMap, regions: &[String]) -> Result<String, ReportError> {
    let mut sources: Vec<&str> =
        map.papers.iter().flat_map(|paper| &paper.sources).map(String::as_str).collect();
    sources.sort_unstable();
    sources.dedup();
    let page = Page {
        limit: map.receipt.token_limit,
        marks: palette::marks(),
        topics: topics(map, regions),
        chapters: groups(map),
        papers: papers(map, &sources),
        abstracts: is_plain(map).then(|| abstracts(map)),
        sources,
    };
    Ok(escape::script_json(&serde_json::to_string(&page)?))
}

/// The abstracts as packed JSON lists, one a line in the order of the papers; empty where the data holds them.
///
/// # Errors
/// [`ReportError::Json`] and [`ReportError::Pack`] where they cannot be written.
pub(super) fn packed_abstracts(map: &TopicMap) -> Result<String, ReportError> {
    if is_plain(map) {
        return Ok(String::new());
    }
    let lists: Result<Vec<String>, ReportError> = abstracts(map)
        .par_chunks(PACK)
        .map(|abstracts| Ok(packed::deflated(&serde_json::to_string(abstracts)?)?))
        .collect();
    Ok(lists?.join("\n"))
}

fn is_plain(map: &TopicMap) -> bool {
    map.papers.iter().map(|paper| paper.abstract_text.len()).sum::<usize>() <= PLAIN_LIMIT
}

fn abstracts(map: &TopicMap) -> Vec<&str> {
    map.papers.iter().map(|paper| paper.abstract_text.as_str()).collect()
}

fn topics<'a>(map: &'a TopicMap, regions: &'a [String]) -> Vec<Topic<'a>> {
    map.topics
        .iter()
        .zip(regions)
        .map(|(topic, region)| {
            let (look, (x, y)) = (Look::of(&topic.id), regions::stage(topic.x, topic.y));
            Topic {
                id: &topic.id,
                number: palette::number(&topic.id),
                label: &topic.label,
                size: topic.size,
                colour: look.colour,
                mark: look.mark,
                x: rounded(x),
                y: rounded(y),
                region,
                standing: Standing::of(&topic.evidence).map(|standing| standing.to_string()),
            }
        })
        .collect()
}

/// Places of the topics by their ids.
fn places(map: &TopicMap) -> BTreeMap<&str, usize> {
    map.topics.iter().enumerate().map(|(place, topic)| (topic.id.as_str(), place)).collect()
}

fn groups(map: &TopicMap) -> Vec<Group<'_>> {
    if map.areas.is_empty() {
        return Vec::new();
    }
    let places = places(map);
    chapters(&map.topics, &map.areas).iter().map(|chapter| group(chapter, &places)).collect()
}

fn group<'a>(chapter: &Chapter<'a>, places: &BTreeMap<&str, usize>) -> Group<'a> {
    let place = |id: &str| places.get(id).copied();
    let topics: Vec<usize> = chapter.topics.iter().filter_map(|topic| place(&topic.id)).collect();
    let Some(area) = chapter.area else {
        let size = chapter.topics.iter().map(|topic| topic.size).sum();
        let all = topics.clone();
        return Group { id: None, label: "Other topics", depth: 0, size, x: 0.5, y: 0.5, topics, all };
    };
    let (x, y) = regions::stage(area.x, area.y);
    Group {
        id: Some(&area.id),
        label: &area.label,
        depth: chapter.depth,
        size: area.size,
        x: rounded(x),
        y: rounded(y),
        topics,
        all: area.topics.iter().filter_map(|id| place(id)).collect(),
    }
}

fn papers<'a>(map: &'a TopicMap, sources: &[&str]) -> Vec<Paper<'a>> {
    let topics = places(map);
    let place = |id: &str| topics.get(id).copied();
    map.papers
        .iter()
        .map(|paper| {
            let own = place(&paper.topic).unwrap_or_default();
            let second = paper.second.as_deref().and_then(place);
            let dumps = paper.sources.iter().filter_map(|name| sources.binary_search(&name.as_str()).ok());
            page_paper(paper, (own, second), dumps.collect())
        })
        .collect()
}

fn page_paper(paper: &PaperEntry, (topic, second): (usize, Option<usize>), sources: Vec<usize>) -> Paper<'_> {
    let (x, y) = regions::stage(paper.x, paper.y);
    Paper {
        id: &paper.id,
        headline: &paper.headline,
        title: paper.title.as_deref().filter(|title| *title != paper.headline),
        topic,
        x: rounded(x),
        y: rounded(y),
        score: (paper.score * 1e5).round() / 1e5,
        second,
        loose: u8::from(paper.loose),
        keys: &paper.keys,
        authors: &paper.fields.authors,
        keywords: &paper.fields.keywords,
        year: paper.fields.year,
        venue: paper.fields.venue.as_deref(),
        decision: paper.fields.decision.as_deref(),
        address: escape::web_address(paper.fields.doi.as_deref(), paper.fields.url.as_deref()),
        sources,
        long: (paper.tokens_cut > 0).then_some(paper.tokens),
    }
}

fn rounded(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}

/// `1 paper`, `34 papers`, `2,260 papers`.
pub(super) fn count(number: usize, noun: &str) -> String {
    format!("{} {noun}{}", grouped(number), if number == 1 { "" } else { "s" })
}

/// The number with a comma between thousands.
pub(super) fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A share as `71 %`, with a no-break space; a small one as `0.4 %`.
pub(super) fn percent(share: f64) -> String {
    let value = share * 100.0;
    if value > 0.0 && value < 0.95 {
        format!("{:.1}\u{a0}%", value.max(0.1))
    } else {
        format!("{value:.0}\u{a0}%")
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;

    #[test]
    fn figures_read_well() {
        assert_eq!(count(1, "paper"), "1 paper");
        assert_eq!(count(0, "paper"), "0 papers");
        assert_eq!(count(1_234_567, "paper"), "1,234,567 papers");
        assert_eq!(percent(0.714), "71\u{a0}%");
        assert_eq!(percent(0.004), "0.4\u{a0}%");
        assert_eq!(percent(0.0), "0\u{a0}%");
    }

    #[test]
    fn only_papers_read_in_part_hold_their_tokens() {
        let mut map = sample::map(4, 2);
        for paper in &mut map.papers {
            (paper.tokens, paper.tokens_cut) = (200, 0);
        }
        (map.papers[2].tokens, map.papers[2].tokens_cut) = (400, 144);
        let written = json(&map, &vec![String::new(); 2]).unwrap();
        let page: serde_json::Value = serde_json::from_str(&written).unwrap();
        let held: Vec<Option<u64>> = page["papers"]
            .as_array()
            .unwrap()
            .iter()
            .map(|paper| paper.get("n").map(|n| n.as_u64().unwrap()))
            .collect();
        assert_eq!(page["limit"], 256);
        assert_eq!(held, [None, None, Some(400), None]);
    }

    #[test]
    fn areas_and_second_topics_point_into_the_topics() {
        let map = sample::nested(24, 12, 2);
        let written = json(&map, &vec![String::new(); 12]).unwrap();
        let page: serde_json::Value = serde_json::from_str(&written).unwrap();
        assert_eq!(page["chapters"].as_array().unwrap().len(), 6);
        assert_eq!(page["chapters"][0]["all"], serde_json::json!([0, 1, 2, 3, 4, 5]));
        assert_eq!(page["chapters"][2]["topics"], serde_json::json!([3, 4, 5]));
        assert_eq!((&page["papers"][11]["o"], &page["topics"][0]["standing"]), (&0.into(), &"firm".into()));
    }

    #[test]
    fn many_abstracts_are_packed_and_few_are_not() {
        let mut map = sample::map(10, 2);
        assert!(json(&map, &vec![String::new(); 2]).unwrap().contains("experiment 9"));
        assert!(packed_abstracts(&map).unwrap().is_empty());
        map.papers[3].abstract_text = "long text ".repeat(60_000);
        assert!(!json(&map, &vec![String::new(); 2]).unwrap().contains("experiment 9"));
        assert!(!packed_abstracts(&map).unwrap().is_empty());
    }
}
