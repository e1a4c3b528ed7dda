//! Topics keep their ids from run to run, and what happens to them is written down.

mod assignment;
mod events;
mod matching;

use std::collections::BTreeSet;

pub use events::{Now, events};
pub use matching::{Followed, follow};

/// What a group of papers is; its ids begin with another letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Ids are `t1`, `t2` …
    Topic,
    /// Ids are `a1`, `a2` …
    Area,
}

impl Kind {
    fn id(self, number: u64) -> String {
        match self {
            Self::Topic => format!("t{number}"),
            Self::Area => format!("a{number}"),
        }
    }
}

/// The number in an id of any kind.
pub(crate) fn number(id: &str) -> usize {
    id.get(1..).and_then(|digits| digits.parse().ok()).unwrap_or(usize::MAX)
}

/// A topic of the run before, or an area.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PreviousTopic {
    /// Permanent id.
    pub id: String,
    /// Label that it was shown under.
    pub label: String,
    /// The label that its papers gave it, where a person gave it another one.
    pub own_label: Option<String>,
    /// Ids of its papers.
    pub papers: BTreeSet<String>,
}
