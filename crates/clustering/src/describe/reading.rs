//! Texts become numbered words.

use std::collections::HashMap;

use rayon::prelude::*;

use super::language::Language;
use super::tokens::{Token, tokens};
use super::usage::Cue;
use super::vocabulary::{BREAK, Tally, Vocabulary, analyse};
use super::words::Role;

/// Texts that one thread takes at a time.
const TAKEN: usize = 256;

/// One text to be read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Text<'a> {
    pub(crate) title: &'a str,
    pub(crate) body: &'a str,
    pub(crate) language: Language,
}

impl<'a> Text<'a> {
    pub(crate) fn english(title: &'a str, body: &'a str) -> Self {
        Self { title, body, language: Language::English }
    }
}

/// The words of `texts`, and each text as numbers of words; stop words and other borders of phrases become [`BREAK`],
/// and the words of a title stand there twice. The numbers do not depend on the number of threads.
pub(crate) fn read(texts: &[Text<'_>]) -> (Vocabulary, Vec<Vec<u32>>) {
    let taken: Vec<Taken<'_>> = texts.par_chunks(TAKEN).map(Taken::of).collect();
    let mut vocabulary = Vocabulary::default();
    let numbers = number(&taken, &mut vocabulary);
    let found: Vec<(Vec<Tally>, Vec<Vec<u32>>)> = taken
        .into_par_iter()
        .zip(&numbers)
        .map(|(taken, numbers)| taken.finish(&vocabulary, numbers))
        .collect();
    let mut documents = Vec::with_capacity(texts.len());
    for (numbers, (tallies, finished)) in numbers.iter().zip(found) {
        numbers.iter().zip(tallies).for_each(|(&number, tally)| vocabulary.note(number, tally));
        documents.extend(finished);
    }
    vocabulary.settle_casing();
    (vocabulary, documents)
}

/// Numbers the words of all parts in the order of their first use; for each part the numbers of its words.
fn number(taken: &[Taken<'_>], vocabulary: &mut Vocabulary) -> Vec<Vec<u32>> {
    let mut known: HashMap<(Language, &str), u32> = HashMap::new();
    let mut new = Vec::new();
    let mut numbers = Vec::with_capacity(taken.len());
    for words in taken.iter().map(|taken| &taken.words) {
        let number = |&word: &(Language, _)| {
            *known.entry(word).or_insert_with(|| {
                new.push(word);
                new.len() as u32 - 1
            })
        };
        numbers.push(words.iter().map(number).collect());
    }
    let analysed: Vec<_> = new.par_iter().map(|&(language, surface)| analyse(language, surface)).collect();
    new.iter().zip(analysed).for_each(|(&(language, _), word)| vocabulary.add(language, word));
    numbers
}

/// A few texts as numbers of words of their own.
struct Taken<'a> {
    words: Vec<(Language, &'a str)>,
    /// Title and body of each text.
    texts: Vec<[Vec<u32>; 2]>,
}

impl<'a> Taken<'a> {
    fn of(texts: &[Text<'a>]) -> Self {
        let mut words = Vec::new();
        let mut known: HashMap<(Language, &str), u32> = HashMap::new();
        let mut number = |language, token| match token {
            Token::Break => BREAK,
            Token::Word(surface) => *known.entry((language, surface)).or_insert_with(|| {
                words.push((language, surface));
                words.len() as u32 - 1
            }),
        };
        let mut read = |text: &Text<'a>| {
            [text.title, text.body]
                .map(|part| tokens(part).into_iter().map(|token| number(text.language, token)).collect())
        };
        let texts = texts.iter().map(&mut read).collect();
        Self { words, texts }
    }

    /// How the words are used, and the documents in the numbers of all texts.
    fn finish(self, vocabulary: &Vocabulary, numbers: &[u32]) -> (Vec<Tally>, Vec<Vec<u32>>) {
        let mut tallies = vec![Tally::default(); self.words.len()];
        let part = |raw: &[u32], tallies: &mut [Tally]| {
            note_uses(raw, numbers, vocabulary, tallies);
            raw.iter().map(|&word| border_or(word, numbers, vocabulary)).collect::<Vec<u32>>()
        };
        let documents = self.texts.iter().map(|[title, body]| {
            let [title, body] = [title, body].map(|raw| part(raw, &mut tallies));
            let mut document = [&title[..], &title[..], &body[..]].join(&BREAK);
            document.dedup_by(|next, previous| *next == BREAK && *previous == BREAK);
            document.shrink_to_fit();
            document
        });
        let documents = documents.collect();
        (tallies, documents)
    }
}

fn border_or(word: u32, numbers: &[u32], vocabulary: &Vocabulary) -> u32 {
    let number = if word == BREAK { BREAK } else { numbers[word as usize] };
    if number == BREAK || vocabulary.word(number).role == Role::Stop { BREAK } else { number }
}

fn note_uses(raw: &[u32], numbers: &[u32], vocabulary: &Vocabulary, tallies: &mut [Tally]) {
    let at =
        |place: Option<usize>| place.and_then(|place| raw.get(place)).copied().filter(|word| *word != BREAK);
    let cue = |word: Option<u32>| word.map_or(Cue::None, |word| vocabulary.word(numbers[word as usize]).cue);
    for (place, &word) in raw.iter().enumerate().filter(|(_, word)| **word != BREAK) {
        let (before, after) = (at(place.checked_sub(1)), at(Some(place + 1)));
        let closes = after.is_none_or(|next| border_or(next, numbers, vocabulary) == BREAK);
        let tally = &mut tallies[word as usize];
        tally.uses.note(cue(Some(word)), cue(before), cue(after), closes);
        tally.count += 1;
        tally.inner += usize::from(before.is_some());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::in_pool;

    #[test]
    fn threads_do_not_matter() {
        let texts: Vec<String> =
            (0..900).map(|n| format!("A graph of case{} and Protein{} folds.", n % 7, n * n % 311)).collect();
        let texts: Vec<Text<'_>> = texts.iter().map(|text| Text::english("Cases", text)).collect();
        let [one, four] = [1, 4].map(|threads| in_pool(threads, || read(&texts)));
        assert_eq!(one.1, four.1);
        let highest = one.1.iter().flatten().filter(|number| **number != BREAK).max().copied().unwrap();
        assert!((0..=highest).all(|word| one.0.usual(word) == four.0.usual(word)));
    }

    #[test]
    fn titles_stand_there_twice() {
        let (vocabulary, documents) = read(&[Text::english("Graph nets", "The protein.")]);
        let shown = |number: &u32| if *number == BREAK { "|".to_owned() } else { vocabulary.usual(*number) };
        let shown: Vec<String> = documents[0].iter().map(shown).collect();
        assert_eq!(shown.join(" "), "graph nets | graph nets | protein |");
    }
}
