//! The name that an abstract introduces for its own method.

use super::{
    clause::author_verb,
    sentences::{Word, words},
};

/// A name and what the abstract says it is.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Introduced {
    pub(super) name: String,
    pub(super) what: Option<String>,
}

/// Verbs by which authors bring in something of their own.
const INTRODUCE: &[&str] = &[
    "propose",
    "introduce",
    "present",
    "develop",
    "formulate",
    "release",
    "design",
    "describe",
    "build",
    "create",
];

/// Words that a name of the authors follows.
const NAMING: [&str; 6] = ["call", "called", "named", "termed", "dubbed", "coined"];

/// Terms of the field that authors use but do not introduce.
const TERMS: [&str; 60] = [
    "AI", "AGI", "API", "ASR", "AUC", "AUROC", "BERT", "BFCL", "CLIP", "CNN", "CoT", "CPU", "CV", "DINO",
    "DNN", "DP", "DPO", "EEG", "ELBO", "EM", "FL", "GAN", "GFlowNet", "GNN", "GP", "GPT", "GPU", "GRPO",
    "HMM", "ICL", "IID", "KAN", "KL", "LLM", "LoRA", "LSTM", "MCMC", "MDP", "ML", "MLLM", "MLP", "MoE",
    "MRI", "NLP", "ODE", "OOD", "PCA", "PDE", "POMDP", "PPO", "RAG", "RL", "RLHF", "RNN", "SDE", "SFT",
    "SGD", "SOTA", "VAE", "VLM",
];

/// The first name that the authors introduce as theirs.
pub(super) fn introduced(sentences: &[&str]) -> Option<Introduced> {
    sentences.iter().find_map(|sentence| {
        let words = words(sentence);
        by_verb(sentence, &words)
            .or_else(|| by_naming(sentence, &words))
            .or_else(|| by_with(sentence, &words, sentences))
    })
}

/// `we propose NAME, a …` and `we propose a long form (NAME), which …`.
fn by_verb(sentence: &str, words: &[Word<'_>]) -> Option<Introduced> {
    let unified =
        words.windows(2).position(|pair| pair[0].text == "unified" && pair[1].text == "in").map(|i| i + 1);
    let verb = author_verb(words, INTRODUCE).or(unified)?;
    let rest = sentence[words[verb].end..].trim_start();
    leading(rest).or_else(|| bracketed(rest))
}

/// A name right after the verb.
fn leading(rest: &str) -> Option<Introduced> {
    let rest = rest.strip_prefix("the ").unwrap_or(rest);
    let end = rest.find([' ', ',', ';', ':', '.']).unwrap_or(rest.len());
    let (name, after) = rest.split_at(end);
    let after = skip_bracket(after);
    let what = apposition(after);
    let plain_name = what.is_some_and(|what| what.starts_with("a ") || what.starts_with("an "))
        && name.len() > 3
        && name.chars().all(char::is_alphabetic);
    (is_name(name) || plain_name).then(|| Introduced { name: name.to_owned(), what: what.map(str::to_owned) })
}

/// What follows a name: `, a …`, `, which …`, ` that …`.
fn apposition(after: &str) -> Option<&str> {
    let after = after.trim_start_matches(',').trim_start().trim_end_matches('.');
    let after = after.strip_prefix("which ").or_else(|| after.strip_prefix("that ")).unwrap_or(after);
    (after.split(' ').count() >= 3 && !after.starts_with("and ")).then_some(after)
}

/// Steps over `(…)` at the start.
fn skip_bracket(after: &str) -> &str {
    let inside = after.trim_start().strip_prefix('(');
    inside.and_then(|inside| inside.split_once(')')).map_or(after, |(_, rest)| rest)
}

/// A long form with its name in brackets, not far after the verb.
fn bracketed(rest: &str) -> Option<Introduced> {
    let (before, inside) = rest.split_once(" (")?;
    let (name, _) = inside.split_once(')')?;
    let near = before.split(' ').count() <= 14 && !before.contains([',', ';']);
    (near && is_name(name) && abbreviates(name, before))
        .then(|| Introduced { name: name.to_owned(), what: Some(rest.to_owned()) })
}

/// Whether `name` starts as one of the words before it does.
fn abbreviates(name: &str, before: &str) -> bool {
    let first = name.chars().next().map(|c| c.to_ascii_lowercase());
    let mut starts = before.split([' ', '-']).filter_map(|word| word.chars().next());
    starts.any(|start| Some(start.to_ascii_lowercase()) == first)
}

/// `…, which we call NAME, …`, or `called Long Name`.
fn by_naming(sentence: &str, words: &[Word<'_>]) -> Option<Introduced> {
    let at = words.iter().position(|word| NAMING.contains(&word.text))?;
    let rest = sentence[words[at].end..].trim_start();
    let rest = ["a ", "an ", "the "].iter().find_map(|article| rest.strip_prefix(article)).unwrap_or(rest);
    let name = rest[..rest.find([',', '.', ';', '(']).unwrap_or(rest.len())].trim();
    let first = name.split(' ').next().unwrap_or_default();
    let capitals = name.contains(' ') && name.split(' ').count() <= 5 && name.split(' ').all(starts_capital);
    let name = if capitals { name } else { Some(first).filter(|first| is_name(first))? };
    Some(Introduced { name: name.to_owned(), what: None })
}

fn starts_capital(word: &str) -> bool {
    word.starts_with(|c: char| c.is_uppercase())
}

/// `we investigate this with NAME, models that …`, where the name comes back later.
fn by_with(sentence: &str, words: &[Word<'_>], sentences: &[&str]) -> Option<Introduced> {
    let ours = words.first().is_some_and(|word| word.text == "We");
    let at = words.iter().position(|word| word.text == "with").filter(|_| ours)?;
    let rest = sentence[words[at].end..].trim_start();
    let (name, after) = rest.split_once(", ")?;
    let again = || sentences.iter().filter(|sentence| sentence.contains(name)).count() > 1;
    (is_name(name) && again())
        .then(|| Introduced { name: name.to_owned(), what: apposition(after).map(str::to_owned) })
}

/// Whether `word` looks like a proper name of a method: three characters or more, a capital after the first letter or
/// a digit beside capitals; no plural of an abbreviation, no term of the field.
fn is_name(word: &str) -> bool {
    let inner = word.chars().skip(1).any(char::is_uppercase);
    let numbered = starts_capital(word) && word.chars().any(|c| c.is_ascii_digit());
    let plural = word.strip_suffix('s').is_some_and(|stem| stem.ends_with(|c: char| c.is_uppercase()));
    let shape = word.chars().all(|c| c.is_alphanumeric() || "-+_".contains(c)) && word.chars().count() >= 3;
    shape && (inner || numbered) && !plural && !TERMS.contains(&word) && !is_compound(word)
}

/// A term with an ordinary word, such as `LLM-based`, or ordinary words in capitals, such as `Order-Statistic`.
fn is_compound(word: &str) -> bool {
    let ordinary = |part: &str| part.len() > 3 && part.chars().skip(1).all(char::is_lowercase);
    word.contains('-') && word.split('-').all(|part| ordinary(part) || TERMS.contains(&part))
}
