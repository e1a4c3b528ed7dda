//! One line that stands for a paper without a title.
//!
//! If the abstract introduces a name for its own method, the headline is that name and what it is; else it is the
//! clause that tells most: an opening question, what the authors propose, study or show, or the first sentence.

mod clause;
mod cut;
mod name;
mod sentences;

use cut::{cut, sentence_case};
use name::Introduced;
use sentences::sentences;

/// How many characters of an abstract are looked at.
const LOOKED_AT: usize = 6000;

/// The title, or a headline of at most about 100 characters made from the cleaned abstract.
///
/// A headline is cut only between words, with an ellipsis.
#[must_use]
pub fn headline(title: Option<&str>, abstract_text: &str) -> String {
    if let Some(title) = title {
        return title.to_owned();
    }
    let start =
        abstract_text.char_indices().nth(LOOKED_AT).map_or(abstract_text, |(at, _)| &abstract_text[..at]);
    let sentences = sentences(start);
    if let Some(question) = opening_question(&sentences) {
        return question.to_owned();
    }
    let clause = || clause::telling(&sentences).unwrap_or(start);
    match name::introduced(&sentences) {
        Some(Introduced { name, what: Some(what) }) if name.starts_with(char::is_lowercase) => {
            // Such a name is mostly the author's own macro that nobody spelled out.
            cut(&sentence_case(&what))
        }
        Some(found) => {
            let what = found.what.unwrap_or_else(|| clause().to_owned());
            cut(&format!("{}: {}", found.name, cut::without_article(&what, &found.name)))
        }
        None => cut(&sentence_case(clause())),
    }
}

fn opening_question<'a>(sentences: &[&'a str]) -> Option<&'a str> {
    sentences.first().copied().filter(|first| first.ends_with('?') && first.chars().count() <= cut::LONGEST)
}

#[cfg(test)]
mod tests;
