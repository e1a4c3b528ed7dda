//! The evidence on the card of a topic: a word at a glance, the figures one click away.

use std::fmt::Write;

use super::escape::markup;
use super::known::Known;
use super::page_data::percent;
use super::standing::{Standing, figures};
use super::topic_cards::{paper_link, topic_link};
use crate::topic_map::{Evidence, TopicEntry};

/// Appends the line with its details.
pub(super) fn push(html: &mut String, topic: &TopicEntry, known: &Known<'_>) {
    let evidence = &topic.evidence;
    let _ = writeln!(html, "<details class=\"evidence\"><summary>{}</summary>", glance(evidence));
    html.push_str("<dl>");
    for (name, value) in lines(topic) {
        let _ = write!(html, "<div><dt>{name}</dt><dd>{value}</dd></div>");
    }
    html.push_str("</dl>\n");
    let nearest = evidence.nearest.iter().filter_map(|near| {
        Some(format!("{} <small>cosine {:.2}</small>", topic_link(known, &near.topic)?, near.cosine))
    });
    push_list(html, "Nearest topics", nearest);
    let borderline = evidence.borderline.iter().filter_map(|paper| {
        let (link, other) = (paper_link(known, &paper.paper)?, topic_link(known, &paper.leans_to)?);
        Some(format!("{link} <small>{}</small>", leaning(&other, paper.margin)))
    });
    push_list(html, "Papers on its border", borderline);
    html.push_str("</details>\n");
}

/// The word with its bars, so that no reader needs the colour, and the figures behind it.
fn glance(evidence: &Evidence) -> String {
    let Some(standing) = Standing::of(evidence) else {
        return "Evidence".to_owned();
    };
    format!(
        "<svg class=\"bars\" viewBox=\"0 0 16 12\" aria-hidden=\"true\">{}</svg> <b>{}</b> \
         <small>{}</small>",
        bars(standing as usize),
        capital(standing),
        figures(evidence),
    )
}

/// Three bars that rise; those up to `lit` are full.
fn bars(lit: usize) -> String {
    let mut bars = String::new();
    for bar in 0..3 {
        let class = if bar <= lit { "on" } else { "off" };
        let (x, height) = (bar * 6, 4 + bar * 4);
        let y = 12 - height;
        let _ = write!(bars, "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"4\" height=\"{height}\"/>");
    }
    bars
}

fn capital(standing: Standing) -> &'static str {
    match standing {
        Standing::Loose => "Loose",
        Standing::Fair => "Fair",
        Standing::Firm => "Firm",
    }
}

/// How far a paper is from the other topic: past the border, or short of it.
pub(super) fn leaning(other: &str, margin: f64) -> String {
    if margin < 0.0 {
        format!("nearer to {other} by {:.3}", -margin)
    } else {
        format!("leans to {other}, {margin:.3} short of it")
    }
}

/// Names and values of the figures that were measured.
fn lines(topic: &TopicEntry) -> Vec<(&'static str, String)> {
    let evidence = &topic.evidence;
    let mut lines = Vec::new();
    if let Some(value) = evidence.stability {
        let shared =
            "of the papers in it or its best match are in both when part of the map is grouped again";
        lines.push(("Stability", format!("{value:.2}: {} {shared}", percent(value))));
    }
    if let Some(value) = evidence.separation {
        lines.push(("Separation", format!("{value:.3}: lead of its own centre over the next, in cosine")));
    }
    lines.push(("Cohesion", format!("{:.2}: mean cosine of its papers to its centre", topic.cohesion)));
    if !topic.phrases.is_empty() {
        let held = percent(evidence.coverage);
        lines.push(("Label", format!("{held} of its papers hold a phrase of it")));
    }
    lines
}

fn push_list(html: &mut String, name: &str, items: impl Iterator<Item = String>) {
    let items: Vec<String> = items.collect();
    if items.is_empty() {
        return;
    }
    let _ =
        writeln!(html, "<p class=\"part\">{name}</p><ul class=\"titles\" aria-label=\"{}\">", markup(name));
    for item in items {
        let _ = writeln!(html, "<li>{item}</li>");
    }
    html.push_str("</ul>\n");
}

#[cfg(test)]
mod tests {
    use super::super::{sample, topic_cards};
    use super::*;

    #[test]
    fn the_word_comes_with_as_many_bars() {
        for (stability, word, bars) in [(0.9, "Firm", 3), (0.6, "Fair", 2), (0.1, "Loose", 1)] {
            let evidence = Evidence { stability: Some(stability), ..Evidence::default() };
            let line = glance(&evidence);
            assert!(line.contains(&format!("<b>{word}</b>")), "{line}");
            assert_eq!(line.matches("class=\"on\"").count(), bars);
        }
        assert_eq!(glance(&Evidence::default()), "Evidence");
    }

    #[test]
    fn every_figure_is_there() {
        let map = sample::map(12, 3);
        let html = topic_cards::render(&map);
        for part in [
            "<dd>0.90: 90\u{a0}% of the papers in it or its best match are in both",
            "<dd>0.200: lead of its own centre",
            "<dd>0.50: mean cosine",
            "<dd>70\u{a0}% of its papers hold a phrase of it</dd>",
            "href=\"#t2\"><span class=\"badge c1\">2</span> <span dir=\"auto\">subject number 1</span></a> \
             <small>cosine 0.40</small>",
            "Paper number 9</a> <small>leans to <a class=\"tag\" href=\"#t2\">",
            "</a>, 0.010 short of it</small>",
        ] {
            assert!(html.contains(part), "{part}");
        }
    }

    #[test]
    fn a_paper_past_the_border_is_nearer_to_the_other_topic() {
        assert_eq!(leaning("t2", -0.05), "nearer to t2 by 0.050");
        assert_eq!(leaning("t2", 0.05), "leans to t2, 0.050 short of it");
    }

    #[test]
    fn links_lead_to_what_is_in_the_map() {
        let mut map = sample::map(12, 3);
        map.topics[0].evidence.nearest[0].topic = "t99".to_owned();
        map.topics[0].evidence.borderline[0].paper = "p99".to_owned();
        let html = topic_cards::render(&map);
        assert!(!html.contains("t99") && !html.contains("p99"));
    }
}
