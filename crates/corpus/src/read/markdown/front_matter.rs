//! Front matter: fields in YAML between lines of three hyphens, before the text of a page or on their own.

use super::super::{Parsed, ReadOptions, fields::Field, labels, lines};
use crate::Record;

/// Whether `content` opens with front matter that has a title or an abstract.
pub(super) fn opens(content: &str) -> bool {
    let content = content.trim_start_matches(['\u{feff}', '\n', '\r', ' ']);
    content.starts_with("---") && parts(content).next().is_some_and(|part| part.is_matter())
}

/// The records of the pages in `content`; where the front matter has no abstract, the page's text is it.
pub(super) fn read(content: &str, options: &ReadOptions) -> Parsed {
    let mut parsed = Parsed { format: "markdown", keeps_cut_record: true, ..Parsed::default() };
    for part in parts(content) {
        if part.is_matter() {
            parsed.records.push(part.record(options));
        } else if let Some(record) = parsed.records.last_mut().filter(|record| record.abstract_text.is_none())
        {
            labels::set(record, Field::Abstract, &part.text());
        }
    }
    parsed
}

/// Lines between two lines of three hyphens.
struct Part<'a> {
    first: u64,
    lines: Vec<&'a str>,
}

fn parts(content: &str) -> impl Iterator<Item = Part<'_>> {
    let mut lines = lines::numbered(content).peekable();
    std::iter::from_fn(move || {
        while lines.peek().is_some() {
            let mut part = Part { first: 0, lines: Vec::new() };
            while let Some((number, line)) = lines.next().filter(|(_, line)| !is_fence(line)) {
                if part.lines.is_empty() {
                    part.first = number;
                }
                part.lines.push(line);
            }
            if !part.lines.iter().all(|line| lines::is_blank(line)) {
                return Some(part);
            }
        }
        None
    })
}

fn is_fence(line: &str) -> bool {
    matches!(line.trim_start_matches('\u{feff}').trim_end(), "---" | "...")
}

impl Part<'_> {
    /// Whether the first line is a key, and a line names a title or an abstract.
    fn is_matter(&self) -> bool {
        let first = self.lines.iter().find(|line| !lines::is_blank(line) && !line.starts_with('#'));
        let named = |line: &&str| {
            key(line)
                .and_then(|(name, _)| Field::named(name))
                .is_some_and(|(field, _)| matches!(field, Field::Title | Field::Abstract))
        };
        first.is_some_and(|line| key(line).is_some()) && self.lines.iter().any(named)
    }

    fn text(&self) -> String {
        self.lines.join("\n")
    }

    /// The fields of the front matter; of two names for one field the more trusted counts.
    fn record(&self, options: &ReadOptions) -> Record {
        let mut record = Record { line: self.first, ..Record::default() };
        let mut found = Vec::new();
        let mut at = 0;
        while at < self.lines.len() {
            let end = at + 1 + self.lines[at + 1..].iter().take_while(|line| key(line).is_none()).count();
            if let Some((name, value)) = key(self.lines[at])
                && let Some((field, rank)) = options.field(name)
            {
                found.push((rank, field, value_of(value, &self.lines[at + 1..end])));
            }
            at = end;
        }
        found.sort_by_key(|(rank, ..)| std::cmp::Reverse(*rank));
        for (_, field, text) in found {
            labels::set(&mut record, field, &text);
        }
        record
    }
}

/// The key and the rest of a line at the left edge.
fn key(line: &str) -> Option<(&str, &str)> {
    let (name, rest) = line.split_once(':')?;
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | ' ' | '"' | '\'');
    let is_key =
        !name.is_empty() && name.len() <= 40 && name.chars().all(plain) && !name.starts_with([' ', '-']);
    (is_key && (rest.is_empty() || rest.starts_with([' ', '\t'])))
        .then(|| (name.trim_matches(['"', '\'']), rest.trim()))
}

/// The text of a value that starts after its key and goes on over `rest`; items of a list stand between semicolons.
fn value_of(value: &str, rest: &[&str]) -> String {
    if value.strip_prefix(['|', '>']).is_some_and(|style| style.chars().all(|c| "+-0123456789 ".contains(c)))
    {
        return rest.iter().map(|line| line.trim()).collect::<Vec<_>>().join("\n");
    }
    if value.is_empty() && rest.iter().any(|line| line.trim_start().starts_with("- ")) {
        return items(rest);
    }
    let lines = std::iter::once(value)
        .chain(rest.iter().map(|line| line.trim()))
        .filter(|line| !line.starts_with("# "));
    unquoted(lines.collect::<Vec<_>>().join("\n").trim())
}

/// A scalar without its quotes and escapes.
fn unquoted(text: &str) -> String {
    if let Some(inner) = text.strip_prefix('\'') {
        return inner.strip_suffix('\'').unwrap_or(inner).replace("''", "'");
    }
    match text.strip_prefix('"') {
        Some(inner) => inner
            .strip_suffix('"')
            .unwrap_or(inner)
            .replace("\\\"", "\"")
            .replace("\\n", "\n")
            .replace("\\\\", "\\"),
        None => text.to_owned(),
    }
}

/// The items of a list; an item of keys, such as given and family name, is their values in that order.
fn items(lines: &[&str]) -> String {
    let mut items: Vec<Vec<String>> = Vec::new();
    for line in lines.iter().map(|line| line.trim()).filter(|line| !line.is_empty()) {
        let (starts, line) = line.strip_prefix("- ").map_or((false, line), |line| (true, line.trim_start()));
        let value = key(line).map_or(line, |(name, value)| if is_name(name) { value } else { "" });
        if starts || items.is_empty() {
            items.push(Vec::new());
        }
        if let Some(item) = items.last_mut().filter(|_| !value.is_empty()) {
            item.push(unquoted(value));
        }
    }
    let items = items.into_iter().filter(|item| !item.is_empty());
    items.map(|item| item.join(" ")).collect::<Vec<_>>().join("; ")
}

/// Whether `key` holds a part of a person's name.
fn is_name(key: &str) -> bool {
    matches!(
        key,
        "name"
            | "given"
            | "family"
            | "first"
            | "last"
            | "firstname"
            | "lastname"
            | "first_name"
            | "last_name"
    )
}
