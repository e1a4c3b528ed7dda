//! Formats of tagged lines: a tag, its value, and lines that go on with it.
//!
//! What the formats have in common is here; each format says in a file of its own how its lines look and which tag
//! gives which field. Tags that no field names are read over, so that nothing else of a record can pass.

mod endnote;
mod medline;
mod ris;
mod web_of_science;

use std::collections::BTreeSet;

use super::{Parsed, fields, lines, people};
use crate::{Fields, NotTaken, Reason, Record};

pub(super) use endnote::EndNote;
pub(super) use medline::Medline;
pub(super) use ris::Ris;
pub(super) use web_of_science::WebOfScience;

/// How many lines are looked at to recognise a format.
const SAMPLE_LINES: usize = 200;

/// One format of tagged lines.
struct Dialect {
    format: &'static str,
    /// The tag and the value of a line; `None` for a line that goes on with the value before it.
    tag: fn(&str) -> Option<(&str, &str)>,
    /// The tag that opens a record, though others may stand before it.
    first: &'static str,
    /// The tag that closes a record.
    last: Option<&'static str>,
    /// Tags that belong to the file.
    outside: &'static [&'static str],
    /// Whether a blank line closes a record where the next tag can open one.
    blank_closes: bool,
    /// Whether a further line of an author or a keyword is another one.
    lines_are_items: bool,
    tags: Tags,
}

/// The tags that give each field, the most trusted first.
struct Tags {
    key: &'static [&'static str],
    title: &'static [&'static str],
    abstract_text: &'static [&'static str],
    authors: &'static [&'static str],
    year: &'static [&'static str],
    venue: &'static [&'static str],
    doi: &'static [&'static str],
    url: &'static [&'static str],
    keywords: &'static [&'static str],
}

impl Dialect {
    fn read(&self, content: &str) -> Parsed {
        let parsed = Parsed { format: self.format, ..Parsed::default() };
        let mut reader =
            Reader { dialect: self, parsed, open: Entry::default(), closes: false, blank: false };
        for (number, line) in lines::numbered(content) {
            reader.take(number, line.trim_start_matches('\u{feff}'));
        }
        reader.finish(content.ends_with(['\n', '\r']))
    }

    /// The tags at the start of `content`, without the lines between them.
    fn sample<'a>(&self, content: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
        let tag = self.tag;
        sample_lines(content).filter_map(tag)
    }
}

/// The first lines of `content` that hold something.
fn sample_lines(content: &str) -> impl Iterator<Item = &str> {
    let lines = lines::numbered(content).map(|(_, line)| line.trim_start_matches('\u{feff}'));
    lines.filter(|line| !lines::is_blank(line)).take(SAMPLE_LINES)
}

/// The tags of one record.
#[derive(Default)]
struct Entry<'a> {
    line: u64,
    tags: Vec<(&'a str, String)>,
}

impl Entry<'_> {
    fn has(&self, name: &str) -> bool {
        self.tags.iter().any(|(tag, _)| tag.eq_ignore_ascii_case(name))
    }

    /// The values of the first of `names` that has any.
    fn values(&self, names: &[&str]) -> Vec<&str> {
        let of = |name: &&str| {
            let tags = self.tags.iter().filter(|(tag, _)| tag.eq_ignore_ascii_case(name));
            let values: Vec<&str> = tags.map(|(_, value)| value.trim()).filter(|v| !v.is_empty()).collect();
            (!values.is_empty()).then_some(values)
        };
        names.iter().find_map(of).unwrap_or_default()
    }

    /// What `read` finds in the first of all values of `names` that it can read.
    fn first<T>(&self, names: &[&str], read: impl Fn(&str) -> Option<T>) -> Option<T> {
        names.iter().flat_map(|name| self.values(&[name])).find_map(read)
    }

    /// One text of the values of `names`: each once, a blank line between them.
    fn text(&self, names: &[&str]) -> Option<String> {
        let (mut texts, mut seen) = (self.values(names), BTreeSet::new());
        texts.retain(|text| seen.insert(*text));
        fields::present(&texts.join("\n\n"))
    }

    /// The items of the values of `names`.
    fn items(&self, names: &[&str], lines_are_items: bool) -> Vec<String> {
        let parts = |value: &str| match value {
            value if lines_are_items && !value.contains(';') => value.lines().filter_map(folded).collect(),
            value => {
                fields::split_list(value, None).iter().filter_map(|item| folded(item)).collect::<Vec<_>>()
            }
        };
        self.values(names).into_iter().flat_map(parts).collect()
    }

    fn record(&self, dialect: &Dialect) -> Record {
        let Dialect { tags, lines_are_items, .. } = dialect;
        Record {
            line: self.line,
            key: self.first(tags.key, folded),
            title: self.first(tags.title, fields::present),
            abstract_text: self.text(tags.abstract_text),
            fields: Fields {
                authors: authors(&self.items(tags.authors, *lines_are_items)),
                year: self.first(tags.year, fields::year),
                venue: self.first(tags.venue, folded),
                doi: self.first(tags.doi, doi),
                url: self.first(tags.url, url),
                keywords: keywords(&self.items(tags.keywords, *lines_are_items)),
                decision: None,
            },
        }
    }
}

