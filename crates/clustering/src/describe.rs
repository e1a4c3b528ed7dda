//! What every topic is about: phrases that mark it and a label.

mod candidates;
mod chunk;
mod corpus;
mod crowding;
mod forms;
mod grams;
mod hash;
mod inertia;
mod label;
mod language;
mod listing;
mod reading;
mod relevance;
mod risen;
mod score;
mod shared;
mod stop_words;
mod sums;
mod thin;
mod tokens;
mod usage;
mod vocabulary;
mod words;

use std::collections::BTreeMap;

use ndarray::Array2;
use rayon::prelude::*;

pub use corpus::{Words, holders};
pub use inertia::Former;
pub use label::LabelStyle;
pub use relevance::EmbedPhrases;
pub(crate) use risen::risen;
pub(crate) use shared::shared;
pub use stop_words::StopWords;

use candidates::{Contrast, Group};
use crowding::thin_out;
use inertia::{parts, still_fits};
use label::Labels;
use listing::list;
use relevance::weigh;
use stop_words::Barred;
use thin::Candidate;

use crate::ClusterError;
use crate::topic_map::Phrase;

/// Phrases of a topic at most.
const PHRASES: usize = 10;
/// Share of the reach of a new label that one which stays must have.
const STILL_REACHES: f64 = 0.6;
/// Candidates of a topic that are embedded at most.
const EMBEDDED: usize = 40;

/// The words about one topic.
#[derive(Debug, Clone, PartialEq)]
pub struct Description {
    /// A few words in the style asked for; different for every topic. `Topic N, no keywords` where no usable word is left.
    pub label: String,
    /// Phrases that mark the topic, best first, at most 10.
    pub phrases: Vec<Phrase>,
    /// Share of the topic's papers that hold at least one phrase of the label, 0 to 1; 0 for a stand-in.
    pub coverage: f64,
}

/// What is to be described, and with what.
#[derive(Clone, Copy)]
pub struct Describing<'a> {
    /// Topic of every paper.
    pub labels: &'a [usize],
    /// Numbers of the topics that stand-in labels show.
    pub names: &'a [usize],
    /// What the topics were before, for those that go on.
    pub former: &'a BTreeMap<usize, Former>,
    /// Directions of the topics, shape `(topics, width)`.
    pub centres: &'a Array2<f32>,
    /// Embeds candidates, at most 40 a topic.
    pub embed_phrases: EmbedPhrases<'a>,
    /// Area of every topic: phrases are scored against the other topics of the same area where it holds two topics or
    /// more. Empty: against all others.
    pub siblings: &'a [usize],
    /// Labels of coarser levels, which a topic bears only where its words allow no other.
    pub avoided: &'a [String],
    /// How long the labels are.
    pub style: LabelStyle,
    /// What is kept out of phrases and labels.
    pub stop_words: &'a StopWords,
}

/// Describes topics of the papers in `words`; topic 0 chooses its label first.
///
/// Candidates are the phrases of one to three words that a topic's papers hold more often than those of its siblings do;
/// of these the ones nearest in meaning to the topic's centre, and nearer to it than to the other topics, are chosen
/// (after `KeyBERT`, Grootendorst 2020). A topic that goes on keeps its label as long as its papers hold each phrase of it
/// at least half as often as they did, and no less often than all papers, and it reaches not far fewer of them than a new
/// one would. Cost is about linear in the number of words.
///
/// # Errors
/// What `embed_phrases` says; [`ClusterError::Phrases`] where its vectors are not one unit row a phrase.
pub fn describe(words: &Words, about: &Describing<'_>) -> Result<Vec<Description>, ClusterError> {
    let mut members: Vec<Vec<usize>> = vec![Vec::new(); about.names.len()];
    about.labels.iter().enumerate().for_each(|(paper, &topic)| members[topic].push(paper));
    let candidates = candidates(words, about, &members);
    let weighed = weigh(candidates, about.centres, about.embed_phrases)?;
    let barred = about.stop_words.of_labels(words);
    let mut kept = kept(words, about, &members, &barred);
    kept.retain(|&topic, parts| {
        let best = Labels::new([].into_iter(), [].into_iter(), about.style, &barred)
            .choose(&weighed[topic], members[topic].len());
        reaches_enough(words, parts, best.as_deref(), &members[topic])
    });
    let avoided = about.avoided.iter().map(|label| parts(words, label));
    let mut labels = Labels::new(kept.values(), avoided, about.style, &barred);
    let describe = |(topic, candidates): (usize, &Vec<Candidate>)| {
        let papers = &members[topic];
        let former = about.former.get(&topic).filter(|_| kept.contains_key(&topic));
        let label =
            former.map(|former| former.label.clone()).or_else(|| labels.choose(candidates, papers.len()));
        let listed = phrases(candidates, papers.len(), words.papers());
        Description {
            coverage: label.as_deref().map_or(0.0, |label| coverage(words, &parts(words, label), papers)),
            phrases: label.as_deref().map_or_else(
                || listed.clone(),
                |label| with_label(words, label, papers, (candidates, &listed)),
            ),
            label: label.unwrap_or_else(|| stand_in(about.style, about.names[topic])),
        }
    };
    Ok(weighed.iter().enumerate().map(describe).collect())
}

