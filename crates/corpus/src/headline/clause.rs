//! The clause that tells most about a paper.

use super::sentences::{Word, words};

/// Verbs of the authors, by how much what follows tells.
const PROPOSE: &[&str] =
    &["propose", "introduce", "present", "develop", "formulate", "provide", "design", "describe", "argue"];
const STUDY: &[&str] =
    &["study", "investigate", "examine", "consider", "analyze", "analyse", "ask", "explore"];
const SHOW: &[&str] =
    &["show", "prove", "demonstrate", "find", "identify", "establish", "reveal", "derive", "observe"];

/// What may stand between `we` and the verb.
const BETWEEN: [&str; 12] = [
    "further",
    "also",
    "then",
    "first",
    "here",
    "therefore",
    "thus",
    "theoretically",
    "empirically",
    "formally",
    "hence",
    "systematically",
];

/// Starts of clauses that point back to what a headline does not hold.
const POINTING: [&str; 14] = [
    "this ",
    "these ",
    "such ",
    "it ",
    "they ",
    "the following",
    "the resulting",
    "that this",
    "them ",
    "its ",
    "whether this",
    "two ",
    "both ",
    "how this",
];

/// The first telling clause, or the first sentence without its throat-clearing.
pub(super) fn telling<'a>(sentences: &[&'a str]) -> Option<&'a str> {
    let find = |verbs: &[&str]| sentences.iter().find_map(|sentence| after_verb(sentence, verbs));
    find(PROPOSE)
        .or_else(|| find(STUDY))
        .or_else(|| find(SHOW))
        .or_else(|| sentences.first().map(|first| plain(first)))
}

/// The verb of the authors in `words`: its index, if one of `verbs`.
pub(super) fn author_verb(words: &[Word<'_>], verbs: &[&str]) -> Option<usize> {
    (1..words.len()).find(|&i| {
        let verb = words[i].text.to_lowercase();
        let third_person = verb.strip_suffix('s').filter(|stem| verbs.contains(stem));
        let subject = words[..i].iter().rev().map(|word| word.text.to_lowercase());
        let subject = subject.into_iter().find(|word| !BETWEEN.contains(&word.as_str())).unwrap_or_default();
        subject == "we" && verbs.contains(&verb.as_str())
            || third_person.is_some()
                && matches!(subject.as_str(), "paper" | "work" | "article" | "study" | "thesis")
    })
}

fn after_verb<'a>(sentence: &'a str, verbs: &[&str]) -> Option<&'a str> {
    let words = words(sentence);
    let verb = author_verb(&words, verbs)?;
    let rest = sentence[words[verb].end..].trim_start();
    let rest = means(rest).unwrap_or(rest);
    let rest = rest.strip_prefix("that ").unwrap_or(rest).trim_start_matches([',', ':']).trim_start();
    let head: String = rest.chars().take(90).collect::<String>().to_lowercase();
    let points = POINTING.iter().any(|start| head.starts_with(start)) || head.contains(" such a ");
    (rest.split(' ').count() >= 4 && !points).then_some(rest)
}

/// Of `to do this, by …` and `to address this by …` what follows `by`; of `to do that` the words after `to`.
fn means(rest: &str) -> Option<&str> {
    let what = rest.strip_prefix("to ")?;
    let vague = ["address ", "tackle ", "solve ", "overcome "].iter().any(|verb| what.starts_with(verb));
    let by = what.split_once(if vague { " by " } else { ", by " });
    Some(by.map_or(what, |(_, means)| means))
}

/// `sentence` without an opening such as `In this paper, `.
fn plain(sentence: &str) -> &str {
    let openings =
        ["In this paper, ", "In this work, ", "Recently, ", "In recent years, ", "In this article, "];
    openings.iter().find_map(|opening| sentence.strip_prefix(opening)).unwrap_or(sentence)
}
