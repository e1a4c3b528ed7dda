//! Copyright lines.

use super::sentences;

/// What follows a copyright line at the end may be this long.
const LONGEST: usize = 400;

/// The longest copyright line before an abstract.
const LONGEST_OPENING: usize = 200;

/// Starts of sentences that only publishers write.
const SENTENCES: [&str; 12] = [
    "All rights reserved",
    "all rights reserved",
    "Crown Copyright",
    "Published by ",
    "Publicado por ",
    "This is an open access article",
    "This is an open-access article",
    "This is an Open Access article",
    "This article is protected by copyright",
    "This article is distributed under",
    "This work is licensed under",
    "Licensed under ",
];

/// What one of is in every copyright line.
const PARTS: [&str; 8] = ["©", "(c)", "(C)", "opyright", "ights reserved", "Publi", "his ", "icensed under"];

/// `text` without copyright lines at its start and end.
pub(super) fn body(text: &str) -> &str {
    without_ending(without_opening(text))
}

fn without_opening(text: &str) -> &str {
    if !is_mark(text) && !text.starts_with(SENTENCES[0]) {
        return text;
    }
    let last = sentences(text)
        .take_while(|range| range.end <= LONGEST_OPENING)
        .take_while(|range| {
            is_line(&text[range.clone()], range.end == text.len()) || is_initial(&text[range.clone()])
        })
        .last();
    last.map_or(text, |range| text[range.end..].trim_start())
}

/// A stop after an initial or a short form such as `B.` or `Inc.` that ends no line.
fn is_initial(sentence: &str) -> bool {
    sentence.len() <= 5
}

fn without_ending(text: &str) -> &str {
    let tail = text.ceil_char_boundary(text.len().saturating_sub(LONGEST));
    if !PARTS.iter().any(|part| text[tail..].contains(part)) {
        return text;
    }
    let mark = marks(text, tail).find(|&at| at > 0 && is_dated(&text[at..]));
    let line = sentences(&text[tail..])
        .map(|range| tail + range.start..tail + range.end)
        .find(|range| range.start > tail && is_line(&text[range.clone()], range.end == text.len()));
    let end = match (mark, line) {
        (Some(mark), Some(line)) => mark.min(line.start),
        (mark, line) => mark.or(line.map(|line| line.start)).unwrap_or(text.len()),
    };
    text[..end].trim_end_matches([' ', '(', '-', '–', '—', ','])
}

/// Where copyright marks stand in `text` from `tail` on.
fn marks(text: &str, tail: usize) -> impl Iterator<Item = usize> + '_ {
    let found = text[tail..].match_indices(['©', '(', 'C']).map(move |(at, _)| tail + at);
    found.filter(|&at| is_mark(&text[at..]))
}

/// Whether `text` starts with a copyright mark.
fn is_mark(text: &str) -> bool {
    let after = text.strip_prefix("Copyright").map(|rest| rest.trim_start_matches([' ', ':']));
    let rest = after.unwrap_or(text);
    let sign = ["©", "(c)", "(C)"].iter().find_map(|sign| rest.strip_prefix(sign)).map(str::trim_start);
    match (sign, after) {
        (Some(_), _) if rest.starts_with('©') => true,
        (Some(owner), _) => is_year(owner) || after.is_some(),
        (None, Some(owner)) => is_year(owner) || owner.starts_with("held by"),
        (None, None) => false,
    }
}

fn is_year(text: &str) -> bool {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    digits == 4 && (text.starts_with("19") || text.starts_with("20"))
}

/// Whether a year, an author or a publisher stands soon after the mark that `text` starts with.
fn is_dated(text: &str) -> bool {
    let near = &text[..text.floor_char_boundary(80)];
    let year = near.char_indices().any(|(at, c)| matches!(c, '1' | '2') && is_year(&near[at..]));
    let enumerated = text.starts_with("(c)") && text.contains("(d)");
    let publisher =
        ["Author", "Publish", "Elsevier", "Springer", "Wiley", "IEEE", "ACM", "Press", "rights reserved"];
    !enumerated && (year || publisher.iter().any(|word| near.contains(word)))
}

/// Whether `sentence` is a copyright line; that of a publisher's name only at the very end.
fn is_line(sentence: &str, last: bool) -> bool {
    let start = SENTENCES.iter().find(|start| sentence.starts_with(**start));
    match start {
        Some(start) if start.starts_with("Publi") => last && sentence.len() <= 120,
        Some(_) => true,
        None => is_mark(sentence) && is_dated(sentence),
    }
}
