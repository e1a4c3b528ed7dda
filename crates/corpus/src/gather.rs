//! Records to papers, each once.

use std::collections::{BTreeMap, BTreeSet, btree_map::Entry};

use crate::{
    Account, DumpAccount, NotTaken, Paper, RawText, Reason, Record, Source,
    clean::clean,
    content,
    headline::headline,
    identity::paper_id,
    merge::{self, Change},
    read::Dump,
};

/// What a run makes of its dumps.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Gathered {
    /// All papers, known and new, sorted by id.
    pub papers: Vec<Paper>,
    /// What became of every record.
    pub account: Account,
    /// How many of the papers are new.
    pub new_papers: usize,
    /// Ids of known papers whose title, abstract or fields became better, sorted: what is formed from texts is to be
    /// formed again.
    pub changed: Vec<String>,
    /// Ids of known papers that only got another source, or another raw form of the same cleaned text, sorted; none of
    /// them is in `changed`. They are to be stored, but nothing is to be formed again.
    pub resourced: Vec<String>,
}

/// Adds the records of `dumps` to the `known` papers.
///
/// Papers come sorted by id. Records with equal abstracts are one paper with every source; of each text and field the
/// best is kept by a rule that takes no notice of order, so any order of the dumps and any split into runs gives the
/// same papers. A record whose paper is in `known` counts as known, a further record of a paper in this run as
/// merged. Time is O(n log n) in the number of papers.
#[must_use]
pub fn gather(known: Vec<Paper>, mut dumps: Vec<Dump>) -> Gathered {
    dumps.sort_by(|a, b| (&a.name, &a.digest).cmp(&(&b.name, &b.digest)));
    let mut gathering = Gathering::default();
    for paper in known {
        gathering.papers.insert(paper.id.clone(), paper);
    }
    let dumps = dumps.into_iter().map(|dump| gathering.take_dump(dump)).collect();
    gathering.close(Account { dumps })
}

#[derive(Default)]
struct Gathering {
    papers: BTreeMap<String, Paper>,
    /// Papers that a record of this run belongs to.
    seen: BTreeSet<String>,
    changed: BTreeSet<String>,
    resourced: BTreeSet<String>,
    new: BTreeSet<String>,
}

/// What became of a record that is a paper's.
enum Share {
    New,
    Known,
    Merged,
}

impl Gathering {
    fn take_dump(&mut self, dump: Dump) -> DumpAccount {
        let mut account = DumpAccount {
            records: dump.records.len() + dump.not_taken.len(),
            name: dump.name,
            digest: dump.digest,
            format: dump.format,
            encoding: dump.encoding,
            venue: dump.venue,
            year: dump.year,
            papers: 0,
            known: 0,
            merged: 0,
            suspect: 0,
            not_taken: dump.not_taken,
        };
        for record in dump.records {
            self.take(record, &mut account);
        }
        account.not_taken.sort();
        account
    }

    fn take(&mut self, record: Record, account: &mut DumpAccount) {
        let paper = match paper(record, &account.name, &account.digest) {
            Ok(paper) => paper,
            Err(not_taken) => return account.not_taken.push(not_taken),
        };
        account.suspect += usize::from(content::is_suspect(&paper.abstract_text));
        match self.add(paper) {
            Share::New => account.papers += 1,
            Share::Known => account.known += 1,
            Share::Merged => account.merged += 1,
        }
    }

    fn add(&mut self, paper: Paper) -> Share {
        let id = paper.id.clone();
        let first = self.seen.insert(id.clone());
        match self.papers.entry(id.clone()) {
            Entry::Vacant(place) => {
                self.new.insert(id);
                place.insert(paper);
                Share::New
            }
            Entry::Occupied(mut place) => {
                let change = merge::merge(place.get_mut(), paper);
                self.note(id, change);
                if first { Share::Known } else { Share::Merged }
            }
        }
    }

    /// Notes what a record changed of a paper that may be known.
    fn note(&mut self, id: String, change: Change) {
        if self.new.contains(&id) {
            return;
        }
        match change {
            Change::Nothing => false,
            Change::Sources => self.resourced.insert(id),
            Change::Content => self.changed.insert(id),
        };
    }

    fn close(mut self, account: Account) -> Gathered {
        for id in self.new.iter().chain(&self.changed) {
            if let Some(paper) = self.papers.get_mut(id) {
                paper.headline = headline(paper.title.as_deref(), &paper.abstract_text);
            }
        }
        Gathered {
            papers: self.papers.into_values().collect(),
            account,
            new_papers: self.new.len(),
            resourced: self.resourced.difference(&self.changed).cloned().collect(),
            changed: self.changed.into_iter().collect(),
        }
    }
}

/// The paper that `record` is, its headline left for later, or why it is none.
fn paper(record: Record, name: &str, digest: &str) -> Result<Paper, NotTaken> {
    let cleaned = record.abstract_text.as_deref().map(clean);
    if let Some((reason, detail)) = fault(&record, cleaned.as_deref()) {
        return Err(NotTaken { line: record.line, reason, detail });
    }
    let raw = record.abstract_text.unwrap_or_default();
    let title = record.title.as_deref().map(clean).filter(|title| !title.is_empty());
    Ok(Paper {
        id: paper_id(record.title.as_deref(), Some(&raw)),
        raw: RawText { title: record.title.filter(|_| title.is_some()), abstract_text: raw },
        title,
        abstract_text: cleaned.unwrap_or_default(),
        headline: String::new(),
        fields: record.fields,
        sources: vec![Source {
            name: name.to_owned(),
            digest: digest.to_owned(),
            line: record.line,
            key: record.key,
        }],
    })
}

fn fault(record: &Record, cleaned: Option<&str>) -> Option<(Reason, String)> {
    let (Some(raw), Some(cleaned)) = (record.abstract_text.as_deref(), cleaned) else {
        return Some((Reason::NoAbstract, "the record has no abstract".to_owned()));
    };
    if raw.trim().is_empty() {
        return Some((Reason::NoAbstract, "the abstract is blank".to_owned()));
    }
    if record.fields.decision.as_deref().is_some_and(content::says_withdrawn) {
        return Some((Reason::Withdrawn, "the status says so".to_owned()));
    }
    content::fault(cleaned).map(|reason| (reason, content::excerpt(raw)))
}

#[cfg(test)]
mod tests;
