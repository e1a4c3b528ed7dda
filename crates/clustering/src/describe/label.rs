//! The names of topics.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use papermap_kernels::dot;

use super::stop_words::Barred;
use super::thin::{Candidate, Mark, overlap};

/// Candidates that a label is made from at most.
const CONSIDERED: usize = 24;
/// Pairs of phrases that a third one is tried with.
const EXTENDED: usize = 12;
/// Share of the topic's papers that should hold each part of its label.
const GOOD_SHARE: f64 = 0.06;
/// Papers that should hold each part; one in five where the topic is small.
const GOOD_NUMBER: usize = 3;
/// How many times as many papers must hold a word as a phrase to stand before it.
const MUCH_WIDER: u32 = 2;
/// Cosine above which two phrases say the same.
const SAME_MEANING: f32 = 0.65;
/// Share of the fitness of the best part that every other must have.
const LEAST_FITNESS: f64 = 0.2;
/// What is left of the fitness of a phrase that another label holds.
const USED: f64 = 0.6;
/// What is left of the fitness of a single word, which names a subject worse than a phrase does.
const SINGLE: f64 = 0.6;
/// What is left of the fitness of a phrase that is not firm.
const LOOSE: f64 = 0.6;
/// Share of the papers with one of its words that hold a phrase typical of them.
const TYPICAL: f64 = 0.3;
/// What is left of the fitness of a phrase whose last word says nothing.
const EMPTY: f64 = 0.3;
/// Power of the share of papers that hold a part of the label in its value.
const BY_COVERAGE: f64 = 0.9;

/// How long labels are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum LabelStyle {
    /// One to three words, one or two phrases: for coarse levels.
    Short,
    /// Two to six words, one to three phrases.
    #[default]
    Full,
}

/// Bounds of a style.
#[derive(Debug, Clone, Copy)]
struct Bounds {
    /// Words at least, where there are enough.
    least_words: usize,
    most_words: usize,
    most_parts: usize,
    most_letters: usize,
    /// Power of the number of parts that the sum of their fitness is divided by.
    by_parts: f64,
}

impl LabelStyle {
    fn bounds(self) -> Bounds {
        match self {
            Self::Short => {
                Bounds { least_words: 1, most_words: 3, most_parts: 2, most_letters: 32, by_parts: 1.0 }
            }
            Self::Full => {
                Bounds { least_words: 2, most_words: 6, most_parts: 3, most_letters: 50, by_parts: 0.7 }
            }
        }
    }
}

/// The labels that are taken.
pub(crate) struct Labels<'a> {
    style: LabelStyle,
    barred: &'a Barred,
    /// Sorted stems, so that neither word order nor number tells two labels apart.
    taken: BTreeSet<Vec<u32>>,
    /// Labels of other levels, taken only where there is no other, as sorted stems.
    avoided: BTreeSet<Vec<u32>>,
    parts: BTreeSet<Vec<u32>>,
}

/// Phrases that may be a label together, and how good a one.
type Valued<'a> = (f64, Vec<&'a Candidate>);

