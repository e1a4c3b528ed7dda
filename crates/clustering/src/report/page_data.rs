//! What the page's script works with, and figures as a reader likes them.

use std::collections::BTreeMap;

use rayon::prelude::*;
use serde::Serialize;

use super::palette::{self, Look};
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
            }
        })
        .collect()
}

fn papers<'a>(map: &'a TopicMap, sources: &[&str]) -> Vec<Paper<'a>> {
    let topics: BTreeMap<&str, usize> =
        map.topics.iter().enumerate().map(|(place, topic)| (topic.id.as_str(), place)).collect();
    map.papers
        .iter()
        .map(|paper| {
            let topic = topics.get(paper.topic.as_str()).copied().unwrap_or_default();
            let places = paper.sources.iter().filter_map(|name| sources.binary_search(&name.as_str()).ok());
            page_paper(paper, topic, places.collect())
        })
        .collect()
}

fn page_paper(paper: &PaperEntry, topic: usize, sources: Vec<usize>) -> Paper<'_> {
    let (x, y) = regions::stage(paper.x, paper.y);
    Paper {
        id: &paper.id,
        headline: &paper.headline,
        title: paper.title.as_deref().filter(|title| *title != paper.headline),
        topic,
        x: rounded(x),
        y: rounded(y),
        score: (paper.score * 1e5).round() / 1e5,
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
    fn many_abstracts_are_packed_and_few_are_not() {
        let mut map = sample::map(10, 2);
        assert!(json(&map, &vec![String::new(); 2]).unwrap().contains("experiment 9"));
        assert!(packed_abstracts(&map).unwrap().is_empty());
        map.papers[3].abstract_text = "long text ".repeat(60_000);
        assert!(!json(&map, &vec![String::new(); 2]).unwrap().contains("experiment 9"));
        assert!(!packed_abstracts(&map).unwrap().is_empty());
    }
}
