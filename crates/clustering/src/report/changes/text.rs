//! *What changed* in Markdown.

use std::fmt::Write;

use super::super::escape;
use super::super::page_data::{count, grouped};
use super::names::Names;
use super::words::{event_words, reason_words, update_words};
use super::{flow, last, of_run, rises};
use crate::topic_map::{LedgerEvent, TopicMap, Update};

/// The part as Markdown; nothing after the first run.
pub(in super::super) fn markdown(map: &TopicMap) -> String {
    let Some(update) = last(map) else { return String::new() };
    let (names, events) = (Names::of(map), of_run(map, update.run));
    let mut text = format!(
        "\n## What changed\n\n{} {}\n",
        escape::markdown(&update_words(update)),
        escape::markdown(&reason_words(update)),
    );
    text.push_str(&list("Events", &happened(&events, &names)));
    let flows = flow::ribbons(&events);
    if !flows.is_empty() {
        let _ = writeln!(text, "\n{}", escape::markdown(&flow::alternative(&flows, &names)));
    }
    text.push_str(&list("New papers by topic", &arrivals(update, &names)));
    if let Some(finding) = rises::finding(update) {
        let _ = writeln!(text, "\n{finding}");
        text.push_str(&list("Rising and falling topics", &rises::lines(update, &names)));
    }
    text.push_str(&list("Phrases that rose", &phrases(update)));
    text.push_str(&list("Papers that newer dumps no longer hold, still in the map", &vanished(map)));
    text.push_str(&list("Earlier runs", &earlier(map)));
    text
}

fn list(name: &str, items: &str) -> String {
    if items.is_empty() { String::new() } else { format!("\n{name}:\n\n{items}") }
}

fn happened(events: &[&LedgerEvent], names: &Names<'_>) -> String {
    let mut text = String::new();
    for event in events {
        let words = event_words(event, &|topic| names.plain(topic));
        let _ = writeln!(text, "- {}: {}", names.markdown(&event.topic), escape::markdown(&words));
    }
    text
}

fn arrivals(update: &Update, names: &Names<'_>) -> String {
    let mut text = String::new();
    for change in update.topics.iter().filter(|change| change.added > 0) {
        let _ = writeln!(text, "- {}: {}", names.markdown(&change.topic), grouped(change.added));
    }
    text
}

fn phrases(update: &Update) -> String {
    let mut text = String::new();
    for phrase in &update.risen {
        let _ = writeln!(
            text,
            "- {} (in {} of {}, in {} of {} before)",
            escape::markdown(&phrase.text),
            grouped(phrase.new),
            count(update.new, "new paper"),
            grouped(phrase.before),
            grouped(update.known),
        );
    }
    text
}

fn vanished(map: &TopicMap) -> String {
    let mut text = String::new();
    for paper in map.papers.iter().filter(|paper| paper.vanished) {
        let _ = writeln!(text, "- {}", escape::markdown(&paper.headline));
    }
    text
}

fn earlier(map: &TopicMap) -> String {
    let mut text = String::new();
    for update in map.updates.iter().rev().skip(1) {
        let words = format!("{} {}", update_words(update), reason_words(update));
        let _ = writeln!(text, "- Run {}: {}", update.run, escape::markdown(&words));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::super::sample;
    use super::super::testing::{changed, map};
    use super::*;

    #[test]
    fn the_same_is_told_in_words() {
        let mut map = map();
        map.papers[5].vanished = true;
        let text = markdown(&map);
        for part in [
            "## What changed\n\n12 new papers; 1,000 were there before",
            "- t3 subject number 2: split: 45 papers stay, 20 to t6 subject number 5\n",
            "- t9 gone subject: retired: 30 to t1 subject number 0\n",
            "New papers by topic:\n\n- t1 subject number 0: 9\n",
            "- t3 subject number 2 is falling: ",
            "- subject 0 (in 9 of 12 new papers, in 4 of 1,000 before)\n",
            "- Paper number 5\n",
            "- Run 1: ",
        ] {
            assert!(text.contains(part), "{part}\n{text}");
        }
        map.updates.truncate(1);
        assert_eq!(markdown(&map), "");
    }

    #[test]
    fn hostile_text_makes_no_markup() {
        let mut map = changed(sample::hostile());
        map.updates[1].reason = "<b>why</b>\n# heading".to_owned();
        let text = markdown(&map);
        assert!(!text.contains("\n# ") && !text.contains(" <b>") && text.contains("\\<b\\>why"));
    }
}
