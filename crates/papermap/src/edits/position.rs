//! Where a rule of the file is broken.

use std::ops::Range;

/// What is wrong, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Fault {
    pub(super) at: Range<usize>,
    pub(super) detail: String,
}

impl Fault {
    pub(super) fn new(at: Range<usize>, detail: impl Into<String>) -> Self {
        Self { at, detail: detail.into() }
    }

    /// The error for the file `name`, with line and column from 1.
    pub(super) fn of(&self, content: &str, name: &str) -> anyhow::Error {
        let before = content.get(..self.at.start.min(content.len())).unwrap_or(content);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        anyhow::anyhow!(
            "{name}: line {line}, column {column}: {}; mend the file, or see a sample with `papermap topics \
             --edit-file` in a folder without one",
            self.detail
        )
    }
}
