//! BibTeX and BibLaTeX.
//!
//! The parsers that the registry has end an entry at its closing brace only, so that an entry without one takes all
//! that follow with it, and they keep nothing of a file that does not parse. Here each entry is read by itself.

mod braces;
mod entries;
mod record;
mod scan;

use super::{Format, Parsed, ReadOptions, error::Fault, lines};
use crate::{NotTaken, Reason};
use entries::{Block, Entries};
use record::Collection;

/// Entries such as `@article{key, title = {…}}`.
pub(super) struct Bibtex;

/// How many lines are looked at for the first one that is no comment.
const SAMPLE_LINES: usize = 200;

/// How many lines from there on are looked at for the first entry.
const HEAD_LINES: usize = 40;

/// How many bytes a line before it may have.
const PREFACE_BYTES: usize = 200;

impl Format for Bibtex {
    fn name(&self) -> &'static str {
        "bibtex"
    }

    fn recognises(&self, content: &str) -> bool {
        let lines = lines::numbered(content).take(SAMPLE_LINES);
        let lines = lines.map(|(_, line)| line.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}'));
        let mut lines = lines.filter(|line| !line.is_empty() && !line.starts_with('%'));
        let Some(first) = lines.next() else { return false };
        let mut head = std::iter::once(first).chain(lines).take(HEAD_LINES);
        let end = head.find(|line| scan::opens_entry(line) || !is_preface(line));
        scan::opens_file(first) || end.is_some_and(scan::opens_entry)
    }

    fn read(&self, content: &str, _options: &ReadOptions) -> Result<Parsed, Fault> {
        let mut counter = lines::Counter::new(content, 1);
        let (mut collection, mut not_taken) = (Collection::default(), Vec::new());
        for block in Entries::new(content) {
            match block {
                Block::Entry(entry) => collection.add(counter.line_at(entry.start), &entry),
                Block::Faulty { start, detail } => {
                    let line = counter.line_at(start);
                    not_taken.push(NotTaken { line, reason: Reason::Unreadable, detail });
                }
            }
        }
        not_taken.sort();
        Ok(Parsed { format: "bibtex", records: collection.records(), not_taken, ..Parsed::default() })
    }
}

/// Whether `line` may be what a program says of the file that it wrote, or what is left of a damaged entry.
fn is_preface(line: &str) -> bool {
    line.len() <= PREFACE_BYTES && !line.starts_with(['{', '[', '<', '#', '`', '"'])
}

#[cfg(test)]
mod tests;
