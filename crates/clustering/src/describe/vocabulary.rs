//! Words as numbers, with their stems.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::AddAssign;
use std::sync::LazyLock;

use rust_stemmers::{Algorithm, Stemmer};

use super::language::Language;
use super::tokens::{Token, tokens};
use super::usage::{Cue, Uses, cue};
use super::words::{Role, general, is_adjective, role};

/// Number that stands for a place no phrase crosses.
pub(crate) const BREAK: u32 = u32::MAX;
/// Number of a stem that no text holds.
pub(crate) const UNKNOWN: u32 = u32::MAX - 1;

/// First parts that grow together with the rest: `pre-training` is `pretraining`.
const PREFIXES: [&str; 22] = [
    "anti", "auto", "bi", "co", "cross", "de", "hyper", "hypo", "inter", "meta", "micro", "macro", "multi",
    "non", "over", "pre", "re", "semi", "sub", "super", "tri", "un",
];

/// Plurals that no rule makes singular.
const IRREGULAR: [(&str, &str); 17] = [
    ("automata", "automaton"),
    ("vertices", "vertex"),
    ("indices", "index"),
    ("indexes", "index"),
    ("matrices", "matrix"),
    ("appendices", "appendix"),
    ("vortices", "vortex"),
    ("simplices", "simplex"),
    ("analyses", "analysis"),
    ("hypotheses", "hypothesis"),
    ("criteria", "criterion"),
    ("phenomena", "phenomenon"),
    ("corpora", "corpus"),
    ("children", "child"),
    ("mice", "mouse"),
    ("axes", "axis"),
    ("spectra", "spectrum"),
];

/// Share of the uses as a noun of a word that looks like an adjective.
const ADJECTIVE: f64 = 0.1;
/// Letters of an elided article or preposition at most: `dell'analisi`.
const ELIDED: usize = 5;

/// The stems of the words that are good beside a subject word only.
static GENERAL_STEMS: LazyLock<HashSet<String>> = LazyLock::new(|| {
    let stemmer = Stemmer::create(Algorithm::English);
    general().map(|word| stemmer.stem(word).into_owned()).collect()
});

/// What a word is, whatever the texts.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Analysis {
    /// As it is shown.
    pub(crate) surface: String,
    /// Its stems: one, or more where hyphens part it.
    pub(crate) stems: Vec<String>,
    /// What it is good for.
    pub(crate) role: Role,
    /// Whether it looks like an adjective.
    pub(crate) adjective: bool,
    /// What it says about its neighbours.
    pub(crate) cue: Cue,
}

/// How a word is used in the texts.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Tally {
    /// As a noun or otherwise.
    pub(crate) uses: Uses,
    /// How often it is used.
    pub(crate) count: usize,
    /// How often it stands inside a phrase, where only a name has a capital.
    pub(crate) inner: usize,
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.uses += other.uses;
        self.count += other.count;
        self.inner += other.inner;
    }
}

/// One way to write a word.
#[derive(Debug, Clone)]
pub(crate) struct Word {
    /// As it is written.
    pub(crate) surface: String,
    /// Numbers of its stems.
    pub(crate) stems: Vec<u32>,
    /// What it is good for.
    pub(crate) role: Role,
    /// Whether it looks like an adjective.
    pub(crate) adjective: bool,
    /// What it says about its neighbours.
    pub(crate) cue: Cue,
    /// How it is used.
    tally: Tally,
    /// How often it is written in small letters.
    small: usize,
}

/// All words of some texts, numbered in the order of their first use.
#[derive(Debug, Default)]
pub(crate) struct Vocabulary {
    words: Vec<Word>,
    stems: HashMap<String, u32>,
    languages: BTreeSet<Language>,
}

impl Vocabulary {
    pub(crate) fn word(&self, number: u32) -> &Word {
        &self.words[number as usize]
    }

    /// Takes in the next word.
    pub(crate) fn add(&mut self, language: Language, word: Analysis) {
        self.languages.insert(language);
        let stems = word.stems.into_iter().map(|stem| self.stem_number(stem)).collect();
        let Analysis { surface, role, adjective, cue, .. } = word;
        self.words.push(Word { surface, stems, role, adjective, cue, tally: Tally::default(), small: 0 });
    }

    fn stem_number(&mut self, stem: String) -> u32 {
        let next = self.stems.len() as u32;
        *self.stems.entry(stem).or_insert(next)
    }

