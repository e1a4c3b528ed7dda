//! Events and updates as sentences, for every place that tells them.

use std::fmt::Write;

use super::super::page_data::{count, grouped, percent};
use crate::topic_map::{Flow, LedgerEvent, TopicEvent, Update, Way};

/// Flows of an event that are told one by one.
const SHOWN_FLOWS: usize = 4;

/// What happened to a topic, with the figures that show it; `name` says how another topic is called.
///
/// Figures that an older program did not note are left out.
#[must_use]
pub fn event_words(event: &LedgerEvent, name: &dyn Fn(&str) -> String) -> String {
    let text = match event.event {
        TopicEvent::Born => with(format!("born with {}", count(event.size, "paper")), &arrivals(event, name)),
        TopicEvent::Kept => {
            with(format!("kept its size of {}", grouped(event.size)), &exchanged(event, name))
        }
        TopicEvent::Grew | TopicEvent::Shrank => {
            with(format!("{} {}", kind(event.event), sizes(event)), &exchanged(event, name))
        }
        TopicEvent::Split => {
            let stay = match event.shared {
                1 => "1 paper stays".to_owned(),
                papers => format!("{} stay", count(papers, "paper")),
            };
            with("split".to_owned(), &[vec![stay], departures(event, name), brought(event)].concat())
        }
        TopicEvent::Merged => {
            let held = (event.shared > 0).then(|| format!("{} of its own", grouped(event.shared)));
            let parts: Vec<String> = held.into_iter().chain(arrivals(event, name)).collect();
            with(format!("merged, now {}", count(event.size, "paper")), &parts)
        }
        TopicEvent::Retired => with("retired".to_owned(), &departures(event, name)),
        TopicEvent::Renamed => match &event.former_label {
            Some(former) => format!("renamed, was \u{201c}{former}\u{201d}"),
            None => "renamed".to_owned(),
        },
    };
    if event.by_edit { format!("{text} (by a person)") } else { text }
}

/// The name of an event in the past tense.
const fn kind(event: TopicEvent) -> &'static str {
    if matches!(event, TopicEvent::Grew) { "grew" } else { "shrank" }
}

fn with(head: String, parts: &[String]) -> String {
    if parts.is_empty() { head } else { format!("{head}: {}", parts.join(", ")) }
}

/// Size before and after; after alone where papers left the map or before is not known.
fn sizes(event: &LedgerEvent) -> String {
    let is_told = event.before > 0
        && match event.event {
            TopicEvent::Grew => event.before < event.size,
            _ => event.before > event.size,
        };
    if is_told {
        format!("from {} to {}", grouped(event.before), count(event.size, "paper"))
    } else {
        format!("to {}", count(event.size, "paper"))
    }
}

fn exchanged(event: &LedgerEvent, name: &dyn Fn(&str) -> String) -> Vec<String> {
    [arrivals(event, name), departures(event, name)].concat()
}

fn brought(event: &LedgerEvent) -> Vec<String> {
    (event.added > 0).then(|| format!("{} new", grouped(event.added))).into_iter().collect()
}

fn arrivals(event: &LedgerEvent, name: &dyn Fn(&str) -> String) -> Vec<String> {
    [brought(event), flows(&event.came_from, "from", name)].concat()
}

fn departures(event: &LedgerEvent, name: &dyn Fn(&str) -> String) -> Vec<String> {
    flows(&event.went_to, "to", name)
}

/// The largest flows one by one, the others as one sum.
fn flows(flows: &[Flow], way: &str, name: &dyn Fn(&str) -> String) -> Vec<String> {
    let told = if flows.len() == SHOWN_FLOWS + 1 { flows.len() } else { flows.len().min(SHOWN_FLOWS) };
    let (shown, rest) = flows.split_at(told);
    let said = |flow: &Flow| format!("{} {way} {}", grouped(flow.papers), name(&flow.topic));
    let papers: usize = rest.iter().map(|flow| flow.papers).sum();
    let others = (papers > 0).then(|| format!("{} {way} {} others", grouped(papers), rest.len()));
    shown.iter().map(said).chain(others).collect()
}

/// The papers that a run brought, took out and moved, as sentences.
#[must_use]
pub fn update_words(update: &Update) -> String {
    let known = match update.known {
        0 => "the map held none before".to_owned(),
        1 => "1 was there before".to_owned(),
        known => format!("{} were there before", grouped(known)),
    };
    let new = if update.new == 0 { "No new papers".to_owned() } else { count(update.new, "new paper") };
    let mut text = format!("{new}; {known}");
    if update.known > 0 {
        text.push_str(&moved(update));
    }
    if update.gone > 0 {
        let _ = write!(text, "; {} taken out", grouped(update.gone));
    }
    text.push('.');
    if update.novel > 0 {
        let are = if update.novel == 1 { "is" } else { "are" };
        let novel = grouped(update.novel);
        let _ = write!(text, " {novel} of the new {are} unlike the topics of before.");
    }
    text
}

