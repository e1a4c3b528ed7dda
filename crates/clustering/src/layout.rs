//! Positions on the map: topics as regions, similar ones side by side, no two papers in one place.

mod free;
mod newcomers;
mod papers;
mod regions;
mod registration;
mod repulsion;
mod room;

use crate::UnitRows;

/// A place in the plane.
pub type Point = [f64; 2];

/// Room left free at every border.
const BORDER: f64 = 0.02;

/// What an old map has to say about the new one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Old<'a> {
    /// There is none.
    None,
    /// Old papers stay where they are; a place for every row, none for a new one.
    Stays(&'a [Option<Point>]),
    /// The map is laid out anew and laid over the old one.
    LiesUnder(&'a [Option<Point>]),
}

/// Positions of all papers in `[0, 1]²`, given the topic of each, below `k`.
///
/// Topics are discs whose area follows their size, placed by classical scaling of the cosines between their centres
/// (Torgerson 1952) and pushed apart. A paper sits in the disc of its topic, the nearer to the middle the more central
/// it is, on the side of the topics and papers it resembles. Over an old map the discs start from where the papers of
/// their topics were, and the picture is turned, mirrored and stretched to lie over it; or old papers keep their places
/// and new ones are put among them (see `newcomers`). Deterministic; cost is `O(n k + n width)`.
#[must_use]
pub fn layout(rows: &UnitRows, labels: &[usize], k: usize, old: Old<'_>) -> Vec<Point> {
    match old {
        _ if rows.is_empty() => Vec::new(),
        Old::Stays(places) if places.iter().any(Option::is_some) => newcomers::place(rows, labels, k, places),
        Old::LiesUnder(places) if places.iter().any(Option::is_some) => over(rows, labels, k, places),
        _ => anew(rows, labels, k),
    }
}

fn anew(rows: &UnitRows, labels: &[usize], k: usize) -> Vec<Point> {
    let regions = regions::place(rows, labels, k, &[]);
    let mut points = papers::place(rows, labels, &regions);
    repulsion::spread(&mut points);
    fit_into_square(&mut points);
    points
}

/// A new picture over an old one: first every topic, then the whole.
fn over(rows: &UnitRows, labels: &[usize], k: usize, old: &[Option<Point>]) -> Vec<Point> {
    let (known, places): (Vec<usize>, Vec<Point>) =
        labels.iter().zip(old).filter_map(|(label, old)| Some((*label, (*old)?))).unzip();
    let sizes = crate::choose_k::sizes(&known, k);
    let start: Vec<Option<Point>> = middles(&places, &known, k)
        .into_iter()
        .zip(sizes)
        .map(|(middle, size)| (size > 0).then(|| middle.map(|value| 2.0 * value - 1.0)))
        .collect();
    let regions = regions::place(rows, labels, k, &start);
    let mut points = papers::place(rows, labels, &regions);
    let mut members = vec![Vec::new(); k];
    labels.iter().enumerate().for_each(|(row, &label)| members[label].push(row));
    for members in &members {
        turn(&mut points, members, old);
    }
    repulsion::spread(&mut points);
    registration::register(&mut points, old, true);
    fit_into_square(&mut points);
    points
}

/// Turns the papers of a topic around their middle so that they lie as before.
fn turn(points: &mut [Point], members: &[usize], old: &[Option<Point>]) {
    let mut own: Vec<Point> = members.iter().map(|&row| points[row]).collect();
    let places: Vec<Option<Point>> = members.iter().map(|&row| old[row]).collect();
    let middle = middles(&own, &vec![0; own.len()], 1);
    registration::register(&mut own, &places, false);
    let now = middles(&own, &vec![0; own.len()], 1);
    for (&row, point) in members.iter().zip(own) {
        points[row] = [0, 1].map(|axis| point[axis] - now[0][axis] + middle[0][axis]);
    }
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
    use proptest::prelude::*;

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
            let points = layout(&rows, &labels(sizes), sizes.len(), Old::None);
            for (index, a) in points.iter().enumerate() {
                assert!(a.iter().all(|value| (0.0..=1.0).contains(value)), "{sizes:?} {a:?}");
                assert!(points[..index].iter().all(|b| distance(*a, *b) > 0.01), "{sizes:?}");
            }
        }
    }

    #[test]
    fn equal_rows_do_not_coincide() {
        let rows = blobs(&[12], 16, 0.0, 1);
        let points = layout(&rows, &[0; 12], 1, Old::None);
        for (index, a) in points.iter().enumerate() {
            assert!(points[..index].iter().all(|b| distance(*a, *b) > 0.01));
        }
    }

    #[test]
    fn topics_are_regions() {
        let sizes = [40, 25, 60, 10];
        let labels = labels(&sizes);
        let rows = blobs(&sizes, 32, 0.6, 3);
        let points = layout(&rows, &labels, 4, Old::None);
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
        assert_eq!(
            in_pool(1, || layout(&rows, &labels, 2, Old::None)),
            in_pool(4, || layout(&rows, &labels, 2, Old::None))
        );
    }

    fn apart(points: &[Point]) -> bool {
        points.iter().enumerate().all(|(index, a)| points[..index].iter().all(|b| distance(*a, *b) > 0.004))
    }

    #[test]
    fn old_papers_stay_and_new_ones_come_among_their_topic() {
        let sizes = [40, 30, 50];
        let rows = blobs(&sizes, 32, 0.6, 3);
        let labels = labels(&sizes);
        let old: Vec<Option<Point>> = layout(&rows, &labels, 3, Old::None)
            .into_iter()
            .enumerate()
            .map(|(row, point)| (row % 5 > 0).then_some(point))
            .collect();
        let points = layout(&rows, &labels, 3, Old::Stays(&old));
        let bits = |point: Point| point.map(f64::to_bits);
        assert!(old.iter().zip(&points).all(|(old, point)| old.is_none_or(|old| bits(old) == bits(*point))));
        let middles = middles(&points, &labels, 3);
        for (row, point) in points.iter().enumerate() {
            let own = distance(*point, middles[labels[row]]);
            assert!((0..3).all(|topic| distance(*point, middles[topic]) >= own * 0.9), "{row}");
        }
        assert!(apart(&points) && points.iter().flatten().all(|value| (0.0..=1.0).contains(value)));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        #[test]
        fn whichever_papers_are_new_old_ones_stay_and_no_two_coincide(
            sizes in prop::collection::vec(1_usize..40, 1..6),
            is_new in prop::collection::vec(any::<bool>(), 200),
            noise in prop_oneof![Just(0.0_f32), Just(0.6)],
        ) {
            let (rows, labels) = (blobs(&sizes, 16, noise, 5), labels(&sizes));
            let whole = layout(&rows, &labels, sizes.len(), Old::None);
            let old: Vec<Option<Point>> =
                whole.into_iter().zip(is_new).map(|(point, is_new)| (!is_new).then_some(point)).collect();
            let points = layout(&rows, &labels, sizes.len(), Old::Stays(&old));
            for (index, (point, old)) in points.iter().zip(&old).enumerate() {
                prop_assert!(old.is_none_or(|old| old.map(f64::to_bits) == point.map(f64::to_bits)));
                prop_assert!(point.iter().all(|value| (0.0..=1.0).contains(value)));
                prop_assert!(points[..index].iter().all(|other| distance(*other, *point) > 1e-3));
            }
            let again = in_pool(1, || layout(&rows, &labels, sizes.len(), Old::Stays(&old)));
            prop_assert_eq!(points, again);
        }
    }

    #[test]
    fn a_new_topic_has_a_place_of_its_own() {
        let sizes = [40, 30, 50, 20];
        let rows = blobs(&sizes, 32, 0.6, 3);
        let labels = labels(&sizes);
        let mut old: Vec<Option<Point>> =
            layout(&rows.select(&(0..120).collect::<Vec<_>>()), &labels[..120], 3, Old::None)
                .into_iter()
                .map(Some)
                .collect();
        old.resize(140, None);
        let points = layout(&rows, &labels, 4, Old::Stays(&old));
        let middle = middles(&points, &labels, 4)[3];
        let widest = points[120..].iter().map(|point| distance(*point, middle)).fold(0.0, f64::max);
        let inside = points[..120].iter().filter(|point| distance(**point, middle) < widest).count();
        assert!(inside <= 12, "{inside} old papers are within the new topic");
        assert!(apart(&points) && points.iter().flatten().all(|value| (0.0..=1.0).contains(value)));
    }

    #[test]
    fn a_picture_made_anew_lies_over_the_old_one() {
        let sizes = [40, 25, 60, 10];
        let rows = blobs(&sizes, 32, 0.6, 3);
        let labels = labels(&sizes);
        let old: Vec<Option<Point>> = layout(&rows, &labels, 4, Old::None)
            .into_iter()
            .map(|[x, y]| Some([0.9 - 0.8 * y, 0.1 + 0.8 * x]))
            .collect();
        let mean = |points: &[Point]| {
            points.iter().zip(&old).map(|(a, b)| distance(*a, b.unwrap_or(*a))).sum::<f64>()
                / old.len() as f64
        };
        let over = layout(&rows, &labels, 4, Old::LiesUnder(&old));
        assert!(mean(&over) < 0.15, "{}", mean(&over));
        assert!(mean(&layout(&rows, &labels, 4, Old::None)) > 0.3);
    }
}
