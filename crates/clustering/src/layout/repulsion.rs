//! No two papers in one place.

use std::collections::HashMap;

use rayon::prelude::*;

use super::Point;
use super::regions::shift_apart;

/// Rounds of pushing papers apart.
const ROUNDS: usize = 60;
/// Share of the distance of an even grid that papers keep.
const SHARE_OF_EVEN: f64 = 0.75;

/// Pushes points apart until they keep most of the distance that an even spread over their bounding box would give.
///
/// Every round computes all shifts from the positions before it, so the order and the threads do not matter.
pub(crate) fn spread(points: &mut [Point]) {
    let least = least_distance(points, points.len());
    for _ in 0..ROUNDS {
        let cells = cells(points, least);
        let shifts: Vec<Point> =
            (0..points.len()).into_par_iter().map(|number| shift(points, &cells, number, least)).collect();
        let still = shifts.iter().all(|shift| shift[0].hypot(shift[1]) < least * 1e-3);
        for (point, shift) in points.iter_mut().zip(shifts) {
            *point = [point[0] + shift[0], point[1] + shift[1]];
        }
        if still {
            return;
        }
    }
}

/// The distance that `count` papers keep in the bounding box of `points`.
pub(super) fn least_distance(points: &[Point], count: usize) -> f64 {
    let extent = |axis: usize| {
        let values = points.iter().map(|point| point[axis]);
        values.clone().fold(f64::NEG_INFINITY, f64::max) - values.fold(f64::INFINITY, f64::min)
    };
    let area = (extent(0).max(1e-6) * extent(1).max(1e-6)).max(1e-6);
    (area / count.max(1) as f64 * 0.6).sqrt() * SHARE_OF_EVEN
}

type Cells = HashMap<(i64, i64), Vec<usize>>;

fn cell(point: Point, size: f64) -> (i64, i64) {
    ((point[0] / size).floor() as i64, (point[1] / size).floor() as i64)
}

fn cells(points: &[Point], size: f64) -> Cells {
    let mut cells = Cells::new();
    for (number, point) in points.iter().enumerate() {
        cells.entry(cell(*point, size)).or_default().push(number);
    }
    cells
}

/// Where the points around push a point, in a fixed order.
fn shift(points: &[Point], cells: &Cells, number: usize, least: f64) -> Point {
    let (column, row) = cell(points[number], least);
    let mut sum = [0.0, 0.0];
    for near in (-1..=1).flat_map(|x| (-1..=1).map(move |y| (column + x, row + y))) {
        for &other in cells.get(&near).into_iter().flatten().filter(|other| **other != number) {
            if let Some(way) = shift_apart(points[number], points[other], least, number) {
                sum = [sum[0] + 0.7 * way[0], sum[1] + 0.7 * way[1]];
            }
        }
    }
    let length = sum[0].hypot(sum[1]);
    if length > least { sum.map(|value| value / length * least) } else { sum }
}
