//! `papermap topics`: the topics, or their ledger.

use anyhow::Result;
use papermap_clustering::report::{Standing, guarded, topics_csv};
use papermap_clustering::topic_map::{AreaEntry, LedgerEvent, TopicEntry};

use crate::args::{Format, TopicsArgs};
use crate::edits::write_sample;
use crate::exit::Outcome;
use crate::search::hits_text::csv_file;
use crate::store::{event_name, open_filled};
use crate::terminal::output;
use crate::terminal::table::{Side, grouped, render};
use crate::terminal::topic_table::by_area;

/// Phrases that the text shows of a topic.
const SHOWN_PHRASES: usize = 4;

pub(super) fn run(args: &TopicsArgs) -> Result<Outcome> {
    let store = open_filled(&args.map.folder)?;
    if args.edit_file {
        let path = write_sample(&args.map.folder, &store.topics(store.paper_count()?)?)?;
        output::line(&path.display().to_string())?;
        return Ok(Outcome::Done);
    }
    let text = if args.events {
        let events = store.ledger()?;
        match args.format {
            Format::Text => events_text(&events),
            Format::Json => json(&events)?,
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

fn event_row(event: &LedgerEvent) -> Vec<String> {
    vec![
        event.run.to_string(),
        event.topic.clone(),
        event_name(event.event).to_owned(),
        event.size.to_string(),
        event.shared.to_string(),
        event.label.clone(),
    ]
}

fn events_text(events: &[LedgerEvent]) -> String {
    let columns = [
        ("run", Side::Right),
        ("topic", Side::Left),
        ("event", Side::Left),
        ("papers", Side::Right),
        ("from before", Side::Right),
        ("label", Side::Left),
    ];
    render(&columns, &events.iter().map(event_row).collect::<Vec<_>>())
}

fn events_csv(events: &[LedgerEvent]) -> Result<String> {
    let rows = events.iter().map(|event| {
        let mut row = event_row(event);
        row[5] = guarded(&row[5]).into_owned();
        row
    });
    csv_file(&["run", "topic", "event", "size", "shared", "label"], rows)
}
