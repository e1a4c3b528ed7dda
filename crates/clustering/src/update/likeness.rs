//! Which group of before a new row is most like, and whether it is like it at all.

use ndarray::Array2;

use super::Before;
use super::evidence::NOVEL;
use crate::UnitRows;
use crate::kmeans::{means, products};
use crate::neighbours::nearest_of;
use crate::rows::at_unit_length;
use crate::smoothing::centred;

/// Rows of before that have a say in the group of a new row.
const NEIGHBOURS: usize = 15;
/// Weight of their say, beside the cosine to the centre.
const SAY: f64 = 0.5;

/// What new rows are like.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Likeness {
    /// Group of every new row, in their order.
    pub(super) labels: Vec<usize>,
    /// How many of them are novel.
    pub(super) novel: usize,
}

/// Likeness of the rows `new` to the groups of before.
///
/// A row is most like the group with the greatest sum of the cosine to its centre and half of the share that its rows
/// have among the 15 nearest rows of before, weighted by the squared cosine; ties by lower group. All without the mean of
/// all rows, as for k-means. Cost `O(new rows width)`.
pub(super) fn of_new(rows: &UnitRows, before: &Before, new: &[usize]) -> Likeness {
    let rows = centred(rows);
    let homes = before.homes();
    let (known, fresh) = (rows.select(&before.known()), rows.select(new));
    let centres = at_unit_length(&means(&known, &homes, before.groups));
    let floors = floors(&known, &homes, &centres);
    let near = nearest_of(&known, &fresh, NEIGHBOURS);
    let mut likeness = Likeness { labels: Vec::with_capacity(new.len()), novel: 0 };
    for (cosines, near) in cosines(&fresh, &centres).into_iter().zip(near) {
        let label = most_like(&cosines, &shares(&near, &homes, before.groups));
        likeness.novel += usize::from(cosines[label] < floors[label]);
        likeness.labels.push(label);
    }
    likeness
}

fn cosines(rows: &UnitRows, centres: &Array2<f32>) -> Vec<Vec<f32>> {
    let read = |block: ndarray::ArrayView2<'_, f32>| -> Vec<Vec<f32>> {
        block.rows().into_iter().map(|row| row.to_vec()).collect()
    };
    products(rows, centres, read).into_iter().flatten().collect()
}

/// The share of each group among neighbours, weighted by the squared cosine.
fn shares(near: &[(usize, f32)], homes: &[usize], groups: usize) -> Vec<f64> {
    let mut shares = vec![0.0; groups];
    let mut total = f64::MIN_POSITIVE;
    for &(row, cosine) in near {
        let weight = f64::from(cosine.max(0.0)).powi(2);
        shares[homes[row]] += weight;
        total += weight;
    }
    shares.into_iter().map(|share| share / total).collect()
}

fn most_like(cosines: &[f32], shares: &[f64]) -> usize {
    let scores = cosines.iter().zip(shares).map(|(cosine, share)| f64::from(*cosine) + SAY * share);
    let best =
        scores.enumerate().fold((0, f64::NEG_INFINITY), |best, one| if one.1 > best.1 { one } else { best });
    best.0
}

/// For every group, the cosine to its centre that 5 % of its rows stay under.
fn floors(rows: &UnitRows, homes: &[usize], centres: &Array2<f32>) -> Vec<f32> {
    let mut own: Vec<Vec<f32>> = vec![Vec::new(); centres.nrows()];
    for (cosines, &home) in cosines(rows, centres).iter().zip(homes) {
        own[home].push(cosines[home]);
    }
    let floor = |mut values: Vec<f32>| {
        values.sort_by(f32::total_cmp);
        values.get((values.len() as f64 * NOVEL) as usize).copied().unwrap_or(-1.0)
    };
    own.into_iter().map(floor).collect()
}
