//! Sentences and words.

/// Words before a stop that end no sentence.
const ABBREVIATIONS: [&str; 12] =
    ["e.g", "i.e", "etc", "vs", "al", "cf", "fig", "eq", "resp", "w.r.t", "approx", "no"];

/// The sentences of `text`, trimmed, with their stops.
pub(super) fn sentences(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut start = 0;
    for (at, mark) in text.match_indices(['.', '?', '!']) {
        let end = at + mark.len();
        if end > start && ends_here(&text[start..at], mark, &text[end..]) {
            found.push(text[start..end].trim());
            start = end;
        }
    }
    found.push(text[start..].trim());
    found.retain(|sentence| !sentence.is_empty());
    found
}

fn ends_here(before: &str, mark: &str, after: &str) -> bool {
    let mut chars = after.chars();
    let spaced = chars.next().is_none_or(char::is_whitespace);
    let starts = chars.next().is_none_or(|c| !c.is_lowercase());
    let last = before.rsplit([' ', '(']).next().unwrap_or_default().to_lowercase();
    spaced && starts && (mark != "." || !ABBREVIATIONS.contains(&last.as_str()) && last.chars().count() > 1)
}

/// A word with its place in a sentence.
#[derive(Debug, Clone, Copy)]
pub(super) struct Word<'a> {
    /// Without punctuation around it.
    pub(super) text: &'a str,
    /// Where the word with its punctuation ends.
    pub(super) end: usize,
}

/// The words of `sentence`.
pub(super) fn words(sentence: &str) -> Vec<Word<'_>> {
    let mut at = 0;
    let word = |piece: &'_ str| {
        let start = at;
        at += piece.len() + 1;
        (start, start + piece.len())
    };
    let spans: Vec<(usize, usize)> = sentence.split(' ').map(word).collect();
    let edge = |c: char| !c.is_alphanumeric();
    spans
        .into_iter()
        .map(|(start, end)| Word { text: sentence[start..end].trim_matches(edge), end })
        .collect()
}
