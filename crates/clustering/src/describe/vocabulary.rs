//! Words as numbers, with their stems.

use std::collections::{HashMap, HashSet};

use rust_stemmers::{Algorithm, Stemmer};

use super::tokens::{Token, tokens};
use super::usage::{Cue, Uses, cue};
use super::words::{Role, general, is_adjective, role};

/// Number that stands for a place no phrase crosses.
pub(crate) const BREAK: u32 = u32::MAX;

/// First parts that grow together with the rest: `pre-training` is `pretraining`.
const PREFIXES: [&str; 22] = [
    "anti", "auto", "bi", "co", "cross", "de", "hyper", "hypo", "inter", "meta", "micro", "macro", "multi",
    "non", "over", "pre", "re", "semi", "sub", "super", "tri", "un",
];

/// Share of the uses as a noun of a word that looks like an adjective.
const ADJECTIVE: f64 = 0.1;

/// One way to write a word.
#[derive(Debug, Clone)]
pub(crate) struct Word {
    /// As it is written.
    pub(crate) surface: String,
    /// Numbers of its stems: one, or more where hyphens part it.
    pub(crate) stems: Vec<u32>,
    /// What it is good for.
    pub(crate) role: Role,
    /// Whether it looks like an adjective.
    pub(crate) adjective: bool,
    /// What it says about its neighbours.
    cue: Cue,
    /// How it is used.
    uses: Uses,
    /// How often it stands in the texts.
    count: usize,
    /// How often it stands inside a phrase, where only a name has a capital.
    inner: usize,
}

/// All words of some texts, numbered in the order of their first use.
pub(crate) struct Vocabulary {
    words: Vec<Word>,
    by_surface: HashMap<String, u32>,
    stems: HashMap<String, u32>,
    /// How often each stem is written in lower case.
    lower: Vec<usize>,
    general: HashSet<String>,
    stemmer: Stemmer,
}

impl Vocabulary {
    pub(crate) fn new() -> Self {
        let stemmer = Stemmer::create(Algorithm::English);
        Self {
            words: Vec::new(),
            by_surface: HashMap::new(),
            stems: HashMap::new(),
            lower: Vec::new(),
            general: general().map(|word| stemmer.stem(word).into_owned()).collect(),
            stemmer,
        }
    }

    pub(crate) fn word(&self, number: u32) -> &Word {
        &self.words[number as usize]
    }

    /// The words of `text` as numbers; stop words and other borders of phrases become [`BREAK`].
    pub(crate) fn read(&mut self, text: &str) -> Vec<u32> {
        self.number(&tokens(text))
    }

