//! Phrases that became more common.

use super::corpus::Words;
use super::grams::stems;
use super::stop_words::StopWords;
use crate::topic_map::RisenPhrase;

/// New papers that hold a phrase at least.
const LEAST_PAPERS: usize = 3;
/// Phrases that are told at most.
const MOST_PHRASES: usize = 12;
/// Chance that any of the phrases is told without having risen.
const ERROR: f64 = 0.05;

/// The phrases that more of the new papers hold than of the others, clearest first, ties by place; at most 12.
///
/// The ratio of likelihoods of one share for all papers and of one for each side (Dunning 1993) must be so great that, over all phrases
/// that at least three new papers hold, chance gives none with 95 %. A phrase whose words are all in one told already, or
/// the other way round, is left out. Linear in the phrases of the papers.
pub(crate) fn risen(words: &Words, is_new: &[bool], stop_words: &StopWords) -> Vec<RisenPhrase> {
    let barred = stop_words.of_phrases(words);
    let totals = [false, true].map(|side| is_new.iter().filter(|is_new| **is_new == side).count());
    let counts = counts(words, is_new);
    let tested: Vec<usize> = (0..counts.len())
        .filter(|&phrase| {
            let entry = words.phrase(phrase as u32);
            counts[phrase][1] >= LEAST_PAPERS && entry.form.is_some() && !barred.bars(stems(&entry.gram))
        })
        .collect();
    let least = least_ratio(tested.len());
    let mut risen: Vec<(f64, usize)> = tested
        .into_iter()
        .map(|phrase| (ratio(counts[phrase], totals), phrase))
        .filter(|(ratio, _)| *ratio >= least)
        .collect();
    risen.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    told(words, &risen, &counts)
}

fn told(words: &Words, risen: &[(f64, usize)], counts: &[[usize; 2]]) -> Vec<RisenPhrase> {
    let mut told: Vec<&[u32]> = Vec::new();
    let mut phrases = Vec::new();
    for &(_, phrase) in risen {
        let entry = words.phrase(phrase as u32);
        let own = stems(&entry.gram);
        let is_part = |a: &[u32], b: &[u32]| a.iter().all(|stem| b.contains(stem));
        if phrases.len() == MOST_PHRASES
            || told.iter().any(|other| is_part(own, other) || is_part(other, own))
        {
            continue;
        }
        told.push(own);
        let text = entry.form.as_ref().map(|form| form.text.clone()).unwrap_or_default();
        phrases.push(RisenPhrase { text, before: counts[phrase][0], new: counts[phrase][1] });
    }
    phrases
}

/// For every phrase how many of the other papers and of the new ones hold it.
fn counts(words: &Words, is_new: &[bool]) -> Vec<[usize; 2]> {
    let mut counts = vec![[0, 0]; words.phrases()];
    for (paper, &is_new) in is_new.iter().enumerate() {
        for held in words.uses(paper) {
            counts[held.phrase as usize][usize::from(is_new)] += 1;
        }
    }
    counts
}

/// Twice the logarithm of the ratio of likelihoods; 0 where the share did not rise.
fn ratio(count: [usize; 2], totals: [usize; 2]) -> f64 {
    let [before, new] = [0, 1].map(|side| count[side] as f64 / totals[side].max(1) as f64);
    if totals.contains(&0) || new <= before {
        return 0.0;
    }
    let all = (count[0] + count[1]) as f64 / (totals[0] + totals[1]) as f64;
    let term = |part: f64, share: f64| if part > 0.0 { part * (share / all).ln() } else { 0.0 };
    let rest =
        |part: f64, share: f64| if part > 0.0 { part * ((1.0 - share) / (1.0 - all)).ln() } else { 0.0 };
    let side = |side: usize, share: f64| {
        term(count[side] as f64, share) + rest((totals[side] - count[side]) as f64, share)
    };
    2.0 * (side(0, before) + side(1, new))
}

/// What the ratio must reach where this many phrases are tested: the square of a quantile of the normal distribution (Wilks
/// 1938; Bonferroni).
fn least_ratio(tested: usize) -> f64 {
    crate::normal::quantile(1.0 - ERROR / tested.max(1) as f64).powi(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(texts: &[String], is_new: &[bool], stop_words: &str) -> Vec<(String, usize, usize)> {
        let texts: Vec<(&str, &str)> = texts.iter().map(|text| ("", text.as_str())).collect();
        let risen = risen(&Words::read(&texts, &[]), is_new, &StopWords::read(stop_words, ""));
        risen.into_iter().map(|phrase| (phrase.text, phrase.before, phrase.new)).collect()
    }

    fn texts() -> (Vec<String>, Vec<bool>) {
        let text = |n: usize| {
            let subject =
                if n >= 80 && !n.is_multiple_of(4) { "quantum circuits" } else { "protein folding" };
            format!("We study {subject} of trams, case {n}.")
        };
        ((0..100).map(text).collect(), (0..100).map(|n| n >= 80).collect())
    }

    #[test]
    fn what_new_papers_speak_of_is_told_once() {
        let (texts, is_new) = texts();
        let said = said(&texts, &is_new, "");
        assert_eq!(said.len(), 1, "{said:?}");
        assert_eq!((said[0].0.to_lowercase(), said[0].1, said[0].2), ("quantum circuits".to_owned(), 0, 15));
    }

    #[test]
    fn stop_words_and_even_shares_are_not_told() {
        let (texts, is_new) = texts();
        assert!(said(&texts, &is_new, "quantum\ncircuits\nquantum circuits").is_empty());
        let even: Vec<bool> = (0..100).map(|n| n % 5 == 0).collect();
        assert!(said(&texts, &even, "").is_empty());
        assert!(said(&texts, &[true; 100], "").is_empty());
    }

    #[test]
    fn the_ratio_is_that_of_a_table() {
        // 2 × (30 ln(0.3/0.2) + 70 ln(0.7/0.8) + 10 ln(0.1/0.2) + 90 ln(0.9/0.8))
        assert!((ratio([10, 30], [100, 100]) - 12.978).abs() < 0.01, "{}", ratio([10, 30], [100, 100]));
    }
}
