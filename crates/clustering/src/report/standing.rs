//! How a topic stands, in a word that follows from its evidence.

use std::fmt;

use super::page_data::percent;
use crate::topic_map::{Evidence, TopicEntry};

/// Stability from which a topic is firm, and under which it is loose.
///
/// Hennig (2007, "Cluster-wise assessment of cluster stability") calls a cluster with a mean Jaccard index of 0.75 or
/// more stable, and one of 0.5 or less dissolved.
const STABILITY: (f64, f64) = (0.75, 0.5);
/// Separation from which a topic is firm, and under which it is loose.
const SEPARATION: (f64, f64) = (0.08, 0.03);
/// A topic with more than this share of the papers is pointed out.
const LARGE_SHARE: f64 = 0.5;

/// How a topic stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Standing {
    /// Neighbouring topics share many of its papers, or it seldom comes back.
    Loose,
    /// Between the two others.
    Fair,
    /// It comes back, and its papers are clearly nearer to it than to any other topic.
    Firm,
}

impl Standing {
    /// The lower of what stability and separation say; none where neither was measured.
    #[must_use]
    pub fn of(evidence: &Evidence) -> Option<Self> {
        let of = |value: f64, (firm, fair): (f64, f64)| match value {
            value if value >= firm => Self::Firm,
            value if value >= fair => Self::Fair,
            _ => Self::Loose,
        };
        let stability = evidence.stability.map(|value| of(value, STABILITY));
        let separation = evidence.separation.map(|value| of(value, SEPARATION));
        stability.into_iter().chain(separation).min()
    }
}

impl fmt::Display for Standing {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Loose => "loose",
            Self::Fair => "fair",
            Self::Firm => "firm",
        })
    }
}

/// What the three words mean, as one paragraph of plain text.
pub(super) fn meaning() -> String {
    format!(
        "A topic is firm with a stability of at least {} and a separation of at least {}, loose with one of them \
         under {} or {}, and fair between; a figure that was not measured does not count. Stability: part of the \
         papers is grouped again, several times; of the papers that the topic or its best match in such a grouping \
         holds, this share is in both, on average (the Jaccard index). Separation: how much larger the cosine of its \
         papers to its own centre is than to the nearest other centre, on average. Cohesion: the mean cosine of its \
         papers to its centre.",
        STABILITY.0, SEPARATION.0, STABILITY.1, SEPARATION.1,
    )
}

/// The figures behind the word, such as `stability 0.81, separation 0.120`; empty where none was measured.
pub(super) fn figures(evidence: &Evidence) -> String {
    let stability = evidence.stability.map(|value| format!("stability {value:.2}"));
    let separation = evidence.separation.map(|value| format!("separation {value:.3}"));
    stability.into_iter().chain(separation).collect::<Vec<_>>().join(", ")
}

/// What to do about a topic that holds more than half of all papers; none for others, and where it is the only one.
#[must_use]
pub fn large_topic(topic: &TopicEntry, topics: usize) -> Option<String> {
    let is_large = topic.share > LARGE_SHARE && topics > 1;
    is_large.then(|| {
        let share = percent(topic.share);
        format!("holds {share} of all papers: ask for more topics with --topics N to part it")
    })
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;

    fn standing(stability: Option<f64>, separation: Option<f64>) -> Option<Standing> {
        Standing::of(&Evidence { separation, stability, ..Evidence::default() })
    }

    #[test]
    fn the_lower_of_both_figures_decides() {
        assert_eq!(standing(Some(0.75), Some(0.08)), Some(Standing::Firm));
        assert_eq!(standing(Some(0.9), Some(0.079)), Some(Standing::Fair));
        assert_eq!(standing(Some(0.74), Some(0.2)), Some(Standing::Fair));
        assert_eq!(standing(Some(0.49), Some(0.2)), Some(Standing::Loose));
        assert_eq!(standing(Some(0.9), Some(-0.1)), Some(Standing::Loose));
    }

    #[test]
    fn what_was_not_measured_does_not_count() {
        assert_eq!(standing(None, Some(0.1)), Some(Standing::Firm));
        assert_eq!(standing(Some(0.6), None), Some(Standing::Fair));
        assert_eq!(standing(None, None), None);
        assert_eq!(figures(&Evidence::default()), "");
    }

    #[test]
    fn only_more_than_half_of_several_topics_is_large() {
        let mut topic = sample::map(10, 1).topics.remove(0);
        for (share, topics, is_large) in [(0.62, 2, true), (0.5, 2, false), (1.0, 1, false)] {
            topic.share = share;
            assert_eq!(large_topic(&topic, topics).is_some(), is_large, "{share} of {topics}");
        }
        topic.share = 0.62;
        assert!(large_topic(&topic, 3).unwrap().starts_with("holds 62\u{a0}% of all papers: ask for more"));
    }
}