fn candidates(words: &Words, about: &Describing<'_>, members: &[Vec<usize>]) -> Vec<Vec<Candidate>> {
    let groups: Vec<Group> = members.par_iter().map(|members| Group::of(words, members)).collect();
    let areas = areas(about.siblings, &groups);
    let barred = about.stop_words.of_phrases(words);
    let contrast = |topic: usize| Contrast {
        words,
        members: &members[topic],
        own: &groups[topic],
        area: about.siblings.get(topic).and_then(|area| areas.get(area)),
        barred: &barred,
    };
    let mut found: Vec<Vec<Candidate>> =
        (0..members.len()).into_par_iter().map(|topic| contrast(topic).candidates(EMBEDDED)).collect();
    let sizes: Vec<usize> = members.iter().map(Vec::len).collect();
    thin_out(&mut found, &sizes);
    found
}

/// The papers of each area that holds two topics or more, but not all.
fn areas(siblings: &[usize], groups: &[Group]) -> BTreeMap<usize, Group> {
    let mut topics: BTreeMap<usize, Vec<&Group>> = BTreeMap::new();
    siblings.iter().zip(groups).for_each(|(&area, group)| topics.entry(area).or_default().push(group));
    topics.retain(|_, topics| topics.len() > 1 && topics.len() < groups.len());
    topics.into_iter().map(|(area, topics)| (area, Group::sum(topics.into_iter()))).collect()
}

/// The phrases of the labels that stay, by topic.
fn kept(
    words: &Words,
    about: &Describing<'_>,
    members: &[Vec<usize>],
    barred: &Barred,
) -> BTreeMap<usize, Vec<Vec<u32>>> {
    let stand_in = |topic: usize| stand_in(about.style, about.names[topic]);
    let named = about.former.iter().filter(|(topic, former)| former.label != stand_in(**topic));
    let kept =
        named.filter_map(|(&topic, former)| Some((topic, still_fits(words, former, &members[topic])?)));
    kept.filter(|(_, parts)| !parts.iter().any(|part| barred.bars(part))).collect()
}

/// Whether a label that would stay, by its stems, reaches not far fewer of the papers than the best new one.
fn reaches_enough(words: &Words, label: &[Vec<u32>], best: Option<&str>, papers: &[usize]) -> bool {
    let old = coverage(words, label, papers);
    let new = best.map_or(0.0, |best| coverage(words, &parts(words, best), papers));
    // Words that no paper holds were not counted when the label was given either.
    old <= 0.0 || old >= STILL_REACHES * new
}

/// The label of a topic or an area without a usable word.
fn stand_in(style: LabelStyle, name: usize) -> String {
    let what = if style == LabelStyle::Short { "Area" } else { "Topic" };
    format!("{what} {name}, no keywords")
}

