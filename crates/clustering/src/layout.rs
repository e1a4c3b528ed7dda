//! Positions on the map: topics as regions, similar ones side by side, no two papers in one place.

mod papers;
mod regions;
mod repulsion;

use crate::UnitRows;

/// A place in the plane.
pub type Point = [f64; 2];

/// Room left free at every border.
const BORDER: f64 = 0.02;

/// Positions of all papers in `[0, 1]²`, given the topic of each, below `k`.
///
/// Topics are discs whose area follows their size, placed by classical scaling of the cosines between their centres
/// (Torgerson 1952) and pushed apart. A paper sits in the disc of its topic, the nearer to the middle the more central
/// it is, on the side of the topics and papers it resembles. Deterministic; cost is `O(n k + n width)`.
#[must_use]
pub fn layout(rows: &UnitRows, labels: &[usize], k: usize) -> Vec<Point> {
    if rows.is_empty() {
        return Vec::new();
    }
    let regions = regions::place(rows, labels, k);
    let mut points = papers::place(rows, labels, &regions);
    repulsion::spread(&mut points);
    fit_into_square(&mut points);
    points
}

/// Middle of the papers of every topic.
#[must_use]
pub fn middles(points: &[Point], labels: &[usize], k: usize) -> Vec<Point> {
    let mut sums = vec![([0.0, 0.0], 0.0); k];
    for (point, &label) in points.iter().zip(labels) {
        let ([x, y], count) = sums[label];
        sums[label] = ([x + point[0], y + point[1]], count + 1.0);
    }
    sums.into_iter().map(|([x, y], count)| [x / f64::max(count, 1.0), y / f64::max(count, 1.0)]).collect()
}

/// Scales both axes alike, so that the longer one fills the square inside its border.
fn fit_into_square(points: &mut [Point]) {
    let bounds = [0, 1].map(|axis| {
        let values = points.iter().map(|point| point[axis]);
        (values.clone().fold(f64::INFINITY, f64::min), values.fold(f64::NEG_INFINITY, f64::max))
    });
    let extent = bounds.iter().map(|(least, most)| most - least).fold(1e-12, f64::max);
    for point in points {
        for axis in 0..2 {
            let (least, most) = bounds[axis];
            let place = 0.5 + (point[axis] - f64::midpoint(least, most)) / extent * (1.0 - 2.0 * BORDER);
            point[axis] = place.clamp(0.0, 1.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{blobs, in_pool};

    fn labels(sizes: &[usize]) -> Vec<usize> {
        sizes.iter().enumerate().flat_map(|(label, size)| vec![label; *size]).collect()
    }

    fn distance(a: Point, b: Point) -> f64 {
        (a[0] - b[0]).hypot(a[1] - b[1])
    }

    #[test]
    fn every_size_is_finite_inside_and_apart() {
        for sizes in [&[1][..], &[2], &[1, 1], &[3], &[1, 1, 1], &[30, 4, 12], &[60]] {
            let rows = blobs(sizes, 16, 0.4, 7);
            let points = layout(&rows, &labels(sizes), sizes.len());
            for (index, a) in points.iter().enumerate() {
                assert!(a.iter().all(|value| (0.0..=1.0).contains(value)), "{sizes:?} {a:?}");
                assert!(points[..index].iter().all(|b| distance(*a, *b) > 0.01), "{sizes:?}");
            }
        }
    }

    #[test]
    fn equal_rows_do_not_coincide() {
        let rows = blobs(&[12], 16, 0.0, 1);
        let points = layout(&rows, &[0; 12], 1);
        for (index, a) in points.iter().enumerate() {
            assert!(points[..index].iter().all(|b| distance(*a, *b) > 0.01));
        }
    }

    #[test]
    fn topics_are_regions() {
        let sizes = [40, 25, 60, 10];
        let labels = labels(&sizes);
        let rows = blobs(&sizes, 32, 0.6, 3);
        let points = layout(&rows, &labels, 4);
        let middles = middles(&points, &labels, 4);
        let at_home = |row: &usize| {
            let own = distance(points[*row], middles[labels[*row]]);
            (0..4).all(|topic| distance(points[*row], middles[topic]) >= own * 0.999)
        };
        assert!((0..labels.len()).filter(at_home).count() * 100 >= labels.len() * 85);
    }

    #[test]
    fn threads_do_not_matter() {
        let rows = blobs(&[400, 300], 32, 0.6, 3);
        let labels = labels(&[400, 300]);
        assert_eq!(in_pool(1, || layout(&rows, &labels, 2)), in_pool(4, || layout(&rows, &labels, 2)));
    }
}
