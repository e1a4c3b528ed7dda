//! What the tests of several readers share.

use proptest::prelude::*;

/// `text` after up to seven edits, each putting what matches the pattern `new` in the place of up to eight characters.
pub(super) fn damaged(text: &'static str, new: &'static str) -> impl Strategy<Value = String> {
    let edit = (any::<prop::sample::Index>(), 0usize..9, new);
    prop::collection::vec(edit, 0..8).prop_map(move |edits| {
        let mut chars: Vec<char> = text.chars().collect();
        for (place, length, new) in edits {
            let at = place.index(chars.len() + 1);
            let end = (at + length).min(chars.len());
            chars.splice(at..end, new.chars());
        }
        chars.into_iter().collect()
    })
}
