//! The text of an element: inline markup falls away, its text stays.

use std::borrow::Cow;

use super::{
    super::fields::present,
    tree::{Element, Node},
};

/// Elements that start and end a line of their own.
const BLOCKS: [&str; 13] = [
    "p",
    "sec",
    "title",
    "list",
    "list-item",
    "def-item",
    "disp-quote",
    "disp-formula",
    "break",
    "br",
    "div",
    "li",
    "boxed-text",
];

/// Elements whose text is not the author's sentence: notes, addresses, second notations of a formula.
const SILENT: [&str; 4] = ["annotation", "annotation-xml", "email", "fn"];

impl Element<'_> {
    /// Everything that is said in the element, as it stands, without space around it.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        self.write_nodes(&mut text);
        match text.trim() {
            trimmed if trimmed.len() == text.len() => text,
            trimmed => trimmed.to_owned(),
        }
    }

    /// The text but for that of the elements called `names` directly in this one, if there is any.
    pub(super) fn text_without(&self, names: &[&str]) -> Option<String> {
        let mut text = String::new();
        for node in &self.nodes {
            match node {
                Node::Text(part) => text.push_str(&unix_lines(part)),
                Node::Element(element) if names.contains(&element.name) => {}
                Node::Element(element) => element.write(&mut text),
            }
        }
        present(&text)
    }

    /// The text on one line.
    pub(super) fn line(&self) -> String {
        one_line(&self.text())
    }

    /// The text at the end of `path`, if there is any.
    pub(super) fn text_at(&self, path: &str) -> Option<String> {
        present(&self.first(path)?.text())
    }

    /// The text at the end of `path` on one line, if there is any.
    pub(super) fn line_at(&self, path: &str) -> Option<String> {
        present(&self.first(path)?.line())
    }

    /// The lines at the ends of `path`.
    pub(super) fn lines_at(&self, path: &str) -> Vec<String> {
        self.all(path).iter().filter_map(|element| present(&element.line())).collect()
    }

    fn write(&self, text: &mut String) {
        if SILENT.contains(&self.name) || self.is_note_mark() {
            return;
        }
        if self.name == "tex-math" {
            return self.write_tex(text);
        }
        let is_block = BLOCKS.contains(&self.name);
        if is_block {
            separate(text);
        }
        self.write_nodes(text);
        if self.name == "title" && text.ends_with(char::is_alphanumeric) {
            text.push(':');
        }
        if is_block {
            separate(text);
        }
    }

    fn write_nodes(&self, text: &mut String) {
        let alternatives = self.name == "alternatives";
        let has_tex = self.first("tex-math").is_some();
        for node in &self.nodes {
            match node {
                Node::Text(part) => text.push_str(&unix_lines(part)),
                Node::Element(element) if has_tex && element.name == "math" => {}
                Node::Element(element) => element.write(text),
            }
            if alternatives && !has_tex && matches!(node, Node::Element(_)) {
                return;
            }
        }
    }

    fn is_note_mark(&self) -> bool {
        self.name == "xref"
            && ["fn", "aff", "corresp", "author-notes"].iter().any(|kind| self.says("ref-type", kind))
    }

    fn write_tex(&self, text: &mut String) {
        let mut source = String::new();
        self.write_nodes(&mut source);
        let formula = formula(&source);
        if formula.contains('$') || formula.is_empty() {
            text.push_str(formula);
        } else {
            text.extend(["$", formula, "$"]);
        }
    }
}

/// `text` with single spaces and no line ends.
pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The formula in a piece of TeX, which may be a whole document.
fn formula(source: &str) -> &str {
    let body = source.split_once("\\begin{document}").map_or(source, |(_, body)| body);
    let mut body = body.split_once("\\end{document}").map_or(body, |(body, _)| body).trim();
    for (open, close) in [("$$", "$$"), ("$", "$"), ("\\(", "\\)"), ("\\[", "\\]")] {
        let inner = body.strip_prefix(open).and_then(|rest| rest.strip_suffix(close));
        body = inner.map_or(body, str::trim);
    }
    body
}

fn unix_lines(text: &str) -> Cow<'_, str> {
    if text.contains('\r') { Cow::Owned(text.replace("\r\n", "\n")) } else { Cow::Borrowed(text) }
}

fn separate(text: &mut String) {
    if !text.is_empty() && !text.ends_with(char::is_whitespace) {
        text.push(' ');
    }
}

#[cfg(test)]
mod tests {
    use super::super::tree::parse;

    fn text(content: &str) -> String {
        parse(&format!("<r>{content}</r>")).unwrap().text()
    }

    #[test]
    fn inline_markup_falls_away() {
        assert_eq!(
            text(" CO<sub>2</sub> in <i>E. <b>coli</b></i>&nbsp;<![CDATA[<1]]>\n"),
            "CO2 in E. coli\u{a0}<1"
        );
        assert_eq!(text("AT&T &unknown; x"), "AT&T &unknown; x");
    }

    #[test]
    fn paragraphs_and_sections_are_apart() {
        assert_eq!(
            text(
                "<sec><title>Aims</title><p>One.</p><p>Two.</p></sec><sec><title>Ends.</title><p>Three.</p></sec>"
            ),
            "Aims: One. Two. Ends. Three."
        );
    }

    #[test]
    fn a_formula_is_said_once() {
        let math = "<mml:math><mml:mi>x</mml:mi><mml:annotation>x</mml:annotation></mml:math>";
        let document = "\\documentclass{minimal}\\begin{document}$$x^2$$\\end{document}";
        assert_eq!(text(math), "x");
        assert_eq!(
            text(&format!("a <alternatives><tex-math>{document}</tex-math>{math}</alternatives> b")),
            "a $x^2$ b"
        );
        assert_eq!(text(&format!("<f>{math}<tex-math>\\(x\\)</tex-math></f>")), "$x$");
        assert_eq!(text(&format!("<alternatives>{math}<textual-form>y</textual-form></alternatives>")), "x");
        assert_eq!(text("<tex-math>n &lt; 3</tex-math>"), "$n < 3$");
    }

    #[test]
    fn notes_and_addresses_are_silent() {
        assert_eq!(
            text("T<xref ref-type='fn'>*</xref><fn>note</fn><email>a@b.c</email> [<xref>1</xref>]"),
            "T [1]"
        );
    }
}
