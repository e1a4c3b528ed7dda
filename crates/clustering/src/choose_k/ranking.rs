//! Which of the numbers of topics that were tried is best.

use super::quality::adjusted_rand_index;
use crate::topic_map::Candidate;

/// Share of the best score by which another must be lower to count clearly less.
const STEP: f64 = 0.1;

/// What one run gave for one number of topics.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Figures {
    /// Macro silhouette.
    pub(crate) silhouette: f64,
    /// Cohesion ratio.
    pub(crate) cohesion_ratio: f64,
    /// Topic of every row.
    pub(crate) labels: Vec<usize>,
}

/// Mean adjusted Rand index of every run with the others, 1 where there is no other.
pub(crate) fn agreements(runs: &[Figures]) -> Vec<f64> {
    let mut sums = vec![0.0; runs.len()];
    for a in 0..runs.len() {
        for b in 0..a {
            let agreement = adjusted_rand_index(&runs[a].labels, &runs[b].labels);
            sums[a] += agreement;
            sums[b] += agreement;
        }
    }
    let others = runs.len().saturating_sub(1);
    sums.into_iter().map(|sum| if others == 0 { 1.0 } else { sum / others as f64 }).collect()
}

/// The numbers with their scores; `figures[number][run]` are silhouette, cohesion ratio and agreement.
///
/// The score of a run is its silhouette, at least 0, times its agreement with the other runs, at least 0: topics must stand
/// apart and come back. `score` is the mean over the runs, and `error` the standard error of that.
pub(crate) fn candidates(numbers: &[usize], figures: &[Vec<[f64; 3]>]) -> Vec<Candidate> {
    let candidate = |(&topics, runs): (&usize, &Vec<[f64; 3]>)| {
        let of = |figure: usize| mean(&runs.iter().map(|run| run[figure]).collect::<Vec<_>>());
        let scores: Vec<f64> = runs.iter().map(|run| run[0].max(0.0) * run[2].max(0.0)).collect();
        Candidate {
            topics,
            silhouette: of(0),
            cohesion_ratio: of(1),
            stability: of(2),
            score: mean(&scores),
            error: standard_error(&scores),
        }
    };
    numbers.iter().zip(figures).map(candidate).collect()
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

fn standard_error(values: &[f64]) -> f64 {
    let mean = mean(values);
    let variance =
        values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (values.len().max(2) - 1) as f64;
    (variance / values.len().max(1) as f64).sqrt()
}

/// What the curve of scores says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Shape {
    /// Index of the number to take, within `flat`.
    pub(crate) middle: usize,
    /// Indices of the first and last number that scores about as well as the best: lower by no more than the standard
    /// error of the best score, or by a tenth of it where that is more.
    pub(crate) flat: [usize; 2],
    /// Index of the first number beyond `flat`.
    pub(crate) falls_off: Option<usize>,
}

/// The shape of the curve; none where no number has a score above 0.
///
/// A flat curve has no peak that means anything, and the highest of almost equal scores changes with every paper. The
/// number to take is therefore the middle of the numbers that score well: their mean on a log scale, each with the weight
/// `exp(-d² / 2)` for a score `d` tenths of the best one below it; of the numbers in `flat`, the nearest.
pub(crate) fn shape(candidates: &[Candidate]) -> Option<Shape> {
    let best =
        candidates.iter().max_by(|a, b| a.score.total_cmp(&b.score)).filter(|best| best.score > 0.0)?;
    let floor = best.score - best.error.max(STEP * best.score);
    let first = candidates.iter().position(|candidate| candidate.score >= floor)?;
    let last = candidates.iter().rposition(|candidate| candidate.score >= floor)?;
    let falls_off = Some(last + 1).filter(|next| *next < candidates.len());
    let middle = middle(candidates, best.score).clamp(first, last);
    Some(Shape { middle, flat: [first, last], falls_off })
}

fn middle(candidates: &[Candidate], best: f64) -> usize {
    let (mut sum, mut weights) = (0.0, 0.0);
    for candidate in candidates {
        let below = (best - candidate.score) / (best * STEP);
        let weight = (-below * below / 2.0).exp();
        sum += weight * (candidate.topics as f64).ln();
        weights += weight;
    }
    let distance = |index: usize| ((candidates[index].topics as f64).ln() - sum / weights).abs();
    (0..candidates.len()).min_by(|&a, &b| distance(a).total_cmp(&distance(b))).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn curve(scores: &[f64]) -> Vec<Candidate> {
        let candidate = |(index, &score): (usize, &f64)| Candidate {
            topics: index + 2,
            silhouette: 0.0,
            cohesion_ratio: 0.0,
            stability: 0.0,
            score,
            error: 0.1,
        };
        scores.iter().enumerate().map(candidate).collect()
    }

    #[test]
    fn the_shape_of_a_curve_is_read() {
        let found = shape(&curve(&[0.2, 0.75, 0.8, 0.75, 0.65, 0.5, 0.4])).unwrap();
        assert_eq!(found, Shape { middle: 2, flat: [1, 3], falls_off: Some(4) });
        let rising = shape(&curve(&[0.1, 0.5, 0.9])).unwrap();
        assert_eq!(rising, Shape { middle: 2, flat: [2, 2], falls_off: None });
        assert_eq!(shape(&[]), None);
        assert_eq!(shape(&curve(&[0.0, 0.0])), None);
    }

    #[test]
    fn the_middle_of_a_flat_curve_is_taken_whichever_end_is_highest() {
        let taken = |scores: &[f64]| shape(&curve(scores)).unwrap().middle;
        assert_eq!(taken(&[0.2, 0.2, 0.5, 0.501, 0.5, 0.499, 0.502, 0.2]), 4);
        assert_eq!(taken(&[0.2, 0.2, 0.502, 0.501, 0.5, 0.499, 0.5, 0.2]), 4);
        assert_eq!(taken(&[0.2, 0.9, 0.5, 0.5, 0.5, 0.5]), 1);
    }

    #[test]
    fn a_score_is_silhouette_times_agreement() {
        let found = candidates(&[2, 3], &[vec![[0.5, 1.0, 0.8]; 2], vec![[-0.5, 2.0, 0.8], [0.2, 2.0, 0.5]]]);
        let figures: Vec<_> = found.iter().map(|one| (one.topics, one.score, one.error)).collect();
        assert_eq!(figures, [(2, 0.4, 0.0), (3, 0.05, 0.05)]);
    }

    #[test]
    fn runs_agree_with_each_other() {
        let run =
            |labels: &[usize]| Figures { silhouette: 0.0, cohesion_ratio: 0.0, labels: labels.to_vec() };
        assert_eq!(agreements(&[run(&[0, 0, 1, 1]), run(&[1, 1, 0, 0])]), [1.0, 1.0]);
        assert_eq!(agreements(&[run(&[0])]), [1.0]);
    }
}
