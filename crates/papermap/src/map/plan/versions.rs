//! Newer versions of dumps.
//!
//! Unknown content under the file name of a dump of the map is its newer version where both share at least half of
//! the papers of either: an export that grew and one that was cut down are versions, another file that happens to have
//! the same name is not. Standard input has no file name, so it has no versions.

use std::collections::{BTreeMap, BTreeSet};

use papermap_corpus::{DumpAccount, Paper};

use crate::inputs::STDIN_NAME;
use crate::store::Replaced;
use crate::terminal::table::counted;

/// Ids of the papers of each dump, by name and digest.
pub(super) type Holdings = BTreeMap<(String, String), BTreeSet<String>>;

/// The papers of all dumps with one of these names.
pub(super) fn holdings<'a>(papers: &[Paper], names: impl Iterator<Item = &'a str>) -> Holdings {
    let names: BTreeSet<&str> = names.collect();
    let mut holdings = Holdings::new();
    for paper in papers {
        for source in paper.sources.iter().filter(|source| names.contains(source.name.as_str())) {
            let dump = (source.name.clone(), source.digest.clone());
            holdings.entry(dump).or_default().insert(paper.id.clone());
        }
    }
    holdings
}

/// Finds the dumps of `before` that a dump of `new` replaces, takes their papers over and returns what is said of it.
///
/// `map` is what the command line needs to name the map folder.
/// Papers of a newer version lose the sources of the older one and of those that this one replaced.
pub(super) fn replace(
    papers: &mut [Paper],
    before: &Holdings,
    new: &[DumpAccount],
    replaced: &mut Vec<Replaced>,
    map: &str,
) -> Vec<String> {
    let now = holdings(papers, new.iter().map(|dump| dump.name.as_str()));
    let earlier = replaced.clone();
    let mut notes = Vec::new();
    for ((name, digest), held) in before {
        if is_replaced(&earlier, name, digest) {
            continue;
        }
        let newer = new.iter().filter(|dump| dump.name == *name && dump.name != STDIN_NAME);
        let newer = newer.filter_map(|dump| Some((dump, now.get(&(name.clone(), dump.digest.clone()))?)));
        let Some((dump, taken)) = newer.filter(|(_, taken)| are_versions(held, taken)).max_by(|a, b| {
            let shared = |taken: &BTreeSet<String>| held.intersection(taken).count();
            shared(a.1).cmp(&shared(b.1)).then_with(|| b.0.digest.cmp(&a.0.digest))
        }) else {
            continue;
        };
        replaced.push(Replaced { name: name.clone(), digest: digest.clone(), by: dump.digest.clone() });
        for older in earlier.iter().filter(|older| older.name == *name && leads_to(&earlier, older, digest)) {
            take_over(papers, taken, name, &older.digest);
        }
        take_over(papers, taken, name, digest);
        notes.push(told(name, digest, held, taken, map));
    }
    replaced.sort();
    notes
}

fn is_replaced(replaced: &[Replaced], name: &str, digest: &str) -> bool {
    replaced.iter().any(|older| older.is(name, digest))
}

fn are_versions(older: &BTreeSet<String>, newer: &BTreeSet<String>) -> bool {
    let shared = older.intersection(newer).count();
    shared > 0 && 2 * shared >= older.len().min(newer.len())
}

/// Whether `older` was replaced by the version `digest`, at once or step by step.
fn leads_to(replaced: &[Replaced], older: &Replaced, digest: &str) -> bool {
    let mut by = &older.by;
    for _ in 0..=replaced.len() {
        if by == digest {
            return true;
        }
        match replaced.iter().find(|next| next.is(&older.name, by)) {
            Some(next) => by = &next.by,
            None => return false,
        }
    }
    false
}

/// Takes the source of a dump from the papers of its newer version.
fn take_over(papers: &mut [Paper], newer: &BTreeSet<String>, name: &str, digest: &str) {
    for paper in papers.iter_mut().filter(|paper| newer.contains(&paper.id)) {
        paper.sources.retain(|source| source.name != name || source.digest != digest);
    }
}

fn told(name: &str, digest: &str, held: &BTreeSet<String>, taken: &BTreeSet<String>, map: &str) -> String {
    let more = taken.difference(held).count();
    let vanished = held.difference(taken).count();
    let start = format!(
        "{name} is a new version of the {name} that the map holds: {} of before {} in it, {} {} not",
        counted(held.len() - vanished, "paper"),
        if held.len() - vanished == 1 { "is" } else { "are" },
        counted(more, "paper"),
        if more == 1 { "was" } else { "were" },
    );
    if vanished == 0 {
        return format!("{start}, and none vanished");
    }
    let short = digest.get(..12).unwrap_or(digest);
    format!(
        "{start}; {} that vanished from it {}, marked, until `papermap map --forget {}{map}` takes {} out",
        counted(vanished, "paper"),
        if vanished == 1 { "stays" } else { "stay" },
        quoted(&format!("{name}@{short}")),
        if vanished == 1 { "it" } else { "them" },
    )
}

/// A word of a command line as a shell takes it.
pub(super) fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "./_-@:,+".contains(c);
    if word.chars().all(is_plain) { word.to_owned() } else { format!("'{}'", word.replace('\'', "'\\''")) }
}
