//! The phrases that mark a topic.

use super::corpus::{Use, Words};
use super::grams::stems;
use super::score::{Frequency, score};
use super::stop_words::Barred;
use super::thin::{Candidate, Mark, drop_parts};

/// Candidates that are looked at closely for each topic.
const SHORTLIST: usize = 160;
/// How many times as often as other papers those of the topic must hold a firm phrase.
const FIRM_LIFT: f64 = 5.0;
/// Share of the topic's papers that must hold a fair phrase.
const FAIR_SHARE: f64 = 0.05;
/// How many times as often as other papers those of the topic must hold a fair phrase.
const FAIR_LIFT: f64 = 3.5;
/// Candidates under which rarer phrases are let in.
const ENOUGH: usize = 4;

/// How often a group of papers holds each phrase.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Group {
    papers: usize,
    /// By place of the phrase.
    held: Vec<Count>,
}

/// Papers of a group that hold a phrase.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Count {
    phrase: u32,
    papers: u32,
    /// Sum over these papers of 1 plus half the logarithm of how often they hold it.
    weight: f64,
}

impl Group {
    /// The papers at `members`; memory is linear in the number of phrases.
    pub(crate) fn of(words: &Words, members: &[usize]) -> Self {
        let mut held = vec![Count::default(); words.phrases()];
        for &Use { phrase, times } in members.iter().flat_map(|&member| words.uses(member)) {
            let count = &mut held[phrase as usize];
            count.phrase = phrase;
            count.papers += 1;
            count.weight += 1.0 + 0.5 * f64::from(times).ln();
        }
        held.retain(|count| count.papers > 0);
        held.shrink_to_fit();
        Self { papers: members.len(), held }
    }

    /// The papers of all `groups`, none of which is in two.
    pub(crate) fn sum<'a>(groups: impl Iterator<Item = &'a Self>) -> Self {
        let mut sum = Self::default();
        for group in groups {
            sum.papers += group.papers;
            sum.held.extend(&group.held);
        }
        sum.held.sort_by_key(|count| count.phrase);
        let of_one = sum.held.chunk_by(|a, b| a.phrase == b.phrase);
        sum.held = of_one.map(added).collect();
        sum
    }

    fn papers_with(&self, phrase: u32) -> u32 {
        self.held.binary_search_by_key(&phrase, |count| count.phrase).map_or(0, |at| self.held[at].papers)
    }
}

fn added(counts: &[Count]) -> Count {
    let add = |sum: Count, next: &Count| Count {
        phrase: next.phrase,
        papers: sum.papers + next.papers,
        weight: sum.weight + next.weight,
    };
    counts.iter().fold(Count::default(), add)
}

/// What a topic is told apart from.
#[derive(Clone, Copy)]
pub(crate) struct Contrast<'a> {
    pub(crate) words: &'a Words,
    /// The topic's papers.
    pub(crate) members: &'a [usize],
    pub(crate) own: &'a Group,
    /// The papers of the topic and its siblings; `None` for all papers.
    pub(crate) area: Option<&'a Group>,
    pub(crate) barred: &'a Barred,
}

impl Contrast<'_> {
    /// The `most` best phrases of the topic, best first, of which three quarters may be firm; none is part of another.
    pub(crate) fn candidates(&self, most: usize) -> Vec<Candidate> {
        let mut least = least_inside(self.members.len());
        let mut scored = self.scored(least);
        while scored.len() < ENOUGH && least > 1 {
            least -= 1;
            scored = self.scored(least);
        }
        let (mut firm, mut other): (Vec<_>, Vec<_>) =
            scored.into_iter().partition(|(_, count)| self.mark(count) == Mark::Firm);
        firm.truncate(SHORTLIST);
        other.truncate(SHORTLIST);
        let mut candidates: Vec<Candidate> =
            firm.iter().chain(&other).map(|scored| self.candidate(*scored)).collect();
        drop_parts(&mut candidates);
        let firm = candidates.iter().filter(|one| one.mark == Mark::Firm).count();
        candidates.drain(firm.min(most * 3 / 4)..firm);
        candidates.truncate(most);
        for one in &mut candidates {
            one.holders = self.holders(one);
        }
        candidates
    }

    fn mark(&self, count: &Count) -> Mark {
        let outside = f64::from(self.words.phrase(count.phrase).documents - count.papers);
        let others = (self.words.papers() - self.own.papers) as f64;
        let share = f64::from(count.papers) / self.own.papers as f64;
        let lifted = |times: f64| share * others >= times * outside;
        if count.papers >= firm_inside(self.own.papers) && lifted(FIRM_LIFT) {
            Mark::Firm
        } else if share >= FAIR_SHARE && lifted(FAIR_LIFT) {
            Mark::Fair
        } else {
            Mark::Faint
        }
    }

    /// Phrases that `least` papers hold with their scores, best first.
    fn scored(&self, least: u32) -> Vec<(f64, Count)> {
        let score = |count: &Count| (self.score(count), *count);
        let held = self.own.held.iter().filter(|count| count.papers >= least);
        let mut scored: Vec<(f64, Count)> = held.map(score).filter(|(score, _)| *score > 0.0).collect();
        scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.phrase.cmp(&b.1.phrase)));
        scored
    }

    fn score(&self, count: &Count) -> f64 {
        let entry = self.words.phrase(count.phrase);
        let stems = stems(&entry.gram);
        let Some(form) = entry.form.as_ref().filter(|_| !self.barred.bars(stems)) else { return 0.0 };
        let all = self.frequency(count, entry.documents, self.words.papers());
        let against_all = score(all, stems.len());
        let against_siblings = match self.area {
            Some(area) => {
                score(self.frequency(count, area.papers_with(count.phrase), area.papers), stems.len())
            }
            None => against_all,
        };
        form.naming * (against_all.max(0.0) * against_siblings.max(0.0)).sqrt()
    }

    fn frequency(&self, count: &Count, held: u32, papers: usize) -> Frequency {
        let documents = self.words.phrase(count.phrase).documents;
        Frequency {
            weight: count.weight,
            inside: f64::from(count.papers),
            topic: self.own.papers as f64,
            outside: f64::from(held - count.papers),
            others: (papers - self.own.papers) as f64,
            share: f64::from(documents) / self.words.papers() as f64,
        }
    }

    fn candidate(&self, (score, count): (f64, Count)) -> Candidate {
        let entry = self.words.phrase(count.phrase);
        let text = entry.form.as_ref().map_or("", |form| &form.text);
        Candidate {
            mark: self.mark(&count),
            empty: entry.form.as_ref().is_some_and(|form| form.empty),
            inside: count.papers,
            outside: entry.documents - count.papers,
            ..Candidate::new(text, stems(&entry.gram).to_vec(), score)
        }
    }

    fn holders(&self, candidate: &Candidate) -> Vec<u32> {
        let place = self.words.place(&candidate.stems);
        let holds =
            |member: &u32| place.is_some_and(|place| self.words.holds(self.members[*member as usize], place));
        (0..self.members.len() as u32).filter(holds).collect()
    }
}

/// Papers of a topic of `size` that must hold a phrase.
fn least_inside(size: usize) -> u32 {
    match size {
        0..3 => 1,
        3..60 => 2,
        _ => (size as u32).div_ceil(30),
    }
}

/// Papers of a topic of `size` that must hold a firm phrase: one in ten, in a small topic one in five up to four.
fn firm_inside(size: usize) -> u32 {
    size.div_ceil(10).max(size.div_ceil(5).clamp(2, 4)) as u32
}
