//! What every topic is about: phrases that mark it and a label.

mod grams;
mod label;
mod score;
mod shared;
mod thin;
mod tokens;
mod vocabulary;
mod words;

use std::collections::{BTreeMap, BTreeSet};

pub(crate) use shared::shared;

use grams::{Counts, Gram, count, each_gram, inside, stems};
use rayon::prelude::*;
use score::{Frequency, score};
use thin::{Candidate, drop_parts, thin};
use vocabulary::Vocabulary;

use crate::topic_map::Phrase;

/// Phrases of a topic at most.
const PHRASES: usize = 8;
/// Candidates that are looked at closely for each topic.
const SHORTLIST: usize = 120;
/// Candidates that a label is made from.
const FOR_LABEL: usize = 24;

/// The words about one topic.
#[derive(Debug, Clone, PartialEq)]
pub struct Description {
    /// Two to four words; different for every topic. `Topic N, no keywords` where no usable word is left.
    pub label: String,
    /// Phrases that mark the topic, best first, at most 8.
    pub phrases: Vec<Phrase>,
}

/// Describes the topics of `texts` (title and abstract), given the topic of each text; topic 0 chooses its label first.
///
/// `names` are the numbers of the topics that stand-in labels show, `kept` labels that topics have already. Cost is
/// about linear in the number of words.
#[must_use]
pub fn describe(
    texts: &[(&str, &str)],
    labels: &[usize],
    names: &[usize],
    kept: &BTreeMap<usize, String>,
) -> Vec<Description> {
    let corpus = Corpus::read(texts);
    let mut taken: BTreeSet<String> = kept.values().map(|label| label.to_lowercase()).collect();
    let mut members: Vec<Vec<usize>> = vec![Vec::new(); names.len()];
    labels.iter().enumerate().for_each(|(text, &topic)| members[topic].push(text));
    let candidates: Vec<Vec<Candidate>> =
        members.par_iter().map(|members| corpus.candidates(members)).collect();
    let mut described = Vec::with_capacity(names.len());
    for (topic, candidates) in candidates.iter().enumerate() {
        let label = kept.get(&topic).cloned().or_else(|| label::label(&thin(candidates, FOR_LABEL), &taken));
        let label = label.unwrap_or_else(|| format!("Topic {}, no keywords", names[topic]));
        taken.insert(label.to_lowercase());
        described
            .push(Description { label, phrases: phrases(candidates, members[topic].len(), texts.len()) });
    }
    described
}

fn phrases(candidates: &[Candidate], members: usize, texts: usize) -> Vec<Phrase> {
    let others = (texts - members).max(1) as f64;
    let phrase = |one: Candidate| Phrase {
        text: one.text,
        inside: f64::from(one.inside) / members.max(1) as f64,
        outside: f64::from(one.outside) / others,
    };
    thin(candidates, PHRASES).into_iter().map(phrase).collect()
}

/// All texts as numbered words, with the counts of their phrases.
struct Corpus {
    vocabulary: Vocabulary,
    documents: Vec<Vec<u32>>,
    counts: Counts,
}

impl Corpus {
    fn read(texts: &[(&str, &str)]) -> Self {
        let mut vocabulary = Vocabulary::new();
        let documents: Vec<Vec<u32>> =
            texts.iter().map(|(title, text)| read_paper(&mut vocabulary, title, text)).collect();
        let least = match documents.len() {
            0..200 => 1,
            200..2000 => 2,
            n => n as u32 / 1000 + 1,
        };
        let counts = count(&vocabulary, &documents, least);
        Self { vocabulary, documents, counts }
    }

    /// Scored phrases of the texts at `members`, best first.
    fn candidates(&self, members: &[usize]) -> Vec<Candidate> {
        let found =
            inside(&self.vocabulary, members.iter().map(|&member| &self.documents[member]), &self.counts);
        let mut least = least_inside(members.len());
        let mut scored = self.scored(&found, members.len(), least);
        while scored.len() < 4 && least > 1 {
            least -= 1;
            scored = self.scored(&found, members.len(), least);
        }
        scored.truncate(SHORTLIST);
        let mut candidates = self.shown(&scored, members);
        drop_parts(&mut candidates);
        candidates
    }

