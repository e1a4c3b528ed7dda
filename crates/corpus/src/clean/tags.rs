//! Tags of HTML, JATS and `MathML`.

mod names;
mod scan;

use names::Kind;
use scan::{Tag, tags};

use super::scripts;

/// Removes tags of known names, the marks of CDATA and whole comments, and keeps what is between tags.
///
/// A tag counts only if it is well-formed and, but for a few names that stand alone, has a partner; so `a<b`,
/// `Vec<T>` and `<UNK>` stay. Tags of paragraphs and the like leave a space, `<sup>` and `<sub>` raised and lowered
/// text. Linear in the length of `text`.
pub(super) fn strip(text: &str) -> String {
    let mut stripped = String::with_capacity(text.len());
    let mut open = Vec::new();
    let mut at = 0;
    for tag in tags(text) {
        stripped.push_str(&text[at..tag.start]);
        at = tag.end;
        replace(&tag, &mut open, &mut stripped);
    }
    stripped.push_str(&text[at..]);
    stripped
}

/// Writes what stands for `tag`; `open` holds where the contents of open tags start.
fn replace(tag: &Tag, open: &mut Vec<(&'static str, usize)>, stripped: &mut String) {
    match tag.kind {
        Kind::Inline => {}
        Kind::Block => stripped.push(' '),
        Kind::Raised | Kind::Lowered | Kind::Heading if !tag.closes => open.push((tag.name, stripped.len())),
        Kind::Raised | Kind::Lowered | Kind::Heading => {
            let Some(&(_, start)) = open.last().filter(|(name, _)| *name == tag.name) else { return };
            open.pop();
            close(tag.kind, start, stripped);
        }
    }
}

/// Rewrites the content from `start` on; the heading `Abstract` says nothing.
fn close(kind: Kind, start: usize, stripped: &mut String) {
    let content = stripped.split_off(start);
    match kind {
        Kind::Raised => scripts::write('^', &content, stripped),
        Kind::Lowered => scripts::write('_', &content, stripped),
        _ if content.trim().eq_ignore_ascii_case("abstract") => {}
        _ => stripped.extend([" ", &content, " "]),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn tags_vanish() {
        for (text, expected) in [
            ("<p>Trams are <b>late</b>.</p>", " Trams are late. "),
            ("H<sub>2</sub>O, 10<sup>-3</sup> and x<sub><i>i</i></sub>", "H₂O, 10⁻³ and xᵢ"),
            ("the 5<SUP>th</SUP> <I>E. coli</I>", "the 5th E. coli"),
            ("one<br/>two<br>three<BR />", "one two three "),
            ("<jats:title>Abstract</jats:title><jats:p>We ask.</jats:p>", " We ask. "),
            ("<jats:sec><jats:title>Aims</jats:title><jats:p>We", "  Aims  We"),
            ("see <a href=\"https://example.org/?a>b\" class='x'>here</a>", "see here"),
            ("<inline-formula><mml:math><mml:mi>x</mml:mi></mml:math></inline-formula>", "x"),
            ("<![CDATA[Trams]]> <!-- note --> late", "Trams  late"),
            ("<em>open only <strong>both</strong>", "<em>open only both"),
            ("<p>cut off in <i", " cut off in <i"),
        ] {
            assert_eq!(strip(text), expected);
        }
    }

    #[test]
    fn what_is_no_tag_stays() {
        for text in [
            "a<b and c>d, x < y and y > z, x<y>z, if a<b>c",
            "Vec<T>, Vec<B>, Vec<P>, Map<I, U>, <UNK>, <unk>, <s> and </s>, <|endoftext|>, <pad>",
            "<think>why</think> <answer>so</answer> <image>",
            "<b href=x>, < b>, </ b>, <b\n<i>, <p <b>",
            "a <- b -> c <=> d << e >> f <3",
            "i <i and b> for <sub> alone",
        ] {
            assert_eq!(strip(text), text);
        }
    }

    #[test]
    fn many_open_tags_are_read_once() {
        for piece in ["<", "<b", "<sup>", "<!--", "</b>", "<a href=\"", "<b a=''", "<![CDATA["] {
            let text = piece.repeat(1 << 16);
            assert_eq!(strip(&text), text);
        }
        assert_eq!(strip(&("<b>".repeat(1 << 16) + &"</b>".repeat(1 << 16))), "");
    }

    proptest! {
        #[test]
        fn nothing_breaks_it(text in "(<sup>|</sup>|<sub>|</sub>|<b>|</b>|<|>|/|p|<p>|<title>|</title>|é|\"){0,20}") {
            let stripped = strip(&text);
            prop_assert_eq!(stripped.matches('é').count(), text.matches('é').count());
        }
    }
}
