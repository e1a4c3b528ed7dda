//! Spots that no paper is on.

use std::collections::HashMap;

use super::repulsion::least_distance;
use super::{BORDER, Point};

/// Angle between one spot that is tried and the next (the golden one).
const GOLDEN: f64 = 2.399_963;
/// Spots of a spiral that are tried for a paper.
const TRIED: usize = 600;
/// Of the spots of wider spirals, one of these is tried.
const FEWER: usize = 5;
/// Spirals that are tried, each twice as wide as the one before; the last one is wider than the map.
const SPIRALS: i32 = 16;
/// Share of the distance that papers keep on a map that is laid out at once, which new ones keep too.
const KEPT: f64 = 0.7;
/// The distance that papers keep at least, in parts of that of as many papers on a grid over the whole map.
const SPARSE: f64 = 0.25;

/// Points, and the distance that further ones keep from them.
pub(super) struct Free {
    least: f64,
    /// Points so far.
    count: usize,
    cells: HashMap<(i64, i64), Vec<Point>>,
}

impl Free {
    /// The points that are taken, of `all` that there will be.
    pub(super) fn around(taken: Vec<Point>, all: usize) -> Self {
        let least = KEPT * least_distance(&taken, all).max(SPARSE / (all.max(1) as f64).sqrt());
        let mut free = Self { least, count: 0, cells: HashMap::new() };
        for point in taken {
            free.put(point);
        }
        free
    }

    /// The distance that points keep.
    pub(super) fn least(&self) -> f64 {
        self.least
    }

    /// Takes the free spot nearest to `wanted` on a spiral around it, inside the border, or on a wider one; where none is free, the one
    /// with most room of those that were tried.
    pub(super) fn take(&mut self, wanted: Point) -> Point {
        let mut best = (f64::NEG_INFINITY, wanted);
        for spot in self.spots(wanted) {
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

    /// The spots around `wanted` in the order in which they are tried.
    fn spots(&self, wanted: Point) -> impl Iterator<Item = Point> + use<> {
        let (least, count) = (self.least, self.count);
        let spirals = (0..SPIRALS).map(move |spiral| 0.5 * least * 2.0_f64.powi(spiral));
        spirals.take_while(|width| *width < 1.0).enumerate().flat_map(move |(spiral, width)| {
            // A wider spiral begins where the one before ended, and is only to find some free room; each
            // point turns it another way.
            let turned = if spiral == 0 { 0 } else { count };
            let steps = if spiral == 0 { (0..TRIED).step_by(1) } else { (TRIED / 4..TRIED).step_by(FEWER) };
            steps.map(move |step| {
                let radius = width * (step as f64).sqrt();
                let angle = (step + turned) as f64 * GOLDEN;
                [wanted[0] + radius * angle.cos(), wanted[1] + radius * angle.sin()]
                    .map(|value| value.clamp(BORDER, 1.0 - BORDER))
            })
        })
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
        self.count += 1;
        self.cells.entry(cell).or_default().push(point);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_that_want_one_spot_all_find_one() {
        let mut free = Free::around(vec![[0.5, 0.5]], 4000);
        let mut taken: Vec<Point> = (1..4000).map(|_| free.take([0.5, 0.5])).collect();
        taken.push([0.5, 0.5]);
        taken.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
        assert!(taken.windows(2).all(|pair| pair[0].map(f64::to_bits) != pair[1].map(f64::to_bits)));
    }

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
