//! The figures of a map that need no labels.

use papermap_clustering::choose_k::{cohesion_ratio, silhouette};
use papermap_clustering::describe::{Words, holders};
use papermap_clustering::evaluation::{coherence, diversity};
use papermap_clustering::topic_map::{Evidence, TopicEntry};
use rayon::prelude::*;

use super::message::Figures;
use super::source::Source;
use crate::map::forming::topical_texts;

/// Computes all figures; the longest part is to read the words of the papers.
pub(crate) fn figures(map: &Source) -> Figures {
    let topics = map.topics.len();
    let phrases = map.topics.iter().flat_map(|topic| &topic.phrases).map(|phrase| phrase.text.as_str());
    let label_parts = map.topics.iter().filter(|topic| has_words(topic)).flat_map(|t| t.label.split(", "));
    Figures {
        macro_silhouette: (topics > 1).then(|| silhouette(&map.rows, &map.assigned, topics)),
        cohesion_ratio: cohesion_ratio(&map.rows, &map.assigned, topics),
        stability: mean(map.topics.iter().filter_map(|topic| topic.evidence.stability)),
        phrase_coherence: phrase_coherence(map),
        phrase_diversity: diversity(phrases),
        label_diversity: diversity(label_parts),
        label_coverage: median(map.topics.iter().filter(|topic| is_measured(topic)).map(coverage).collect()),
    }
}

/// Whether the label is made of phrases; a stand-in is not.
fn has_words(topic: &TopicEntry) -> bool {
    !topic.phrases.is_empty()
}

/// Maps of earlier programs hold no evidence.
fn is_measured(topic: &TopicEntry) -> bool {
    topic.evidence != Evidence::default()
}

fn coverage(topic: &TopicEntry) -> f64 {
    topic.evidence.coverage
}

fn phrase_coherence(map: &Source) -> Option<f64> {
    let texts: Vec<(Option<String>, String)> = map.papers.par_iter().map(topical_texts).collect();
    let texts: Vec<(&str, &str)> =
        texts.iter().map(|(title, text)| (title.as_deref().unwrap_or_default(), text.as_str())).collect();
    let languages: Vec<Option<&str>> = map.papers.iter().map(|paper| paper.language.as_deref()).collect();
    let words = Words::read(&texts, &languages);
    mean(map.topics.iter().filter_map(|topic| {
        let phrases: Vec<&str> = topic.phrases.iter().map(|phrase| phrase.text.as_str()).collect();
        coherence(&holders(&words, &phrases), map.papers.len())
    }))
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let values: Vec<f64> = values.collect();
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// The middle value, or the mean of the two middle ones.
fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    let upper = values.get(values.len() / 2)?;
    let lower = values[(values.len() - 1) / 2];
    Some(f64::midpoint(lower, *upper))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_and_medians_of_nothing_are_none() {
        assert_eq!((mean([].into_iter()), median(Vec::new())), (None, None));
        assert_eq!(mean([1.0, 2.0, 6.0].into_iter()), Some(3.0));
        assert_eq!(median(vec![6.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(vec![6.0, 1.0, 2.0, 3.0]), Some(2.5));
    }
}