impl<'a> Labels<'a> {
    /// `kept` are the labels that topics have already, each as the stems of its phrases.
    ///
    /// `avoided` are labels of other levels.
    pub(crate) fn new<'b>(
        kept: impl Iterator<Item = &'b Vec<Vec<u32>>>,
        avoided: impl Iterator<Item = Vec<Vec<u32>>>,
        style: LabelStyle,
        barred: &'a Barred,
    ) -> Self {
        let avoided = avoided.map(|parts| key(&parts)).collect();
        let mut labels = Self { style, barred, taken: BTreeSet::new(), avoided, parts: BTreeSet::new() };
        kept.for_each(|parts| labels.take(parts));
        labels
    }

    fn take(&mut self, parts: &[Vec<u32>]) {
        self.taken.insert(key(parts));
        self.parts.extend(parts.iter().cloned());
    }

    /// The best free label for a topic of `size` papers from `candidates`, best first.
    ///
    /// Up to three phrases joined by commas that are fit to name the topic, do not repeat each other and together are held
    /// by many of its papers. The one that most papers hold stands first, ties by other papers that hold it; a single word
    /// stands before a phrase where far more hold it.
    pub(crate) fn choose(&mut self, candidates: &[Candidate], size: usize) -> Option<String> {
        let least = self.style.bounds().least_words;
        let good = self.considered(candidates, least_held(size));
        let any = self.considered(candidates, 0.0);
        let pools = [(&good, least), (&any, least), (&any, 1)];
        let own = pools.into_iter().find_map(|(pool, words)| {
            self.best(pool, words, size, |key| !self.taken.contains(key) && !self.avoided.contains(key))
        });
        let mut parts = own.or_else(|| self.best(&any, 1, size, |key| !self.taken.contains(key)))?;
        self.take(&stems(&parts));
        let width = |part: &Candidate| part.inside * if part.words > 1 { MUCH_WIDER } else { 1 };
        parts.sort_by_key(|part| Reverse((width(part), part.outside)));
        let texts: Vec<&str> = parts.iter().map(|part| part.text.as_str()).collect();
        Some(capitalised(&texts.join(", ")))
    }

    /// The best label of `words` words or more whose sorted stems are free.
    fn best<'b>(
        &self,
        pool: &'b [Candidate],
        words: usize,
        size: usize,
        is_free: impl Fn(&Vec<u32>) -> bool,
    ) -> Option<Vec<&'b Candidate>> {
        let long = |parts: &[&Candidate]| word_count(parts) >= words;
        let mut labels = self.labels(pool, size);
        sort(&mut labels);
        let labels = labels.into_iter().map(|(_, parts)| parts);
        labels.into_iter().find(|parts| long(parts) && is_free(&key(&stems(parts))))
    }

    /// Labels of one phrase, of two, and of three, with their values.
    fn labels<'b>(&self, pool: &'b [Candidate], size: usize) -> Vec<Valued<'b>> {
        let singles: Vec<Valued<'b>> = pool.iter().map(|one| self.valued(vec![one], size)).collect();
        let mut pairs = self.longer(&singles, pool, size);
        sort(&mut pairs);
        let triples = self.longer(&pairs[..pairs.len().min(EXTENDED)], pool, size);
        [singles, pairs, triples].concat()
    }

    /// `labels` with one more phrase of `pool`, where there is room.
    fn longer<'b>(&self, labels: &[Valued<'b>], pool: &'b [Candidate], size: usize) -> Vec<Valued<'b>> {
        let with = |parts: &Vec<&'b Candidate>, next: &'b Candidate| [&parts[..], &[next]].concat();
        let all = labels.iter().flat_map(|(_, parts)| pool.iter().map(move |next| (parts, next)));
        let room = all.filter(|(parts, next)| self.has_room(parts, next));
        room.map(|(parts, next)| self.valued(with(parts, next), size)).collect()
    }

    fn has_room(&self, parts: &[&Candidate], next: &Candidate) -> bool {
        let bounds = self.style.bounds();
        let letters: usize = parts.iter().map(|part| part.text.chars().count() + 2).sum();
        parts.len() < bounds.most_parts
            && word_count(parts) + next.words <= bounds.most_words
            && letters + next.text.chars().count() <= bounds.most_letters
            && parts.iter().all(|part| fits(part, next))
    }

    /// The fitness of the parts, by how many papers hold one of them.
    fn valued<'b>(&self, parts: Vec<&'b Candidate>, size: usize) -> Valued<'b> {
        let fitness = parts.iter().map(|part| part.score).sum::<f64>();
        let parts_weigh = (parts.len() as f64).powf(self.style.bounds().by_parts);
        (fitness / parts_weigh * coverage(&parts, size).powf(BY_COVERAGE), parts)
    }

    /// Candidates that `least` papers hold, fittest first, with their fitness as score.
    fn considered(&self, candidates: &[Candidate], least: f64) -> Vec<Candidate> {
        let letters = self.style.bounds().most_letters;
        let good = |one: &&Candidate| {
            let short = least <= 0.0 || one.text.chars().count() <= letters;
            f64::from(one.inside) >= least && short && !self.barred.bars(&one.stems)
        };
        let mut considered: Vec<Candidate> =
            candidates.iter().filter(good).take(CONSIDERED).cloned().collect();
        let fitness: Vec<f64> =
            considered.iter().map(|one| self.fitness(one) * typicality(one, &considered)).collect();
        considered.iter_mut().zip(fitness).for_each(|(one, fitness)| one.score = fitness);
        considered.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.text.cmp(&b.text)));
        considered
    }

    /// In a label meaning counts more than frequency.
    fn fitness(&self, one: &Candidate) -> f64 {
        let used = if self.parts.contains(&one.stems) { USED } else { 1.0 };
        let firm = if one.mark == Mark::Firm { 1.0 } else { LOOSE };
        let form = if one.words == 1 {
            SINGLE
        } else if one.empty {
            EMPTY
        } else {
            1.0
        };
        one.score.sqrt() * one.nearness * used * firm * form
    }
}

