//! What the form of the file does not rule out.

use std::collections::{BTreeMap, BTreeSet};

use super::position::Fault;
use super::read::{File, MergeRule, Placed, SplitRule};

/// Checks that every rule can be followed, and that no two contradict each other.
///
/// # Errors
/// The first rule that fails.
pub(super) fn check(file: &File) -> Result<(), Fault> {
    let of_merges = file.merge.iter().flat_map(|rule| std::iter::once(&rule.into).chain(&rule.topics));
    let of_splits = file.split.iter().map(|rule| &rule.topic);
    let topics =
        file.lock.iter().chain(file.rename.keys()).chain(of_merges).chain(of_splits).chain(file.pin.values());
    topics.into_iter().try_for_each(check_topic)?;
    let queries = file.split.iter().map(|rule| &rule.query);
    let texts = file.forbid.iter().chain(file.rename.values()).chain(queries).chain(file.pin.keys());
    texts.into_iter().try_for_each(check_text)?;
    check_labels(file)?;
    check_merges(&file.merge)?;
    check_locks(file)?;
    check_splits(&file.split)?;
    check_pins(file)
}

/// A locked topic is not merged away.
fn check_locks(file: &File) -> Result<(), Fault> {
    let locked: BTreeSet<&str> = file.lock.iter().map(|topic| topic.get_ref().as_str()).collect();
    let mut merged = file.merge.iter().flat_map(|rule| &rule.topics);
    match merged.find(|topic| locked.contains(topic.get_ref().as_str())) {
        Some(topic) => {
            let what = format!("{} is locked; expected a topic that is not under lock", topic.get_ref());
            Err(Fault::new(topic.span(), what))
        }
        None => Ok(()),
    }
}

fn check_splits(splits: &[SplitRule]) -> Result<(), Fault> {
    let mut seen = BTreeSet::new();
    for SplitRule { topic, query } in splits {
        if !seen.insert((topic.get_ref(), query.get_ref().trim())) {
            let what = format!("this part of {} is split off already by another rule", topic.get_ref());
            return Err(Fault::new(query.span(), what + "; take one of them out"));
        }
    }
    Ok(())
}

fn check_pins(file: &File) -> Result<(), Fault> {
    let mut papers: Vec<&Placed> = file.pin.keys().collect();
    papers.sort_by_key(|paper| paper.span().start);
    let mut seen = BTreeSet::new();
    match papers.into_iter().find(|paper| !seen.insert(paper.get_ref().trim())) {
        Some(paper) => {
            let what = format!("{} is pinned already; expected one rule for a paper", paper.get_ref().trim());
            Err(Fault::new(paper.span(), what))
        }
        None => Ok(()),
    }
}

fn check_topic(topic: &Placed) -> Result<(), Fault> {
    let id = topic.get_ref();
    let number = id.strip_prefix('t').and_then(|digits| digits.parse::<u32>().ok());
    match number {
        Some(number @ 1..) if *id == format!("t{number}") => Ok(()),
        _ => Err(Fault::new(topic.span(), format!("\"{id}\" is no topic id; expected one such as t3"))),
    }
}

fn check_text(text: &Placed) -> Result<(), Fault> {
    match text.get_ref() {
        text_of if text_of.trim().is_empty() => Err(Fault::new(text.span(), "an empty text; expected words")),
        text_of if text_of.contains(char::is_control) => {
            Err(Fault::new(text.span(), "a line break or another control character; expected one line"))
        }
        _ => Ok(()),
    }
}

fn check_labels(file: &File) -> Result<(), Fault> {
    let mut labels = BTreeSet::new();
    let mut rules: Vec<&Placed> = file.rename.values().collect();
    rules.sort_by_key(|label| label.span().start);
    for label in rules {
        if !labels.insert(label.get_ref().trim().to_lowercase()) {
            let what = format!(
                "another topic has the label \"{}\" too; expected a label of its own",
                label.get_ref()
            );
            return Err(Fault::new(label.span(), what));
        }
    }
    Ok(())
}

fn check_merges(merges: &[MergeRule]) -> Result<(), Fault> {
    let mut target: BTreeMap<&str, &str> = BTreeMap::new();
    for rule in merges {
        let into = rule.into.get_ref().trim();
        if rule.topics.is_empty() {
            return Err(Fault::new(rule.into.span(), "no topic to merge; expected at least one in topics"));
        }
        for topic in &rule.topics {
            let id = topic.get_ref().trim();
            let fault = |what: String| Err(Fault::new(topic.span(), what));
            if id == into {
                return fault(format!("{id} cannot be merged into itself; expected another topic"));
            }
            if target.insert(id, into).is_some() {
                return fault(format!(
                    "{id} is merged already by another rule; expected one rule for a topic"
                ));
            }
            if leads_to(&target, into, id) {
                return fault(format!("{id} and {into} are merged in a circle; take one of the rules out"));
            }
        }
    }
    Ok(())
}

/// Whether a chain of merges from `start` comes to `end`.
fn leads_to(target: &BTreeMap<&str, &str>, start: &str, end: &str) -> bool {
    let mut at = start;
    // A chain without a circle is no longer than the rules.
    for _ in 0..target.len() {
        match target.get(at) {
            Some(next) => at = next,
            None => return false,
        }
        if at == end {
            return true;
        }
    }
    false
}
