//! RIS, in the flavours of its exporters.

use super::{Dialect, Tags, sample_lines};
use crate::read::{Format, Parsed, ReadOptions, error::Fault};

/// Lines such as `TY  - JOUR`.
pub(in crate::read) struct Ris;

const RIS: Dialect = Dialect {
    format: "ris",
    tag,
    first: "TY",
    last: Some("ER"),
    outside: &[],
    blank_closes: false,
    lines_are_items: true,
    tags: Tags {
        key: &["ID", "AN"],
        title: &["TI", "T1"],
        abstract_text: &["AB", "N2"],
        authors: &["AU", "A1"],
        year: &["PY", "Y1", "DA"],
        venue: &["JF", "T2", "JO", "BT", "JA", "J2"],
        doi: &["DO", "DI", "M3"],
        url: &["UR", "LK"],
        keywords: &["KW"],
    },
};

/// The same with one space before the hyphen.
const NARROW: Dialect = Dialect { tag: narrow_tag, ..RIS };

/// How many lines of an exporter may stand before the first record.
const PREFACE_LINES: usize = 20;

/// How many letters the longest of them may have.
const PREFACE_LETTERS: usize = 200;

impl Format for Ris {
    fn name(&self) -> &'static str {
        RIS.format
    }

    fn recognises(&self, content: &str) -> bool {
        has_type(content, &RIS) || has_type(content, &NARROW) || has_no_type(content)
    }

    fn read(&self, content: &str, _options: &ReadOptions) -> Result<Parsed, Fault> {
        let is_narrow = has_type(content, &NARROW) && !has_type(content, &RIS);
        Ok(if is_narrow { NARROW.read(content) } else { RIS.read(content) })
    }
}

/// Whether a record opens with its type, after a few lines that say who exported it.
fn has_type(content: &str, dialect: &Dialect) -> bool {
    let mut lines = sample_lines(content).take(PREFACE_LINES);
    let first = lines.find(|line| (dialect.tag)(line).is_some() || line.len() > PREFACE_LETTERS);
    let is_type = |(name, value): (&str, &str)| {
        name.eq_ignore_ascii_case("TY") && value.trim().chars().all(char::is_alphanumeric)
    };
    first.and_then(dialect.tag).is_some() && dialect.sample(content).any(is_type)
}

/// Whether records without a type stand there: the first line is tagged, and a title or an abstract follows it.
fn has_no_type(content: &str) -> bool {
    let starts = sample_lines(content).next().is_some_and(|line| tag(line).is_some());
    let has = |names: &[&str]| RIS.sample(content).any(|(name, _)| super::is_one_of(name, names));
    starts && (has(RIS.tags.title) || has(RIS.tags.abstract_text)) && has(&["ER"])
}

/// `AB  - value`: two characters, two spaces or more, and a hyphen; `ER` may stand alone.
fn tag(line: &str) -> Option<(&str, &str)> {
    if line.trim_end() == "ER" {
        return Some((line.trim_end(), ""));
    }
    split(line, 2)
}

fn narrow_tag(line: &str) -> Option<(&str, &str)> {
    let (name, value) = tag(line).or_else(|| split(line, 1))?;
    (value.is_empty() || value.starts_with(char::is_whitespace)).then_some((name, value))
}

fn split(line: &str, spaces: usize) -> Option<(&str, &str)> {
    let line = line.trim_start();
    let [b'A'..=b'Z' | b'a'..=b'z', b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9', ..] = line.as_bytes() else {
        return None;
    };
    let (name, rest) = line.split_at(2);
    let value = rest.trim_start();
    let width =
        rest[..rest.len() - value.len()].chars().map(|c| if c == '\t' { 2 } else { 1 }).sum::<usize>();
    if width < spaces { None } else { value.strip_prefix('-').map(|value| (name, value)) }
}
