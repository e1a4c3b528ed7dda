//! `topics.md`: the topics as a text that any git host shows.

use std::fmt::Write;

use super::known::Known;
use super::outline::{Chapter, area_counts, chapters};
use super::page_data::{count, percent};
use super::standing::{self, Standing};
use super::{changes, choice_section, escape, evidence_part};
use crate::topic_map::{Choice, PaperEntry, Phrase, TopicEntry, TopicMap};

/// Level that no heading goes below.
const LAST_LEVEL: usize = 6;

/// Renders title, sums, a table of the topics, then area by area each topic with its evidence and its papers, best
/// first, and how the number of topics was chosen.
pub(super) fn render(map: &TopicMap) -> String {
    let mut text = format!("# {}\n\n{}\n", escape::markdown(&map.title), sums(map));
    text.push_str(&changes::markdown(map));
    text.push_str("\n| topic | label | papers | share | stands | phrases |\n");
    text.push_str("| --- | --- | ---: | ---: | --- | --- |\n");
    let chapters = chapters(&map.topics, &map.areas);
    for topic in chapters.iter().flat_map(|chapter| &chapter.topics) {
        text.push_str(&table_row(topic));
    }
    let known = Known::of(map);
    for chapter in &chapters {
        let is_headed = chapters.len() > 1;
        text.push_str(&chapter_heading(chapter, is_headed));
        let level = 2 + if is_headed { chapter.depth + 1 } else { 0 };
        for topic in &chapter.topics {
            text.push_str(&section(topic, level.min(LAST_LEVEL), &known));
        }
    }
    text.push_str(&choice(&map.choice));
    text
}

/// Id and label of a topic.
fn named(known: &Known<'_>, id: &str) -> Option<String> {
    let topic = known.topics.get(id)?;
    Some(format!("{} {}", escape::markdown(id), escape::markdown(&topic.label)))
}

fn sums(map: &TopicMap) -> String {
    let counts = &map.counts;
    let areas = match area_counts(&map.areas) {
        none if none.is_empty() => none,
        some => format!(" of {some}"),
    };
    format!(
        "{} in {}{areas}, from {} in {}; {} merged, {} set aside.",
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
        "| {} | {} | {} | {} | {} | {} |\n",
        escape::markdown(&topic.id),
        escape::markdown(&topic.label),
        topic.size,
        percent(topic.share),
        Standing::of(&topic.evidence).map(|standing| standing.to_string()).unwrap_or_default(),
        phrases(topic),
    )
}

fn chapter_heading(chapter: &Chapter<'_>, is_headed: bool) -> String {
    let Some(area) = chapter.area else {
        return if is_headed { "\n## Other topics\n".to_owned() } else { String::new() };
    };
    let mut text = format!(
        "\n{} {}: {}\n\n{}, {}, {} of all.\n",
        "#".repeat((2 + chapter.depth).min(LAST_LEVEL)),
        escape::markdown(&area.id),
        escape::markdown(&area.label),
        count(area.topics.len(), "topic"),
        count(area.size, "paper"),
        percent(area.share),
    );
    text.push_str(&phrase_list(&area.phrases, "area"));
    text
}

fn phrase_list(phrases: &[Phrase], kind: &str) -> String {
    if phrases.is_empty() {
        return String::new();
    }
    let mut text = "\nPhrases:\n\n".to_owned();
    for phrase in phrases {
        let _ = writeln!(
            text,
            "- {} (in {} of this {kind}'s papers, in {} of the others)",
            escape::markdown(&phrase.text),
            percent(phrase.inside),
            percent(phrase.outside),
        );
    }
    text
}

fn section(topic: &TopicEntry, level: usize, known: &Known<'_>) -> String {
    let mut text = format!(
        "\n{} {}: {}\n\n",
        "#".repeat(level),
        escape::markdown(&topic.id),
        escape::markdown(&topic.label)
    );
    if let Some(own) = &topic.own_label {
        let _ = writeln!(text, "Named by hand; its papers say: {}.\n", escape::markdown(own));
    }
    let remark = standing::large_topic(topic, known.topics.len());
    let remark = remark.map_or_else(String::new, |remark| format!(" This topic {remark}."));
    let _ = writeln!(text, "{}, {} of all.{remark}", count(topic.size, "paper"), percent(topic.share));
    text.push_str(&evidence(topic, known));
    text.push_str(&phrase_list(&topic.phrases, "topic"));
    text.push_str(&representatives(topic, known));
    text.push_str(&borderline(topic, known));
    text.push_str("\n| paper | score | second | year | sources | id |\n");
    text.push_str("| --- | ---: | --- | ---: | --- | --- |\n");
    for paper in known.by_topic.get(topic.id.as_str()).into_iter().flatten() {
        text.push_str(&paper_row(paper));
    }
    text
}

