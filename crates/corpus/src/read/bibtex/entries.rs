//! A file of BibTeX to its entries.

use std::collections::BTreeMap;

use super::{
    record::is_read,
    scan::{self, Braces},
};

/// An entry with the fields that are read, joined and without the outer marks of their values.
#[derive(Debug)]
pub(super) struct Entry<'a> {
    /// Offset of the at sign.
    pub(super) start: usize,
    pub(super) kind: &'a str,
    pub(super) key: &'a str,
    /// Names as given, in their order.
    pub(super) fields: Vec<(&'a str, String)>,
}

/// What a file holds.
#[derive(Debug)]
pub(super) enum Block<'a> {
    Entry(Entry<'a>),
    /// An entry that cannot be read, with the offset of its at sign.
    Faulty {
        start: usize,
        detail: String,
    },
}

/// What is wrong in an entry, and where.
struct Flaw {
    at: usize,
    detail: &'static str,
}

const NO_END: &str = "the entry has no closing brace before the next entry or the end of the file";
const NO_VALUE_END: &str = "the value of a field does not end before the next entry or the end of the file";
const NO_QUOTE_END: &str = "a quote opens a value and does not close it";
const NO_START: &str =
    "a title or an abstract stands outside of any entry; the start of the entry may be damaged";
const STRAY_TEXT: &str =
    "text stands between the value of a field and the next comma; a brace may be missing or too many";

/// Strings that make a value longer are not put in: strings of strings can make any length of a small file.
const LONGEST_JOIN: usize = 1000;

/// The entries of a file, in their order; text between them and comments are none.
pub(super) struct Entries<'a> {
    text: &'a str,
    at: usize,
    /// Where the next line that opens an entry starts; no block reaches over it.
    limit: usize,
    macros: BTreeMap<String, String>,
    /// Where the comments that close are closed, from the offset of their braces; filled when there is one.
    comments: Option<BTreeMap<usize, usize>>,
}

impl<'a> Iterator for Entries<'a> {
    type Item = Block<'a>;

    fn next(&mut self) -> Option<Block<'a>> {
        loop {
            let (from, start) = (self.at, scan::next_block(self.text, self.at));
            let gap = &self.text[from..start.unwrap_or(self.text.len())];
            self.at += gap.len();
            if let Some(orphan) = scan::stray_field(gap) {
                return Some(Block::Faulty { start: from + orphan, detail: NO_START.to_owned() });
            }
            if let Some(block) = self.block(start?) {
                return Some(block);
            }
        }
    }
}

impl<'a> Entries<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, at: 0, limit: 0, macros: BTreeMap::new(), comments: None }
    }

    /// Reads the block at `start` and steps behind it.
    fn block(&mut self, start: usize) -> Option<Block<'a>> {
        let (kind, open) = scan::block(self.text, start)?;
        let kind = &self.text[kind];
        if self.limit <= open {
            self.limit = scan::entry_line(self.text, open);
        }
        match kind.to_ascii_lowercase().as_str() {
            "comment" => self.skip_comment(open),
            "preamble" => self.skip_preamble(open),
            "string" => return self.define(start, open),
            _ => return Some(self.entry(start, kind, open)),
        }
        None
    }

    /// A comment may hold entries; one that does not close ends at its brace.
    fn skip_comment(&mut self, open: usize) {
        let text = self.text;
        let ends = self.comments.get_or_insert_with(|| comment_ends(text));
        self.at = ends.get(&open).map_or(open, |&end| end) + 1;
    }

    fn skip_preamble(&mut self, open: usize) {
        let end = scan::closing_brace(self.text, open, self.limit, Braces::All);
        self.at = end.unwrap_or(open) + 1;
    }

    /// Takes the definitions of a `@string`.
    fn define(&mut self, start: usize, open: usize) -> Option<Block<'a>> {
        match self.body(open, open + 1, |_| true) {
            Ok((fields, end)) => {
                self.at = end;
                let lower = fields.into_iter().map(|(name, value)| (name.to_lowercase(), value));
                self.macros.extend(lower);
                None
            }
            Err(flaw) => Some(self.faulty(start, &flaw)),
        }
    }

    fn entry(&mut self, start: usize, kind: &'a str, open: usize) -> Block<'a> {
        let (key, fields_start) = self.key(open);
        match self.body(open, fields_start, is_read) {
            Ok((fields, end)) => {
                self.at = end;
                Block::Entry(Entry { start, kind, key, fields })
            }
            Err(flaw) => self.faulty(start, &flaw),
        }
    }

    fn faulty(&mut self, start: usize, flaw: &Flaw) -> Block<'a> {
        self.at = self.resume(flaw.at.max(start + 1));
        Block::Faulty { start, detail: flaw.detail.to_owned() }
    }

    /// Where reading goes on after a flaw at `at`: with the next sign that opens an entry without doubt.
    fn resume(&self, at: usize) -> usize {
        let signs = self.text[at..self.limit].match_indices('@').map(|(length, _)| at + length);
        let mut entries = signs.filter(|&sign| {
            let before = self.text[..sign].chars().next_back();
            !before.is_some_and(|c| c.is_alphanumeric() || c == '%') && scan::opens_entry(&self.text[sign..])
        });
        entries.next().unwrap_or(self.limit)
    }

    /// The citation key behind `open`, which may be missing, and where the fields start.
    fn key(&self, open: usize) -> (&'a str, usize) {
        let (start, close) = (scan::skip_space(self.text, open + 1), self.close(open));
        let rest = &self.text[start..self.limit.max(start)];
        let ends = |c: char| ",={}\"\n\r".contains(c) || c == close;
        let length = rest.find(ends).unwrap_or(rest.len());
        if rest[length..].starts_with(['=', '{', '"']) {
            return ("", start);
        }
        (rest[..length].trim(), start + length)
    }

    /// What closes the block that opens at `open`.
    fn close(&self, open: usize) -> char {
        if self.text[open..].starts_with('(') { ')' } else { '}' }
    }

    /// The fields from `at` on whose names are `wanted`, and the offset behind the block that opens at `open`.
    fn body(&self, open: usize, at: usize, wanted: fn(&str) -> bool) -> Result<(Fields<'a>, usize), Flaw> {
        let read = |braces| Body { entries: self, close: self.close(open), braces, wanted }.read(at);
        read(Braces::All).or_else(|flaw| read(Braces::Unescaped).map_err(|_| flaw))
    }
}

