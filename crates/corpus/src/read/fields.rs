//! The white list: what a field may be called, and how its text is read.

use unicode_normalization::UnicodeNormalization;

use super::names;

/// A field that a record may have.
#[non_exhaustive]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Field {
    /// The dump's own id of the record.
    Key,
    /// The title.
    Title,
    /// The abstract.
    Abstract,
    /// The abstract as words with their positions.
    InvertedAbstract,
    /// The authors.
    Authors,
    /// The year of publication.
    Year,
    /// Conference or journal.
    Venue,
    /// Digital object identifier.
    Doi,
    /// Address of the paper.
    Url,
    /// Keywords.
    Keywords,
    /// Decision or status at the venue.
    Decision,
}

/// Names by which a person calls a field.
const CALLED: [(&str, Field); 10] = [
    ("id", Field::Key),
    ("title", Field::Title),
    ("abstract", Field::Abstract),
    ("authors", Field::Authors),
    ("year", Field::Year),
    ("venue", Field::Venue),
    ("doi", Field::Doi),
    ("url", Field::Url),
    ("keywords", Field::Keywords),
    ("decision", Field::Decision),
];

impl std::str::FromStr for Field {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let names = || CALLED.map(|(name, _)| name).join(", ");
        CALLED
            .iter()
            .find(|(called, _)| *called == normal(name))
            .map(|(_, field)| *field)
            .ok_or_else(|| format!("no such field; expected one of {}", names()))
    }
}

impl Field {
    /// The field that `name` stands for, and how little the name is trusted; case, spaces and hyphens are free.
    pub(super) fn named(name: &str) -> Option<(Self, usize)> {
        names::find(&normal(name))
    }
}

/// `name` without what is free in it.
pub(super) fn normal(name: &str) -> String {
    let name = name.trim().trim_end_matches(['*', ':']).to_lowercase().replace([' ', '-'], "_");
    if name.is_ascii() { name } else { name.nfkc().collect() }
}

/// `text` without the space around it, if anything is left.
pub(super) fn present(text: &str) -> Option<String> {
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

/// The parts of a list in one cell: in brackets, or between `;` or `|`, or at `separator` where there is none of these.
pub(super) fn split_list(text: &str, separator: Option<char>) -> Vec<String> {
    if let Some(parts) = bracketed(text) {
        return parts;
    }
    let at = [';', '|'].into_iter().find(|at| text.contains(*at)).or(separator);
    match at {
        Some(at) => text.split(at).filter_map(present).collect(),
        None => present(text).into_iter().collect(),
    }
}

/// The people in one cell: a list in brackets, or names between `;`, `|` or line ends, or between commas where each
/// name has two words, so that `Ng, A.` is one.
pub(super) fn people(text: &str) -> Vec<String> {
    if let Some(names) = bracketed(text) {
        return names.iter().filter_map(|name| without_mail(name)).collect();
    }
    if let Some(at) = [';', '|', '\n'].into_iter().find(|at| text.contains(*at)) {
        return text.split(at).filter_map(without_mail).collect();
    }
    let names: Vec<String> = text.split([',', '，', '、']).filter_map(without_mail).collect();
    let is_whole = |name: &String| name.contains(' ') || !name.is_ascii();
    if names.len() > 1 && names.iter().all(is_whole) {
        names
    } else {
        without_mail(text).into_iter().collect()
    }
}

/// A name without the mail address that may stand beside it.
fn without_mail(name: &str) -> Option<String> {
    if !name.contains('@') {
        return present(name);
    }
    present(&name.split_whitespace().filter(|word| !word.contains('@')).collect::<Vec<_>>().join(" "))
}

/// The quoted parts of a list such as `['Ng, A.', "O'Hara, B."]`.
fn bracketed(text: &str) -> Option<Vec<String>> {
    let mut rest = text.trim().strip_prefix('[')?.strip_suffix(']')?.trim();
    let mut parts = Vec::new();
    while let Some(quote) = rest.chars().next() {
        let body = rest.strip_prefix(['\'', '"'])?;
        let (part, after) = body.split_once(quote)?;
        parts.extend(present(part));
        rest = after.trim_start();
        rest = rest.strip_prefix(',').unwrap_or(rest).trim_start();
    }
    Some(parts)
}

/// The first number of four digits that can be a year.
pub(super) fn year(text: &str) -> Option<i32> {
    text.split(|c: char| !c.is_ascii_digit())
        .filter(|digits| digits.len() == 4)
        .filter_map(|digits| digits.parse().ok())
        .find(|year| (1500..=2200).contains(year))
}

/// A DOI without a resolver's address.
pub(super) fn doi(text: &str) -> Option<String> {
    let text = text.trim();
    let start = text.find("10.").filter(|&at| text[..at].to_lowercase().ends_with(['/', ':', ' ']));
    present(&text[start.unwrap_or(0)..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_without_quotes_hold_no_list() {
        for text in ["[© 'Nordwind', 'piraten']", "['Ng', Ê'Li']", "['Ng", "[']", "[a, b]"] {
            assert_eq!(bracketed(text), None, "{text}");
        }
        assert_eq!(bracketed("['Ng, A.', \"O'Hara, B.\", '']").unwrap(), ["Ng, A.", "O'Hara, B."]);
        assert_eq!(bracketed("[]"), Some(Vec::new()));
    }

    #[test]
    fn names_are_free_in_case_and_spaces_only() {
        assert_eq!(Field::named(" Abstract Note "), Some((Field::Abstract, 4)));
        assert_eq!(Field::named("ABSTRACT_LEN"), None);
    }

    #[test]
    fn cells_are_read() {
        assert_eq!(split_list("Ng, A.; Li, B.;", None), ["Ng, A.", "Li, B."]);
        assert_eq!(split_list("graphs, trams", Some(',')), ["graphs", "trams"]);
        assert_eq!(split_list("['graphs', \"trams' rails\"]", None), ["graphs", "trams' rails"]);
        assert_eq!(people("['Marx, Karl', 'Ng, A.']"), ["Marx, Karl", "Ng, A."]);
        assert_eq!(people("Ann B. Miller, Eva Braun"), ["Ann B. Miller", "Eva Braun"]);
        assert_eq!(people("A. Ng <a@example.org>; b@example.org"), ["A. Ng"]);
        for one in ["Ng, A.", "['Ng", "[]x", "[']"] {
            assert_eq!(people(one), [one]);
        }
        assert_eq!(year("2024-05-01"), Some(2024));
        assert_eq!(doi("https://doi.org/10.5555/x0").as_deref(), Some("10.5555/x0"));
        assert_eq!(doi("10.5555/x0").as_deref(), Some("10.5555/x0"));
    }
}
