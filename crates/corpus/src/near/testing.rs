//! Papers for tests.

use crate::Paper;

/// A paper with a title, where it is not empty, and an abstract.
pub(super) fn paper(id: &str, title: &str, abstract_text: &str) -> Paper {
    Paper {
        id: id.to_owned(),
        title: Some(title.to_owned()).filter(|title| !title.is_empty()),
        abstract_text: abstract_text.to_owned(),
        ..Paper::default()
    }
}
