//! What the titles of two papers say about them.

use crate::{
    Paper,
    near::{
        differences::{Differences, Word},
        meaning,
        words::Words,
    },
};

/// Titles with fewer letters and digits tell nothing; many are numbers or keys.
const LEAST_LETTERS: usize = 8;

/// Titles that many texts have.
const GENERIC: [&str; 28] = [
    "abstract",
    "acknowledgement",
    "addendum",
    "announcement",
    "bookreview",
    "commentary",
    "conclusion",
    "contents",
    "correction",
    "corrigendum",
    "discussion",
    "editorial",
    "editorialboard",
    "editorsnote",
    "erratum",
    "foreword",
    "guesteditorial",
    "inmemoriam",
    "introduction",
    "lettertotheeditor",
    "notitle",
    "obituary",
    "overview",
    "preface",
    "proceedings",
    "reply",
    "tableofcontents",
    "untitled",
];
/// Beginnings of titles that many texts have.
const GENERIC_BEGINNINGS: [&str; 5] = ["editorial", "preface", "foreword", "messagefrom", "welcometo"];

/// Words that make no title another one.
const SMALL_WORDS: [&str; 22] = [
    "a", "an", "and", "as", "at", "by", "for", "from", "in", "into", "is", "it", "its", "of", "on", "or",
    "some", "the", "to", "using", "via", "with",
];

/// What two titles say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Titles {
    /// The same, letter by letter.
    Equal,
    /// The same but for spelling, small words or a part that one leaves out.
    Alike,
    /// Nothing: one is missing, or says nothing.
    Silent,
    /// Two papers.
    Differ,
}

/// The letters of the paper's title, where it tells papers apart.
pub(super) fn telling(paper: &Paper) -> Option<String> {
    telling_words(paper).map(|words| words.letters().to_owned())
}

/// Whether the paper has a title that many texts have.
pub(super) fn is_generic(paper: &Paper) -> bool {
    paper.title.as_deref().is_some_and(|title| is_generic_form(Words::of(title).letters()))
}

fn telling_words(paper: &Paper) -> Option<Words> {
    let words = Words::of(paper.title.as_deref()?);
    let letters = words.letters();
    (letters.chars().take(LEAST_LETTERS).count() == LEAST_LETTERS && !is_generic_form(letters))
        .then_some(words)
}

fn is_generic_form(letters: &str) -> bool {
    GENERIC.contains(&letters) || GENERIC_BEGINNINGS.iter().any(|beginning| letters.starts_with(beginning))
}

pub(super) fn compare(a: &Paper, b: &Paper) -> Titles {
    let (Some(a), Some(b)) = (telling_words(a), telling_words(b)) else { return Titles::Silent };
    if a.letters() == b.letters() {
        return Titles::Equal;
    }
    let differences = Differences::of(&a, &b);
    if differences.differ_in_any_number() || differences.are_opposed() {
        return Titles::Differ;
    }
    let (first, second) = (content(&differences.first), content(&differences.second));
    let common = a.iter().filter(|word| !is_small(word)).count() - first.len();
    if common > first.len().min(second.len()) && is_spelled_in(&first, &second) {
        Titles::Alike
    } else {
        Titles::Differ
    }
}

/// Whether each word of the shorter list is a spelling of one of the other.
fn is_spelled_in(first: &[&str], second: &[&str]) -> bool {
    let (few, many) = if first.len() <= second.len() { (first, second) } else { (second, first) };
    few.iter().all(|word| many.iter().any(|other| meaning::are_alike(word, other)))
}

fn content<'a>(words: &[Word<'a>]) -> Vec<&'a str> {
    words.iter().map(|&(word, _)| word).filter(|word| !is_small(word)).collect()
}

fn is_small(word: &str) -> bool {
    SMALL_WORDS.contains(&word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::near::testing::paper;

    fn compared(a: &str, b: &str) -> Titles {
        let [a, b] = [a, b].map(|title| paper("p1", title, ""));
        assert_eq!(compare(&a, &b), compare(&b, &a));
        compare(&a, &b)
    }

    #[test]
    fn case_marks_and_spelling_make_no_other_title() {
        assert_eq!(compared("Trams in Winter", "TRAMS IN WINTER."), Titles::Equal);
        for (a, b) in [
            ("A recogniser for children's speech", "A recognizer for childrens' speech"),
            ("Trams in winter: heating the points", "Trams in winter"),
            ("On the delay of trams", "The delay of trams"),
        ] {
            assert_eq!(compared(a, b), Titles::Alike, "{a}, {b}");
        }
    }

    #[test]
    fn look_alikes_are_told_apart() {
        for (a, b) in [
            ("Knots and links, part I", "Knots and links, part II"),
            ("Knots and links", "Knots and links II"),
            ("Report of the year 2023", "Report of the year 2024"),
            ("Caching helps in mobile nets", "Caching does not help in mobile nets"),
            ("Learning to walk in mice", "Learning to walk in rats"),
            ("Trams in winter", "Buses at stops"),
        ] {
            assert_eq!(compared(a, b), Titles::Differ, "{a}, {b}");
        }
    }

    #[test]
    fn short_and_generic_titles_say_nothing() {
        for title in ["", "T0", "Editorial", "Editorial: the year in review", "PREFACE"] {
            assert_eq!(compared(title, title), Titles::Silent, "{title}");
        }
        assert!(is_generic(&paper("p1", "Editorial 2024", "")) && !is_generic(&paper("p1", "Trams", "")));
    }
}