/// Collects the lines of records.
struct Reader<'d, 'a> {
    dialect: &'d Dialect,
    parsed: Parsed,
    open: Entry<'a>,
    /// Whether a record of the file was closed by its last tag.
    closes: bool,
    /// Whether the line before was blank.
    blank: bool,
}

impl<'a> Reader<'_, 'a> {
    fn take(&mut self, number: u64, line: &'a str) {
        match (self.dialect.tag)(line) {
            Some((name, _)) if is_one_of(name, self.dialect.outside) => {}
            Some((name, _)) if self.dialect.last.is_some_and(|last| name.eq_ignore_ascii_case(last)) => {
                self.closes |= !self.open.tags.is_empty();
                self.close();
            }
            Some((name, value)) => self.push(number, name, value),
            None => self.go_on(line),
        }
        self.blank = lines::is_blank(line);
    }

    fn push(&mut self, number: u64, name: &'a str, value: &str) {
        let opens = name.eq_ignore_ascii_case(self.dialect.first) && self.open.has(name);
        if opens || self.blank && self.dialect.blank_closes {
            self.close();
        }
        if self.open.tags.is_empty() {
            self.open.line = number;
        }
        self.open.tags.push((name, value.to_owned()));
    }

    /// Adds a line to the value before it; a line outside of records belongs to none.
    fn go_on(&mut self, line: &str) {
        if let Some((_, value)) = self.open.tags.last_mut() {
            value.push('\n');
            value.push_str(line.trim());
        }
    }

    fn close(&mut self) {
        let entry = std::mem::take(&mut self.open);
        if !entry.tags.is_empty() {
            self.parsed.records.push(entry.record(self.dialect));
        }
    }

    /// The end of the content: it cuts a record off where others close, and no line end follows.
    fn finish(mut self, whole_line: bool) -> Parsed {
        let is_open = !self.open.tags.is_empty();
        if let (true, false, Some(last)) = (is_open && self.closes, whole_line, self.dialect.last) {
            let detail = format!("the file ends before the `{last}` of this record; the record may be cut");
            let line = self.open.line;
            self.parsed.not_taken.push(NotTaken { line, reason: Reason::Unreadable, detail });
        } else {
            self.close();
            self.parsed.keeps_cut_record = is_open;
        }
        self.parsed
    }
}

fn is_one_of(name: &str, names: &[&str]) -> bool {
    names.iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// `text` on one line, if anything is left.
fn folded(text: &str) -> Option<String> {
    fields::present(&text.split_whitespace().collect::<Vec<_>>().join(" "))
}

fn authors(items: &[String]) -> Vec<String> {
    items.iter().filter_map(|item| people::person(item)).collect()
}

/// Keywords without the asterisks by which MEDLINE marks the main ones.
fn keywords(items: &[String]) -> Vec<String> {
    items
        .iter()
        .filter_map(|item| fields::present(&item.trim_start_matches('*').replace("/*", "/")))
        .collect()
}

/// The DOI at the start of `text` or after a resolver's address; `[doi]` and the like after it are no part of it.
fn doi(text: &str) -> Option<String> {
    let start = text.find("10.")?;
    let doi = fields::doi(text[start..].split_whitespace().next()?)?;
    doi.contains('/').then_some(doi)
}

fn url(text: &str) -> Option<String> {
    let address = text.split([';', '\n', ' ']).map(str::trim);
    let mut known =
        address.filter(|a| ["http://", "https://", "www."].iter().any(|start| a.starts_with(start)));
    known.next().map(str::to_owned)
}

#[cfg(test)]
mod tests;
