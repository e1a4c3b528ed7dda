//! k-means that goes on from the groups of before.

use ndarray::{Array2, ArrayView1, ArrayView2};
use papermap_kernels::dot;

use super::Before;
use crate::UnitRows;
use crate::choose_k::{half_squares, sizes};
use crate::kmeans::{means, products};

/// Weight of the history of a group, for each row that it had, beside 1 for each row that it has.
const HISTORY: f64 = 0.2;
/// Share of its squared distance by which another centre must be nearer for a row of before to move there.
const MARGIN: f64 = 0.35;
/// Iterations.
const ITERATIONS: usize = 6;

/// Rows with the groups of before as anchors.
pub(super) struct Fit<'a> {
    rows: &'a UnitRows,
    before: &'a Before,
    /// Means of the groups of before, over their rows that are there still, and how many these are.
    anchors: Array2<f32>,
    weights: Vec<usize>,
}

/// Groups after a fit: those of before first, then new ones; a group may be empty.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Fitted {
    pub(super) labels: Vec<usize>,
    pub(super) groups: usize,
    pub(super) centres: Array2<f32>,
}

impl Fitted {
    /// How many groups that hold rows were not there before.
    pub(super) fn born(&self, before: &Before) -> usize {
        let sizes = sizes(&self.labels, self.groups);
        sizes.iter().skip(before.groups).filter(|size| **size > 0).count()
    }
}

/// The centres nearest to a row: of all, and of those that rows of before may move to.
#[derive(Clone, Copy)]
struct Nearest {
    any: usize,
    open: usize,
}

impl<'a> Fit<'a> {
    pub(super) fn new(rows: &'a UnitRows, before: &'a Before) -> Self {
        let anchors = means(&rows.select(&before.known()), &before.homes(), before.groups);
        Self { rows, before, anchors, weights: before.sizes() }
    }

    /// The centres of the groups of before.
    pub(super) fn start(&self) -> Array2<f32> {
        self.anchors.clone()
    }

    /// Six iterations from `centres`, those of before first.
    ///
    /// The centre of a group of before is the mean of its rows and of its anchor, which weighs a fifth of the rows that it had.
    /// A row of before leaves its group only for a centre whose squared distance is less by 35 %; rows of locked
    /// groups stay.
    pub(super) fn from(&self, centres: &Array2<f32>) -> Fitted {
        let mut centres = centres.clone();
        let groups = centres.nrows();
        let mut labels = Vec::new();
        for _ in 0..ITERATIONS {
            labels = self.assigned(&centres);
            centres = self.moved(&labels, &centres);
        }
        Fitted { labels, groups, centres }
    }

    fn assigned(&self, centres: &Array2<f32>) -> Vec<usize> {
        let halves = half_squares(centres);
        let nearest = self.nearest(centres, &halves);
        let row = |(row, (nearest, home)): (usize, (Nearest, &Option<usize>))| {
            let Some(home) = *home else { return nearest.any };
            if self.before.locked[home] || nearest.open == home {
                return home;
            }
            let distance = |group: usize| {
                let product =
                    centres.row(group).as_slice().map_or(0.0, |centre| dot(self.rows.row(row), centre));
                1.0 - 2.0 * f64::from(product - halves[group])
            };
            if distance(nearest.open) <= (1.0 - MARGIN) * distance(home) { nearest.open } else { home }
        };
        nearest.into_iter().zip(&self.before.home).enumerate().map(row).collect()
    }

    fn nearest(&self, centres: &Array2<f32>, halves: &[f32]) -> Vec<Nearest> {
        let is_open = |group: usize| self.before.locked.get(group) != Some(&true);
        let one = |products: ArrayView1<'_, f32>| {
            let score = |group: &usize| products[*group] - halves[*group];
            let best = |groups: &mut dyn Iterator<Item = usize>| {
                groups.reduce(|best, group| if score(&group) > score(&best) { group } else { best })
            };
            let any = best(&mut (0..halves.len())).unwrap_or_default();
            Nearest { any, open: best(&mut (0..halves.len()).filter(|group| is_open(*group))).unwrap_or(any) }
        };
        let read =
            |block: ArrayView2<'_, f32>| -> Vec<Nearest> { block.rows().into_iter().map(one).collect() };
        products(self.rows, centres, read).into_iter().flatten().collect()
    }

    /// The centres of the groups that `labels` make; that of an empty new group stays.
    fn moved(&self, labels: &[usize], centres: &Array2<f32>) -> Array2<f32> {
        let sizes = sizes(labels, centres.nrows());
        let means = means(self.rows, labels, centres.nrows());
        let mut moved = centres.clone();
        for (group, mut centre) in moved.rows_mut().into_iter().enumerate() {
            let rows = sizes[group] as f64;
            let history = HISTORY * self.weights.get(group).map_or(0.0, |weight| *weight as f64);
            if rows + history <= 0.0 {
                continue;
            }
            for (column, value) in centre.iter_mut().enumerate() {
                let anchor = if history > 0.0 { f64::from(self.anchors[[group, column]]) } else { 0.0 };
                *value =
                    ((rows * f64::from(means[[group, column]]) + history * anchor) / (rows + history)) as f32;
            }
        }
        moved
    }
}
