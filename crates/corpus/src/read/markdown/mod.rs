//! Markdown: front matter, tables, lists of papers, and headings with abstracts below.

mod entries;
mod front_matter;
mod table;

use super::{Format, Parsed, ReadOptions, error::Fault};
use entries::Entry;
pub(in crate::read) use entries::heading;
pub(in crate::read) use table::is_divider;

/// A page of Markdown that names titles.
pub(super) struct Markdown;

impl Format for Markdown {
    fn name(&self) -> &'static str {
        "markdown"
    }

    fn recognises(&self, content: &str) -> bool {
        front_matter::opens(content) || holds_table(content) || papers(content).is_some()
    }

    fn read(&self, content: &str, options: &ReadOptions) -> Result<Parsed, Fault> {
        if front_matter::opens(content) {
            return Ok(front_matter::read(content, options));
        }
        if table::is_in(content, options) {
            return table::read(content, options);
        }
        let entries = papers(content).unwrap_or_else(|| entries::headings(content));
        Ok(with_venue(&entries))
    }
}

/// Whether `content` holds a table between bars.
pub(super) fn holds_table(content: &str) -> bool {
    table::is_in(content, &ReadOptions::default())
}

/// The items or headings of `content`, if they are most of it and papers.
fn papers(content: &str) -> Option<Vec<Entry<'_>>> {
    let are_most =
        |entries: &[Entry<'_>]| entries.iter().map(Entry::size).sum::<usize>() * 10 > content.len() * 7;
    let items = entries::items(content);
    if are_papers(&items) && are_most(&items) {
        return Some(items);
    }
    let headings = entries::headings(content);
    (are_sections(&headings) && are_most(&headings)).then_some(headings)
}

/// Records with the venue and year of the heading before them that names one; such a heading is no paper.
fn with_venue(entries: &[Entry<'_>]) -> Parsed {
    let mut parsed = Parsed { format: "markdown", keeps_cut_record: true, ..Parsed::default() };
    let mut header = None;
    for entry in entries {
        if let Some(found) = entry.header() {
            parsed.venue = parsed.venue.or_else(|| found.venue.clone());
            parsed.year = parsed.year.or(found.year);
            header = Some(found);
        } else if !entry.is_bare() {
            let mut record = entry.record();
            if let Some(header) = &header {
                record.fields.venue = record.fields.venue.or_else(|| header.venue.clone());
                record.fields.year = record.fields.year.or(header.year);
            }
            parsed.records.push(record);
        }
    }
    parsed
}

/// Whether most items have a title and an abstract.
fn are_papers(items: &[Entry<'_>]) -> bool {
    let papers = items.iter().filter(|item| item.is_titled() && item.paragraphs() > 0).count();
    papers > 0 && papers * 2 > items.len()
}

/// Whether most headings with text below are titles over one paragraph.
fn are_sections(headings: &[Entry<'_>]) -> bool {
    let sections = || headings.iter().filter(|heading| !heading.is_bare() && heading.header().is_none());
    let papers = sections().filter(|heading| heading.is_titled() && heading.paragraphs() == 1).count();
    papers > 1 && papers * 2 > sections().count()
}

#[cfg(test)]
mod tests;
