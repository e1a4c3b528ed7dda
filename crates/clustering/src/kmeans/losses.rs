//! By how much the lead of a row's centroid can shrink while the centroids move.

use ndarray::{Array2, ArrayView1};

/// The most that the lead of a row in each cluster can lose from `old` to `new`, for rows up to `longest`.
///
/// The score of a row `x` changes by `x·(new - old)` less what `|c|²/2` grows by, and the first is at most the product of
/// the lengths: a lead loses what its own centroid can lose and the most that another can gain.
pub(super) fn losses(old: &Array2<f32>, new: &Array2<f32>, longest: f32) -> Vec<f32> {
    let changes: Vec<[f64; 2]> = old
        .rows()
        .into_iter()
        .zip(new.rows())
        .map(|(old, new)| change(old, new, f64::from(longest)))
        .collect();
    let mut gains = [(0, f64::NEG_INFINITY); 2];
    for (index, &[gain, _]) in changes.iter().enumerate() {
        if gain > gains[0].1 {
            gains = [(index, gain), gains[0]];
        } else if gain > gains[1].1 {
            gains[1] = (index, gain);
        }
    }
    let of_others = |index: usize| if gains[0].0 == index { gains[1].1 } else { gains[0].1 };
    let loss = |(index, &[_, loss]): (usize, &[f64; 2])| upwards(loss + of_others(index).max(-loss));
    changes.iter().enumerate().map(loss).collect()
}

/// What a score can gain, and what it can lose.
fn change(old: ArrayView1<'_, f32>, new: ArrayView1<'_, f32>, longest: f64) -> [f64; 2] {
    let (mut shift, mut growth, mut size) = (0.0, 0.0, 0.0);
    for (&old, &new) in old.iter().zip(new) {
        let (old, new) = (f64::from(old), f64::from(new));
        shift += (new - old) * (new - old);
        growth += (new - old) * (new + old) / 2.0;
        size += new * new + old * old;
    }
    let most = longest * shift.sqrt() + 1e-12 * size;
    [most - growth, most + growth]
}

/// An f32 that is not below `value`.
fn upwards(value: f64) -> f32 {
    (value + value.abs() * 1e-6) as f32
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
        let losses = losses(&old, &new, 1.0001);
        let score = |row: usize, centroids: &Array2<f32>, index: usize| {
            let centroid = centroids.row(index).to_vec();
            dot(rows.row(row), &centroid) - dot(&centroid, &centroid) / 2.0
        };
        for row in 0..rows.len() {
            for (own, loss) in losses.iter().enumerate() {
                for other in (0..4).filter(|&other| other != own) {
                    let lead = |centroids| score(row, centroids, own) - score(row, centroids, other);
                    assert!(lead(&new) >= lead(&old) - loss - 1e-6);
                }
            }
        }
        assert!(losses.iter().all(|loss| (0.0..2.0).contains(loss)));
    }

    #[test]
    fn what_stands_still_loses_nothing() {
        let still = blobs(&[3], 8, 0.5, 1).view().to_owned();
        assert!(losses(&still, &still, 1.0).iter().all(|loss| *loss < 1e-9));
        let one = blobs(&[1], 8, 0.5, 1).view().to_owned();
        assert!(losses(&one, &(&one * 0.5), 1.0).iter().all(|loss| loss.is_finite()));
    }
}
