//! Phrases of one to three words, counted.

use std::collections::{BTreeMap, HashMap};

use super::vocabulary::{BREAK, Vocabulary};
use super::words::Role;

/// Words of the longest phrase.
const LONGEST: usize = 3;
/// Stems of the longest phrase.
pub(crate) const MOST_STEMS: usize = 4;

/// The stems of a phrase, filled up with [`BREAK`]: one phrase for all its forms.
pub(crate) type Gram = [u32; MOST_STEMS];

/// The stems of a gram without the filling.
pub(crate) fn stems(gram: &Gram) -> &[u32] {
    let end = gram.iter().position(|stem| *stem == BREAK).unwrap_or(MOST_STEMS);
    &gram[..end]
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
pub(crate) fn each_gram(vocabulary: &Vocabulary, document: &[u32], mut take: impl FnMut(Place<'_>)) {
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
pub(crate) type Counts = HashMap<Gram, Held>;

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

/// Counts the phrases of `documents`; those in fewer than `least` are left out, with all that contain them.
pub(crate) fn count(vocabulary: &Vocabulary, documents: &[Vec<u32>], least: u32) -> Counts {
    let mut held = Counts::new();
    for length in 1..=MOST_STEMS {
        let mut new = Counts::new();
        for document in documents {
            count_length(vocabulary, document, length, &held, &mut new);
        }
        new.retain(|_, count| count.documents >= least);
        held.extend(new);
    }
    held
}

/// Adds the phrases of `length` stems in one document whose shorter parts are all frequent.
fn count_length(vocabulary: &Vocabulary, document: &[u32], length: usize, held: &Counts, new: &mut Counts) {
    let mut grams: BTreeMap<Gram, [bool; 3]> = BTreeMap::new();
    each_gram(vocabulary, document, |Place { gram, words, closes }| {
        if stems(&gram).len() == length && parts_are_held(vocabulary, words, held) {
            let nominal = words.last().is_some_and(|&last| !vocabulary.word(last).adjective);
            let subject = words.iter().any(|&word| vocabulary.word(word).role == Role::Subject);
            let seen = grams.entry(gram).or_default();
            *seen = [seen[0] || (nominal && subject), seen[1] || nominal, seen[2] || closes];
        }
    });
    for (gram, [subject, nominal, closing]) in grams {
        let count = new.entry(gram).or_default();
        count.documents += 1;
        count.subject += u32::from(subject);
        count.nominal += u32::from(nominal);
        count.closing += u32::from(closing);
    }
}

fn parts_are_held(vocabulary: &Vocabulary, words: &[u32], held: &Counts) -> bool {
    let is_held = |words: &[u32]| gram(vocabulary, words).is_some_and(|gram| held.contains_key(&gram));
    words.len() < 2 || (is_held(&words[1..]) && is_held(&words[..words.len() - 1]))
}

/// Documents of a group that hold each phrase of `counts`, and the sum of their weights (1 plus half the logarithm of
/// how often a document holds it).
pub(crate) fn inside<'a>(
    vocabulary: &Vocabulary,
    documents: impl Iterator<Item = &'a Vec<u32>>,
    counts: &Counts,
) -> BTreeMap<Gram, (u32, f64)> {
    let mut found: BTreeMap<Gram, (u32, f64)> = BTreeMap::new();
    for document in documents {
        let mut times: BTreeMap<Gram, u32> = BTreeMap::new();
        each_gram(vocabulary, document, |Place { gram, .. }| {
            if counts.contains_key(&gram) {
                *times.entry(gram).or_default() += 1;
            }
        });
        for (gram, times) in times {
            let entry = found.entry(gram).or_default();
            entry.0 += 1;
            entry.1 += 1.0 + 0.5 * f64::from(times).ln();
        }
    }
    found
}
