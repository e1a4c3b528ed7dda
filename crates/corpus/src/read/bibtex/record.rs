//! Entries to records: which field gives what, and what an entry inherits.

use std::collections::BTreeMap;

use super::{
    braces::unprotected,
    entries::Entry,
    scan::{self, Braces},
};
use crate::{
    Fields, Record,
    clean::clean,
    read::{fields, people},
};

const TITLE: &[&str] = &["title"];
const SUBTITLE: &[&str] = &["subtitle"];
const ABSTRACT: &[&str] = &["abstract"];
const AUTHORS: &[&str] = &["author"];
const YEAR: &[&str] = &["year", "date"];
const VENUE: &[&str] = &["journaltitle", "journal", "booktitle", "eventtitle"];
const DOI: &[&str] = &["doi"];
const URL: &[&str] = &["url"];
const KEYWORDS: &[&str] = &["keywords", "keyword", "author_keywords"];
const PARENT: &[&str] = &["crossref"];

const READ: [&[&str]; 10] = [TITLE, SUBTITLE, ABSTRACT, AUTHORS, YEAR, VENUE, DOI, URL, KEYWORDS, PARENT];

/// Whether a field is read at all.
pub(super) fn is_read(name: &str) -> bool {
    READ.iter().any(|names| names.iter().any(|known| known.eq_ignore_ascii_case(name)))
}

/// The entries of a file, before they inherit.
#[derive(Default)]
pub(super) struct Collection {
    items: Vec<Item>,
}

struct Item {
    record: Record,
    is_proceedings: bool,
    /// Whether the entry is a part of proceedings.
    is_part: bool,
    /// Key of the entry that it inherits from, in lower case.
    parent: Option<String>,
    /// What it bequeaths as the venue.
    volume: Option<String>,
}

impl Collection {
    /// Adds the entry that stands on `line`.
    pub(super) fn add(&mut self, line: u64, entry: &Entry<'_>) {
        let record = record(line, entry);
        let title = record.title.as_deref().map(clean).filter(|title| !title.is_empty());
        self.items.push(Item {
            is_proceedings: entry.kind.eq_ignore_ascii_case("proceedings"),
            is_part: ["inproceedings", "conference"].iter().any(|kind| entry.kind.eq_ignore_ascii_case(kind)),
            parent: value(entry, PARENT).map(|key| key.trim().to_lowercase()),
            volume: readable(entry, &["booktitle"]).or(title),
            record,
        });
    }

    /// The records, in the order of the file.
    ///
    /// An entry without a venue or a year has those of the entry that its `crossref` names; a part of proceedings
    /// without either, of the only proceedings in the file.
    pub(super) fn records(self) -> Vec<Record> {
        let mut keys = BTreeMap::new();
        for (index, item) in self.items.iter().enumerate() {
            if let Some(key) = &item.record.key {
                keys.entry(key.to_lowercase()).or_insert(index);
            }
        }
        let only = self.only_proceedings();
        let parents: Vec<Option<usize>> = self
            .items
            .iter()
            .map(|item| match &item.parent {
                Some(key) => keys.get(key).copied(),
                None => only.filter(|_| item.is_part && item.record.fields.venue.is_none()),
            })
            .collect();
        let inherited =
            parents.iter().map(|parent| parent.map(|index| self.items[index].estate())).collect::<Vec<_>>();
        self.items.into_iter().zip(inherited).map(|(item, estate)| item.inherit(estate)).collect()
    }

    fn only_proceedings(&self) -> Option<usize> {
        let mut found = self.items.iter().enumerate().filter(|(_, item)| item.is_proceedings);
        let first = found.next().map(|(index, _)| index);
        first.filter(|_| found.next().is_none())
    }
}

impl Item {
    fn estate(&self) -> (Option<String>, Option<i32>) {
        (self.volume.clone(), self.record.fields.year)
    }

    fn inherit(self, estate: Option<(Option<String>, Option<i32>)>) -> Record {
        let mut record = self.record;
        if let Some((venue, year)) = estate {
            record.fields.venue = record.fields.venue.or(venue);
            record.fields.year = record.fields.year.or(year);
        }
        record
    }
}

fn record(line: u64, entry: &Entry<'_>) -> Record {
    Record {
        line,
        key: fields::present(entry.key),
        title: title(entry),
        abstract_text: value(entry, ABSTRACT).map(unprotected),
        fields: Fields {
            authors: value(entry, AUTHORS).map(authors).unwrap_or_default(),
            year: YEAR.iter().filter_map(|name| value(entry, &[name])).find_map(fields::year),
            venue: readable(entry, VENUE),
            doi: value(entry, DOI)
                .and_then(|doi| fields::doi(&address(doi)))
                .filter(|doi| doi.starts_with("10.")),
            url: value(entry, URL).and_then(|url| fields::present(&address(url))),
            keywords: value(entry, KEYWORDS).map(keywords).unwrap_or_default(),
            decision: None,
        },
    }
}

/// The first value of the first of `names` that holds something.
fn value<'e>(entry: &'e Entry<'_>, names: &[&str]) -> Option<&'e str> {
    let of = |name: &&str| {
        let values = entry.fields.iter().filter(|(known, _)| known.eq_ignore_ascii_case(name));
        values.map(|(_, value)| value.as_str()).find(|value| !value.trim().is_empty())
    };
    names.iter().find_map(of)
}

/// A value as a reader sees it.
fn readable(entry: &Entry<'_>, names: &[&str]) -> Option<String> {
    value(entry, names).and_then(|value| fields::present(&plain(value)))
}

fn plain(value: &str) -> String {
    clean(&unprotected(value))
}

fn title(entry: &Entry<'_>) -> Option<String> {
    let title = unprotected(value(entry, TITLE)?);
    let subtitle = value(entry, SUBTITLE).map(unprotected);
    fields::present(
        &subtitle.map_or(title.clone(), |subtitle| format!("{}: {}", title.trim(), subtitle.trim())),
    )
}

/// The names between `and`s that stand in no braces.
fn authors(value: &str) -> Vec<String> {
    let mut authors = Vec::new();
    for name in split_words(value, "and") {
        let shown = plain(&name);
        let author = if is_one_group(&name) { fields::present(&shown) } else { people::person(&shown) };
        authors.extend(author.filter(|author| author != "others"));
    }
    authors
}

/// Whether braces around all of `name` say that it has no parts.
fn is_one_group(name: &str) -> bool {
    let closing = || scan::closing_brace(name, 0, name.len(), Braces::All);
    name.starts_with('{') && closing().is_some_and(|end| end + 1 == name.len())
}

/// `value` cut at each `separator` that is a word of its own outside of braces.
fn split_words(value: &str, separator: &str) -> Vec<String> {
    let (mut parts, mut depth) = (vec![String::new()], 0i64);
    for word in value.split_whitespace() {
        if depth <= 0 && word.eq_ignore_ascii_case(separator) {
            parts.push(String::new());
            continue;
        }
        depth += word.matches('{').count() as i64 - word.matches('}').count() as i64;
        if let Some(part) = parts.last_mut() {
            part.push_str(if part.is_empty() { "" } else { " " });
            part.push_str(word);
        }
    }
    parts
}

fn keywords(value: &str) -> Vec<String> {
    fields::split_list(&plain(value), Some(','))
}

/// An address or a DOI without the marks of LaTeX.
fn address(value: &str) -> String {
    let value = value.trim();
    value.strip_prefix("\\url").unwrap_or(value).replace(['\\', '{', '}'], "")
}
