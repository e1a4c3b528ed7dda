//! Letters that are typeset specially.

use unicode_normalization::UnicodeNormalization;

/// Writes ligatures such as `ﬁ` and mathematical letters such as `𝑘` as plain letters.
pub(super) fn plain(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\u{fb00}'..='\u{fb06}' | '\u{1d400}'..='\u{1d7ff}' => written.extend([c].into_iter().nfkc()),
            _ => written.push(c),
        }
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_plain() {
        assert_eq!(
            plain("A ﬁxed oﬀset: oﬃcial waﬄes, beﬆ ﬂow"),
            "A fixed offset: official waffles, best flow"
        );
        assert_eq!(plain("𝑘-means, 𝔼[𝐱], 𝛼 = 𝟏"), "k-means, E[x], α = 1");
        assert_eq!(plain("x² Ǆ Å 中"), "x² Ǆ Å 中");
    }
}
