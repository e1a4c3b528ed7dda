//! Spots that no paper is on.

use std::collections::HashMap;

use super::repulsion::least_distance;
use super::{BORDER, Point};

/// Angle between one spot that is tried and the next (the golden one).
const GOLDEN: f64 = 2.399_963;
/// Spots that are tried for a paper.
const TRIED: usize = 600;
/// Share of the distance that papers keep on a map that is laid out at once, which new ones keep too.
const KEPT: f64 = 0.7;

/// Points, and the distance that further ones keep from them.
pub(super) struct Free {
    least: f64,
    cells: HashMap<(i64, i64), Vec<Point>>,
}

impl Free {
    /// The points that are taken, of `all` that there will be.
    pub(super) fn around(taken: Vec<Point>, all: usize) -> Self {
        let least = KEPT * least_distance(&taken, all).max(1e-9);
        let mut free = Self { least, cells: HashMap::new() };
        for point in taken {
            free.put(point);
        }
        free
    }

    /// The distance that points keep.
    pub(super) fn least(&self) -> f64 {
        self.least
    }

    /// Takes the free spot nearest to `wanted` on a spiral around it, inside the border; where none is free, the one with most room
    /// of those that were tried.
    pub(super) fn take(&mut self, wanted: Point) -> Point {
        let mut best = (f64::NEG_INFINITY, wanted);
        for step in 0..TRIED {
            let radius = 0.5 * self.least * (step as f64).sqrt();
            let angle = step as f64 * GOLDEN;
            let spot = [wanted[0] + radius * angle.cos(), wanted[1] + radius * angle.sin()]
                .map(|value| value.clamp(BORDER, 1.0 - BORDER));
            let room = self.room(spot);
            if room > best.0 {
                best = (room, spot);
            }
            if room >= self.least {
                break;
            }
        }
        self.put(best.1);
        best.1
    }

    /// Distance to the nearest point, if that is near.
    fn room(&self, spot: Point) -> f64 {
        let (column, row) = self.cell(spot);
        let cells = (-1..=1).flat_map(|x| (-1..=1).map(move |y| (column + x, row + y)));
        let points = cells.filter_map(|cell| self.cells.get(&cell)).flatten();
        points.map(|point| (point[0] - spot[0]).hypot(point[1] - spot[1])).fold(f64::INFINITY, f64::min)
    }

    fn cell(&self, point: Point) -> (i64, i64) {
        ((point[0] / self.least).floor() as i64, (point[1] / self.least).floor() as i64)
    }

    fn put(&mut self, point: Point) {
        let cell = self.cell(point);
        self.cells.entry(cell).or_default().push(point);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spots_keep_their_distance() {
        let mut free = Free::around(vec![[0.1, 0.1], [0.9, 0.9], [0.5, 0.5]], 60);
        let least = free.least();
        let mut taken = vec![[0.1, 0.1], [0.9, 0.9], [0.5, 0.5]];
        taken.extend((0..57).map(|_| free.take([0.5, 0.5])));
        for (index, a) in taken.iter().enumerate() {
            assert!(taken[..index].iter().all(|b| (a[0] - b[0]).hypot(a[1] - b[1]) >= least));
        }
    }
}
