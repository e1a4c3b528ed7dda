//! Bytes to text: UTF-8 only, and a clear word on everything else.

use super::{error::Fault, lines};

/// Decoded content of a dump.
#[derive(Debug)]
pub(super) struct Content {
    pub(super) text: String,
    pub(super) encoding: &'static str,
    /// Set when the content ends in the middle of a character.
    pub(super) cut: Option<String>,
}

const MARK: &str = "\u{feff}";

/// How many bytes are looked at to tell binary content from text.
const SAMPLE: usize = 1 << 16;

/// Starts of files that are no text.
const MAGIC: [(&[u8], &str); 15] = [
    (b"%PDF", "a PDF file"),
    (b"PK\x03\x04", "a zip archive or an office document"),
    (b"PK\x05\x06", "an empty zip archive"),
    (b"\x89PNG", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"\x7fELF", "a program"),
    (b"MZ\x90", "a program"),
    (b"SQLite format 3\0", "an SQLite database"),
    (b"PAR1", "a Parquet table"),
    (b"BZh", "a bzip2 archive"),
    (b"\xfd7zXZ", "an xz archive"),
    (b"\x28\xb5\x2f\xfd", "a zstd archive"),
    (b"7z\xbc\xaf", "a 7-zip archive"),
    (b"\x1f\x8b", "a gzip archive that is damaged at its start"),
];

/// Decodes UTF-8 and drops the mark at the start.
pub(super) fn decode(bytes: Vec<u8>) -> Result<Content, Fault> {
    if let Some((_, kind)) = MAGIC.iter().find(|(magic, _)| bytes.starts_with(magic)) {
        return Err(Fault::NotADump((*kind).to_owned()));
    }
    if let Some((guess, charset)) = wide_encoding(&bytes) {
        return Err(Fault::Encoding { line: 1, offset: 0, guess, charset });
    }
    if is_binary(&bytes) {
        return Err(Fault::NotADump("binary data".to_owned()));
    }
    match String::from_utf8(bytes) {
        Ok(text) => Ok(content(text, None)),
        Err(error) => repair_end(error.utf8_error(), error.into_bytes()),
    }
}

fn content(text: String, cut: Option<String>) -> Content {
    let marked = text.contains(MARK);
    let text = if let Some(rest) = text.strip_prefix(MARK) { rest.to_owned() } else { text };
    Content { text, encoding: if marked { "UTF-8 with mark" } else { "UTF-8" }, cut }
}

/// Content that ends within a character is kept up to there; any other fault is another encoding.
fn repair_end(error: std::str::Utf8Error, mut bytes: Vec<u8>) -> Result<Content, Fault> {
    let offset = error.valid_up_to();
    if error.error_len().is_none() && offset > 0 {
        bytes.truncate(offset);
        let detail = "the dump ends in the middle of a character; what was before it is kept";
        return Ok(content(String::from_utf8_lossy(&bytes).into_owned(), Some(detail.to_owned())));
    }
    let line = 1 + lines::ends(&String::from_utf8_lossy(&bytes[..offset]));
    let (guess, charset) = narrow_encoding(&bytes);
    Err(Fault::Encoding { line, offset, guess, charset })
}

/// UTF-16 or UTF-32, by mark or by NULs at every other byte.
fn wide_encoding(bytes: &[u8]) -> Option<(&'static str, &'static str)> {
    match bytes {
        [0xff, 0xfe, 0, 0, ..] | [0, 0, 0xfe, 0xff, ..] => return Some(("UTF-32", "UTF-32")),
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => return Some(("UTF-16", "UTF-16")),
        _ => {}
    }
    let sample = &bytes[..bytes.len().min(SAMPLE)];
    let nuls = |parity| sample.iter().skip(parity).step_by(2).filter(|&&byte| byte == 0).count();
    let (even, odd, half) = (nuls(0), nuls(1), sample.len() / 2);
    let many = |count: usize, others: usize| half > 1 && 2 * count > half && 10 * others < half;
    if many(odd, even) && looks_like_letters(sample, 0) {
        Some(("UTF-16 (little-endian)", "UTF-16LE"))
    } else if many(even, odd) && looks_like_letters(sample, 1) {
        Some(("UTF-16 (big-endian)", "UTF-16BE"))
    } else {
        None
    }
}

fn looks_like_letters(sample: &[u8], parity: usize) -> bool {
    let bytes = || sample.iter().skip(parity).step_by(2);
    2 * bytes().filter(|byte| byte.is_ascii_graphic() || **byte == b' ').count() > bytes().count()
}

/// Whether more than one byte in twenty is a control character.
fn is_binary(bytes: &[u8]) -> bool {
    let sample = &bytes[..bytes.len().min(SAMPLE)];
    let odd = |byte: &&u8| byte.is_ascii_control() && !matches!(byte, b'\t' | b'\n' | b'\r' | 0x0c | 0x1e);
    20 * sample.iter().filter(odd).count() > sample.len()
}

/// Windows-1252 uses the bytes that are control characters in Latin-1.
fn narrow_encoding(bytes: &[u8]) -> (&'static str, &'static str) {
    if bytes.iter().any(|byte| (0x80..0xa0).contains(byte)) {
        ("Windows-1252", "WINDOWS-1252")
    } else {
        ("Latin-1", "ISO-8859-1")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wide(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(bytes).collect()
    }

    fn guess(bytes: &[u8]) -> &'static str {
        match decode(bytes.to_vec()) {
            Err(Fault::Encoding { guess, .. }) => guess,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn other_encodings_are_named() {
        let text = "Trams are late in winter.\n\nBuses too.";
        assert_eq!(guess(&wide(text, u16::to_le_bytes)), "UTF-16 (little-endian)");
        assert_eq!(guess(&wide(text, u16::to_be_bytes)), "UTF-16 (big-endian)");
        assert_eq!(guess(&wide(&format!("{MARK}{text}"), u16::to_le_bytes)), "UTF-16");
        assert_eq!(guess(b"Pr\xe9server"), "Latin-1");
        assert_eq!(guess(b"\x93quoted\x94"), "Windows-1252");
    }

    #[test]
    fn the_fault_has_its_place() {
        let Err(Fault::Encoding { line, offset, .. }) = decode(b"one\r\ntwo\n\xe9t\xe9".to_vec()) else {
            panic!()
        };
        assert_eq!((line, offset), (3, 9));
    }

    #[test]
    fn binary_content_is_no_dump() {
        for bytes in [&b"%PDF-1.7"[..], b"PK\x03\x04abc", b"\x89PNG\r\n", b"ab\x01\x02\x00\x03cd"] {
            assert!(matches!(decode(bytes.to_vec()), Err(Fault::NotADump(_))), "{bytes:?}");
        }
    }

    #[test]
    fn a_few_control_characters_are_text() {
        assert!(decode(b"Trams are late in winter, and\0buses are too".to_vec()).is_ok());
    }

    #[test]
    fn a_character_cut_at_the_end_costs_nothing_else() {
        let content = decode("Préserver é".as_bytes()[..12].to_vec()).unwrap();
        assert_eq!(content.text, "Préserver ");
        assert!(content.cut.is_some());
    }
}
