//! Papers as items of a list or as headings with text below.

use super::super::{
    fields::{self, Field},
    labels, lines,
    prose::{is_prose, is_title},
    text,
};
use crate::Record;

/// A title and the lines below it.
pub(super) struct Entry<'a> {
    line: u64,
    title: &'a str,
    url: Option<&'a str>,
    body: Vec<&'a str>,
}

/// The entries of a list whose items open with a title in bold or with a link.
pub(super) fn items(content: &str) -> Vec<Entry<'_>> {
    let mut entries: Vec<Entry<'_>> = Vec::new();
    let mut is_open = false;
    for (line, text) in lines::numbered(content) {
        if let Some(item) = item(text) {
            let entry = marked(item).map(|(title, url, rest)| Entry { line, title, url, body: vec![rest] });
            is_open = entry.is_some();
            entries.extend(entry);
        } else if heading(text).is_some() || text::is_rule(text) {
            is_open = false;
        } else if is_open && let Some(entry) = entries.last_mut() {
            let blank_before = entry.body.last().is_some_and(|line| lines::is_blank(line));
            is_open = !blank_before || text.starts_with([' ', '\t']) || lines::is_blank(text);
            if is_open {
                entry.body.push(text);
            }
        }
    }
    entries
}

/// Headings with the text below each.
pub(super) fn headings(content: &str) -> Vec<Entry<'_>> {
    let mut entries: Vec<Entry<'_>> = Vec::new();
    for (line, text) in lines::numbered(content) {
        if let Some(title) = heading(text).filter(|title| labels::find(title).is_none()) {
            let (title, url) = marked(title)
                .filter(|(.., rest)| rest.is_empty())
                .map_or((title, None), |(title, url, _)| (title, url));
            entries.push(Entry { line, title, url, body: Vec::new() });
        } else if let Some(entry) = entries.last_mut() {
            entry.body.push(text);
        }
    }
    entries
}

/// The text of a heading with number signs.
pub(in crate::read) fn heading(line: &str) -> Option<&str> {
    let rest = line.trim_start_matches('#');
    let level = line.len() - rest.len();
    ((1..=6).contains(&level) && rest.starts_with(' ')).then(|| rest.trim().trim_end_matches('#').trim_end())
}

/// The text of an item at the left edge.
fn item(line: &str) -> Option<&str> {
    if let Some(rest) = ["- ", "* ", "+ "].iter().find_map(|mark| line.strip_prefix(mark)) {
        return Some(rest.trim_start());
    }
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let rest = line[digits..].strip_prefix(['.', ')'])?;
    (digits > 0 && rest.starts_with(' ')).then(|| rest.trim_start())
}

/// The title in bold or in a link at the start of `text`, the link's address, and what follows.
fn marked(text: &str) -> Option<(&str, Option<&str>, &str)> {
    for mark in ["**", "__"] {
        if let Some((title, rest)) = text.strip_prefix(mark).and_then(|text| text.split_once(mark)) {
            let (title, url) = link(title).map_or((title, None), |(title, url, _)| (title, Some(url)));
            let title = title.trim().trim_end_matches([':', '.']);
            let is_label = labels::find(&format!("{title}:")).is_some();
            return (!title.is_empty() && !is_label).then(|| (title, url, separated(rest)));
        }
    }
    let (title, url, rest) = link(text)?;
    let title = title.trim_matches('*').trim();
    (!title.is_empty()).then(|| (title, Some(url), separated(rest)))
}

fn link(text: &str) -> Option<(&str, &str, &str)> {
    let (title, rest) = text.strip_prefix('[')?.split_once("](")?;
    let (url, rest) = rest.split_once(')')?;
    Some((title, url.split_whitespace().next().unwrap_or_default(), rest))
}

/// What follows a title, without the sign between.
fn separated(rest: &str) -> &str {
    rest.trim_start_matches(|c: char| c.is_whitespace() || ":.,-–—".contains(c))
}

impl Entry<'_> {
    /// How many paragraphs of prose stand below the title.
    pub(super) fn paragraphs(&self) -> usize {
        self.body.split(|line| lines::is_blank(line)).filter(|lines| is_prose(&lines.join(" "))).count()
    }

    /// Whether the title looks like one.
    pub(super) fn is_titled(&self) -> bool {
        is_title(self.title.trim_end_matches('.'))
    }

    /// Whether nothing stands below the title.
    pub(super) fn is_bare(&self) -> bool {
        self.body.iter().all(|line| lines::is_blank(line))
    }

    /// How many bytes title and text have.
    pub(super) fn size(&self) -> usize {
        self.title.len() + self.body.iter().map(|line| line.len() + 1).sum::<usize>()
    }

    /// The venue and year of a heading such as `ICML 2026 Papers` over no abstract.
    pub(super) fn header(&self) -> Option<text::Header> {
        text::titled_header(self.title).filter(|_| self.paragraphs() == 0)
    }

    /// What the title and the text below it say.
    pub(super) fn record(&self) -> Record {
        let mut record = Record { line: self.line, title: fields::present(self.title), ..Record::default() };
        record.fields.url = self.url.and_then(fields::present);
        let mut field = None;
        let mut text = String::new();
        for line in &self.body {
            let found = labels::find(line).filter(|(named, _)| !matches!(named, Field::Title));
            if let Some((named, rest)) = found {
                close(&mut record, field.take(), &mut text);
                field = Some(named);
                text.push_str(rest);
            } else if field.is_none_or(|field| field == Field::Abstract) || !lines::is_blank(line) {
                text.push('\n');
                text.push_str(line.trim());
            } else {
                close(&mut record, field.take(), &mut text);
            }
        }
        close(&mut record, field, &mut text);
        record
    }
}

/// Ends a field; text without one is a line of names, or belongs to the abstract.
fn close(record: &mut Record, field: Option<Field>, text: &mut String) {
    let read = std::mem::take(text);
    let read = read.trim();
    if let Some(field) = field.filter(|field| *field != Field::Abstract) {
        return labels::set(record, field, read);
    }
    let read = without_names(record, read);
    if read.is_empty() {
        return;
    }
    let text = record.abstract_text.get_or_insert_default();
    if !text.is_empty() {
        text.push_str("\n\n");
    }
    text.push_str(read);
}

/// `text` without a first paragraph in italics, which names the authors.
fn without_names<'a>(record: &mut Record, text: &'a str) -> &'a str {
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let names = ["*", "_"].iter().find_map(|mark| first.trim().strip_prefix(mark)?.strip_suffix(mark));
    let Some(names) = names.filter(|names| !is_prose(names) && !rest.trim().is_empty()) else { return text };
    if record.fields.authors.is_empty() {
        record.fields.authors = fields::people(names);
    }
    rest.trim()
}