    /// Counts uses of a word.
    pub(crate) fn note(&mut self, number: u32, tally: Tally) {
        self.words[number as usize].tally += tally;
    }

    /// Finds out which words are usually written in small letters, once all uses are counted.
    pub(crate) fn settle_casing(&mut self) {
        let mut stems = vec![0; self.stems.len()];
        let mut surfaces: HashMap<&str, usize> = HashMap::new();
        let in_small = |word: &&Word| !word.surface.chars().any(char::is_uppercase);
        for word in self.words.iter().filter(in_small) {
            word.stems.iter().for_each(|&stem| stems[stem as usize] += word.tally.count);
            *surfaces.entry(&word.surface).or_default() += word.tally.count;
        }
        let small = |word: &Word| {
            if is_acronym(&word.surface) {
                surfaces.get(word.surface.to_lowercase().as_str()).copied().unwrap_or(0)
            } else {
                word.stems.iter().map(|&stem| stems[stem as usize]).min().unwrap_or(0)
            }
        };
        let small: Vec<usize> = self.words.iter().map(small).collect();
        self.words.iter_mut().zip(small).for_each(|(word, small)| word.small = small);
    }

    /// Share of the uses of a word as a noun, 0 to 1; a name or an acronym is one.
    pub(crate) fn noun_share(&self, number: u32) -> f64 {
        let word = self.word(number);
        match word {
            word if is_acronym(&word.surface) => 1.0,
            word if word.adjective => ADJECTIVE,
            word => word.tally.uses.noun_share(&word.surface.to_lowercase()),
        }
    }

    /// The usual casing of a word: a capital only in an acronym or a name.
    pub(crate) fn usual(&self, number: u32) -> String {
        let word = self.word(number);
        let capital_first = word.surface.chars().skip(1).all(|letter| !letter.is_uppercase());
        let by_position = capital_first && word.tally.inner == 0;
        if by_position || word.small * 3 >= word.tally.count {
            word.surface.to_lowercase()
        } else {
            word.surface.clone()
        }
    }

    /// The usual casing of `words`, parted by spaces.
    pub(crate) fn form(&self, words: &[u32]) -> String {
        words.iter().map(|&word| self.usual(word)).collect::<Vec<_>>().join(" ")
    }

    /// The stems of the words of `text` that are no stop words, in order; [`UNKNOWN`] where no text holds one.
    pub(crate) fn stems_of(&self, text: &str) -> Vec<u32> {
        let words = tokens(text).into_iter().filter_map(|token| match token {
            Token::Word(surface) => Some(surface),
            Token::Break => None,
        });
        words.flat_map(|word| self.stems_of_word(word)).collect()
    }

    fn stems_of_word(&self, surface: &str) -> Vec<u32> {
        let number = |stem: &String| self.stems.get(stem).copied().unwrap_or(UNKNOWN);
        let languages = if self.languages.is_empty() {
            vec![Language::English]
        } else {
            self.languages.iter().copied().collect()
        };
        let read = |language: Language| {
            let word = analyse(language, surface);
            if word.role == Role::Stop { Vec::new() } else { word.stems.iter().map(number).collect() }
        };
        let mut found = languages.into_iter().map(read).collect::<Vec<_>>();
        let known = found.iter().position(|stems: &Vec<u32>| !stems.contains(&UNKNOWN)).unwrap_or(0);
        found.swap_remove(known)
    }
}

/// What `surface` is in a text in `language`.
pub(crate) fn analyse(language: Language, surface: &str) -> Analysis {
    let plain = surface.replace(['\u{2010}', '\u{2011}'], "-").replace('\u{2019}', "'");
    let plain = if language.elides() { without_elided(&plain).to_owned() } else { plain };
    let lower = plain.to_lowercase();
    let acronym = is_acronym(&plain);
    let stems = if acronym { vec![acronym_stem(&plain)] } else { stems_of(language, &lower) };
    let english = language == Language::English;
    Analysis {
        role: role_in(language, &plain, &lower, &stems),
        adjective: !acronym && if english { is_adjective(&lower) } else { is_no_noun(language, &plain) },
        cue: if english { cue(&lower) } else { Cue::None },
        surface: plain,
        stems,
    }
}