    fn scored(&self, found: &BTreeMap<Gram, (u32, f64)>, topic: usize, least: u32) -> Vec<(f64, Gram, u32)> {
        let others = (self.documents.len() - topic) as f64;
        let mut scored: Vec<(f64, Gram, u32)> = found
            .iter()
            .filter(|(gram, (held, _))| *held >= least && self.names_something(gram))
            .map(|(gram, (held, weight))| {
                let outside = f64::from(self.counts[gram].documents - held);
                let frequency = Frequency {
                    weight: *weight,
                    inside: f64::from(*held),
                    topic: topic as f64,
                    outside,
                    others,
                };
                (score(frequency, stems(gram).len()), *gram, *held)
            })
            .filter(|(score, ..)| *score > 0.0)
            .collect();
        scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        scored
    }

    /// A phrase with a subject word, or a firm compound of general ones (`time series`).
    fn names_something(&self, gram: &Gram) -> bool {
        let held = self.counts[gram];
        let documents = |stem: &u32| {
            let single = [*stem, vocabulary::BREAK, vocabulary::BREAK, vocabulary::BREAK];
            self.counts.get(&single).map_or(u32::MAX, |held| held.documents)
        };
        let compound = stems(gram).len() > 1 && held.nominal * 2 > held.documents && held.documents >= 3;
        let rarest = stems(gram).iter().map(documents).min().unwrap_or(u32::MAX);
        held.subject * 2 > held.documents || (compound && held.documents * 2 >= rarest)
    }

    /// The shortlist with the form each phrase is written in most often by `members`, and who holds it.
    fn shown(&self, scored: &[(f64, Gram, u32)], members: &[usize]) -> Vec<Candidate> {
        let place: BTreeMap<Gram, usize> =
            scored.iter().enumerate().map(|(at, (_, gram, _))| (*gram, at)).collect();
        let mut forms: Vec<BTreeMap<String, usize>> = vec![BTreeMap::new(); scored.len()];
        let mut holders: Vec<Vec<u32>> = vec![Vec::new(); scored.len()];
        for (number, &member) in members.iter().enumerate() {
            each_gram(&self.vocabulary, &self.documents[member], |gram, words| {
                let Some(&at) = place.get(&gram) else { return };
                *forms[at].entry(self.form(words)).or_default() += 1;
                if holders[at].last() != Some(&(number as u32)) {
                    holders[at].push(number as u32);
                }
            });
        }
        let candidate = |((score, gram, inside), (forms, holders)): (&(f64, Gram, u32), _)| {
            let held = self.counts[gram];
            let text = most_frequent(forms);
            Candidate {
                words: text.split(' ').count(),
                text,
                stems: stems(gram).to_vec(),
                score: *score,
                inside: *inside,
                outside: held.documents - inside,
                holders,
            }
        };
        scored.iter().zip(forms.into_iter().zip(holders)).map(candidate).collect()
    }

    fn form(&self, words: &[u32]) -> String {
        words.iter().map(|&word| self.vocabulary.usual(word)).collect::<Vec<_>>().join(" ")
    }
}

/// A paper's words; those of its title count twice.
fn read_paper(vocabulary: &mut Vocabulary, title: &str, text: &str) -> Vec<u32> {
    let title = vocabulary.read(title);
    let mut document = title.clone();
    document.push(vocabulary::BREAK);
    document.extend(title);
    document.push(vocabulary::BREAK);
    document.extend(vocabulary.read(text));
    document
}

/// Papers of a topic of `size` that must hold a phrase.
fn least_inside(size: usize) -> u32 {
    match size {
        0..3 => 1,
        3..60 => 2,
        _ => (size as u32).div_ceil(30),
    }
}

