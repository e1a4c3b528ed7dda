//! Text to token ids.

use std::path::Path;

use tokenizers::Tokenizer as Inner;

use crate::EmbedError;

/// Longer texts are tokenized in pieces of about this many bytes, so that memory does not follow the text.
const PIECE: usize = 1 << 16;

/// A model's tokenizer with truncation and padding switched off; the cut is made and counted here.
#[derive(Debug)]
pub(crate) struct Tokenizer {
    inner: Inner,
    first: u32,
    last: u32,
    limit: usize,
}

/// The token ids of one text, special ones included.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Tokens {
    /// At most the limit, with the model's first and last special token.
    pub(crate) ids: Vec<u32>,
    /// Tokens of the text beyond the limit.
    pub(crate) cut: usize,
}

impl Tokenizer {
    /// Reads `tokenizer.json`; texts are cut at `limit` tokens, special ones included.
    pub(crate) fn load(path: &Path, limit: usize) -> Result<Self, EmbedError> {
        let refuse = |reason: String| EmbedError::Tokenizer { path: path.to_owned(), reason };
        let mut inner = Inner::from_file(path).map_err(|error| refuse(error.to_string()))?;
        inner.with_padding(None);
        inner.with_truncation(None).map_err(|error| refuse(error.to_string()))?;
        let frame = inner.encode_fast("", true).map_err(|error| refuse(error.to_string()))?;
        let &[first, last] = frame.get_ids() else {
            return Err(refuse(format!(
                "expected one special token before and one after a text, as BERT has, found {} in all",
                frame.get_ids().len()
            )));
        };
        if limit < 3 {
            return Err(refuse(format!(
                "a limit of {limit} tokens leaves no room for text; expected 3 or more"
            )));
        }
        Ok(Self { inner, first, last, limit })
    }

    /// Token ids of `text`, cut at the limit. Cost is linear in the text, memory in one piece of it.
    pub(crate) fn encode(&self, text: &str) -> tokenizers::Result<Tokens> {
        let room = self.limit - 2;
        let mut ids = vec![self.first];
        let mut total = 0;
        for piece in pieces(text) {
            let encoding = self.inner.encode_fast(piece, false)?;
            total += encoding.get_ids().len();
            let free = room + 1 - ids.len();
            ids.extend(encoding.get_ids().iter().take(free));
        }
        ids.push(self.last);
        Ok(Tokens { ids, cut: total.saturating_sub(room) })
    }
}

/// `text` in pieces that end after white space, where a BERT tokenizer splits anyway; a piece without white space
/// stays whole.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let from = rest.ceil_char_boundary(PIECE.min(rest.len()));
        let end = rest[from..].find(char::is_whitespace).map_or(rest.len(), |at| from + at);
        let (piece, after) = rest.split_at(end);
        rest = after;
        Some(piece)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_join_to_the_text_and_break_at_white_space() {
        let text = "word ünd ".repeat(40_000);
        let parts: Vec<&str> = pieces(&text).collect();
        assert!(parts.len() > 3);
        assert_eq!(parts.concat(), text);
        assert!(parts[1..].iter().all(|part| part.starts_with(' ')));
    }

    #[test]
    fn a_text_without_white_space_is_one_piece() {
        let text = "x".repeat(3 * PIECE);
        assert_eq!(pieces(&text).count(), 1);
    }
}
