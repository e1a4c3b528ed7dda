//! Files that are no text, told by their first bytes or by their control characters.

use crate::read::error::Fault;

/// How many bytes are looked at to tell binary content from text.
pub(super) const SAMPLE: usize = 1 << 16;

/// Starts of files that are no text.
const MAGIC: [(&[u8], &str); 14] = [
    (b"%PDF", "a PDF file"),
    (b"\x89PNG", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"\x7fELF", "a program"),
    (b"MZ\x90", "a program"),
    (b"SQLite format 3\0", "an SQLite database"),
    (b"PAR1", "a Parquet table"),
    (b"ARROW1\0", "an Arrow table"),
    (b"\x93NUMPY", "a NumPy array"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Word or Excel document"),
    (b"BZh", "a bzip2 archive"),
    (b"7z\xbc\xaf", "a 7-zip archive"),
    (b"Rar!\x1a", "a RAR archive"),
];

/// Where a tar archive names its format.
const TAR: std::ops::Range<usize> = 257..262;

/// Refuses content that starts like a file that is no text.
pub(in crate::read) fn check_magic(head: &[u8]) -> Result<(), Fault> {
    let known = MAGIC.iter().find(|(magic, _)| head.starts_with(magic)).map(|(_, kind)| *kind);
    let tar = || (head.get(TAR) == Some(b"ustar")).then_some("a tar archive");
    known.or_else(tar).map_or(Ok(()), |kind| Err(Fault::NotADump(kind.to_owned())))
}

/// Refuses content of which more than one byte in twenty is a control character.
pub(in crate::read) fn check_controls(head: &[u8]) -> Result<(), Fault> {
    let sample = &head[..head.len().min(SAMPLE)];
    let odd = |byte: &&u8| byte.is_ascii_control() && !matches!(byte, b'\t' | b'\n' | b'\r' | 0x0c | 0x1e);
    if 20 * sample.iter().filter(odd).count() > sample.len() {
        return Err(Fault::NotADump("binary data".to_owned()));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binary_content_is_no_dump() {
        let tar = [&[b'a'; 257][..], b"ustar\0"].concat();
        for bytes in [&b"%PDF-1.7"[..], b"\x89PNG\r\n", b"BZh91AY", &tar] {
            assert!(matches!(check_magic(bytes), Err(Fault::NotADump(_))), "{bytes:?}");
        }
        assert!(check_controls(b"ab\x01\x02\x00\x03cd").is_err());
    }

    #[test]
    fn a_few_control_characters_are_text() {
        assert!(check_controls(b"Trams are late in winter, and\0buses are too").is_ok());
    }
}
