//! How well the phrases of topics belong together, and how little they repeat each other.

use std::collections::BTreeSet;

/// Mean normalised pointwise mutual information over all pairs of a topic's phrases, -1 to 1.
///
/// `holders` are the documents that hold each phrase, rising, of `documents` in all. A pair that no document holds counts
/// -1, one that all hold 1; phrases that no document holds are left out. `None` where fewer than two are left. Cost is
/// linear in the sum of the pairs' holders (Bouma 2009; over whole documents, as in Röder, Both and Hinneburg 2015).
#[must_use]
pub fn coherence(holders: &[Vec<u32>], documents: usize) -> Option<f64> {
    let held: Vec<&Vec<u32>> = holders.iter().filter(|holders| !holders.is_empty()).collect();
    let mut sum = 0.0;
    let mut pairs = 0_u32;
    for (index, a) in held.iter().enumerate() {
        for b in &held[index + 1..] {
            sum += pair_coherence([a.len(), b.len(), common(a, b)], documents);
            pairs += 1;
        }
    }
    (pairs > 0).then(|| sum / f64::from(pairs))
}

/// Coherence of two phrases from how many documents hold the first, the second and both.
fn pair_coherence(held: [usize; 3], documents: usize) -> f64 {
    let [a, b, both] = held.map(|count| count as f64 / documents as f64);
    match held[2] {
        0 => -1.0,
        common if common >= documents => 1.0,
        _ => (both / (a * b)).ln() / -both.ln(),
    }
}

/// How many values two rising lists share.
fn common(a: &[u32], b: &[u32]) -> usize {
    let mut rest = b;
    let is_shared = |value: &&u32| {
        rest = &rest[rest.partition_point(|other| other < *value)..];
        rest.first() == Some(*value)
    };
    a.iter().filter(is_shared).count()
}

/// Share of distinct ones among the phrases of all topics, above 0 to 1; `None` where there is no phrase.
///
/// Upper and lower case are one (Dieng, Ruiz and Blei 2020).
#[must_use]
pub fn diversity<'a>(phrases: impl IntoIterator<Item = &'a str>) -> Option<f64> {
    let all: Vec<String> = phrases.into_iter().map(str::to_lowercase).collect();
    let distinct: BTreeSet<&String> = all.iter().collect();
    (!all.is_empty()).then(|| distinct.len() as f64 / all.len() as f64)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn close(got: Option<f64>, want: f64) {
        assert!(got.is_some_and(|got| (got - want).abs() < 1e-12), "{got:?} instead of {want}");
    }

    #[test]
    fn phrases_that_come_together_cohere() {
        close(coherence(&[vec![1, 4], vec![1, 4]], 10), 1.0);
        close(coherence(&[vec![1, 4], vec![2, 3]], 10), -1.0);
        // By chance alone: 5 of 10 and 4 of 10 have 2 in common.
        close(coherence(&[vec![0, 1, 2, 3, 4], vec![3, 4, 5, 6]], 10), 0.0);
        close(coherence(&[vec![0, 1], vec![0, 1]], 2), 1.0);
        // ln(0.2 / (0.3 · 0.4)) / -ln 0.2
        close(coherence(&[vec![1, 2, 3], vec![2, 3, 4, 5]], 10), 0.510_825_623_766 / 1.609_437_912_434);
    }

    #[test]
    fn pairs_are_averaged_and_unheld_phrases_left_out() {
        close(coherence(&[vec![1, 4], vec![], vec![1, 4], vec![2]], 10), -1.0 / 3.0);
        assert_eq!(coherence(&[vec![1, 4], vec![]], 10), None);
        assert_eq!(coherence(&[], 0), None);
    }

    #[test]
    fn repeated_phrases_are_less_diverse() {
        close(diversity(["graphs", "Graphs", "proteins", "agents"]), 0.75);
        assert_eq!(diversity([]), None);
    }

    proptest! {
        #[test]
        fn common_values_are_those_of_sets(
            a in proptest::collection::btree_set(0_u32..40, 0..30),
            b in proptest::collection::btree_set(0_u32..40, 0..30),
        ) {
            let [left, right] = [&a, &b].map(|set| set.iter().copied().collect::<Vec<_>>());
            prop_assert_eq!(common(&left, &right), a.intersection(&b).count());
            let coherence = coherence(&[left, right], 40);
            prop_assert!(coherence.is_none_or(|npmi| (-1.0 - 1e-12..=1.0 + 1e-12).contains(&npmi)));
        }
    }
}