fn role_in(language: Language, plain: &str, lower: &str, stems: &[String]) -> Role {
    let general = || matches!(stems, [stem] if GENERAL_STEMS.contains(stem));
    if is_acronym(plain) {
        return Role::Subject;
    }
    if language == Language::English {
        return match role(lower) {
            Role::Subject if general() => Role::Companion,
            role => role,
        };
    }
    if language.is_stop(lower) || role(lower) == Role::Stop || lower.chars().count() < 3 {
        Role::Stop
    } else if is_no_noun(language, plain) {
        Role::Companion
    } else {
        Role::Subject
    }
}

/// German writes nouns with a capital.
fn is_no_noun(language: Language, plain: &str) -> bool {
    language == Language::German && !plain.starts_with(char::is_uppercase)
}

fn without_elided(word: &str) -> &str {
    match word.rsplit_once('\'') {
        Some((article, rest)) if article.chars().count() <= ELIDED && !rest.is_empty() => rest,
        _ => word,
    }
}

fn stems_of(language: Language, lower: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    let mut prefix = String::new();
    for part in lower.split('-').filter(|part| !part.is_empty()) {
        if parts.is_empty() && prefix.is_empty() && PREFIXES.contains(&part) {
            part.clone_into(&mut prefix);
            continue;
        }
        let whole = std::mem::take(&mut prefix) + part;
        parts.push(stem(language, &whole));
    }
    if parts.is_empty() {
        parts.push(prefix);
    }
    parts
}

fn stem(language: Language, lower: &str) -> String {
    let lower = singular_initials(lower).unwrap_or(lower);
    let irregular = |english: &&(&str, &str)| language == Language::English && english.0 == lower;
    let lower = IRREGULAR.iter().find(irregular).map_or(lower, |(_, singular)| singular);
    if language == Language::English && lower.ends_with("ness") {
        return lower.to_owned();
    }
    match language.stemmer().map(Stemmer::create) {
        Some(stemmer) if lower.is_ascii() || language != Language::English => {
            stemmer.stem(lower).into_owned()
        }
        _ => lower.to_owned(),
    }
}

/// `llm` for `llms`: initials in small letters, which a stemmer takes for no word.
fn singular_initials(lower: &str) -> Option<&str> {
    let initials = lower.strip_suffix('s').filter(|initials| initials.len() > 1 && initials.is_ascii())?;
    (!initials.contains(['a', 'e', 'i', 'o', 'u', 'y'])).then_some(initials)
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
    use super::super::reading::{Text, read};
    use super::*;

    fn same_stems(a: &str, b: &str) -> bool {
        let (vocabulary, _) = read(&[Text::english(a, b)]);
        let [a, b] = [a, b].map(|text| vocabulary.stems_of(text));
        assert!(!a.contains(&UNKNOWN) && !b.contains(&UNKNOWN));
        a == b
    }

    #[test]
    fn forms_of_a_word_are_one() {
        assert!(same_stems("graph networks", "Graph network"));
        assert!(same_stems("pre-training", "pretraining"));
        assert!(same_stems("state-space models", "state space model"));
        assert!(same_stems("LLMs", "LLM") && same_stems("llms", "LLM"));
        assert!(same_stems("vertices", "Vertex"));
        assert!(!same_stems("graph", "protein") && !same_stems("soundness", "sounds"));
    }

    #[test]
    fn casing_follows_use() {
        let (vocabulary, documents) =
            read(&[Text::english("", "Proteins fold. The Bayesian graph. proteins proteins. Spectral")]);
        let shown: Vec<String> = documents[0]
            .iter()
            .filter(|number| **number != BREAK)
            .map(|&number| vocabulary.usual(number))
            .collect();
        assert_eq!(shown, ["proteins", "fold", "Bayesian", "graph", "proteins", "proteins", "spectral"]);
    }

    #[test]
    fn other_languages_have_their_own_small_words_and_stems() {
        let text = "Die Faltung der Proteine wird durch neue Verfahren beschrieben.";
        let german = Text { title: "", body: text, language: Language::German };
        let (vocabulary, documents) = read(&[german]);
        let named = documents[0].iter().filter(|number| **number != BREAK);
        let subjects: Vec<&str> = named
            .map(|&number| vocabulary.word(number))
            .filter(|word| word.role == Role::Subject)
            .map(|word| word.surface.as_str())
            .collect();
        assert_eq!(subjects, ["Faltung", "Proteine", "Verfahren"]);
        assert_eq!(analyse(Language::French, "l\u{2019}apprentissage").surface, "apprentissage");
        let [one, many] = ["Netz", "Netze"].map(|word| analyse(Language::German, word).stems);
        assert_eq!(one, many);
    }
}
