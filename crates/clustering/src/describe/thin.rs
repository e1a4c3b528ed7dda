//! Phrases that say the same are shown once.

use super::vocabulary::is_acronym;

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

/// Whether two phrases share a stem, forms of one word, or one is short for the other.
pub(crate) fn overlap(a: &Candidate, b: &Candidate) -> bool {
    a.stems.iter().any(|stem| b.stems.contains(stem))
        || is_short_for(&a.text, &b.text)
        || is_short_for(&b.text, &a.text)
        || a.text.split(' ').any(|word| b.text.split(' ').any(|other| same_letters(word, other)))
}

/// Whether more than half of the stems of the shorter phrase are in the other, or one is short for the other.
fn repeats(a: &Candidate, b: &Candidate) -> bool {
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
    let (a, b) = (letters(a), letters(b));
    let (short, long) = if a.len() < b.len() { (&a, &b) } else { (&b, &a) };
    if short.len() > COMMON && long.len() == short.len() + NEGATION && long.ends_with(short) {
        return true;
    }
    let common = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
    common >= COMMON && common + ENDING >= a.len().max(b.len())
}

/// `LLMs` is short for `large language models`, and for `language models`.
fn is_short_for(short: &str, long: &str) -> bool {
    let initials: String =
        long.split([' ', '-']).filter_map(|word| word.chars().next()).flat_map(char::to_lowercase).collect();
    let short_words: Vec<&str> = short.split(' ').filter(|word| is_acronym(word)).collect();
    initials.chars().count() >= 2
        && short_words.iter().any(|word| word.trim_end_matches('s').to_lowercase().ends_with(&initials))
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

/// The first `most` of `candidates`, best first, that do not repeat a better one.
pub(crate) fn thin(candidates: &[Candidate], most: usize) -> Vec<Candidate> {
    let mut kept: Vec<Candidate> = Vec::new();
    for candidate in candidates {
        if kept.len() < most && !kept.iter().any(|better| repeats(candidate, better)) {
            kept.push(candidate.clone());
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_forms_are_known() {
        assert!(is_short_for("LLMs", "language models"));
        assert!(is_short_for("RL", "reinforcement learning"));
        assert!(!is_short_for("RL", "language models"));
        assert!(!is_short_for("GNN", "graph"));
    }

    #[test]
    fn spellings_and_endings_are_known() {
        assert!(same_letters("fine-tuning", "finetune"));
        assert!(same_letters("planner", "planning") && same_letters("fairness", "unfairness"));
        assert!(!same_letters("graph", "graph neural network"));
        assert!(!same_letters("policy", "poles"));
    }
}
