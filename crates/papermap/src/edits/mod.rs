//! What a person decides about the topics: `topics.toml` in the map folder.

mod check;
pub(crate) mod pins;
mod position;
mod read;
mod sample;

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use anyhow::{Context, Result};
use papermap_clustering::edits::Edits;

pub(crate) use sample::write_sample;

/// Name of the file in a map folder.
pub(crate) const EDITS_FILE: &str = "topics.toml";

/// The decisions, and the words that are kept out of labels.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Decisions {
    /// Papers of pins stand as they were written: by their id or by one of a dump.
    pub(crate) edits: Edits,
    pub(crate) forbidden: Vec<String>,
}

/// The content of the file, where there is one that says something.
///
/// # Errors
/// A file that cannot be read, or that breaks a rule; with line and column.
pub(crate) fn load(folder: &Path) -> Result<Option<String>> {
    let path = folder.join(EDITS_FILE);
    let content = match fs::read_to_string(&path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        content => content.with_context(|| {
            format!(
                "{}: cannot be read as edits of the topics; expected a text file in UTF-8",
                path.display()
            )
        })?,
    };
    let decisions = parse(&content, &path.display().to_string())?;
    Ok((decisions != Decisions::default()).then_some(content))
}

/// Reads the content of the file `name`.
///
/// # Errors
/// Content that breaks a rule; with line and column.
pub(crate) fn parse(content: &str, name: &str) -> Result<Decisions> {
    // Some editors put a mark before the text, which is no column of it.
    let content = content.strip_prefix('\u{feff}').unwrap_or(content);
    read::read(content).map_err(|fault| fault.of(content, name))
}
