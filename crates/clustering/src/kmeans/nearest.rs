//! Which centroid every row is nearest to, from one set of centroids to the next.

use ndarray::Array2;
use rayon::prelude::*;

use super::Precision;
use super::points::Points;
use super::screen::Screen;
use super::search::{Found, Search};
use super::shifts::Shifts;

/// Share of a bound that is given up a step, more than its subtraction rounds away.
const SPARE: f32 = 1e-6;

/// The rows of a fit, prepared for finding their nearest centroids again and again.
#[derive(Debug)]
pub(super) struct Prepared<'a> {
    pub(super) points: &'a Points<'a>,
    pub(super) screen: Screen,
    /// Squared length of every row.
    pub(super) squares: Vec<f64>,
    /// At least the length of every row.
    pub(super) longest: f32,
}

impl<'a> Prepared<'a> {
    pub(super) fn new(points: &'a Points<'a>, k: usize, precision: Precision) -> Self {
        let origin = vec![0.0; points.width()];
        let square = |row| points.distance(row, &origin);
        let squares: Vec<f64> = (0..points.len()).into_par_iter().map(square).collect();
        let longest = (squares.iter().copied().fold(0.0, f64::max).sqrt() * 1.000_001) as f32;
        Self { points, screen: Screen::new(points, k, precision), squares, longest }
    }
}

/// The nearest centroid of every row, kept exact while the centroids move.
///
/// A row is looked at again only where the lead of its centroid can have been used up since (the bounds of Hamerly 2010,
/// on scores instead of distances), and only against the centroids that moved where its own lost little.
#[derive(Debug)]
pub(super) struct Nearest<'a> {
    prepared: &'a Prepared<'a>,
    /// Nearest centroid of every row.
    pub(super) labels: Vec<usize>,
    /// By how much the score of that centroid leads at least; not above 0 where it is not known.
    leads: Vec<f32>,
    /// At least that score, where the lead is known.
    floors: Vec<f32>,
}

/// A row that changes its cluster.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Move {
    pub(super) row: usize,
    pub(super) from: usize,
    pub(super) to: usize,
}

impl<'a> Nearest<'a> {
    /// Looks at every row.
    pub(super) fn new(prepared: &'a Prepared<'a>, centroids: &Array2<f32>) -> Self {
        let rows = prepared.points.len();
        let (labels, leads, floors) = (vec![0; rows], vec![0.0; rows], vec![0.0; rows]);
        let mut new = Self { prepared, labels, leads, floors };
        let found = Search::new(prepared, centroids).each(&prepared.points.all(), Search::nearest);
        new.take(&prepared.points.all(), found, &mut Vec::new());
        new
    }

    /// Takes the centroids from `old` to `new`; returns the rows that changed their cluster, in order.
    pub(super) fn follow(&mut self, old: &Array2<f32>, new: &Array2<f32>) -> Vec<Move> {
        let shifts = Shifts::new(old, new, self.prepared.longest);
        let (open, against_moved) = self.rows_in_question(&shifts);
        let mut moves = Vec::new();
        if !open.is_empty() {
            let found = Search::new(self.prepared, new).each(&open, Search::nearest);
            self.take(&open, found, &mut moves);
        }
        if !against_moved.is_empty() {
            let search = Search::among(self.prepared, new, shifts.moved);
            let known = |row: usize| Found {
                label: self.labels[row],
                lead: self.leads[row],
                floor: self.floors[row],
            };
            let found =
                search.each(&against_moved, |search, scored| search.defend(scored, known(scored.row)));
            self.take(&against_moved, found, &mut moves);
        }
        moves.sort_unstable_by_key(|one| one.row);
        moves
    }

    /// Rows that may be nearest to any other centroid now, and rows that may be nearest to one that moved.
    fn rows_in_question(&mut self, shifts: &Shifts) -> (Vec<u32>, Vec<u32>) {
        let (mut open, mut against_moved) = (Vec::new(), Vec::new());
        for (row, &label) in self.labels.iter().enumerate() {
            let (lead, floor) = (&mut self.leads[row], &mut self.floors[row]);
            let loss = shifts.loss(label);
            *lead -= loss + SPARE * lead.abs();
            *floor -= loss + SPARE * floor.abs();
            let against_all = *lead - shifts.gain_of_others(label);
            if against_all > 0.0 {
                *lead = against_all;
            } else if shifts.few_moved() && *lead > 0.0 {
                against_moved.push(row as u32);
            } else {
                open.push(row as u32);
            }
        }
        (open, against_moved)
    }

    /// Puts a row into another cluster than its nearest.
    pub(super) fn force(&mut self, row: usize, label: usize) {
        self.labels[row] = label;
        self.leads[row] = 0.0;
    }

    fn take(&mut self, rows: &[u32], found: Vec<Found>, moves: &mut Vec<Move>) {
        for (&row, found) in rows.iter().zip(found) {
            let row = row as usize;
            if self.labels[row] != found.label {
                moves.push(Move { row, from: self.labels[row], to: found.label });
            }
            (self.labels[row], self.leads[row], self.floors[row]) = (found.label, found.lead, found.floor);
        }
    }
}
