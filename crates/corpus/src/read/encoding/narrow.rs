//! UTF-8 and the encodings of one byte or a few that are ASCII for ASCII letters, line by line.

use std::str;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, WINDOWS_1252};

/// Lines that are UTF-8 by chance are at most one in so many.
const CHANCE: u64 = 10;

/// What the lines seen so far tell of their encoding.
pub(in crate::read) struct Evidence {
    detector: EncodingDetector,
    /// Lines with letters outside ASCII that are UTF-8.
    utf8_lines: u64,
    /// Lines that are no UTF-8.
    other_lines: u64,
    marked: bool,
}

impl Default for Evidence {
    fn default() -> Self {
        let detector = EncodingDetector::new(Iso2022JpDetection::Deny);
        Self { detector, utf8_lines: 0, other_lines: 0, marked: false }
    }
}

impl Evidence {
    /// Takes notice of `bytes`, which end with a line; their text, if they are UTF-8.
    pub(in crate::read) fn look<'a>(&mut self, bytes: &'a [u8]) -> Option<&'a str> {
        if bytes.is_ascii() {
            return str::from_utf8(bytes).ok();
        }
        if let Ok(text) = str::from_utf8(bytes) {
            self.utf8_lines += 1;
            self.marked |= text.contains(super::MARK);
            return Some(text);
        }
        for line in lines(bytes).filter(|line| !line.is_ascii()) {
            if let Ok(text) = str::from_utf8(line) {
                self.utf8_lines += 1;
                self.marked |= text.contains(super::MARK);
            } else {
                self.other_lines += 1;
                self.detector.feed(line, false);
            }
        }
        None
    }

    /// Drops a part of a letter that ends `bytes` and the dump, and says so.
    pub(in crate::read) fn cut_end(&self, bytes: &mut Vec<u8>) -> Option<String> {
        let error = str::from_utf8(bytes).err()?;
        let start = error.valid_up_to();
        let is_utf8 = self.utf8_lines > 0 || !bytes[..start].is_ascii() || bytes.len() > start + 1;
        if error.error_len().is_some() || start == 0 || !is_utf8 {
            return None;
        }
        bytes.truncate(start);
        Some(super::cut_letter())
    }

    /// How lines that are no UTF-8 are to be read.
    pub(in crate::read) fn decide(mut self) -> Narrow {
        self.detector.feed(b"", true);
        let mixed = self.utf8_lines * CHANCE > self.other_lines;
        let guess = self.detector.guess(None, Utf8Detection::Deny);
        let other = if mixed { WINDOWS_1252 } else { guess };
        Narrow { other, mixed, plain: self.other_lines == 0, marked: self.marked }
    }
}

/// How the lines of a dump are read.
#[derive(Debug, Clone, Copy)]
pub(in crate::read) struct Narrow {
    other: &'static Encoding,
    mixed: bool,
    plain: bool,
    marked: bool,
}

impl Narrow {
    /// The text of `bytes`: what is UTF-8 stays.
    pub(in crate::read) fn decode(self, bytes: &[u8]) -> String {
        let mut text = String::with_capacity(bytes.len());
        for line in lines(bytes) {
            match str::from_utf8(line) {
                Ok(line) => text.push_str(line),
                Err(_) if self.other == WINDOWS_1252 => push_mixed(&mut text, line),
                Err(_) => text.push_str(&self.other.decode_without_bom_handling(line).0),
            }
        }
        text
    }

    /// What a person is told.
    pub(in crate::read) fn name(self) -> String {
        let mark = if self.marked { " with mark" } else { "" };
        let other = self.other.name().replace("windows", "Windows");
        match (self.plain, self.mixed) {
            (true, _) => format!("UTF-8{mark}"),
            (_, true) => format!("UTF-8{mark} and {other}"),
            _ => other,
        }
    }
}

/// Letters of one byte between letters of UTF-8.
fn push_mixed(text: &mut String, line: &[u8]) {
    for chunk in line.utf8_chunks() {
        text.push_str(chunk.valid());
        text.push_str(&WINDOWS_1252.decode_without_bom_handling(chunk.invalid()).0);
    }
}

fn lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    bytes.split_inclusive(|byte| *byte == b'\n')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decode(bytes: &[u8]) -> (String, String) {
        let mut evidence = Evidence::default();
        let text = evidence.look(bytes).map(str::to_owned);
        let narrow = evidence.decide();
        (text.unwrap_or_else(|| narrow.decode(bytes)), narrow.name())
    }

    fn told(text: &str, name: &str) -> (String, String) {
        (text.to_owned(), name.to_owned())
    }

    #[test]
    fn utf8_stays_as_it_is() {
        assert_eq!(decode("Préserver 電車".as_bytes()), told("Préserver 電車", "UTF-8"));
        assert_eq!(decode("\u{feff}a\n\u{feff}b".as_bytes()).1, "UTF-8 with mark");
    }

    #[test]
    fn western_letters_of_one_byte_are_read() {
        assert_eq!(decode(b"Pr\xe9server"), told("Préserver", "Windows-1252"));
        assert_eq!(
            decode(b"We call it \x93late\x94 \x96 it\x92s 5 \xb5m.\n"),
            told("We call it “late” – it’s 5 µm.\n", "Windows-1252")
        );
    }

    #[test]
    fn lines_of_both_kinds_are_read_each_by_its_own() {
        let mixed =
            ["Préserver\n".as_bytes(), b"\n", b"Pr\xe9server \x93it\x94\n", "電車 ".as_bytes(), b"\xe9\n"];
        assert_eq!(
            decode(&mixed.concat()),
            told("Préserver\n\nPréserver “it”\n電車 é\n", "UTF-8 and Windows-1252")
        );
    }

    #[test]
    fn other_encodings_are_guessed() {
        for (encoding, text) in [
            (encoding_rs::SHIFT_JIS, "冬の電車は遅れる。ポイントが凍るからである。\n"),
            (encoding_rs::GBK, "冬天的电车总是晚点，因为道岔结冰了。\n"),
            (encoding_rs::WINDOWS_1251, "Зимой трамваи опаздывают, потому что стрелки замерзают.\n"),
            (encoding_rs::EUC_KR, "겨울에는 전차가 늦는다. 선로가 얼기 때문이다.\n"),
        ] {
            let bytes = encoding.encode(text).0;
            let (read, name) = decode(&bytes);
            assert_eq!((read.as_str(), name.to_lowercase()), (text, encoding.name().to_lowercase()));
        }
    }

    #[test]
    fn a_letter_cut_at_the_end_costs_nothing_else() {
        let evidence = Evidence::default();
        let mut bytes = "Préserver é".as_bytes()[..12].to_vec();
        assert!(evidence.cut_end(&mut bytes).is_some());
        assert_eq!(bytes, "Préserver ".as_bytes());
        let mut bytes = b"caf\xe9".to_vec();
        assert!(evidence.cut_end(&mut bytes).is_none());
    }
}
