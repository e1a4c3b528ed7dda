//! Lines of a dump: they end at LF, CRLF or CR.

/// Whether nothing in `text` is visible.
pub(super) fn is_blank(text: &str) -> bool {
    text.chars()
        .all(|c| c.is_whitespace() || c.is_control() || matches!(c, '\u{feff}' | '\u{200b}'..='\u{200f}'))
}

/// How many line ends `text` holds.
pub(super) fn ends(text: &str) -> u64 {
    ends_in(text.as_bytes())
}

/// How many line ends `bytes` hold.
pub(super) fn ends_in(bytes: &[u8]) -> u64 {
    let lone =
        |&(i, &byte): &(usize, &u8)| byte == b'\n' || byte == b'\r' && bytes.get(i + 1) != Some(&b'\n');
    bytes.iter().enumerate().filter(lone).count() as u64
}

/// The number (from 1) of the last line that holds something.
pub(super) fn count(text: &str) -> u64 {
    1 + ends(text.trim_end())
}

/// The lines of `text` without their ends, numbered from 1.
pub(super) fn numbered(text: &str) -> impl Iterator<Item = (u64, &str)> {
    let mut rest = Some(text);
    let lines = std::iter::from_fn(move || {
        let text = rest?;
        let Some(end) = text.find(['\n', '\r']) else {
            rest = None;
            return Some(text);
        };
        let width = if text[end..].starts_with("\r\n") { 2 } else { 1 };
        rest = Some(&text[end + width..]);
        Some(&text[..end])
    });
    (1..).zip(lines)
}

/// Counts lines while a reader moves forward.
#[derive(Debug)]
pub(super) struct Counter<'a> {
    text: &'a str,
    at: usize,
    line: u64,
}

impl<'a> Counter<'a> {
    /// A counter for `text`, whose first line has the number `line`.
    pub(super) fn new(text: &'a str, line: u64) -> Self {
        Self { text, at: 0, line }
    }

    /// The line of the byte at `offset`, which is not before the last one asked for.
    pub(super) fn line_at(&mut self, offset: usize) -> u64 {
        self.line += ends(&self.text[self.at..offset]);
        self.at = offset;
        self.line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_line_ends_count_once() {
        let text = "a\r\nb\rc\n\nd";
        let lines: Vec<_> = numbered(text).collect();
        assert_eq!(lines, [(1, "a"), (2, "b"), (3, "c"), (4, ""), (5, "d")]);
        assert_eq!(ends(text), 4);
        assert_eq!(Counter::new(text, 1).line_at(text.len()), 5);
    }

    #[test]
    fn blank_is_what_nobody_sees() {
        assert!(is_blank(" \t\u{a0}\u{feff}"));
        assert!(!is_blank("."));
    }
}
