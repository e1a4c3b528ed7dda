//! The search for the nearest of some centroids.

use ndarray::{Array2, Axis, CowArray, Ix2};
use papermap_kernels::{active, not_below_on, two_largest_on};
use rayon::prelude::*;

use super::TwoNearest;
use super::nearest::Prepared;
use super::screen::{Scoring, Space};

/// Scores of a block of rows at about most, so that they stay in the second-level cache.
const BLOCK_SCORES: usize = 1 << 16;
/// Rows that the tiles of every path divide.
const TILE: usize = 48;
/// More than what a score in f64 is off, for its size.
const ROUNDOFF: f64 = 1e-11;

/// Some centroids, among which the nearest are looked for.
pub(super) struct Search<'a> {
    prepared: &'a Prepared<'a>,
    /// Index of each centroid here among all centroids, in ascending order.
    indices: Vec<u32>,
    all: CowArray<'a, f32, Ix2>,
    scoring: Scoring<'a>,
}

/// What is known of a row: its nearest centroid, by how much the score of that leads at least, and at least that score.
#[derive(Debug, Clone, Copy)]
pub(super) struct Found {
    pub(super) label: usize,
    pub(super) lead: f32,
    pub(super) floor: f32,
}

/// A row whose scores are in a place of a space.
#[derive(Clone, Copy)]
pub(super) struct Scored<'a> {
    pub(super) row: usize,
    place: usize,
    space: &'a Space,
}

impl<'a> Search<'a> {
    /// All centroids.
    pub(super) fn new(prepared: &'a Prepared<'a>, centroids: &'a Array2<f32>) -> Self {
        let all = centroids.as_standard_layout();
        let scoring = Scoring::new(prepared, all.view());
        Self { prepared, indices: (0..centroids.nrows() as u32).collect(), all, scoring }
    }

    /// The centroids at `indices`, in ascending order.
    pub(super) fn among(prepared: &'a Prepared<'a>, centroids: &'a Array2<f32>, indices: Vec<u32>) -> Self {
        let rows: Vec<usize> = indices.iter().map(|&index| index as usize).collect();
        let scoring = Scoring::new(prepared, centroids.select(Axis(0), &rows).view());
        Self { prepared, indices, all: centroids.as_standard_layout(), scoring }
    }

    /// What `read` finds in the scores of each of `rows`, which are in ascending order.
    pub(super) fn each<T: Send>(&self, rows: &[u32], read: impl Fn(&Self, Scored<'_>) -> T + Sync) -> Vec<T> {
        let size = (BLOCK_SCORES / self.indices.len().max(1) / TILE).clamp(1, 5) * TILE;
        let block = |space: &mut Space, rows: &[u32]| -> Vec<T> {
            self.scoring.score(rows, space);
            let scored = |(place, &row)| Scored { row: row as usize, place, space };
            rows.iter().enumerate().map(|row| read(self, scored(row))).collect()
        };
        let found: Vec<Vec<T>> = rows.par_chunks(size).map_init(|| self.scoring.space(), block).collect();
        found.into_iter().flatten().collect()
    }

    /// The nearest centroid of a row.
    pub(super) fn nearest(&self, scored: Scored<'_>) -> Found {
        let top = two_largest_on(active(), self.scores(scored));
        let floor = top.largest - self.slack(scored, top.index);
        let lead = floor - top.second;
        if lead > 0.0 {
            return Found { label: self.indices[top.index] as usize, lead, floor };
        }
        self.decide(scored, floor, None, f32::INFINITY)
    }

    /// The nearest centroid of a row of which one is `known` that no centroid outside this search can be nearer.
    pub(super) fn defend(&self, scored: Scored<'_>, known: Found) -> Found {
        let scores = self.scores(scored);
        let top = two_largest_on(active(), scores);
        let place = self.indices.binary_search(&(known.label as u32)).ok();
        let floor = place.map_or(known.floor, |place| scores[place] - self.slack(scored, place));
        let rival = if place == Some(top.index) { top.second } else { top.largest };
        let lead = known.lead.min(floor - rival);
        if lead > 0.0 {
            return Found { lead, floor, ..known };
        }
        self.decide(scored, floor, place.is_none().then_some(known.label), known.lead)
    }

    /// The two nearest centroids of a row.
    pub(super) fn two_nearest(&self, scored: Scored<'_>) -> TwoNearest {
        let scores = self.scores(scored);
        let top = two_largest_on(active(), scores);
        let second = (0..scores.len()).filter(|&place| place != top.index && scores[place] >= top.second);
        let lower = |place: usize| scores[place] - self.slack(scored, place);
        let floor = second
            .map(lower)
            .fold(lower(top.index), |least, value| if value < least { value } else { least });
        self.two_from(scored, floor, None)
    }

    /// The nearest in f64 of the centroids whose score is not below `floor`, and of one that is `outside` this search.
    fn decide(&self, scored: Scored<'_>, floor: f32, outside: Option<usize>, lead: f32) -> Found {
        let two = self.two_from(scored, floor, outside);
        let square = self.prepared.squares[scored.row];
        let spare = ROUNDOFF * (square + two.distance);
        let score = (square - two.distance) / 2.0 - spare;
        let over_second = (two.second_distance - two.distance) / 2.0 - ROUNDOFF * two.second_distance;
        let lead = f64::from(lead).min(over_second).min(score - f64::from(floor));
        Found { label: two.label, lead: downwards(lead), floor: downwards(score) }
    }

    fn two_from(&self, scored: Scored<'_>, floor: f32, outside: Option<usize>) -> TwoNearest {
        let mut two = TwoNearest::NONE;
        let mut offer = |index: usize| {
            if let Some(centroid) = self.all.row(index).to_slice() {
                two.offer(index, self.prepared.points.distance(scored.row, centroid));
            }
        };
        outside.into_iter().for_each(&mut offer);
        let scores = self.scores(scored);
        not_below_on(active(), scores, floor, &mut |place| offer(self.indices[place] as usize));
        two
    }

    fn scores<'b>(&self, scored: Scored<'b>) -> &'b [f32] {
        let k = self.indices.len();
        &scored.space.scores[scored.place * k..(scored.place + 1) * k]
    }

    fn slack(&self, scored: Scored<'_>, place: usize) -> f32 {
        self.scoring.slack(scored.space, scored.place, place)
    }
}

/// An f32 that is not above `value`.
fn downwards(value: f64) -> f32 {
    (value - value.abs() * 1e-6) as f32
}
