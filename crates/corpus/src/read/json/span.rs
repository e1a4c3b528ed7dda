//! Where values of JSON text start and end, without building them.

use std::ops::Range;

/// The end of the value that starts at `start`, if it ends before `limit`; strings may hold anything.
pub(super) fn value_end(text: &str, start: usize, limit: usize) -> Option<usize> {
    let bytes = &text.as_bytes()[..limit];
    match bytes.get(start)? {
        b'{' | b'[' => container_end(bytes, start),
        b'"' => string_end(bytes, start),
        _ => {
            let scalar = |byte: &u8| b",]}:\"{[".contains(byte) || byte.is_ascii_whitespace();
            let length = bytes[start..].iter().position(scalar).unwrap_or(limit - start);
            (length > 0).then_some(start + length)
        }
    }
}

fn container_end(bytes: &[u8], start: usize) -> Option<usize> {
    let (mut depth, mut at) = (0usize, start);
    while at < bytes.len() {
        match bytes[at] {
            b'"' => {
                at = string_end(bytes, at)?;
                continue;
            }
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        at += 1;
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

fn string_end(bytes: &[u8], start: usize) -> Option<usize> {
    let mut at = start + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            b'"' => return Some(at + 1),
            _ => at += 1,
        }
    }
    None
}

/// The spans of the elements of the valid array at the start of `text`, or of the values of an object.
pub(super) fn children(text: &str, range: Range<usize>) -> Vec<(Option<Range<usize>>, Range<usize>)> {
    let (mut found, mut at, mut name) = (Vec::new(), range.start + 1, None);
    while let Some(start) = skip(text, at, range.end) {
        let Some(end) = value_end(text, start, range.end) else { break };
        if let Some(colon) = skip(text, end, range.end).filter(|&next| text.as_bytes()[next] == b':') {
            name = Some(start..end);
            at = colon + 1;
        } else {
            found.push((name.take(), start..end));
            at = end;
        }
    }
    found
}

/// The next byte that is neither blank nor a comma.
fn skip(text: &str, at: usize, limit: usize) -> Option<usize> {
    let blank = |byte: &u8| byte.is_ascii_whitespace() || *byte == b',';
    text.as_bytes()[at..limit].iter().position(|byte| !blank(byte)).map(|length| at + length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_found() {
        let text = r#"{"a": "}\"", "b": [1, {}]} x"#;
        assert_eq!(value_end(text, 0, text.len()), Some(26));
        assert_eq!(value_end("[1, 2", 0, 5), None);
        assert_eq!(value_end("NaN}", 0, 4), Some(3));
    }

    #[test]
    fn children_keep_their_names() {
        let text = r#"{"a": [1, 2], "b": "x"}"#;
        let spans = children(text, 0..text.len());
        let values: Vec<_> = spans.iter().map(|(_, value)| &text[value.clone()]).collect();
        assert_eq!(values, ["[1, 2]", "\"x\""]);
        assert_eq!(spans[0].0.as_ref().map(|name| &text[name.clone()]), Some("\"a\""));
        let text = "[1, {\"a\": 2}, \"b\"]";
        assert_eq!(children(text, 0..text.len()).len(), 3);
    }
}
