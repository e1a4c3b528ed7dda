//! The search over numbers of topics.

use std::ops::ControlFlow;

use ndarray::Array2;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;

use super::TopicCount;
use super::grid::numbers;
use super::null::shuffled;
use super::partition::{Cells, MOST_CELLS, best_topics, drawn, nearest};
use super::quality::{cohesion_ratio, mean_cosine, silhouette};
use super::ranking::{Figures, Shape, agreements, candidates, shape};
use super::resample::{pool, recurrence, runs};
use super::small::merge_small;
use crate::kmeans::{Init, KMeansModel, fit};
use crate::smoothing::smooth;
use crate::step::OnStep;
use crate::topic_map::{Candidate, Choice};
use crate::{ClusterError, UnitRows};

/// Shuffled data sets that the test for one topic compares with.
const SHUFFLES: usize = 20;
/// Rows that the test for one topic looks at at most.
const TESTED: usize = 600;
/// Steps that are reported.
const STEPS: usize = 100;
/// Step after which the rows are smoothed.
const SMOOTHED: usize = 60;
/// Papers a topic of chosen number holds at least.
const LEAST_SIZE: usize = 3;

/// Mean cosine of all pairs from which on papers are all alike: texts from one template with some words changed.
const ALL_ALIKE: f64 = 0.9;

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

    /// `k` topics, fewer only where there are fewer different rows.
    fn topics(&self, k: usize, seed: u64) -> Result<KMeansModel, ClusterError> {
        let found = if k > MOST_CELLS {
            fit(&self.smoothed, k, 1, seed)?
        } else {
            best_topics(&self.smoothed, k, seed)?
        };
        if found.k() >= k.min(self.len()) {
            return Ok(found);
        }
        let raw = fit(&self.raw, k.min(self.len()), 1, seed)?;
        Ok(if raw.k() > found.k() { raw } else { found })
    }
}

/// Groups `rows` into as many topics as `count` says.
///
/// k-means works on the rows after neighbour averaging: it finds fine cells, a size-weighted Ward tree over these is cut, and
/// k-means goes on from the cut; of eight such trees the one with the least inertia is taken. `Auto` tries a grid of
/// numbers in runs on 80 % of the papers, scores each by silhouette times agreement of the runs, and takes the middle of
/// those that score well (see `ranking::shape`). Topics under three papers join their nearest. One topic is the answer where shuffled columns group as well
/// and where the papers are all alike. `Exactly(k)` and
/// the finest of `Levels` give fewer topics only where there are fewer different rows. Of many rows the search looks at
/// 4000, so its cost grows with `rows` only by the neighbours and a few assignments. Deterministic in `seed`.
///
/// # Errors
/// [`ClusterError::NoTopics`] for 0 topics, [`ClusterError::Cancelled`], [`ClusterError::KMeans`].
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
    let smoothing = |done: usize, total: usize| on_step(done * SMOOTHED / total.max(1), STEPS);
    let search =
        |done: usize, total: usize| on_step(SMOOTHED + done * (STEPS - SMOOTHED) / total.max(1), STEPS);
    if let Some(single) = all_alike(rows, count) {
        return Ok(single);
    }
    among(&Pair::new(rows, &smoothing)?, count, seed, &search)
}

/// [`choose`] for rows that are drawn to their neighbours already; there is at least one.
///
/// # Errors
/// As [`choose`].
pub(crate) fn choose_smoothed(
    rows: &UnitRows,
    smoothed: &UnitRows,
    count: &TopicCount,
    seed: u64,
    on_step: OnStep<'_>,
) -> Result<Chosen, ClusterError> {
    if let Some(single) = all_alike(rows, count) {
        return Ok(single);
    }
    among(&Pair { raw: rows.clone(), smoothed: smoothed.clone() }, count, seed, on_step)
}

/// One topic, where nothing else was asked for and the papers are nearly all alike.
fn all_alike(rows: &UnitRows, count: &TopicCount) -> Option<Chosen> {
    let is_one = *count == TopicCount::Auto && mean_cosine(rows) >= ALL_ALIKE;
    let reason = "The papers are nearly all alike, so they are one topic.";
    is_one.then(|| single(rows, "auto", reason, Vec::new()))
}

