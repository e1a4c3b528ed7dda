//! Words that carry the meaning of a sentence alone: negations, opposites and numbers.

/// Words that negate.
const NEGATIONS: [&str; 22] = [
    "no", "not", "non", "nor", "never", "none", "neither", "nothing", "without", "cannot", "cant", "dont",
    "doesnt", "didnt", "isnt", "arent", "wasnt", "werent", "wont", "hardly", "unable", "lacks",
];
/// Words of a form of which negate, with their endings.
const NEGATING: [&str; 2] = ["fail", "impossib"];

/// Endings of the forms of a word.
const ENDINGS: [&str; 15] =
    ["", "s", "e", "es", "d", "ed", "r", "er", "st", "est", "ing", "ly", "le", "ure", "ures"];

/// Opposites that share no ending; each may carry one of [`ENDINGS`].
const OPPOSITES: [(&str, &str); 34] = [
    ("comment", "reply"),
    ("discussion", "rejoinder"),
    ("high", "low"),
    ("more", "less"),
    ("more", "fewer"),
    ("most", "least"),
    ("upper", "lower"),
    ("above", "below"),
    ("before", "after"),
    ("improv", "worsen"),
    ("improv", "degrad"),
    ("improv", "impair"),
    ("help", "hurt"),
    ("help", "harm"),
    ("help", "hinder"),
    ("better", "worse"),
    ("best", "worst"),
    ("fast", "slow"),
    ("large", "small"),
    ("left", "right"),
    ("even", "odd"),
    ("strong", "weak"),
    ("true", "false"),
    ("support", "refut"),
    ("necessary", "sufficient"),
    ("always", "never"),
    ("inner", "outer"),
    ("male", "female"),
    ("men", "women"),
    ("gain", "loss"),
    ("easy", "hard"),
    ("rise", "fall"),
    ("local", "global"),
    ("discrete", "continuous"),
];

/// Beginnings that make opposites of words with the same rest.
const BEGINNINGS: [(&str, &str); 29] = [
    ("", "un"),
    ("", "in"),
    ("", "im"),
    ("", "ir"),
    ("", "il"),
    ("", "non"),
    ("", "dis"),
    ("", "anti"),
    ("", "counter"),
    ("in", "de"),
    ("in", "ex"),
    ("im", "ex"),
    ("over", "under"),
    ("hyper", "hypo"),
    ("intra", "inter"),
    ("up", "down"),
    ("hom", "heter"),
    ("mono", "poly"),
    ("mi", "ma"),
    ("sub", "super"),
    ("ex", "end"),
    ("pre", "post"),
    ("max", "min"),
    ("posi", "nega"),
    ("bull", "bear"),
    ("fore", "back"),
    ("for", "back"),
    ("pro", "retro"),
    ("low", "upp"),
];

/// Letters that such words have in common at the end, at least.
const LEAST_REST: usize = 4;

/// Number words, ordinals, Roman numerals, and words of shares and multiples, which stand for themselves above 100.
const NUMBERS: [(&str, u32); 45] = [
    ("half", 102),
    ("halve", 102),
    ("halves", 102),
    ("halved", 102),
    ("halving", 102),
    ("quarter", 104),
    ("double", 202),
    ("doubles", 202),
    ("doubled", 202),
    ("twice", 202),
    ("triple", 203),
    ("tenfold", 210),
    ("one", 1),
    ("two", 2),
    ("three", 3),
    ("four", 4),
    ("five", 5),
    ("six", 6),
    ("seven", 7),
    ("eight", 8),
    ("nine", 9),
    ("ten", 10),
    ("eleven", 11),
    ("twelve", 12),
    ("first", 1),
    ("second", 2),
    ("third", 3),
    ("fourth", 4),
    ("fifth", 5),
    ("sixth", 6),
    ("seventh", 7),
    ("eighth", 8),
    ("ninth", 9),
    ("tenth", 10),
    ("i", 1),
    ("ii", 2),
    ("iii", 3),
    ("iv", 4),
    ("v", 5),
    ("vi", 6),
    ("vii", 7),
    ("viii", 8),
    ("ix", 9),
    ("x", 10),
    ("xi", 11),
];

/// Whether the folded `word` negates.
pub(super) fn negates(word: &str) -> bool {
    NEGATIONS.contains(&word) || NEGATING.iter().any(|stem| is_form(word, stem))
}

/// The number that the folded `word` says: a number word, an ordinal or a Roman numeral.
pub(super) fn number(word: &str) -> Option<u32> {
    NUMBERS.iter().find(|(name, _)| *name == word).map(|&(_, value)| value)
}

/// Whether two folded words say the opposite of each other, as `stable` and `unstable` or `higher` and `lower` do.
pub(super) fn are_opposites(a: &str, b: &str) -> bool {
    let listed = |(one, other): &(&str, &str)| {
        is_form(a, one) && is_form(b, other) || is_form(b, one) && is_form(a, other)
    };
    OPPOSITES.iter().any(listed) || differ_in_beginning(a, b)
}

fn differ_in_beginning(a: &str, b: &str) -> bool {
    BEGINNINGS.iter().any(|&(one, other)| {
        let same_rest = |a: &str, b: &str| {
            let (Some(a), Some(b)) = (a.strip_prefix(one), b.strip_prefix(other)) else { return false };
            a == b && a.len() >= LEAST_REST
        };
        same_rest(a, b) || same_rest(b, a)
    })
}

/// Whether `word` is `stem` with an ending.
fn is_form(word: &str, stem: &str) -> bool {
    word.strip_prefix(stem).is_some_and(|ending| ENDINGS.contains(&ending))
}

/// Whether two words are spellings or forms of one: the same first letter, and at most a quarter of the letters edited.
pub(super) fn are_alike(a: &str, b: &str) -> bool {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let most = (a.len().max(b.len()) / 4).max(1);
    a.first() == b.first() && a.len().abs_diff(b.len()) <= most && edits(&a, &b) <= most
}

/// Letters to insert, delete or replace (Levenshtein 1966).
fn edits(a: &[char], b: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opposites_are_known_by_word_or_beginning() {
        for (a, b) in [
            ("convex", "nonconvex"),
            ("increases", "decreases"),
            ("hypertension", "hypotension"),
            ("maximise", "minimise"),
            ("positive", "negative"),
            ("improves", "worsens"),
            ("homogeneous", "heterogeneous"),
            ("finite", "infinite"),
        ] {
            assert!(are_opposites(a, b) && are_opposites(b, a), "{a}, {b}");
        }
        for (a, b) in [("improves", "rises"), ("mental", "women"), ("model", "models"), ("side", "inside2")] {
            assert!(!are_opposites(a, b), "{a}, {b}");
        }
    }

    #[test]
    fn spellings_are_alike() {
        for (a, b) in [("recogniser", "recognizer"), ("color", "colour"), ("model", "models"), ("a", "a")] {
            assert!(are_alike(a, b), "{a}, {b}");
        }
        for (a, b) in [("mice", "rats"), ("copper", "nickel"), ("cat", "bat"), ("", "a")] {
            assert!(!are_alike(a, b), "{a}, {b}");
        }
    }

    #[test]
    fn edits_are_counted() {
        let count = |a: &str, b: &str| edits(&a.chars().collect::<Vec<_>>(), &b.chars().collect::<Vec<_>>());
        assert_eq!((count("kitten", "sitting"), count("", "abc"), count("abc", "")), (3, 3, 3));
    }
}