/// Best first, ties by fewer parts, then by their texts.
fn sort(labels: &mut [Valued<'_>]) {
    let texts = |parts: &[&Candidate]| parts.iter().map(|part| part.text.clone()).collect::<Vec<_>>();
    labels.sort_by(|(a, one), (b, other)| {
        b.total_cmp(a).then(one.len().cmp(&other.len())).then_with(|| texts(one).cmp(&texts(other)))
    });
}

/// 1, or less for a phrase that few papers hold of those that hold one of its words: `differential privacy` does not
/// stand for a topic that speaks of `privacy` throughout.
fn typicality(phrase: &Candidate, all: &[Candidate]) -> f64 {
    let words = all.iter().filter(|one| one.stems.len() == 1 && phrase.stems.contains(&one.stems[0]));
    let most = words.map(|word| word.inside).max().unwrap_or(0).max(phrase.inside).max(1);
    (f64::from(phrase.inside) / f64::from(most) / TYPICAL).min(1.0)
}

/// Papers of a topic of `size` that should hold each part of its label.
fn least_held(size: usize) -> f64 {
    (GOOD_SHARE * size as f64).max(size.div_ceil(5).min(GOOD_NUMBER) as f64)
}

/// Share of the `size` papers of a topic that hold at least one of `parts`, 0 to 1.
fn coverage(parts: &[&Candidate], size: usize) -> f64 {
    let mut holders: Vec<u32> = parts.iter().flat_map(|part| part.holders.iter().copied()).collect();
    holders.sort_unstable();
    holders.dedup();
    holders.len() as f64 / size.max(1) as f64
}

fn word_count(parts: &[&Candidate]) -> usize {
    parts.iter().map(|part| part.words).sum()
}

fn stems(parts: &[&Candidate]) -> Vec<Vec<u32>> {
    parts.iter().map(|part| part.stems.clone()).collect()
}

fn key(parts: &[Vec<u32>]) -> Vec<u32> {
    let mut stems = parts.concat();
    stems.sort_unstable();
    stems
}

/// Whether two phrases say different things and are about as fit.
fn fits(part: &Candidate, next: &Candidate) -> bool {
    next.score <= part.score
        && next.score >= LEAST_FITNESS * part.score
        && !overlap(part, next)
        && (part.direction.len() != next.direction.len()
            || dot(&part.direction, &next.direction) < SAME_MEANING)
}

/// With a capital first letter, unless the first word has capitals of its own.
fn capitalised(label: &str) -> String {
    let first_word = label.split(' ').next().unwrap_or_default();
    let mut letters = label.chars();
    match letters.next() {
        Some(first) if !first_word.chars().any(char::is_uppercase) => {
            first.to_uppercase().chain(letters).collect()
        }
        _ => label.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::corpus::Words;
    use super::super::stop_words::StopWords;
    use super::*;

    fn word(text: &str, score: f64, inside: u32, outside: u32) -> Candidate {
        let holders = (0..inside).collect();
        Candidate { inside, outside, holders, ..Candidate::new(text, vec![text.len() as u32], score) }
    }

    #[test]
    fn the_wider_part_stands_first() {
        let words = Words::read(&[], &[]);
        let barred = StopWords::default().of_labels(&words);
        let label = |candidates: &[Candidate]| {
            Labels::new([].into_iter(), [].into_iter(), LabelStyle::Full, &barred).choose(candidates, 5)
        };
        let label = |a, b| label(&[a, b]).unwrap();
        assert_eq!(label(word("assistant", 2.0, 3, 0), word("safety", 1.0, 3, 2)), "Safety, assistant");
        assert_eq!(label(word("assistant", 2.0, 3, 0), word("safety", 1.0, 2, 2)), "Assistant, safety");
        assert_eq!(label(word("assistant", 2.0, 3, 1), word("safety", 1.0, 3, 1)), "Assistant, safety");
    }
}
