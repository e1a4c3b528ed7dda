//! The search over numbers of topics.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use rand::SeedableRng;
use rand::seq::index::sample;
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;

use super::TopicCount;
use super::grid::candidates;
use super::null::shuffled;
use super::quality::{adjusted_rand_index, cohesion_ratio, silhouette};
use super::ranking::{Tried, score, within_one_error};
use super::small::merge_small;
use crate::kmeans::{fit, fit_from, means};
use crate::smoothing::smooth;
use crate::step::{OnStep, report};
use crate::topic_map::{Candidate, Choice};
use crate::{ClusterError, UnitRows};

/// Rows under which every number is searched thoroughly.
const SMALL: usize = 600;
/// Rows that the search looks at; more are sampled evenly.
const SEARCHED: usize = 1500;
/// Rows up to which k-means starts afresh with the chosen number.
const FRESH: usize = 20_000;
/// Subsamples that stability is measured on.
const SUBSAMPLES: usize = 20;
/// Share of the rows in a subsample.
const SUBSAMPLE_SHARE: f64 = 0.8;
/// Shuffled data sets that the test for one topic compares with.
const SHUFFLES: usize = 20;
/// Rows that the test for one topic looks at at most.
const TESTED: usize = 600;
/// Steps that are reported.
const STEPS: usize = 100;
/// Step after which the rows are smoothed.
const SMOOTHED: usize = 40;
/// Papers a topic of chosen number holds at least.
const LEAST_SIZE: usize = 3;

/// A partition and how its number of topics came about.
#[derive(Debug, Clone, PartialEq)]
pub struct Chosen {
    /// Topic of every row, from 0 without gaps.
    pub labels: Vec<usize>,
    /// Number of topics; 0 where there is no row.
    pub k: usize,
    /// How it was chosen.
    pub choice: Choice,
    /// How well each topic comes back over resampled runs, 0 to 1; empty where it was not measured.
    pub stability: Vec<f64>,
}

/// The rows that quality is measured on, and the same rows drawn together, that k-means works on.
struct Pair {
    raw: UnitRows,
    smoothed: UnitRows,
}

impl Pair {
    fn new(raw: &UnitRows, on_step: OnStep<'_>) -> Result<Self, ClusterError> {
        Ok(Self { raw: raw.clone(), smoothed: smooth(raw, on_step)? })
    }

    fn select(&self, indices: &[usize]) -> Self {
        Self { raw: self.raw.select(indices), smoothed: self.smoothed.select(indices) }
    }

    fn len(&self) -> usize {
        self.raw.len()
    }

    /// At most `most` rows, evenly spread over their order.
    fn evenly(&self, most: usize) -> Self {
        let taken = self.len().min(most);
        self.select(&(0..taken).map(|index| index * self.len() / taken).collect::<Vec<_>>())
    }

    /// The best of `restarts` fits of `k` topics, small ones merged.
    fn partition(
        &self,
        k: usize,
        restarts: usize,
        least: usize,
        seed: u64,
    ) -> Result<(Vec<usize>, usize), ClusterError> {
        let fit = fit(&self.smoothed, k, restarts, seed)?;
        Ok(merge_small(&self.smoothed, &fit.labels, fit.k(), least))
    }
}

/// Groups `rows` into as many topics as `count` says.
///
/// `Auto` tries a grid of numbers. On every subsample of 80 % it ranks them by silhouette, cohesion ratio and
/// agreement with the fit on all rows; the mean rank is the score, and the smallest number within one standard error
/// of the best is taken (Breiman et al. 1984). Topics under three papers join their nearest. One topic is the answer
/// where shuffled columns group as well. `Exactly(k)` gives fewer topics only where there are fewer different rows.
/// Deterministic in `seed`.
///
/// # Errors
/// [`ClusterError::NoTopics`] for `Exactly(0)`, [`ClusterError::Cancelled`], [`ClusterError::KMeans`].
pub fn choose(
    rows: &UnitRows,
    count: &TopicCount,
    seed: u64,
    on_step: OnStep<'_>,
) -> Result<Chosen, ClusterError> {
    if count.finest() == Some(0) {
        return Err(ClusterError::NoTopics);
    }
    if rows.is_empty() {
        return Ok(single(rows, &count.to_string(), "There is no paper.", Vec::new()));
    }
    if let Some(k) = count.finest() {
        return exactly(&smooth(rows, on_step)?, k, &count.to_string(), seed);
    }
    let smoothing = |done: usize, total: usize| on_step(done * SMOOTHED / total.max(1), STEPS);
    let search =
        |done: usize, total: usize| on_step(SMOOTHED + done * (STEPS - SMOOTHED) / total.max(1), STEPS);
    automatic(&Pair::new(rows, &smoothing)?, seed, &search)
}

