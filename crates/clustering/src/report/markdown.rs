//! `topics.md`: the topics as a text that any git host shows.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::escape;
use super::page_data::{count, percent};
use crate::topic_map::{Counts, PaperEntry, TopicEntry, TopicMap};

/// Renders title, sums, a table of the topics, then each topic with its papers, best first.
pub(super) fn render(map: &TopicMap) -> String {
    let mut text = format!("# {}\n\n{}\n", escape::markdown(&map.title), sums(&map.counts));
    text.push_str("\n| topic | label | papers | share | phrases |\n| --- | --- | ---: | ---: | --- |\n");
    for topic in &map.topics {
        text.push_str(&table_row(topic));
    }
    let by_id: BTreeMap<&str, &PaperEntry> =
        map.papers.iter().map(|paper| (paper.id.as_str(), paper)).collect();
    let mut by_topic = papers_by_topic(map);
    for topic in &map.topics {
        let papers = by_topic.remove(topic.id.as_str()).unwrap_or_default();
        text.push_str(&section(topic, &papers, &by_id));
    }
    text
}

/// The papers of each topic, highest score first, ties by id.
pub(super) fn papers_by_topic(map: &TopicMap) -> BTreeMap<&str, Vec<&PaperEntry>> {
    let mut by_topic: BTreeMap<&str, Vec<&PaperEntry>> = BTreeMap::new();
    for paper in &map.papers {
        by_topic.entry(&paper.topic).or_default().push(paper);
    }
    for papers in by_topic.values_mut() {
        papers.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.id.cmp(&b.id)));
    }
    by_topic
}

fn sums(counts: &Counts) -> String {
    format!(
        "{} in {}, from {} in {}; {} merged, {} set aside.",
        count(counts.papers, "paper"),
        count(counts.topics, "topic"),
        count(counts.records, "record"),
        count(counts.dumps, "dump"),
        count(counts.duplicates, "duplicate"),
        count(counts.set_aside, "record"),
    )
}

fn phrases(topic: &TopicEntry) -> String {
    let texts: Vec<String> = topic.phrases.iter().map(|phrase| escape::markdown(&phrase.text)).collect();
    texts.join(", ")
}

fn table_row(topic: &TopicEntry) -> String {
    format!(
        "| {} | {} | {} | {} | {} |\n",
        escape::markdown(&topic.id),
        escape::markdown(&topic.label),
        topic.size,
        percent(topic.share),
        phrases(topic),
    )
}

fn section(topic: &TopicEntry, papers: &[&PaperEntry], by_id: &BTreeMap<&str, &PaperEntry>) -> String {
    let mut text = format!("\n## {}: {}\n\n", escape::markdown(&topic.id), escape::markdown(&topic.label));
    let _ = writeln!(text, "{}, {} of all.", count(topic.size, "paper"), percent(topic.share));
    if !topic.phrases.is_empty() {
        text.push_str("\nPhrases:\n\n");
    }
    for phrase in &topic.phrases {
        let _ = writeln!(
            text,
            "- {} (in {} of this topic, {} elsewhere)",
            escape::markdown(&phrase.text),
            percent(phrase.inside),
            percent(phrase.outside),
        );
    }
    text.push_str(&representatives(topic, by_id));
    text.push_str("\n| paper | score | year | sources | id |\n| --- | ---: | ---: | --- | --- |\n");
    for paper in papers {
        text.push_str(&paper_row(paper));
    }
    text
}

fn representatives(topic: &TopicEntry, by_id: &BTreeMap<&str, &PaperEntry>) -> String {
    let papers: Vec<&&PaperEntry> =
        topic.representatives.iter().filter_map(|id| by_id.get(id.as_str())).collect();
    if papers.is_empty() {
        return String::new();
    }
    let mut text = "\nPapers that stand for it:\n\n".to_owned();
    for paper in papers {
        let _ = writeln!(text, "- {}", escape::markdown(&paper.headline));
    }
    text
}

fn paper_row(paper: &PaperEntry) -> String {
    format!(
        "| {} | {:.2}{} | {} | {} | {} |\n",
        escape::markdown(&paper.headline),
        paper.score,
        if paper.loose { " (loose)" } else { "" },
        paper.fields.year.map(|year| year.to_string()).unwrap_or_default(),
        escape::markdown(&paper.sources.join("; ")),
        escape::markdown(&paper.id),
    )
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;

    /// Cells of a table row: bars that no backslash escapes, less one.
    fn cells(row: &str) -> usize {
        let mut bars = 0;
        let mut escaped = false;
        for c in row.chars() {
            bars += usize::from(c == '|' && !escaped);
            escaped = c == '\\' && !escaped;
        }
        bars - 1
    }

    #[test]
    fn each_row_has_as_many_cells_as_its_header() {
        let text = render(&sample::hostile());
        for line in text.lines().filter(|line| line.starts_with('|')) {
            assert_eq!(cells(line), 5, "{line}");
        }
    }

    #[test]
    fn no_structure_comes_from_data() {
        let map = sample::hostile();
        let text = render(&map);
        let headings = text.lines().filter(|line| line.starts_with('#')).count();
        assert_eq!(headings, 1 + map.topics.len());
        for line in text.lines() {
            let mut escaped = false;
            let mut before = ' ';
            for c in line.chars() {
                let is_live = !escaped;
                assert!(!(is_live && matches!(c, '<' | '`' | '[' | '*' | '_' | '~' | '$' | '@')), "{line}");
                assert!(!(before == ':' && c == '/'), "{line}");
                before = if is_live { c } else { ' ' };
                escaped = c == '\\' && is_live;
            }
            assert!(!line.trim_start_matches("- ").starts_with(['-', '+', '>', '=']), "{line}");
        }
    }
}
