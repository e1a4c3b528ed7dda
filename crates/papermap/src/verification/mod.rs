//! Proof that a map follows from its inputs.

mod embedded;
mod message;
mod replay;
mod stored;

pub(crate) use embedded::embedded;
pub(crate) use message::{json, text};
pub(crate) use replay::{inputs, replay};
pub(crate) use stored::{report, stored};

/// One thing that was looked at.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub(crate) struct Check {
    /// What it is about.
    pub(crate) subject: &'static str,
    /// What was found, in a sentence.
    pub(crate) found: String,
    /// Whether it is as it must be.
    pub(crate) holds: bool,
}

impl Check {
    pub(crate) fn new(subject: &'static str, holds: bool, found: impl Into<String>) -> Self {
        Self { subject, found: found.into(), holds }
    }
}
