//! Texts that were damaged before they came here.

use crate::clean::is_misread;

/// Whether the cleaned text shows damage that cleaning could not mend: a replacement character, UTF-8 that was read as
/// another encoding, or a question mark between small letters of a word.
///
/// It is a mark for the account; the paper is kept. Linear in the length of `cleaned`.
#[must_use]
pub fn is_suspect(cleaned: &str) -> bool {
    cleaned.contains('\u{fffd}') || is_misread(cleaned) || has_lost_letter(cleaned)
}

/// Whether a word has a question mark for a letter, as in `M?ller`; addresses have them by right.
fn has_lost_letter(text: &str) -> bool {
    text.contains('?')
        && text.split(' ').any(|word| {
            let parts = word.split('?').collect::<Vec<_>>();
            !word.contains(['/', '=', '&', '.', '*', '[', '(', '\\', '_'])
                && parts.windows(2).any(|pair| ends_with_letter(pair[0]) && starts_small(pair[1]))
        })
}

fn ends_with_letter(part: &str) -> bool {
    part.ends_with(char::is_alphabetic)
}

fn starts_small(part: &str) -> bool {
    part.starts_with(char::is_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damage_is_seen() {
        for text in ["na\u{fffd}ve", "the M?ller lab", "na?ve", "il y a dÃ©jÃ  vu", "10Â cm", "itâ€ is"]
        {
            assert!(is_suspect(text), "{text}");
        }
    }

    #[test]
    fn sound_texts_are_not() {
        for text in [
            "Are trams late? We ask.",
            "late?We ask",
            "at https://example.org/a?b=c",
            "Étude d’un modèle",
            "why?",
            "??",
            "",
            "the regular expression (a?b)*",
            "São Paulo",
            "AMANHÃ",
        ] {
            assert!(!is_suspect(text), "{text}");
        }
    }
}