fn among(pair: &Pair, count: &TopicCount, seed: u64, on_step: OnStep<'_>) -> Result<Chosen, ClusterError> {
    match count.finest() {
        Some(k) => exactly(pair, k, &count.to_string(), seed, on_step),
        None => automatic(pair, seed, on_step),
    }
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

fn exactly(
    pair: &Pair,
    k: usize,
    requested: &str,
    seed: u64,
    on_step: OnStep<'_>,
) -> Result<Chosen, ClusterError> {
    let found = pair.topics(k, seed)?;
    let reason = if found.k() == k {
        "The number was asked for.".to_owned()
    } else {
        format!(
            "{k} topics were asked for, but only {} papers are different enough to stand apart.",
            found.k()
        )
    };
    let choice = Choice { requested: requested.to_owned(), chosen: found.k(), reason, ..Choice::default() };
    let stability = stability(pair, &found.labels, found.k(), seed, on_step)?;
    Ok(Chosen { k: found.k(), labels: found.labels, choice, stability })
}

fn stability(
    pair: &Pair,
    labels: &[usize],
    k: usize,
    seed: u64,
    on_step: OnStep<'_>,
) -> Result<Vec<f64>, ClusterError> {
    if !(2..=MOST_CELLS).contains(&k) {
        return Ok(Vec::new());
    }
    let pool = pair.smoothed.select(&pool(&pair.smoothed, k, seed));
    let runs = runs(&pool, &[k], seed, on_step)?;
    Ok(recurrence(&pair.smoothed, labels, k, &runs.iter().map(|run| &run[0]).collect::<Vec<_>>()))
}

fn automatic(pair: &Pair, seed: u64, on_step: OnStep<'_>) -> Result<Chosen, ClusterError> {
    let numbers = numbers(pair.len());
    if numbers.is_empty() {
        let reason = "There are too few papers for more than one topic.";
        return Ok(single(&pair.raw, "auto", reason, Vec::new()));
    }
    let pool = pair.select(&pool(&pair.smoothed, 0, seed));
    let runs = runs(&pool.smoothed, &numbers, seed, on_step)?;
    let list = compare(&pool, &numbers, &runs, pool.len() == pair.len());
    let Some(shape) = shape(&list) else {
        let reason = "No two groups of papers stand apart, so they are one topic.";
        return Ok(single(&pair.raw, "auto", reason, list));
    };
    if !beats_shuffled(&pair.raw, numbers[shape.middle], seed)? {
        let reason = "The papers group no better than shuffled ones, so they are one topic.";
        return Ok(single(&pair.raw, "auto", reason, list));
    }
    finish(pair, list, shape, &runs, seed)
}

/// The numbers with their figures, over all runs; small topics are merged where `whole`, that is where the pool holds all
/// papers.
fn compare(pool: &Pair, numbers: &[usize], runs: &[Vec<Array2<f32>>], whole: bool) -> Vec<Candidate> {
    let figures = |number: usize| -> Vec<[f64; 3]> {
        let all: Vec<Figures> = runs.iter().map(|run| figures(pool, &run[number], whole)).collect();
        let agreements = agreements(&all);
        all.iter()
            .zip(agreements)
            .map(|(one, agreement)| [one.silhouette, one.cohesion_ratio, agreement])
            .collect()
    };
    let figures: Vec<Vec<[f64; 3]>> = (0..numbers.len()).into_par_iter().map(figures).collect();
    candidates(numbers, &figures)
}

fn figures(pool: &Pair, centres: &Array2<f32>, whole: bool) -> Figures {
    let labels = nearest(&pool.smoothed, centres);
    let least = if whole { LEAST_SIZE } else { 1 };
    let (labels, k) = merge_small(&pool.smoothed, &labels, centres.nrows(), least);
    Figures {
        silhouette: silhouette(&pool.raw, &labels, k),
        cohesion_ratio: cohesion_ratio(&pool.raw, &labels, k),
        labels,
    }
}

fn finish(
    pair: &Pair,
    list: Vec<Candidate>,
    shape: Shape,
    runs: &[Vec<Array2<f32>>],
    seed: u64,
) -> Result<Chosen, ClusterError> {
    let found = pair.topics(list[shape.middle].topics, seed)?;
    let (labels, k) = merge_small(&pair.smoothed, &found.labels, found.k(), LEAST_SIZE);
    if k < 2 {
        let reason = "No two groups of papers stand apart, so they are one topic.";
        return Ok(single(&pair.raw, "auto", reason, list));
    }
    let centres: Vec<&Array2<f32>> = runs.iter().map(|run| &run[shape.middle]).collect();
    let stability = recurrence(&pair.smoothed, &labels, k, &centres);
    let choice = Choice {
        requested: "auto".to_owned(),
        chosen: k,
        reason: reason(k, &list, shape),
        flat: Some(shape.flat.map(|index| list[index].topics)),
        falls_off: shape.falls_off.map(|index| list[index].topics),
        candidates: list,
    };
    Ok(Chosen { labels, k, choice, stability })
}

/// One sentence that says why there are `k` topics.
fn reason(k: usize, list: &[Candidate], shape: Shape) -> String {
    let taken = &list[shape.middle];
    let [first, last] = shape.flat.map(|index| list[index].topics);
    let figures = format!("silhouette {:.3}, stability {:.2}", taken.silhouette, taken.stability);
    let joined = if k < taken.topics {
        "; groups under three papers joined their nearest, which leaves fewer"
    } else {
        ""
    };
    if list.len() == 1 {
        return format!(
            "{k} topics are all that so few papers allow, and they separate better than shuffled papers ({figures}){joined}."
        );
    }
    let tried = list.len();
    if first == last {
        return format!(
            "Of {tried} numbers tried, {} topics separate best and come back most surely on part of the papers \
             ({figures}){joined}.",
            taken.topics
        );
    }
    format!(
        "Of {tried} numbers tried, several from {first} to {last} score close to the best, so the data leaves the number \
         open between these; {} lies in the middle ({figures}){joined}.",
        taken.topics
    )
}

/// Whether the rows group better than the 95th percentile of shuffled ones.
fn beats_shuffled(raw: &UnitRows, k: usize, seed: u64) -> Result<bool, ClusterError> {
    let tested = raw.select(&drawn(raw, TESTED, seed));
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

/// Silhouette of the `k` topics that the search would find in `raw`.
fn grouping(raw: &UnitRows, k: usize, seed: u64) -> Result<f64, ClusterError> {
    let pair = Pair::new(raw, &|_, _| ControlFlow::Continue(()))?;
    let found = Cells::over(&pair.smoothed, k, Init::Rows, seed)?.topics(&pair.smoothed, k)?;
    let (labels, k) = merge_small(&pair.smoothed, &found.labels, found.k(), LEAST_SIZE);
    Ok(silhouette(raw, &labels, k))
}

#[cfg(test)]
mod tests;