/// The phrases of `label` with their shares, as candidates are written, then those of `listed` that are not among them,
/// at most 10 in all.
fn with_label(
    words: &Words,
    label: &str,
    papers: &[usize],
    (candidates, listed): (&[Candidate], &[Phrase]),
) -> Vec<Phrase> {
    let stems: Vec<Vec<u32>> = parts(words, label);
    let is_part = |phrase: &&Phrase| stems.contains(&words.stems_of(&phrase.text));
    let part = |(text, stems): (&str, &Vec<u32>)| {
        let known = listed.iter().find(|phrase| words.stems_of(&phrase.text) == *stems);
        let written = candidates.iter().find(|one| one.stems == *stems).map_or(text, |one| &one.text);
        known.cloned().or_else(|| counted(words, written, stems, papers))
    };
    let own = label.split(", ").zip(&stems).filter_map(part);
    own.chain(listed.iter().filter(|phrase| !is_part(phrase)).cloned()).take(PHRASES).collect()
}

/// A phrase of a label with its shares; none where too few papers hold it to be counted.
fn counted(words: &Words, text: &str, stems: &[u32], papers: &[usize]) -> Option<Phrase> {
    let place = words.place(stems)?;
    let inside = papers.iter().filter(|&&paper| words.holds(paper, place)).count();
    let outside = (words.phrase(place).documents as usize).saturating_sub(inside);
    let others = words.papers().saturating_sub(papers.len());
    Some(Phrase {
        text: text.to_owned(),
        inside: inside as f64 / papers.len().max(1) as f64,
        outside: outside as f64 / others.max(1) as f64,
    })
}

/// Share of `papers` that hold at least one phrase of a label, given by their stems, 0 to 1.
fn coverage(words: &Words, label: &[Vec<u32>], papers: &[usize]) -> f64 {
    let places: Vec<u32> = label.iter().filter_map(|part| words.place(part)).collect();
    let covered = papers.iter().filter(|&&paper| places.iter().any(|&place| words.holds(paper, place)));
    covered.count() as f64 / papers.len().max(1) as f64
}

