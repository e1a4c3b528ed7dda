//! Commands: what each leaves behind.

use std::ops::Range;

use unicode_normalization::UnicodeNormalization;

use super::{
    DEEPEST, Mode, Step, Walker,
    accents::{accent, composed, letter, math_accent},
    push, symbol,
};

/// Commands that change the look of what follows.
const SWITCHES: &[&str] = &[
    "it",
    "bf",
    "em",
    "rm",
    "tt",
    "sc",
    "sl",
    "sf",
    "cal",
    "Cal",
    "frak",
    "goth",
    "Bbb",
    "bfseries",
    "itshape",
    "scshape",
    "ttfamily",
    "small",
    "tiny",
    "large",
    "Large",
    "scriptsize",
    "footnotesize",
    "normalsize",
    "displaystyle",
    "textstyle",
    "scriptstyle",
    "scriptscriptstyle",
    "left",
    "right",
    "middle",
    "big",
    "Big",
    "bigg",
    "Bigg",
    "bigl",
    "bigr",
    "Bigl",
    "Bigr",
    "biggl",
    "biggr",
    "limits",
    "nolimits",
    "nonumber",
    "noindent",
    "centering",
    "mathop",
    "mathrel",
    "mathbin",
    "mathord",
    "protect",
    "ensuremath",
    "relax",
    "xspace",
    "unboldmath",
];

/// Commands that vanish with their arguments.
const REFERENCES: &[&str] = &[
    "ref",
    "eqref",
    "label",
    "cref",
    "Cref",
    "autoref",
    "pageref",
    "begin",
    "end",
    "hspace",
    "vspace",
    "vskip",
    "hskip",
    "phantom",
    "hphantom",
    "nocite",
    "thanks",
    "footnotemark",
    "input",
    "usepackage",
];

/// Commands that leave a space.
const SPACES: &[&str] = &[
    "quad",
    "qquad",
    "thinspace",
    "enspace",
    "space",
    "newline",
    "linebreak",
    "par",
    "item",
    "hfill",
    "medskip",
    "bigskip",
    "smallskip",
    "newpage",
    "and",
];

