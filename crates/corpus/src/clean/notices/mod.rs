//! Sentences of abstracts that are not about the paper: copyright lines, and where code and data lie.

mod copyright;
mod links;

use std::{borrow::Cow, ops::Range};

/// The cleaned text without copyright lines, sentences that only say where code, data or pages are, and web addresses.
///
/// It is what is to be embedded of an abstract; what is shown keeps them. A text of which nothing would stay comes back
/// whole. Linear in the length of `cleaned`.
#[must_use]
pub fn without_notices(cleaned: &str) -> Cow<'_, str> {
    let body = copyright::body(cleaned);
    let kept = if links::may_be_in(body) { Cow::Owned(links::strip(body)) } else { Cow::Borrowed(body) };
    if kept.chars().any(char::is_alphanumeric) { kept } else { Cow::Borrowed(cleaned) }
}

/// The sentences of `text`, with their stops, without the spaces between.
///
/// A stop also ends a sentence where no space follows it but a capitalised word, as in `ability.The code`.
fn sentences(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut start = 0;
    std::iter::from_fn(move || {
        start += text[start..].len() - text[start..].trim_start().len();
        if start == text.len() {
            return None;
        }
        let ends = text[start..].match_indices(['.', '!', '?']).map(|(at, mark)| start + at + mark.len());
        let end = ends.into_iter().find(|&end| ends_sentence(text, end)).unwrap_or(text.len());
        let sentence = start..end;
        start = end;
        Some(sentence)
    })
}

fn ends_sentence(text: &str, end: usize) -> bool {
    let mut after = text[end..].chars();
    let mut before = text[..end].chars().rev().skip(1);
    match (before.next(), after.next(), after.next()) {
        (_, None, _) => true,
        (_, Some(' '), Some(next)) => !next.is_lowercase(),
        (Some(last), Some(next), Some(second)) => {
            (last.is_lowercase() || last == ')')
                && next.is_uppercase()
                && (second.is_lowercase() || second == ' ')
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests;
