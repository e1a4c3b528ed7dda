//! Whether a cleaned abstract says anything.

mod placeholder;
mod suspect;
mod withdrawn;

use crate::Reason;

pub use suspect::is_suspect;
pub(crate) use withdrawn::says_withdrawn;

/// Why `cleaned` is no abstract: placeholder, withdrawn, not text (a number, a truth value, the bytes of a file), empty
/// after cleaning (no letter outside web addresses) or too short (no word of two letters); `None` where it is one.
#[must_use]
pub fn fault(cleaned: &str) -> Option<Reason> {
    if placeholder::is_placeholder(cleaned) {
        return Some(Reason::Placeholder);
    }
    if withdrawn::is_notice(cleaned) {
        return Some(Reason::Withdrawn);
    }
    if is_value(cleaned) {
        return Some(Reason::NotText);
    }
    if has_word(cleaned) && !cleaned.contains('/') {
        return None;
    }
    let rest = without_addresses(cleaned);
    if !rest.chars().any(char::is_alphabetic) {
        Some(Reason::EmptyAfterCleaning)
    } else if has_word(&rest) {
        None
    } else {
        Some(Reason::TooShort)
    }
}

/// Whether `text` is a truth value, a number of two digits or more, or the start of a file's bytes.
fn is_value(text: &str) -> bool {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let number = digits >= 2 && text.bytes().all(|byte| byte.is_ascii_digit() || b"+-.,%eE".contains(&byte));
    number
        || ["true", "false"].iter().any(|value| text.eq_ignore_ascii_case(value))
        || text.starts_with("%PDF-")
}

/// The start of `raw`, for a list of faults.
pub(crate) fn excerpt(raw: &str) -> String {
    const LENGTH: usize = 60;
    let text: String = raw.chars().take(LENGTH + 1).map(|c| if c.is_control() { ' ' } else { c }).collect();
    let cut = text.char_indices().nth(LENGTH).map(|(at, _)| at);
    cut.map_or_else(|| format!("`{text}`"), |at| format!("`{}…`", &text[..at]))
}

/// Whether two letters stand side by side; a letter of a script without case is a word by itself.
fn has_word(text: &str) -> bool {
    if text.as_bytes().windows(2).take(200).any(|pair| pair.iter().all(u8::is_ascii_alphabetic)) {
        return true;
    }
    let mut before = false;
    text.chars().any(|c| {
        let letter = c.is_alphabetic();
        let word = letter && (before || is_ideographic(c));
        before = letter;
        word
    })
}

/// Han, Hiragana, Katakana and Hangul.
pub(crate) fn is_ideographic(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{20000}'..='\u{3ffff}')
}

/// `text` without words that are web addresses.
fn without_addresses(text: &str) -> String {
    let no_address = |word: &&str| !["http://", "https://", "www."].iter().any(|start| word.contains(start));
    text.split(' ').filter(no_address).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clean::clean;

    #[test]
    fn what_cleans_to_nothing_is_empty() {
        for raw in [
            "<p></p>",
            "$$",
            "\u{200b}\u{200b}",
            "...",
            "—",
            "<jats:p> </jats:p>",
            "\\cite{a,b}",
            "&nbsp;",
            "1.",
            "###",
            "http://example.org/",
            "https://example.org/a www.example.org",
        ] {
            assert_eq!(fault(&clean(raw)), Some(Reason::EmptyAfterCleaning), "{raw}");
        }
    }

    #[test]
    fn reasons_are_told_apart() {
        for (text, reason) in [
            ("n/a", Reason::Placeholder),
            ("-", Reason::Placeholder),
            ("Withdrawn Submission", Reason::Withdrawn),
            ("true", Reason::NotText),
            ("12345", Reason::NotText),
            ("1.5e-3", Reason::NotText),
            ("%PDF-1.4 %âãÏÓ obj", Reason::NotText),
        ] {
            assert_eq!(fault(text), Some(reason), "{text}");
        }
    }

    #[test]
    fn short_texts_need_one_word() {
        assert_eq!(fault("a 1 b"), Some(Reason::TooShort));
        for text in [
            "coffee",
            "[UNK]",
            "電車は遅れる",
            "a<b & c: trams",
            "2024 100 3.5 words",
            "see https://example.org",
            "We withdraw money.",
        ] {
            assert_eq!(fault(text), None, "{text}");
        }
    }
}
