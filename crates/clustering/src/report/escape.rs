//! Text from dumps made harmless for each format.

/// Whether XML 1.0 and HTML can hold the character.
fn is_writable(c: char) -> bool {
    let code = u32::from(c);
    let is_control = c.is_control() && !matches!(c, '\t' | '\n' | '\r');
    let is_noncharacter = (0xFDD0..=0xFDEF).contains(&code) || code & 0xFFFE == 0xFFFE;
    !is_control && !is_noncharacter
}

/// Text for an element or a quoted attribute of HTML or XML.
///
/// Characters that XML 1.0 cannot hold even escaped are left out.
pub(super) fn markup(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len() + 8);
    for c in text.chars().filter(|&c| is_writable(c)) {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\r' => escaped.push(' '),
            _ => escaped.push(c),
        }
    }
    escaped
}

/// JSON made safe inside a `<script>` element: what could end the element or a line becomes an escape.
///
/// The characters in question occur in strings only, so the value stays the same.
pub(super) fn script_json(json: &str) -> String {
    let mut escaped = String::with_capacity(json.len() + json.len() / 64);
    for c in json.chars() {
        match c {
            '<' => escaped.push_str("\\u003c"),
            '>' => escaped.push_str("\\u003e"),
            '&' => escaped.push_str("\\u0026"),
            '\u{2028}' => escaped.push_str("\\u2028"),
            '\u{2029}' => escaped.push_str("\\u2029"),
            _ => escaped.push(c),
        }
    }
    escaped
}

/// Text for a line, a list item or a table cell of Markdown: on one line, every mark escaped.
///
/// Besides the marks of `CommonMark` this stops table cells, task lists, maths, mentions and bare addresses, which
/// git hosts add.
pub(super) fn markdown(text: &str) -> String {
    let line = one_line(text);
    let mut escaped = String::with_capacity(line.len() + 8);
    let mut rest = line.chars().peekable();
    let mut is_number_so_far = true;
    let mut before = String::new();
    while let Some(c) = rest.next() {
        let is_mark = match c {
            '.' => before.to_ascii_lowercase().ends_with("www") || (is_number_so_far && !before.is_empty()),
            ')' => is_number_so_far && !before.is_empty(),
            '-' | '+' => before.is_empty(),
            ':' => rest.peek().is_some_and(|next| !next.is_whitespace()),
            _ => "\\`*_[]<>#|~$&!@{}^=".contains(c),
        };
        if is_mark {
            escaped.push('\\');
        }
        escaped.push(c);
        is_number_so_far &= c.is_ascii_digit();
        before.push(c);
        if before.len() > 64 {
            "…".clone_into(&mut before);
        }
    }
    escaped
}

/// The text with line breaks and other white space as single spaces, without characters that cannot be shown.
fn one_line(text: &str) -> String {
    let shown: String =
        text.chars().filter(|&c| is_writable(c) || matches!(c, '\u{b}' | '\u{c}' | '\u{85}')).collect();
    shown.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Address that a reader may follow: the identifier's resolver, or a web address; `None` for anything else.
pub(super) fn web_address(doi: Option<&str>, url: Option<&str>) -> Option<String> {
    doi.and_then(doi_address).or_else(|| url.and_then(http_address))
}

fn doi_address(doi: &str) -> Option<String> {
    let name = doi.trim();
    let start = name.find("10.")?;
    let name = &name[start..];
    name.contains('/').then(|| format!("https://doi.org/{}", percent_encoded(name)))
}

fn http_address(url: &str) -> Option<String> {
    let url = url.trim();
    let scheme = url.split_once("://")?.0.to_ascii_lowercase();
    matches!(scheme.as_str(), "http" | "https").then(|| percent_encoded(url))
}

/// The text with everything escaped that an address cannot hold.
fn percent_encoded(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~:/?#[]@!$&()*+,;=%".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            encoded.push('%');
            for nibble in [byte >> 4, byte & 15] {
                encoded.push(char::from(b"0123456789ABCDEF"[usize::from(nibble)]));
            }
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_is_escaped_once_and_holds_xml_characters_only() {
        assert_eq!(markup("<b>\"x\" & 'y' &lt;"), "&lt;b&gt;&quot;x&quot; &amp; &#39;y&#39; &amp;lt;");
        assert_eq!(markup("a\u{3}b\u{fffe}c\u{1b}[31m\u{1ffff}😀\tד"), "abc[31m😀\tד");
    }

    #[test]
    fn json_in_a_script_cannot_end_it_and_stays_the_same_value() {
        let text = "</script><!-- & \u{2028}\u{2029} \\u003c";
        let json = serde_json::to_string(text).unwrap();
        let safe = script_json(&json);
        assert!(!safe.contains(['<', '>', '&', '\u{2028}', '\u{2029}']));
        assert_eq!(serde_json::from_str::<String>(&safe).unwrap(), text);
    }

    #[test]
    fn markdown_marks_are_escaped() {
        assert_eq!(markdown("a | b"), "a \\| b");
        assert_eq!(markdown("# head"), "\\# head");
        assert_eq!(markdown("1. item"), "1\\. item");
        assert_eq!(markdown("2) item"), "2\\) item");
        assert_eq!(markdown("- item"), "\\- item");
        assert_eq!(markdown("two\r\nlines"), "two lines");
        assert_eq!(markdown("end \\"), "end \\\\");
        assert_eq!(markdown("![x](http://y)"), "\\!\\[x\\](http\\://y)");
        assert_eq!(markdown("WWW.x.org"), "WWW\\.x.org");
        assert_eq!(markdown("<details>"), "\\<details\\>");
        assert_eq!(markdown("Lens: 3.5 better"), "Lens: 3.5 better");
    }

    #[test]
    fn only_web_addresses_become_links() {
        assert_eq!(web_address(None, Some("javascript:alert(1)")), None);
        assert_eq!(web_address(None, Some("data:text/html,x")), None);
        assert_eq!(web_address(None, Some("javascript://x")), None);
        assert_eq!(web_address(None, Some("https://x.org/a b\"'")).unwrap(), "https://x.org/a%20b%22%27");
        assert_eq!(web_address(Some("doi:10.1/a<b>"), None).unwrap(), "https://doi.org/10.1/a%3Cb%3E");
        assert_eq!(web_address(Some("none"), Some("HTTP://x.org")).unwrap(), "HTTP://x.org");
    }
}
