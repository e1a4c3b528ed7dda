//! New groups among new rows.

use ndarray::{Array2, Axis, concatenate};
use papermap_kernels::dot;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;

use super::evidence::median;
use super::fit::{Fit, Fitted};
use super::{Before, squared_length};
use crate::UnitRows;
use crate::choose_k::sizes;
use crate::membership::{Membership, memberships};

/// Seeds for each group that the new rows would fill if they were as many as in the median group of before.
const SEEDS: f64 = 1.5;
/// Most seeds.
const MOST_SEEDS: usize = 200;
/// Rows of which the best becomes a seed.
const CANDIDATES: usize = 8;
/// Share of the groups of before that a new one must stand as far apart as.
const STANDS_APART: f64 = 0.25;
/// Share of new rows in a new group at least.
const LEAST_NEW: f64 = 0.5;

/// The search for new groups.
pub(super) struct Births<'a> {
    rows: &'a UnitRows,
    before: &'a Before,
    fit: &'a Fit<'a>,
    /// Rows that a new group holds at least.
    least: usize,
}

impl<'a> Births<'a> {
    pub(super) fn new(rows: &'a UnitRows, before: &'a Before, fit: &'a Fit<'a>, least: usize) -> Self {
        Self { rows, before, fit, least }
    }

    /// The groups of before with new ones; none where no new group holds.
    ///
    /// Seeds are drawn from the new rows by greedy k-means++ (Arthur and Vassilvitskii 2007) that starts from the centres
    /// of before. After a fit a new group must hold enough rows, half of them new, and stand as far apart from its
    /// nearest group as the lower quartile of the groups of before; the worse half of those that fail is dropped, and the
    /// fit goes on without them.
    pub(super) fn fitted(&self, seed: u64) -> Option<Fitted> {
        let mut centres = self.seeds(seed);
        while centres.nrows() > self.before.groups {
            let fitted = self.fit.from(&centres);
            let dropped = self.dropped(&fitted);
            if dropped.is_empty() {
                return Some(fitted);
            }
            let stay: Vec<usize> = (0..fitted.groups).filter(|group| !dropped.contains(group)).collect();
            centres = fitted.centres.select(Axis(0), &stay);
        }
        None
    }

    /// The new groups that fail worst.
    fn dropped(&self, fitted: &Fitted) -> Vec<usize> {
        let sizes = sizes(&fitted.labels, fitted.groups);
        let mut new = vec![0_usize; fitted.groups];
        for (&label, home) in fitted.labels.iter().zip(&self.before.home) {
            new[label] += usize::from(home.is_none());
        }
        let apart =
            apart(&memberships(self.rows, &fitted.labels, fitted.groups), &fitted.labels, fitted.groups);
        let least_apart = lower_quarter(&apart[..self.before.groups]);
        let standing = |group: usize| {
            let share = new[group] as f64 / sizes[group].max(1) as f64;
            let apart = if least_apart > 0.0 { apart[group] / least_apart } else { 1.0 };
            (sizes[group] as f64 / self.least as f64).min(share / LEAST_NEW).min(apart)
        };
        let mut failing: Vec<(f64, usize)> = (self.before.groups..fitted.groups)
            .map(|group| (standing(group), group))
            .filter(|(standing, _)| *standing < 1.0)
            .collect();
        failing.sort_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)));
        failing.truncate(failing.len().div_ceil(2));
        failing.into_iter().map(|(_, group)| group).collect()
    }

    /// The centres of before, then seeds of new groups.
    fn seeds(&self, seed: u64) -> Array2<f32> {
        let new = self.before.new_rows();
        let start = self.fit.start();
        let fresh = self.rows.select(&new);
        let mut seeding = Seeding::new(&fresh, &start, seed);
        let seeds: Vec<usize> = (0..self.wanted(new.len())).filter_map(|_| seeding.next()).collect();
        let seeds = fresh.view().select(Axis(0), &seeds);
        concatenate(Axis(0), &[start.view(), seeds.view()]).unwrap_or(start)
    }

    fn wanted(&self, new: usize) -> usize {
        let median = median(&mut self.before.sizes()).max(1.0);
        ((SEEDS * new as f64 / median).ceil() as usize).clamp(1, MOST_SEEDS).min(new)
    }
}

/// The value that a quarter of `values` stay under, 0 of nothing.
fn lower_quarter(values: &[f64]) -> f64 {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    values.get((values.len() as f64 * STANDS_APART) as usize).copied().unwrap_or_default()
}

/// For every group the mean margin of its rows to the nearest other group.
fn apart(members: &[Membership], labels: &[usize], groups: usize) -> Vec<f64> {
    let mut sums = vec![0.0; groups];
    for (member, &label) in members.iter().zip(labels) {
        sums[label] += member.second.map_or(0.0, |second| second.margin);
    }
    sums.iter().zip(sizes(labels, groups)).map(|(sum, size)| sum / size.max(1) as f64).collect()
}

/// Greedy k-means++ that goes on from centres that are there.
struct Seeding<'a> {
    rows: &'a UnitRows,
    /// Squared distance of every row to the nearest centre so far.
    distances: Vec<f64>,
    random: Xoshiro256PlusPlus,
}

impl<'a> Seeding<'a> {
    fn new(rows: &'a UnitRows, centres: &Array2<f32>, seed: u64) -> Self {
        let distance = |row: usize| {
            let to = |centre: ndarray::ArrayView1<'_, f32>| {
                let product = centre.as_slice().map_or(0.0, |centre| dot(rows.row(row), centre));
                (1.0 + squared_length(centre) - 2.0 * f64::from(product)).max(0.0)
            };
            centres.rows().into_iter().map(to).fold(f64::INFINITY, f64::min)
        };
        let distances = (0..rows.len()).into_par_iter().map(distance).collect();
        Self { rows, distances, random: Xoshiro256PlusPlus::seed_from_u64(seed) }
    }

    /// The next seed: of eight rows drawn by their squared distance the one that brings all rows nearest; none where every row
    /// is a centre.
    fn next(&mut self) -> Option<usize> {
        let total: f64 = self.distances.iter().sum();
        if total <= 1e-9 {
            return None;
        }
        let drawn: Vec<usize> = (0..CANDIDATES).map(|_| self.draw(total)).collect();
        let with = |&candidate: &usize| (candidate, self.distances_with(candidate));
        let tried: Vec<(usize, Vec<f64>)> = drawn.par_iter().map(with).collect();
        let sum = |distances: &Vec<f64>| distances.iter().sum::<f64>();
        let (seed, distances) =
            tried.into_iter().reduce(|best, one| if sum(&one.1) < sum(&best.1) { one } else { best })?;
        self.distances = distances;
        Some(seed)
    }

    fn draw(&mut self, total: f64) -> usize {
        let mut left = self.random.gen_range(0.0..total);
        for (row, distance) in self.distances.iter().enumerate() {
            left -= distance;
            if left < 0.0 {
                return row;
            }
        }
        self.distances.len() - 1
    }

    fn distances_with(&self, candidate: usize) -> Vec<f64> {
        let to = |(row, distance): (usize, &f64)| {
            let product = f64::from(dot(self.rows.row(row), self.rows.row(candidate)));
            distance.min((2.0 - 2.0 * product).max(0.0))
        };
        self.distances.iter().enumerate().map(to).collect()
    }
}
