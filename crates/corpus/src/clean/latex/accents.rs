//! Accents and letters of LaTeX.

use unicode_normalization::UnicodeNormalization;

/// The combining character of an accent command in running text.
pub(super) fn accent(name: &str) -> Option<char> {
    Some(match name {
        "'" => '\u{301}',
        "`" => '\u{300}',
        "^" => '\u{302}',
        "\"" => '\u{308}',
        "~" => '\u{303}',
        "=" => '\u{304}',
        "." => '\u{307}',
        "u" => '\u{306}',
        "v" => '\u{30c}',
        "H" => '\u{30b}',
        "c" => '\u{327}',
        "d" => '\u{323}',
        "b" => '\u{331}',
        "k" => '\u{328}',
        "r" => '\u{30a}',
        _ => return None,
    })
}

/// The combining character of an accent command in a formula.
pub(super) fn math_accent(name: &str) -> Option<char> {
    Some(match name {
        "acute" => '\u{301}',
        "grave" => '\u{300}',
        "hat" | "widehat" => '\u{302}',
        "ddot" => '\u{308}',
        "dot" => '\u{307}',
        "tilde" | "widetilde" => '\u{303}',
        "bar" | "overline" => '\u{304}',
        "breve" => '\u{306}',
        "check" => '\u{30c}',
        "not" => '\u{338}',
        "mathring" => '\u{30a}',
        _ => return None,
    })
}

/// `letter` with the accent, where Unicode has one character for it.
pub(super) fn composed(letter: char, accent: char) -> Option<char> {
    let base = match letter {
        'ı' => 'i',
        'ȷ' => 'j',
        other => other,
    };
    let mut chars = [base, accent].into_iter().nfc();
    let first = chars.next();
    first.filter(|_| chars.next().is_none())
}

/// Letters and signs that LaTeX names.
pub(super) fn letter(name: &str) -> Option<&'static str> {
    Some(match name {
        "L" => "Ł",
        "l" => "ł",
        "O" => "Ø",
        "o" => "ø",
        "ss" => "ß",
        "ae" => "æ",
        "AE" => "Æ",
        "oe" => "œ",
        "OE" => "Œ",
        "aa" => "å",
        "AA" => "Å",
        "i" => "ı",
        "j" => "ȷ",
        "dh" => "ð",
        "th" => "þ",
        "DJ" => "Đ",
        "dj" => "đ",
        "S" => "§",
        "copyright" => "©",
        "pounds" => "£",
        "euro" => "€",
        "textdegree" | "degree" => "°",
        "textless" => "<",
        "textgreater" => ">",
        "textendash" => "–",
        "textemdash" => "—",
        "textquoteleft" => "‘",
        "textquoteright" => "’",
        "textquotedblleft" => "“",
        "textquotedblright" => "”",
        "textbackslash" => "∖",
        "textasciitilde" => "~",
        "textunderscore" => "_",
        "textregistered" => "®",
        "texttrademark" => "™",
        "textquotesingle" => "'",
        "textbar" => "|",
        "textellipsis" => "…",
        "textperiodcentered" => "·",
        "textasciicircum" => "^",
        "textbullet" => "•",
        "guillemotleft" => "«",
        "guillemotright" => "»",
        "LaTeX" => "LaTeX",
        "TeX" => "TeX",
        _ => return None,
    })
}