fn most_frequent(forms: BTreeMap<String, usize>) -> String {
    let best =
        forms.into_iter().max_by(|a, b| a.1.cmp(&b.1).then(b.0.len().cmp(&a.0.len())).then(b.0.cmp(&a.0)));
    best.map(|(form, _)| form).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const PROTEINS: [&str; 3] = [
        "We propose a novel method for protein folding. Results on 2,024 chains of the 10.1/x set show gains.",
        "In this paper, protein folding is studied. Our approach outperforms the state of the art.",
        "Experiments show that protein mutations matter for $x_i$ folding.",
    ];
    const GRAPHS: [&str; 3] = [
        "We propose a novel method for graph neural networks (GNNs). Results show gains.",
        "In this paper, a graph neural network is studied. Our approach outperforms the state of the art.",
        "Experiments show that GNNs lose signal; see https://example.org/gnn for a graph neural network.",
    ];

    fn two_topics() -> Vec<Description> {
        let texts: Vec<(&str, &str)> = PROTEINS.iter().chain(&GRAPHS).map(|text| ("", *text)).collect();
        describe(&texts, &[0, 0, 0, 1, 1, 1], &[1, 2], &BTreeMap::new())
    }

    #[test]
    fn labels_name_the_subject() {
        let labels: Vec<String> = two_topics().into_iter().map(|one| one.label).collect();
        assert!(labels[0].to_lowercase().contains("protein"), "{labels:?}");
        assert!(labels[1].to_lowercase().contains("graph neural network"), "{labels:?}");
        for label in labels {
            let words = label.split_whitespace().count();
            assert!((2..=4).contains(&words), "{label}");
            assert!(
                !["method", "approach", "results", "state", "experiments"]
                    .iter()
                    .any(|word| label.contains(word))
            );
        }
    }

    #[test]
    fn shares_are_true() {
        let topics = two_topics();
        let graphs = topics[1].phrases.iter().find(|phrase| phrase.text.contains("graph")).unwrap();
        assert!((graphs.inside - 1.0).abs() < 1e-9 && graphs.outside.abs() < 1e-9);
    }

    #[test]
    fn no_usable_word_is_said_and_labels_differ() {
        let texts = [("", "The of and 2024 to in 17."); 2];
        let none = describe(&texts, &[0, 1], &[4, 9], &BTreeMap::new());
        assert_eq!(none[0].label, "Topic 4, no keywords");
        assert_eq!(none[1].label, "Topic 9, no keywords");
        assert!(none.iter().all(|one| one.phrases.is_empty()));
        let texts = [("", "graph"); 2];
        let alike = describe(&texts, &[0, 1], &[1, 2], &BTreeMap::new());
        assert_ne!(alike[0].label, alike[1].label);
    }

    #[test]
    fn a_kept_label_is_not_given_again() {
        let texts: Vec<(&str, &str)> = PROTEINS.iter().chain(&GRAPHS).map(|text| ("", *text)).collect();
        let kept = BTreeMap::from([(1, two_topics()[0].label.clone())]);
        let again = describe(&texts, &[0, 0, 0, 1, 1, 1], &[1, 2], &kept);
        assert_eq!(again[1].label, kept[&1]);
        assert_ne!(again[0].label, again[1].label);
    }

    proptest! {
        #[test]
        fn any_text_is_described(texts in prop::collection::vec("\\PC{0,60}", 1..6)) {
            let pairs: Vec<(&str, &str)> = texts.iter().map(|text| (text.as_str(), text.as_str())).collect();
            let labels: Vec<usize> = (0..pairs.len()).map(|index| index % 2).collect();
            let described = describe(&pairs, &labels, &[1, 2], &BTreeMap::new());
            prop_assert!(described[0].label.to_lowercase() != described[1].label.to_lowercase());
            for one in described {
                let marked = one.phrases.iter().all(|p| (0.0..=1.0).contains(&p.inside) && (0.0..=1.0).contains(&p.outside));
                prop_assert!(!one.label.is_empty() && marked);
            }
        }
    }
}