    fn number(&mut self, tokens: &[Token<'_>]) -> Vec<u32> {
        let mut inner = false;
        let mut raw: Vec<u32> = Vec::with_capacity(tokens.len());
        for token in tokens {
            raw.push(match token {
                Token::Word(surface) => self.intern(surface, inner),
                Token::Break => BREAK,
            });
            inner = *token != Token::Break;
        }
        self.note_uses(&raw);
        let mut numbers: Vec<u32> = raw.into_iter().map(|number| self.border_or(number)).collect();
        numbers.dedup_by(|next, previous| *next == BREAK && *previous == BREAK);
        numbers
    }

    fn border_or(&self, number: u32) -> u32 {
        if number == BREAK || self.word(number).role == Role::Stop { BREAK } else { number }
    }

    fn note_uses(&mut self, raw: &[u32]) {
        let cue = |words: &[Word], at: Option<usize>| {
            at.and_then(|at| raw.get(at))
                .filter(|number| **number != BREAK)
                .map_or(Cue::None, |&number| words[number as usize].cue)
        };
        for (at, &number) in raw.iter().enumerate().filter(|(_, number)| **number != BREAK) {
            let before = cue(&self.words, at.checked_sub(1));
            let after = cue(&self.words, Some(at + 1));
            let closes = raw.get(at + 1).is_none_or(|&next| self.border_or(next) == BREAK);
            let word = &mut self.words[number as usize];
            word.uses.note(word.cue, before, after, closes);
        }
    }

    /// Share of the uses of a word as a noun, 0 to 1; a name or an acronym is one.
    pub(crate) fn noun_share(&self, number: u32) -> f64 {
        let word = self.word(number);
        match word {
            word if is_acronym(&word.surface) => 1.0,
            word if word.adjective => ADJECTIVE,
            word => word.uses.noun_share(&word.surface.to_lowercase()),
        }
    }

    fn intern(&mut self, surface: &str, inner: bool) -> u32 {
        let known = self.by_surface.get(surface).copied();
        let number = known.unwrap_or_else(|| self.add(surface));
        let word = &mut self.words[number as usize];
        word.count += 1;
        word.inner += usize::from(inner);
        if !word.surface.chars().any(char::is_uppercase) {
            word.stems.iter().for_each(|&stem| self.lower[stem as usize] += 1);
        }
        number
    }

    fn add(&mut self, surface: &str) -> u32 {
        let number = self.words.len() as u32;
        let word = self.analyse(surface);
        self.by_surface.insert(surface.to_owned(), number);
        self.words.push(word);
        number
    }

    fn analyse(&mut self, surface: &str) -> Word {
        let plain = surface.replace(['\u{2010}', '\u{2011}'], "-").replace('\u{2019}', "'");
        let lower = plain.to_lowercase();
        let acronym = is_acronym(&plain);
        let stems = if acronym { vec![acronym_stem(&plain)] } else { self.stems_of(&lower) };
        let role = match role(&lower) {
            _ if acronym => Role::Subject,
            Role::Subject if matches!(&stems[..], [stem] if self.general.contains(stem)) => Role::Companion,
            role => role,
        };
        let stems = stems.into_iter().map(|stem| self.stem_number(stem)).collect();
        Word {
            adjective: !acronym && is_adjective(&lower),
            cue: cue(&lower),
            surface: plain,
            stems,
            role,
            uses: Uses::default(),
            count: 0,
            inner: 0,
        }
    }

    fn stems_of(&self, lower: &str) -> Vec<String> {
        let mut parts: Vec<String> = Vec::new();
        let mut prefix = String::new();
        for part in lower.split('-').filter(|part| !part.is_empty()) {
            if parts.is_empty() && prefix.is_empty() && PREFIXES.contains(&part) {
                part.clone_into(&mut prefix);
                continue;
            }
            let whole = std::mem::take(&mut prefix) + part;
            parts.push(self.stem(&whole));
        }
        if parts.is_empty() {
            parts.push(prefix);
        }
        parts
    }

    fn stem(&self, lower: &str) -> String {
        if lower.is_ascii() { self.stemmer.stem(lower).into_owned() } else { lower.to_owned() }
    }

    fn stem_number(&mut self, stem: String) -> u32 {
        let next = self.stems.len() as u32;
        let number = *self.stems.entry(stem).or_insert(next);
        self.lower.resize(self.stems.len(), 0);
        number
    }

    /// The usual casing of a word: a capital only in an acronym or a name.
    pub(crate) fn usual(&self, number: u32) -> String {
        let word = self.word(number);
        let small = word.surface.to_lowercase();
        let lower = if is_acronym(&word.surface) {
            self.by_surface.get(&small).map_or(0, |&at| self.word(at).count)
        } else {
            word.stems.iter().map(|&stem| self.lower[stem as usize]).min().unwrap_or(0)
        };
        let capital_first = word.surface.chars().skip(1).all(|letter| !letter.is_uppercase());
        let by_position = capital_first && word.inner == 0;
        if by_position || lower * 3 >= word.count { small } else { word.surface.clone() }
    }
}

/// Two capitals or more, or a capital after a small letter or digit.
pub(crate) fn is_acronym(surface: &str) -> bool {
    !surface.contains('-')
        && surface.chars().count() <= 10
        && surface.chars().filter(|letter| letter.is_uppercase()).count() >= 2
}

/// `LLMs` is `llm`.
fn acronym_stem(surface: &str) -> String {
    surface.strip_suffix('s').unwrap_or(surface).to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn same_stems(a: &str, b: &str) -> bool {
        let mut vocabulary = Vocabulary::new();
        let mut stems = |text: &str| -> Vec<u32> {
            let numbers = vocabulary.read(text);
            numbers.iter().flat_map(|&number| vocabulary.word(number).stems.clone()).collect()
        };
        stems(a) == stems(b)
    }

    #[test]
    fn forms_of_a_word_are_one() {
        assert!(same_stems("graph networks", "Graph network"));
        assert!(same_stems("pre-training", "pretraining"));
        assert!(same_stems("state-space models", "state space model"));
        assert!(same_stems("LLMs", "LLM"));
        assert!(!same_stems("graph", "protein"));
    }

    #[test]
    fn casing_follows_use() {
        let mut vocabulary = Vocabulary::new();
        let first = vocabulary.read("Proteins fold. The Bayesian graph. proteins proteins. Spectral");
        assert_eq!(vocabulary.usual(first[0]), "proteins");
        assert_eq!(vocabulary.usual(first[3]), "Bayesian");
        assert_eq!(vocabulary.usual(first[9]), "spectral");
    }
}
