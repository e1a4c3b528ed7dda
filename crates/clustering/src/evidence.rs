//! What speaks for a topic, and where it ends.

use std::cmp::Ordering;

use ndarray::Array2;
use papermap_kernels::dot;

use crate::UnitRows;
use crate::membership::Membership;

/// Papers that stand for a topic at most.
const REPRESENTATIVES: usize = 5;
/// Cosine above which two papers are too alike to both stand for a topic.
const TOO_ALIKE: f32 = 0.95;
/// Near topics that are named at most.
const NEAREST: usize = 3;
/// Papers between two topics that are named at most.
const BORDERLINE: usize = 5;
/// Share of a topic's papers that are named as lying between two topics at most.
const BORDERLINE_SHARE: f64 = 0.2;

/// The evidence for one topic; papers and topics by their places.
#[derive(Debug, Clone, PartialEq)]
pub struct TopicEvidence {
    /// Mean cosine of its papers to its centre, -1 to 1.
    pub cohesion: f64,
    /// Mean margin of its papers to the nearest other topic, -2 to 2; none where there is one topic.
    pub separation: Option<f64>,
    /// Up to 5 papers that stand for it, most central first, none much like another.
    pub representatives: Vec<usize>,
    /// Up to 5 papers with the least margin, least first, and at most a fifth of its papers.
    pub borderline: Vec<usize>,
    /// Up to 3 other topics with the cosine of the centres, nearest first, ties by lower topic.
    pub nearest: Vec<(usize, f64)>,
}

/// The evidence for the topics that `labels` make; `centres` are of unit length, shape `(topics, width)`.
///
/// Cost is `O(n log n + topics² width)` and the comparisons of a few central papers in each topic.
#[must_use]
pub fn evidence(
    rows: &UnitRows,
    labels: &[usize],
    centres: &Array2<f32>,
    members: &[Membership],
) -> Vec<TopicEvidence> {
    let mut papers: Vec<Vec<usize>> = vec![Vec::new(); centres.nrows()];
    labels.iter().enumerate().for_each(|(paper, &topic)| papers[topic].push(paper));
    let of = |(topic, papers): (usize, &Vec<usize>)| TopicEvidence {
        cohesion: mean(papers.iter().map(|&paper| members[paper].cosine)).unwrap_or_default(),
        separation: mean(papers.iter().filter_map(|&paper| Some(members[paper].second?.margin))),
        representatives: representatives(rows, papers, members),
        borderline: borderline(papers, members),
        nearest: nearest(topic, centres),
    };
    papers.iter().enumerate().map(of).collect()
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let values: Vec<f64> = values.collect();
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

fn representatives(rows: &UnitRows, papers: &[usize], members: &[Membership]) -> Vec<usize> {
    let central = |a: &usize, b: &usize| members[*b].cosine.total_cmp(&members[*a].cosine).then(a.cmp(b));
    let mut kept: Vec<usize> = Vec::new();
    for paper in sorted(papers, central) {
        let alike = |other: &usize| dot(rows.row(paper), rows.row(*other)) > TOO_ALIKE;
        if !kept.iter().any(alike) {
            kept.push(paper);
        }
        if kept.len() == REPRESENTATIVES {
            break;
        }
    }
    kept
}

fn borderline(papers: &[usize], members: &[Membership]) -> Vec<usize> {
    let margin = |paper: usize| members[paper].second.map_or(f64::INFINITY, |second| second.margin);
    let between: Vec<usize> = papers.iter().copied().filter(|&paper| margin(paper).is_finite()).collect();
    let most = BORDERLINE.min((between.len() as f64 * BORDERLINE_SHARE) as usize);
    let mut order = sorted(&between, |a, b| margin(*a).total_cmp(&margin(*b)).then(a.cmp(b)));
    order.truncate(most);
    order
}

fn sorted(papers: &[usize], by: impl Fn(&usize, &usize) -> Ordering) -> Vec<usize> {
    let mut order = papers.to_vec();
    order.sort_by(by);
    order
}

fn nearest(topic: usize, centres: &Array2<f32>) -> Vec<(usize, f64)> {
    let own = centres.row(topic);
    let others = (0..centres.nrows()).filter(|&other| other != topic);
    let mut found: Vec<(usize, f64)> =
        others.map(|other| (other, f64::from(own.dot(&centres.row(other))).clamp(-1.0, 1.0))).collect();
    found.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    found.truncate(NEAREST);
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kmeans::means;
    use crate::membership::memberships;
    use crate::rows::at_unit_length;
    use crate::testing::blobs;

    fn of(rows: &UnitRows, labels: &[usize], k: usize) -> Vec<TopicEvidence> {
        let centres = at_unit_length(&means(rows, labels, k));
        evidence(rows, labels, &centres, &memberships(rows, labels, k))
    }

    #[test]
    fn a_paper_of_another_topic_is_borderline() {
        let rows = blobs(&[30, 30, 30], 16, 0.3, 3);
        let mut labels: Vec<usize> = (0..90).map(|row| row / 30).collect();
        labels[0] = 1;
        let found = of(&rows, &labels, 3);
        assert_eq!(found[1].borderline[0], 0);
        assert_eq!(found[1].borderline.len(), 5);
        assert!(found.iter().all(|one| one.separation.is_some_and(|margin| margin > 0.0)));
        assert!(found.iter().all(|one| one.nearest.len() == 2 && one.nearest[0].1 >= one.nearest[1].1));
    }

    #[test]
    fn representatives_are_central_and_differ() {
        let rows = blobs(&[12], 16, 0.8, 3).select(&[0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
        let found = of(&rows, &[0; 12], 1).remove(0);
        assert_eq!(found.representatives.len(), 5);
        assert!(found.representatives.iter().filter(|paper| **paper < 3).count() <= 1);
        assert_eq!((found.separation, found.borderline.len(), found.nearest.len()), (None, 0, 0));
    }
}
