//! Braces that only protect: BibTeX shows what is between them, and nothing of them.

/// How far back the command of an optional argument is looked for, in bytes.
const LONGEST_OPTION: usize = 200;

/// A group that is open, or the last one that closed.
#[derive(Debug, Clone, Copy)]
struct Group {
    protects: bool,
    is_argument: bool,
}

/// `value` without the braces that are no argument of a command, enclose none, and stand in no formula.
pub(super) fn unprotected(value: &str) -> String {
    if !value.contains('{') {
        return value.to_owned();
    }
    let mut kept = String::with_capacity(value.len());
    let (mut start, mut formula, mut open) = (0, false, Vec::new());
    let mut closed: Option<(usize, Group)> = None;
    for (at, byte) in unescaped(value) {
        let drops = match byte {
            b'$' => {
                formula = !formula && value[at + 1..].contains('$');
                false
            }
            b'{' => {
                let follows = closed.is_some_and(|(end, group)| end == at && group.is_argument);
                let is_argument = follows || follows_command(&value[..at]);
                let protects = !is_argument && !formula && !value[at + 1..].starts_with('\\');
                open.push(Group { protects, is_argument });
                protects
            }
            _ => {
                closed = open.pop().map(|group| (at + 1, group));
                closed.is_some_and(|(_, group)| group.protects)
            }
        };
        if drops {
            kept.push_str(&value[start..at]);
            start = at + 1;
        }
    }
    kept.push_str(&value[start..]);
    kept
}

/// The braces and dollars of `value` that no backslash precedes, with their offsets.
fn unescaped(value: &str) -> impl Iterator<Item = (usize, u8)> {
    let mut escaped = false;
    value.bytes().enumerate().filter(move |&(_, byte)| {
        let is_text = escaped;
        escaped = byte == b'\\' && !escaped;
        !is_text && b"{}$".contains(&byte)
    })
}

/// Whether what follows `before` is an argument: of a command, an accent, a script, or after an option.
fn follows_command(before: &str) -> bool {
    let bytes = before.as_bytes();
    let is_accent = matches!(bytes, [.., b'\\', mark] if b"'`\"^~=.".contains(mark));
    is_accent || before.ends_with(['^', '_']) || is_command(before) || is_command(without_option(before))
}

fn is_command(before: &str) -> bool {
    let before = before.trim_end_matches(' ');
    let start = before.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == '*');
    start.len() < before.len() && start.ends_with('\\')
}

fn without_option(before: &str) -> &str {
    let tail = before.floor_char_boundary(before.len().saturating_sub(LONGEST_OPTION));
    let option = before.strip_suffix(']').and_then(|inside| inside[tail.min(inside.len())..].rfind('['));
    option.map_or("", |length| &before[..tail + length])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn braces_that_protect_vanish() {
        for (value, expected) in [
            ("{{Late Trams in Winter}}", "Late Trams in Winter"),
            ("{FFT}, {FMM}, or {Multi{grid}}? {A} Study", "FFT, FMM, or Multigrid? A Study"),
            ("1{,}500 {Deep Learning} papers{}", "1,500 Deep Learning papers"),
            ("{The {\\'E}cole}", "The {\\'E}cole"),
            ("of {T}rams in {W", "of Trams in W"),
        ] {
            assert_eq!(unprotected(value), expected);
        }
    }

    #[test]
    fn braces_of_commands_and_formulas_stay() {
        for value in [
            "Pr{\\'e}server {\\c c}a",
            "\\v{S}ehi\\'{c} and \\emph {late} trams, \\L{}ojasiewicz",
            "\\href{https://example.org}{our page} \\cite[p.~2]{a}",
            "$\\mathbb{E}[x_{i}]$ is {\\it late}",
            "x_{i}^{2} and \\{a, b\\}",
            "$\\frac{1}{2}{n}$",
        ] {
            assert_eq!(unprotected(value), value);
        }
        assert_eq!(unprotected("costs $5 of {Trams}"), "costs $5 of Trams");
    }
}
