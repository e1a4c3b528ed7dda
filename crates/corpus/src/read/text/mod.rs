//! Plain text: a header line such as `NeurIPS 2026 Papers`, then one abstract a paragraph.

mod items;
mod labelled;
mod titles;

use super::{Format, Parsed, ReadOptions, error::Fault, lines, markdown};
use crate::Record;

/// Paragraphs between blank lines.
pub(super) struct Text;

impl Format for Text {
    fn name(&self) -> &'static str {
        "text"
    }

    fn recognises(&self, _content: &str) -> bool {
        true
    }

    fn read(&self, content: &str, _: &ReadOptions) -> Result<Parsed, Fault> {
        let mut reader = Reader::default();
        for (number, line) in lines::numbered(content) {
            reader.take(number, line);
        }
        reader.close();
        let paragraphs = std::mem::take(&mut reader.parsed.records);
        reader.parsed.records = titles::read(items::read(labelled::read(paragraphs)));
        Ok(reader.parsed)
    }
}

/// Venue and year that a header names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Header {
    pub(super) venue: Option<String>,
    pub(super) year: Option<i32>,
}

struct Reader {
    parsed: Parsed,
    header: Header,
    paragraph: String,
    start: u64,
    /// Whether a header may stand here: at the start, and where a mark says that another file starts.
    fresh: bool,
}

impl Default for Reader {
    fn default() -> Self {
        let parsed = Parsed { format: "text", keeps_cut_record: true, ..Parsed::default() };
        Self { parsed, header: Header::default(), paragraph: String::new(), start: 0, fresh: true }
    }
}

impl Reader {
    fn take(&mut self, number: u64, line: &str) {
        if line.starts_with('\u{feff}') {
            self.close();
            self.fresh = true;
        }
        if lines::is_blank(line) || is_rule(line) {
            return self.close();
        }
        let line = line.trim_start_matches('\u{feff}');
        if markdown::heading(line).is_some() {
            self.close();
            self.paragraph.push_str(line);
            self.start = number;
            return self.close();
        }
        if self.fresh && titled_header(&self.paragraph).is_some() && !goes_on(line) {
            self.close();
        }
        if self.paragraph.is_empty() {
            self.start = number;
        } else {
            self.paragraph.push('\n');
        }
        self.paragraph.push_str(line);
    }

    fn close(&mut self) {
        if self.paragraph.is_empty() {
            return;
        }
        let text = std::mem::take(&mut self.paragraph);
        let found = if self.fresh { header(&text) } else { titled_header(&text) };
        self.fresh = false;
        match found {
            Some(header) => self.head(header),
            None if markdown::heading(&text).is_some() => {}
            None => self.push(text),
        }
    }

    fn head(&mut self, header: Header) {
        if self.parsed.venue.is_none() && self.parsed.year.is_none() {
            self.parsed.venue.clone_from(&header.venue);
            self.parsed.year = header.year;
        }
        self.header = header;
    }

    fn push(&mut self, text: String) {
        let mut record = Record { line: self.start, abstract_text: Some(text), ..Record::default() };
        record.fields.venue.clone_from(&self.header.venue);
        record.fields.year = self.header.year;
        self.parsed.records.push(record);
    }
}

/// Whether `line` only divides: a row of one sign, or the backslashes of a listing by mail.
pub(super) fn is_rule(line: &str) -> bool {
    let line = line.trim();
    let mut signs = line.chars().filter(|c| !c.is_whitespace());
    let Some(first) = signs.next() else { return false };
    line == r"\\"
        || line.starts_with(r"\\ ( http")
        || "-=*_~#—─".contains(first) && signs.clone().count() > 1 && signs.all(|c| c == first)
}

/// Words of a header that are no part of the venue's name.
const HEADER_WORDS: [&str; 12] = [
    "papers",
    "paper",
    "abstracts",
    "abstract",
    "accepted",
    "proceedings",
    "list",
    "of",
    "at",
    "from",
    "the",
    "all",
];

/// Words that make a line a sentence.
const SENTENCE_WORDS: [&str; 6] = ["we", "our", "is", "are", "was", "were"];

/// Whether `line` goes on with a sentence of the line before it.
fn goes_on(line: &str) -> bool {
    line.trim_start().starts_with(char::is_lowercase)
}

/// A short line with a year that is no sentence.
fn header(text: &str) -> Option<Header> {
    let text = text.trim().trim_start_matches('#').trim();
    if text.contains('\n') || text.chars().count() > 80 || text.ends_with(['.', '?', '!', ',', ';']) {
        return None;
    }
    let words: Vec<&str> = text.split(|c: char| c.is_whitespace() || ",:()".contains(c)).collect();
    if words.iter().any(|word| SENTENCE_WORDS.contains(&word.to_lowercase().as_str())) {
        return None;
    }
    let year = words.iter().find_map(|word| year(word))?;
    let named = |word: &&&str| {
        let plain = !word.is_empty() && !matches!(**word, "-" | "–" | "—" | "|");
        plain && self::year(word).is_none() && !HEADER_WORDS.contains(&word.to_lowercase().as_str())
    };
    let venue: Vec<&str> = words.iter().filter(named).copied().collect();
    (venue.len() <= 8)
        .then(|| Header { venue: (!venue.is_empty()).then(|| venue.join(" ")), year: Some(year) })
}

