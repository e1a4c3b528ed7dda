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
/// It does where each phrase is held by at least half the share of the topic's papers that held it before.
pub(crate) fn still_fits(corpus: &mut Corpus, former: &Former, members: &[usize]) -> Option<Vec<Vec<u32>>> {
    let parts: Vec<Vec<u32>> = former.label.split(", ").map(|part| corpus.stems_of(part)).collect();
    let fits =
        |part: &Vec<u32>| corpus.share(part, members) >= STILL_USED * corpus.share(part, &former.papers);
    parts.iter().all(fits).then_some(parts)
}
