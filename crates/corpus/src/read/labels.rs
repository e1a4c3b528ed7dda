//! Lines such as `Title: …` that say which field follows.

use super::{
    fields::{self, Field},
    names,
};
use crate::Record;

/// The field that the start of `line` names, and what follows; marks of Markdown around the name and numbers before it are free.
///
/// An abstract may also be named on a line of its own, or before a dash or a stop.
pub(super) fn find(line: &str) -> Option<(Field, &str)> {
    const LONGEST: usize = 40;
    /// A line that goes on for longer holds the abstract as well.
    const LONGEST_TITLE: usize = 400;
    let is_mark = |c: char| c.is_whitespace() || c.is_ascii_digit() || "-*+_>#()[].".contains(c);
    let line = line.trim_start_matches(is_mark).trim_end();
    let head = &line[..line.floor_char_boundary(LONGEST)];
    if let Some(at) = head.find([':', '：']) {
        let after = line[at..].trim_start_matches([':', '：', '*', '_']);
        let is_whole = |field: &Field| *field == Field::Title && after.len() > LONGEST_TITLE;
        return named(&line[..at]).filter(|field| !is_whole(field)).map(|field| (field, after.trim()));
    }
    if line.len() <= LONGEST && named(line) == Some(Field::Abstract) {
        return Some((Field::Abstract, ""));
    }
    let at = head.find(['—', '–', '.', '-'])?;
    let after = line[at..].trim_start_matches(['—', '–', '.', '-', '*', '_', ' ']);
    let is_abstract = named(&line[..at]) == Some(Field::Abstract) && after.starts_with(char::is_uppercase);
    is_abstract.then_some((Field::Abstract, after))
}

/// The field of a label's name, if it can be a label.
fn named(name: &str) -> Option<Field> {
    let name = name.trim_matches(|c: char| c.is_whitespace() || "*_".contains(c));
    if name.eq_ignore_ascii_case("arxiv") {
        return Some(Field::Key);
    }
    let (field, rank) = Field::named(name)?;
    let is_sure = match field {
        Field::Abstract => rank <= names::EXPLICIT_ABSTRACTS,
        Field::Title => !matches!(fields::normal(name).as_str(), "name" | "display_name"),
        Field::InvertedAbstract => false,
        _ => true,
    };
    is_sure.then_some(field)
}

/// Whether `line` looks like a label of no field, such as `Comments: 3 pages`.
pub(super) fn is_foreign(line: &str) -> bool {
    let Some((name, _)) = line.split_once(": ") else { return false };
    name.len() <= 20 && name.starts_with(char::is_uppercase) && !name.contains(char::is_whitespace)
}

/// Whether `record` has `field`.
pub(super) fn holds(record: &Record, field: Field) -> bool {
    match field {
        Field::Key => record.key.is_some(),
        Field::Title => record.title.is_some(),
        Field::Abstract | Field::InvertedAbstract => record.abstract_text.is_some(),
        Field::Authors => !record.fields.authors.is_empty(),
        Field::Year => record.fields.year.is_some(),
        Field::Venue => record.fields.venue.is_some(),
        Field::Doi => record.fields.doi.is_some(),
        Field::Url => record.fields.url.is_some(),
        Field::Keywords => !record.fields.keywords.is_empty(),
        Field::Decision => record.fields.decision.is_some(),
    }
}

/// Gives `record` the `field` that `text` holds.
pub(super) fn set(record: &mut Record, field: Field, text: &str) {
    let Some(text) = fields::present(text) else { return };
    let line = || text.split_whitespace().collect::<Vec<_>>().join(" ");
    match field {
        Field::Key => record.key = Some(text),
        Field::Title => record.title = Some(line()),
        Field::Abstract | Field::InvertedAbstract => record.abstract_text = Some(text),
        Field::Authors => record.fields.authors = fields::people(&text),
        Field::Year => record.fields.year = fields::year(&text).or(record.fields.year),
        Field::Venue => record.fields.venue = Some(line()),
        Field::Doi => record.fields.doi = fields::doi(&text),
        Field::Url => record.fields.url = Some(text),
        Field::Keywords => record.fields.keywords = fields::split_list(&text, Some(',')),
        Field::Decision => record.fields.decision = Some(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_found_with_their_marks() {
        for (line, field, rest) in [
            ("Title: Late Trams", Field::Title, "Late Trams"),
            ("**Abstract:** We wait.", Field::Abstract, "We wait."),
            ("[12] Titel: Späte Bahnen", Field::Title, "Späte Bahnen"),
            ("- Authors: A, B", Field::Authors, "A, B"),
            ("## Abstract", Field::Abstract, ""),
            ("ABSTRACT—We wait.", Field::Abstract, "We wait."),
            ("Abstract. We wait.", Field::Abstract, "We wait."),
            ("Zusammenfassung: Wir warten.", Field::Abstract, "Wir warten."),
            ("摘要：我们等。", Field::Abstract, "我们等。"),
            ("arXiv:2401.00001", Field::Key, "2401.00001"),
        ] {
            assert_eq!(find(line), Some((field, rest)), "{line}");
        }
        assert_eq!(find(&format!("Title: Trams Abstract: {}", "We wait. ".repeat(50))), None);
        for line in [
            "Abstract nonsense is an abstract.",
            "Abstract-interpretation of trams",
            "Name: x",
            "We wait: late",
            "Text: x",
        ] {
            assert_eq!(find(line), None, "{line}");
        }
    }
}
