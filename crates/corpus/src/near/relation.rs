//! What two papers are to each other.

use std::collections::BTreeSet;

use unicode_normalization::UnicodeNormalization;

use crate::{
    Paper,
    near::{
        differences::Differences,
        identifiers::{self, Dois},
        sketch::{LEAST_LETTERS, shingles},
        title::{self, Titles},
        words::Words,
    },
};

/// Two texts are one paper from this overlap on, where their titles agree or their DOI is the same.
pub(super) const SAME_WITH_TITLE: f64 = 0.7;
/// Two texts are one paper from this overlap on, where no title says so.
pub(super) const SAME_WITHOUT_TITLE: f64 = 0.8;
/// Two texts with one title, DOI or arXiv id are versions of one work where the shorter has this share of its shingles
/// in the other.
pub(super) const VERSION: f64 = 0.2;
/// Shingles that versions have in common at least where only their title says that they are one work.
const LEAST_COMMON: f64 = 10.0;

/// What two papers are to each other.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Relation {
    /// One paper, with the overlap of the texts, 0 to 1.
    Same(f64),
    /// Versions of one work.
    Versions,
}

/// The relation of two papers, the same in both directions; `None` where they have nothing to do with each other.
///
/// They are the same where the Jaccard index of their word shingles reaches the threshold, or one text is cut short,
/// and nothing tells them apart: other numbers, a negation or an opposite, another name where there is no title,
/// another title, two DOIs of one registrant, or no author in common.
pub(super) fn relation(a: &Paper, b: &Paper) -> Option<Relation> {
    if have_no_author_in_common(a, b) || are_of_other_years(a, b) {
        return None;
    }
    let (titles, dois) = (title::compare(a, b), identifiers::compare(a, b));
    let (first, second) = (Words::of_abstract(a), Words::of_abstract(b));
    if a.abstract_text.is_empty() || b.abstract_text.is_empty() {
        return (titles == Titles::Equal && dois != Dois::Differ).then_some(Relation::Same(1.0));
    }
    let texts = Texts { first: &first, second: &second, titles, dois };
    let overlap = Overlap::of(&first, &second);
    if let Some(same) = texts.same(overlap, is_cut(a, b, &first, &second)) {
        return Some(Relation::Same(same));
    }
    let is_identified = || dois == Dois::Same || identifiers::same_arxiv(a, b);
    let is_same_work = titles == Titles::Equal && overlap.common >= LEAST_COMMON || is_identified();
    (overlap.of_shorter >= VERSION && is_same_work).then_some(Relation::Versions)
}

struct Texts<'a> {
    first: &'a Words,
    second: &'a Words,
    titles: Titles,
    dois: Dois,
}

impl Texts<'_> {
    /// The overlap of two texts that are one paper.
    fn same(&self, overlap: Overlap, is_cut: bool) -> Option<f64> {
        let shortest = self.first.letters().len().min(self.second.letters().len());
        if self.titles == Titles::Differ || self.dois == Dois::Differ || shortest < LEAST_LETTERS {
            return None;
        }
        if is_cut {
            return Some(overlap.of_both);
        }
        let confirmed = self.titles != Titles::Silent || self.dois == Dois::Same;
        let threshold = if confirmed { SAME_WITH_TITLE } else { SAME_WITHOUT_TITLE };
        (overlap.of_both >= threshold && !self.are_told_apart(confirmed)).then_some(overlap.of_both)
    }

    fn are_told_apart(&self, confirmed: bool) -> bool {
        let differences = Differences::of(self.first, self.second);
        differences.differ_in_numbers()
            || differences.are_opposed()
            || !confirmed && differences.differ_in_names()
    }
}

/// How far two sets of shingles overlap, 0 to 1.
#[derive(Debug, Clone, Copy)]
struct Overlap {
    /// Number of common shingles.
    common: f64,
    /// Common shingles over all (Jaccard index).
    of_both: f64,
    /// Common shingles over those of the smaller set.
    of_shorter: f64,
}

impl Overlap {
    fn of(first: &Words, second: &Words) -> Self {
        let (first, second) = (shingles(first), shingles(second));
        let mut rest = second.iter().peekable();
        let is_common = |shingle: &&u32| {
            while rest.next_if(|other| other < shingle).is_some() {}
            rest.next_if_eq(shingle).is_some()
        };
        let common = first.iter().filter(is_common).count() as f64;
        Self {
            common,
            of_both: common / (first.len() as f64 + second.len() as f64 - common),
            of_shorter: common / first.len().min(second.len()).max(1) as f64,
        }
    }
}

/// Whether one text is the beginning of the other, cut inside a sentence; its last word may be cut too.
fn is_cut(a: &Paper, b: &Paper, first: &Words, second: &Words) -> bool {
    let (shorter, few, many) =
        if first.letters().len() <= second.letters().len() { (a, first, second) } else { (b, second, first) };
    let text = shorter.abstract_text.trim_end();
    let ends_inside =
        text.ends_with("...") || text.ends_with('…') || !text.ends_with(['.', '?', '!', ')', '"']);
    ends_inside
        && few.len() > 1
        && many.len() > few.len()
        && few.iter().take(few.len() - 1).eq(many.iter().take(few.len() - 1))
}

/// Whether both papers name authors, and share not one word of their names.
fn have_no_author_in_common(a: &Paper, b: &Paper) -> bool {
    let (a, b) = (names(&a.fields.authors), names(&b.fields.authors));
    let is_latin = |names: &BTreeSet<String>| names.iter().any(|name| name.is_ascii());
    !a.is_empty() && !b.is_empty() && is_latin(&a) == is_latin(&b) && a.is_disjoint(&b)
}

/// The words of names, folded and without accents, but initials.
fn names(authors: &[String]) -> BTreeSet<String> {
    let plain: String = authors.join(" ").nfkd().filter(|&c| !is_mark(c)).collect();
    let words = Words::of(&plain);
    words.iter().filter(|word| !word.is_ascii() || word.len() > 1).map(str::to_owned).collect()
}

/// Combining diacritical marks.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}')
}

/// Whether both are editorials and the like, of two years.
fn are_of_other_years(a: &Paper, b: &Paper) -> bool {
    let years = a.fields.year.zip(b.fields.year);
    years.is_some_and(|(a, b)| a != b) && title::is_generic(a) && title::is_generic(b)
}
