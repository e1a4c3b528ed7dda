//! Simple LaTeX to readable text.
//!
//! This is no TeX: commands that carry words are unwrapped, signs become characters, references vanish, and of an
//! unknown command its argument stays, or else its name.

mod accents;
mod commands;
mod math;
mod symbols;

use std::ops::Range;

use symbols::symbol;

/// Deeper groups lose their braces only.
const DEEPEST: usize = 40;

/// Removes the marks of LaTeX and keeps the words and formulas.
pub(super) fn strip(text: &str) -> String {
    read(text, Formulas::Kept)
}

/// Removes the marks of LaTeX, and formulas but for those of one word or letter; an ellipsis stands for each.
pub(super) fn strip_formulas(text: &str) -> String {
    read(text, Formulas::LeftOut)
}

fn read(text: &str, formulas: Formulas) -> String {
    let mut out = String::with_capacity(text.len());
    let quotes = text.contains("``");
    let walker = Walker { text, bytes: text.as_bytes(), closing: closing_braces(text), quotes, formulas };
    walker.walk(0..text.len(), Mode::Text, 0, &mut out);
    out
}

/// For both braces of a pair where it closes; 0 for anything else. Escaped braces do not count.
fn closing_braces(text: &str) -> Vec<usize> {
    if !text.contains('{') {
        return Vec::new();
    }
    let (bytes, mut closing, mut open) = (text.as_bytes(), vec![0; text.len()], Vec::new());
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 1,
            b'{' => open.push(at),
            b'}' => {
                if let Some(start) = open.pop() {
                    closing[start] = at;
                    closing[at] = at;
                }
            }
            _ => {}
        }
        at += 1;
    }
    closing
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Formulas {
    Kept,
    LeftOut,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    Text,
    Math,
}

struct Walker<'a> {
    text: &'a str,
    bytes: &'a [u8],
    closing: Vec<usize>,
    /// Whether the text quotes with backticks.
    quotes: bool,
    formulas: Formulas,
}

/// Position of a walk: everything before `at` is written.
struct Step {
    at: usize,
    end: usize,
    mode: Mode,
    depth: usize,
}

impl Walker<'_> {
    fn walk(&self, range: Range<usize>, mode: Mode, depth: usize, out: &mut String) {
        let mut step = Step { at: range.start, end: range.end, mode, depth };
        while step.at < step.end {
            step.at = match self.bytes[step.at] {
                b'\\' => self.command(&step, out),
                b'$' => self.dollar(&step, out),
                b'{' => self.group(&step, out),
                b'}' => self.stray_brace(&step, out),
                b'~' => self.tilde(&step, out),
                b'`' | b'\'' if self.quotes => self.quote(&step, out),
                b'^' | b'_' if mode == Mode::Math || self.inside(step.at + 1, step.end).is_some() => {
                    self.script(&step, out)
                }
                b'&' if mode == Mode::Math => push(out, ' ', step.at + 1),
                _ => self.plain(&step, out),
            };
        }
    }

    /// Copies up to the next special character.
    fn plain(&self, step: &Step, out: &mut String) -> usize {
        let special = |byte: &u8| b"\\${}~`'^_&".contains(byte);
        let length = self.bytes[step.at + 1..step.end].iter().position(special);
        let end = length.map_or(step.end, |length| step.at + 1 + length);
        out.push_str(&self.text[step.at..end]);
        end
    }

    /// The inside of the group that opens at `at`, if it closes before `end`.
    fn inside(&self, at: usize, end: usize) -> Option<Range<usize>> {
        let close = self.closing.get(at).copied().filter(|&close| close > at && close < end)?;
        (self.bytes[at] == b'{').then_some(at + 1..close)
    }

    fn render(&self, range: Range<usize>, mode: Mode, depth: usize) -> String {
        let mut out = String::new();
        self.walk(range, mode, depth, &mut out);
        out
    }

    fn group(&self, step: &Step, out: &mut String) -> usize {
        let Some(inside) = self.inside(step.at, step.end) else { return self.stray_brace(step, out) };
        if step.mode == Mode::Text && !self.is_markup(&inside) {
            out.push('{');
            return step.at + 1;
        }
        if step.depth >= DEEPEST {
            return step.at + 1;
        }
        let next = inside.end + 1;
        self.walk(inside, step.mode, step.depth + 1, out);
        next
    }

    /// Whether a group in running text is LaTeX, not a set or a template of the author's.
    fn is_markup(&self, inside: &Range<usize>) -> bool {
        let text = &self.text[inside.clone()];
        let before = self.bytes[..inside.start - 1].last().copied().unwrap_or(b' ');
        let after = self.bytes.get(inside.end + 1).copied().unwrap_or(b' ');
        let is_set = text.len() > 1 && text.contains([',', ':', '=', '|', '<', '>']);
        text.contains(['\\', '$'])
            || !is_set
                && (before.is_ascii_alphanumeric() || after.is_ascii_alphanumeric() || !text.contains(' '))
    }

    /// The closing brace of a pair whose opening one was kept is kept; a brace without its partner vanishes.
    fn stray_brace(&self, step: &Step, out: &mut String) -> usize {
        if step.mode == Mode::Text
            && self.bytes[step.at] == b'}'
            && self.closing.get(step.at) == Some(&step.at)
        {
            out.push('}');
        }
        step.at + 1
    }

    /// A tie between words is a space.
    fn tilde(&self, step: &Step, out: &mut String) -> usize {
        let before = out.chars().next_back().unwrap_or(' ');
        let after = self.text[step.at + 1..step.end].chars().next().unwrap_or(' ');
        let digits = before.is_ascii_digit() && after.is_ascii_digit();
        let tie = (before.is_alphanumeric() || ".,)]".contains(before)) && !after.is_whitespace() && !digits;
        push(out, if tie || step.mode == Mode::Math { ' ' } else { '~' }, step.at + 1)
    }

    /// Quotes of two backticks and two apostrophes.
    fn quote(&self, step: &Step, out: &mut String) -> usize {
        let rest = &self.text[step.at..step.end];
        if rest.starts_with("``") && !rest.starts_with("```") {
            return push(out, '“', step.at + 2);
        }
        if rest.starts_with("''") {
            return push(out, '”', step.at + 2);
        }
        push(out, self.bytes[step.at] as char, step.at + 1)
    }

    /// A formula, or a dollar that is money.
    fn dollar(&self, step: &Step, out: &mut String) -> usize {
        if step.mode == Mode::Math {
            return step.at + 1;
        }
        match math::span(&self.text[step.at..step.end]) {
            Some((inside, width)) => {
                let inside = step.at + inside.start..step.at + inside.end;
                self.formula(inside, step, out);
                step.at + width
            }
            None => push(out, '$', step.at + 1),
        }
    }

    /// Writes the formula; the space at its end stays where it parts it from a word.
    fn formula(&self, inside: Range<usize>, step: &Step, out: &mut String) {
        let after = self.text[inside.end..].trim_start_matches(['$', '\\', ')', ']']);
        let rendered = self.render(inside, Mode::Math, step.depth + 1);
        let formula = rendered.trim();
        let kept =
            self.formulas == Formulas::Kept || formula.chars().all(|c| c.is_alphanumeric() || c == '-');
        out.push_str(if kept { formula } else { "…" });
        if rendered.ends_with(' ') && after.starts_with(char::is_alphanumeric) {
            out.push(' ');
        }
    }
}

fn push(out: &mut String, c: char, next: usize) -> usize {
    out.push(c);
    next
}

#[cfg(test)]
mod tests;
