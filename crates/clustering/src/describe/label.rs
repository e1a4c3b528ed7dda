//! The name of a topic.

use std::collections::BTreeSet;

use super::thin::{Candidate, overlap};

/// Words of the longest label.
const MOST_WORDS: usize = 4;
/// Phrases that a label is made from at most.
const CONSIDERED: usize = 12;
/// Letters of the longest label.
const MOST_LETTERS: usize = 48;

/// The best label of two to four words that is not in `taken` (lower case), from `candidates`, best first.
///
/// One phrase of three words or more, or two phrases joined by a comma: the best, and the one that with it says most
/// about the papers the first does not speak of. A single word where nothing else is left.
pub(crate) fn label(candidates: &[Candidate], taken: &BTreeSet<String>) -> Option<String> {
    let considered = &candidates[..candidates.len().min(CONSIDERED)];
    let free = |label: &String| !taken.contains(&label.to_lowercase());
    considered.iter().flat_map(|first| with_first(first, considered)).find(free)
}

/// Labels that start with `first`, best first.
fn with_first(first: &Candidate, all: &[Candidate]) -> Vec<String> {
    let mut seconds: Vec<(f64, &Candidate)> = all
        .iter()
        .filter(|second| fits(first, second))
        .map(|second| (second.score * (0.7 + 0.5 * new_share(first, second)), second))
        .collect();
    seconds.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.text.cmp(&b.1.text)));
    let mut labels: Vec<String> =
        seconds.iter().map(|(_, second)| capitalised(&format!("{}, {}", first.text, second.text))).collect();
    labels.push(capitalised(&first.text));
    labels
}

fn fits(first: &Candidate, second: &Candidate) -> bool {
    first.words + second.words <= MOST_WORDS
        && !overlap(first, second)
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
