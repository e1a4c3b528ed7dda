//! What `map` says about its result.

use std::fmt::Write;
use std::path::Path;

use anyhow::Result;
use papermap_clustering::report::{
    ReportFile, area_counts, event_words, large_topic, reason_words, update_words,
};
use papermap_clustering::topic_map::{AreaEntry, LedgerEvent, TopicEntry, TopicEvent, Update, Way};
use papermap_corpus::Account;

use crate::map::account_text;
use crate::map::plan::Plan;
use crate::store::{Store, event_name};
use crate::terminal::output::escape_control;
use crate::terminal::progress::Console;
use crate::terminal::table::{Side, counted, grouped, size};
use crate::terminal::topic_table::by_area;

/// Faults that are told one by one.
const SHOWN_FAULTS: usize = 10;
/// Topics that are listed.
const SHOWN_TOPICS: usize = 40;
/// Births, splits and the like that are told one by one.
const SHOWN_EVENTS: usize = 6;

/// Names the first records that were set aside.
pub(crate) fn tell_faults(account: &Account) {
    let faults = account_text::fault_lines(account);
    faults.iter().take(SHOWN_FAULTS).for_each(|fault| Console::warn(&format!("set aside: {fault}")));
    if faults.len() > SHOWN_FAULTS {
        let more = counted(faults.len() - SHOWN_FAULTS, "more record");
        Console::warn(&format!("{more} set aside; --report-input FILE writes all of them"));
    }
}

/// The topics, what changed, and the size of the report.
pub(crate) fn result(store: &Store, plan: &Plan, folder: &Path, files: &[ReportFile]) -> Result<String> {
    let papers = plan.gathered.papers.len();
    let (topics, areas) = (store.topics(papers)?, store.areas(papers)?);
    let title = store.title(&store.dumps()?)?;
    let mut text = escape_control(&format!(
        "{title}: {} in {}{}\n\n",
        counted(papers, "paper"),
        counted(topics.len(), "topic"),
        if areas.is_empty() { String::new() } else { format!(" of {}", area_counts(&areas)) },
    ))
    .into_owned();
    text.push_str(&topics_table(&topics, &areas));
    text.push_str(&large(&topics));
    text.push_str(&choice(store)?);
    text.push_str(&changes(&store.ledger()?, &store.updates()?, &topics, store.last_run()?));
    text.push_str(&cut(store)?);
    let total: usize = files.iter().map(|file| file.bytes.len()).sum();
    let page = files.last().map_or(0, |file| file.bytes.len());
    let sizes = format!("index.html {}, all files {}", size(page as u64), size(total as u64));
    text.push_str(&escape_control(&format!("\nReport in {}: {sizes}\n", folder.display())));
    Ok(text)
}

/// The largest topics under their areas.
fn topics_table(topics: &[TopicEntry], areas: &[AreaEntry]) -> String {
    let columns = [("topic", Side::Left), ("papers", Side::Right), ("label", Side::Left)];
    let shown = &topics[..topics.len().min(SHOWN_TOPICS)];
    let mut table = by_area(&columns, shown, areas, |topic| {
        vec![topic.id.clone(), grouped(topic.size as u64), topic.label.clone()]
    });
    if topics.len() > SHOWN_TOPICS {
        let more = topics.len() - SHOWN_TOPICS;
        let gap = if areas.is_empty() { "" } else { "\n" };
        table = format!("{table}{gap}and {more} more: see `papermap topics`\n");
    }
    table
}

/// Points out a topic that holds more than half of all papers.
fn large(topics: &[TopicEntry]) -> String {
    let said = topics.iter().filter_map(|topic| {
        let remark = large_topic(topic, topics.len())?;
        Some(format!("\nTopic {} ({}) {remark}\n", topic.id, topic.label))
    });
    escape_control(&said.collect::<String>()).into_owned()
}

/// Why there are as many topics.
fn choice(store: &Store) -> Result<String> {
    let reason = store.choice()?.reason;
    Ok(if reason.is_empty() { String::new() } else { format!("\n{}\n", escape_control(&reason)) })
}

/// How many papers are longer than the model reads.
fn cut(store: &Store) -> Result<String> {
    let (papers, tokens) = store.cut()?;
    let limit = store.encoder()?.map_or(0, |encoder| encoder.token_limit);
    Ok(match papers {
        0 => String::new(),
        _ => format!(
            "\n{} longer than the {limit} tokens that the model reads; {} were cut\n",
            counted(papers, "paper"),
            counted(tokens, "token")
        ),
    })
}

/// What the run changed, where there was an earlier one: papers, way, then topics by name.
fn changes(ledger: &[LedgerEvent], updates: &[Update], topics: &[TopicEntry], run: u32) -> String {
    let update = updates.iter().find(|update| update.run == run && update.way != Way::First);
    let of_run: Vec<&LedgerEvent> = ledger.iter().filter(|event| event.run == run).collect();
    if run < 2 || (update.is_none() && of_run.is_empty()) {
        return String::new();
    }
    let mut text = "\nSince the last run:\n".to_owned();
    if let Some(update) = update {
        let _ = writeln!(text, "  {}\n  {}", update_words(update), reason_words(update));
    }
    text.push_str(&sizes(&of_run));
    text.push_str(&turns(&of_run, topics));
    escape_control(&text).into_owned()
}

