//! Groups that go on as papers come and go.

mod births;
mod evidence;
mod fit;
mod likeness;
mod shrink;
mod split;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use ndarray::ArrayView1;

use crate::choose_k::{Chosen, TopicCount, best_topics, choose, choose_smoothed, sizes};
use crate::kmeans::means;
use crate::smoothing::smooth;
use crate::step::OnStep;
use crate::topic_map::Way;
use crate::{ClusterError, UnitRows};

use births::Births;
use evidence::{Evidence, Verdict};
use fit::{Fit, Fitted};

/// How much closer groups formed afresh must follow the papers, as a share of the spread, to be taken.
const CLEARLY_BETTER: f64 = 0.01;
/// Rows from which on the number of groups is looked at again before they have doubled; fewer hardly tell.
const TELLING: usize = 1000;
/// Factor by which a number of groups must be beyond those that score well to be chosen anew.
const FAR: f64 = 1.5;
/// Numbers of groups above which none are formed afresh to compare with.
const MOST_COMPARED: usize = 1000;

/// The groups of before.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Before {
    /// For every row the group that it was in, below `groups`; none for a new row.
    pub(crate) home: Vec<Option<usize>>,
    /// How many groups there were; each holds at least one row.
    pub(crate) groups: usize,
    /// Of every group, whether its rows of before stay and no other row of before comes in.
    pub(crate) locked: Vec<bool>,
    /// Rows that there were when the groups were last formed or fitted.
    pub(crate) fitted: usize,
}

impl Before {
    /// The rows that were there.
    fn known(&self) -> Vec<usize> {
        (0..self.home.len()).filter(|&row| self.home[row].is_some()).collect()
    }

    /// The other rows.
    fn new_rows(&self) -> Vec<usize> {
        (0..self.home.len()).filter(|&row| self.home[row].is_none()).collect()
    }

    /// The groups of the rows that were there, in their order.
    fn homes(&self) -> Vec<usize> {
        self.home.iter().flatten().copied().collect()
    }

    /// How many rows of each group are there still.
    fn sizes(&self) -> Vec<usize> {
        sizes(&self.homes(), self.groups)
    }
}

/// The groups of now.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Updated {
    /// Group of every row: one of before goes on under its number; higher numbers are new groups.
    pub(crate) labels: Vec<usize>,
    pub(crate) way: Way,
    /// One sentence with the figures that decided.
    pub(crate) reason: String,
    /// New rows that are unlike the groups of before.
    pub(crate) novel: usize,
    /// Whether growth made it time to fit the groups and to weigh them against others.
    pub(crate) is_fitted: bool,
    /// How their number was chosen and how stable they are, where that was done again; empty labels.
    pub(crate) chosen: Option<Chosen>,
}

/// Takes new rows into the groups of before, as far as evidence speaks for it.
///
/// A new row joins the group that it is most like, and nothing else moves, where few of the new rows are novel: less like
/// their group than 95 % of its rows of before, more of them than chance explains. Otherwise k-means on rows drawn to
/// their neighbours goes on from the groups of before with new ones among the new rows (see `births`), each group of
/// before weighed down by its history (Chakrabarti, Kumar and Tomkins 2006), and rows of before move only to a group that
/// is clearly nearer. Where the set has grown by a quarter since the last fit the groups are fitted too, and groups formed afresh
/// are taken where they follow the rows clearly better; where papers leave an `Auto` number open no longer, it is chosen anew. A number
/// asked for is kept: births are then weighed against merging the nearest groups, and where there were fewer groups,
/// the widest are split. Rows that are gone change nothing else.
///
/// A join costs `O(new rows width)`, a refit as much as [`choose`] with its number given. Deterministic in `seed`.
///
/// # Errors
/// [`ClusterError::Cancelled`] where `on_step` says stop, [`ClusterError::KMeans`].
pub(crate) fn update(
    rows: &UnitRows,
    before: &Before,
    count: &TopicCount,
    seed: u64,
    on_step: OnStep<'_>,
) -> Result<Updated, ClusterError> {
    let new = before.new_rows();
    if new.is_empty() {
        return Ok(kept(before));
    }
    let likeness = likeness::of_new(rows, before, &new);
    let evidence = Evidence::new(before, new.len(), likeness.novel, count);
    let joined = joined(before, &new, &likeness.labels, &evidence);
    match evidence.verdict() {
        Verdict::Join => Ok(joined),
        Verdict::Refit => Ok(refit(rows, before, count, seed, &evidence, on_step)?.unwrap_or(joined)),
        Verdict::StartOver => Ok(evidence.chosen_anew(choose(rows, count, seed, on_step)?)),
    }
}

