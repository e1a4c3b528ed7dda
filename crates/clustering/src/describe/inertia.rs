//! Topics keep their labels.

use super::corpus::Corpus;

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
pub(crate) fn still_fits(corpus: &mut Corpus, former: &Former, members: &[usize]) -> Option<Vec<Vec<u32>>> {
    let parts: Vec<Vec<u32>> = former.label.split(", ").map(|part| corpus.stems_of(part)).collect();
    let fits = |part: &Vec<u32>| {
        let [before, now] = [&former.papers[..], members].map(|papers| corpus.share(part, papers));
        before <= 0.0 || (now >= STILL_USED * before && now >= corpus.share_of_all(part))
    };
    parts.iter().all(fits).then_some(parts)
}