/// The word, its figures, and the nearest topics.
fn evidence(topic: &TopicEntry, known: &Known<'_>) -> String {
    let evidence = &topic.evidence;
    let mut text = "\n".to_owned();
    if let Some(standing) = Standing::of(evidence) {
        let _ = write!(text, "Stands {standing}: {}. ", standing::figures(evidence));
    }
    let _ = write!(text, "Cohesion {:.2}", topic.cohesion);
    if !topic.phrases.is_empty() {
        let _ = write!(text, ", label in {} of its papers", percent(evidence.coverage));
    }
    text.push_str(".\n");
    let nearest: Vec<String> = (evidence.nearest.iter())
        .filter_map(|near| Some(format!("{} (cosine {:.2})", named(known, &near.topic)?, near.cosine)))
        .collect();
    if !nearest.is_empty() {
        let _ = writeln!(text, "\nNearest topics: {}.", nearest.join(", "));
    }
    text
}

fn representatives(topic: &TopicEntry, known: &Known<'_>) -> String {
    let papers = topic.representatives.iter().filter_map(|id| known.papers.get(id.as_str()));
    list("Papers that stand for it", papers.map(|paper| escape::markdown(&paper.headline)))
}

fn borderline(topic: &TopicEntry, known: &Known<'_>) -> String {
    let papers = topic.evidence.borderline.iter().filter_map(|one| {
        let (paper, other) = (known.papers.get(one.paper.as_str())?, named(known, &one.leans_to)?);
        let leaning = evidence_part::leaning(&other, one.margin);
        Some(format!("{} ({leaning})", escape::markdown(&paper.headline)))
    });
    list("Papers on its border", papers)
}

fn list(name: &str, items: impl Iterator<Item = String>) -> String {
    let mut text = String::new();
    for item in items {
        let _ = writeln!(text, "- {item}");
    }
    if text.is_empty() { text } else { format!("\n{name}:\n\n{text}") }
}

/// The reason for the number of topics and the figures of every number that was tried.
fn choice(choice: &Choice) -> String {
    let mut text = format!(
        "\n## How the number of topics was chosen\n\n{}\n\n{}\n",
        escape::markdown(&choice.reason),
        choice_section::findings(choice).join(" "),
    );
    if !choice.candidates.is_empty() {
        text.push_str("\n| topics | silhouette | cohesion ratio | stability | score | error |\n");
        text.push_str("| ---: | ---: | ---: | ---: | ---: | ---: |\n");
    }
    for tried in &choice.candidates {
        let _ = writeln!(
            text,
            "| {} | {:.3} | {:.3} | {:.3} | {:.3} | {:.3} |",
            tried.topics, tried.silhouette, tried.cohesion_ratio, tried.stability, tried.score, tried.error,
        );
    }
    text
}

fn paper_row(paper: &PaperEntry) -> String {
    format!(
        "| {} | {:.2}{}{} | {} | {} | {} | {} |\n",
        escape::markdown(&paper.headline),
        paper.score,
        if paper.loose { " (loose)" } else { "" },
        if paper.vanished { " (in no newest dump)" } else { "" },
        escape::markdown(paper.second.as_deref().unwrap_or_default()),
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
            assert_eq!(cells(line), 6, "{line}");
        }
    }

    #[test]
    fn no_structure_comes_from_data() {
        let map = sample::hostile();
        let text = render(&map);
        let headings = text.lines().filter(|line| line.starts_with('#')).count();
        assert_eq!(headings, 2 + map.areas.len() + map.topics.len());
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

    #[test]
    fn areas_are_sections_around_their_topics() {
        let text = render(&sample::nested(24, 12, 2));
        let headings: Vec<&str> = text.lines().filter(|line| line.starts_with('#')).take(7).collect();
        assert_eq!(
            headings,
            [
                "# NeurIPS 2026",
                "## a1: field number 1",
                "### a3: field number 3",
                "#### t1: subject number 0",
                "#### t2: subject number 1",
                "#### t3: subject number 2",
                "### a4: field number 4",
            ]
        );
        assert!(text.contains("24 papers in 12 topics of 2 and 4 areas, from"));
        assert!(text.contains("- field 1 (in 42\u{a0}% of this area's papers, in 5\u{a0}% of the others)"));
    }

    #[test]
    fn a_topic_has_its_evidence() {
        let text = render(&sample::map(24, 12));
        for part in [
            "\nStands firm: stability 0.90, separation 0.200. Cohesion 0.50, label in 70\u{a0}% of its papers.\n",
            "\nNearest topics: t2 subject number 1 (cosine 0.40).\n",
            "- subject 0 (in 71\u{a0}% of this topic's papers, in 3\u{a0}% of the others)\n",
            "- Paper number 12 (leans to t2 subject number 1, 0.010 short of it)\n",
            "| Paper number 12 | 0.50 | t2 | 2026 | dump.txt |",
            "| 6 | 0.200 | 2.100 | 0.800 | 0.900 | 0.030 |",
        ] {
            assert!(text.contains(part), "{part}");
        }
    }

    #[test]
    fn a_topic_above_half_is_pointed_out() {
        let mut map = sample::map(24, 2);
        map.topics[0].share = 0.62;
        assert!(render(&map).contains("This topic holds 62\u{a0}% of all papers: ask for more topics"));
    }
}
