//! Names of people, as reference managers write them.

use super::fields::present;

/// What stands after a name, not before it.
const SUFFIXES: [&str; 6] = ["jr", "sr", "ii", "iii", "iv", "phd"];

/// `Last, First` as `First Last`, a suffix at the end; other names as given. Words with an at sign are no part of it.
pub(super) fn person(name: &str) -> Option<String> {
    let words: Vec<&str> = name.split_whitespace().filter(|word| !word.contains('@')).collect();
    let name = words.join(" ");
    let parts: Vec<&str> = name.split(',').map(str::trim).filter(|part| !part.is_empty()).collect();
    match parts[..] {
        [last, suffix] if is_suffix(suffix) => Some(format!("{last} {suffix}")),
        [last, first] => Some(format!("{first} {last}")),
        [last, first, suffix] | [last, suffix, first] if is_suffix(suffix) => {
            Some(format!("{first} {last} {suffix}"))
        }
        [only] => Some(only.to_owned()),
        _ => present(&name),
    }
}

fn is_suffix(part: &str) -> bool {
    SUFFIXES.contains(&part.trim_end_matches('.').to_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_turned() {
        for (given, expected) in [
            ("Tram, Ada", "Ada Tram"),
            ("van der Bus,  Bo\n C.", "Bo C. van der Bus"),
            ("Tram, Ada, Jr.", "Ada Tram Jr."),
            ("Tram, III, Ada", "Ada Tram III"),
            ("Tram, Jr", "Tram Jr"),
            ("Tram A", "Tram A"),
            ("Tram,", "Tram"),
            ("Tram, A., Bus, B.", "Tram, A., Bus, B."),
            ("Tram, Ada (ada@example.org)", "Ada Tram"),
        ] {
            assert_eq!(person(given).as_deref(), Some(expected));
        }
        assert_eq!(person(" ada@example.org "), None);
    }
}
