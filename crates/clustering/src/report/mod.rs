//! The files that a person opens, each rendered from the [`TopicMap`] alone.

mod changes;
mod choice_section;
mod csv;
mod escape;
mod evidence_part;
mod html;
mod json;
mod known;
mod markdown;
mod outline;
mod packed;
mod page_data;
mod palette;
mod place_labels;
mod regions;
mod sections;
mod standing;
mod svg;
mod topic_cards;

use std::collections::BTreeSet;

pub use self::changes::{event_words, reason_words, update_words, way_words};
pub use self::csv::{guarded, topics as topics_csv};
pub use self::outline::{Chapter, area_counts, chapters};
pub use self::standing::{Standing, large_topic};
use crate::topic_map::{AreaEntry, Evidence, Phrase, TopicMap, Update};

#[cfg(test)]
mod sample;

/// Names of the report's files, in the order in which they are to be put in place; the page is last.
pub const FILE_NAMES: [&str; 6] =
    ["topic-map.json", "papers.csv", "topics.csv", "topics.md", "map.svg", "index.html"];

/// One file of the report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportFile {
    /// File name inside the map folder.
    pub name: &'static str,
    /// Content; the same for the same map.
    pub bytes: Vec<u8>,
}

/// Why a report cannot be rendered.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReportError {
    /// A number that no report format can hold.
    #[error("{what} is {value}, expected a finite number; run `papermap map --refit` to form the map anew")]
    NotFinite {
        /// What holds the number.
        what: String,
        /// The number.
        value: f64,
    },
    /// A paper of a topic that is not in the map.
    #[error(
        "paper {paper} is in topic {topic}, which the map does not hold; run `papermap map --refit` to form the map anew"
    )]
    UnknownTopic {
        /// Id of the paper.
        paper: String,
        /// Id of the topic.
        topic: String,
    },
    /// The map cannot be written as JSON.
    #[error("cannot write the map as JSON: {0}")]
    Json(#[from] serde_json::Error),
    /// The map cannot be written as CSV.
    #[error("cannot write the map as CSV: {0}")]
    Csv(#[from] ::csv::Error),
    /// The abstracts cannot be packed.
    #[error("cannot pack the abstracts into the page: {0}")]
    Pack(#[from] std::io::Error),
}

/// Renders every file of the report, in the order of [`FILE_NAMES`].
///
/// The same map gives the same bytes. Cost is linear in the papers, and linear in the topics with some 20,000
/// steps each.
///
/// # Errors
/// [`ReportError::NotFinite`] and [`ReportError::UnknownTopic`] for a map that contradicts itself.
pub fn render(map: &TopicMap) -> Result<Vec<ReportFile>, ReportError> {
    check(map)?;
    let regions = regions::regions(map);
    let tables = || (json::render(map), csv::papers(map), csv::topics(&map.topics, &map.areas));
    let page = || (markdown::render(map), svg::render(map, &regions), html::render(map, &regions));
    let ((json, papers, topics), (markdown, svg, html)) = rayon::join(tables, page);
    let contents = [json?, papers?, topics?, markdown.into_bytes(), svg.into_bytes(), html?.into_bytes()];
    Ok(FILE_NAMES.into_iter().zip(contents).map(|(name, bytes)| ReportFile { name, bytes }).collect())
}

fn check(map: &TopicMap) -> Result<(), ReportError> {
    let topics: BTreeSet<&str> = map.topics.iter().map(|topic| topic.id.as_str()).collect();
    for paper in &map.papers {
        finite(&paper.id, &[paper.x, paper.y, paper.score])?;
        if !topics.contains(paper.topic.as_str()) {
            return Err(ReportError::UnknownTopic { paper: paper.id.clone(), topic: paper.topic.clone() });
        }
    }
    for topic in &map.topics {
        finite(&topic.id, &[topic.x, topic.y, topic.share, topic.cohesion])?;
        check_phrases(&topic.id, &topic.phrases)?;
        check_evidence(&topic.id, &topic.evidence)?;
    }
    for AreaEntry { id, x, y, share, phrases, .. } in &map.areas {
        finite(id, &[*x, *y, *share])?;
        check_phrases(id, phrases)?;
    }
    for tried in &map.choice.candidates {
        let what = format!("a figure for {} topics", tried.topics);
        finite(&what, &[tried.silhouette, tried.cohesion_ratio, tried.stability])?;
        finite(&what, &[tried.score, tried.error])?;
    }
    map.updates.iter().try_for_each(check_update)
}

fn check_update(update: &Update) -> Result<(), ReportError> {
    for change in &update.topics {
        if let Some(rise) = change.rise {
            let what = format!("the rise of {} in run {}", change.topic, update.run);
            finite(&what, &[rise.before, rise.new, rise.low, rise.high])?;
        }
    }
    Ok(())
}

fn check_phrases(id: &str, phrases: &[Phrase]) -> Result<(), ReportError> {
    phrases.iter().try_for_each(|phrase| finite(id, &[phrase.inside, phrase.outside]))
}

fn check_evidence(id: &str, evidence: &Evidence) -> Result<(), ReportError> {
    let mut values = vec![evidence.coverage];
    values.extend(evidence.separation);
    values.extend(evidence.stability);
    values.extend(evidence.nearest.iter().map(|near| near.cosine));
    values.extend(evidence.borderline.iter().map(|paper| paper.margin));
    finite(id, &values)
}

fn finite(what: &str, values: &[f64]) -> Result<(), ReportError> {
    match values.iter().find(|value| !value.is_finite()) {
        Some(&value) => Err(ReportError::NotFinite { what: what.to_owned(), value }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::sample;
    use super::*;
    use crate::topic_map::Choice;

    #[test]
    fn two_renders_are_equal_and_the_page_is_last() {
        let map = sample::map(40, 6);
        let files = render(&map).unwrap();
        assert_eq!(files, render(&map.clone()).unwrap());
        let names: Vec<&str> = files.iter().map(|file| file.name).collect();
        assert_eq!(
            names,
            ["topic-map.json", "papers.csv", "topics.csv", "topics.md", "map.svg", "index.html"]
        );
    }

    #[test]
    fn a_number_that_is_none_is_refused_by_name() {
        let mut map = sample::map(3, 1);
        map.papers[1].x = f64::NAN;
        let message = render(&map).unwrap_err().to_string();
        assert!(message.starts_with(&format!("{} is NaN", map.papers[1].id)), "{message}");
    }

    #[test]
    fn evidence_and_areas_are_checked_too() {
        let breaks: [fn(&mut TopicMap); 5] = [
            |map| map.updates[1].topics[0].rise.as_mut().unwrap().high = f64::NAN,
            |map| map.topics[0].evidence.stability = Some(f64::NAN),
            |map| map.topics[0].evidence.nearest[0].cosine = f64::INFINITY,
            |map| map.areas[0].phrases[0].inside = f64::NAN,
            |map| map.choice.candidates[0].error = f64::NAN,
        ];
        for broken in breaks {
            let mut map = changes::testing::changed(sample::nested(12, 6, 1));
            assert!(render(&map).is_ok());
            broken(&mut map);
            assert!(matches!(render(&map), Err(ReportError::NotFinite { .. })));
        }
    }

    #[test]
    fn a_paper_of_no_topic_is_refused_by_name() {
        let mut map = sample::map(3, 1);
        map.papers[2].topic = "t99".to_owned();
        assert!(render(&map).unwrap_err().to_string().contains("t99"));
    }

    #[test]
    fn a_map_of_nothing_renders() {
        assert_eq!(render(&sample::map(0, 0)).unwrap().len(), 6);
        let mut map = sample::map(3, 1);
        map.choice = Choice::default();
        map.topics[0].evidence = Evidence::default();
        assert_eq!(render(&map).unwrap().len(), 6);
    }
}
