//! Room for a new topic on a map that is there.

use rayon::prelude::*;

use super::{BORDER, Point};

/// Spots that are looked at along each axis.
const SPOTS: usize = 48;
/// How much more a missing unit of room counts than a unit of way.
const TIGHT: f64 = 4.0;
/// The least share of its radius that a topic is squeezed to.
const SQUEEZED: f64 = 0.5;
/// Points that stand for the rim of a disc.
const RIM: usize = 16;

/// The middle and the radius of a disc as near to `wanted` as free room allows; ties by lower spot.
///
/// Where no spot has as much room as `radius` needs, the disc is squeezed, down to half, and may overlap. Cost is 2,304 distances for every
/// point of `taken`.
pub(super) fn room(taken: &[Point], wanted: Point, radius: f64) -> (Point, f64) {
    let least = |value: f64| value.clamp(BORDER, 0.5);
    let border = least(radius);
    let along = |step: usize| border + (1.0 - 2.0 * border) * step as f64 / (SPOTS - 1) as f64;
    let looked_at = |spot: usize| {
        let point = [along(spot % SPOTS), along(spot / SPOTS)];
        let clearance = taken.iter().map(|other| distance(point, *other)).fold(f64::INFINITY, f64::min);
        let cost = distance(point, wanted) + TIGHT * (radius - clearance).max(0.0);
        (cost, point, clearance)
    };
    let spots: Vec<(f64, Point, f64)> = (0..SPOTS * SPOTS).into_par_iter().map(looked_at).collect();
    let best = spots.into_iter().reduce(|best, one| if one.0 < best.0 { one } else { best });
    let (_, point, clearance) = best.unwrap_or((0.0, wanted, radius));
    (point, radius.min(clearance.max(SQUEEZED * radius)))
}

/// The middle of a disc and points on its rim.
pub(super) fn rim(middle: Point, radius: f64) -> impl Iterator<Item = Point> {
    let point = move |step: usize| {
        let angle = step as f64 / RIM as f64 * std::f64::consts::TAU;
        [middle[0] + radius * angle.cos(), middle[1] + radius * angle.sin()]
    };
    std::iter::once(middle).chain((0..RIM).map(point))
}

fn distance(a: Point, b: Point) -> f64 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn free_room_is_found_near_by() {
        let taken: Vec<Point> =
            (0..400).map(|n| [f64::from(n % 20) / 40.0, f64::from(n / 20) / 20.0]).collect();
        let (spot, radius) = room(&taken, [0.4, 0.5], 0.1);
        assert!(spot[0] > 0.55 && spot[0] < 0.65 && (spot[1] - 0.5).abs() < 0.05, "{spot:?}");
        assert!((radius - 0.1).abs() < 0.02);
    }

    #[test]
    fn without_room_the_disc_is_squeezed() {
        let taken: Vec<Point> =
            (0..400).map(|n| [f64::from(n % 20) / 19.0, f64::from(n / 20) / 19.0]).collect();
        let (spot, radius) = room(&taken, [0.4, 0.5], 0.2);
        assert!((radius - 0.1).abs() < 1e-9 && spot.iter().all(|value| (0.0..=1.0).contains(value)));
        assert!(room(&[], [0.4, 0.5], 2.0).0.iter().all(|value| (value - 0.5).abs() < 1e-9));
    }
}