fn kept(before: &Before) -> Updated {
    Updated {
        labels: before.home.iter().map(|home| home.unwrap_or_default()).collect(),
        way: Way::Joined,
        reason: "no paper is new, so every paper keeps its topic".to_owned(),
        novel: 0,
        is_fitted: false,
        chosen: None,
    }
}

fn joined(before: &Before, new: &[usize], labels: &[usize], evidence: &Evidence) -> Updated {
    let mut all = kept(before).labels;
    new.iter().zip(labels).for_each(|(&row, &label)| all[row] = label);
    Updated {
        labels: all,
        way: Way::Joined,
        reason: evidence.of_join(),
        novel: evidence.novel,
        is_fitted: false,
        chosen: None,
    }
}

/// The fit to all rows; none where no group comes in and the set has not grown.
fn refit(
    rows: &UnitRows,
    before: &Before,
    count: &TopicCount,
    seed: u64,
    evidence: &Evidence,
    on_step: OnStep<'_>,
) -> Result<Option<Updated>, ClusterError> {
    let smoothed = smooth(rows, on_step)?;
    let fit = Fit::new(&smoothed, before);
    let births = Births::new(&smoothed, before, &fit, evidence.least);
    let plain = fit.from(&fit.start());
    let with_births = if evidence.is_novel() { births.fitted(seed) } else { None };
    let fitted = match (with_births, count.finest()) {
        (Some(fitted), None) => fitted,
        (Some(fitted), Some(wanted)) => {
            better(&smoothed, shrink::to(&smoothed, fitted, wanted, before), plain)
        }
        (None, _) => plain,
    };
    let fitted = split::to(&smoothed, fitted, count.finest().unwrap_or_default(), before, seed)?;
    if !evidence.has_grown() {
        return Ok((fitted.born(before) > 0).then(|| evidence.refitted(fitted, before)));
    }
    if *count == TopicCount::Auto && rows.len() >= TELLING && !before.locked.contains(&true) {
        let chosen = choose_smoothed(rows, &smoothed, count, seed, on_step)?;
        if !leaves_open(&chosen, used(&fitted)) {
            return Ok(Some(evidence.chosen_anew(chosen)));
        }
    }
    Ok(Some(match afresh(&smoothed, before, &fitted, seed)? {
        Some((labels, gain)) => evidence.started_over(labels, gain),
        None => evidence.refitted(fitted, before),
    }))
}

/// Whether a number of groups is not far from those that score about as well as the one that was chosen.
fn leaves_open(chosen: &Chosen, groups: usize) -> bool {
    let [least, most] = chosen.choice.flat.unwrap_or([chosen.k; 2]).map(|number| number as f64);
    (least / FAR..=most * FAR).contains(&(groups as f64))
}

fn used(fitted: &Fitted) -> usize {
    fitted.labels.iter().collect::<BTreeSet<_>>().len()
}

/// The one with the lesser spread, the second where both are as good.
fn better(smoothed: &UnitRows, one: Fitted, other: Fitted) -> Fitted {
    let spread = |fitted: &Fitted| spread(smoothed, &fitted.labels, fitted.groups);
    if spread(&one) < spread(&other) { one } else { other }
}

/// As many groups formed without regard to those of before and the share of the spread that they save, where that is much.
fn afresh(
    smoothed: &UnitRows,
    before: &Before,
    fitted: &Fitted,
    seed: u64,
) -> Result<Option<(Vec<usize>, f64)>, ClusterError> {
    let used = used(fitted);
    if used > MOST_COMPARED || before.locked.contains(&true) {
        return Ok(None);
    }
    let found = best_topics(smoothed, used, seed)?;
    let [mine, theirs] =
        [spread(smoothed, &fitted.labels, fitted.groups), spread(smoothed, &found.labels, found.k())];
    let gain = 1.0 - theirs / mine.max(f64::MIN_POSITIVE);
    Ok((gain >= CLEARLY_BETTER).then_some((found.labels, gain)))
}

/// Sum of squared distances of unit rows to the means of their groups.
fn spread(rows: &UnitRows, labels: &[usize], groups: usize) -> f64 {
    let sizes = sizes(labels, groups);
    let means = means(rows, labels, groups);
    let explained: f64 =
        means.rows().into_iter().zip(sizes).map(|(mean, size)| size as f64 * squared_length(mean)).sum();
    rows.len() as f64 - explained
}

fn squared_length(centre: ArrayView1<'_, f32>) -> f64 {
    centre.iter().map(|value| f64::from(*value).powi(2)).sum()
}
