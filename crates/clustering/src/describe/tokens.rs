//! Words and the places where a phrase cannot go on.

/// Letters of the longest word that is kept.
const LONGEST: usize = 40;
/// Letters of the longest word in a script without spaces.
const LONGEST_UNSPACED: usize = 8;

/// A word, or a place that no phrase crosses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Token<'a> {
    /// A word as it is written; inner hyphens belong to it.
    Word(&'a str),
    /// Punctuation, a number, mathematics, an address.
    Break,
}

/// The tokens of `text`, in order; no two breaks in a row.
pub(crate) fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(|letter: char| !letter.is_whitespace()) {
        rest = &rest[start..];
        let debris = debris(rest);
        if debris > 0 {
            found.push(Token::Break);
            rest = &rest[debris..];
            continue;
        }
        let end = rest.find(|letter: char| !is_inner(letter)).unwrap_or(rest.len());
        if end > 0 {
            word(&rest[..end], &mut found);
            rest = &rest[end..];
        } else {
            found.push(Token::Break);
            rest = &rest[rest.chars().next().map_or(1, char::len_utf8)..];
        }
    }
    found.dedup_by(|next, previous| *next == Token::Break && *previous == Token::Break);
    found
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

/// Bytes of mathematics, a command or an address at the start of `text`, 0 where there is none.
fn debris(text: &str) -> usize {
    if let Some(inside) = text.strip_prefix('$') {
        return inside.find('$').filter(|end| *end < 200).map_or(1, |end| end + 2);
    }
    if let Some(command) = text.strip_prefix('\\') {
        return 1 + command.find(|letter: char| !letter.is_ascii_alphabetic()).unwrap_or(command.len());
    }
    if let Some(token) = model_token(text) {
        return token;
    }
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    let chunk = &text[..end];
    let lower = chunk.get(..8.min(chunk.len())).unwrap_or("").to_ascii_lowercase();
    let address = ["http", "www.", "doi:", "arxiv:"].iter().any(|start| lower.starts_with(start))
        || chunk.contains("://")
        || (chunk.starts_with("10.") && chunk.contains('/'))
        || (chunk.contains('@') && chunk.contains('.') && !chunk.ends_with('@'))
        || chunk.contains('^')
        || chunk.contains('=');
    if address { end } else { 0 }
}

/// Bytes of a token of a language model at the start of `text`: `[UNK]`, `[MASK]`, `<unk>`, `<|endoftext|>`.
fn model_token(text: &str) -> Option<usize> {
    let close = match text.chars().next()? {
        '[' => ']',
        '<' => '>',
        _ => return None,
    };
    let end = text.find(close).filter(|end| (2..20).contains(end))?;
    let inside = text.get(1..end)?;
    let capitals =
        close == ']' && inside.chars().all(|letter| letter.is_ascii_uppercase() || letter.is_ascii_digit());
    let marked =
        close == '>' && inside.chars().all(|letter| letter.is_ascii_lowercase() || "|_/".contains(letter));
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
    fn no_text_panics() {
        for text in ["\\é", "$", "$é", "-", "'s", "–", "\u{301}", "10.é/", "ａｂ\u{200d}"] {
            let _ = tokens(text);
        }
    }
}
