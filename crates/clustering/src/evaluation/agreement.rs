//! How far topics follow known labels.

use std::collections::BTreeMap;

use super::contingency::Contingency;

/// What is added to differences that are 0 only by cancellation.
const LEAST_DIFFERENCE: f64 = f64::EPSILON;

/// V-measure with its two parts, each 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct VMeasure {
    /// 1 where every topic holds papers of one label alone.
    pub homogeneity: f64,
    /// 1 where all papers of a label are in one topic.
    pub completeness: f64,
    /// Harmonic mean of the two.
    pub v_measure: f64,
}

/// V-measure of topics `found` against labels `truth` of the same papers, in that order.
///
/// A labelling with one group alone is perfectly homogeneous or complete; so is everything where there is no paper. Cost is
/// `O(n log n)` (Rosenberg and Hirschberg 2007, beta 1).
#[must_use]
pub fn v_measure(truth: &[usize], found: &[usize]) -> VMeasure {
    let table = Contingency::new(truth, found);
    let [labels, topics] = table.entropies();
    let shared = table.mutual_information();
    let part = |entropy: f64| if entropy > 0.0 { shared / entropy } else { 1.0 };
    let (homogeneity, completeness) = (part(labels), part(topics));
    let sum = homogeneity + completeness;
    let v_measure = if sum > 0.0 { 2.0 * homogeneity * completeness / sum } else { 0.0 };
    VMeasure { homogeneity, completeness, v_measure }
}

/// Mutual information of two labellings of the same papers, adjusted for chance: about 0 for unrelated ones, 1 for equal
/// ones.
///
/// Normalised by the arithmetic mean of the entropies; two labellings of one group each agree perfectly. The expected
/// value is exact, from the hypergeometric model; cost is `O(n √n)` at most (Vinh, Epps and Bailey 2010).
#[must_use]
pub fn adjusted_mutual_information(a: &[usize], b: &[usize]) -> f64 {
    let table = Contingency::new(a, b);
    if table.left().count() <= 1 && table.right().count() <= 1 {
        return 1.0;
    }
    let expected = expected_mutual_information(&table);
    let [left, right] = table.entropies();
    let above_chance = apart_from_zero(table.mutual_information() - expected);
    above_chance / apart_from_zero(f64::midpoint(left, right) - expected)
}

fn apart_from_zero(difference: f64) -> f64 {
    if difference < 0.0 { difference.min(-LEAST_DIFFERENCE) } else { difference.max(LEAST_DIFFERENCE) }
}

/// Mean mutual information in nats of labellings with the group sizes of `table`.
fn expected_mutual_information(table: &Contingency) -> f64 {
    let total = table.total();
    let chance = Chance { total, log_factorials: log_factorials(total) };
    let (left, right) = (multiplicities(table.left()), multiplicities(table.right()));
    let mut sum = 0.0;
    for (&a, &groups_a) in &left {
        for (&b, &groups_b) in &right {
            sum += (groups_a * groups_b) as f64 * chance.expected_term(a, b);
        }
    }
    sum
}

/// How many groups have each size: many small groups share few sizes, so that this bounds the cost.
fn multiplicities(sizes: impl Iterator<Item = u64>) -> BTreeMap<u64, u64> {
    let mut counts = BTreeMap::new();
    for size in sizes {
        *counts.entry(size).or_default() += 1;
    }
    counts
}

/// Logarithms of 0!, 1!, … `most`!.
fn log_factorials(most: u64) -> Vec<f64> {
    let mut sum = 0.0;
    let later = (1..=most).map(|n| {
        sum += (n as f64).ln();
        sum
    });
    std::iter::once(0.0).chain(later).collect()
}

/// Two groups drawn from the same papers at random.
struct Chance {
    total: u64,
    log_factorials: Vec<f64>,
}

impl Chance {
    /// Expected contribution of a group of `a` and one of `b` papers to the mutual information.
    fn expected_term(&self, a: u64, b: u64) -> f64 {
        let least = (a + b).saturating_sub(self.total).max(1);
        (least..=a.min(b)).map(|both| self.information(a, b, both) * self.probability(a, b, both)).sum()
    }