fn single(rows: &UnitRows, requested: &str, reason: &str, candidates: Vec<Candidate>) -> Chosen {
    let k = usize::from(!rows.is_empty());
    let choice = Choice {
        requested: requested.to_owned(),
        chosen: k,
        reason: reason.to_owned(),
        candidates,
        ..Choice::default()
    };
    Chosen { labels: vec![0; rows.len()], k, choice, stability: Vec::new() }
}

fn exactly(rows: &UnitRows, k: usize, requested: &str, seed: u64) -> Result<Chosen, ClusterError> {
    let fit = fit(rows, k.min(rows.len()), restarts(rows.len()), seed)?;
    let found = fit.k();
    let reason = if found == k {
        "The number was asked for.".to_owned()
    } else {
        format!("{k} topics were asked for, but only {found} papers are different enough to stand apart.")
    };
    let choice = Choice { requested: requested.to_owned(), chosen: found, reason, ..Choice::default() };
    Ok(Chosen { labels: fit.labels, k: found, choice, stability: Vec::new() })
}

fn automatic(pair: &Pair, seed: u64, on_step: OnStep<'_>) -> Result<Chosen, ClusterError> {
    let searched = pair.evenly(SEARCHED);
    let grid = candidates(pair.len());
    if grid.is_empty() {
        let reason = "There are too few papers for more than one topic.";
        return Ok(single(&pair.raw, "auto", reason, Vec::new()));
    }
    let mut tried = try_all(&searched, &grid, seed, on_step)?;
    score(&mut tried);
    let list = tried.iter().map(|one| one.candidate.clone()).collect();
    let Some(best) = within_one_error(&tried) else {
        return Ok(single(
            &pair.raw,
            "auto",
            "No two groups of papers stand apart, so they are one topic.",
            list,
        ));
    };
    if !beats_shuffled(&pair.raw, tried[best].k, seed)? {
        let reason = "The papers group no better than shuffled ones, so they are one topic.";
        return Ok(single(&pair.raw, "auto", reason, list));
    }
    let (labels, k) = extend(pair, &searched, &tried[best], seed)?;
    let reason = reason(k, &tried[best].candidate, tried.len());
    let choice =
        Choice { requested: "auto".to_owned(), chosen: k, reason, candidates: list, ..Choice::default() };
    Ok(Chosen { labels, k, choice, stability: Vec::new() })
}

fn reason(k: usize, candidate: &Candidate, tried: usize) -> String {
    if tried == 1 {
        return format!(
            "{k} topics are all that so few papers allow, and they separate better than shuffled papers (silhouette {:.3}).",
            candidate.silhouette
        );
    }
    format!(
        "{k} topics are the fewest that separate, hold together and recur on part of the papers as well as the \
         best of {tried} numbers tried (silhouette {:.3}, stability {:.2}).",
        candidate.silhouette, candidate.stability
    )
}

/// The partition of all rows: the better of the searched one, taken to all rows, and fresh ones.
fn extend(
    pair: &Pair,
    searched: &Pair,
    tried: &Tried,
    seed: u64,
) -> Result<(Vec<usize>, usize), ClusterError> {
    let rows = &pair.smoothed;
    let mut best = fit_from(rows, &means(&searched.smoothed, &tried.labels, tried.k))?;
    if rows.len() <= FRESH {
        let fresh = fit(rows, tried.k, restarts(rows.len()), seed)?;
        best = if fresh.inertia < best.inertia { fresh } else { best };
    }
    Ok(merge_small(rows, &best.labels, best.k(), LEAST_SIZE))
}

/// Runs of k-means: few papers have many local optima and cost nothing, so they get hundreds.
fn restarts(rows: usize) -> usize {
    match rows {
        0..SMALL => (20_000 / rows.max(1)).clamp(64, 256),
        SMALL..=FRESH => 8,
        _ => 1,
    }
}

