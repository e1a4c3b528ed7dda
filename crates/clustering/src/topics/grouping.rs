//! Which papers are together, before ids and edits.

use super::{PaperText, Previous, TopicParams};
use crate::choose_k::choose;
use crate::step::OnStep;
use crate::topic_map::{Choice, Way};
use crate::{ClusterError, UnitRows};

/// Papers in groups.
pub(super) struct Grouped {
    /// Group of every paper, below `k`; no group is empty.
    pub(super) labels: Vec<usize>,
    pub(super) k: usize,
    /// Of every group, where it was measured.
    pub(super) stability: Vec<f64>,
    pub(super) choice: Choice,
    /// How the groups were found, and why so.
    pub(super) way: Way,
    pub(super) reason: String,
    /// New papers that are unlike the topics of before.
    pub(super) novel: usize,
    /// Papers when the groups were last formed or fitted.
    pub(super) fitted: usize,
}

/// Groups papers, which come by id.
///
/// # Errors
/// What choosing and the solver say.
pub(super) fn group(
    papers: &[PaperText<'_>],
    rows: &UnitRows,
    params: &TopicParams<'_>,
    previous: &Previous,
    on_step: OnStep<'_>,
) -> Result<Grouped, ClusterError> {
    let chosen = choose(rows, params.count, params.seed, on_step)?;
    let way = if previous.places.is_empty() { Way::First } else { Way::StartedOver };
    let reason = match way {
        Way::First => "the map held no papers",
        _ => "the topics were formed again",
    };
    Ok(Grouped {
        labels: chosen.labels,
        k: chosen.k,
        stability: chosen.stability,
        choice: chosen.choice,
        way,
        reason: reason.to_owned(),
        novel: 0,
        fitted: papers.len(),
    })
}
