//! What became of every record.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Why a record was set aside.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// The record has no abstract.
    NoAbstract,
    /// Cleaning leaves no letter.
    EmptyAfterCleaning,
    /// The abstract is a stand-in such as `n/a`.
    Placeholder,
    /// The paper was withdrawn.
    Withdrawn,
    /// No word of two letters.
    TooShort,
    /// The abstract is a number or a truth value.
    NotText,
    /// The abstract has a shape that no reader knows.
    UnsupportedShape,
    /// The record cannot be read.
    Unreadable,
}

/// One record that did not become a paper.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct NotTaken {
    /// Line of the dump (from 1).
    pub line: u64,
    /// Why.
    pub reason: Reason,
    /// What was found, in a few words.
    pub detail: String,
}

/// What became of the records of one dump: `records = papers + known + merged + set aside`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DumpAccount {
    /// File name, never a path.
    pub name: String,
    /// SHA-256 of the decompressed content, in hex, as [`crate::read::Dump::digest`] has it.
    pub digest: String,
    /// Format that was recognised.
    pub format: String,
    /// Encoding that was recognised.
    pub encoding: String,
    /// Venue that the dump's header names.
    pub venue: Option<String>,
    /// Year that the dump's header names.
    pub year: Option<i32>,
    /// Records found.
    pub records: usize,
    /// Records that became new papers.
    pub papers: usize,
    /// Records whose paper was in the map before this run.
    pub known: usize,
    /// Records that joined another record of this run.
    pub merged: usize,
    /// Records kept whose text looks damaged; a mark, not a share.
    pub suspect: usize,
    /// Records kept that are in a language other than the model's; a mark, not a share.
    pub other_language: usize,
    /// Records set aside, in the order of their lines.
    pub not_taken: Vec<NotTaken>,
}

impl DumpAccount {
    /// How many records were set aside for each reason.
    #[must_use]
    pub fn set_aside(&self) -> BTreeMap<Reason, usize> {
        let mut counts = BTreeMap::new();
        for record in &self.not_taken {
            *counts.entry(record.reason).or_insert(0) += 1;
        }
        counts
    }
}

/// What became of the records of one run, dump by dump in the order of names.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Account {
    /// One entry a dump.
    pub dumps: Vec<DumpAccount>,
}

/// The sums of an [`Account`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Totals {
    /// Records found.
    pub records: usize,
    /// Records that became new papers.
    pub papers: usize,
    /// Records whose paper was in the map before.
    pub known: usize,
    /// Records that joined another record of the run.
    pub merged: usize,
    /// Records set aside.
    pub set_aside: usize,
    /// Records kept whose text looks damaged.
    pub suspect: usize,
    /// Records kept that are in a language other than the model's.
    pub other_language: usize,
}

impl Account {
    /// The sums over all dumps.
    #[must_use]
    pub fn totals(&self) -> Totals {
        self.dumps.iter().fold(Totals::default(), |sum, dump| Totals {
            records: sum.records + dump.records,
            papers: sum.papers + dump.papers,
            known: sum.known + dump.known,
            merged: sum.merged + dump.merged,
            set_aside: sum.set_aside + dump.not_taken.len(),
            suspect: sum.suspect + dump.suspect,
            other_language: sum.other_language + dump.other_language,
        })
    }
}
