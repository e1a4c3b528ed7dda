//! Which papers are together, before ids and edits.

use std::collections::{BTreeMap, BTreeSet};

use super::{Asked, PaperText, Previous, TopicParams};
use crate::choose_k::{TopicCount, choose};
use crate::ledger::number;
use crate::step::OnStep;
use crate::topic_map::{Choice, Way};
use crate::update::{Before, Updated, update};
use crate::{ClusterError, UnitRows};

/// Papers in groups.
pub(super) struct Grouped {
    /// Group of every paper, from 0 without gaps.
    pub(super) labels: Vec<usize>,
    /// Of every group, where it was measured.
    pub(super) stability: Vec<Option<f64>>,
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
    let bases = Bases::of(papers, previous);
    let locked = bases.locked(papers, previous, params);
    if params.asked == Asked::Refit || bases.ids.is_empty() {
        let kept: Vec<Option<usize>> =
            bases.home.iter().map(|home| home.filter(|home| locked[*home])).collect();
        return afresh(rows, &kept, params, previous, on_step);
    }
    let before =
        Before { groups: bases.ids.len(), locked, fitted: previous.fitted, home: bases.home.clone() };
    let updated = update(rows, &before, params.count, params.seed, on_step)?;
    Ok(bases.grouped(updated, params, previous))
}

/// Groups formed without regard to those of before, but for the rows that are `kept` in a locked one.
fn afresh(
    rows: &UnitRows,
    kept: &[Option<usize>],
    params: &TopicParams<'_>,
    previous: &Previous,
    on_step: OnStep<'_>,
) -> Result<Grouped, ClusterError> {
    let locked: BTreeSet<usize> = kept.iter().flatten().copied().collect();
    let free: Vec<usize> = (0..rows.len()).filter(|&row| kept[row].is_none()).collect();
    let chosen = choose(&rows.select(&free), &without(params.count, locked.len()), params.seed, on_step)?;
    let place: BTreeMap<usize, usize> =
        locked.iter().enumerate().map(|(at, &group)| (group, chosen.k + at)).collect();
    let mut labels: Vec<usize> = kept.iter().map(|group| group.map_or(0, |group| place[&group])).collect();
    free.iter().zip(&chosen.labels).for_each(|(&row, &label)| labels[row] = label);
    let (way, reason) = if previous.places.is_empty() {
        (Way::First, "the map held no papers")
    } else {
        (Way::StartedOver, "topics were formed anew and matched to those that were there")
    };
    let k = chosen.k + locked.len();
    Ok(Grouped {
        stability: (0..k).map(|group| chosen.stability.get(group).copied()).collect(),
        labels,
        choice: Choice { requested: params.count.to_string(), chosen: k, ..chosen.choice },
        way,
        reason: reason.to_owned(),
        novel: 0,
        fitted: rows.len(),
    })
}

/// The number of topics that is left to choose beside locked ones.
fn without(count: &TopicCount, locked: usize) -> TopicCount {
    match count.finest() {
        Some(finest) if locked > 0 => TopicCount::Exactly(finest.saturating_sub(locked).max(1)),
        _ => count.clone(),
    }
}

/// The groups of before that hold papers still, by the number of their ids.
struct Bases<'a> {
    ids: Vec<&'a str>,
    /// Group of every paper that was there.
    home: Vec<Option<usize>>,
}

impl<'a> Bases<'a> {
    fn of(papers: &[PaperText<'_>], previous: &'a Previous) -> Self {
        let base = |paper: &PaperText<'_>| previous.places.get(paper.id).map(|place| place.base.as_str());
        let bases: Vec<Option<&str>> = papers.iter().map(base).collect();
        let mut ids: Vec<&str> =
            bases.iter().flatten().copied().collect::<BTreeSet<_>>().into_iter().collect();
        ids.sort_by_key(|id| number(id));
        let place: BTreeMap<&str, usize> = ids.iter().enumerate().map(|(group, id)| (*id, group)).collect();
        let home = bases.iter().map(|base| base.map(|base| place[base])).collect();
        Self { ids, home }
    }

    /// The groups whose papers were shown in a locked topic.
    fn locked(&self, papers: &[PaperText<'_>], previous: &Previous, params: &TopicParams<'_>) -> Vec<bool> {
        let mut locked = vec![false; self.ids.len()];
        let topics = previous.topics.iter().filter(|topic| params.edits.locks.contains(&topic.id));
        let shown: BTreeSet<&str> =
            topics.flat_map(|topic| topic.papers.iter().map(String::as_str)).collect();
        for (paper, home) in papers.iter().zip(&self.home) {
            if let Some(home) = home.filter(|_| shown.contains(paper.id)) {
                locked[home] = true;
            }
        }
        locked
    }

    fn grouped(&self, updated: Updated, params: &TopicParams<'_>, previous: &Previous) -> Grouped {
        let used: BTreeSet<usize> = updated.labels.iter().copied().collect();
        let place: BTreeMap<usize, usize> = used.iter().enumerate().map(|(at, &group)| (group, at)).collect();
        let goes_on = updated.way != Way::StartedOver;
        let id = |group: &usize| self.ids.get(*group).copied().filter(|_| goes_on);
        let stability = |group: &usize| match &updated.chosen {
            Some(chosen) => chosen.stability.get(*group).copied(),
            None => previous.stability.get(id(group)?).copied(),
        };
        Grouped {
            stability: used.iter().map(stability).collect(),
            choice: match updated.chosen {
                Some(chosen) => chosen.choice,
                None => choice(previous, params, used.len()),
            },
            fitted: if updated.is_fitted { updated.labels.len() } else { previous.fitted },
            labels: updated.labels.iter().map(|label| place[label]).collect(),
            way: updated.way,
            reason: updated.reason,
            novel: updated.novel,
        }
    }
}

/// How the number of topics was chosen, where updates may have changed it since.
fn choice(previous: &Previous, params: &TopicParams<'_>, k: usize) -> Choice {
    let Choice { chosen, reason, .. } = &previous.choice;
    let reason = if *chosen == k {
        reason.clone()
    } else {
        format!("New papers made it {k} since the number was chosen.")
    };
    Choice { requested: params.count.to_string(), chosen: k, reason, ..previous.choice.clone() }
}
