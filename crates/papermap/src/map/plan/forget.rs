//! Taking a dump's papers out of the map.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Result, bail};
use papermap_corpus::Paper;
use papermap_corpus::read::ReadOptions;

use super::before::Before;
use crate::inputs;
use crate::store::{Replaced, StoredDump};
use crate::terminal::table::counted;

/// Digits of a digest that tell two versions of a dump apart where they are listed.
const SHORT: usize = 12;

/// Name and digest of a dump.
pub(crate) type DumpKey = (String, String);

/// The dumps that `asked` name: by name, by `NAME@first digits of the digest`, or by a path whose content or file name
/// is a dump's; sorted, each once.
///
/// # Errors
/// What names no dump of the map.
pub(super) fn resolve(asked: &[String], dumps: &[StoredDump], options: &ReadOptions) -> Result<Vec<DumpKey>> {
    let mut found = BTreeSet::new();
    for text in asked {
        let matching = matching(text, dumps, options);
        if matching.is_empty() {
            bail!("--forget {text}: no dump of the map has this name or content; {}", listed(dumps));
        }
        found.extend(matching.into_iter().map(|dump| (dump.name.clone(), dump.digest.clone())));
    }
    Ok(found.into_iter().collect())
}

fn matching<'a>(text: &str, dumps: &'a [StoredDump], options: &ReadOptions) -> Vec<&'a StoredDump> {
    let named = |name: &str| dumps.iter().filter(|dump| dump.name == name).collect::<Vec<_>>();
    let version = || {
        let (name, digits) = text.rsplit_once('@').filter(|(_, digits)| !digits.is_empty())?;
        let digits = digits.to_ascii_lowercase();
        let is_it = |dump: &&StoredDump| dump.name == name && dump.digest.starts_with(&digits);
        Some(dumps.iter().filter(is_it).collect())
    };
    let content = || {
        let digests = inputs::digests(Path::new(text), options);
        dumps.iter().filter(|dump| digests.contains(&dump.digest)).collect()
    };
    let file_name =
        || Path::new(text).file_name().map(|name| named(&name.to_string_lossy())).unwrap_or_default();
    let ways: [&dyn Fn() -> Vec<&'a StoredDump>; 4] =
        [&|| named(text), &|| version().unwrap_or_default(), &content, &file_name];
    ways.iter().map(|way| way()).find(|dumps| !dumps.is_empty()).unwrap_or_default()
}

fn listed(dumps: &[StoredDump]) -> String {
    if dumps.is_empty() {
        return "it holds no dump yet".to_owned();
    }
    let names = dumps
        .iter()
        .map(|dump| format!("{}@{}", dump.name, dump.digest.get(..SHORT).unwrap_or(&dump.digest)));
    format!("it holds {}", names.collect::<Vec<_>>().join(", "))
}

/// Takes the dumps out of what the map held: papers that no other dump holds go, the others lose the source alone.
///
/// Returns what is said of it.
pub(super) fn take_out(before: &mut Before, dumps: &[DumpKey]) -> Option<String> {
    if dumps.is_empty() {
        return None;
    }
    let forgotten: BTreeSet<(&str, &str)> =
        dumps.iter().map(|(name, digest)| (name.as_str(), digest.as_str())).collect();
    let is_forgotten = |name: &str, digest: &str| forgotten.contains(&(name, digest));
    let (mut kept, all) = (0, before.papers.len());
    before.papers.retain_mut(|paper| {
        let sources = paper.sources.len();
        paper.sources.retain(|source| !is_forgotten(&source.name, &source.digest));
        kept += usize::from(paper.sources.len() < sources && !paper.sources.is_empty());
        sources == 0 || !paper.sources.is_empty()
    });
    part_works(&mut before.papers);
    before.dumps.retain(|dump| !is_forgotten(&dump.name, &dump.digest));
    before.replaced = still_replaced(&before.replaced, &is_forgotten);
    let names: Vec<String> = dumps
        .iter()
        .map(|(name, digest)| format!("{name}@{}", digest.get(..SHORT).unwrap_or(digest)))
        .collect();
    Some(format!(
        "forgetting {}: {} that no other dump holds {} taken out, {} that others hold {} kept",
        names.join(", "),
        counted(all - before.papers.len(), "paper"),
        if all - before.papers.len() == 1 { "is" } else { "are" },
        counted(kept, "paper"),
        if kept == 1 { "is" } else { "are" },
    ))
}

/// The dumps that a newer version still replaces: that which replaced a forgotten one stands for it.
fn still_replaced(replaced: &[Replaced], is_forgotten: &dyn Fn(&str, &str) -> bool) -> Vec<Replaced> {
    let next = |name: &str, by: &str| replaced.iter().find(|older| older.name == name && older.digest == by);
    let standing = replaced.iter().filter(|older| !is_forgotten(&older.name, &older.digest));
    let still = standing.filter_map(|older| {
        let mut by = &older.by;
        while is_forgotten(&older.name, by) {
            by = &next(&older.name, by)?.by;
        }
        Some(Replaced { by: by.clone(), ..older.clone() })
    });
    still.collect()
}

/// Lets works go of which one paper alone is left.
fn part_works(papers: &mut [Paper]) {
    let mut versions: BTreeMap<String, usize> = BTreeMap::new();
    for work in papers.iter().filter_map(|paper| paper.work.clone()) {
        *versions.entry(work).or_default() += 1;
    }
    for paper in papers {
        paper.work.take_if(|work| versions[work.as_str()] == 1);
    }
}