impl Walker<'_> {
    /// The command at `step.at`: a name of letters, or one other character.
    pub(super) fn command(&self, step: &Step, out: &mut String) -> usize {
        let start = step.at + 1;
        let end = self.name_end(start, step.end);
        if end > start {
            return self.named(start..end, step, out);
        }
        match self.text[start..step.end].chars().next() {
            None => step.end,
            Some(sign) => self.sign(sign, start + sign.len_utf8(), step, out),
        }
    }

    fn name_end(&self, start: usize, limit: usize) -> usize {
        let letters = self.bytes[start..limit].iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
        start + letters
    }

    fn sign(&self, sign: char, next: usize, step: &Step, out: &mut String) -> usize {
        match sign {
            '(' | '[' if step.mode == Mode::Text => self.delimited(sign, next, step, out),
            ')' | ']' | '(' | '[' | '!' | '-' | '/' => next,
            ',' | ';' | ':' | '>' | ' ' | '\n' => push(out, ' ', next),
            '\\' => push(out, ' ', self.skip_option(next, step.end)),
            '|' => push(out, '‖', next),
            '%' | '&' | '#' | '_' | '$' | '{' | '}' | '@' => push(out, sign, next),
            _ if step.mode == Mode::Text && accent(&sign.to_string()).is_some() => {
                self.accented(accent(&sign.to_string()), next, step, out)
            }
            _ => next - sign.len_utf8(),
        }
    }

    /// A formula between `\(` and `\)` or `\[` and `\]`.
    fn delimited(&self, open: char, next: usize, step: &Step, out: &mut String) -> usize {
        const LONGEST: usize = 3000;
        let close = if open == '(' { b"\\)" } else { b"\\]" };
        let limit = step.end.min(next + LONGEST);
        let Some(length) = self.bytes[next..limit].windows(2).position(|pair| pair == close) else {
            return next;
        };
        self.formula(next..next + length, step, out);
        next + length + 2
    }

    fn named(&self, name: Range<usize>, step: &Step, out: &mut String) -> usize {
        let (end, name) = (name.end, &self.text[name]);
        let end = if self.bytes.get(end) == Some(&b'*')
            && name != "ast"
            && step.mode == Mode::Text
            && self.opens(end + 1, step)
        {
            end + 1
        } else {
            end
        };
        if name.to_ascii_lowercase().contains("cite") || REFERENCES.contains(&name) {
            return self.dropped(name, end, step, out);
        }
        match name {
            "frac" | "tfrac" | "dfrac" | "cfrac" => self.fraction(end, step, out),
            "sqrt" => self.root(end, step, out),
            "binom" | "tbinom" | "dbinom" => self.binomial(end, step, out),
            "textsuperscript" | "sp" => self.raised(end, '^', step, out),
            "textsubscript" | "sb" => self.raised(end, '_', step, out),
            "url" | "path" | "nolinkurl" => self.address(end, step, out),
            "href" | "textcolor" | "color" | "stackrel" | "overset" | "underset" => {
                self.second(end, step, out)
            }
            "footnote" => self.footnote(end, step, out),
            "verb" => end,
            _ if SWITCHES.contains(&name) => self.skip_space(end, step.end),
            _ if SPACES.contains(&name) => push(out, ' ', end),
            _ => self.word(name, end, step, out),
        }
    }

    fn opens(&self, at: usize, step: &Step) -> bool {
        at < step.end && self.bytes[at] == b'{'
    }

    /// Signs, letters and accents; else the argument of an unknown command, or its name.
    fn word(&self, name: &str, end: usize, step: &Step, out: &mut String) -> usize {
        let text_accent = accent(name).filter(|_| step.mode == Mode::Text);
        if let Some(mark) = text_accent {
            return self.accented(Some(mark), end, step, out);
        }
        if let Some(mark) = math_accent(name) {
            return self.marked(mark, end, step, out);
        }
        if let Some(letter) = letter(name).filter(|_| step.mode == Mode::Text) {
            out.push_str(letter);
            return self.after_letter(end, step);
        }
        if let Some(sign) = symbol(name) {
            out.push_str(sign);
            return self.skip_empty_group(end, step.end);
        }
        if let Some(inside) = self.inside_at(end, step).filter(|inside| !inside.is_empty()) {
            return self.unwrap(inside, name, step, out);
        }
        self.spell(name, end, step, out)
    }

    /// The name of a function or of the author's own command; `\nWe` is an escaped line end.
    fn spell(&self, name: &str, end: usize, step: &Step, out: &mut String) -> usize {
        if name.starts_with("math") || matches!(name, "boldsymbol" | "bm" | "pmb") {
            return self.skip_space(end, step.end);
        }
        let line_end =
            name.strip_prefix('n').filter(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()));
        if let Some(rest) = line_end.filter(|_| step.mode == Mode::Text) {
            out.extend([" ", rest]);
        } else {
            let glued = step.mode == Mode::Math && out.ends_with(char::is_alphanumeric);
            out.extend([if glued { " " } else { "" }, name]);
        }
        let next = self.skip_empty_group(end, step.end);
        let glues = self.text[next..step.end].starts_with(char::is_alphanumeric);
        if glues && next == end && step.mode == Mode::Math {
            out.push(' ');
        }
        next
    }

    fn unwrap(&self, inside: Range<usize>, name: &str, step: &Step, out: &mut String) -> usize {
        let next = inside.end + 1;
        let words =
            name.starts_with("text") || matches!(name, "mbox" | "hbox" | "emph" | "mathrm" | "operatorname");
        let mode =
            if name.starts_with("text") || matches!(name, "mbox" | "hbox") { Mode::Text } else { step.mode };
        if words && step.mode == Mode::Math && out.ends_with(char::is_alphabetic) {
            out.push(' ');
        }
        if step.depth >= DEEPEST {
            return inside.start;
        }
        self.walk(inside, mode, step.depth + 1, out);
        next
    }

    /// The letter at `at` with an accent; without a letter the accent vanishes.
    fn accented(&self, mark: Option<char>, at: usize, step: &Step, out: &mut String) -> usize {
        let Some((range, next)) = self.argument(at, step.end) else { return at };
        if step.depth >= DEEPEST {
            return at;
        }
        let next = if self.bytes[range.start] == b'\\' { self.after_letter(next, step) } else { next };
        let content = self.render(range, step.mode, step.depth + 1);
        let mut chars = content.chars();
        let accented = chars.next().zip(mark).and_then(|(letter, mark)| composed(letter, mark));
        match accented {
            Some(letter) => {
                out.push(letter);
                out.push_str(chars.as_str());
            }
            None => out.push_str(&content),
        }
        next
    }

    /// The argument at `at` with a mark above; one letter takes it even where Unicode has no single character for both.
    fn marked(&self, mark: char, at: usize, step: &Step, out: &mut String) -> usize {
        let start = out.len();
        let next = self.accented(Some(mark), at, step, out);
        let mut written = out[start..].chars();
        let is_letter = written.next().is_some_and(char::is_alphabetic) && written.next().is_none();
        if is_letter && !out[start..].nfd().any(|c| c == mark) {
            out.push(mark);
        }
        next
    }

    /// References vanish, with the space before them where punctuation follows.
    fn dropped(&self, name: &str, end: usize, step: &Step, out: &mut String) -> usize {
        let mut next = self.skip_option(self.skip_option(end, step.end), step.end);
        let Some(inside) = self.inside_at(next, step) else {
            out.push_str(if name == "end" || name == "begin" { "" } else { name });
            return end;
        };
        let columns = name == "begin" && matches!(&self.text[inside.clone()], "array" | "tabular");
        next = inside.end + 1;
        next = self.inside_at(next, step).filter(|_| columns).map_or(next, |inside| inside.end + 1);
        let follows = self.text[next..step.end].chars().next().unwrap_or('.');
        if follows == ')' && out.ends_with('(') || follows == ']' && out.ends_with('[') {
            out.truncate(out[..out.len() - 1].trim_end_matches([' ', '~']).len());
            return next + 1;
        }
        if ".,;:)!?]".contains(follows) || follows.is_whitespace() {
            let kept = out.trim_end_matches([' ', '~']).len();
            out.truncate(kept);
        }
        next
    }

    fn address(&self, end: usize, step: &Step, out: &mut String) -> usize {
        let Some(inside) = self.inside_at(end, step) else { return end };
        let next = inside.end + 1;
        out.push_str(
            &self.text[inside].replace("\\_", "_").replace("\\%", "%").replace("\\#", "#").replace('\\', ""),
        );
        next
    }

    /// Of two arguments the second, which is what a reader sees.
    fn second(&self, end: usize, step: &Step, out: &mut String) -> usize {
        let Some(first) = self.inside_at(end, step) else { return end };
        let Some(second) = self.inside_at(first.end + 1, step).filter(|_| step.depth < DEEPEST) else {
            return first.end + 1;
        };
        let next = second.end + 1;
        self.walk(second, step.mode, step.depth + 1, out);
        next
    }

    fn footnote(&self, end: usize, step: &Step, out: &mut String) -> usize {
        let Some(inside) = self.inside_at(end, step).filter(|_| step.depth < DEEPEST) else { return end };
        let next = inside.end + 1;
        out.push_str(" (");
        self.walk(inside, step.mode, step.depth + 1, out);
        out.push(')');
        next
    }

    fn inside_at(&self, at: usize, step: &Step) -> Option<Range<usize>> {
        if at < step.end { self.inside(at, step.end) } else { None }
    }

    /// The argument at `at`: a group, a command or one character; and where it ends.
    pub(super) fn argument(&self, at: usize, end: usize) -> Option<(Range<usize>, usize)> {
        let at = self.skip_space(at, end);
        let first = self.text[at..end].chars().next()?;
        if let Some(inside) = self.inside(at, end) {
            return Some((inside.clone(), inside.end + 1));
        }
        let next = match first {
            '\\' => self.name_end(at + 1, end).max((at + 2).min(end)),
            '}' | '$' => return None,
            other => at + other.len_utf8(),
        };
        let next = (next..=end).find(|&next| self.text.is_char_boundary(next))?;
        let next = if first == '\\' { self.with_groups(next, end) } else { next };
        Some((at..next, next))
    }

    /// The end of the groups that belong to a command that ends at `at`.
    fn with_groups(&self, mut at: usize, end: usize) -> usize {
        while let Some(inside) = if at < end { self.inside(at, end) } else { None } {
            at = inside.end + 1;
        }
        at
    }

    fn skip_space(&self, at: usize, end: usize) -> usize {
        at + self.bytes[at..end].iter().take_while(|byte| byte.is_ascii_whitespace()).count()
    }

    fn skip_empty_group(&self, at: usize, end: usize) -> usize {
        if self.bytes[at..end].starts_with(b"{}") { at + 2 } else { at }
    }

    /// TeX takes the space after a letter command as its end.
    fn after_letter(&self, at: usize, step: &Step) -> usize {
        let next = self.skip_empty_group(at, step.end);
        if next == at && self.bytes[at..step.end].starts_with(b" ") { at + 1 } else { next }
    }

    /// Steps over an optional argument in brackets.
    pub(super) fn skip_option(&self, at: usize, end: usize) -> usize {
        const LONGEST: usize = 200;
        let option = &self.bytes[at..end.min(at + LONGEST)];
        match option.first() {
            Some(b'[') => option.iter().position(|&byte| byte == b']').map_or(at, |length| at + length + 1),
            _ => at,
        }
    }
}
