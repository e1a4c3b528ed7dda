//! What the leads of rows can lose while the centroids move.

use ndarray::{Array2, ArrayView1};

/// How scores can change from one set of centroids to the next.
///
/// The score of a row `x` changes by `x·(new - old)` less what `|c|²/2` grows by, and the first is at most the product of
/// the lengths. The score of a centroid that stands still does not change.
#[derive(Debug)]
pub(super) struct Shifts {
    /// Centroids that moved, in ascending order.
    pub(super) moved: Vec<u32>,
    changes: Vec<Change>,
    /// Centroid with the greatest gain.
    first: usize,
    /// The greatest gain of the others.
    second_gain: f32,
}

/// What a score can gain and lose at most, neither below 0.
#[derive(Debug, Clone, Copy)]
struct Change {
    gain: f32,
    loss: f32,
}

impl Shifts {
    /// For rows up to the length `longest`.
    pub(super) fn new(old: &Array2<f32>, new: &Array2<f32>, longest: f32) -> Self {
        let pairs = || old.rows().into_iter().zip(new.rows());
        let changes: Vec<Change> =
            pairs().map(|(old, new)| Change::new(old, new, f64::from(longest))).collect();
        let moved = pairs().enumerate().filter(|(_, (old, new))| old != new);
        let moved = moved.map(|(index, _)| index as u32).collect();
        let gain = |&index: &usize| changes[index].gain;
        let first = (0..changes.len()).max_by(|a, b| gain(a).total_cmp(&gain(b))).unwrap_or_default();
        let others = (0..changes.len()).filter(|&index| index != first);
        let second_gain = others.map(|index| gain(&index)).fold(0.0, f32::max);
        Self { moved, changes, first, second_gain }
    }

    /// Whether to look at those that moved alone takes much less than to look at all.
    pub(super) fn few_moved(&self) -> bool {
        self.moved.len() * 3 <= self.changes.len() * 2
    }

    /// The most that the score of centroid `index` can lose.
    pub(super) fn loss(&self, index: usize) -> f32 {
        self.changes[index].loss
    }

    /// The most that the score of any other centroid than `index` can gain.
    pub(super) fn gain_of_others(&self, index: usize) -> f32 {
        if index == self.first { self.second_gain } else { self.changes[self.first].gain }
    }
}

impl Change {
    fn new(old: ArrayView1<'_, f32>, new: ArrayView1<'_, f32>, longest: f64) -> Self {
        let (mut shift, mut growth, mut size) = (0.0, 0.0, 0.0);
        for (&old, &new) in old.iter().zip(new) {
            let (old, new) = (f64::from(old), f64::from(new));
            shift += (new - old) * (new - old);
            growth += (new - old) * (new + old) / 2.0;
            size += new * new + old * old;
        }
        let most = if shift > 0.0 { longest * shift.sqrt() + 1e-12 * size } else { 0.0 };
        Self { gain: upwards(most - growth), loss: upwards(most + growth) }
    }
}

/// An f32 that is below neither `value` nor 0.
fn upwards(value: f64) -> f32 {
    if value > 0.0 { (value * (1.0 + 1e-6)) as f32 + f32::MIN_POSITIVE } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use papermap_kernels::dot;

    use super::*;
    use crate::testing::blobs;

    #[test]
    fn no_lead_loses_more() {
        let rows = blobs(&[60, 50], 12, 0.9, 5);
        let [old, new] =
            [[0, 70, 20, 100], [1, 70, 21, 90]].map(|from| rows.select(&from).view().to_owned() * 0.8);
        let shifts = Shifts::new(&old, &new, 1.0001);
        let score = |row: usize, centroids: &Array2<f32>, index: usize| {
            let centroid = centroids.row(index).to_vec();
            dot(rows.row(row), &centroid) - dot(&centroid, &centroid) / 2.0
        };
        for row in 0..rows.len() {
            for own in 0..4 {
                assert!(score(row, &new, own) >= score(row, &old, own) - shifts.loss(own) - 1e-6);
                for other in (0..4).filter(|&other| other != own) {
                    let gain = score(row, &new, other) - score(row, &old, other);
                    assert!(gain <= shifts.gain_of_others(own) + 1e-6);
                }
            }
        }
        assert_eq!(shifts.moved, [0, 2, 3]);
        assert!((0..4).all(|own| shifts.loss(own) < 2.0 && shifts.gain_of_others(own) < 2.0));
    }

    #[test]
    fn what_stands_still_loses_nothing() {
        let still = blobs(&[3], 8, 0.5, 1).view().to_owned();
        let shifts = Shifts::new(&still, &still, 1.0);
        assert!(shifts.moved.is_empty());
        assert!((0..3).all(|own| shifts.loss(own) <= 0.0 && shifts.gain_of_others(own) <= 0.0));
    }
}