fn phrases(candidates: &[Candidate], members: usize, texts: usize) -> Vec<Phrase> {
    let others = (texts - members).max(1) as f64;
    let phrase = |one: &Candidate| Phrase {
        text: one.text.clone(),
        inside: f64::from(one.inside) / members.max(1) as f64,
        outside: f64::from(one.outside) / others,
    };
    list(candidates, members, PHRASES).into_iter().map(phrase).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing::one_meaning;

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

    fn describe_words(
        texts: &[(&str, &str)],
        labels: &[usize],
        names: &[usize],
        former: &BTreeMap<usize, Former>,
    ) -> Vec<Description> {
        let centres = Array2::from_elem((names.len(), 2), 0.5_f32.sqrt());
        let about = Describing {
            labels,
            names,
            former,
            centres: &centres,
            embed_phrases: &one_meaning(2),
            siblings: &[],
            avoided: &[],
            style: LabelStyle::Full,
            stop_words: &StopWords::default(),
        };
        describe(&Words::read(texts, &[]), &about).unwrap()
    }

    fn two_topics() -> Vec<Description> {
        let texts: Vec<(&str, &str)> = PROTEINS.iter().chain(&GRAPHS).map(|text| ("", *text)).collect();
        describe_words(&texts, &[0, 0, 0, 1, 1, 1], &[1, 2], &BTreeMap::new())
    }

    #[test]
    fn labels_name_the_subject() {
        let labels: Vec<String> = two_topics().into_iter().map(|one| one.label).collect();
        assert!(labels[0].to_lowercase().contains("protein"), "{labels:?}");
        assert!(labels[1].to_lowercase().contains("graph neural network"), "{labels:?}");
        for label in labels {
            let words = label.split_whitespace().count();
            assert!((2..=6).contains(&words), "{label}");
            assert!(
                !["method", "approach", "results", "state", "experiments"]
                    .iter()
                    .any(|word| label.contains(word))
            );
        }
    }

    fn describe_in(style: LabelStyle, siblings: &[usize], stop_words: &StopWords) -> Vec<Description> {
        describe_apart(&[], style, siblings, stop_words)
    }

    fn describe_apart(
        avoided: &[String],
        style: LabelStyle,
        siblings: &[usize],
        stop_words: &StopWords,
    ) -> Vec<Description> {
        let texts: Vec<(&str, &str)> = PROTEINS.iter().chain(&GRAPHS).map(|text| ("", *text)).collect();
        let about = Describing {
            labels: &[0, 0, 0, 1, 1, 1],
            names: &[1, 2],
            former: &BTreeMap::new(),
            centres: &Array2::from_elem((2, 2), 0.5_f32.sqrt()),
            embed_phrases: &one_meaning(2),
            siblings,
            avoided,
            style,
            stop_words,
        };
        describe(&Words::read(&texts, &[]), &about).unwrap()
    }

    #[test]
    fn short_labels_are_short_and_cover() {
        for described in describe_in(LabelStyle::Short, &[], &StopWords::default()) {
            assert!(described.label.split(' ').count() <= 3, "{}", described.label);
            assert!(described.coverage > 0.5 && described.coverage <= 1.0, "{described:?}");
        }
    }

    #[test]
    fn the_phrases_of_the_label_come_first_with_their_shares() {
        for described in two_topics() {
            let parts = described.label.split(", ").count();
            let named: Vec<String> =
                described.phrases[..parts].iter().map(|phrase| phrase.text.to_lowercase()).collect();
            assert_eq!(named.join(", "), described.label.to_lowercase());
            assert!(described.phrases[..parts].iter().all(|phrase| phrase.inside > 0.0));
        }
    }

    #[test]
    fn a_label_that_reaches_few_papers_goes() {
        let texts = [("", "graph"), ("", "graph"), ("", "graph"), ("", "graph chains"), ("", "protein")];
        let former = BTreeMap::from([(0, Former { label: "Chains".to_owned(), papers: vec![3] })]);
        let labels = [0, 0, 0, 0, 1];
        assert_ne!(describe_words(&texts, &labels, &[1, 2], &former)[0].label, "Chains");
    }

    #[test]
    fn a_label_of_another_level_is_avoided() {
        let first = describe_in(LabelStyle::Full, &[], &StopWords::default());
        let labels: Vec<String> = first.into_iter().map(|one| one.label).collect();
        for (again, label) in
            describe_apart(&labels, LabelStyle::Full, &[], &StopWords::default()).iter().zip(&labels)
        {
            assert!(again.label != *label && !again.label.starts_with("Topic"), "{}", again.label);
        }
    }

    #[test]
    fn stop_words_keep_out_of_phrases_or_of_labels_only() {
        let protein = |stop_words: &StopWords| {
            let described = describe_in(LabelStyle::Full, &[], stop_words).swap_remove(0);
            let holds = |text: &str| text.to_lowercase().contains("protein");
            (holds(&described.label), described.phrases.iter().any(|phrase| holds(&phrase.text)))
        };
        assert_eq!(protein(&StopWords::default()), (true, true));
        assert_eq!(protein(&StopWords::read("proteins", "")), (false, false));
        assert_eq!(protein(&StopWords::read("", "Proteins")), (false, true));
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
        let none = describe_words(&texts, &[0, 1], &[4, 9], &BTreeMap::new());
        assert_eq!(none[0].label, "Topic 4, no keywords");
        assert_eq!(none[1].label, "Topic 9, no keywords");
        assert!(none.iter().all(|one| one.phrases.is_empty()));
        let texts = [("", "graph"); 2];
        let alike = describe_words(&texts, &[0, 1], &[1, 2], &BTreeMap::new());
        assert_ne!(alike[0].label, alike[1].label);
    }

    #[test]
    fn a_kept_label_is_not_given_again() {
        let texts: Vec<(&str, &str)> = PROTEINS.iter().chain(&GRAPHS).map(|text| ("", *text)).collect();
        let label = two_topics()[0].label.clone();
        let former = BTreeMap::from([(1, Former { label: label.clone(), papers: Vec::new() })]);
        let again = describe_words(&texts, &[0, 0, 0, 1, 1, 1], &[1, 2], &former);
        assert_eq!(again[1].label, label);
        assert_ne!(again[0].label, again[1].label);
    }

    #[test]
    fn a_label_stays_while_its_words_are_used() {
        let texts: Vec<(&str, &str)> = PROTEINS.iter().chain(&GRAPHS).map(|text| ("", *text)).collect();
        let label = |label: &str, papers: &[usize]| {
            let former = Former { label: label.to_owned(), papers: papers.to_vec() };
            let former = BTreeMap::from([(0, former)]);
            describe_words(&texts, &[0, 0, 0, 1, 1, 1], &[1, 2], &former)[0].label.clone()
        };
        let new = two_topics()[0].label.clone();
        assert_eq!(label("Protein mutations, chains", &[1, 2]), "Protein mutations, chains");
        assert_eq!(label("Protein, chains", &[0]), new);
        assert_eq!(label("Protein, graph neural networks", &[0, 3]), new);
        assert_eq!(label("Topic 1, no keywords", &[0]), new);
    }

    #[test]
    fn a_label_that_fits_other_papers_better_goes() {
        let texts = [("", "graph protein"), ("", "protein"), ("", "graph"), ("", "graph")];
        let label = |label: &str| {
            let former = BTreeMap::from([(0, Former { label: label.to_owned(), papers: vec![0, 1] })]);
            describe_words(&texts, &[0, 0, 1, 1], &[1, 2], &former)[0].label.clone()
        };
        assert_eq!(label("Protein chains"), "Protein chains");
        assert_eq!(label("Protein"), "Protein");
        assert_ne!(label("Graph"), "Graph");
    }

    #[test]
    fn verbs_adjectives_and_fragments_name_nothing() {
        let texts = [
            (
                "",
                "Enforcing the constraints with noisy robot grippers. Grippers enforce a robust two-finger grasp.",
            ),
            ("", "We keep enforcing the limits of noisy robot grippers. A robust two-finger grasp is noisy."),
            ("", "Protein chains."),
        ];
        let described = describe_words(&texts, &[0, 0, 1], &[1, 2], &BTreeMap::new());
        let phrases: Vec<&str> = described[0].phrases.iter().map(|phrase| phrase.text.as_str()).collect();
        assert!(phrases.contains(&"robot grippers"), "{phrases:?}");
        for word in ["enforcing", "enforce", "noisy", "noisy robot", "two-finger"] {
            assert!(!phrases.contains(&word), "{phrases:?}");
        }
    }

    #[test]
    fn word_order_and_number_do_not_tell_labels_apart() {
        let texts =
            [("", "graph protein"), ("", "graph proteins"), ("", "protein graph"), ("", "proteins graphs")];
        let described = describe_words(&texts, &[0, 1, 2, 3], &[1, 2, 3, 4], &BTreeMap::new());
        let corpus = Words::read(&texts, &[]);
        let named = described.iter().filter(|one| !one.label.starts_with("Topic"));
        let mut keys: Vec<Vec<u32>> = named.map(|one| corpus.stems_of(&one.label)).collect();
        let all = keys.len();
        for key in &mut keys {
            key.sort_unstable();
        }
        keys.sort();
        keys.dedup();
        assert!(all > 0 && keys.len() == all, "{described:?}");
    }

    proptest! {
        #[test]
        fn any_text_is_described(texts in prop::collection::vec("\\PC{0,60}", 1..6)) {
            let pairs: Vec<(&str, &str)> = texts.iter().map(|text| (text.as_str(), text.as_str())).collect();
            let labels: Vec<usize> = (0..pairs.len()).map(|index| index % 2).collect();
            let described = describe_words(&pairs, &labels, &[1, 2], &BTreeMap::new());
            prop_assert!(described[0].label.to_lowercase() != described[1].label.to_lowercase());
            for one in described {
                let marked = one.phrases.iter().all(|p| (0.0..=1.0).contains(&p.inside) && (0.0..=1.0).contains(&p.outside));
                prop_assert!(!one.label.is_empty() && marked);
            }
        }
    }
}
