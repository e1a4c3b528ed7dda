//! JSON Lines read piece by piece, so that the memory they take is that of their records.

use serde::de::IgnoredAny;

use super::{
    Reader,
    pieces::{LONGEST, Pieces},
    values::Values,
};
use crate::{
    Reason,
    read::{
        ReadOptions,
        content::Found,
        encoding::{self, Evidence},
        error::Fault,
        feed::Feed,
        lines,
    },
};

/// Bytes of a piece.
const SIZE: usize = 1 << 20;

/// Bytes of the start that tell text from binary content.
const HEAD: usize = 1 << 16;

/// Whether the first line that holds something is a whole object, and more lines follow.
pub(in crate::read) fn is_lines(feed: &mut Feed<'_>) -> bool {
    let head = feed.peek(HEAD);
    let is_text = encoding::check_magic(head).and_then(|()| encoding::check_controls(head)).is_ok();
    if !is_text || encoding::find_wide(head).is_some() || !visible(head).starts_with(b"{") {
        return false;
    }
    let mut length = HEAD;
    loop {
        let head = feed.peek(length);
        let ends = head.len() < length;
        let first = visible(head);
        if let Some(end) = first.iter().position(|byte| matches!(byte, b'\n' | b'\r')) {
            let mut values = serde_json::Deserializer::from_slice(&first[..end]).into_iter::<IgnoredAny>();
            return matches!(values.next(), Some(Ok(_)));
        }
        if ends || length > LONGEST {
            return false;
        }
        length *= 4;
    }
}

/// `head` without marks, spaces and separators before the first value.
fn visible(head: &[u8]) -> &[u8] {
    let blank =
        |byte: &u8| byte.is_ascii_whitespace() || byte.is_ascii_control() || b"\xef\xbb\xbf".contains(byte);
    let start = head.iter().position(|byte| !blank(byte)).unwrap_or(head.len());
    &head[start..]
}

/// The records of the JSON Lines that `feed` gives.
pub(in crate::read) fn stream(feed: &mut Feed<'_>, options: &ReadOptions) -> Result<Found, Fault> {
    read(Pieces::new(feed, SIZE, LONGEST), options)
}

fn read(pieces: Pieces<'_, '_>, options: &ReadOptions) -> Result<Found, Fault> {
    let mut streamed = Streamed {
        reader: Reader::new(options),
        evidence: Evidence::default(),
        later: Vec::new(),
        last_line: 0,
    };
    streamed.reader.parsed.format = "json lines";
    let mut cut = None;
    let mut pieces = pieces.peekable();
    while let Some(piece) = pieces.next() {
        let Some(mut bytes) = piece.bytes else {
            streamed.set_aside_too_long(piece.line);
            continue;
        };
        if pieces.peek().is_none() {
            cut = streamed.evidence.cut_end(&mut bytes);
        }
        streamed.take(bytes, piece.line);
    }
    streamed.close(cut)
}

struct Streamed<'a> {
    reader: Reader<'a>,
    evidence: Evidence,
    /// Pieces that are no UTF-8, with their lines: all of them tell their encoding.
    later: Vec<(Vec<u8>, u64)>,
    last_line: u64,
}

impl Streamed<'_> {
    fn take(&mut self, bytes: Vec<u8>, line: u64) {
        match self.evidence.look(&bytes) {
            Some(text) => self.last_line = take_values(&mut self.reader, text, line),
            None => self.later.push((bytes, line)),
        }
    }

    fn set_aside_too_long(&mut self, line: u64) {
        let detail = format!("a value of more than {} MiB starts here", LONGEST >> 20);
        self.reader.set_aside(line, Reason::Unreadable, detail);
        self.last_line = line;
    }

    fn close(mut self, cut: Option<String>) -> Result<Found, Fault> {
        let narrow = self.evidence.decide();
        for (bytes, line) in &self.later {
            let last_line = take_values(&mut self.reader, &narrow.decode(bytes), *line);
            self.last_line = self.last_line.max(last_line);
        }
        let mut parsed = self.reader.close()?;
        if !self.later.is_empty() {
            parsed.records.sort_by_key(|record| record.line);
        }
        Ok(Found { parsed, encoding: narrow.name(), last_line: self.last_line, cut })
    }
}

