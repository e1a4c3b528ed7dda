//! The papers as words and phrases, read once for all levels of topics.

use rayon::prelude::*;

use super::forms::{Form, forms};
use super::grams::{Gram, Held, MOST_STEMS, Place, count, each_gram, parts_are_held, single, stems};
use super::hash::FastMap;
use super::language::Language;
use super::reading::{Text, read};
use super::vocabulary::{BREAK, Vocabulary};

/// The words and phrases of some papers.
///
/// Made once and used for every level: areas and topics are described from the same `Words`. It does not keep the texts.
#[derive(Debug)]
pub struct Words {
    vocabulary: Vocabulary,
    /// By gram.
    phrases: Vec<Entry>,
    documents: Vec<Vec<Use>>,
}

/// One phrase that enough papers hold.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Entry {
    pub(crate) gram: Gram,
    /// Papers that hold it.
    pub(crate) documents: u32,
    /// How it is written and how well it names something; `None` where it names nothing.
    pub(crate) form: Option<Form>,
}

/// A phrase in a paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Use {
    /// Its place among the phrases.
    pub(crate) phrase: u32,
    /// How often the paper holds it; once more for each time in the title.
    pub(crate) times: u32,
}

impl Words {
    /// Reads title and abstract of all papers.
    ///
    /// `languages` are ISO 639-3 codes, one a paper; an empty slice and `None` mean English. Time and memory are linear in
    /// the length of the texts; the result does not depend on the number of threads.
    #[must_use]
    pub fn read(texts: &[(&str, &str)], languages: &[Option<&str>]) -> Self {
        let code = |paper: usize| languages.get(paper).copied().flatten();
        let text = |(paper, &(title, body)): (usize, &(_, _))| Text {
            title,
            body,
            language: Language::of_code(code(paper)),
        };
        let texts: Vec<Text<'_>> = texts.iter().enumerate().map(text).collect();
        let (vocabulary, documents) = read(&texts);
        let counts = count(&vocabulary, &documents, least_of_all(documents.len()));
        let phrases: Vec<(Gram, Held)> = counts.into_sorted();
        let documents_of: FastMap<Gram, u32> =
            phrases.iter().map(|(gram, held)| (*gram, held.documents)).collect();
        let named: Vec<bool> =
            phrases.iter().map(|(gram, held)| names_something(gram, *held, &documents_of)).collect();
        let place: FastMap<Gram, u32> =
            phrases.iter().zip(0..).map(|((gram, _), place)| (*gram, place)).collect();
        let place_of = |gram: &Gram| place.get(gram).copied().filter(|&place| named[place as usize]);
        let bound = |place: u32| is_bound(&phrases[place as usize], &documents_of);
        let forms = forms(&vocabulary, &documents, &place_of, &bound);
        let phrases = phrases.into_iter().zip(0..).map(|((gram, held), place)| Entry {
            gram,
            documents: held.documents,
            form: forms.get(&place).cloned(),
        });
        let phrases = phrases.collect();
        let documents =
            documents.into_par_iter().map(|document| uses(&vocabulary, &document, &place)).collect();
        Self { vocabulary, phrases, documents }
    }

    /// Papers that were read.
    #[must_use]
    pub fn papers(&self) -> usize {
        self.documents.len()
    }

    pub(crate) fn phrase(&self, place: u32) -> &Entry {
        &self.phrases[place as usize]
    }

    pub(crate) fn phrases(&self) -> usize {
        self.phrases.len()
    }

    /// The phrases of one paper, by their place.
    pub(crate) fn uses(&self, paper: usize) -> &[Use] {
        &self.documents[paper]
    }

    /// The stems of a label or a phrase of it, in order.
    pub(crate) fn stems_of(&self, label: &str) -> Vec<u32> {
        self.vocabulary.stems_of(label)
    }

    /// The place of the phrase of `wanted` stems; `None` for one that too few papers hold to be counted.
    pub(crate) fn place(&self, wanted: &[u32]) -> Option<u32> {
        let mut gram = [BREAK; MOST_STEMS];
        gram.get_mut(..wanted.len()).filter(|places| !places.is_empty())?.copy_from_slice(wanted);
        self.phrases.binary_search_by(|entry| entry.gram.cmp(&gram)).ok().map(|place| place as u32)
    }

    /// Whether a paper holds a phrase.
    pub(crate) fn holds(&self, paper: usize, place: u32) -> bool {
        self.documents[paper].binary_search_by_key(&place, |held| held.phrase).is_ok()
    }

    /// Share of the papers at `members` that hold the phrase of `wanted` stems, 0 to 1; 0 for one too rare to be counted.
    pub(crate) fn share(&self, wanted: &[u32], members: &[usize]) -> f64 {
        let held = |place| members.iter().filter(|&&member| self.holds(member, place)).count();
        self.place(wanted).map_or(0, held) as f64 / members.len().max(1) as f64
    }

    /// Share of all papers that hold the phrase of `wanted` stems, 0 to 1; 0 for one too rare to be counted.
    pub(crate) fn share_of_all(&self, wanted: &[u32]) -> f64 {
        let held = self.place(wanted).map_or(0, |place| self.phrase(place).documents);
        f64::from(held) / self.papers().max(1) as f64
    }
}

