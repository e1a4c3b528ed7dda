//! What the last run changed, with a list of the runs before it.

mod flow;
mod names;
mod rises;
mod section;
#[cfg(test)]
pub(super) mod testing;
mod text;
mod words;

pub(super) use self::section::{link, render};
pub(super) use self::text::markdown;
pub use self::words::{event_words, reason_words, update_words, way_words};
use crate::topic_map::{LedgerEvent, TopicEvent, TopicMap, Update, Way};

/// The last run that changed topics; none where it was the first.
fn last(map: &TopicMap) -> Option<&Update> {
    map.updates.last().filter(|update| update.way != Way::First)
}

fn of_run(map: &TopicMap, run: u32) -> Vec<&LedgerEvent> {
    map.ledger.iter().filter(|event| event.run == run).collect()
}

fn of_kind<'a>(events: &[&'a LedgerEvent], kind: TopicEvent) -> Vec<&'a LedgerEvent> {
    events.iter().filter(|event| event.event == kind).copied().collect()
}
