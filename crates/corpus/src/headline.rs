//! One line that stands for a paper.

/// The title.
#[must_use]
pub fn headline(title: Option<&str>, abstract_text: &str) -> String {
    title.unwrap_or(abstract_text).to_owned()
}
