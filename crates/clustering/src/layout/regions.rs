//! Discs for the topics.

use papermap_kernels::dot;

use super::Point;
use crate::UnitRows;
use crate::choose_k::sizes;
use crate::kmeans::means;
use crate::rows::at_unit_length;

/// Rounds of pushing discs apart.
const ROUNDS: usize = 400;
/// Iterations of the power method for one axis.
const POWER: usize = 200;
/// Free room between two discs, as a share of their radii.
const GAP: f64 = 0.12;

/// Disc of one topic.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Region {
    /// Middle.
    pub(crate) middle: Point,
    /// Radius; the area follows the number of papers.
    pub(crate) radius: f64,
    /// Centre of the topic, of unit length.
    pub(crate) centre: Vec<f32>,
}

/// Discs that do not overlap, similar topics side by side.
///
/// `start` has the middle of every topic on an old map, in `[-1, 1]²`, where it was on one.
pub(crate) fn place(rows: &UnitRows, labels: &[usize], k: usize, start: &[Option<Point>]) -> Vec<Region> {
    let centres = at_unit_length(&means(rows, labels, k));
    let centres: Vec<Vec<f32>> = centres.rows().into_iter().map(|row| row.to_vec()).collect();
    let radius = |size: usize| (size as f64 / rows.len() as f64).sqrt();
    let mut regions: Vec<Region> = started(scaled(&centres), &centres, start)
        .into_iter()
        .zip(sizes(labels, k))
        .zip(centres)
        .map(|((middle, size), centre)| Region { middle, radius: radius(size), centre })
        .collect();
    (0..ROUNDS).for_each(|round| push_apart(&mut regions, round));
    regions
}

/// The middles that discs start from: those of the old map, and for topics that were not on it, near those they are like.
fn started(scaled: Vec<Point>, centres: &[Vec<f32>], start: &[Option<Point>]) -> Vec<Point> {
    let known: Vec<(usize, Point)> =
        start.iter().enumerate().filter_map(|(topic, middle)| Some((topic, (*middle)?))).collect();
    if known.is_empty() {
        return scaled;
    }
    let near = |topic: usize| {
        let weights =
            known.iter().map(|&(other, _)| (10.0 * f64::from(dot(&centres[topic], &centres[other]))).exp());
        let total: f64 = weights.clone().sum();
        let along = |axis: usize| {
            weights.clone().zip(&known).map(|(weight, (_, middle))| weight * middle[axis]).sum::<f64>()
                / total
        };
        [along(0), along(1)]
    };
    (0..centres.len()).map(|topic| start[topic].unwrap_or_else(|| near(topic))).collect()
}

/// Classical scaling of the cosine distances between centres, spread to about unit size.
fn scaled(centres: &[Vec<f32>]) -> Vec<Point> {
    let k = centres.len();
    let mut matrix: Vec<Vec<f64>> =
        centres.iter().map(|a| centres.iter().map(|b| f64::from(dot(a, b))).collect()).collect();
    double_centre(&mut matrix);
    let axes = [0, 1].map(|axis| principal(&mut matrix, axis));
    let spread = axes[0].iter().map(|value| value.abs()).fold(1e-9, f64::max);
    (0..k).map(|topic| [axes[0][topic] / spread, axes[1][topic] / spread]).collect()
}

fn double_centre(matrix: &mut [Vec<f64>]) {
    let k = matrix.len() as f64;
    let rows: Vec<f64> = matrix.iter().map(|row| row.iter().sum::<f64>() / k).collect();
    let all = rows.iter().sum::<f64>() / k;
    for (row, row_mean) in matrix.iter_mut().zip(&rows) {
        for (value, column_mean) in row.iter_mut().zip(&rows) {
            *value += all - row_mean - column_mean;
        }
    }
}

/// Leading axis of a symmetric matrix by the power method, scaled by the root of its eigenvalue, and taken out of it.
fn principal(matrix: &mut [Vec<f64>], axis: usize) -> Vec<f64> {
    let k = matrix.len();
    let mut vector: Vec<f64> = (0..k).map(|index| ((index + 1) as f64 * (1.3 + axis as f64)).sin()).collect();
    let mut value = 0.0;
    for _ in 0..POWER {
        let next: Vec<f64> =
            matrix.iter().map(|row| row.iter().zip(&vector).map(|(a, b)| a * b).sum::<f64>()).collect();
        value = next.iter().map(|value| value * value).sum::<f64>().sqrt();
        if value < 1e-12 {
            return vec![0.0; k];
        }
        vector = next.into_iter().map(|entry| entry / value).collect();
    }
    for (row, a) in matrix.iter_mut().zip(&vector) {
        row.iter_mut().zip(&vector).for_each(|(entry, b)| *entry -= value * a * b);
    }
    vector.into_iter().map(|entry| entry * value.sqrt()).collect()
}

/// Moves overlapping discs apart and, in the first half of the rounds, all a little to the middle.
fn push_apart(regions: &mut [Region], round: usize) {
    if round < ROUNDS / 2 {
        for region in regions.iter_mut() {
            region.middle = region.middle.map(|value| value * 0.985);
        }
    }
    for a in 0..regions.len() {
        for b in 0..a {
            let wanted = (regions[a].radius + regions[b].radius) * (1.0 + GAP);
            let Some(shift) = shift_apart(regions[a].middle, regions[b].middle, wanted, a) else { continue };
            for (axis, way) in shift.into_iter().enumerate() {
                regions[a].middle[axis] += way;
                regions[b].middle[axis] -= way;
            }
        }
    }
}

/// Half of the way that `a` must go away from `b`; in a direction of its own where both are in one place.
pub(crate) fn shift_apart(a: Point, b: Point, wanted: f64, number: usize) -> Option<Point> {
    let way = [a[0] - b[0], a[1] - b[1]];
    let distance = way[0].hypot(way[1]);
    if distance >= wanted {
        return None;
    }
    if distance > wanted * 1e-3 {
        return Some(way.map(|value| value / distance * (wanted - distance) / 2.0));
    }
    let angle = number as f64 * 2.399_963;
    Some([angle.cos() * wanted / 2.0, angle.sin() * wanted / 2.0])
}
