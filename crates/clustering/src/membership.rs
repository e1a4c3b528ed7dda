//! How well every paper sits in its topic.

use crate::UnitRows;
use crate::choose_k::{similarities, sizes};
use crate::kmeans::means;

/// How sharply a difference in cosine turns into membership.
const SHARPNESS: f64 = 12.0;
/// Share of a topic's papers, the least similar ones, that sit loosely.
const LOOSE_SHARE: f64 = 0.04;
/// Margin to the second topic, in cosine, under which a paper sits loosely.
const LEAST_MARGIN: f64 = 0.0;

/// How one paper sits in its topic.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Membership {
    /// Odds of its topic against the nearest other one, 0 to 1: the logistic function of 12 times the difference of
    /// its cosines to the two centres; 0.5 where it is as near to both. With one topic, its cosine to the centre.
    pub score: f64,
    /// Whether it is nearer to another centre than to its own, or among the 4 % of its topic that are least similar
    /// to the centre.
    pub loose: bool,
    /// Cosine to the centre of its topic, -1 to 1.
    pub cosine: f64,
    /// The nearest other topic, where there is one.
    pub second: Option<Second>,
}

/// The topic that a paper is nearest to among those it is not in.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Second {
    /// Its label, ties by lower label.
    pub topic: usize,
    /// Cosine to the centre of the own topic less that to this one's; below 0 where this one is nearer.
    pub margin: f64,
}

/// Memberships of all rows in `k` topics, given the topic of each; cost `O(n k width)`.
#[must_use]
pub fn memberships(rows: &UnitRows, labels: &[usize], k: usize) -> Vec<Membership> {
    let centres = crate::rows::at_unit_length(&means(rows, labels, k));
    let cosines = similarities(rows, &centres);
    let floors = floors(&cosines, labels, k);
    let member = |(cosines, &own): (&Vec<f32>, &usize)| {
        let cosine = f64::from(cosines[own]).clamp(-1.0, 1.0);
        let second = second(cosines, own);
        let margin = second.map_or(f64::INFINITY, |second| second.margin);
        let score = second.map_or(cosine.max(0.0), |_| 1.0 / (1.0 + (-SHARPNESS * margin).exp()));
        Membership { score, loose: margin < LEAST_MARGIN || cosine < floors[own], cosine, second }
    };
    cosines.iter().zip(labels).map(member).collect()
}

fn second(cosines: &[f32], own: usize) -> Option<Second> {
    let others = (0..cosines.len()).filter(|&other| other != own);
    let topic = others.reduce(|best, other| if cosines[other] > cosines[best] { other } else { best })?;
    Some(Second { topic, margin: f64::from(cosines[own]) - f64::from(cosines[topic]) })
}

/// The cosine to its centre under which a paper of each topic sits loosely.
fn floors(cosines: &[Vec<f32>], labels: &[usize], k: usize) -> Vec<f64> {
    let mut own: Vec<Vec<f32>> = sizes(labels, k).into_iter().map(Vec::with_capacity).collect();
    cosines.iter().zip(labels).for_each(|(cosines, &label)| own[label].push(cosines[label]));
    let floor = |mut values: Vec<f32>| {
        values.sort_by(f32::total_cmp);
        let index = (values.len() as f64 * LOOSE_SHARE) as usize;
        values.get(index).map_or(-1.0, |value| f64::from(*value))
    };
    own.into_iter().map(floor).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::blobs;

    #[test]
    fn a_paper_of_another_topic_is_loose_and_scores_low() {
        let rows = blobs(&[30, 30], 16, 0.3, 3);
        let mut labels: Vec<usize> = (0..60).map(|row| row / 30).collect();
        labels[0] = 1;
        let found = memberships(&rows, &labels, 2);
        assert!(found[0].loose && found[0].score < 0.5);
        assert!(found[0].second.is_some_and(|second| second.topic == 0 && second.margin < 0.0));
        assert!(found.iter().skip(1).all(|one| one.score > 0.5 && one.score <= 1.0));
        assert!(found.iter().filter(|one| one.loose).count() <= 4);
    }

    #[test]
    fn one_topic_scores_by_cosine() {
        let rows = blobs(&[5], 16, 0.3, 3);
        let found = memberships(&rows, &[0; 5], 1);
        assert!(
            found
                .iter()
                .all(|one| !one.loose && one.second.is_none() && (one.score - one.cosine).abs() < 1e-9)
        );
    }
}
