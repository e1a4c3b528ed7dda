//! Room for new topics on a map that is there.

use super::{BORDER, Point};

/// Spots that are looked at along each axis.
const SPOTS: usize = 129;
/// Way from one spot to the next.
const STEP: f64 = (1.0 - 2.0 * BORDER) / (SPOTS - 1) as f64;
/// How much more a missing unit of room counts than a unit of way.
const TIGHT: f64 = 4.0;
/// The least share of its radius that a topic is squeezed to.
const SQUEEZED: f64 = 0.5;

/// How far the spots of a grid over the map are from everything that is taken.
pub(super) struct Room {
    /// Distances beyond this one are not told apart.
    reach: f64,
    clearances: Vec<f64>,
}

impl Room {
    /// The room around `taken` for discs whose radius is up to `reach`; cost is the spots within `reach` of each point.
    pub(super) fn around(taken: &[Point], reach: f64) -> Self {
        let to_border = |spot: usize| {
            let [x, y] = place(spot);
            [x, 1.0 - x, y, 1.0 - y].into_iter().fold(reach, f64::min)
        };
        let mut room = Self { reach, clearances: (0..SPOTS * SPOTS).map(to_border).collect() };
        for &point in taken {
            room.put(point, 0.0);
        }
        room
    }

    /// Takes the middle and the radius of a disc as near to `wanted` as free room allows; ties by lower spot.
    ///
    /// Where no spot has as much room as `radius` needs, the disc is squeezed, down to half, and may overlap.
    pub(super) fn take(&mut self, wanted: Point, radius: f64) -> (Point, f64) {
        let cost =
            |spot: usize| distance(place(spot), wanted) + TIGHT * (radius - self.clearances[spot]).max(0.0);
        let best = (0..SPOTS * SPOTS).min_by(|&a, &b| cost(a).total_cmp(&cost(b))).unwrap_or_default();
        let radius = radius.min(self.clearances[best].max(SQUEEZED * radius));
        self.put(place(best), radius);
        (place(best), radius)
    }

    fn put(&mut self, middle: Point, radius: f64) {
        let far = self.reach + radius;
        let along = |axis: usize| {
            let step = |value: f64| ((value - BORDER) / STEP).clamp(0.0, (SPOTS - 1) as f64);
            step(middle[axis] - far).ceil() as usize..=step(middle[axis] + far).floor() as usize
        };
        for row in along(1) {
            for column in along(0) {
                let spot = row * SPOTS + column;
                let clearance = distance(place(spot), middle) - radius;
                self.clearances[spot] = self.clearances[spot].min(clearance);
            }
        }
    }
}

fn place(spot: usize) -> Point {
    [spot % SPOTS, spot / SPOTS].map(|step| BORDER + STEP * step as f64)
}

fn distance(a: Point, b: Point) -> f64 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn free_room_is_found_near_by() {
        let taken: Vec<Point> =
            (0..400).map(|n| [f64::from(n % 20) / 40.0, f64::from(n / 20) / 20.0]).collect();
        let (spot, radius) = Room::around(&taken, 0.1).take([0.4, 0.5], 0.1);
        assert!(spot[0] > 0.55 && spot[0] < 0.65 && (spot[1] - 0.5).abs() < 0.05, "{spot:?}");
        assert!((radius - 0.1).abs() < 0.02);
    }

    #[test]
    fn without_room_the_disc_is_squeezed() {
        let taken: Vec<Point> =
            (0..400).map(|n| [f64::from(n % 20) / 19.0, f64::from(n / 20) / 19.0]).collect();
        let (spot, radius) = Room::around(&taken, 0.2).take([0.4, 0.5], 0.2);
        assert!((radius - 0.1).abs() < 1e-9 && spot.iter().all(|value| (0.0..=1.0).contains(value)));
        let (spot, _) = Room::around(&[], 2.0).take([0.4, 0.5], 2.0);
        assert!(spot.iter().all(|value| (value - 0.5).abs() < 0.02), "{spot:?}");
    }

    #[test]
    fn discs_that_find_room_do_not_overlap() {
        let mut room = Room::around(&[[0.5, 0.5]], 0.1);
        let discs: Vec<(Point, f64)> = (0..8).map(|_| room.take([0.5, 0.5], 0.1)).collect();
        for (index, (a, radius)) in discs.iter().enumerate() {
            assert!((radius - 0.1).abs() < 1e-9 && distance(*a, [0.5, 0.5]) >= 0.1 - 1e-9);
            assert!(discs[..index].iter().all(|(b, _)| distance(*a, *b) >= 0.2 - 1e-9));
        }
    }

    proptest! {
        #[test]
        fn clearances_are_distances_up_to_the_reach(
            taken in prop::collection::vec((0.0..1.0, 0.0..1.0), 0..30),
            reach in 0.01..0.5,
            spot in 0..SPOTS * SPOTS,
        ) {
            let taken: Vec<Point> = taken.into_iter().map(|(x, y)| [x, y]).collect();
            let [x, y] = place(spot);
            let slow = taken.iter().map(|point| distance(*point, [x, y])).chain([x, 1.0 - x, y, 1.0 - y, reach]);
            let difference = Room::around(&taken, reach).clearances[spot] - slow.fold(f64::INFINITY, f64::min);
            prop_assert!(difference.abs() < 1e-12);
        }
    }
}
