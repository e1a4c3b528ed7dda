//! Which centroid every row is nearest to, from one set of centroids to the next.

use ndarray::{Array2, CowArray, Ix2};
use papermap_kernels::{active, not_below_on, two_largest_on};
use rayon::prelude::*;

use super::losses::losses;
use super::points::Points;
use super::screen::{Scoring, Screen, Space};
use super::{Precision, TwoNearest};

/// Scores of a block of rows at about most, so that they stay in the second-level cache.
const BLOCK_SCORES: usize = 1 << 16;
/// Share of a lead that is given up a step, more than its subtraction rounds away.
const SPARE: f32 = 1e-6;
/// Rows that the tiles of every path divide.
const TILE: usize = 48;

/// The nearest centroid of every row, kept exact while the centroids move.
///
/// A row whose score led by more than its lead can have shrunk since is not looked at again (the bounds of Hamerly 2010,
/// on scores instead of distances).
#[derive(Debug)]
pub(super) struct Nearest<'a> {
    prepared: &'a Prepared<'a>,
    longest: f32,
    /// Nearest centroid of every row.
    pub(super) labels: Vec<usize>,
    /// By how much the score of that centroid leads at least; not above 0 where it is not known.
    leads: Vec<f32>,
}

/// What is found for one row.
#[derive(Debug, Clone, Copy)]
struct Found {
    label: usize,
    lead: f32,
}

/// A row that changes its cluster.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Move {
    pub(super) row: usize,
    pub(super) from: usize,
    pub(super) to: usize,
}

/// The rows of a fit, prepared for finding their nearest centroids again and again.
#[derive(Debug)]
pub(super) struct Prepared<'a> {
    pub(super) points: &'a Points<'a>,
    screen: Screen,
    lengths: Vec<f32>,
}

impl<'a> Prepared<'a> {
    pub(super) fn new(points: &'a Points<'a>, k: usize, precision: Precision) -> Self {
        let origin = vec![0.0; points.width()];
        let length = |row| (points.distance(row, &origin).sqrt() * 1.000_001) as f32;
        let lengths = (0..points.len()).into_par_iter().map(length).collect();
        Self { points, screen: Screen::new(points, k, precision), lengths }
    }
}

impl<'a> Nearest<'a> {
    /// Looks at every row.
    pub(super) fn new(prepared: &'a Prepared<'a>, centroids: &Array2<f32>) -> Self {
        let points = prepared.points;
        let longest = prepared.lengths.iter().copied().fold(0.0, f32::max);
        let mut new =
            Self { prepared, longest, labels: vec![0; points.len()], leads: vec![0.0; points.len()] };
        new.look_at(&all_rows(points), centroids);
        new
    }

    /// Takes the centroids from `old` to `new`; returns the rows that changed their cluster, in order.
    pub(super) fn follow(&mut self, old: &Array2<f32>, new: &Array2<f32>) -> Vec<Move> {
        let losses = losses(old, new, self.longest);
        let mut open = Vec::new();
        for (row, lead) in self.leads.iter_mut().enumerate() {
            *lead -= losses[self.labels[row]] + SPARE * lead.abs();
            if *lead <= 0.0 || lead.is_nan() {
                open.push(row as u32);
            }
        }
        self.look_at(&open, new)
    }

    /// Puts a row into another cluster than its nearest.
    pub(super) fn force(&mut self, row: usize, label: usize) {
        self.labels[row] = label;
        self.leads[row] = 0.0;
    }

    /// Looks at `rows`, in ascending order; returns those that changed their cluster.
    fn look_at(&mut self, rows: &[u32], centroids: &Array2<f32>) -> Vec<Move> {
        let found = Search::new(self.prepared, centroids).each(rows, Search::nearest);
        let mut moves = Vec::new();
        for (&row, found) in rows.iter().zip(found) {
            let row = row as usize;
            if self.labels[row] != found.label {
                moves.push(Move { row, from: self.labels[row], to: found.label });
            }
            self.labels[row] = found.label;
            self.leads[row] = found.lead;
        }
        moves
    }
}

