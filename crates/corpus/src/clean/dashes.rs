//! Dashes that TeX writers type as several hyphens.

/// Replaces `--` and `---`: a hyphen between letters, an en dash between digits, a dash elsewhere.
///
/// Options such as `--seed`, arrows and comment marks stay.
pub(super) fn join(text: &str) -> String {
    let mut joined = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("--") {
        let run = rest[at..].len() - rest[at..].trim_start_matches('-').len();
        joined.push_str(&rest[..at]);
        let before = joined.chars().next_back();
        let after = rest[at + run..].chars().next();
        joined.push_str(dash(run, before, after).unwrap_or(&rest[at..at + run]));
        rest = &rest[at + run..];
    }
    joined.push_str(rest);
    joined
}

fn dash(run: usize, before: Option<char>, after: Option<char>) -> Option<&'static str> {
    let (before, after) = (before?, after?);
    let digits = |c: char| c.is_ascii_digit() || "%$".contains(c);
    if run > 3 || "<>!-|".contains(before) || "<>!-|".contains(after) {
        return None;
    }
    match (before.is_whitespace(), after.is_whitespace()) {
        (true, true) => Some(if run == 2 { "–" } else { "—" }),
        (true, false) | (false, true) => None,
        (false, false) if "`([\"'=".contains(before) => None,
        (false, false) if run == 3 => Some("—"),
        (false, false) if digits(before) && digits(after) => Some("–"),
        (false, false) if before.is_alphabetic() && after.is_alphabetic() => Some("-"),
        (false, false) => Some("–"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dashes_are_read() {
        for (text, expected) in [
            ("label--efficient", "label-efficient"),
            ("pages 1--2", "pages 1–2"),
            ("1%--2%", "1%–2%"),
            ("trams---when late---stop", "trams—when late—stop"),
            ("trams -- when late", "trams – when late"),
            ("the --seed option, `--seed`", "the --seed option, `--seed`"),
            ("A --> B <!-- x --> -----", "A --> B <!-- x --> -----"),
        ] {
            assert_eq!(join(text), expected);
        }
    }
}