/// The papers that hold each of `phrases`, by their place among the texts of `words`, rising.
///
/// All forms of a word are one, so `graph network` is held where a paper says `Graph networks`. A phrase of more than
/// three words, of stop words alone, or that too few papers hold to be counted (fewer than two from 200 papers on, then
/// about one in 3,000) is held by none. Linear in the number of phrases in the papers.
#[must_use]
pub fn holders(words: &Words, phrases: &[&str]) -> Vec<Vec<u32>> {
    let holders = |phrase: &&str| {
        let place = words.place(&words.stems_of(phrase));
        let holds = |paper: &u32| place.is_some_and(|place| words.holds(*paper as usize, place));
        (0..words.papers() as u32).filter(holds).collect()
    };
    phrases.par_iter().map(holders).collect()
}

/// Papers that must hold a phrase of `papers`.
fn least_of_all(papers: usize) -> u32 {
    match papers {
        0..200 => 1,
        n => n as u32 / 3000 + 2,
    }
}

/// A phrase with a subject word, or a firm compound of general ones (`time series`), that is no fragment of longer ones.
fn names_something(gram: &Gram, held: Held, documents: &FastMap<Gram, u32>) -> bool {
    let documents = |&stem: &u32| documents.get(&single(stem)).copied().unwrap_or(u32::MAX);
    let length = stems(gram).len();
    let compound = length > 1 && held.nominal * 2 > held.documents && held.documents >= 3;
    let rarest = stems(gram).iter().map(documents).min().unwrap_or(u32::MAX);
    let slack = if length == 1 { 3 } else { 0 };
    let ends_there = held.closing > 0 && held.closing * 3 + slack >= held.documents;
    ends_there
        && (held.subject * 2 > held.documents
            || (compound && u64::from(held.documents) * 2 >= u64::from(rarest)))
}

/// Whether half of the papers that hold a phrase without its last word hold it with it: `recommender systems`.
fn is_bound((gram, held): &(Gram, Held), documents: &FastMap<Gram, u32>) -> bool {
    let mut rest = *gram;
    let last = stems(gram).len().saturating_sub(1);
    rest[last] = BREAK;
    documents.get(&rest).is_some_and(|&documents| held.documents * 2 >= documents)
}

fn uses(vocabulary: &Vocabulary, document: &[u32], place: &FastMap<Gram, u32>) -> Vec<Use> {
    let mut found: Vec<u32> = Vec::new();
    let is_counted = |gram: &Gram| place.contains_key(gram);
    each_gram(vocabulary, document, |Place { gram, words, .. }| {
        found.extend(place.get(&gram).filter(|_| parts_are_held(vocabulary, words, &is_counted)));
    });
    found.sort_unstable();
    let of_one = found.chunk_by(|a, b| a == b);
    let mut uses: Vec<Use> =
        of_one.map(|places| Use { phrase: places[0], times: places.len() as u32 }).collect();
    uses.shrink_to_fit();
    uses
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing::in_pool;

    const TEXTS: [(&str, &str); 4] = [
        ("Graph networks", "We fold a protein."),
        ("", "The graph network and the LLM."),
        ("Proteins", "LLMs, graphs."),
        ("", "Of the."),
    ];

    #[test]
    fn holders_are_told_by_stem() {
        let words = Words::read(&TEXTS, &[]);
        let found = holders(
            &words,
            &["graph network", "LLM", "protein", "of the", "spaceship", "a graph, a protein"],
        );
        assert_eq!(found, [vec![0, 1], vec![1, 2], vec![0, 2], vec![], vec![], vec![]]);
    }

    #[test]
    fn shares_count_papers() {
        let words = Words::read(&TEXTS, &[]);
        let graph = words.stems_of("graphs");
        assert!((words.share(&graph, &[0, 3]) - 0.5).abs() < 1e-9);
        assert!((words.share_of_all(&graph) - 0.75).abs() < 1e-9);
        assert!(words.share_of_all(&words.stems_of("spaceship")).abs() < 1e-9);
    }

    #[test]
    fn a_phrase_is_counted_where_it_is_held_however_it_is_joined() {
        let mut texts = vec![("", "of the"); 200];
        texts[..3].copy_from_slice(&[("", "A node-link."), ("", "The node-link."), ("", "The node link.")]);
        let words = Words::read(&texts, &[]);
        assert!(!words.phrases.is_empty());
        for (place, entry) in words.phrases.iter().enumerate() {
            let held = (0..200).filter(|&paper| words.holds(paper, place as u32)).count();
            assert_eq!(held, entry.documents as usize, "{entry:?}");
        }
    }

    #[test]
    fn languages_may_be_missing_or_too_few() {
        let words = Words::read(&[("", "der Graph"), ("", "the graph")], &[Some("deu")]);
        assert_eq!(holders(&words, &["der", "graph"]), [vec![], vec![0, 1]]);
    }

    proptest! {
        #[test]
        fn threads_do_not_matter(texts in prop::collection::vec("((Graph|graph|nets|fold|the|LLM|,) ){0,9}", 0..9)) {
            let pairs: Vec<(&str, &str)> = texts.iter().map(|text| ("", text.as_str())).collect();
            let [one, three] = [1, 3].map(|threads| in_pool(threads, || Words::read(&pairs, &[])));
            prop_assert_eq!(one.phrases, three.phrases);
            prop_assert_eq!(one.documents, three.documents);
        }
    }
}
