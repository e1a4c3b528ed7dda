//! Why a paper is similar: what it says in the same words.

use crate::describe::shared;

/// Up to `n` phrases of one to three words that both texts hold, most telling first, as `abstract_text` writes them.
///
/// Forms of a word count as one; stop words and words that every paper uses are left out. Longer phrases come first,
/// then the ones that the texts use more often, then the ones that come earlier in `abstract_text`; no phrase repeats
/// another.
#[must_use]
pub fn shared_phrases(query: &str, abstract_text: &str, n: usize) -> Vec<String> {
    shared(query, abstract_text, n)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_both_say_in_any_form() {
        let query = "Graph neural networks for proteins. We propose a novel method with significant results.";
        let text = "We propose a novel method for protein folding by a graph neural network.";
        assert_eq!(shared_phrases(query, text, 5), ["graph neural network", "protein"]);
        assert_eq!(shared_phrases(query, text, 1), ["graph neural network"]);
    }

    #[test]
    fn nothing_in_common_is_nothing() {
        for (a, b) in
            [("", "graph"), ("We propose a method.", "We propose a method."), ("rice and stock", "graphs")]
        {
            assert!(shared_phrases(a, b, 5).is_empty());
        }
    }
}
