//! Formulas: where they are, and their scripts, fractions and roots.

use std::ops::Range;

use super::{super::scripts, Mode, Step, Walker};

/// Longer formulas are taken for text between two sums of money.
const LONGEST: usize = 400;

/// Longer displayed formulas are not looked for.
const LONGEST_DISPLAY: usize = 3000;

/// The formula at the start of `text`, which starts with a dollar: its inside and its width.
pub(super) fn span(text: &str) -> Option<(Range<usize>, usize)> {
    if text.starts_with("$$") {
        let close = find(text, 2, LONGEST_DISPLAY, b"$$")?;
        return Some((2..close, close + 2));
    }
    let close = find(text, 1, LONGEST, b"$")?;
    let after = text[close + 1..].chars().next();
    is_formula(&text[1..close], after).then_some((1..close, close + 1))
}

fn find(text: &str, start: usize, longest: usize, mark: &[u8]) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = start;
    while at + mark.len() <= bytes.len() && at < start + longest {
        match bytes[at] {
            b'\\' => at += 2,
            _ if bytes[at..].starts_with(mark) => return Some(at),
            _ => at += 1,
        }
    }
    None
}

/// Follows pandoc: no space within the dollars and no digit after them; formulas with TeX's signs are freer.
fn is_formula(inside: &str, after: Option<char>) -> bool {
    if inside.trim().is_empty() || inside.contains("\n\n") || has_prose(inside) {
        return false;
    }
    let signs = !inside.contains(char::is_alphanumeric);
    let tight = !inside.starts_with(char::is_whitespace) && !inside.ends_with(char::is_whitespace);
    let tight = tight && !after.is_some_and(|c| c.is_ascii_digit());
    inside.contains(['\\', '^', '_', '{', '='])
        || tight
        || signs && inside.len() <= 3
        || is_lone_variable(inside)
}

/// A variable or a quotient of two between spaces, as in `$ J $` and `$ K/J $`.
fn is_lone_variable(inside: &str) -> bool {
    let inner = inside.trim();
    let short = inner.chars().count() == 1 || inner.contains(['/', '+', '<', '>']) && !inner.contains(' ');
    inside.starts_with(' ') && inside.ends_with(' ') && short && inner.starts_with(char::is_alphabetic)
}

/// Whether two words of letters follow each other, outside of commands and their arguments.
fn has_prose(inside: &str) -> bool {
    let (mut depth, mut words) = (0usize, 0);
    for word in inside.split_whitespace() {
        let opened = word.matches('{').count();
        let plain = word.trim_end_matches([',', '.', ';', ':']);
        let is_word = depth == 0 && plain.len() >= 2 && plain.chars().all(char::is_alphabetic);
        words = if is_word { words + 1 } else { 0 };
        if words >= 2 {
            return true;
        }
        depth = (depth + opened).saturating_sub(word.matches('}').count());
    }
    false
}

impl Walker<'_> {
    /// A superscript or subscript, raised or lowered.
    pub(super) fn script(&self, step: &Step, out: &mut String) -> usize {
        self.raised(step.at + 1, self.bytes[step.at] as char, step, out)
    }

    /// The argument at `at`, raised for `^` or lowered for `_`.
    pub(super) fn raised(&self, at: usize, sign: char, step: &Step, out: &mut String) -> usize {
        let Some((content, next)) = self.argument_text(at, step) else { return at };
        scripts::write(sign, &content, out);
        next
    }

    /// `\frac{a}{b}` as `a/b`.
    pub(super) fn fraction(&self, at: usize, step: &Step, out: &mut String) -> usize {
        let Some((above, next)) = self.argument_text(at, step) else { return at };
        let Some((below, next)) = self.argument_text(next, step) else {
            out.push_str(&above);
            return next;
        };
        out.extend([&*bracketed(above.trim()), "/", &*bracketed(below.trim())]);
        next
    }

    /// `\binom{n}{k}` as `(n choose k)`.
    pub(super) fn binomial(&self, at: usize, step: &Step, out: &mut String) -> usize {
        let Some((above, next)) = self.argument_text(at, step) else { return at };
        let Some((below, next)) = self.argument_text(next, step) else { return at };
        out.extend(["(", above.trim(), " choose ", below.trim(), ")"]);
        next
    }

    /// `\sqrt{n}` as `√n`.
    pub(super) fn root(&self, at: usize, step: &Step, out: &mut String) -> usize {
        let at = self.skip_option(at, step.end);
        let Some((content, next)) = self.argument_text(at, step) else { return at };
        out.push('√');
        out.push_str(&bracketed(content.trim()));
        next
    }

    /// The rendered argument at `at` and where it ends.
    pub(super) fn argument_text(&self, at: usize, step: &Step) -> Option<(String, usize)> {
        let (range, next) = self.argument(at, step.end)?;
        if step.depth >= super::DEEPEST {
            return Some((self.text[range].replace(['{', '}', '\\', '$'], ""), next));
        }
        Some((self.render(range, Mode::Math, step.depth + 1), next))
    }
}

/// Parts of a sum need brackets.
fn bracketed(content: &str) -> String {
    let whole = content.starts_with('(') && content.find(')') == Some(content.len() - 1);
    let simple = content.chars().skip(1).all(|c| !" +-−/±".contains(c));
    if simple || whole { content.to_owned() } else { format!("({content})") }
}
