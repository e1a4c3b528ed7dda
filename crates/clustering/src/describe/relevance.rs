//! How near in meaning a phrase is to its topic.

use std::collections::{BTreeMap, BTreeSet};

use ndarray::Array2;
use papermap_kernels::dot;

use super::thin::Candidate;
use crate::{ClusterError, UnitRows};

/// Embeds phrases as the papers were embedded: one unit row a phrase, shape `(phrases, width)`, in their order.
///
/// Called once, with different phrases in rising order; the same phrases must give the same vectors.
pub type EmbedPhrases<'a> = &'a dyn Fn(&[&str]) -> Result<Array2<f32>, ClusterError>;

/// Difference of cosines that counts as clearly nearer.
const CLEARLY: f64 = 0.15;
/// Share of the cosine of the topic's nearest phrase that a phrase must reach.
const LEAST_NEARNESS: f64 = 0.35;

/// Weighs the scores of the candidates of every topic by their cosine to its centre, relative to the topic's best, and
/// by how much nearer they are to it than to any other centre; best first, ties by text. Far phrases are dropped.
pub(crate) fn weigh(
    mut topics: Vec<Vec<Candidate>>,
    centres: &Array2<f32>,
    embed: EmbedPhrases<'_>,
) -> Result<Vec<Vec<Candidate>>, ClusterError> {
    let phrases: BTreeSet<&str> = topics.iter().flatten().map(|one| one.text.as_str()).collect();
    let phrases: Vec<String> = phrases.into_iter().map(str::to_owned).collect();
    let vectors = embedded(&phrases, centres.ncols(), embed)?;
    let place: BTreeMap<&str, usize> =
        phrases.iter().enumerate().map(|(at, text)| (text.as_str(), at)).collect();
    for (topic, candidates) in topics.iter_mut().enumerate() {
        for one in candidates.iter_mut() {
            one.direction = vectors.row(place[one.text.as_str()]).to_vec();
        }
        weigh_topic(candidates, topic, centres);
    }
    Ok(topics)
}

fn embedded(phrases: &[String], width: usize, embed: EmbedPhrases<'_>) -> Result<UnitRows, ClusterError> {
    if phrases.is_empty() {
        return UnitRows::try_from(Array2::zeros((0, width)));
    }
    let vectors = embed(&phrases.iter().map(String::as_str).collect::<Vec<_>>())?;
    if vectors.dim() != (phrases.len(), width) {
        let (rows, columns) = vectors.dim();
        let detail = format!(
            "{rows} vectors of {columns} values came for {} phrases; {width} values were expected",
            phrases.len()
        );
        return Err(ClusterError::Phrases { detail });
    }
    UnitRows::try_from(vectors)
}

fn weigh_topic(candidates: &mut Vec<Candidate>, topic: usize, centres: &Array2<f32>) {
    let near: Vec<(f64, f64)> =
        candidates.iter().map(|one| nearness(&one.direction, topic, centres)).collect();
    let best = near.iter().map(|(own, _)| *own).fold(1e-3, f64::max);
    for (one, (own, other)) in candidates.iter_mut().zip(near) {
        one.nearness = own / best;
        one.score *= weight(one.nearness, own - other);
    }
    candidates.retain(|one| one.score > 0.0);
    candidates.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.text.cmp(&b.text)));
}

/// Cosine to the topic's centre, and the greatest to another one; the same where there is none.
fn nearness(direction: &[f32], topic: usize, centres: &Array2<f32>) -> (f64, f64) {
    let cosines: Vec<f64> = centres
        .rows()
        .into_iter()
        .map(|centre| centre.as_slice().map_or(0.0, |centre| f64::from(dot(direction, centre))))
        .collect();
    let others = cosines.iter().enumerate().filter(|(other, _)| *other != topic).map(|(_, cosine)| *cosine);
    (cosines[topic], others.reduce(f64::max).unwrap_or(cosines[topic]))
}

/// Grows with the root of the relative nearness and is 0 for far phrases; falls to two fifths where another topic is clearly nearer,
/// rises by half where the own one is.
fn weight(relative: f64, margin: f64) -> f64 {
    let contrast = if margin < 0.0 {
        1.0 + 0.6 * (margin / CLEARLY).max(-1.0)
    } else {
        1.0 + 0.5 * (margin / CLEARLY).min(1.0)
    };
    if relative < LEAST_NEARNESS { 0.0 } else { relative.sqrt() * contrast }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(text: &str, score: f64) -> Candidate {
        Candidate::new(text, Vec::new(), score)
    }

    /// `east` points along the first axis, `north` more along the second.
    #[expect(clippy::unnecessary_wraps, reason = "an encoder may fail")]
    fn along_axes(phrases: &[&str]) -> Result<Array2<f32>, ClusterError> {
        let direction = |phrase: &str| if phrase == "east" { [1.0, 0.0] } else { [0.6, 0.8] };
        Ok(Array2::from_shape_fn((phrases.len(), 2), |(row, axis)| direction(phrases[row])[axis]))
    }

    #[test]
    fn near_phrases_overtake_frequent_ones() {
        let centres = ndarray::arr2(&[[1.0, 0.0], [0.0, 1.0]]);
        let topics =
            vec![vec![candidate("north", 2.0), candidate("east", 1.0)], vec![candidate("north", 1.0)]];
        let weighed = weigh(topics, &centres, &along_axes).unwrap();
        let order: Vec<&str> = weighed[0].iter().map(|one| one.text.as_str()).collect();
        assert_eq!(order, ["east", "north"]);
        assert!(weighed[1][0].score > 1.0);
    }

    #[test]
    fn wrong_vectors_are_named_and_none_are_asked_for_nothing() {
        let centres = ndarray::arr2(&[[1.0, 0.0, 0.0]]);
        let found = weigh(vec![vec![candidate("east", 1.0)]], &centres, &along_axes);
        assert!(matches!(found, Err(ClusterError::Phrases { .. })));
        assert!(weigh(vec![Vec::new()], &centres, &|_| Err(ClusterError::Cancelled)).is_ok());
        assert!(weigh(vec![vec![candidate("a", 1.0)]], &centres, &|_| Err(ClusterError::Cancelled)).is_err());
    }
}
