//! Topics keep their labels.

use super::corpus::Words;

/// Share of the papers that held a part of a label of which as many must hold it still.
const STILL_USED: f64 = 0.5;

/// What a topic was before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Former {
    /// Its label.
    pub label: String,
    /// The papers it had, by their place among the texts; one that is no more is left out.
    pub papers: Vec<usize>,
}

/// The phrases of the label of a topic that goes on, by their stems, where the label still fits.
///
/// It does where the papers at `members` hold each phrase at least half as often as the former ones, and no less often
/// than all texts do. A phrase that the former papers did not hold says nothing against the label.
pub(crate) fn still_fits(words: &Words, former: &Former, members: &[usize]) -> Option<Vec<Vec<u32>>> {
    let parts: Vec<Vec<u32>> = parts(words, &former.label);
    let fits = |part: &Vec<u32>| {
        let [before, now] = [&former.papers[..], members].map(|papers| words.share(part, papers));
        before <= 0.0 || (now >= STILL_USED * before && now >= words.share_of_all(part))
    };
    parts.iter().all(fits).then_some(parts)
}

/// The phrases of a label, by their stems.
pub(crate) fn parts(words: &Words, label: &str) -> Vec<Vec<u32>> {
    label.split(", ").map(|part| words.stems_of(part)).collect()
}
