//! Texts as folded words.

use caseless::Caseless;
use unicode_normalization::UnicodeNormalization;

use crate::{Paper, content::is_ideographic, without_notices};

/// The words of a text: compatibility-composed, case-folded, letters and digits only.
///
/// An apostrophe inside a word and a stop or comma inside a number vanish, so `don't` is `dont` and `1,000` is `1000`;
/// everything else that is neither letter nor digit ends a word. A character of a script without spaces is a word.
#[derive(Debug, Default)]
pub(super) struct Words {
    letters: String,
    /// Where each word ends in `letters`, and whether it is written like a name: with a capital inside a sentence.
    ends: Vec<(u32, bool)>,
}

impl Words {
    pub(super) fn of(text: &str) -> Self {
        let mut words = Self { letters: String::with_capacity(text.len()), ends: Vec::new() };
        let mut writer = Writer { words: &mut words, starts_sentence: true, is_name: false };
        let mut rest = text.chars();
        let mut before = ' ';
        while let Some(c) = rest.next() {
            let joins = is_joint(c) && joins(before, c, rest.as_str());
            if !joins {
                writer.take(c);
            }
            before = c;
        }
        writer.end();
        words
    }

    /// The words of the paper's abstract without copyright lines, links to code and web addresses.
    pub(super) fn of_abstract(paper: &Paper) -> Self {
        Self::of(&without_notices(&paper.abstract_text))
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Letters and digits without anything between them.
    pub(super) fn letters(&self) -> &str {
        &self.letters
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &str> + Clone {
        self.marked().map(|(word, _)| word)
    }

    /// The words, each with whether it is written like a name.
    pub(super) fn marked(&self) -> impl Iterator<Item = (&str, bool)> + Clone {
        let starts = std::iter::once(0).chain(self.ends.iter().map(|&(end, _)| end as usize));
        starts.zip(&self.ends).map(|(start, &(end, is_name))| (&self.letters[start..end as usize], is_name))
    }
}

fn is_joint(c: char) -> bool {
    matches!(c, '\'' | '\u{2019}' | '\u{2bc}' | '.' | ',')
}

/// Whether `c` between `before` and `after` parts no words.
fn joins(before: char, c: char, after: &str) -> bool {
    let after = after.chars().next().unwrap_or(' ');
    match c {
        '.' | ',' => before.is_ascii_digit() && after.is_ascii_digit(),
        _ => before.is_alphabetic() && after.is_alphabetic(),
    }
}

struct Writer<'a> {
    words: &'a mut Words,
    starts_sentence: bool,
    is_name: bool,
}

impl Writer<'_> {
    fn take(&mut self, c: char) {
        if !c.is_alphanumeric() {
            self.end();
            self.starts_sentence |= matches!(c, '.' | '?' | '!' | ':');
            return;
        }
        if is_ideographic(c) {
            self.end();
        }
        if self.is_at_start() {
            self.is_name = c.is_uppercase() && !self.starts_sentence;
        }
        self.push(c);
        if is_ideographic(c) {
            self.end();
        }
    }

    fn push(&mut self, c: char) {
        if c.is_ascii() {
            return self.words.letters.push(c.to_ascii_lowercase());
        }
        let folded = std::iter::once(c).nfkc().default_case_fold().nfkc();
        self.words.letters.extend(folded.filter(|c| c.is_alphanumeric()));
    }

    fn is_at_start(&self) -> bool {
        self.words.ends.last().map_or(0, |&(end, _)| end as usize) == self.words.letters.len()
    }

    fn end(&mut self) {
        if !self.is_at_start() {
            self.words.ends.push((self.words.letters.len() as u32, self.is_name));
            self.starts_sentence = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        Words::of(text).iter().map(str::to_owned).collect()
    }

    #[test]
    fn words_are_folded_letters_and_digits() {
        assert_eq!(
            words("The Children\u{2019}s  low-resource e.g. ﬁles."),
            ["the", "childrens", "low", "resource", "e", "g", "files"]
        );
        assert_eq!(words("it doesn't cost 1,000.5 (x²)"), ["it", "doesnt", "cost", "10005", "x2"]);
        assert_eq!(words("電車 late"), ["電", "車", "late"]);
        assert!(words(" - ' . ").is_empty());
    }

    #[test]
    fn names_have_a_capital_inside_a_sentence() {
        let text = Words::of("Trams of Basel are late. They wait.");
        let names: Vec<&str> = text.marked().filter(|&(_, name)| name).map(|(word, _)| word).collect();
        assert_eq!(names, ["basel"]);
    }
}
