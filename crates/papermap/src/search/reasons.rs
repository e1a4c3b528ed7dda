//! Why a paper is similar.

use papermap_clustering::explain::shared_phrases;

/// Phrases that are shown at most.
const MOST: usize = 5;

/// What query and paper say in the same words, most telling first.
pub(crate) fn shared(query: &str, abstract_text: &str) -> Vec<String> {
    shared_phrases(query, abstract_text, MOST)
}
