//! *What changed* in the page.

use std::fmt::Write;

use super::super::escape::markup;
use super::super::page_data::{count, grouped};
use super::super::palette::Look;
use super::super::topic_cards::paper_link;
use super::names::Names;
use super::words::{event_words, reason_words, update_words, way_words};
use super::{flow, last, of_kind, of_run, rises};
use crate::topic_map::{LedgerEvent, TopicEvent, TopicMap, Update};

/// Topics with new papers that are listed at once.
const SHOWN_TOPICS: usize = 10;
/// Papers that stand for a new topic.
const SHOWN_PAPERS: usize = 3;

/// The link from the contents of the page; nothing where no run changed anything.
pub(in super::super) fn link(map: &TopicMap) -> String {
    last(map).map_or_else(String::new, |_| "<a href=\"#changes\">Changes</a>".to_owned())
}

/// The section; nothing after the first run.
pub(in super::super) fn render(map: &TopicMap) -> String {
    let Some(update) = last(map) else { return String::new() };
    let (names, events) = (Names::of(map), of_run(map, update.run));
    let mut html = format!(
        "<section id=\"changes\" aria-labelledby=\"changes-name\"><h2 id=\"changes-name\">What changed</h2>\n\
         <p>{}</p><p dir=\"auto\">{}</p>\n<div class=\"parts\">\n",
        markup(&update_words(update)),
        markup(&reason_words(update)),
    );
    let parts = [
        ("New papers by topic", arrivals(update, &names)),
        ("New topics", born(&events, &names)),
        ("Splits, merges and moves", moves(&events, &names)),
        ("Rising and falling topics", rising(update, &names)),
        ("Phrases that rose", phrases(update)),
        ("Retired topics", told(&events, TopicEvent::Retired, &names)),
        ("Renamed topics", told(&events, TopicEvent::Renamed, &names)),
        ("Papers that newer dumps no longer hold", vanished(map, &names)),
    ];
    for (name, part) in parts.iter().filter(|(_, part)| !part.is_empty()) {
        let _ = writeln!(html, "<div class=\"change\"><h3>{name}</h3>\n{part}</div>");
    }
    let _ = write!(html, "</div>\n{}</section>\n", earlier(map));
    html
}

/// A bar a topic, the ones with most new papers at once.
fn arrivals(update: &Update, names: &Names<'_>) -> String {
    let mut added: Vec<(&str, usize)> =
        update.topics.iter().map(|change| (change.topic.as_str(), change.added)).collect();
    added.retain(|(_, added)| *added > 0);
    added.sort_by_key(|(_, added)| std::cmp::Reverse(*added));
    let most = added.first().map_or(1, |(_, added)| *added);
    let rows: Vec<String> = added.iter().map(|(topic, added)| arrival(topic, *added, most, names)).collect();
    let (shown, rest) = rows.split_at(rows.len().min(SHOWN_TOPICS));
    let mut html = list("arrivals", shown);
    if !rest.is_empty() {
        let more = count(rest.len(), "more topic");
        let _ = writeln!(html, "<details><summary>{more}</summary>{}</details>", list("arrivals", rest));
    }
    html
}

fn arrival(topic: &str, added: usize, most: usize, names: &Names<'_>) -> String {
    let size = names.known.topics.get(topic).map_or(0, |topic| topic.size);
    format!(
        "{} <small>{} new of {}</small><svg class=\"bar c{}\" viewBox=\"0 0 100 4\" preserveAspectRatio=\"none\" \
         aria-hidden=\"true\"><rect class=\"rail\" width=\"100\" height=\"4\"/><rect class=\"fill\" width=\"{:.1}\" height=\"4\"/></svg>",
        names.html(topic),
        grouped(added),
        grouped(size),
        Look::of(topic).colour,
        added as f64 / most as f64 * 100.0,
    )
}

fn list(class: &str, items: &[String]) -> String {
    if items.is_empty() {
        return String::new();
    }
    let mut html = format!("<ul class=\"{class}\">\n");
    for item in items {
        let _ = writeln!(html, "<li>{item}</li>");
    }
    html.push_str("</ul>\n");
    html
}

/// New topics with where their papers are from and what stands for them.
fn born(events: &[&LedgerEvent], names: &Names<'_>) -> String {
    let born = of_kind(events, TopicEvent::Born);
    let item = |event: &&LedgerEvent| {
        let topic = names.known.topics.get(event.topic.as_str());
        let ids = topic.map_or(&[][..], |topic| topic.representatives.as_slice());
        let papers: Vec<String> =
            ids.iter().filter_map(|id| paper_link(&names.known, id)).take(SHOWN_PAPERS).collect();
        format!(
            "{} <small>{}</small>{}",
            names.html(&event.topic),
            said(event, names),
            list("titles", &papers)
        )
    };
    list("told", &born.iter().map(item).collect::<Vec<_>>())
}

