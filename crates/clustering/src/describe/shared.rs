//! Phrases that two texts have in common.

use std::collections::BTreeMap;

use super::grams::{Gram, Place, each_gram, stems, times};
use super::reading::{Text, read};
use super::thin::{Candidate, repeats};
use super::vocabulary::Vocabulary;
use super::words::Role;

/// Up to `n` phrases that both texts hold, longest and most used first, as `text` writes them.
pub(crate) fn shared(query: &str, text: &str, n: usize) -> Vec<String> {
    let (vocabulary, documents) = read(&[query, text].map(|text| Text::english("", text)));
    let asked = times(&vocabulary, &documents[0]);
    let mut found: BTreeMap<Gram, Candidate> = BTreeMap::new();
    let mut place = 0;
    each_gram(&vocabulary, &documents[1], |Place { gram, words, .. }| {
        place += 1;
        let Some(times) = asked.get(&gram).filter(|_| names_subject(&vocabulary, words)) else { return };
        let next = || candidate(&vocabulary, gram, words, place);
        found.entry(gram).or_insert_with(next).score += (*times).min(2) as f64 / 4.0;
    });
    let mut ranked: Vec<Candidate> = found.into_values().collect();
    ranked.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.inside.cmp(&b.inside)));
    thin(ranked, n).into_iter().map(|one| one.text).collect()
}

fn names_subject(vocabulary: &Vocabulary, words: &[u32]) -> bool {
    words.last().is_some_and(|&last| !vocabulary.word(last).adjective)
        && words.iter().any(|&word| vocabulary.word(word).role == Role::Subject)
}

fn candidate(vocabulary: &Vocabulary, gram: Gram, words: &[u32], place: u32) -> Candidate {
    let stems = stems(&gram).to_vec();
    let length = stems.len() as f64;
    Candidate { inside: place, ..Candidate::new(&vocabulary.form(words), stems, length) }
}

/// The first `most` of `candidates`, best first, that do not repeat a better one.
fn thin(candidates: Vec<Candidate>, most: usize) -> Vec<Candidate> {
    let mut kept: Vec<Candidate> = Vec::new();
    for candidate in candidates {
        if kept.len() < most && !kept.iter().any(|better| repeats(&candidate, better)) {
            kept.push(candidate);
        }
    }
    kept
}
