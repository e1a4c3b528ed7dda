//! The options of a map after a run.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::args::MapArgs;
use crate::edits;
use crate::store::Options;

/// The options of the map after a run with `args`.
pub(super) fn options(args: &MapArgs, before: &Options) -> Result<Options> {
    let title = match &args.title {
        Some(title) => Some(one_line(title)).filter(|title| !title.is_empty()),
        None => before.title.clone(),
    };
    Ok(Options {
        topics: args.topics.clone().unwrap_or_else(|| before.topics.clone()),
        title,
        stop_words: words(args.stop_words.as_deref(), before.stop_words.as_ref())?,
        label_stop_words: words(args.label_stop_words.as_deref(), before.label_stop_words.as_ref())?,
        edits: edits::load(&args.map.folder)?,
    })
}

/// The words in `file`, or those of before where none is named; none for an empty file.
fn words(file: Option<&Path>, before: Option<&String>) -> Result<Option<String>> {
    let Some(file) = file else { return Ok(before.cloned()) };
    let content = fs::read_to_string(file).with_context(|| {
        format!("{}: cannot be read as words to keep out; expected a text file in UTF-8, one word or phrase a line", file.display())
    })?;
    Ok(Some(content).filter(|content| !content.trim().is_empty()))
}

fn one_line(title: &str) -> String {
    title.split_whitespace().collect::<Vec<_>>().join(" ")
}
