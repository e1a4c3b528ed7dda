//! Raw text to readable text.

mod characters;
mod dashes;
pub(crate) mod entities;
mod hyphens;
mod latex;
mod letters;
mod markdown;
mod marks;
mod mojibake;
mod notices;
mod scripts;
mod tags;
mod windows1252;

use std::borrow::Cow;

use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

use marks::Marks;
pub(crate) use mojibake::is_left_in as is_misread;
pub use notices::without_notices;

/// Version of the cleaning rules; it is part of what vectors depend on, so any change of a rule raises it.
pub const CLEANING_VERSION: u32 = 2;

type Rule = fn(&str) -> String;

/// The rules in their order, each with the marks that it looks for.
const STEPS: [(Marks, Rule); 9] = [
    (Marks::AMPERSAND, entities::decode),
    (Marks::MISREAD, mojibake::mend),
    (Marks::UNSEEN, characters::visible),
    (Marks::TAG, tags::strip),
    (Marks::LINE_END, hyphens::join),
    (Marks::TEX, latex::strip),
    (Marks::HYPHENS, dashes::join),
    (Marks::MARKDOWN, markdown::strip),
    (Marks::TYPESET, letters::plain),
];

/// Cleans a title, an abstract or a query.
///
/// In this order: entities are decoded, misread UTF-8 is mended, control and invisible characters go, tags go, words
/// parted by line ends are joined, LaTeX, dashes and Markdown become plain text, ligatures become letters, white space
/// becomes single spaces, and the whole is Unicode NFC. What is no known mark stays as written. Text without marks
/// comes back as it is, so cleaning twice changes nothing unless cleaning leaves characters that are marks, as `\$` and
/// `\{` do. Linear in the length of `raw`.
#[must_use]
pub fn clean(raw: &str) -> String {
    apply(raw, latex::strip)
}

/// The words of a title or an abstract that may name a topic: cleaned as [`clean()`] does, but without notices and with
/// an ellipsis for every formula of more than one word or letter.
///
/// `$k$-means` stays `k-means`; the `log` of `$O(n \log n)$` goes. Formulas are known by their marks in `raw`, so a text
/// that was cleaned before keeps them. Linear in the length of `raw`.
#[must_use]
pub fn topical_text(raw: &str) -> String {
    let text = apply(raw, latex::strip_formulas);
    match without_notices(&text) {
        Cow::Owned(kept) => kept,
        Cow::Borrowed(kept) => kept.to_owned(),
    }
}

fn apply(raw: &str, tex: Rule) -> String {
    let mut text = Cow::Borrowed(raw);
    let mut marks = Marks::of(raw);
    for (needed, rule) in STEPS {
        if marks.has(needed) {
            text = Cow::Owned(if needed == Marks::TEX { tex(&text) } else { rule(&text) });
            marks = Marks::of(&text);
        }
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
