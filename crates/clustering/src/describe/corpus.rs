//! The papers as words, and the phrases that mark some of them.

use std::collections::BTreeMap;

use super::grams::{Counts, Gram, MOST_STEMS, Place, count, each_gram, inside, stems};
use super::score::{Frequency, score};
use super::thin::{Candidate, drop_parts};
use super::vocabulary::{self, Vocabulary};
use super::words::{Role, is_empty_head};

/// Candidates that are looked at closely for each topic.
const SHORTLIST: usize = 160;
/// Share of the uses of its last word as a noun under which a phrase names nothing.
const LEAST_NOUN_SHARE: f64 = 0.35;
/// Candidates under which rarer phrases are let in.
const ENOUGH: usize = 4;

/// All texts as numbered words, with the counts of their phrases.
pub(crate) struct Corpus {
    vocabulary: Vocabulary,
    documents: Vec<Vec<u32>>,
    counts: Counts,
}

impl Corpus {
    /// Reads title and abstract of all papers.
    pub(crate) fn read(texts: &[(&str, &str)]) -> Self {
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

    /// The stems of a label or a phrase of it, in order.
    pub(crate) fn stems_of(&mut self, label: &str) -> Vec<u32> {
        let words = self.vocabulary.read(label);
        let named = words.into_iter().filter(|word| *word != vocabulary::BREAK);
        named.flat_map(|word| self.vocabulary.word(word).stems.clone()).collect()
    }

    /// Share of the texts at `members` that hold the phrase of `wanted` stems, 0 to 1.
    pub(crate) fn share(&self, wanted: &[u32], members: &[usize]) -> f64 {
        let holds = |member: &&usize| {
            let mut held = false;
            let note = |place: Place<'_>| held |= stems(&place.gram) == wanted;
            each_gram(&self.vocabulary, &self.documents[**member], note);
            held
        };
        members.iter().filter(holds).count() as f64 / members.len().max(1) as f64
    }

    /// Share of all texts that hold the phrase of `wanted` stems, 0 to 1; 0 for one too rare to be counted.
    pub(crate) fn share_of_all(&self, wanted: &[u32]) -> f64 {
        let mut gram = [vocabulary::BREAK; MOST_STEMS];
        gram.iter_mut().zip(wanted).for_each(|(place, stem)| *place = *stem);
        let held = self.counts.get(&gram).map_or(0, |held| held.documents);
        f64::from(held) / self.documents.len().max(1) as f64
    }

    /// The `most` best phrases of the texts at `members`, best first; none is part of another.
    pub(crate) fn candidates(&self, members: &[usize], most: usize) -> Vec<Candidate> {
        let found =
            inside(&self.vocabulary, members.iter().map(|&member| &self.documents[member]), &self.counts);
        let mut least = least_inside(members.len());
        let mut scored = self.scored(&found, members.len(), least);
        while scored.len() < ENOUGH && least > 1 {
            least -= 1;
            scored = self.scored(&found, members.len(), least);
        }
        scored.truncate(SHORTLIST);
        let mut candidates = self.shown(&scored, members);
        candidates.retain(|one| one.score > 0.0);
        drop_parts(&mut candidates);
        candidates.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.stems.cmp(&b.stems)));
        candidates.truncate(most);
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

    /// A phrase with a subject word, or a firm compound of general ones (`time series`), that is no fragment of longer
    /// ones.
    fn names_something(&self, gram: &Gram) -> bool {
        let held = self.counts[gram];
        let documents = |stem: &u32| {
            let single = [*stem, vocabulary::BREAK, vocabulary::BREAK, vocabulary::BREAK];
            self.counts.get(&single).map_or(u32::MAX, |held| held.documents)
        };
        let compound = stems(gram).len() > 1 && held.nominal * 2 > held.documents && held.documents >= 3;
        let rarest = stems(gram).iter().map(documents).min().unwrap_or(u32::MAX);
        let slack = if stems(gram).len() == 1 { 3 } else { 0 };
        let ends_there = held.closing > 0 && held.closing * 3 + slack >= held.documents;
        ends_there && (held.subject * 2 > held.documents || (compound && held.documents * 2 >= rarest))
    }

    /// The shortlist as `members` write it, and who holds it.
    fn shown(&self, scored: &[(f64, Gram, u32)], members: &[usize]) -> Vec<Candidate> {
        let place: BTreeMap<Gram, usize> =
            scored.iter().enumerate().map(|(at, (_, gram, _))| (*gram, at)).collect();
        let mut found: Vec<Found> = vec![Found::default(); scored.len()];
        for (number, &member) in members.iter().enumerate() {
            each_gram(&self.vocabulary, &self.documents[member], |Place { gram, words, closes }| {
                let Some(&at) = place.get(&gram) else { return };
                found[at].note(self.form(words), self.naming(words), closes, number as u32);
            });
        }
        scored.iter().zip(found).map(|(scored, found)| self.candidate(scored, found)).collect()
    }

    fn candidate(&self, (score, gram, inside): &(f64, Gram, u32), found: Found) -> Candidate {
        let (text, naming) = found.best_form();
        Candidate {
            words: text.split(' ').count(),
            text,
            stems: stems(gram).to_vec(),
            score: *score * naming,
            inside: *inside,
            outside: self.counts[gram].documents - inside,
            holders: found.holders,
            direction: Vec::new(),
            nearness: 1.0,
        }
    }

    /// How well `words` name something, 0 to 1: their last is a noun and says something, or not all are general.
    fn naming(&self, words: &[u32]) -> f64 {
        let Some(&last) = words.last() else { return 0.0 };
        let is_subject = |word: &u32| self.vocabulary.word(*word).role == Role::Subject;
        let empty = is_empty_head(&self.vocabulary.word(last).surface.to_lowercase());
        let general = empty || !words.iter().any(is_subject);
        let noun_share = self.vocabulary.noun_share(last);
        if noun_share < LEAST_NOUN_SHARE { 0.0 } else { noun_share * if general { 0.5 } else { 1.0 } }
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

/// Where the papers of a topic hold one phrase.
#[derive(Debug, Clone, Default)]
struct Found {
    forms: BTreeMap<String, Form>,
    holders: Vec<u32>,
}

/// One way to write a phrase.
#[derive(Debug, Clone, Copy, Default)]
struct Form {
    /// Times it stands before a border.
    closing: usize,
    times: usize,
    naming: f64,
}

impl Found {
    fn note(&mut self, form: String, naming: f64, closes: bool, member: u32) {
        let form = self.forms.entry(form).or_default();
        form.closing += usize::from(closes);
        form.times += 1;
        form.naming = form.naming.max(naming);
        if self.holders.last() != Some(&member) {
            self.holders.push(member);
        }
    }

    /// The form that stands for itself most often, ties by times, then by the shorter and the first: `images` where
    /// `image` only stands before other nouns.
    fn best_form(&self) -> (String, f64) {
        let rank = |form: &Form| ((form.closing as f64 * form.naming * 1e6) as u64, form.times);
        let best = self
            .forms
            .iter()
            .max_by(|a, b| rank(a.1).cmp(&rank(b.1)).then(b.0.len().cmp(&a.0.len())).then(b.0.cmp(a.0)));
        best.map(|(form, seen)| (form.clone(), seen.naming)).unwrap_or_default()
    }
}
