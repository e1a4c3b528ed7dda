//! How a phrase is written.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use super::grams::{Gram, LONGEST, Place, each_gram};
use super::sums::Sums;
use super::vocabulary::{BREAK, Vocabulary};
use super::words::{Role, is_empty_head};

/// Share of the uses of its last word as a noun under which a phrase names nothing.
const LEAST_NOUN_SHARE: f64 = 0.35;
/// Share of the places of a phrase that its form should have: `unknowns` does not stand for `unknown`.
const TYPICAL: f64 = 0.2;
/// How well a phrase must name something at least.
const LEAST_NAMING: f64 = 0.1;
/// What is left of how well a phrase names something where its words are general.
const GENERAL: f64 = 0.5;

/// The way a phrase is shown.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Form {
    /// Its words, parted by spaces.
    pub(crate) text: String,
    /// How well it names something, above 0 up to 1.
    pub(crate) naming: f64,
    /// Whether its last word says nothing, and the others often stand without it: `reasoning tasks`, not `recommender
    /// systems`.
    pub(crate) empty: bool,
}

/// How often a phrase is written in one way.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Written {
    /// Times it stands before a border.
    closing: u64,
    times: u64,
}

impl AddAssign for Written {
    fn add_assign(&mut self, other: Self) {
        self.closing += other.closing;
        self.times += other.times;
    }
}

/// The form of each phrase that has a `place`, by it; none for one whose forms name nothing.
///
/// `bound` are those that their last word belongs to even if it is a general one. The form is the one that stands for itself most often, ties by times, then the shorter and the first: `images` where `image`
/// only stands before other nouns.
pub(crate) fn forms(
    vocabulary: &Vocabulary,
    documents: &[Vec<u32>],
    place: &(impl Fn(&Gram) -> Option<u32> + Sync),
    bound: &impl Fn(u32) -> bool,
) -> BTreeMap<u32, Form> {
    let sums =
        Sums::of(documents, |document: &Vec<u32>, put: &mut dyn FnMut((u32, [u32; LONGEST]), Written)| {
            each_gram(vocabulary, document, |Place { gram, words, closes }| {
                if let Some(place) = place(&gram) {
                    put((place, filled(words)), Written { closing: u64::from(closes), times: 1 });
                }
            });
        });
    let written = sums.into_sorted();
    let of_one = written.chunk_by(|a, b| a.0.0 == b.0.0);
    of_one
        .filter_map(|forms| {
            let place = forms[0].0.0;
            Some((place, best(vocabulary, forms, bound(place))?))
        })
        .collect()
}

fn filled(words: &[u32]) -> [u32; LONGEST] {
    let mut filled = [BREAK; LONGEST];
    filled[..words.len()].copy_from_slice(words);
    filled
}

fn best(vocabulary: &Vocabulary, written: &[((u32, [u32; LONGEST]), Written)], bound: bool) -> Option<Form> {
    let mut forms: BTreeMap<String, (Written, f64)> = BTreeMap::new();
    for ((_, words), times) in written {
        let words: Vec<u32> = words.iter().copied().filter(|word| *word != BREAK).collect();
        let form = forms.entry(vocabulary.form(&words)).or_default();
        form.0 += *times;
        form.1 = form.1.max(naming(vocabulary, &words, bound));
    }
    let total = forms.values().map(|(written, _)| written.times).sum::<u64>() as f64;
    let rank =
        |(written, naming): &(Written, f64)| ((written.closing as f64 * naming * 1e6) as u64, written.times);
    let (text, (written, naming)) = forms
        .into_iter()
        .max_by(|a, b| rank(&a.1).cmp(&rank(&b.1)).then(b.0.len().cmp(&a.0.len())).then(b.0.cmp(&a.0)))?;
    let typical = (written.times as f64 / total / TYPICAL).min(1.0);
    let empty = !bound && text.rsplit(' ').next().is_some_and(|last| is_empty_head(&last.to_lowercase()));
    Some(Form { text, naming: naming * typical, empty }).filter(|form| form.naming >= LEAST_NAMING)
}

/// How well `words` name something, 0 to 1: their last is a noun and says something, or not all are general.
fn naming(vocabulary: &Vocabulary, words: &[u32], bound: bool) -> f64 {
    let Some(&last) = words.last() else { return 0.0 };
    let is_subject = |word: &u32| vocabulary.word(*word).role == Role::Subject;
    let empty = !bound && is_empty_head(&vocabulary.word(last).surface.to_lowercase());
    let general = empty || !words.iter().any(is_subject);
    let noun_share = vocabulary.noun_share(last);
    if noun_share < LEAST_NOUN_SHARE { 0.0 } else { noun_share * if general { GENERAL } else { 1.0 } }
}
