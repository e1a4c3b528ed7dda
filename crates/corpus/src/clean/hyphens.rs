//! Words that a line end parts.

use std::collections::HashSet;

/// First parts of compounds that keep their hyphens; none of them starts a longer word at a syllable, but for the
/// endings below.
const FIRST: &str = "all anti best class cost cross data deep domain double energy fine first five four free full \
    fully general graph half hard high higher human image large long low lower model non one open \
    post quasi real second self semi short single six small soft state ten three time two well zero";

/// Second parts that make one word of a part above: `low-` and `er`, `data-` and `base`.
const ENDINGS: &str = "al ality ance ary ate base bases body coming comings ed en ened ens er ered ering ers es est \
    etic hood ic ics ied ify ing ings ish ism ist istic ity ization ize ized light lights ly man \
    ment ments nar ness over set sets st sense way ways where";

/// Second parts of compounds that keep their hyphens whatever stands before.
const SECOND: &str = "agnostic agent art attention aware based body centric class constrained dependent dimensional \
    driven effective efficient end enhanced field free fold grained guided hoc independent informed \
    intensive invariant label layer learning level like modal of order oriented quality range rank \
    ranking rate resolution resource scale shot source space specific step supervised task term the \
    time to tuning wise world";

/// Words after a hyphen that waits for another compound: `pre- and post-training`.
const SUSPENDING: &str = "and or nor und oder et ou bis sowie";

/// Joins words that a hyphen at the end of a line parts, and nothing within a line.
///
/// The hyphen stays, without the line end, if the text has the word with it elsewhere, if it is a compound by one of
/// the lists, after one letter, a digit, a capital within or another hyphen, and before a capital or a digit. Else the
/// parts are one word, as typesetters part words more often than compounds. Linear in the length of `text`.
pub(super) fn join(text: &str) -> String {
    let ends: Vec<LineEnd<'_>> =
        text.match_indices('\n').filter_map(|(at, _)| LineEnd::at(text, at)).collect();
    if ends.is_empty() {
        return text.to_owned();
    }
    let words: HashSet<String> = text.split(|c: char| !is_inner(c)).map(str::to_lowercase).collect();
    let mut joined = String::with_capacity(text.len());
    let mut at = 0;
    for end in ends {
        joined.push_str(&text[at..end.hyphen]);
        joined.push_str(end.between(&words));
        at = end.next;
    }
    joined.push_str(&text[at..]);
    joined
}

fn is_inner(c: char) -> bool {
    c.is_alphanumeric() || is_hyphen(c) || matches!(c, '\'' | '\u{2019}')
}

fn is_hyphen(c: char) -> bool {
    matches!(c, '-' | '\u{2010}' | '\u{2011}')
}

/// Whether `words`, separated by spaces, has `word`.
fn lists(words: &str, word: &str) -> bool {
    words.split(' ').any(|known| known == word)
}

/// A hyphen at the end of a line, with what it parts.
struct LineEnd<'a> {
    /// Where the hyphen stands.
    hyphen: usize,
    /// Where the next word starts.
    next: usize,
    first: &'a str,
    second: &'a str,
}

impl<'a> LineEnd<'a> {
    /// The hyphen before the line end at byte `at` of `text`, if words stand right before and on the next line.
    fn at(text: &'a str, at: usize) -> Option<Self> {
        let line = text[..at].trim_end_matches([' ', '\t']);
        let hyphen = line.char_indices().next_back().filter(|(_, c)| is_hyphen(*c))?.0;
        let rest = text[at + 1..].trim_start_matches([' ', '\t']);
        let start = line[..hyphen]
            .rfind(|c| !is_inner(c))
            .map_or(0, |at| at + text[at..].chars().next().map_or(1, char::len_utf8));
        let end = rest.find(|c| !is_inner(c)).unwrap_or(rest.len());
        let (first, second) = (&text[start..hyphen], &rest[..end]);
        let words = first.ends_with(char::is_alphanumeric) && second.starts_with(char::is_alphanumeric);
        words.then_some(Self { hyphen, next: text.len() - rest.len(), first, second })
    }

    /// What stands between the parts once they are on one line.
    fn between(&self, words: &HashSet<String>) -> &'static str {
        let (first, second) = (self.first.to_lowercase(), self.second.to_lowercase());
        if lists(SUSPENDING, &second) {
            return "- ";
        }
        if words.contains(&format!("{first}-{second}")) {
            return "-";
        }
        if words.contains(&format!("{first}{second}")) {
            return "";
        }
        if self.is_compound(&first, &second) { "-" } else { "" }
    }

    fn is_compound(&self, first: &str, second: &str) -> bool {
        let odd = |c: char| is_hyphen(c) || c.is_numeric();
        let second_word = second.split(is_hyphen).next().unwrap_or_default();
        first.chars().count() == 1
            || first.contains(odd)
            || self.first.chars().skip(1).any(char::is_uppercase)
            || !self.second.starts_with(char::is_lowercase)
            || lists(SECOND, second_word)
            || lists(FIRST, first) && !lists(ENDINGS, second_word)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn parted_words_are_joined() {
        for (text, expected) in [
            ("Represen-\ntation of the annota-\n  tors", "Representation of the annotators"),
            (
                "regulari- \nties and sum-\nmariser, corefer‐\nence",
                "regularities and summariser, coreference",
            ),
            (
                "a high-\nlight, the data-\nsets, low-\nering, short-\ncomings",
                "a highlight, the datasets, lowering, shortcomings",
            ),
            ("Donau-\ndampfschiff", "Donaudampfschiff"),
        ] {
            assert_eq!(join(text), expected);
        }
    }

    #[test]
    fn compounds_keep_their_hyphens() {
        for (text, expected) in [
            (
                "low-\nresource, self-\nsupervised, state-of-\nthe-art",
                "low-resource, self-supervised, state-of-the-art",
            ),
            (
                "k-\nmeans, GPT-\nlike, LLM-\nbased, Monte-\nCarlo, 3-\nfold, GPT-\n4",
                "k-means, GPT-like, LLM-based, Monte-Carlo, 3-fold, GPT-4",
            ),
            ("re-\nranking; transformer-\nbased; word-\nlevel", "re-ranking; transformer-based; word-level"),
            ("the co-\noperative is co-operative", "the co-operative is co-operative"),
            ("the real-\ntime and realtime", "the realtime and realtime"),
            ("pre-\nand post-training", "pre- and post-training"),
        ] {
            assert_eq!(join(text), expected);
        }
    }

    #[test]
    fn other_hyphens_stay() {
        for text in [
            "Construction- based, low-resource, a - b",
            "one -\ntwo",
            "- item\n- item",
            "end-\n\nnew",
            "end-\n",
            "-\n-\n",
            "a–\nb",
        ] {
            assert_eq!(join(text), text);
        }
    }

    #[test]
    fn many_line_ends_are_read_once() {
        assert_eq!(join(&"ab-\n".repeat(1 << 16)).len(), (1 << 17) + 2);
        assert_eq!(join(&"a-".repeat(1 << 16)).len(), 1 << 17);
    }

    proptest! {
        #[test]
        fn only_hyphens_and_line_ends_go(text in "[ab\u{2010}é \n-]{0,30}") {
            let letters = |text: &str| text.replace(['-', '\n', ' ', '\u{2010}'], "");
            prop_assert_eq!(letters(&join(&text)), letters(&text));
            prop_assert_eq!(join(&text.replace('\n', " ")), text.replace('\n', " "));
        }
    }
}
