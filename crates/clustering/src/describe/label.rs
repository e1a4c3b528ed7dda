//! The names of topics.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use papermap_kernels::dot;

use super::stop_words::Barred;
use super::thin::{Candidate, overlap};
use super::words::is_empty_head;

/// Candidates that a label is made from at most.
const CONSIDERED: usize = 24;
/// Letters of the longest label.
const MOST_LETTERS: usize = 50;
/// Share of the topic's papers that should hold each part of its label.
const GOOD_SHARE: f64 = 0.06;
/// Papers that should hold each part; one in five where the topic is small.
const GOOD_NUMBER: usize = 3;
/// How many times as many papers must hold the second part as the first to change places with it.
const MUCH_WIDER: u32 = 3;
/// Cosine above which two phrases say the same.
const SAME_MEANING: f32 = 0.65;
/// Share of the score of the first part that the second must have.
const LEAST_SECOND: f64 = 0.1;
/// What is left of the fitness of a phrase that another label holds.
const USED: f64 = 0.6;
/// What is left of the fitness of a single word, which names a subject worse than a phrase does.
const SINGLE: f64 = 0.7;
/// Share of the papers with one of its words that hold a phrase typical of them.
const TYPICAL: f64 = 0.3;
/// What is left of the fitness of a phrase whose last word says nothing.
const EMPTY: f64 = 0.3;

/// How long labels are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum LabelStyle {
    /// One to three words, for coarse levels.
    Short,
    /// Two to four words.
    #[default]
    Full,
}

impl LabelStyle {
    /// Words of the longest label.
    fn most_words(self) -> usize {
        match self {
            Self::Short => 3,
            Self::Full => 4,
        }
    }
}

/// The labels that are taken.
pub(crate) struct Labels<'a> {
    style: LabelStyle,
    barred: &'a Barred,
    /// Sorted stems, so that neither word order nor number tells two labels apart.
    taken: BTreeSet<Vec<u32>>,
    parts: BTreeSet<Vec<u32>>,
}

impl<'a> Labels<'a> {
    /// `kept` are the labels that topics have already, each as the stems of its phrases.
    pub(crate) fn new<'b>(
        kept: impl Iterator<Item = &'b Vec<Vec<u32>>>,
        style: LabelStyle,
        barred: &'a Barred,
    ) -> Self {
        let mut labels = Self { style, barred, taken: BTreeSet::new(), parts: BTreeSet::new() };
        kept.for_each(|parts| labels.take(parts));
        labels
    }

    fn take(&mut self, parts: &[Vec<u32>]) {
        self.taken.insert(key(parts));
        self.parts.extend(parts.iter().cloned());
    }

    /// The best free label of two to four words for a topic of `size` papers, from `candidates`, best first.
    ///
    /// One phrase of three words or more, or two phrases joined by a comma: the best, and the one that with it says most
    /// about the papers the first does not speak of; of two words or two phrases the one that more papers hold stands
    /// first, ties by other papers that hold it, and so does one that far more hold. A single phrase where no second one is good enough.
    pub(crate) fn choose(&mut self, candidates: &[Candidate], size: usize) -> Option<String> {
        let good = self.considered(candidates, least_held(size));
        let any = self.considered(candidates, 0.0);
        let pools = [(&good, 2), (&any, 2), (&any, 1)];
        let mut parts = pools.into_iter().find_map(|(pool, words)| self.best(pool, words))?;
        self.take(&stems(&parts));
        if let [first, second] = parts[..]
            && ((first.words > 1) == (second.words > 1) || second.inside >= MUCH_WIDER * first.inside)
        {
            parts.sort_by_key(|part| Reverse((part.inside, part.outside)));
        }
        let texts: Vec<&str> = parts.iter().map(|part| part.text.as_str()).collect();
        Some(capitalised(&texts.join(", ")))
    }

    /// The best free label of `words` words or more.
    fn best<'b>(&self, pool: &'b [Candidate], words: usize) -> Option<Vec<&'b Candidate>> {
        let long = |parts: &[&Candidate]| parts.iter().map(|part| part.words).sum::<usize>() >= words;
        let labels = pool.iter().flat_map(|first| self.with_first(first, pool));
        labels.into_iter().find(|parts| long(parts) && !self.taken.contains(&key(&stems(parts))))
    }

    /// Labels that start with `first`, best first.
    fn with_first<'b>(&self, first: &'b Candidate, all: &'b [Candidate]) -> Vec<Vec<&'b Candidate>> {
        let mut seconds: Vec<(f64, &Candidate)> = all
            .iter()
            .filter(|second| first.words + second.words <= self.style.most_words() && fits(first, second))
            .map(|second| (second.score * (0.7 + 0.5 * new_share(first, second)), second))
            .collect();
        seconds.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.text.cmp(&b.1.text)));
        let pairs = seconds.into_iter().map(|(_, second)| vec![first, second]);
        pairs.chain([vec![first]]).collect()
    }

    /// Candidates that `least` papers hold, fittest first, with their fitness as score.
    fn considered(&self, candidates: &[Candidate], least: f64) -> Vec<Candidate> {
        let good = |one: &&Candidate| {
            f64::from(one.inside) >= least && (least <= 0.0 || one.text.chars().count() <= MOST_LETTERS)
        };
        let mut considered: Vec<Candidate> = candidates
            .iter()
            .filter(good)
            .filter(|one| !self.barred.bars(&one.stems))
            .take(CONSIDERED)
            .cloned()
            .collect();
        let fitness: Vec<f64> =
            considered.iter().map(|one| self.fitness(one) * typicality(one, &considered)).collect();
        considered.iter_mut().zip(fitness).for_each(|(one, fitness)| one.score = fitness);
        considered.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.text.cmp(&b.text)));
        considered
    }

    /// In a label meaning counts more than frequency.
    fn fitness(&self, one: &Candidate) -> f64 {
        let used = if self.parts.contains(&one.stems) { USED } else { 1.0 };
        let empty = one.text.rsplit(' ').next().is_some_and(is_empty_head);
        let form = if one.words == 1 {
            SINGLE
        } else if empty {
            EMPTY
        } else {
            1.0
        };
        one.score.sqrt() * one.nearness.powi(2) * used * form
    }
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

