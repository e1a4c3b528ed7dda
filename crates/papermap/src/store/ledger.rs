//! What happened to topics.

use anyhow::{Context, Result};
use papermap_clustering::topic_map::{LedgerEvent, TopicEvent};
use rusqlite::{Row, params};

use super::topics::{id, number};
use super::{ANEW, Store};

impl Store {
    pub(super) fn put_event(&self, position: usize, event: &LedgerEvent) -> Result<()> {
        self.connection.execute(
            "INSERT INTO ledger VALUES (?, ?, ?, ?, ?, ?, ?)",
            params![
                event.run,
                position as i64,
                number(&event.topic)?,
                event_name(event.event),
                event.size as i64,
                event.shared as i64,
                event.label
            ],
        )?;
        let entry = serde_json::to_string(event)?;
        self.connection.execute(
            "INSERT INTO event_details VALUES (?, ?, ?)",
            params![event.run, position as i64, entry],
        )?;
        Ok(())
    }

    /// What happened to topics, oldest first.
    pub(crate) fn ledger(&self) -> Result<Vec<LedgerEvent>> {
        let mut statement = self.connection.prepare(
            "SELECT run, topic, event, size, shared, label, entry
             FROM ledger LEFT JOIN event_details USING (run, position) ORDER BY run, position",
        )?;
        let mut rows = statement.query([])?;
        let mut events = Vec::new();
        while let Some(row) = rows.next()? {
            let entry: Option<String> = row.get(6)?;
            events.push(entry.map_or_else(|| plain(row), |entry| Ok(serde_json::from_str(&entry)?))?);
        }
        Ok(events)
    }
}

/// An event of an older program, which stored no more of it.
fn plain(row: &Row<'_>) -> Result<LedgerEvent> {
    let shared = row.get::<_, i64>(4)? as usize;
    Ok(LedgerEvent {
        run: row.get(0)?,
        topic: id(row.get(1)?),
        event: event(&row.get::<_, String>(2)?)?,
        size: row.get::<_, i64>(3)? as usize,
        before: shared,
        shared,
        added: 0,
        came_from: Vec::new(),
        went_to: Vec::new(),
        label: row.get(5)?,
        former_label: None,
        by_edit: false,
    })
}

const EVENTS: [(TopicEvent, &str); 8] = [
    (TopicEvent::Born, "born"),
    (TopicEvent::Kept, "kept"),
    (TopicEvent::Grew, "grew"),
    (TopicEvent::Shrank, "shrank"),
    (TopicEvent::Split, "split"),
    (TopicEvent::Merged, "merged"),
    (TopicEvent::Retired, "retired"),
    (TopicEvent::Renamed, "renamed"),
];

/// The event in a word.
pub(crate) fn event_name(event: TopicEvent) -> &'static str {
    EVENTS.iter().find(|(known, _)| *known == event).map_or("", |(_, name)| name)
}

fn event(name: &str) -> Result<TopicEvent> {
    let known = EVENTS.iter().find(|(_, known)| *known == name);
    known
        .map(|(event, _)| *event)
        .with_context(|| format!("the store holds the unknown topic event `{name}`: {ANEW}"))
}
