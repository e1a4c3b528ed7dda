//! A stretch of text without white space, read once.

/// Where a stretch ends, and where the marks of mathematics and addresses stand in it last.
///
/// A mark stands after a place exactly if its last one does; so the verdict on the rest of a stretch takes the same time
/// at each of its tokens.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Chunk {
    /// Byte of the text where it ends.
    pub(crate) end: usize,
    /// Last `^`, `=` or `://`.
    sign: Option<usize>,
    slash: Option<usize>,
    at: Option<usize>,
    dot: Option<usize>,
}

impl Chunk {
    /// The stretch of `text` from byte `start` to the next white space; linear in its length.
    pub(crate) fn read(text: &str, start: usize) -> Self {
        let rest = &text[start..];
        let chunk = &rest[..rest.find(char::is_whitespace).unwrap_or(rest.len())];
        let last = |mark: &str| chunk.rfind(mark).map(|place| start + place);
        Self {
            end: start + chunk.len(),
            sign: last("^").max(last("=")).max(last("://")),
            slash: last("/"),
            at: last("@"),
            dot: last("."),
        }
    }

    /// Whether all from byte `place` of `text`, inside this stretch, to its end is an address or mathematics.
    pub(crate) fn is_address(&self, text: &str, place: usize) -> bool {
        let rest = &text[place..self.end];
        let lower = rest.get(..8.min(rest.len())).unwrap_or("").to_ascii_lowercase();
        let follows = |mark: Option<usize>| mark.is_some_and(|mark| mark >= place);
        ["http", "www.", "doi:", "arxiv:"].iter().any(|start| lower.starts_with(start))
            || (rest.starts_with("10.") && follows(self.slash))
            || (follows(self.at) && follows(self.dot) && !rest.ends_with('@'))
            || follows(self.sign)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The verdict on a whole stretch, by looking at all of it.
    fn slow(rest: &str) -> bool {
        let lower = rest.get(..8.min(rest.len())).unwrap_or("").to_ascii_lowercase();
        ["http", "www.", "doi:", "arxiv:"].iter().any(|start| lower.starts_with(start))
            || rest.contains("://")
            || (rest.starts_with("10.") && rest.contains('/'))
            || (rest.contains('@') && rest.contains('.') && !rest.ends_with('@'))
            || rest.contains('^')
            || rest.contains('=')
    }

    proptest! {
        #[test]
        fn every_place_has_the_verdict_of_its_rest(text in "(é|a|10\\.|www\\.|DOI:|http|://|/|:|@|\\.|\\^|=|,){1,12}") {
            let chunk = Chunk::read(&text, 0);
            prop_assert_eq!(chunk.end, text.len());
            for (place, _) in text.char_indices() {
                prop_assert_eq!(chunk.is_address(&text, place), slow(&text[place..]), "{} from {}", text, place);
            }
        }
    }

    #[test]
    fn it_ends_at_white_space() {
        assert_eq!(Chunk::read("ab a=b c^d", 3).end, 6);
        assert!(!Chunk::read("ab c=d", 0).is_address("ab c=d", 0));
    }
}