/// Names and values.
type Fields<'a> = Vec<(&'a str, String)>;

/// The inside of one block, under one way to count braces.
struct Body<'e, 'a> {
    entries: &'e Entries<'a>,
    close: char,
    braces: Braces,
    wanted: fn(&str) -> bool,
}

impl<'a> Body<'_, 'a> {
    fn read(&self, mut at: usize) -> Result<(Fields<'a>, usize), Flaw> {
        let (text, mut fields) = (self.entries.text, Vec::new());
        loop {
            at = scan::skip_comments(text, at);
            if at >= self.entries.limit || scan::opens_entry(&text[at..]) {
                return Err(Flaw { at, detail: NO_END });
            }
            at = if text[at..].starts_with(',') {
                at + 1
            } else if !text[at..].starts_with(self.close) {
                self.field(at, &mut fields)?
            } else if let Some(next) = self.goes_on(at + 1) {
                next
            } else {
                return Ok((fields, at + 1));
            };
        }
    }

    /// Where fields go on after a closing brace that is one too many.
    fn goes_on(&self, at: usize) -> Option<usize> {
        let text = self.entries.text;
        let closed = |c: char| c.is_whitespace() || c == self.close;
        let comma = at + text[at..].len() - text[at..].trim_start_matches(closed).len();
        let name = scan::skip_space(text, comma + usize::from(text[comma..].starts_with(',')));
        (name > comma && name < self.entries.limit && scan::opens_field(text, name)).then_some(name)
    }

    fn field(&self, at: usize, fields: &mut Fields<'a>) -> Result<usize, Flaw> {
        let text = self.entries.text;
        let name = &text[at..scan::name_end(text, at)];
        let equals = scan::skip_space(text, at + name.len());
        if name.is_empty() || !text[equals..].starts_with('=') {
            return Err(Flaw { at, detail: STRAY_TEXT });
        }
        let (value, end) = self.value(equals + 1, (self.wanted)(name))?;
        if let Some(value) = value {
            fields.push((name, value));
        }
        Ok(end)
    }

    /// The value at `at`, all its parts joined, where it is `wanted`; and where it ends.
    fn value(&self, mut at: usize, wanted: bool) -> Result<(Option<String>, usize), Flaw> {
        let (text, mut value) = (self.entries.text, String::new());
        loop {
            at = self.part(scan::skip_comments(text, at), wanted.then_some(&mut value))?;
            let next = scan::skip_comments(text, at);
            if !text[next..].starts_with('#') {
                break;
            }
            at = next + 1;
        }
        if scan::ends_field(text, scan::skip_comments(text, at), self.close) {
            return Ok((wanted.then_some(value), at));
        }
        Err(Flaw { at, detail: STRAY_TEXT })
    }

    /// Adds the part of a value at `at`, and returns where it ends.
    fn part(&self, at: usize, value: Option<&mut String>) -> Result<usize, Flaw> {
        let (text, limit) = (self.entries.text, self.entries.limit);
        if at >= limit {
            return Err(Flaw { at: limit, detail: NO_VALUE_END });
        }
        let (inside, end) = match text.as_bytes().get(at) {
            Some(b'{') => {
                let end = scan::closing_brace(text, at, limit, self.braces);
                let end = end.ok_or(Flaw { at, detail: NO_VALUE_END })?;
                (&text[at + 1..end], end + 1)
            }
            Some(b'"') => {
                let end = scan::closing_quote(text, at, limit, (self.braces, self.close));
                let end = end.ok_or(Flaw { at, detail: NO_QUOTE_END })?;
                (&text[at + 1..end], end + 1)
            }
            _ => return Ok(self.bare(at, value)),
        };
        if let Some(value) = value {
            value.push_str(inside);
        }
        Ok(end)
    }

    /// A number, the name of a string, or words that somebody forgot to quote.
    fn bare(&self, at: usize, value: Option<&mut String>) -> usize {
        let text = self.entries.text;
        let ends = |c: char| ",#%{}\"\n\r".contains(c) || c == self.close;
        let word = text[at..].find(ends).map_or(&text[at..], |length| &text[at..at + length]);
        if let Some(value) = value {
            let named = self.entries.macros.get(&word.trim().to_lowercase());
            let named = named.filter(|named| value.len() + named.len() <= LONGEST_JOIN);
            value.push_str(named.map_or(word.trim(), String::as_str));
        }
        at + word.len()
    }
}

/// The offsets of the braces of all comments that close, with the offsets of those that close them.
fn comment_ends(text: &str) -> BTreeMap<usize, usize> {
    let (mut ends, mut open) = (BTreeMap::new(), Vec::new());
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'{' => open.push(at),
            b'}' => {
                let closed = open.pop().filter(|&start| follows_comment(text, start));
                ends.extend(closed.map(|start| (start, at)));
            }
            _ => {}
        }
    }
    ends
}

fn follows_comment(text: &str, at: usize) -> bool {
    let before = text[..at].trim_end();
    let start = before.len().saturating_sub("comment".len());
    before.get(start..).is_some_and(|word| word.eq_ignore_ascii_case("comment"))
}
