//! How a word is used: does it name things, or is it a verb or an adjective?
//!
//! There is no tagger; the neighbours of a word tell enough. What follows `we` or stands before `the` is a verb, what
//! ends a phrase after `is` an adjective, and what ends a phrase otherwise a noun.

use std::collections::HashMap;
use std::ops::AddAssign;
use std::sync::LazyLock;

/// What a function word says about its neighbours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cue {
    /// The next word is a verb: `we`, `can`, a plural.
    VerbFollows,
    /// The word before is a verb: `the`, `whether`.
    VerbPrecedes,
    /// The next word is an adjective, where it ends its phrase: `is`, `more`.
    AdjectiveFollows,
    /// Nothing.
    None,
}

/// Weight of what the ending of a word says, in uses.
const PRIOR: f64 = 2.0;

/// The cue that `word`, in lower case, gives.
pub(crate) fn cue(word: &str) -> Cue {
    match LISTED.get(word) {
        Some(cue) => *cue,
        None if is_plural(word) => Cue::VerbFollows,
        None => Cue::None,
    }
}

/// The cues of the listed words.
static LISTED: LazyLock<HashMap<&str, Cue>> = LazyLock::new(|| {
    let lists = [
        (BEFORE_ADJECTIVES, Cue::AdjectiveFollows),
        (AFTER_VERBS, Cue::VerbPrecedes),
        (BEFORE_VERBS, Cue::VerbFollows),
    ];
    let words = |(list, cue): (&'static str, Cue)| list.split_ascii_whitespace().map(move |word| (word, cue));
    lists.into_iter().flat_map(words).collect()
});

/// A noun in the plural is no modifier: in `proteins fold` the second word is a verb.
fn is_plural(word: &str) -> bool {
    const OTHERS: [&str; 6] = ["ss", "us", "is", "ics", "as", "ous"];
    word.len() > 4 && word.ends_with('s') && !OTHERS.iter().any(|ending| word.ends_with(ending))
}

/// Counts of the uses of a word.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Uses {
    noun: f64,
    all: f64,
}

impl AddAssign for Uses {
    fn add_assign(&mut self, other: Self) {
        self.noun += other.noun;
        self.all += other.all;
    }
}

impl Uses {
    /// Counts one use of a word of cue `own` between the cues of its neighbours; `closes` where no phrase goes on
    /// behind it. A plural is no modifier, so what looks like one inside a phrase is a verb: `transcribes speech`.
    pub(crate) fn note(&mut self, own: Cue, before: Cue, after: Cue, closes: bool) {
        let plural = own == Cue::VerbFollows;
        let verb = before == Cue::VerbFollows || after == Cue::VerbPrecedes || (plural && !closes);
        let adjective = closes && before == Cue::AdjectiveFollows;
        let noun = closes && !verb && !adjective;
        self.noun += f64::from(u8::from(noun));
        // A word inside a phrase is as often a noun as an adjective.
        self.all += if closes || verb { 1.0 } else { 0.5 };
    }

    /// Share of the uses of `word`, in lower case, as a noun, 0 to 1; its ending counts as two uses.
    pub(crate) fn noun_share(self, word: &str) -> f64 {
        (self.noun + PRIOR * by_ending(word)) / (self.all + PRIOR)
    }
}

fn by_ending(word: &str) -> f64 {
    let ends = |list: &str| list.split_ascii_whitespace().any(|ending| word.ends_with(ending));
    if ends("ing") {
        0.75
    } else if ends("tion sion ment ness ity ism ance ence ology graphy ics ship") {
        0.9
    } else if ends("er or ers ors tions sions est") {
        0.5
    } else if ends("ed ize ise ify izes ises ifies") {
        0.1
    } else {
        0.6
    }
}

const BEFORE_VERBS: &str =
    "to we can could may might will would shall should must they which that who it cannot not does
    do did i you let lets helps help often";
const AFTER_VERBS: &str =
    "the a an its their whether how this these those our your all both each every any that it them
    themselves itself";
const BEFORE_ADJECTIVES: &str =
    "is are was were be been being more most less least very as highly too so remain remains
    seem seems become becomes quite often generally";

#[cfg(test)]
mod tests {
    use super::*;

    fn share(word: &str, uses: &[(Cue, Cue, bool)]) -> f64 {
        let mut counted = Uses::default();
        for &(before, after, closes) in uses {
            counted.note(cue(word), before, after, closes);
        }
        counted.noun_share(word)
    }

    #[test]
    fn nouns_end_phrases_and_verbs_stand_before_articles() {
        let noun = share("image", &[(Cue::None, Cue::None, true); 3]);
        let verb = share("enforcing", &[(Cue::None, Cue::VerbPrecedes, true); 3]);
        let adjective =
            share("noisy", &[(Cue::AdjectiveFollows, Cue::None, true), (Cue::None, Cue::None, false)]);
        let third_person = share("transcribes", &[(Cue::None, Cue::None, false); 3]);
        assert!(third_person < 0.35, "{third_person}");
        assert!(noun > 0.8 && verb < 0.35 && adjective < 0.4, "{noun} {verb} {adjective}");
    }

    #[test]
    fn endings_speak_where_uses_are_few() {
        assert!(share("segmentation", &[]) > share("image", &[]));
        assert!(share("image", &[]) > share("optimises", &[]));
        assert_eq!(
            (cue("proteins"), cue("the"), cue("is"), cue("graph")),
            (Cue::VerbFollows, Cue::VerbPrecedes, Cue::AdjectiveFollows, Cue::None)
        );
    }
}
