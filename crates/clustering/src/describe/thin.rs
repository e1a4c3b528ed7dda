//! Phrases that say the same are shown once.

use super::vocabulary::is_acronym;

/// How well a phrase marks its topic, by the papers that hold it here and elsewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Mark {
    /// Many papers of the topic hold it, and many times as many as of the others.
    Firm,
    /// Some do, and more than of the others.
    Fair,
    /// Few do, or not many more than of the others.
    Faint,
}

/// A scored phrase as it is shown.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Candidate {
    /// As its papers write it most often.
    pub(crate) text: String,
    /// Its stems.
    pub(crate) stems: Vec<u32>,
    /// Words in it.
    pub(crate) words: usize,
    /// Higher is better.
    pub(crate) score: f64,
    /// How well it marks the topic.
    pub(crate) mark: Mark,
    /// Whether its last word says nothing: `reasoning tasks`.
    pub(crate) empty: bool,
    /// Documents of the topic that hold it.
    pub(crate) inside: u32,
    /// Other documents that hold it.
    pub(crate) outside: u32,
    /// The documents of the topic that hold it, by their place in the topic, rising.
    pub(crate) holders: Vec<u32>,
    /// Its vector, of unit length; empty until it is embedded.
    pub(crate) direction: Vec<f32>,
    /// Its cosine to the centre of the topic as a share of the nearest phrase's; 1 until it is embedded.
    pub(crate) nearness: f64,
}

impl Candidate {
    /// A phrase of `text` that no document is known to hold.
    pub(crate) fn new(text: &str, stems: Vec<u32>, score: f64) -> Self {
        Self {
            text: text.to_owned(),
            stems,
            words: text.split(' ').count(),
            score,
            mark: Mark::Firm,
            empty: false,
            inside: 0,
            outside: 0,
            holders: Vec::new(),
            direction: Vec::new(),
            nearness: 1.0,
        }
    }
}

/// Whether two phrases share a stem, forms of one word, or one is short for the other.
pub(crate) fn overlap(a: &Candidate, b: &Candidate) -> bool {
    a.stems.iter().any(|stem| b.stems.contains(stem))
        || is_short_for(&a.text, &b.text)
        || is_short_for(&b.text, &a.text)
        || a.text.split(' ').any(|word| b.text.split(' ').any(|other| same_letters(word, other)))
}

/// Whether more than half of the stems of the shorter phrase are in the other, or one is short for the other.
pub(crate) fn repeats(a: &Candidate, b: &Candidate) -> bool {
    let shared = a.stems.iter().filter(|stem| b.stems.contains(stem)).count();
    shared * 2 > a.stems.len().min(b.stems.len())
        || is_short_for(&a.text, &b.text)
        || is_short_for(&b.text, &a.text)
        || same_letters(&a.text, &b.text)
}

/// Letters at the end in which forms of one word differ at most: `planner` and `planning`.
const ENDING: usize = 3;
/// Letters that forms of one word have in common at least.
const COMMON: usize = 5;

/// Letters of `un-` and `in-`.
const NEGATION: usize = 2;

/// Whether two phrases are the same but for a negation, their ending, hyphens and spaces: `fine-tuning` and `finetune`.
fn same_letters(a: &str, b: &str) -> bool {
    let letters = |text: &str| -> Vec<char> {
        text.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let [a, b] = [a, b].map(|text| letters(text.strip_suffix("ness").unwrap_or(text)));
    let (short, long) = if a.len() < b.len() { (&a, &b) } else { (&b, &a) };
    let negated = long.len() == short.len() + NEGATION && long.ends_with(short);
    if negated && (short.len() > COMMON || long.starts_with(&['u', 'n'])) {
        return true;
    }
    if a == b {
        return true;
    }
    let common = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
    common >= COMMON && common + ENDING >= a.len().max(b.len())
}

/// `LLMs` is short for `large language models`, and for `language models`; `OOD` for `out-of-distribution detection`.
fn is_short_for(short: &str, long: &str) -> bool {
    let initials: String =
        long.split([' ', '-']).filter_map(|word| word.chars().next()).flat_map(char::to_lowercase).collect();
    let stands_for = |acronym: &str| {
        let acronym = acronym.trim_end_matches('s').to_lowercase();
        acronym.ends_with(&initials) || (acronym.chars().count() > 2 && initials.starts_with(&acronym))
    };
    initials.chars().count() >= 2 && short.split(' ').filter(|word| is_acronym(word)).any(stands_for)
}

/// Drops a phrase of which most occurrences are part of a longer one; `candidates` in any order.
pub(crate) fn drop_parts(candidates: &mut Vec<Candidate>) {
    let part_of_longer = |short: &Candidate, all: &[Candidate]| {
        all.iter().any(|long| {
            long.stems.len() > short.stems.len()
                && long.stems.windows(short.stems.len()).any(|part| part == short.stems)
                && f64::from(long.inside) >= 0.6 * f64::from(short.inside)
        })
    };
    let keep: Vec<bool> = candidates.iter().map(|one| !part_of_longer(one, candidates)).collect();
    let mut keep = keep.into_iter();
    candidates.retain(|_| keep.next().unwrap_or(true));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_forms_are_known() {
        assert!(is_short_for("LLMs", "language models"));
        assert!(is_short_for("RL", "reinforcement learning"));
        assert!(is_short_for("OOD detection", "out-of-distribution detection"));
        assert!(!is_short_for("RL", "language models"));
        assert!(!is_short_for("GNN", "graph"));
    }

    #[test]
    fn spellings_and_endings_are_known() {
        assert!(same_letters("fine-tuning", "finetune"));
        assert!(same_letters("planner", "planning") && same_letters("fairness", "unfair"));
        assert!(!same_letters("graph", "graph neural network"));
        assert!(!same_letters("policy", "poles"));
    }
}
