//! UTF-16 and UTF-32, by their mark or by the zeros between letters.

use encoding_rs::{UTF_16BE, UTF_16LE};

use super::{Text, binary::SAMPLE};

/// An encoding in which a letter has two or four bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::read) struct Wide {
    width: usize,
    little: bool,
    /// Bytes of the mark at the start.
    mark: usize,
}

/// The wide encoding of the content that starts with `head`.
pub(in crate::read) fn find(head: &[u8]) -> Option<Wide> {
    let marked = |width, little| Some(Wide { width, little, mark: width });
    match head {
        [0xff, 0xfe, 0, 0, ..] => marked(4, true),
        [0, 0, 0xfe, 0xff, ..] => marked(4, false),
        [0xff, 0xfe, ..] => marked(2, true),
        [0xfe, 0xff, ..] => marked(2, false),
        _ => unmarked(head),
    }
}

fn unmarked(head: &[u8]) -> Option<Wide> {
    let sample = &head[..head.len().min(SAMPLE)];
    let candidates = [(4, true), (4, false), (2, true), (2, false)];
    let wide = candidates.map(|(width, little)| Wide { width, little, mark: 0 });
    wide.into_iter().find(|wide| wide.zeros_fit(sample) && wide.reads_well(sample))
}

impl Wide {
    /// Whether zeros stand in the high bytes alone, and there are some.
    fn zeros_fit(self, sample: &[u8]) -> bool {
        let high = |at: usize| match (self.width, self.little) {
            (4, true) => at % 4 >= 2,
            (4, false) => at % 4 < 2,
            (_, little) => (at % 2 == 1) == little,
        };
        let units = sample.len() / self.width;
        let (mut high_zeros, mut low_zeros) = (0, 0);
        for (at, _) in sample.iter().enumerate().filter(|(_, byte)| **byte == 0) {
            if high(at) {
                high_zeros += 1;
            } else if self.width == 2 {
                low_zeros += 1;
            }
        }
        let enough = match self.width {
            4 => units + units / 2,
            _ if may_be_utf8(sample) => units / 2,
            _ => units / 50,
        };
        units > 1 && high_zeros > enough && 20 * low_zeros <= high_zeros
    }

    /// Whether nearly all of `sample` decodes to letters, digits, spaces and usual signs.
    fn reads_well(self, sample: &[u8]) -> bool {
        let whole = sample.len() - sample.len() % self.width;
        let text = self.decode(&sample[..whole]);
        let usual =
            |c: &char| c.is_alphanumeric() || c.is_whitespace() || c.is_ascii_graphic() || is_sign(*c);
        let (all, good) = (text.chars().count(), text.chars().filter(usual).count());
        10 * good > 9 * all
    }

    fn decode(self, bytes: &[u8]) -> String {
        if self.width == 4 {
            return bytes.chunks(4).map(|unit| self.letter(unit)).collect();
        }
        let encoding = if self.little { UTF_16LE } else { UTF_16BE };
        encoding.decode_without_bom_handling(bytes).0.into_owned()
    }

    fn letter(self, unit: &[u8]) -> char {
        let number = match <[u8; 4]>::try_from(unit) {
            Ok(unit) if self.little => u32::from_le_bytes(unit),
            Ok(unit) => u32::from_be_bytes(unit),
            Err(_) => return char::REPLACEMENT_CHARACTER,
        };
        char::from_u32(number).unwrap_or(char::REPLACEMENT_CHARACTER)
    }

    fn name(self) -> String {
        let order = if self.little { "LE" } else { "BE" };
        let mark = if self.mark > 0 { " with mark" } else { "" };
        format!("UTF-{}{order}{mark}", 8 * self.width)
    }
}

/// Whether nothing but a letter at the end is no UTF-8.
fn may_be_utf8(sample: &[u8]) -> bool {
    std::str::from_utf8(sample).err().is_none_or(|error| error.error_len().is_none())
}

/// Punctuation and signs outside ASCII that texts have.
fn is_sign(c: char) -> bool {
    matches!(c, '\u{80}'..='\u{bf}' | '\u{2010}'..='\u{22ff}' | '\u{3000}'..='\u{303f}' | '\u{ff00}'..='\u{ffef}' | '\u{feff}')
}

/// The text of `bytes`; a part of a letter at the end is cut off.
pub(in crate::read) fn decode(wide: Wide, bytes: &[u8]) -> Text {
    let bytes = bytes.get(wide.mark..).unwrap_or_default();
    let odd = bytes.len() % wide.width;
    let content = wide.decode(&bytes[..bytes.len() - odd]);
    Text { content, encoding: wide.name(), cut: (odd > 0).then(super::cut_letter) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "Trams are late in winter.\n\nSo are “buses”, Préserver 電車.";

    fn utf16(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(bytes).collect()
    }

    fn utf32(text: &str, bytes: fn(u32) -> [u8; 4]) -> Vec<u8> {
        text.chars().flat_map(|c| bytes(c.into())).collect()
    }

    #[test]
    fn wide_letters_are_read_with_and_without_mark() {
        let marked = format!("\u{feff}{TEXT}");
        for (bytes, name) in [
            (utf16(TEXT, u16::to_le_bytes), "UTF-16LE"),
            (utf16(TEXT, u16::to_be_bytes), "UTF-16BE"),
            (utf16(&marked, u16::to_le_bytes), "UTF-16LE with mark"),
            (utf16(&marked, u16::to_be_bytes), "UTF-16BE with mark"),
            (utf32(TEXT, u32::to_le_bytes), "UTF-32LE"),
            (utf32(&marked, u32::to_be_bytes), "UTF-32BE with mark"),
        ] {
            let text = decode(find(&bytes).expect(name), &bytes);
            assert_eq!((text.content.as_str(), text.encoding.as_str(), text.cut), (TEXT, name, None));
        }
    }

    #[test]
    fn ideographs_without_mark_are_told_by_their_line_ends() {
        let text = "電車は冬に遅れる。\n\nバスも遅れる。\n";
        let bytes = utf16(text, u16::to_le_bytes);
        assert_eq!(find(&bytes).map(Wide::name).as_deref(), Some("UTF-16LE"));
    }

    #[test]
    fn zeros_in_a_text_make_it_no_wider() {
        for bytes in [&b"Trams are\0late in winter.\0"[..], b"\0a\0", b"", b"ab\0", "Tr\0éé\0é".as_bytes()]
        {
            assert_eq!(find(bytes), None, "{bytes:?}");
        }
    }

    #[test]
    fn half_a_letter_at_the_end_is_cut_off() {
        let bytes = utf16("\u{feff}Trams", u16::to_le_bytes);
        let text = decode(find(&bytes).unwrap(), &bytes[..bytes.len() - 1]);
        assert_eq!((text.content.as_str(), text.cut.is_some()), ("Tram", true));
    }
}