/// How many topics grew, shrank or exchanged papers.
fn sizes(events: &[&LedgerEvent]) -> String {
    let counts = [TopicEvent::Grew, TopicEvent::Shrank, TopicEvent::Kept]
        .map(|kind| (kind, events.iter().filter(|event| event.event == kind).count()));
    let said: Vec<String> = counts
        .iter()
        .filter(|(_, count)| *count > 0)
        .map(|(kind, count)| match kind {
            TopicEvent::Kept => format!("{count} kept their size"),
            _ => format!("{count} {}", event_name(*kind)),
        })
        .collect();
    if said.is_empty() { String::new() } else { format!("  Topics: {}\n", said.join(", ")) }
}

/// Births, splits, merges, retirements and renamings by name.
fn turns(events: &[&LedgerEvent], topics: &[TopicEntry]) -> String {
    let name = |id: &str| match topics.iter().find(|topic| topic.id == id) {
        Some(topic) => format!("{id} ({})", topic.label),
        None => id.to_owned(),
    };
    let told: Vec<String> = events
        .iter()
        .filter(|event| !matches!(event.event, TopicEvent::Kept | TopicEvent::Grew | TopicEvent::Shrank))
        .map(|event| format!("  {} {}  {}\n", event.topic, event.label, event_words(event, &name)))
        .collect();
    let mut text: String = told.iter().take(SHOWN_EVENTS).map(String::as_str).collect();
    if told.len() > SHOWN_EVENTS {
        let _ = writeln!(text, "  and {} more: see `papermap topics --events`", told.len() - SHOWN_EVENTS);
    }
    text
}

#[cfg(test)]
mod tests {
    use papermap_clustering::topic_map::Evidence;

    use super::*;

    fn event(run: u32, event: TopicEvent) -> LedgerEvent {
        LedgerEvent {
            run,
            topic: "t1".into(),
            event,
            size: 3,
            before: 3,
            shared: 0,
            added: 3,
            came_from: Vec::new(),
            went_to: Vec::new(),
            label: "a b".into(),
            former_label: None,
            by_edit: false,
        }
    }

    fn topic(id: &str, share: f64) -> TopicEntry {
        TopicEntry {
            id: id.into(),
            label: "a b".into(),
            own_label: None,
            area: Some("a1".into()),
            size: 3,
            share,
            cohesion: 0.5,
            phrases: Vec::new(),
            representatives: Vec::new(),
            evidence: Evidence::default(),
            x: 0.5,
            y: 0.5,
        }
    }

    #[test]
    fn a_topic_above_half_is_pointed_out() {
        let said = large(&[topic("t1", 0.62), topic("t2", 0.38)]);
        let expected = "holds 62\u{a0}% of all papers: ask for more topics with --topics N to part it";
        assert_eq!(said, format!("\nTopic t1 (a b) {expected}\n"));
        assert_eq!(large(&[topic("t1", 1.0)]), "");
    }

    #[test]
    fn the_rest_of_many_topics_is_counted() {
        let topics: Vec<TopicEntry> = (1..=43).map(|id| topic(&format!("t{id}"), 0.02)).collect();
        let table = topics_table(&topics, &[]);
        assert!(
            table.contains("\nt40 ") && table.ends_with("\nand 3 more: see `papermap topics`\n"),
            "{table}"
        );
    }

    fn update(run: u32) -> Update {
        Update {
            run,
            way: Way::Joined,
            reason: "few are novel".into(),
            papers: 12,
            known: 10,
            new: 2,
            gone: 0,
            moved: 0,
            novel: 0,
            topics: Vec::new(),
            risen: Vec::new(),
        }
    }

    #[test]
    fn only_the_last_run_is_told() {
        let ledger = [
            event(1, TopicEvent::Born),
            event(2, TopicEvent::Grew),
            event(2, TopicEvent::Born),
            event(2, TopicEvent::Grew),
        ];
        let said = changes(&ledger, &[update(2)], &[], 2);
        let expected = "\nSince the last run:\n  2 new papers; 10 were there before, none of which changed topic.\n  \
                        Few are novel.\n  Topics: 2 grew\n  \
                        t1 a b  born with 3 papers: 3 new\n";
        assert_eq!(said, expected);
        assert_eq!(changes(&ledger[..1], &[], &[], 1), "");
        assert_eq!(changes(&ledger, &[update(2)], &[], 3), "");
    }

    #[test]
    fn many_turns_are_counted() {
        let ledger: Vec<LedgerEvent> = (0..20).map(|_| event(2, TopicEvent::Born)).collect();
        let said = changes(&ledger, &[update(2)], &[], 2);
        assert!(said.ends_with("  and 14 more: see `papermap topics --events`\n"), "{said}");
        assert_eq!(said.trim().lines().count(), 10);
    }
}