    fn information(&self, a: u64, b: u64, both: u64) -> f64 {
        let (total, both) = (self.total as f64, both as f64);
        both / total * (total * both / (a as f64 * b as f64)).ln()
    }

    /// Probability that the groups share `both` papers (hypergeometric).
    fn probability(&self, a: u64, b: u64, both: u64) -> f64 {
        let log = |n: u64| self.log_factorials[n as usize];
        let n = self.total;
        let ways = log(a) + log(b) + log(n - a) + log(n - b);
        (ways - log(n) - log(both) - log(a - both) - log(b - both) - log(n + both - a - b)).exp()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde::Deserialize;

    use super::*;
    use crate::evaluation::adjusted_rand_index;

    #[derive(Deserialize)]
    struct Golden {
        labellings: Vec<Case>,
    }

    #[derive(Deserialize)]
    struct Case {
        name: String,
        truth: Vec<usize>,
        found: Vec<usize>,
        homogeneity: f64,
        completeness: f64,
        v_measure: f64,
        adjusted_rand_index: f64,
        adjusted_mutual_information: f64,
    }

    #[test]
    fn scores_are_those_of_the_reference() {
        let golden: Golden =
            serde_json::from_str(include_str!("../../../../tests/golden/scores.json")).unwrap();
        assert!(golden.labellings.len() > 10);
        for case in golden.labellings {
            let v = v_measure(&case.truth, &case.found);
            let pairs = [
                (v.homogeneity, case.homogeneity),
                (v.completeness, case.completeness),
                (v.v_measure, case.v_measure),
                (adjusted_rand_index(&case.truth, &case.found), case.adjusted_rand_index),
                (adjusted_mutual_information(&case.truth, &case.found), case.adjusted_mutual_information),
            ];
            for (place, (got, want)) in pairs.into_iter().enumerate() {
                assert!((got - want).abs() < 1e-9, "{}, score {place}: {got} instead of {want}", case.name);
            }
        }
    }

    fn labellings() -> impl Strategy<Value = (Vec<usize>, Vec<usize>)> {
        proptest::collection::vec((0_usize..5, 0_usize..4), 0..60).prop_map(|pairs| pairs.into_iter().unzip())
    }

    proptest! {
        #[test]
        fn scores_are_symmetric_where_they_should_be((a, b) in labellings()) {
            let (there, back) = (v_measure(&a, &b), v_measure(&b, &a));
            prop_assert!((there.homogeneity - back.completeness).abs() < 1e-12);
            prop_assert!((there.v_measure - back.v_measure).abs() < 1e-12);
            let gap = adjusted_mutual_information(&a, &b) - adjusted_mutual_information(&b, &a);
            prop_assert!(gap.abs() < 1e-9);
        }

        #[test]
        fn scores_are_in_range_and_names_of_groups_are_of_no_importance((a, b) in labellings()) {
            let v = v_measure(&a, &b);
            for score in [v.homogeneity, v.completeness, v.v_measure] {
                prop_assert!((-1e-12..=1.0 + 1e-12).contains(&score));
            }
            prop_assert!(adjusted_mutual_information(&a, &b) <= 1.0 + 1e-9);
            let renamed: Vec<usize> = a.iter().map(|label| 1000 - 7 * label).collect();
            prop_assert!((adjusted_mutual_information(&a, &renamed) - 1.0).abs() < 1e-6);
            prop_assert!((v_measure(&a, &renamed).v_measure - 1.0).abs() < 1e-12);
        }

        #[test]
        fn the_hypergeometric_probabilities_sum_to_one(total in 1_u64..80, a in 1_u64..80, b in 1_u64..80) {
            let (a, b) = (a.min(total), b.min(total));
            let chance = Chance { total, log_factorials: log_factorials(total) };
            let sum: f64 =
                ((a + b).saturating_sub(total)..=a.min(b)).map(|both| chance.probability(a, b, both)).sum();
            prop_assert!((sum - 1.0).abs() < 1e-9);
        }
    }

    #[test]
    fn nothing_agrees_with_nothing() {
        assert!((v_measure(&[], &[]).v_measure - 1.0).abs() < 1e-12);
        assert!((adjusted_mutual_information(&[], &[]) - 1.0).abs() < 1e-12);
    }
}
