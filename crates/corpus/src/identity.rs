//! Permanent content ids.
//!
//! The identity form of a text is built from the text as it stands in the dump: NFKC, full case folding (Unicode,
//! `CaseFolding.txt` statuses C and F), NFKC once more because folding can undo it, then letters and digits only
//! (`char::is_alphanumeric`). White space, punctuation, hyphens, quotes, marks and invisible characters vanish, so a
//! trailing stop, curly quotes or another line width make no other paper. Letters of markup count: `\textbf{x}` has
//! the form `textbfx`. No cleaning takes part, so that a better cleaning never changes an id.
//!
//! These rules are frozen.

use caseless::Caseless;
use sha2::{Digest, Sha256};
use unicode_normalization::UnicodeNormalization;

/// Fewer letters and digits than this do not tell papers apart without the title.
const SHORT: usize = 100;

/// The content id of a paper: `p` and the first 16 hex digits of SHA-256.
///
/// The digest is over the identity form of `abstract_text`. Where that form has fewer than 100 letters and digits it
/// is over the form of the title, a line feed and the form of the abstract; a form that is empty falls away with its
/// line feed, so without an abstract it is over the title alone. Texts are taken raw.
#[must_use]
pub fn paper_id(title: Option<&str>, abstract_text: Option<&str>) -> String {
    let mut form = identity_form(abstract_text.unwrap_or_default());
    if form.chars().take(SHORT).count() < SHORT {
        let title = identity_form(title.unwrap_or_default());
        form = if title.is_empty() || form.is_empty() { title + &form } else { title + "\n" + &form };
    }
    let digest = Sha256::digest(form.as_bytes());
    let first: [u8; 8] = std::array::from_fn(|i| digest[i]);
    format!("p{:016x}", u64::from_be_bytes(first))
}

/// Letters and digits of `text`, compatibility-composed and case-folded.
#[must_use]
pub fn identity_form(text: &str) -> String {
    if text.is_ascii() {
        return text.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect();
    }
    general_form(text)
}

fn general_form(text: &str) -> String {
    text.nfkc().default_case_fold().nfkc().filter(|c| c.is_alphanumeric()).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const LONG: &str = "Children's voices have higher pitch and odd pauses. By warping the spectrum and modelling pauses \
                        as tokens, our recogniser transcribes early readers almost as well as adults.";

    #[test]
    fn ids_are_frozen() {
        assert_eq!(paper_id(None, Some("Trams are late.")), "p6bf5863a96967c91");
        assert_eq!(paper_id(None, Some(LONG)), "p0f4fb839630d8016");
    }

    #[test]
    fn small_edits_of_form_make_no_other_paper() {
        let id = paper_id(None, Some(LONG));
        for twin in [
            LONG.trim_end_matches('.').to_owned(),
            LONG.replace('\'', "\u{2019}"),
            LONG.to_uppercase(),
            LONG.replace(' ', "\n  "),
            LONG.replace("recogniser", "recog\u{ad}niser\u{feff}"),
        ] {
            assert_eq!(paper_id(Some("another title"), Some(&twin)), id, "{twin}");
        }
        assert_ne!(paper_id(None, Some(&LONG.replace("odd", "long"))), id);
    }

    #[test]
    fn short_abstracts_need_their_titles() {
        assert_ne!(paper_id(Some("A"), Some("Erratum.")), paper_id(Some("B"), Some("Erratum.")));
        assert_ne!(paper_id(Some("ab"), Some("c")), paper_id(Some("a"), Some("bc")));
        assert_eq!(paper_id(Some("A"), None), paper_id(Some("a "), Some(" ")));
    }

    #[test]
    fn forms_compose_and_fold() {
        assert_eq!(identity_form("Pre\u{301}server ﬁne STRASSE ß ²"), "préserverfinestrassess2");
    }

    proptest! {
        #[test]
        fn plain_text_needs_no_tables(text in "[ -~\n]{0,80}") {
            prop_assert_eq!(identity_form(&text), general_form(&text));
        }

        #[test]
        fn forms_are_stable(text in ".{0,40}") {
            let form = identity_form(&text);
            prop_assert_eq!(identity_form(&form), form);
        }
    }
}
