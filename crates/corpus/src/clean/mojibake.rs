//! UTF-8 that was read as Windows-1252 or Latin-1.

use super::windows1252::high_byte;

/// Text that was misread more often stays.
const MOST_OFTEN: usize = 4;

/// Mends every run of characters above ASCII that is certainly misread UTF-8, and keeps all others.
///
/// Certain means that the whole run, as the bytes it was read from, is valid UTF-8 of likely characters, and is no
/// capital letter before a quotation mark. Linear in the length of `text`.
pub(super) fn mend(text: &str) -> String {
    let mut mended = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(|c| high_byte(c).is_some()) {
        mended.push_str(&rest[..start]);
        rest = &rest[start..];
        let end = rest.find(|c| high_byte(c).is_none()).unwrap_or(rest.len());
        push(&rest[..end], &mut mended);
        rest = &rest[end..];
    }
    mended.push_str(rest);
    mended
}

/// Appends what `run` was before it was misread, or else `run`; no-break spaces and soft hyphens around it may be meant.
fn push(run: &str, mended: &mut String) {
    let before = mended.chars().next_back();
    let core = run.trim_matches(['\u{a0}', '\u{ad}']);
    let found = original(run, before).or_else(|| Some(run.replacen(core, &original(core, before)?, 1)));
    mended.push_str(found.as_deref().unwrap_or(run));
}

/// What `run` was before it was misread, once or more often.
fn original(run: &str, before: Option<char>) -> Option<String> {
    let mut found = misread(run, before)?;
    for _ in 1..MOST_OFTEN {
        match misread(&found, before) {
            Some(earlier) => found = earlier,
            None => break,
        }
    }
    Some(found).filter(|found| !found.contains(char::is_control))
}

fn misread(run: &str, before: Option<char>) -> Option<String> {
    let bytes: Vec<u8> = run.chars().map(high_byte).collect::<Option<_>>()?;
    let text = String::from_utf8(bytes).ok()?;
    let several = text.chars().nth(1).is_some();
    let likely = |c| is_likely(c) || several && is_letter_of_a_script(c);
    (text.chars().all(likely) && !is_writing(run, &text, before)).then_some(text)
}

/// Latin and Greek letters, punctuation, signs, ligatures and pictures; and the bytes that Windows-1252 has no character
/// for, which text that was misread twice holds in between.
fn is_likely(c: char) -> bool {
    matches!(
        c,
        '\u{81}' | '\u{8d}' | '\u{8f}' | '\u{90}' | '\u{9d}' | '\u{a0}'..='\u{17f}' | 'ƒ' | 'ˆ' | '˜' | '\u{300}'..='\u{36f}' | '\u{391}'..='\u{3c9}'
            | '\u{1e00}'..='\u{1eff}' | '\u{2009}'..='\u{200f}' | '\u{2010}'..='\u{203a}' | '\u{2070}'..='\u{209f}'
            | '€' | '\u{2100}'..='\u{214f}' | '\u{2190}'..='\u{22ff}' | '\u{2500}'..='\u{27bf}'
            | '⟨' | '⟩' | '\u{fb00}'..='\u{fb06}' | '\u{feff}' | '\u{fffd}' | '\u{1f300}'..='\u{1faff}'
    )
}

/// Single letters of other scripts are too rare among Latin ones to be taken for what was meant.
fn is_letter_of_a_script(c: char) -> bool {
    c >= '\u{370}' && c.is_alphabetic()
}

/// Whether `run` may be meant as it stands: a letter before quotation marks, dashes, an ellipsis or a space, which
/// in a capitalised word are more likely than the letter that they would be the bytes of.
fn is_writing(run: &str, text: &str, before: Option<char>) -> bool {
    let mut chars = run.chars();
    let (first, second) = (chars.next(), chars.next());
    let marks = second.is_some_and(|c| "‘’“”–—…‚„•‹›«»\u{a0}™ºª·°´".contains(c));
    let capital = before.is_some_and(char::is_uppercase);
    text.chars().nth(1).is_none()
        && run.chars().count() == 2
        && marks
        && (capital || !matches!(first, Some('Ã' | 'Â' | 'Î')))
}

/// First byte of U+00C0 to U+00FF, which misread sequences start with.
const FIRST_BYTE: u8 = 0xc3;

/// Whether `text` holds what looks like misread UTF-8, mended or not.
pub(crate) fn is_left_in(text: &str) -> bool {
    let mut before = ' ';
    text.as_bytes().contains(&FIRST_BYTE)
        && text.chars().zip(text.chars().skip(1)).any(|(first, second)| {
            let pair = matches!(first, 'Ã' | 'Â') && high_byte(second).is_some_and(|byte| byte < 0xc0)
                || first == 'â' && matches!(second, '€' | 'ˆ' | '„' | '‚')
                || first == 'Â' && second == ' ' && !before.is_whitespace() && !before.is_uppercase()
                || first == 'Ã' && second == ' ' && before.is_lowercase();
            before = first;
            pair
        })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{super::windows1252::character, *};

    fn misread_once(text: &str) -> String {
        text.bytes().map(|byte| if byte < 0x80 { char::from(byte) } else { character(byte) }).collect()
    }

    const TEXTS: [&str; 10] = [
        "Étude d’un modèle naïf: the coöperative façade of Čech complexes",
        "“curly” – dashed — quotes… it’s",
        "TNF-α ≤ 10 μm, 3×3 at 20 °C ± 1",
        "Мы изучаем устойчивость",
        "我们提出一种用于稀疏图",
        "ﬁxed oﬀset",
        "emoji 🚀🔥 and 10 €",
        "à la carte",
        "Nguyễn Đình",
        "Ångström Ø and ß",
    ];

    #[test]
    fn misread_text_is_mended() {
        for text in TEXTS {
            let once = misread_once(text);
            assert_eq!(mend(&once), text);
            assert_eq!(mend(&misread_once(&once)), text);
        }
        assert_eq!(mend("cafÃ©\u{a0}"), "café\u{a0}");
        assert_eq!(mend("caf\u{c3}\u{a9} \u{e2}\u{80}\u{93} Latin-1"), "café – Latin-1");
    }

    #[test]
    fn what_is_meant_stays() {
        for text in TEXTS {
            assert_eq!(mend(text), text);
        }
        for text in
            ["«AMANHÃ» e “AMANHÃ”", "ein “Fuß”…", "CAFÉ™ “CAFÉ”", "‘le “café’”", "NÃO, SÃO, Â", "Ã 12", "Ñ’"]
        {
            assert_eq!(mend(text), text);
        }
    }

    #[test]
    fn what_cannot_be_mended_is_seen() {
        for text in ["cafÃ©? itâ€", "Ã©’t", "10Â cm", "il y a dÃ©jÃ "] {
            assert!(is_left_in(text) || mend(text) != text, "{text}");
        }
        for text in TEXTS {
            assert!(!is_left_in(text), "{text}");
        }
        for text in ["AMANHÃ que vem", "the type Â ⊗ A and Â = B"] {
            assert!(!is_left_in(text), "{text}");
        }
    }

    proptest! {
        #[test]
        fn words_of_letters_come_back(text in "[a-zà-öø-ÿß ]{0,30}") {
            prop_assert_eq!(mend(&misread_once(&text)), text.clone());
            prop_assert_eq!(mend(&text), text);
        }

        #[test]
        fn nothing_breaks_it(text in "[ÃÂâ€™©¢‚¬„a \u{80}-\u{ff}]{0,20}") {
            let mended = mend(&text);
            prop_assert_eq!(mended.is_ascii(), text.is_ascii());
        }
    }
}
