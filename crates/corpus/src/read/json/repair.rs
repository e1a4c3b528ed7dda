//! Small faults of JSON strings that need not cost a record.

/// `text` with lone surrogate escapes replaced by U+FFFD and raw control characters in strings by spaces.
///
/// Returns `None` where nothing was to repair.
pub(super) fn repair(text: &str) -> Option<String> {
    let mut repaired = String::with_capacity(text.len());
    let (mut rest, mut inside, mut changed) = (text, false, false);
    while let Some(at) = rest.find(|c: char| c == '\\' || c == '"' || c.is_ascii_control()) {
        repaired.push_str(&rest[..at]);
        rest = &rest[at..];
        let width = match rest.as_bytes()[0] {
            b'\\' if inside => {
                let (width, lone) = escape(rest);
                repaired.push_str(if lone { "\\ufffd" } else { &rest[..width] });
                changed |= lone;
                width
            }
            control if inside && control.is_ascii_control() => {
                repaired.push(' ');
                changed = true;
                1
            }
            byte => {
                inside ^= byte == b'"';
                repaired.push(byte as char);
                1
            }
        };
        rest = &rest[width..];
    }
    repaired.push_str(rest);
    changed.then_some(repaired)
}

/// The width of the escape at the start of `text`, and whether it is half of a surrogate pair.
fn escape(text: &str) -> (usize, bool) {
    match unit(text) {
        None => (1 + text[1..].chars().next().map_or(0, char::len_utf8), false),
        Some(0xd800..0xdc00) if matches!(text.get(6..).and_then(unit), Some(0xdc00..0xe000)) => (12, false),
        Some(0xd800..0xe000) => (6, true),
        Some(_) => (6, false),
    }
}

fn unit(text: &str) -> Option<u16> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    u16::from_str_radix(digits, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lone_surrogates_are_replaced() {
        assert_eq!(repair(r#""a \ud83d b""#).as_deref(), Some(r#""a \ufffd b""#));
        assert_eq!(repair(r#""\ude00\ud83d""#).as_deref(), Some(r#""\ufffd\ufffd""#));
        assert_eq!(repair(r#""good \ud83d\ude00 \\ud83d""#), None);
    }

    #[test]
    fn raw_controls_in_strings_become_spaces() {
        assert_eq!(repair("{\"a\":\n\"b\nc\"}").as_deref(), Some("{\"a\":\n\"b c\"}"));
        assert_eq!(repair("{\n}"), None);
    }
}
