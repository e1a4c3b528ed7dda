//! The values of a JSON dump one after the other, with their lines; a fault costs only the value that has it.

use std::ops::Range;

use serde_json::Value;

use super::{repair::repair, span};
use crate::read::lines::Counter;

/// One value, or the fault that made it unreadable.
pub(super) struct Item<'a> {
    pub(super) line: u64,
    /// The text of the value.
    pub(super) text: &'a str,
    /// Whether nothing else is in the dump.
    pub(super) is_whole: bool,
    pub(super) value: Result<Value, String>,
}

/// Iterates over the values of a text, stepping into arrays at the top.
pub(super) struct Values<'a> {
    text: &'a str,
    at: usize,
    counter: Counter<'a>,
    wrapped: bool,
    /// Whether the text is the start of the dump.
    starts: bool,
    /// Whether the text is the whole dump.
    is_whole: bool,
    /// End of a line that a damaged value stood on.
    line_end: usize,
}

impl<'a> Values<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { is_whole: true, ..Self::part(text, 1) }
    }

    /// The values of a part of a dump that starts on `line`.
    pub(super) fn part(text: &'a str, line: u64) -> Self {
        let counter = Counter::new(text, line);
        Self { text, at: 0, counter, wrapped: false, starts: line == 1, is_whole: false, line_end: 0 }
    }

    /// Moves to the next value; brackets and commas at the top are no values.
    fn skip(&mut self) {
        let between = |c: char| c.is_whitespace() || c.is_control() || "[],\u{feff}".contains(c);
        let rest = &self.text[self.at..];
        let mut inside = self.wrapped;
        let step = rest.find(|c: char| {
            let nested = c == '[' && inside;
            inside = c == '[' || inside && c != ']';
            !between(c) || nested
        });
        let end = step.map_or(self.text.len(), |step| self.at + step);
        for byte in self.text[self.at..end].bytes() {
            self.wrapped = byte == b'[' || self.wrapped && byte != b']';
        }
        self.at = end;
    }

    fn parse(&mut self) -> (Result<Value, String>, Range<usize>) {
        let start = self.at;
        let mut stream = serde_json::Deserializer::from_str(&self.text[start..]).into_iter::<Value>();
        match stream.next() {
            Some(Ok(value)) => (Ok(value), start..start + stream.byte_offset()),
            Some(Err(error)) => self.recover(&error),
            None => (Err("no value".to_owned()), start..self.text.len()),
        }
    }

    /// Repairs the value if that is possible, else steps over it.
    fn recover(&mut self, error: &serde_json::Error) -> (Result<Value, String>, Range<usize>) {
        let start = self.at;
        let line_end = self.line_end(start);
        let on_line = if self.text[start..].starts_with('{') {
            span::value_end(self.text, start, line_end)
        } else {
            // Loose words are one fault up to where an object starts.
            Some(self.text[start..line_end].find('{').map_or(line_end, |length| start + length))
        };
        let limit = if on_line.is_some() { line_end } else { self.next_sibling(start) };
        let end = on_line.or_else(|| span::value_end(self.text, start, limit));
        let repaired = end.and_then(|end| serde_json::from_str(&repair(&self.text[start..end])?).ok());
        match (repaired, on_line) {
            (Some(value), _) => (Ok(value), start..end.unwrap_or(limit)),
            (None, Some(end)) => (Err(describe(error)), start..end),
            (None, None) => self.step_into(start).unwrap_or((Err(describe(error)), start..limit)),
        }
    }

    fn line_end(&mut self, start: usize) -> usize {
        if start >= self.line_end {
            let length = self.text[start..].find(['\n', '\r']);
            self.line_end = length.map_or(self.text.len(), |length| start + length);
        }
        self.line_end
    }

    /// The next line that opens an object and is indented no deeper than the line of `start`.
    fn next_sibling(&self, start: usize) -> usize {
        let line_start = self.text[..start].rfind(['\n', '\r']).map_or(0, |at| at + 1);
        let indent = start - line_start;
        let mut at = start;
        while let Some(length) = self.text[at..].find(['\n', '\r']) {
            at += length + 1;
            let line = &self.text[at..];
            let depth = line.len() - line.trim_start_matches([' ', '\t', '\u{feff}']).len();
            if depth <= indent && line[depth..].starts_with('{') {
                return at;
            }
        }
        self.text.len()
    }

    /// A wrapping object that is damaged further down: its array is read value by value.
    fn step_into(&mut self, start: usize) -> Option<(Result<Value, String>, Range<usize>)> {
        if self.wrapped
            || !self.starts
            || !self.text[..start].trim_start_matches('\u{feff}').trim().is_empty()
        {
            return None;
        }
        let array = super::record::WRAPPERS.iter().find_map(|name| {
            let quoted = format!("\"{name}\"");
            let after = start + self.text[start..].find(&quoted)? + quoted.len();
            let rest = self.text[after..].trim_start().strip_prefix(':')?.trim_start().strip_prefix('[')?;
            rest.trim_start().starts_with('{').then_some(self.text.len() - rest.len())
        })?;
        self.wrapped = true;
        self.at = array;
        self.skip();
        Some(self.parse())
    }
}

fn describe(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let text = text.split(" at line ").next().unwrap_or_default();
    format!("no valid JSON: {text}")
}

/// Whether nothing visible is around `range`.
fn is_alone(text: &str, range: &Range<usize>) -> bool {
    let blank = |c: char| c.is_whitespace() || c.is_control() || c == '\u{feff}';
    text[..range.start].chars().all(blank) && text[range.end..].chars().all(blank)
}

impl<'a> Iterator for Values<'a> {
    type Item = Item<'a>;

    fn next(&mut self) -> Option<Item<'a>> {
        self.skip();
        if self.at >= self.text.len() {
            return None;
        }
        let (value, range) = self.parse();
        let line = self.counter.line_at(range.start);
        self.at = range.end.max(self.at + 1);
        while !self.text.is_char_boundary(self.at) {
            self.at += 1;
        }
        let is_whole = self.is_whole && is_alone(self.text, &range);
        Some(Item { line, text: &self.text[range], is_whole, value })
    }
}
