//! Character references of HTML.

mod names;

use super::windows1252;

/// Longer names are no references.
const LONGEST: usize = 20;

/// Decodes numbers and known names that end in a semicolon, encoded once or more often, as in `&amp;lt;`.
///
/// Any other ampersand stays. Linear in the length of `text`.
pub(super) fn decode(text: &str) -> String {
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        decoded.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let (value, after) = innermost(rest);
        decoded.push(value);
        rest = after;
    }
    decoded.push_str(rest);
    decoded
}

/// What an ampersand before `rest` stands for, and what follows: an ampersand that was itself encoded counts as one.
fn innermost(mut rest: &str) -> (char, &str) {
    while let Some((value, width)) = reference(rest) {
        rest = &rest[width..];
        if value != '&' {
            return (value, rest);
        }
    }
    ('&', rest)
}

/// The value and the width of the reference whose ampersand stands before `rest`.
fn reference(rest: &str) -> Option<(char, usize)> {
    let end = rest.bytes().take(LONGEST).position(|byte| !byte.is_ascii_alphanumeric() && byte != b'#')?;
    let name = &rest[..end];
    if name.is_empty() || !rest[end..].starts_with(';') {
        return None;
    }
    Some((value(name)?, end + 1))
}

/// What `&name;` stands for, where `name` is a number after `#` or a known name.
pub(crate) fn value(name: &str) -> Option<char> {
    match name.strip_prefix('#') {
        Some(number) => numbered(number),
        None => names::character(name),
    }
}

/// Numbers from 128 to 159 are bytes of Windows-1252, as browsers read them.
fn numbered(number: &str) -> Option<char> {
    let hexadecimal = number.strip_prefix(['x', 'X']);
    let code = match hexadecimal {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => number.parse(),
    };
    let c = char::from_u32(code.ok()?)?;
    Some(if matches!(c, '\u{80}'..='\u{9f}') { windows1252::character(c as u8) } else { c })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn references_are_decoded() {
        for (text, expected) in [
            (
                "p &lt; 0.05 &amp; Smith&#39;s R&amp;D team&nbsp;reports",
                "p < 0.05 & Smith's R&D team\u{a0}reports",
            ),
            ("p &amp;lt; 0.01 and a &amp;amp;gt; b", "p < 0.01 and a > b"),
            ("caf&eacute; near M&uuml;ller, &#x3b1;&#X3B2; &alpha; &hellip;", "café near Müller, αβ α …"),
            ("it&#146;s &#8217;so&#8217; &apos;here&apos;", "it’s ’so’ 'here'"),
            ("a &#38;lt; b &#x26;gt; c", "a < b > c"),
            ("stray &#xD; return", "stray \r return"),
        ] {
            assert_eq!(decode(text), expected);
        }
    }

    #[test]
    fn other_ampersands_stay() {
        for text in [
            "AT&T, R&D and a lone &; or &notanentity; & so on &",
            "&#; &#x; &#xD800; &#99999999; &#-1; &é; &lt",
            "f(x)&g(x); &a; &3b1; &alpha=3b1;",
        ] {
            assert_eq!(decode(text), text);
        }
    }

    #[test]
    fn long_chains_are_read_once() {
        assert_eq!(decode(&format!("&{}lt;", "amp;".repeat(1 << 20))), "<");
        assert_eq!(decode(&"&".repeat(1 << 20)).len(), 1 << 20);
    }

    proptest! {
        #[test]
        fn decoding_twice_changes_nothing(text in "(&|amp;|lt;|#38;|#x26;|eacute;|a|;|\\PC){0,20}") {
            let decoded = decode(&text);
            prop_assert_eq!(decode(&decoded), decoded);
        }
    }
}
