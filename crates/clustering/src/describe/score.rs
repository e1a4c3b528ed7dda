//! How well a phrase marks a topic.

/// Pseudo-documents of the prior.
const PRIOR: f64 = 8.0;
/// Gain of a phrase by its number of words: two or three name a subject better than one.
const BY_WORDS: [f64; 4] = [0.0, 1.0, 1.4, 1.4];

/// Documents that hold a phrase, in a topic and in all.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Frequency {
    /// Weighted documents of the topic that hold the phrase.
    pub(crate) weight: f64,
    /// Documents of the topic that hold the phrase.
    pub(crate) inside: f64,
    /// Documents of the topic.
    pub(crate) topic: f64,
    /// Other documents that hold the phrase.
    pub(crate) outside: f64,
    /// Other documents.
    pub(crate) others: f64,
    /// Share of all documents that hold the phrase, 0 to 1; the prior.
    pub(crate) share: f64,
}

/// Log-odds ratio with an informative Dirichlet prior in standard errors (Monroe, Colaresi and Quinn 2008, eq. 22),
/// times the root of the share of the topic's documents that hold the phrase, times the part of that share that is above the
/// share outside, times the gain for `words`.
///
/// 0 for a phrase that is no more frequent inside than outside. With no other documents, the share alone.
pub(crate) fn score(frequency: Frequency, words: usize) -> f64 {
    let Frequency { weight, inside, topic, outside, others, share } = frequency;
    let coverage = inside / topic;
    let gain = BY_WORDS[words.min(3)];
    if others < 0.5 {
        return weight / topic * gain;
    }
    let prior = PRIOR * share;
    let odds = |held: f64, all: f64| ((held + prior) / (all + PRIOR - held - prior).max(0.5)).ln();
    let delta = odds(inside.max(weight.min(topic)), topic) - odds(outside, others);
    let error = (1.0 / (weight + prior) + 1.0 / (outside + prior)).sqrt();
    delta / error * coverage.sqrt() * gain * (1.0 - outside / others / coverage).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(inside: f64, outside: f64) -> f64 {
        score(
            Frequency {
                weight: inside,
                inside,
                topic: 10.0,
                outside,
                others: 90.0,
                share: (inside + outside) / 100.0,
            },
            1,
        )
    }

    #[test]
    fn marks_are_frequent_inside_and_rare_outside() {
        assert!(of(6.0, 1.0) > of(3.0, 1.0));
        assert!(of(6.0, 1.0) > of(6.0, 20.0));
        assert!(of(1.0, 9.0).abs() < 1e-9 && of(1.0, 50.0).abs() < 1e-9);
    }
}
