//! What `map` says about its result.

use std::path::Path;

use anyhow::Result;
use papermap_clustering::report::{ReportFile, area_counts, large_topic};
use papermap_clustering::topic_map::{AreaEntry, LedgerEvent, TopicEntry, TopicEvent};
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
    text.push_str(&changes(&store.ledger()?, store.last_run()?));
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

/// How many topics met which event in the run, where there was an earlier one.
fn changes(ledger: &[LedgerEvent], run: u32) -> String {
    let of_run = || ledger.iter().filter(|event| event.run == run);
    if run < 2 || of_run().next().is_none() {
        return String::new();
    }
    let events =
        [TopicEvent::Kept, TopicEvent::Grew, TopicEvent::Shrank, TopicEvent::Born, TopicEvent::Retired];
    let counts = events.map(|kind| (kind, of_run().filter(|event| event.event == kind).count()));
    let said: Vec<String> = counts
        .iter()
        .filter(|(_, count)| *count > 0)
        .map(|(kind, count)| format!("{count} {}", event_name(*kind)))
        .collect();
    format!("\nTopics since the last run: {}\n", said.join(", "))
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

    #[test]
    fn only_the_last_run_is_told() {
        let ledger = [
            event(1, TopicEvent::Born),
            event(2, TopicEvent::Grew),
            event(2, TopicEvent::Born),
            event(2, TopicEvent::Grew),
        ];
        assert_eq!(changes(&ledger, 2), "\nTopics since the last run: 2 grew, 1 born\n");
        assert_eq!(changes(&ledger[..1], 1), "");
        assert_eq!(changes(&ledger, 3), "");
    }
}
