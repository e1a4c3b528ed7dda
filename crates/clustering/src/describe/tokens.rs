//! Words and the places where a phrase cannot go on.

use super::chunk::Chunk;

/// Letters of the longest word that is kept.
const LONGEST: usize = 40;
/// Letters of the longest word in a script without spaces.
const LONGEST_UNSPACED: usize = 8;
/// Bytes of the longest token of a language model.
const LONGEST_MODEL_TOKEN: usize = 20;

/// A word, or a place that no phrase crosses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Token<'a> {
    /// A word as it is written; inner hyphens belong to it.
    Word(&'a str),
    /// Punctuation, a number, mathematics, an address.
    Break,
}

/// The tokens of `text`, in order; no two breaks in a row. Linear in the length of `text`.
pub(crate) fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut found = Vec::new();
    let mut chunk = Chunk::default();
    let mut place = 0;
    while let Some(start) = text[place..].find(|letter: char| !letter.is_whitespace()) {
        place += start;
        if place >= chunk.end {
            chunk = Chunk::read(text, place);
        }
        place = next(text, place, &chunk, &mut found);
    }
    found.dedup_by(|next, previous| *next == Token::Break && *previous == Token::Break);
    found
}

/// Takes the token at byte `place`; the byte after it.
fn next<'a>(text: &'a str, place: usize, chunk: &Chunk, found: &mut Vec<Token<'a>>) -> usize {
    let rest = &text[place..];
    let debris = debris(rest).or_else(|| chunk.is_address(text, place).then_some(chunk.end - place));
    let end = rest.find(|letter: char| !is_inner(letter)).unwrap_or(rest.len());
    if debris.is_none() && end > 0 {
        word(&rest[..end], found);
        return place + end;
    }
    found.push(Token::Break);
    place + debris.unwrap_or_else(|| rest.chars().next().map_or(1, char::len_utf8))
}

fn is_inner(letter: char) -> bool {
    letter.is_alphanumeric()
        || is_mark(letter)
        || matches!(letter, '-' | '\u{2010}' | '\u{2011}' | '\'' | '\u{2019}')
}

/// Combining marks, and the joiners inside Indic and Arabic words.
fn is_mark(letter: char) -> bool {
    matches!(letter, '\u{300}'..='\u{36f}' | '\u{200c}' | '\u{200d}' | '\u{900}'..='\u{dff}' | '\u{64b}'..='\u{65f}')
}

/// Bytes of mathematics, a command or a token of a model at the start of `text`.
fn debris(text: &str) -> Option<usize> {
    if let Some(inside) = text.strip_prefix('$') {
        return Some(inside.find('$').filter(|end| *end < 200).map_or(1, |end| end + 2));
    }
    if let Some(command) = text.strip_prefix('\\') {
        return Some(1 + command.find(|letter: char| !letter.is_ascii_alphabetic()).unwrap_or(command.len()));
    }
    model_token(text)
}

/// Bytes of a token of a language model at the start of `text`: `[UNK]`, `[MASK]`, `<unk>`, `<|endoftext|>`.
fn model_token(text: &str) -> Option<usize> {
    let close = match text.chars().next()? {
        '[' => b']',
        '<' => b'>',
        _ => return None,
    };
    let end = text.bytes().take(LONGEST_MODEL_TOKEN).position(|byte| byte == close).filter(|end| *end > 1)?;
    let inside = &text[1..end];
    let capitals =
        close == b']' && inside.chars().all(|letter| letter.is_ascii_uppercase() || letter.is_ascii_digit());
    let marked =
        close == b'>' && inside.chars().all(|letter| letter.is_ascii_lowercase() || "|_/".contains(letter));
    (capitals || marked).then_some(end + 1)
}

fn word<'a>(chunk: &'a str, found: &mut Vec<Token<'a>>) {
    let mut word = chunk.trim_matches(|letter: char| !letter.is_alphanumeric() && !is_mark(letter));
    for ending in ["'s", "\u{2019}s"] {
        word = word.strip_suffix(ending).unwrap_or(word);
    }
    let dangling = chunk.len() > word.len() && chunk.ends_with('-');
    found.push(if is_word(word) { Token::Word(word) } else { Token::Break });
    if dangling {
        found.push(Token::Break);
    }
}

/// Two letters or more, starting with a letter (or a digit, as `3D`), more letters than digits.
fn is_word(word: &str) -> bool {
    let count = word.chars().count();
    let letters = word.chars().filter(|letter| letter.is_alphabetic()).count();
    let digits = word.chars().filter(|letter| letter.is_numeric()).count();
    let starts_with_digit = word.starts_with(|letter: char| letter.is_numeric());
    let readable =
        if starts_with_digit { count == 2 && word.ends_with('D') } else { letters >= 2 && letters > digits };
    let unspaced =
        word.chars().any(|letter| matches!(letter, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}'));
    readable && count <= if unspaced { LONGEST_UNSPACED } else { LONGEST }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<&str> {
        let word = |token| match token {
            Token::Word(word) => word,
            Token::Break => "|",
        };
        tokens(text).into_iter().map(word).collect()
    }

    #[test]
    fn punctuation_breaks_and_hyphens_do_not() {
        assert_eq!(
            words("Pre-trained models, e.g. GPT-4 (LLMs)"),
            ["Pre-trained", "models", "|", "GPT-4", "|", "LLMs", "|"]
        );
        assert_eq!(words("a model's 3D view; x 42"), ["|", "model", "3D", "view", "|"]);
    }

    #[test]
    fn debris_is_not_a_word() {
        for text in [
            "$\\alpha_t$",
            "https://example.org/a-b",
            "10.5555/12345",
            "arXiv:2601.00001v2",
            "\\textbf",
            "[UNK]",
            "[CLS] [SEP]",
            "<unk>",
            "<|endoftext|>",
            "1e-5",
        ] {
            assert!(words(text).iter().all(|word| *word == "|"), "{text}: {:?}", words(text));
        }
        assert!(words("").is_empty());
        assert_eq!(words("🚀🔥 € $"), ["|"]);
    }

    #[test]
    fn long_text_without_spaces_is_read_once() {
        for (text, each) in [("ab,", 2), ("ab,<", 2), ("ab[", 2), ("ab<x,", 3), ("ab$", 2)] {
            let long = text.repeat(1 << 20);
            assert!(tokens(&long).len() <= each << 20, "{text}");
        }
        assert_eq!(words("(a=$b$,cd $x=1$,ef a@b.c,gh"), ["|", "ef", "|"]);
    }

    #[test]
    fn no_text_panics() {
        for text in ["\\é", "$", "$é", "-", "'s", "–", "\u{301}", "10.é/", "ａｂ\u{200d}"] {
            let _ = tokens(text);
        }
    }
}
