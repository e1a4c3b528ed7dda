//! Whether a cleaned abstract says anything.

use crate::Reason;

/// Whole texts that stand for a missing abstract, without the punctuation around them.
const PLACEHOLDERS: [&str; 24] = [
    "n/a",
    "n.a",
    "na",
    "nan",
    "none",
    "null",
    "nil",
    "tbd",
    "tba",
    "todo",
    "unknown",
    "undefined",
    "abstract",
    "no abstract",
    "no abstract available",
    "no abstract provided",
    "no abstract is available",
    "abstract not available",
    "abstract is not available",
    "abstract unavailable",
    "abstract not provided",
    "not available",
    "not applicable",
    "to be announced",
];

/// Longer texts are no notices of withdrawal, even where they start like one.
const LONGEST_NOTICE: usize = 1500;

/// Why `cleaned` is no abstract: placeholder, withdrawn, empty after cleaning (no letter outside markup and web
/// addresses) or too short (no word of two letters); `None` where it is one.
#[must_use]
pub fn fault(cleaned: &str) -> Option<Reason> {
    if is_placeholder(cleaned) {
        return Some(Reason::Placeholder);
    }
    if cleaned.len() <= LONGEST_NOTICE && is_withdrawal(cleaned) {
        return Some(Reason::Withdrawn);
    }
    if has_word(cleaned) && !cleaned.contains(['<', '&', '/']) {
        return None;
    }
    let rest = without_markup(cleaned);
    if !rest.chars().any(char::is_alphabetic) {
        Some(Reason::EmptyAfterCleaning)
    } else if has_word(&rest) {
        None
    } else {
        Some(Reason::TooShort)
    }
}

/// The start of `raw`, for a list of faults.
pub(crate) fn excerpt(raw: &str) -> String {
    const LENGTH: usize = 60;
    let text: String = raw.chars().take(LENGTH + 1).map(|c| if c.is_control() { ' ' } else { c }).collect();
    let cut = text.char_indices().nth(LENGTH).map(|(at, _)| at);
    cut.map_or_else(|| format!("`{text}`"), |at| format!("`{}…`", &text[..at]))
}

/// Whether a decision or status says that the paper was withdrawn.
pub(crate) fn says_withdrawn(status: &str) -> bool {
    let status = status.to_lowercase();
    status.contains("withdrawn") && !status.contains("not withdrawn")
}

/// Whether the text shows damage: a replacement character, or UTF-8 that was read as Windows-1252.
pub(crate) fn is_suspect(raw: &str) -> bool {
    !raw.is_ascii() && ["\u{fffd}", "â€", "Ã©", "Ã¶", "Ã¼", "Ã¤", "Â "].iter().any(|mark| raw.contains(mark))
}

fn is_placeholder(text: &str) -> bool {
    let edge = |c: char| c.is_whitespace() || "[]().:;,\"'*".contains(c);
    let text = text.trim_matches(edge);
    matches!(text, "-" | "--" | "?")
        || text.len() < 40 && PLACEHOLDERS.contains(&text.to_lowercase().as_str())
}

fn is_withdrawal(text: &str) -> bool {
    let head: String = text.chars().take(80).collect::<String>().to_lowercase();
    let head = head.trim_start_matches(|c: char| !c.is_alphabetic());
    let subjects =
        ["this paper", "the paper", "this article", "this submission", "this manuscript", "paper", "article"];
    let verbs = ["has been withdrawn", "was withdrawn", "is withdrawn", "withdrawn", "has been retracted"];
    let notice = |subject: &&str| {
        let rest = head.strip_prefix(subject).map(str::trim_start);
        rest.is_some_and(|rest| verbs.iter().any(|verb| rest.starts_with(verb)))
    };
    subjects.iter().any(notice) || head.starts_with("withdrawn")
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
fn is_ideographic(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{20000}'..='\u{3ffff}')
}

/// `text` without tags, entities and web addresses.
fn without_markup(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['<', '&', 'h', 'w']) {
        kept.push_str(&rest[..at]);
        rest = &rest[at..];
        let width = markup(rest);
        kept.push_str(if width == 0 { &rest[..1] } else { " " });
        rest = &rest[width.max(1)..];
    }
    kept.push_str(rest);
    kept
}

/// The width of the tag, entity or address at the start of `text`, or 0.
fn markup(text: &str) -> usize {
    const LONGEST: usize = 200;
    let limit = text.bytes().take(LONGEST).len();
    let ends =
        |mark: u8| text.as_bytes()[..limit].iter().position(|&byte| byte == mark).map_or(0, |at| at + 1);
    match text.as_bytes() {
        [b'<', b'a'..=b'z' | b'A'..=b'Z' | b'/' | b'!' | b'?', ..] => ends(b'>'),
        [b'&', b'#' | b'a'..=b'z' | b'A'..=b'Z', ..] => {
            let end = ends(b';');
            let name =
                text.as_bytes()[1..end.max(2) - 1].iter().all(|b| b.is_ascii_alphanumeric() || *b == b'#');
            if end > 0 && end <= 12 && name { end } else { 0 }
        }
        _ if ["http://", "https://", "www."].iter().any(|start| text.starts_with(start)) => {
            text.find(char::is_whitespace).unwrap_or(text.len())
        }
        _ => 0,
    }
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
    fn stand_ins_and_notices_are_known() {
        for text in ["n/a", "NA", "nan", "None", "[No abstract available.]", "-", "TBD"] {
            assert_eq!(fault(text), Some(Reason::Placeholder), "{text}");
        }
        for text in
            ["This paper has been withdrawn by the author.", "Withdrawn.", "Paper withdrawn due to an error"]
        {
            assert_eq!(fault(text), Some(Reason::Withdrawn), "{text}");
        }
        assert!(says_withdrawn("Withdrawn Submission"));
    }

    #[test]
    fn short_texts_need_one_word() {
        assert_eq!(fault("a 1 b"), Some(Reason::TooShort));
        for text in ["coffee", "[UNK]", "電車は遅れる", "a<b & c: trams", "<b>Bold</b>", "We withdraw money."]
        {
            assert_eq!(fault(text), None, "{text}");
        }
    }
}