/// Takes the values of `text`, which starts on `line`; the last line that holds something.
fn take_values(reader: &mut Reader<'_>, text: &str, line: u64) -> u64 {
    for item in Values::part(text, line) {
        reader.take(&item);
    }
    line + lines::count(text) - 1
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::read::{Format, Parsed, container::Peek, json::Json};

    fn in_pieces(bytes: &[u8], size: usize) -> Result<(Parsed, String), Fault> {
        let mut feed = Feed::new(Peek::new(bytes));
        let found = read(Pieces::new(&mut feed, size, LONGEST), &ReadOptions::default())?;
        Ok((found.parsed, found.encoding))
    }

    fn is_lines(text: &str) -> bool {
        super::is_lines(&mut Feed::new(Peek::new(text.as_bytes())))
    }

    #[test]
    fn lines_are_told_from_other_arrangements() {
        let long = format!("{{\"abstract\": \"{}\"}}\n{{}}", "late ".repeat(100_000));
        for text in
            ["{\"a\": 1}\n{", "\u{feff}\n \n{\"a\": {}} {\"b\": 1}\r\n", "\u{1e}{}\n\u{1e}{}\n", &long]
        {
            assert!(is_lines(text), "{text}");
        }
        for text in
            ["{\"a\": 1}", "{\n\"a\": 1}\n", "[{\"a\": 1},\n{}]", "{\"a\n", "{x}\n{y}\n", "", "Trams\n"]
        {
            assert!(!is_lines(text), "{text}");
        }
    }

    #[test]
    fn pieces_in_another_encoding_keep_their_place() {
        let line = |number: usize, text: &[u8]| {
            [format!("{{\"id\": {number}, \"abstract\": \"").as_bytes(), text, b"\"}\n"].concat()
        };
        let lines =
            [line(1, b"trams"), line(2, b"Pr\xe9server"), line(3, "Pré".as_bytes()), line(4, b"\x93it\x94")];
        for size in [1, 30, 1000] {
            let (parsed, encoding) = in_pieces(&lines.concat(), size).unwrap();
            let texts: Vec<_> =
                parsed.records.iter().filter_map(|record| record.abstract_text.as_deref()).collect();
            assert_eq!(
                (texts, encoding.as_str()),
                (vec!["trams", "Préserver", "Pré", "“it”"], "UTF-8 and Windows-1252")
            );
        }
        let (parsed, encoding) =
            in_pieces(&[line(1, b"trams"), line(2, b"Pr\xe9server")].concat(), 10).unwrap();
        assert_eq!((parsed.records.len(), encoding.as_str()), (2, "Windows-1252"));
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        /// Damage within lines gives the same records and faults, whatever the pieces are.
        #[test]
        fn pieces_change_nothing(
            lines in prop::collection::vec((0usize..6, any::<prop::sample::Index>()), 1..12),
            size in 1usize..300,
        ) {
            let text: String = lines.iter().map(|&(kind, place)| line(kind, place)).collect();
            let whole = Json.read(&text, &ReadOptions::default());
            let pieces = in_pieces(text.as_bytes(), size).map(|found| found.0);
            match (whole, pieces) {
                (Ok(whole), Ok(pieces)) => {
                    prop_assert_eq!(&whole.records, &pieces.records);
                    prop_assert_eq!(places(&whole), places(&pieces));
                }
                (whole, pieces) => prop_assert_eq!(whole.err(), pieces.err()),
            }
        }
    }

    fn places(parsed: &Parsed) -> Vec<(u64, Reason)> {
        parsed.not_taken.iter().map(|fault| (fault.line, fault.reason)).collect()
    }

    /// A line that is whole, damaged, blank or another value.
    fn line(kind: usize, place: prop::sample::Index) -> String {
        let whole = "{\"id\": \"a\", \"title\": \"Late {trams}\", \"abstract\": \"They [are] late, \\\"very\\\" é.\"}";
        let cut: Vec<char> = whole.chars().collect();
        match kind {
            0 => cut[..place.index(cut.len())].iter().collect::<String>() + "\n",
            1 => " \t\r\n".to_owned(),
            2 => "loose words\n".to_owned(),
            3 => format!("{whole} {whole}\r\n"),
            _ => format!("{whole}\n"),
        }
    }
}
