//! Names of authors, the given name first.

use super::{
    super::{fields::present, people::person},
    text::one_line,
};

/// The parts of a name, in this order, those that are missing left out.
pub(super) fn joined(parts: [Option<String>; 3]) -> Option<String> {
    present(&parts.into_iter().flatten().collect::<Vec<_>>().join(" "))
}

/// The names in a list such as `A. One, B. Two and C. Three`, whatever stands in brackets left out.
pub(super) fn plain(text: &str) -> Vec<String> {
    let outside = one_line(&without_brackets(text));
    let names = parts(&outside).flat_map(|part| match pairs(part) {
        Some(names) => names,
        None => part.split(',').filter_map(present).collect(),
    });
    names.filter_map(|name| person(&name)).collect()
}

/// The names in a list such as `one,a. and two,b.` or `A. One and Two, Bea`.
pub(super) fn turned(text: &str) -> Vec<String> {
    let text = one_line(text);
    let names = parts(&text).flat_map(|part| pairs(part).unwrap_or_else(|| vec![part.to_owned()]));
    names.filter_map(|name| person(&name)).collect()
}

/// The names in a list such as `Roe R, Doe JM`, initials last.
pub(super) fn with_initials(text: &str) -> Vec<String> {
    let turn = |name: &str| match name.rsplit_once(' ') {
        Some((last, initials)) if initials.chars().all(char::is_uppercase) => format!("{initials} {last}"),
        _ => name.to_owned(),
    };
    text.split([',', ';']).filter_map(present).map(|name| turn(&name)).collect()
}

fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split(';').flat_map(|part| part.split(" and "))
}

/// Names that are all written with their initials after a comma.
fn pairs(text: &str) -> Option<Vec<String>> {
    let parts: Vec<&str> = text.split(',').map(str::trim).filter(|part| !part.is_empty()).collect();
    let are_pairs = parts.len().is_multiple_of(2) && parts.chunks_exact(2).all(|pair| is_initials(pair[1]));
    are_pairs.then(|| parts.chunks_exact(2).map(|pair| format!("{} {}", pair[1], pair[0])).collect())
}

fn without_brackets(text: &str) -> String {
    let mut depth = 0_usize;
    let mut outside = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ if depth == 0 => outside.push(c),
            _ => {}
        }
    }
    outside
}

fn is_initials(text: &str) -> bool {
    text.len() <= 12
        && text.ends_with('.')
        && text.split(['.', ' ', '-']).all(|part| part.chars().filter(|c| c.is_alphabetic()).count() <= 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn initials_come_first() {
        assert_eq!(with_initials("Roe R, van Doe JM, "), ["R Roe", "JM van Doe"]);
    }

    #[test]
    fn plain_lists_are_parted() {
        for (text, expected) in [
            ("A. One, B. C. Two, Three and\n  E. Four", &["A. One", "B. C. Two", "Three", "E. Four"][..]),
            ("Ana One (1), Bo Two (2) ((1) Depot, Tramtown, (2) Quay)", &["Ana One", "Bo Two"]),
            ("Doe, J. and Roe, R.", &["J. Doe", "R. Roe"]),
            ("Ana; Bo", &["Ana", "Bo"]),
            ("", &[]),
        ] {
            assert_eq!(plain(text), expected, "{text}");
        }
    }

    #[test]
    fn turned_lists_are_parted() {
        for (text, expected) in [
            ("brook,m.", &["m. brook"][..]),
            ("keller,h.b., stone,j.b. and reed,e.l.", &["h.b. keller", "j.b. stone", "e.l. reed"]),
            ("m. b. glade and\nr. roe", &["m. b. glade", "r. roe"]),
            ("Roe, Richard; Doe, Jane", &["Richard Roe", "Jane Doe"]),
            ("ting-yili", &["ting-yili"]),
            ("lo, h. haste, m.a.", &["lo, h. haste, m.a."]),
            ("", &[]),
        ] {
            assert_eq!(turned(text), expected, "{text}");
        }
    }
}