/// A header that says that papers follow, which counts wherever it is a paragraph.
pub(super) fn titled_header(text: &str) -> Option<Header> {
    let last = text.split_whitespace().next_back()?.to_lowercase();
    if text.len() > 120 || !["papers", "abstracts", "proceedings"].contains(&last.as_str()) {
        return None;
    }
    header(text)
}

fn year(word: &str) -> Option<i32> {
    let digits = word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit());
    word.parse().ok().filter(|year| digits && (1900..=2100).contains(year))
}

#[cfg(test)]
mod readings;

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(content: &str) -> Vec<String> {
        Text.read(content, &ReadOptions::default())
            .unwrap()
            .records
            .into_iter()
            .filter_map(|record| record.abstract_text)
            .collect()
    }

    #[test]
    fn a_header_gives_venue_and_year() {
        let parsed = Text.read("NeurIPS 2026 Papers\n\nTrams are late.\n", &ReadOptions::default()).unwrap();
        assert_eq!((parsed.venue.as_deref(), parsed.year), (Some("NeurIPS"), Some(2026)));
        assert_eq!(parsed.records.len(), 1);
        assert_eq!((parsed.records[0].line, parsed.records[0].fields.year), (3, Some(2026)));
    }

    #[test]
    fn headers_are_told_from_sentences() {
        let venue = |text| header(text).map(|header| header.venue.unwrap_or_default());
        assert_eq!(venue("Accepted papers of ICML 2025").as_deref(), Some("ICML"));
        assert_eq!(venue("# CVPR 2024").as_deref(), Some("CVPR"));
        assert_eq!(venue("In 2024 trams were late."), None);
        assert_eq!(venue("coffee"), None);
        assert_eq!(titled_header("Trams in 2024"), None);
    }

    #[test]
    fn the_first_line_of_an_abstract_is_no_header() {
        for first in [
            "We review the abstracts and the methods of 2019 papers\nand find that trams are late.",
            "Late trams and the methods of 2019 papers\nmake winters long.",
            "Late trams in 2019 papers\nWinters are long.",
            "We read 2019 papers",
        ] {
            let content = format!("ICML 2026 Papers\n\nShips are late.\n\n{first}\n\nBuses too.\n");
            assert_eq!(texts(&content), ["Ships are late.", first, "Buses too."]);
        }
        for first in [
            "We review the abstracts of 2019 papers\nand find that trams are late.",
            "Late trams and the methods of 2019 papers\nmake winters long.",
            "In 2019 trams were late",
        ] {
            assert_eq!(texts(&format!("{first}\n\nBuses too.\n")), [first, "Buses too."]);
        }
    }

    #[test]
    fn a_titled_header_needs_no_blank_line_at_the_start() {
        let joined = "ICML 2026 Papers\nTrams are late.\n\nICLR 2025 Papers\n\nShips too.\n\u{feff}ICLR 2024 Papers\nBuses too.";
        let parsed = Text.read(joined, &ReadOptions::default()).unwrap();
        let years: Vec<_> = parsed.records.iter().map(|r| (r.line, r.fields.year)).collect();
        assert_eq!(years, [(2, Some(2026)), (6, Some(2025)), (8, Some(2024))]);
    }

    #[test]
    fn every_kind_of_line_end_and_blank_line_works() {
        let lf = "ICML 2026 Papers\n\nTrams are\nlate.\n\nBuses are too.\n\nSo are ships.\n";
        let variants = [
            lf.to_owned(),
            lf.replace('\n', "\r\n"),
            lf.replace('\n', "\r"),
            lf.replacen('\n', "\r\n", 3),
            lf.replace("\n\n", "\n \t\u{a0}\n"),
            lf.trim_end().to_owned(),
        ];
        for content in variants {
            assert_eq!(
                texts(&content),
                ["Trams are\nlate.", "Buses are too.", "So are ships."],
                "{content:?}"
            );
        }
    }

    #[test]
    fn a_mark_starts_another_file() {
        let joined = "NeurIPS 2026 Papers\n\nTrams are late.\n\u{feff}ICML 2026 Papers\n\nBuses are too.";
        let parsed = Text.read(joined, &ReadOptions::default()).unwrap();
        assert_eq!(texts(joined), ["Trams are late.", "Buses are too."]);
        assert_eq!(parsed.venue.as_deref(), Some("NeurIPS"));
        assert_eq!(parsed.records[1].fields.venue.as_deref(), Some("ICML"));
    }

    #[test]
    fn one_word_is_a_record() {
        assert_eq!(texts("NeurIPS 2026 Papers\n\ncoffee\n\n[UNK]\n"), ["coffee", "[UNK]"]);
        assert!(texts("NeurIPS 2026 Papers").is_empty());
    }
}
