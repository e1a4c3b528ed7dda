//! Entities: those of XML and HTML by name, characters by number.

use std::borrow::Cow;

use crate::clean::entities;

/// What `&name;` stands for; as it is written where nobody knows, so that nothing is lost.
pub(super) fn resolve(name: &str) -> String {
    entities::value(name).map_or_else(|| format!("&{name};"), String::from)
}

/// `text` with its entities resolved; a lone `&` stays.
pub(super) fn unescape(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let mut parts = text.split('&');
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.split_once(';') {
            Some((name, rest)) => plain.extend([&resolve(name), rest]),
            None => plain.extend(["&", part]),
        }
    }
    Cow::Owned(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entities_become_characters() {
        let text = "Bj&#xF6;rk &amp; S&oslash;n &lt;1 &#8211;&#150; &alpha;";
        assert_eq!(unescape(text), "Björk & Søn <1 –– α");
    }

    #[test]
    fn unknown_entities_stay() {
        let text = "AT&T; R&D, &nobody; &#xD800; &; & &#99999999999;";
        assert_eq!(unescape(text), text);
    }
}