fn stems(parts: &[&Candidate]) -> Vec<Vec<u32>> {
    parts.iter().map(|part| part.stems.clone()).collect()
}

fn key(parts: &[Vec<u32>]) -> Vec<u32> {
    let mut stems = parts.concat();
    stems.sort_unstable();
    stems
}

fn fits(first: &Candidate, second: &Candidate) -> bool {
    second.score >= LEAST_SECOND * first.score
        && !overlap(first, second)
        && (first.direction.len() != second.direction.len()
            || dot(&first.direction, &second.direction) < SAME_MEANING)
        && first.text.chars().count() + second.text.chars().count() + 2 <= MOST_LETTERS
}

/// Share of the holders of `second` that do not hold `first`.
fn new_share(first: &Candidate, second: &Candidate) -> f64 {
    let new = second.holders.iter().filter(|holder| first.holders.binary_search(holder).is_err()).count();
    new as f64 / second.holders.len().max(1) as f64
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
        Candidate {
            text: text.to_owned(),
            stems: vec![text.len() as u32],
            words: 1,
            score,
            inside,
            outside,
            holders: (0..inside).collect(),
            direction: Vec::new(),
            nearness: 1.0,
        }
    }

    #[test]
    fn the_wider_part_stands_first() {
        let words = Words::read(&[], &[]);
        let barred = StopWords::default().of_labels(&words);
        let label = |candidates: &[Candidate]| {
            Labels::new([].into_iter(), LabelStyle::Full, &barred).choose(candidates, 5)
        };
        let label = |a, b| label(&[a, b]).unwrap();
        assert_eq!(label(word("assistant", 2.0, 3, 0), word("safety", 1.0, 3, 2)), "Safety, assistant");
        assert_eq!(label(word("assistant", 2.0, 3, 0), word("safety", 1.0, 2, 2)), "Assistant, safety");
        assert_eq!(label(word("assistant", 2.0, 3, 1), word("safety", 1.0, 3, 1)), "Assistant, safety");
    }
}