/// The two nearest centroids of every row.
pub(super) fn two_nearest(prepared: &Prepared<'_>, centroids: &Array2<f32>) -> Vec<TwoNearest> {
    Search::new(prepared, centroids).each(&all_rows(prepared.points), Search::two_nearest)
}

fn all_rows(points: &Points<'_>) -> Vec<u32> {
    (0..points.len() as u32).collect()
}

/// A row whose scores are in a place of a space.
#[derive(Clone, Copy)]
struct Scored<'a> {
    row: usize,
    index: usize,
    space: &'a Space,
}

/// One set of centroids, among which the nearest are looked for.
struct Search<'a> {
    prepared: &'a Prepared<'a>,
    centroids: CowArray<'a, f32, Ix2>,
    scoring: Scoring<'a>,
}

impl<'a> Search<'a> {
    fn new(prepared: &'a Prepared<'a>, centroids: &'a Array2<f32>) -> Self {
        let centroids = centroids.as_standard_layout();
        let scoring = Scoring::new(prepared.points, &prepared.screen, centroids.view());
        Self { prepared, centroids, scoring }
    }

    /// What `read` finds in the scores of each of `rows`, which are in ascending order.
    fn each<T: Send>(&self, rows: &[u32], read: impl Fn(&Self, Scored<'_>) -> T + Sync) -> Vec<T> {
        let size = (BLOCK_SCORES / self.centroids.nrows().max(1) / TILE).clamp(1, 5) * TILE;
        let block = |space: &mut Space, rows: &[u32]| -> Vec<T> {
            self.scoring.score(rows, space);
            let scored = |(index, &row)| Scored { row: row as usize, index, space };
            rows.iter().enumerate().map(|row| read(self, scored(row))).collect()
        };
        let found: Vec<Vec<T>> = rows.par_chunks(size).map_init(|| self.scoring.space(), block).collect();
        found.into_iter().flatten().collect()
    }

    fn nearest(&self, scored: Scored<'_>) -> Found {
        let scores = self.scores(scored);
        let top = two_largest_on(active(), scores);
        let slack = self.slack(scored, top.index);
        let lead = top.largest - top.second - slack;
        if lead > 0.0 {
            return Found { label: top.index, lead };
        }
        Found { label: self.two_from(scored.row, scores, top.largest - slack).label, lead: 0.0 }
    }

    /// Only for scores in f32, whose slack is the same for every centroid.
    fn two_nearest(&self, scored: Scored<'_>) -> TwoNearest {
        let scores = self.scores(scored);
        let top = two_largest_on(active(), scores);
        self.two_from(scored.row, scores, top.second - self.slack(scored, top.index))
    }

    fn scores<'b>(&self, scored: Scored<'b>) -> &'b [f32] {
        let k = self.centroids.nrows();
        &scored.space.scores[scored.index * k..(scored.index + 1) * k]
    }

    fn slack(&self, scored: Scored<'_>, column: usize) -> f32 {
        self.scoring.slack(scored.space, scored.index, self.prepared.lengths[scored.row], column)
    }

    /// The two nearest of the centroids whose score is not below `floor`, in f64, ties by lower index.
    fn two_from(&self, row: usize, scores: &[f32], floor: f32) -> TwoNearest {
        let far = f64::INFINITY;
        let mut two = TwoNearest { label: 0, distance: far, second: 0, second_distance: far };
        not_below_on(active(), scores, floor, &mut |index| {
            let Some(centroid) = self.centroids.row(index).to_slice() else { return };
            let distance = self.prepared.points.distance(row, centroid);
            if distance < two.distance {
                (two.second, two.second_distance) = (two.label, two.distance);
                (two.label, two.distance) = (index, distance);
            } else if distance < two.second_distance {
                (two.second, two.second_distance) = (index, distance);
            }
        });
        two
    }
}
