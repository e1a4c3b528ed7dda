//! What a person decided about the topics.

mod apply;

use std::collections::{BTreeMap, BTreeSet};

pub(crate) use apply::{Bases, Shown, apply};

/// The decisions, which hold after every run until they are taken back.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Edits {
    /// Labels by topic id.
    pub renames: BTreeMap<String, String>,
    /// Topics that are shown as one.
    pub merges: Vec<Merge>,
    /// Topics of which a part is shown as a topic of its own.
    pub splits: Vec<Split>,
    /// Topic ids by the id of a paper that belongs there.
    pub pins: BTreeMap<String, String>,
    /// Ids of topics that keep their papers and their label; new papers may join them.
    pub locks: BTreeSet<String>,
}

/// Topics that are shown as one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Merge {
    /// Id of the topic that goes on.
    pub into: String,
    /// Ids of the topics that it takes in.
    pub topics: Vec<String>,
}

/// A part of a topic that is shown as a topic of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Split {
    /// Id of the topic.
    pub topic: String,
    /// What the papers of the part are about.
    pub query: String,
}

/// The part that a split shows as a topic of its own.
#[derive(Debug, Clone, PartialEq)]
pub struct SplitPart {
    /// Permanent id of the topic.
    pub id: String,
    /// Cosine to the query from which on papers belong to it, -1 to 1.
    pub floor: f64,
}
