//! What tells two texts apart that are nearly the same.

use crate::near::{meaning, words::Words};

/// The words that only one of two texts has, as often as it has them more than the other; each side sorted.
#[derive(Debug, Default)]
pub(super) struct Differences<'a> {
    pub(super) first: Vec<Word<'a>>,
    pub(super) second: Vec<Word<'a>>,
}

/// A word and whether it is written like a name.
pub(super) type Word<'a> = (&'a str, bool);

impl<'a> Differences<'a> {
    pub(super) fn of(first: &'a Words, second: &'a Words) -> Self {
        let sorted = |words: &'a Words| {
            let mut words: Vec<Word<'a>> = words.marked().collect();
            words.sort_unstable();
            words
        };
        let (first, second) = (sorted(first), sorted(second));
        Self { first: without(&first, &second), second: without(&second, &first) }
    }

    /// Whether the texts speak of different numbers: one in digits that only one has, or number words on both sides.
    pub(super) fn differ_in_numbers(&self) -> bool {
        let [first, second] = self.numbers();
        let in_digits = |numbers: &[Number]| numbers.iter().any(|number| number.in_digits);
        in_digits(&first) || in_digits(&second) || !first.is_empty() && !second.is_empty()
    }

    /// Whether one text has a number of any spelling that the other has not.
    pub(super) fn differ_in_any_number(&self) -> bool {
        self.numbers().iter().any(|numbers| !numbers.is_empty())
    }

    /// Whether one text says the contrary: it negates more often, or has the opposite of a word of the other.
    pub(super) fn are_opposed(&self) -> bool {
        let negations = |words: &[Word<'_>]| words.iter().filter(|(word, _)| meaning::negates(word)).count();
        let opposed =
            |&(word, _): &Word<'_>| self.second.iter().any(|(other, _)| meaning::are_opposites(word, other));
        negations(&self.first) != negations(&self.second) || self.first.iter().any(opposed)
    }

    /// Whether the texts name different things: both have names, and one of the first is like none of the second.
    pub(super) fn differ_in_names(&self) -> bool {
        let names = |words: &[Word<'a>]| words.iter().filter(|word| word.1).map(|word| word.0).collect();
        let (first, second): (Vec<&str>, Vec<&str>) = (names(&self.first), names(&self.second));
        let is_new = |name: &&str| !second.iter().any(|other| meaning::are_alike(name, other));
        !second.is_empty() && first.iter().any(is_new)
    }

    /// The numbers that only one side has; `two` and `2` are one number.
    fn numbers(&self) -> [Vec<Number>; 2] {
        let numbers = |words: &[Word<'_>]| {
            let mut numbers: Vec<Number> = words.iter().filter_map(|(word, _)| Number::of(word)).collect();
            numbers.sort_unstable();
            numbers
        };
        let (mut first, mut second) = (numbers(&self.first), numbers(&self.second));
        first.retain(|number| {
            let twin = second.iter().position(|other| other.value == number.value);
            twin.map(|at| second.remove(at)).is_none()
        });
        [first, second]
    }
}

/// `words` without those of `others`, one for one; both sorted.
fn without<'a>(words: &[Word<'a>], others: &[Word<'a>]) -> Vec<Word<'a>> {
    let mut others = others.iter().peekable();
    let mut rest = Vec::new();
    for word in words {
        while others.next_if(|other| other.0 < word.0).is_some() {}
        if others.next_if(|other| other.0 == word.0).is_none() {
            rest.push(*word);
        }
    }
    rest
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Number {
    value: String,
    in_digits: bool,
}

impl Number {
    /// The number in `word`: its digits, or the value of a number word or Roman numeral.
    fn of(word: &str) -> Option<Self> {
        let digits: String = word.chars().filter(char::is_ascii_digit).collect();
        if !digits.is_empty() {
            return Some(Self { value: digits, in_digits: true });
        }
        meaning::number(word).map(|value| Self { value: value.to_string(), in_digits: false })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether the texts differ in numbers, are opposed, and differ in names, the same in both directions.
    fn told(first: &str, second: &str) -> [bool; 3] {
        let (first, second) = (Words::of(first), Words::of(second));
        let told = |d: &Differences<'_>| [d.differ_in_numbers(), d.are_opposed(), d.differ_in_names()];
        let there = told(&Differences::of(&first, &second));
        assert_eq!(there, told(&Differences::of(&second, &first)));
        there
    }

    #[test]
    fn words_in_common_fall_away_one_for_one() {
        let (first, second) = (Words::of("a b b c"), Words::of("b d a b a"));
        let differences = Differences::of(&first, &second);
        assert_eq!(differences.first, [("c", false)]);
        assert_eq!(differences.second, [("a", false), ("d", false)]);
    }

    #[test]
    fn numbers_tell_texts_apart() {
        for (first, second) in
            [("in 2023", "in 2024"), ("gains 3 points", "gains points"), ("part two", "part three")]
        {
            assert!(told(first, second)[0], "{first}, {second}");
        }
        for (first, second) in
            [("1,000 cats", "1000 cats"), ("two cats", "2 cats"), ("for the first time", "a cat")]
        {
            assert!(!told(first, second)[0], "{first}, {second}");
        }
        let (first, second) = (Words::of("Knots II"), Words::of("Knots"));
        assert!(Differences::of(&first, &second).differ_in_any_number());
    }

    #[test]
    fn the_contrary_is_told() {
        for (first, second) in [
            ("caching helps", "caching does not help"),
            ("it cannot", "it can"),
            ("a stable orbit", "an unstable orbit"),
            ("rates increase", "rates decrease"),
            ("costs are higher", "costs are lower"),
        ] {
            assert!(told(first, second)[1], "{first}, {second}");
        }
        for (first, second) in
            [("it cannot", "it can not"), ("it doesn't", "it does not"), ("a model", "the models")]
        {
            assert!(!told(first, second)[1], "{first}, {second}");
        }
    }

    #[test]
    fn names_tell_texts_apart() {
        assert!(told("we visit Basel", "we visit Bern")[2]);
        assert!(!told("we visit Basel", "we visit towns")[2]);
        assert!(!told("by Schroedinger", "by Schrodinger")[2]);
    }
}
