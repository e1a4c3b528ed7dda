//! Bytes to text.

mod binary;
mod narrow;
mod wide;

pub(super) use binary::{check_controls, check_magic};
pub(super) use narrow::Evidence;
pub(super) use wide::find as find_wide;

use super::error::Fault;

const MARK: char = '\u{feff}';

/// A dump's content as text.
#[derive(Debug)]
pub(super) struct Text {
    pub(super) content: String,
    pub(super) encoding: String,
    /// Set where the content ends in the middle of a letter.
    pub(super) cut: Option<String>,
}

fn cut_letter() -> String {
    "the dump ends in the middle of a character; what was before it is kept".to_owned()
}

/// Decodes `bytes`, whatever their encoding, and drops the mark at the start.
pub(super) fn decode(mut bytes: Vec<u8>) -> Result<Text, Fault> {
    check_magic(&bytes)?;
    if let Some(wide) = find_wide(&bytes) {
        return Ok(wide::decode(wide, &bytes));
    }
    check_controls(&bytes)?;
    let mut evidence = Evidence::default();
    let cut = evidence.cut_end(&mut bytes);
    let is_utf8 = evidence.look(&bytes).is_some();
    let narrow = evidence.decide();
    let mut text = if is_utf8 { String::from_utf8(bytes).unwrap_or_default() } else { narrow.decode(&bytes) };
    if text.starts_with(MARK) {
        text.drain(..MARK.len_utf8());
    }
    Ok(Text { content: text, encoding: narrow.name(), cut })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_at_the_start_is_no_text() {
        for (bytes, name) in [(&b"\xef\xbb\xbfTrams"[..], "UTF-8 with mark"), (b"Trams", "UTF-8")] {
            let text = decode(bytes.to_vec()).unwrap();
            assert_eq!((text.content.as_str(), text.encoding.as_str()), ("Trams", name));
        }
    }
}
