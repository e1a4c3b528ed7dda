//! JSON Lines cut into pieces that can be read by themselves.

use crate::read::{feed::Feed, lines};

/// Bytes of the longest value that is read.
pub(super) const LONGEST: usize = 64 << 20;

/// Bytes that are looked at after a line end: a mark or a separator, and the brace that opens a value.
const START: usize = 5;

/// A run of lines.
pub(super) struct Piece {
    /// Number of the first line.
    pub(super) line: u64,
    /// The lines; nothing where a value is too long to be read.
    pub(super) bytes: Option<Vec<u8>>,
}

/// Cuts content before lines that open a value.
pub(super) struct Pieces<'f, 'a> {
    feed: &'f mut Feed<'a>,
    buffer: Vec<u8>,
    line: u64,
    goes_on: bool,
    size: usize,
    longest: usize,
}

impl<'f, 'a> Pieces<'f, 'a> {
    /// Pieces of about `size` bytes, of values up to `longest` bytes.
    pub(super) fn new(feed: &'f mut Feed<'a>, size: usize, longest: usize) -> Self {
        Self { feed, buffer: Vec::new(), line: 1, goes_on: true, size, longest }
    }

    fn fill(&mut self, length: usize) {
        let missing = length.saturating_sub(self.buffer.len());
        if self.goes_on && missing > 0 {
            self.goes_on = self.feed.fill(&mut self.buffer, missing as u64);
        }
    }

    /// The piece up to `end`.
    fn take(&mut self, end: usize) -> Piece {
        let rest = self.buffer.split_off(end);
        let bytes = std::mem::replace(&mut self.buffer, rest);
        let line = self.line;
        self.line += lines::ends_in(&bytes);
        Piece { line, bytes: Some(bytes) }
    }

    /// Drops a value that is too long.
    fn skip(&mut self) -> Piece {
        let line = self.line;
        loop {
            let next = (1..self.buffer.len()).find(|&at| opens_value(&self.buffer, at));
            let known = self.buffer.len().saturating_sub(START);
            let end = match next {
                Some(at) => at,
                None if !self.goes_on => self.buffer.len(),
                // A line end of two letters is dropped as one.
                None => known.saturating_sub(1),
            };
            self.take(end);
            if next.is_some() || !self.goes_on && self.buffer.is_empty() {
                return Piece { line, bytes: None };
            }
            self.fill(self.size.max(4 * START));
        }
    }
}

impl Iterator for Pieces<'_, '_> {
    type Item = Piece;

    fn next(&mut self) -> Option<Piece> {
        let mut length = self.size;
        loop {
            self.fill(length);
            if !self.goes_on {
                let end = self.buffer.len();
                return (end > 0).then(|| self.take(end));
            }
            if let Some(end) = (1..self.buffer.len()).rev().find(|&at| opens_value(&self.buffer, at)) {
                return Some(self.take(end));
            }
            if self.buffer.len() > self.longest {
                return Some(self.skip());
            }
            length = 2 * self.buffer.len();
        }
    }
}

/// Whether a line starts at `at` and opens a value.
fn opens_value(bytes: &[u8], at: usize) -> bool {
    match bytes[at - 1] {
        b'\n' => {}
        b'\r' if bytes[at] != b'\n' => {}
        _ => return false,
    }
    let rest = bytes[at..].strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes[at..]);
    rest.strip_prefix(b"\x1e").unwrap_or(rest).starts_with(b"{")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::container::Peek;

    fn pieces(text: &str, size: usize, longest: usize) -> Vec<(u64, Option<String>)> {
        let mut feed = Feed::new(Peek::new(text.as_bytes()));
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Pieces::new(&mut feed, size, longest).map(|piece| (piece.line, piece.bytes.map(text))).collect()
    }

    #[test]
    fn pieces_start_with_values_and_lose_nothing() {
        let text = "{1}\r\n{22}\n\n{333}\r{4}\n\u{feff}{5\n}\n\u{1e}{6}";
        for size in 1..40 {
            let found = pieces(text, size, 100);
            let joined: String = found.iter().filter_map(|(_, text)| text.clone()).collect();
            assert_eq!(joined, text);
            let mut before = String::new();
            for (line, piece) in found {
                assert_eq!(line, 1 + lines::ends(&before), "{size}");
                before.push_str(&piece.unwrap());
            }
        }
    }

    #[test]
    fn a_value_that_is_too_long_costs_only_itself() {
        for end in ["\n", "\r\n", "\r"] {
            let text = ["{1}", &format!("{{{}", "x".repeat(5000)), "yy}", "{3}"].join(end);
            for size in [4, 64, 1000] {
                let found = pieces(&text, size, 1000);
                let lost: Vec<u64> =
                    found.iter().filter(|piece| piece.1.is_none()).map(|piece| piece.0).collect();
                assert_eq!(lost, [2], "{size}");
                assert_eq!(found.last().unwrap(), &(4, Some("{3}".to_owned())), "{size}");
            }
        }
    }
}
