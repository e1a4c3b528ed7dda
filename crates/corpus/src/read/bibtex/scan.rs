//! Steps through the characters of BibTeX.

use std::ops::Range;

/// Names of entries and fields end before these.
const NO_NAME: &[u8] = b"{}(),=\"#%@\\";

/// How long the key of an entry may be that is told from a sentence, in bytes.
const LONGEST_KEY: usize = 500;

/// The offset of the first byte from `at` on that is no white space.
pub(super) fn skip_space(text: &str, at: usize) -> usize {
    let rest = &text[at..];
    at + rest.len() - rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}').len()
}

/// The same, comments up to the end of their lines skipped too.
pub(super) fn skip_comments(text: &str, at: usize) -> usize {
    let mut at = skip_space(text, at);
    while text[at..].starts_with('%') {
        let end = text[at..].find(['\n', '\r']).map_or(text.len(), |length| at + length);
        at = skip_space(text, end);
    }
    at
}

/// The end of the name at `at`.
pub(super) fn name_end(text: &str, at: usize) -> usize {
    let is_part = |byte: &u8| !byte.is_ascii_whitespace() && !NO_NAME.contains(byte);
    at + text.as_bytes()[at..].iter().take_while(|byte| is_part(byte)).count()
}

/// The kind of the block that the at sign at `at` opens, and the offset of its brace.
pub(super) fn block(text: &str, at: usize) -> Option<(Range<usize>, usize)> {
    let start = skip_space(text, at + 1);
    let letters =
        text[start..].bytes().take_while(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(byte)).count();
    let open = skip_space(text, start + letters);
    let is_block =
        text[start..].starts_with(|c: char| c.is_ascii_alphabetic()) && text[open..].starts_with(['{', '(']);
    is_block.then_some((start..start + letters, open))
}

/// Whether `line` starts with a block, as the first line of a file may.
pub(super) fn opens_file(line: &str) -> bool {
    let block = line.starts_with('@').then(|| block(line, 0)).flatten();
    block.is_some_and(|(_, open)| line[open..].starts_with('{') || line.ends_with('(') || opens_entry(line))
}

/// Whether `text` starts with a block of a kind of its own, or an entry with its key or first field, as no sentence does.
pub(super) fn opens_entry(text: &str) -> bool {
    let Some((kind, open)) = text.starts_with('@').then(|| block(text, 0)).flatten() else { return false };
    if ["comment", "preamble"].iter().any(|known| text[kind.clone()].eq_ignore_ascii_case(known)) {
        return true;
    }
    let start = skip_space(text, open + 1);
    let ends = |c: char| c.is_whitespace() || ",={}\"".contains(c);
    let limit = text.floor_char_boundary(start + LONGEST_KEY);
    let end = text[start..limit].find(ends).map_or(limit, |length| start + length);
    text[skip_space(text, end)..].starts_with([',', '='])
}

/// Whether a field with its equals sign stands at `at`.
pub(super) fn opens_field(text: &str, at: usize) -> bool {
    let end = name_end(text, at);
    end > at && text[skip_space(text, end)..].starts_with('=')
}

/// The offset of the first title or abstract in `text` that is written as a field, outside of comments.
pub(super) fn stray_field(text: &str) -> Option<usize> {
    let mut start = 0;
    for line in text.split_inclusive(['\n', '\r']) {
        let mut signs =
            line.match_indices('=').map(|(at, _)| at).filter(|_| !line.trim_start().starts_with('%'));
        if let Some(at) = signs.find_map(|at| field_before(line, at)) {
            return Some(start + at);
        }
        start += line.len();
    }
    None
}

/// The offset of the title or the abstract whose equals sign stands at `at`.
fn field_before(line: &str, at: usize) -> Option<usize> {
    let is_value = line[at + 1..].trim_start().starts_with(['{', '"']);
    let before = line[..at].trim_end();
    let starts = ["title", "abstract"].iter().filter_map(|name| before.len().checked_sub(name.len()));
    let mut fields = starts.filter(|&start| {
        let is_text = |word: &str| ["title", "abstract"].iter().any(|name| word.eq_ignore_ascii_case(name));
        before.get(start..).is_some_and(is_text) && !before[..start].ends_with(char::is_alphanumeric)
    });
    fields.next().filter(|_| is_value)
}

/// The offset of the first at sign from `at` on that opens an entry at the start of a line; the end of the text where
/// there is none.
pub(super) fn entry_line(text: &str, at: usize) -> usize {
    let mut signs = text[at..].match_indices('@').map(|(length, _)| at + length);
    let found = signs.find(|&sign| {
        let before = text[..sign].trim_end_matches([' ', '\t']);
        before.ends_with(['\n', '\r', '\u{feff}']) && opens_entry(&text[sign..])
    });
    found.unwrap_or(text.len())
}

/// The offset of the first at sign from `at` on that opens a block.
pub(super) fn next_block(text: &str, at: usize) -> Option<usize> {
    let signs = text[at..].match_indices('@').map(|(length, _)| at + length);
    signs.into_iter().find(|&sign| {
        let before = text[..sign].trim_end_matches([' ', '\t']);
        let starts =
            text[..sign].ends_with(|c: char| c.is_whitespace() || "})@\u{feff}".contains(c)) || sign == 0;
        let braced = || block(text, sign).is_some_and(|(_, open)| text[open..].starts_with('{'));
        starts && !before.ends_with('%') && (braced() || opens_entry(&text[sign..]))
    })
}

/// How braces are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Braces {
    /// As BibTeX does: a backslash before a brace changes nothing.
    All,
    /// As many exporters think: a brace after a backslash is text.
    Unescaped,
}

/// The offset of the brace that closes the one at `open`, before `limit`.
pub(super) fn closing_brace(text: &str, open: usize, limit: usize, braces: Braces) -> Option<usize> {
    let (bytes, mut at, mut depth) = (text.as_bytes(), open, 0usize);
    while at < limit {
        match bytes[at] {
            b'\\' if braces == Braces::Unescaped => at += 1,
            b'{' => depth += 1,
            b'}' if depth <= 1 => return Some(at),
            b'}' => depth -= 1,
            _ => {}
        }
        at += 1;
    }
    None
}

/// The offset of the quote that closes the one at `open`, before `limit`: no brace is open, and the field of a block
/// that `close` ends is over.
pub(super) fn closing_quote(
    text: &str,
    open: usize,
    limit: usize,
    (braces, close): (Braces, char),
) -> Option<usize> {
    let (bytes, mut at, mut depth) = (text.as_bytes(), open + 1, 0usize);
    while at < limit {
        match bytes[at] {
            b'\\' if braces == Braces::Unescaped => at += 1,
            b'{' => depth += 1,
            b'}' if depth == 0 => return None,
            b'}' => depth -= 1,
            b'"' if depth == 0 && ends_field(text, skip_space(text, at + 1), close) => return Some(at),
            _ => {}
        }
        at += 1;
    }
    None
}

/// Whether what stands at `at` follows a value in a block that `close` ends: its end, another part, a field, an entry.
pub(super) fn ends_field(text: &str, at: usize, close: char) -> bool {
    let opens = |at: usize| {
        let rest = &text[at..];
        rest.is_empty() || rest.starts_with(close) || opens_field(text, at) || opens_entry(rest)
    };
    let after_comma = |rest: &str| {
        let next = skip_space(text, text.len() - rest.len());
        opens(next) || text[next..].starts_with(['%', ','])
    };
    let rest = &text[at..];
    rest.starts_with('#') || opens(at) || rest.strip_prefix(',').is_some_and(after_comma)
}
