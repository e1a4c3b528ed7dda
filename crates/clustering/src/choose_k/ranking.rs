//! Which of the numbers of topics that were tried is best.

use crate::topic_map::Candidate;

/// One number of topics that was tried.
pub(crate) struct Tried {
    /// Number of topics.
    pub(crate) k: usize,
    /// Topic of every row.
    pub(crate) labels: Vec<usize>,
    /// Figures on all rows.
    pub(crate) candidate: Candidate,
    /// Silhouette, cohesion ratio and agreement on every subsample, then their ranks.
    pub(crate) scores: Vec<[f64; 3]>,
}

/// Turns the figures of every subsample into ranks, and gives every number its score, their mean.
pub(crate) fn score(tried: &mut [Tried]) {
    let samples = tried.first().map_or(0, |one| one.scores.len());
    for sample in 0..samples {
        for figure in 0..3 {
            let ranks = ranks(&tried.iter().map(|one| one.scores[sample][figure]).collect::<Vec<_>>());
            for (one, rank) in tried.iter_mut().zip(ranks) {
                one.scores[sample][figure] = rank;
            }
        }
    }
    for one in tried {
        one.candidate.score = mean(&sample_scores(one));
    }
}

fn sample_scores(tried: &Tried) -> Vec<f64> {
    tried.scores.iter().map(|score| score.iter().sum::<f64>() / 3.0).collect()
}

/// Rank of every value, 0 for the least and 1 for the greatest, the mean rank for ties.
fn ranks(values: &[f64]) -> Vec<f64> {
    let below = |value: f64| values.iter().filter(|other| **other < value).count() as f64;
    let equal = |value: f64| values.iter().filter(|other| other.total_cmp(&value).is_eq()).count() as f64;
    let scale = (values.len() as f64 - 1.0).max(1.0);
    values.iter().map(|&value| (below(value) + (equal(value) - 1.0) / 2.0) / scale).collect()
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// The smallest number whose score is within one standard error of the best.
pub(crate) fn within_one_error(tried: &[Tried]) -> Option<usize> {
    let best =
        tried.iter().max_by(|a, b| a.candidate.score.total_cmp(&b.candidate.score).then(b.k.cmp(&a.k)))?;
    let scores = sample_scores(best);
    let mean = mean(&scores);
    let variance =
        scores.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / (scores.len().max(2) - 1) as f64;
    let floor = mean - (variance / scores.len().max(1) as f64).sqrt();
    tried.iter().position(|one| one.candidate.score >= floor)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tried(k: usize, scores: &[[f64; 3]]) -> Tried {
        let candidate = Candidate {
            topics: k,
            silhouette: 0.0,
            cohesion_ratio: 0.0,
            stability: 0.0,
            score: 0.0,
            error: 0.0,
        };
        Tried { k, labels: Vec::new(), candidate, scores: scores.to_vec() }
    }

    #[test]
    fn ties_share_their_ranks() {
        assert_eq!(ranks(&[3.0, 1.0, 3.0]), [0.75, 0.0, 0.75]);
        assert_eq!(ranks(&[5.0]), [0.0]);
    }

    #[test]
    fn the_smallest_number_within_an_error_of_the_best_is_taken() {
        let mut unclear = [tried(2, &[[2.0; 3], [1.0; 3]]), tried(3, &[[1.0; 3], [2.0; 3]])];
        score(&mut unclear);
        assert_eq!(within_one_error(&unclear), Some(0));
        let mut clear = [tried(2, &[[1.0; 3], [1.0; 3]]), tried(3, &[[2.0; 3], [2.0; 3]])];
        score(&mut clear);
        assert_eq!(within_one_error(&clear), Some(1));
        assert_eq!(clear.map(|one| one.candidate.score).to_vec(), [0.0, 1.0]);
        assert_eq!(within_one_error(&[]), None);
    }
}
