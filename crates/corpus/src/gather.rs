//! Records to papers, each once.

use std::collections::{BTreeMap, BTreeSet, btree_map::Entry};

use rayon::prelude::*;

use crate::{
    Account, DumpAccount, NotTaken, Paper,
    find::{Find, find},
    merge::{self, Change},
    near,
    read::Dump,
};

/// What is taken of the dumps.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct GatherOptions {
    /// Whether a record without an abstract is a paper by its title.
    pub keep_title_only: bool,
}

/// What a run makes of its dumps.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Gathered {
    /// All papers, known and new, sorted by id.
    pub papers: Vec<Paper>,
    /// What became of every record.
    pub account: Account,
    /// Ids of the papers that are new, sorted.
    pub new: Vec<String>,
    /// Ids of known papers whose title, abstract or fields became better, sorted: what is formed from texts is to be
    /// formed again.
    pub changed: Vec<String>,
    /// Ids of known papers that only got another source or version, or another raw form of the same cleaned text,
    /// sorted; none of them is in `changed`. They are to be stored, but nothing is to be formed again.
    pub resourced: Vec<String>,
}

/// Adds the records of `dumps` to the `known` papers.
///
/// Papers come sorted by id. Records with equal abstracts are one paper with every source, and so are near duplicates
/// (the Jaccard index of word 3-shingles at least 0.7 under one title, 0.8 without, and no other number, negation or
/// name); of each text and field the best is kept by a rule that takes no notice of order. A near duplicate joins the
/// paper that is known, else the one with the smallest id, and its id is an alias from then on. Versions of one work
/// that differ more are linked by [`Paper::work`]. Any order of the dumps gives the same result. A record whose paper
/// is in `known` counts as known, a further record of a paper in this run as merged. Time is O(n log n) in the number
/// of papers, on the threads of the current pool.
#[must_use]
pub fn gather(known: Vec<Paper>, dumps: Vec<Dump>) -> Gathered {
    gather_with(known, dumps, GatherOptions::default())
}

/// As [`gather`], with other options than the default ones.
#[must_use]
pub fn gather_with(known: Vec<Paper>, mut dumps: Vec<Dump>, options: GatherOptions) -> Gathered {
    dumps.sort_by(|a, b| (&a.name, &a.digest).cmp(&(&b.name, &b.digest)));
    let mut gathering = Gathering::of(known);
    let taken: Vec<Taken> = dumps.into_iter().map(|dump| gathering.take_dump(dump, options)).collect();
    let joins = gathering.join_near_duplicates();
    let dumps = gathering.count(taken, &joins);
    gathering.close(Account { dumps })
}

#[derive(Default)]
struct Gathering {
    papers: BTreeMap<String, Paper>,
    /// The papers that near duplicates joined, by the ids of these.
    aliases: BTreeMap<String, String>,
    changed: BTreeSet<String>,
    resourced: BTreeSet<String>,
    new: BTreeSet<String>,
}

/// A dump whose records are taken but not counted yet.
struct Taken {
    account: DumpAccount,
    /// Ids of the papers of its records, in their order.
    ids: Vec<String>,
}

impl Gathering {
    fn of(known: Vec<Paper>) -> Self {
        let mut gathering = Self::default();
        for paper in known {
            gathering.aliases.extend(paper.aliases.iter().map(|alias| (alias.clone(), paper.id.clone())));
            gathering.papers.insert(paper.id.clone(), paper);
        }
        gathering
    }

    fn take_dump(&mut self, dump: Dump, options: GatherOptions) -> Taken {
        let (name, digest) = (dump.name.as_str(), dump.digest.as_str());
        let finds: Vec<Result<Find, NotTaken>> =
            dump.records.into_par_iter().map(|record| find(record, name, digest, options)).collect();
        let mut taken = Taken {
            account: DumpAccount {
                records: finds.len() + dump.not_taken.len(),
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
                other_language: 0,
                not_taken: dump.not_taken,
            },
            ids: Vec::new(),
        };
        for find in finds {
            match find {
                Ok(find) => taken.ids.push(self.take(find, &mut taken.account)),
                Err(not_taken) => taken.account.not_taken.push(not_taken),
            }
        }
        taken.account.not_taken.sort();
        taken
    }

    fn take(&mut self, find: Find, account: &mut DumpAccount) -> String {
        account.suspect += usize::from(find.is_suspect);
        account.other_language += usize::from(find.paper.is_in_other_language());
        let id = self.aliases.get(&find.paper.id).unwrap_or(&find.paper.id).clone();
        self.add(id.clone(), find.paper);
        id
    }

    fn add(&mut self, id: String, paper: Paper) {
        match self.papers.entry(id.clone()) {
            Entry::Vacant(place) => {
                self.new.insert(id);
                place.insert(paper);
            }
            Entry::Occupied(mut place) => {
                let change = merge::merge(place.get_mut(), paper);
                self.note(id, change);
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

    /// Lets near duplicates join the papers that they are, links versions, and returns who joined whom.
    fn join_near_duplicates(&mut self) -> BTreeMap<String, String> {
        let resolution =
            near::resolve(&self.papers.values().map(|paper| self.entry(paper)).collect::<Vec<_>>());
        for (id, leader) in &resolution.joins {
            self.join(id, leader);
        }
        for (id, work) in resolution.works {
            self.link(id, work);
        }
        resolution.joins
    }

    fn entry<'a>(&self, paper: &'a Paper) -> near::Entry<'a> {
        let is_known = !self.new.contains(&paper.id);
        near::Entry { paper, is_known, is_fresh: !is_known || self.changed.contains(&paper.id) }
    }

    fn join(&mut self, id: &str, leader: &str) {
        let Some(paper) = self.papers.remove(id) else { return };
        self.new.remove(id);
        if let Some(place) = self.papers.get_mut(leader) {
            place.aliases.push(id.to_owned());
            place.aliases.sort_unstable();
        }
        self.add(leader.to_owned(), paper);
    }

    fn link(&mut self, id: String, work: String) {
        let Some(paper) = self.papers.get_mut(&id) else { return };
        if paper.work.as_deref() != Some(&work) {
            paper.work = Some(work);
            self.note(id, Change::Sources);
        }
    }

    /// Counts every record as new, known or merged, in the order of dumps and records.
    fn count(&self, taken: Vec<Taken>, joins: &BTreeMap<String, String>) -> Vec<DumpAccount> {
        let mut seen = BTreeSet::new();
        let mut count = |Taken { mut account, ids }: Taken| {
            for id in ids {
                let id = joins.get(&id).unwrap_or(&id);
                let is_new = self.new.contains(id);
                match seen.insert(id.clone()) {
                    false => account.merged += 1,
                    true if is_new => account.papers += 1,
                    true => account.known += 1,
                }
            }
            account
        };
        taken.into_iter().map(&mut count).collect()
    }

    fn close(mut self, account: Account) -> Gathered {
        for id in self.new.iter().chain(&self.changed) {
            if let Some(paper) = self.papers.get_mut(id) {
                paper.refresh();
            }
        }
        Gathered {
            papers: self.papers.into_values().collect(),
            account,
            new: self.new.into_iter().collect(),
            resourced: self.resourced.difference(&self.changed).cloned().collect(),
            changed: self.changed.into_iter().collect(),
        }
    }
}

#[cfg(test)]
mod tests;
