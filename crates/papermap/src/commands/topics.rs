//! `papermap topics`: the topics, or their ledger.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use anyhow::Result;
use papermap_clustering::report::{Standing, event_words, guarded, reason_words, topics_csv, update_words};
use papermap_clustering::topic_map::{AreaEntry, Flow, LedgerEvent, TopicEntry, Update};

use crate::args::{Format, TopicsArgs};
use crate::edits::write_sample;
use crate::exit::Outcome;
use crate::search::hits_text::csv_file;
use crate::store::{event_name, open_filled};
use crate::terminal::output::{self, escape_control};
use crate::terminal::table::{Side, grouped};
use crate::terminal::topic_table::by_area;

/// Phrases that the text shows of a topic.
const SHOWN_PHRASES: usize = 4;

const EVENT_COLUMNS: [&str; 12] = [
    "run",
    "topic",
    "event",
    "size",
    "shared",
    "label",
    "before",
    "added",
    "came_from",
    "went_to",
    "former_label",
    "by_edit",
];

pub(super) fn run(args: &TopicsArgs) -> Result<Outcome> {
    let store = open_filled(&args.map.folder)?;
    if args.edit_file {
        let path = write_sample(&args.map.folder, &store.topics(store.paper_count()?)?)?;
        output::line(&path.display().to_string())?;
        return Ok(Outcome::Done);
    }
    let text = if args.events {
        let (events, updates) = (store.ledger()?, store.updates()?);
        match args.format {
            Format::Text => events_text(&events, &updates, &store.topics(store.paper_count()?)?),
            Format::Json => json(&History { events: &events, updates: &updates })?,
            Format::Csv => events_csv(&events)?,
        }
    } else {
        let papers = store.paper_count()?;
        let (topics, areas) = (store.topics(papers)?, store.areas(papers)?);
        match args.format {
            Format::Text => topics_text(&topics, &areas),
            Format::Json => json(&topics)?,
            Format::Csv => String::from_utf8(topics_csv(&topics, &areas)?)?,
        }
    };
    drop(store);
    output::write(&text)?;
    Ok(Outcome::Done)
}

fn json(value: &impl serde::Serialize) -> Result<String> {
    Ok(serde_json::to_string_pretty(value)? + "\n")
}

fn topics_text(topics: &[TopicEntry], areas: &[AreaEntry]) -> String {
    let columns = [
        ("id", Side::Left),
        ("papers", Side::Right),
        ("share", Side::Right),
        ("stands", Side::Left),
        ("label", Side::Left),
        ("phrases, with the share of the topic's papers", Side::Left),
    ];
    by_area(&columns, topics, areas, |topic| {
        vec![
            topic.id.clone(),
            grouped(topic.size as u64),
            share(topic.share),
            Standing::of(&topic.evidence).map_or_else(|| "-".to_owned(), |standing| standing.to_string()),
            topic.label.clone(),
            phrases(topic),
        ]
    })
}

fn share(value: f64) -> String {
    format!("{:.0} %", value * 100.0)
}

fn phrases(topic: &TopicEntry) -> String {
    let shown = topic.phrases.iter().take(SHOWN_PHRASES);
    let shown = shown.map(|phrase| format!("{} {}", phrase.text, share(phrase.inside)));
    shown.collect::<Vec<_>>().join(", ")
}

/// Events and updates, run by run.
#[derive(serde::Serialize)]
struct History<'a> {
    events: &'a [LedgerEvent],
    updates: &'a [Update],
}

/// What a topic is called: its label of now, else its last one.
fn labels<'a>(events: &'a [LedgerEvent], topics: &'a [TopicEntry]) -> BTreeMap<&'a str, &'a str> {
    let last = events.iter().map(|event| (event.topic.as_str(), event.label.as_str()));
    let shown = topics.iter().map(|topic| (topic.id.as_str(), topic.label.as_str()));
    last.chain(shown).collect()
}

/// Run by run one line an event, then the papers that moved.
fn events_text(events: &[LedgerEvent], updates: &[Update], topics: &[TopicEntry]) -> String {
    let labels = labels(events, topics);
    let name = |topic: &str| match labels.get(topic) {
        Some(label) => format!("{topic} ({label})"),
        None => topic.to_owned(),
    };
    let runs: BTreeSet<u32> =
        events.iter().map(|event| event.run).chain(updates.iter().map(|update| update.run)).collect();
    let mut text = String::new();
    for run in runs {
        let _ = writeln!(text, "{}run {run}", if text.is_empty() { "" } else { "\n" });
        for event in events.iter().filter(|event| event.run == run) {
            let _ = writeln!(text, "  {} {}  {}", event.topic, event.label, event_words(event, &name));
        }
        for update in updates.iter().filter(|update| update.run == run) {
            let _ = writeln!(text, "  {}\n  {}", update_words(update), reason_words(update));
        }
    }
    escape_control(&text).into_owned()
}

fn event_row(event: &LedgerEvent) -> Vec<String> {
    let flows = |flows: &[Flow]| {
        let flows: Vec<String> = flows.iter().map(|flow| format!("{} {}", flow.topic, flow.papers)).collect();
        flows.join("; ")
    };
    vec![
        event.run.to_string(),
        event.topic.clone(),
        event_name(event.event).to_owned(),
        event.size.to_string(),
        event.shared.to_string(),
        guarded(&event.label).into_owned(),
        event.before.to_string(),
        event.added.to_string(),
        flows(&event.came_from),
        flows(&event.went_to),
        guarded(event.former_label.as_deref().unwrap_or_default()).into_owned(),
        event.by_edit.to_string(),
    ]
}

fn events_csv(events: &[LedgerEvent]) -> Result<String> {
    csv_file(&EVENT_COLUMNS, events.iter().map(event_row))
}

#[cfg(test)]
mod tests {
    use papermap_clustering::topic_map::{TopicEvent, Way};

    use super::*;

    fn event() -> LedgerEvent {
        LedgerEvent {
            run: 2,
            topic: "t3".into(),
            event: TopicEvent::Split,
            size: 45,
            before: 65,
            shared: 45,
            added: 0,
            came_from: Vec::new(),
            went_to: vec![Flow { topic: "t31".into(), papers: 20 }],
            label: "Graph networks".into(),
            former_label: None,
            by_edit: false,
        }
    }

    #[test]
    fn an_event_is_told_with_its_evidence_and_the_run_with_its_counts() {
        let update = Update {
            run: 2,
            way: Way::Refitted,
            reason: "half of the new papers are novel".into(),
            papers: 85,
            known: 65,
            new: 20,
            gone: 0,
            moved: 20,
            novel: 10,
            topics: Vec::new(),
            risen: Vec::new(),
        };
        let text = events_text(&[event()], &[update], &[]);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[..2], ["run 2", "  t3 Graph networks  split: 45 papers stay, 20 to t31"]);
        assert!(
            lines[2]
                .starts_with("  20 new papers; 65 were there before, of which 20 (31\u{a0}%) changed topic.")
        );
        assert_eq!(lines[3], "  Half of the new papers are novel.");
    }

    #[test]
    fn a_row_has_a_cell_for_each_column() {
        let csv = events_csv(&[event()]).unwrap();
        assert!(csv.ends_with("2,t3,split,45,45,Graph networks,65,0,,t31 20,,false\n"), "{csv}");
        assert_eq!(event_row(&event()).len(), EVENT_COLUMNS.len());
    }
}
