//! What `map` says about its result.

use std::path::Path;

use anyhow::Result;
use papermap_clustering::report::ReportFile;
use papermap_clustering::topic_map::{LedgerEvent, TopicEntry, TopicEvent};
use papermap_corpus::Account;

use crate::map::account_text;
use crate::map::plan::Plan;
use crate::store::{Store, event_name};
use crate::terminal::output::escape_control;
use crate::terminal::progress::Console;
use crate::terminal::table::{Side, counted, grouped, render, size};

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
    let topics = store.topics(papers)?;
    let title = store.title(&store.dumps()?)?;
    let mut text = escape_control(&format!(
        "{title}: {} in {}\n\n",
        counted(papers, "paper"),
        counted(topics.len(), "topic")
    ))
    .into_owned();
    text.push_str(&topics_table(&topics));
    text.push_str(&choice(store)?);
    text.push_str(&changes(&store.ledger()?, store.last_run()?));
    text.push_str(&cut(store)?);
    let total: usize = files.iter().map(|file| file.bytes.len()).sum();
    let page = files.last().map_or(0, |file| file.bytes.len());
    let sizes = format!("index.html {}, all files {}", size(page as u64), size(total as u64));
    text.push_str(&escape_control(&format!("\nReport in {}: {sizes}\n", folder.display())));
    Ok(text)
}

fn topics_table(topics: &[TopicEntry]) -> String {
    let columns = [("topic", Side::Left), ("papers", Side::Right), ("label", Side::Left)];
    let rows: Vec<Vec<String>> = topics
        .iter()
        .take(SHOWN_TOPICS)
        .map(|topic| vec![topic.id.clone(), grouped(topic.size as u64), topic.label.clone()])
        .collect();
    let mut table = render(&columns, &rows);
    if topics.len() > SHOWN_TOPICS {
        table = format!("{table}and {} more: see `papermap topics`\n", topics.len() - SHOWN_TOPICS);
    }
    table
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
    use super::*;

    fn event(run: u32, event: TopicEvent) -> LedgerEvent {
        LedgerEvent { run, topic: "t1".into(), event, size: 3, shared: 0, label: "a b".into() }
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