fn said(event: &LedgerEvent, names: &Names<'_>) -> String {
    markup(&event_words(event, &|topic| names.plain(topic)))
}

fn told(events: &[&LedgerEvent], kind: TopicEvent, names: &Names<'_>) -> String {
    let items = of_kind(events, kind).into_iter().map(|event| {
        format!("{} <small dir=\"auto\">{}</small>", names.html(&event.topic), said(event, names))
    });
    list("told", &items.collect::<Vec<_>>())
}

/// The drawing, then splits and merges in words.
fn moves(events: &[&LedgerEvent], names: &Names<'_>) -> String {
    let drawing = flow::drawing(&flow::ribbons(events), names);
    let words = [TopicEvent::Split, TopicEvent::Merged].map(|kind| told(events, kind, names)).concat();
    drawing + &words
}

fn rising(update: &Update, names: &Names<'_>) -> String {
    rises::finding(update).map_or_else(String::new, |finding| {
        format!("<p class=\"caption\">{finding}</p>{}", rises::plot(update, names))
    })
}

fn phrases(update: &Update) -> String {
    let (new, known) = (grouped(update.new), grouped(update.known));
    let item = |phrase: &crate::topic_map::RisenPhrase| {
        format!(
            "<b dir=\"auto\">{}</b> <small>in {} of {new} new papers, in {} of {known} before</small>",
            markup(&phrase.text),
            grouped(phrase.new),
            grouped(phrase.before),
        )
    };
    list("phrases", &update.risen.iter().map(item).collect::<Vec<_>>())
}

fn vanished(map: &TopicMap, names: &Names<'_>) -> String {
    let papers = map.papers.iter().filter(|paper| paper.vanished);
    let links: Vec<String> = papers.filter_map(|paper| paper_link(&names.known, &paper.id)).collect();
    if links.is_empty() {
        return String::new();
    }
    format!(
        "<details><summary>{}, still in the map</summary>{}</details>\n",
        count(links.len(), "paper"),
        list("titles", &links)
    )
}

/// The runs before the last one, newest first.
fn earlier(map: &TopicMap) -> String {
    let before = map.updates.iter().rev().skip(1);
    let items: Vec<String> = before
        .map(|update| {
            let words = format!("{} {}", update_words(update), reason_words(update));
            format!("<b>Run {}: {}.</b> {}", update.run, way_words(update.way), markup(&words))
        })
        .collect();
    if items.is_empty() {
        return String::new();
    }
    let runs = count(items.len(), "earlier run");
    format!("<details class=\"runs\"><summary>{runs}</summary>{}</details>\n", list("told", &items))
}

#[cfg(test)]
mod tests {
    use super::super::super::sample;
    use super::super::testing::{changed, map};
    use super::*;

    #[test]
    fn a_first_run_changed_nothing() {
        let mut map = map();
        map.updates.truncate(1);
        assert_eq!((render(&map), link(&map)), (String::new(), String::new()));
    }

    #[test]
    fn every_part_is_told_once() {
        let mut map = map();
        map.papers[5].vanished = true;
        let html = render(&map);
        sample::assert_well_formed(&html.replace("\u{a0}", " "));
        let names = [
            "New papers by topic",
            "New topics",
            "Splits, merges and moves",
            "Rising and falling topics",
            "Phrases that rose",
            "Retired topics",
            "Renamed topics",
            "Papers that newer dumps no longer hold",
            "1 earlier run",
        ];
        for name in names {
            assert_eq!(html.matches(name).count(), 1, "{name}");
        }
        assert!(
            html.contains("<small>9 new of 4</small>")
                && html.contains("in 9 of 12 new papers, in 4 of 1,000 before")
        );
        assert!(html.contains("born with 20 papers: 20 from t3 subject number 2"));
        assert!(html.contains("was \u{201c}old name\u{201d}"));
    }

    #[test]
    fn parts_with_nothing_to_tell_are_left_out() {
        let mut map = map();
        map.ledger.clear();
        let update = map.updates.last_mut().unwrap();
        update.topics.clear();
        update.risen.clear();
        let html = render(&map);
        assert!(!html.contains("<h3>") && html.contains("<details class=\"runs\">"));
    }

    #[test]
    fn what_no_map_holds_is_no_link_and_hostile_text_is_escaped() {
        let mut map = changed(sample::hostile());
        map.ledger[4].label = "<script>alert(1)</script>".to_owned();
        map.updates[1].reason = "<b>why</b>".to_owned();
        map.updates[1].risen[0].text = "<img src=x>".to_owned();
        let html = render(&map);
        assert!(!html.contains("#t9") && html.contains("&lt;script&gt;alert"));
        assert!(!html.contains("<script") && !html.contains("<b>why") && !html.contains("<img"));
    }
}
