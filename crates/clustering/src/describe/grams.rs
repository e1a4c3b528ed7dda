//! Phrases of one to three words, counted.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use super::sums::Sums;
use super::vocabulary::{BREAK, Vocabulary};
use super::words::Role;

/// Words of the longest phrase.
pub(crate) const LONGEST: usize = 3;
/// Stems of the longest phrase.
pub(crate) const MOST_STEMS: usize = 4;

/// The stems of a phrase, filled up with [`BREAK`]: one phrase for all its forms.
pub(crate) type Gram = [u32; MOST_STEMS];

/// The stems of a gram without the filling.
pub(crate) fn stems(gram: &Gram) -> &[u32] {
    let end = gram.iter().position(|stem| *stem == BREAK).unwrap_or(MOST_STEMS);
    &gram[..end]
}

/// The phrase of one stem.
pub(crate) fn single(stem: u32) -> Gram {
    let mut gram = [BREAK; MOST_STEMS];
    gram[0] = stem;
    gram
}

/// One place where a document holds a phrase.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place<'a> {
    /// The phrase.
    pub(crate) gram: Gram,
    /// Its words, as they are written here.
    pub(crate) words: &'a [u32],
    /// Whether a border follows: a phrase that always goes on is a fragment.
    pub(crate) closes: bool,
}

/// Calls `take` with every phrase of `document`, in order.
///
/// A phrase is one to three words without a border between them, at most four stems, no stem twice.
pub(crate) fn each_gram<'a>(vocabulary: &Vocabulary, document: &'a [u32], mut take: impl FnMut(Place<'a>)) {
    for start in 0..document.len() {
        for end in start + 1..=(start + LONGEST).min(document.len()) {
            if document[end - 1] == BREAK {
                break;
            }
            let Some(gram) = gram(vocabulary, &document[start..end]) else { break };
            let closes = document.get(end).is_none_or(|next| *next == BREAK);
            take(Place { gram, words: &document[start..end], closes });
        }
    }
}

fn gram(vocabulary: &Vocabulary, words: &[u32]) -> Option<Gram> {
    let mut gram = [BREAK; MOST_STEMS];
    for (length, stem) in words.iter().flat_map(|&word| &vocabulary.word(word).stems).enumerate() {
        if length == MOST_STEMS || gram[..length].contains(stem) {
            return None;
        }
        gram[length] = *stem;
    }
    Some(gram)
}

/// The phrases that enough documents hold.
pub(crate) type Counts = Sums<Gram, Held>;

/// Count of one phrase.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Held {
    /// Documents that hold it.
    pub(crate) documents: u32,
    /// Documents where it names a subject: it has a subject word and does not end with an adjective.
    pub(crate) subject: u32,
    /// Documents where it does not end with an adjective.
    pub(crate) nominal: u32,
    /// Documents where a border follows it.
    pub(crate) closing: u32,
}

impl AddAssign for Held {
    fn add_assign(&mut self, other: Self) {
        self.documents += other.documents;
        self.subject += other.subject;
        self.nominal += other.nominal;
        self.closing += other.closing;
    }
}

/// Counts the phrases of `documents`; those in fewer than `least` are left out, with all that contain them.
pub(crate) fn count(vocabulary: &Vocabulary, documents: &[Vec<u32>], least: u32) -> Counts {
    let mut held = Counts::new();
    for length in 1..=MOST_STEMS {
        let mut new = Sums::of(documents, |document: &Vec<u32>, put: &mut dyn FnMut(Gram, Held)| {
            for (gram, held) in of_length(vocabulary, document, length, &held) {
                put(gram, held);
            }
        });
        new.retain(|count| count.documents >= least);
        held.extend(new);
    }
    held
}

/// The phrases of `length` stems in one document whose shorter parts are all frequent, each once.
fn of_length(vocabulary: &Vocabulary, document: &[u32], length: usize, held: &Counts) -> Vec<(Gram, Held)> {
    let mut found: Vec<(Gram, [bool; 3])> = Vec::new();
    each_gram(vocabulary, document, |Place { gram, words, closes }| {
        if stems(&gram).len() == length && parts_are_held(vocabulary, words, &|part| held.get(part).is_some())
        {
            let nominal = words.last().is_some_and(|&last| !vocabulary.word(last).adjective);
            let subject = words.iter().any(|&word| vocabulary.word(word).role == Role::Subject);
            found.push((gram, [nominal && subject, nominal, closes]));
        }
    });
    found.sort_unstable();
    let of_one = found.chunk_by(|a, b| a.0 == b.0);
    of_one.map(|places| (places[0].0, once(places))).collect()
}

fn once(places: &[(Gram, [bool; 3])]) -> Held {
    let any = |mark: usize| u32::from(places.iter().any(|(_, marks)| marks[mark]));
    Held { documents: 1, subject: any(0), nominal: any(1), closing: any(2) }
}

/// Whether what is left of `words` without the first and without the last one is a phrase that `is_counted`.
pub(crate) fn parts_are_held(
    vocabulary: &Vocabulary,
    words: &[u32],
    is_counted: &impl Fn(&Gram) -> bool,
) -> bool {
    let is_held = |words: &[u32]| gram(vocabulary, words).is_some_and(|gram| is_counted(&gram));
    words.len() < 2 || (is_held(&words[1..]) && is_held(&words[..words.len() - 1]))
}

/// How often `document` holds each phrase.
pub(crate) fn times(vocabulary: &Vocabulary, document: &[u32]) -> BTreeMap<Gram, usize> {
    let mut times = BTreeMap::new();
    each_gram(vocabulary, document, |Place { gram, .. }| *times.entry(gram).or_default() += 1);
    times
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::reading::{Text, read};
    use super::*;

    proptest! {
        #[test]
        fn frequent_phrases_are_counted_once_a_document(
            texts in prop::collection::vec("((graph|graphs|node-link|protein|fast|the|Unit|,) ){0,8}", 1..12),
            least in 1_u32..4,
        ) {
            let parts: Vec<Text<'_>> = texts.iter().map(|text| Text::english("", text)).collect();
            let (vocabulary, documents) = read(&parts);
            let mut slow: BTreeMap<Gram, u32> = BTreeMap::new();
            for document in &documents {
                for gram in times(&vocabulary, document).into_keys() {
                    *slow.entry(gram).or_default() += 1;
                }
            }
            slow.retain(|_, documents| *documents >= least);
            let fast = count(&vocabulary, &documents, least).into_sorted();
            let fast: BTreeMap<Gram, u32> = fast.into_iter().map(|(gram, held)| (gram, held.documents)).collect();
            prop_assert_eq!(fast, slow);
        }
    }
}
