//! Raw text to readable text.

mod characters;
mod dashes;
mod entities;
mod hyphens;
mod latex;
mod letters;
mod markdown;
mod mojibake;
mod notices;
mod scripts;
mod tags;
mod windows1252;

use std::borrow::Cow;

use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

pub(crate) use mojibake::is_left_in as is_misread;
pub use notices::without_notices;

/// Version of the cleaning rules; it is part of what vectors depend on, so any change of a rule raises it.
pub const CLEANING_VERSION: u32 = 2;

/// Cleans a title, an abstract or a query.
///
/// In this order: entities are decoded, misread UTF-8 is mended, control and invisible characters go, tags go, words
/// parted by line ends are joined, LaTeX, dashes and Markdown become plain text, ligatures become letters, white space
/// becomes single spaces, and the whole is Unicode NFC. What is no known mark stays as written. Text without marks
/// comes back as it is, so cleaning twice changes nothing unless cleaning leaves characters that are marks, as `\$` and
/// `\{` do. Linear in the length of `raw`.
#[must_use]
pub fn clean(raw: &str) -> String {
    let has = |text: &str, marks: &[u8]| text.bytes().any(|byte| marks.contains(&byte));
    let mut text = Cow::Borrowed(raw);
    let mut step = |needed: &dyn Fn(&str) -> bool, rule: fn(&str) -> String| {
        if needed(&text) {
            text = Cow::Owned(rule(&text));
        }
    };
    step(&|text| has(text, b"&"), entities::decode);
    step(&mojibake::may_be_in, mojibake::mend);
    step(&characters::may_be_in, characters::visible);
    step(&|text| has(text, b"<"), tags::strip);
    step(&|text| has(text, b"\n"), hyphens::join);
    step(&|text| has(text, b"\\${}~") || text.contains("``"), latex::strip);
    step(&|text| text.contains("--"), dashes::join);
    step(&|text| has(text, b"*_`#[\n"), markdown::strip);
    step(&letters::may_be_in, letters::plain);
    compose(fold_space(&text))
}

fn fold_space(text: &str) -> String {
    if !text.contains("  ") && !text.contains(['\n', '\t']) {
        return text.trim().to_owned();
    }
    let mut folded = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !folded.is_empty() {
            folded.push(' ');
        }
        folded.push_str(word);
    }
    folded
}

fn compose(text: String) -> String {
    if text.is_ascii() || is_nfc_quick(text.chars()) == IsNormalized::Yes {
        return text;
    }
    text.nfc().collect()
}

#[cfg(test)]
mod tests;
