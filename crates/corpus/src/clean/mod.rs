//! Raw text to readable text: characters, LaTeX, Markdown, white space, in this order.

mod characters;
mod dashes;
mod latex;
mod markdown;

use std::borrow::Cow;

use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

/// Version of the cleaning rules; it is part of what vectors depend on, so any change of a rule raises it.
pub const CLEANING_VERSION: u32 = 1;

/// Cleans a title, an abstract or a query.
///
/// The result is in Unicode NFC, without control, invisible and bidirectional marks, without the marks of simple LaTeX
/// and Markdown, with single spaces. `<`, `>` and entities stay as written. Linear in the length of `raw`.
#[must_use]
pub fn clean(raw: &str) -> String {
    let mut text = characters::visible(raw);
    if text.contains(['\\', '$', '{', '}', '~']) || text.contains("``") {
        text = Cow::Owned(latex::strip(&text));
    }
    if text.contains("--") {
        text = Cow::Owned(dashes::join(&text));
    }
    if text.contains(['*', '_', '`', '#', '[', '\n']) {
        text = Cow::Owned(markdown::strip(&text));
    }
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