fn search_restarts(rows: usize) -> usize {
    if rows < SMALL { restarts(rows) } else { 3 }
}

fn subsamples(rows: usize) -> usize {
    if rows < SMALL { SUBSAMPLES } else { SUBSAMPLES / 3 }
}

fn try_all(pair: &Pair, grid: &[usize], seed: u64, on_step: OnStep<'_>) -> Result<Vec<Tried>, ClusterError> {
    let samples = draw_samples(pair.len(), seed);
    let mut tried: BTreeMap<usize, Tried> = BTreeMap::new();
    for (done, &k) in grid.iter().enumerate() {
        report(on_step, done, grid.len())?;
        let one = try_one(pair, k, &samples, seed)?;
        if one.k > 1 {
            tried.entry(one.k).or_insert(one);
        }
    }
    report(on_step, grid.len(), grid.len())?;
    Ok(tried.into_values().collect())
}

fn draw_samples(rows: usize, seed: u64) -> Vec<Vec<usize>> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let size = (rows as f64 * SUBSAMPLE_SHARE).ceil() as usize;
    let draw = |_| {
        let mut indices = sample(&mut random, rows, size).into_vec();
        indices.sort_unstable();
        indices
    };
    (0..subsamples(rows)).map(draw).collect()
}

fn try_one(pair: &Pair, k: usize, samples: &[Vec<usize>], seed: u64) -> Result<Tried, ClusterError> {
    let (labels, k) = pair.partition(k, search_restarts(pair.len()), LEAST_SIZE, seed)?;
    let scores: Vec<[f64; 3]> = samples
        .par_iter()
        .enumerate()
        .map(|(index, sample)| on_sample(pair, k, sample, &labels, seed.wrapping_add(1 + index as u64)))
        .collect::<Result<_, _>>()?;
    let candidate = Candidate {
        topics: k,
        silhouette: silhouette(&pair.raw, &labels, k),
        cohesion_ratio: cohesion_ratio(&pair.raw, &labels, k),
        stability: scores.iter().map(|score| score[2]).sum::<f64>() / scores.len().max(1) as f64,
        score: 0.0,
        error: 0.0,
    };
    Ok(Tried { k, labels, candidate, scores })
}

fn on_sample(
    pair: &Pair,
    k: usize,
    sample: &[usize],
    labels: &[usize],
    seed: u64,
) -> Result<[f64; 3], ClusterError> {
    let part = pair.select(sample);
    let restarts = if pair.len() < SMALL { restarts(pair.len()) / 16 } else { 1 };
    let (found, used) = part.partition(k, restarts, LEAST_SIZE - 1, seed)?;
    let whole: Vec<usize> = sample.iter().map(|&row| labels[row]).collect();
    Ok([
        silhouette(&part.raw, &found, used),
        cohesion_ratio(&part.raw, &found, used),
        adjusted_rand_index(&found, &whole),
    ])
}

/// Whether the rows group better than the 95th percentile of shuffled ones.
fn beats_shuffled(raw: &UnitRows, k: usize, seed: u64) -> Result<bool, ClusterError> {
    let tested = Pair { raw: raw.clone(), smoothed: raw.clone() }.evenly(TESTED).raw;
    let own = grouping(&tested, k, seed)?;
    let null: Vec<f64> = (0..SHUFFLES)
        .into_par_iter()
        .map(|index| {
            let mut random = Xoshiro256PlusPlus::seed_from_u64(seed.wrapping_add(1000 + index as u64));
            shuffled(&tested, &mut random).map_or(Ok(0.0), |rows| grouping(&rows, k, seed))
        })
        .collect::<Result<_, ClusterError>>()?;
    let above = null.iter().filter(|value| **value >= own).count();
    Ok(above * 20 <= SHUFFLES)
}

/// Silhouette of the best `k` topics that the search would find in `raw`.
fn grouping(raw: &UnitRows, k: usize, seed: u64) -> Result<f64, ClusterError> {
    let pair = Pair::new(raw, &|_, _| ControlFlow::Continue(()))?;
    let (labels, k) = pair.partition(k, 4, LEAST_SIZE, seed)?;
    Ok(silhouette(raw, &labels, k))
}

#[cfg(test)]
mod tests;
