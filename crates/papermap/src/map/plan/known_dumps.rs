//! A dump is known by its content, whatever it is called.

use std::collections::{BTreeMap, BTreeSet};

use papermap_corpus::read::Dump;
use papermap_corpus::{DumpAccount, Paper, Source};

use crate::store::{Replaced, StoredDump};

/// The dumps of a run, each content once, under the names that the map knows.
#[derive(Debug, Default)]
pub(super) struct Told {
    pub(super) dumps: Vec<Dump>,
    /// What is said of them, one line each.
    pub(super) notes: Vec<String>,
    /// The names that were given, by the digest of a dump that the map holds under another one.
    given: BTreeMap<String, String>,
}

/// Tells the dumps that were given apart by content: of equal ones the one with the smallest name is taken, one that
/// the map holds takes its name there, and one that a newer version replaced is left out.
pub(super) fn tell_apart(mut dumps: Vec<Dump>, known: &[StoredDump], replaced: &[Replaced]) -> Told {
    dumps.sort_by(|a, b| (&a.digest, &a.name).cmp(&(&b.digest, &b.name)));
    let mut told = Told::default();
    for dump in dumps {
        match told.dumps.last().filter(|last| last.digest == dump.digest) {
            Some(last) => {
                told.notes.push(twin(&dump.name, told.given.get(&last.digest).unwrap_or(&last.name)));
            }
            None => told.take(dump, known, replaced),
        }
    }
    told
}

fn twin(name: &str, first: &str) -> String {
    if name == first {
        format!("{name} was given twice with the same content; it counts once")
    } else {
        format!("{name} has the content of {first}, which was given too; it counts once")
    }
}

impl Told {
    fn take(&mut self, mut dump: Dump, known: &[StoredDump], replaced: &[Replaced]) {
        let Some(held) = held(&dump, known) else { return self.dumps.push(dump) };
        if let Some(newer) = replaced.iter().find(|older| older.is(&held.name, &held.digest)) {
            let by = newer.by.get(..12).unwrap_or(&newer.by);
            self.notes.push(format!(
                "{} is an older version of {}, which the map holds as {}@{by}; nothing is taken from it",
                dump.name, held.name, held.name
            ));
            return;
        }
        if dump.name != held.name {
            self.notes.push(format!("{} is {}, which the map holds", dump.name, held.name));
            let given = std::mem::replace(&mut dump.name, held.name.clone());
            self.given.insert(dump.digest.clone(), given);
        }
        self.dumps.push(dump);
    }

    /// Gives the accounts the names back that the dumps were given by, in the order of these.
    pub(super) fn name_as_given(&self, accounts: &mut [DumpAccount]) {
        for account in accounts.iter_mut() {
            if let Some(given) = self.given.get(&account.digest) {
                account.name.clone_from(given);
            }
        }
        accounts.sort_by(|a, b| (&a.name, &a.digest).cmp(&(&b.name, &b.digest)));
    }
}

/// The dump of the map with this content: the one of the same name, else that with the smallest.
fn held<'a>(dump: &Dump, known: &'a [StoredDump]) -> Option<&'a StoredDump> {
    let mut same = known.iter().filter(|held| held.digest == dump.digest);
    let first = same.clone().next();
    same.find(|held| held.name == dump.name).or(first)
}

/// More records of a dump that the map holds, because other options read it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MoreRecords {
    pub(crate) name: String,
    pub(crate) digest: String,
    /// Lines of the records, each as often as it gave one.
    pub(crate) lines: Vec<u64>,
}

/// Where each paper of the map was found before the run, in the dumps that were given again.
pub(super) fn places(papers: &[Paper], dumps: &[Dump]) -> BTreeSet<(String, Source)> {
    let given: BTreeSet<(&str, &str)> =
        dumps.iter().map(|dump| (dump.name.as_str(), dump.digest.as_str())).collect();
    let mut places = BTreeSet::new();
    for paper in papers {
        let found = paper.sources.iter().filter(|source| given.contains(&(&source.name, &source.digest)));
        places.extend(found.map(|source| (paper.id.clone(), source.clone())));
    }
    places
}

/// What the dumps that the map holds gave more than `before`, by name and digest.
pub(super) fn more_records(
    papers: &[Paper],
    known: &[StoredDump],
    before: &BTreeSet<(String, Source)>,
    given: &[(String, String)],
) -> Vec<MoreRecords> {
    let held =
        |dump: &&(String, String)| known.iter().any(|held| (&held.name, &held.digest) == (&dump.0, &dump.1));
    let again: BTreeSet<(&str, &str)> =
        given.iter().filter(held).map(|(name, digest)| (name.as_str(), digest.as_str())).collect();
    let mut more: BTreeMap<(&str, &str), Vec<u64>> = BTreeMap::new();
    for paper in papers {
        for source in paper.sources.iter().filter(|source| again.contains(&(&source.name, &source.digest))) {
            if !before.contains(&(paper.id.clone(), source.clone())) {
                more.entry((&source.name, &source.digest)).or_default().push(source.line);
            }
        }
    }
    let records = more.into_iter().map(|((name, digest), mut lines)| {
        lines.sort_unstable();
        MoreRecords { name: name.to_owned(), digest: digest.to_owned(), lines }
    });
    records.collect()
}