fn moved(update: &Update) -> String {
    let share = percent(update.moved as f64 / update.known.max(1) as f64);
    match update.moved {
        0 => ", none of which changed topic".to_owned(),
        moved => format!(", of which {} ({share}) changed topic", grouped(moved)),
    }
}

/// How a run came to its topics.
#[must_use]
pub const fn way_words(way: Way) -> &'static str {
    match way {
        Way::First => "The first topics were formed",
        Way::Joined => "New papers joined the topics that were there",
        Way::Refitted => "The topics that were there were fitted to all papers",
        Way::StartedOver => "Topics were formed anew and matched to those that were there",
    }
}

/// How a run came to its topics, and why, as a sentence: the reason, which says both, where there is one.
#[must_use]
pub fn reason_words(update: &Update) -> String {
    let reason = update.reason.trim().trim_end_matches('.');
    let mut letters = reason.chars();
    match letters.next().filter(|_| update.way != Way::First) {
        Some(first) => format!("{}{}.", first.to_uppercase(), letters.as_str()),
        None => format!("{}.", way_words(update.way)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{event, flow, update};
    use super::*;

    fn said(event: &LedgerEvent) -> String {
        event_words(event, &|topic| format!("{topic} (subject)"))
    }

    #[test]
    fn an_event_comes_with_its_figures() {
        let split = LedgerEvent { went_to: vec![flow("t31", 20)], ..event(TopicEvent::Split, 65, 45) };
        assert_eq!(said(&split), "split: 45 papers stay, 20 to t31 (subject)");
        let grew = LedgerEvent {
            size: 72,
            added: 10,
            came_from: vec![flow("t5", 2)],
            ..event(TopicEvent::Grew, 60, 60)
        };
        assert_eq!(said(&grew), "grew from 60 to 72 papers: 10 new, 2 from t5 (subject)");
        let retired = LedgerEvent { went_to: vec![flow("t2", 7)], ..event(TopicEvent::Retired, 7, 0) };
        assert_eq!(said(&retired), "retired: 7 to t2 (subject)");
    }

    #[test]
    fn many_small_flows_are_told_as_one_sum() {
        let came_from: Vec<Flow> = (0..7).map(|topic| flow(&format!("t{topic}"), 9 - topic)).collect();
        let born = LedgerEvent { size: 42, came_from, ..event(TopicEvent::Born, 0, 0) };
        let words = event_words(&born, &str::to_owned);
        assert_eq!(
            words,
            "born with 42 papers: 9 from t0, 8 from t1, 7 from t2, 6 from t3, 12 from 3 others"
        );
        let born = LedgerEvent { came_from: born.came_from[..5].to_vec(), ..born };
        assert!(event_words(&born, &str::to_owned).ends_with("6 from t3, 5 from t4"));
    }

    #[test]
    fn what_an_older_program_did_not_note_is_left_out() {
        let grew = LedgerEvent { size: 72, ..event(TopicEvent::Grew, 0, 60) };
        assert_eq!(said(&grew), "grew to 72 papers");
        assert_eq!(said(&event(TopicEvent::Renamed, 3, 3)), "renamed");
    }

    #[test]
    fn what_a_person_asked_for_says_so() {
        let renamed = LedgerEvent {
            former_label: Some("old".into()),
            by_edit: true,
            ..event(TopicEvent::Renamed, 3, 3)
        };
        assert_eq!(said(&renamed), "renamed, was \u{201c}old\u{201d} (by a person)");
    }

    #[test]
    fn the_counts_of_a_run_make_sentences() {
        let mut update = update();
        let words = "12 new papers; 1,000 were there before, of which 3 (0.3\u{a0}%) changed topic; 2 taken out. \
                     4 of the new are unlike the topics of before.";
        assert_eq!(update_words(&update), words);
        (update.moved, update.gone, update.novel, update.new) = (0, 0, 0, 1);
        assert_eq!(
            update_words(&update),
            "1 new paper; 1,000 were there before, none of which changed topic."
        );
        assert_eq!(reason_words(&update), "Few are novel.");
        update.way = Way::First;
        assert_eq!(reason_words(&update), "The first topics were formed.");
    }
}
