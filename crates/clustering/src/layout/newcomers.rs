//! New papers on a map whose old papers stay where they are.

use papermap_kernels::dot;
use rayon::prelude::*;

use super::free::Free;
use super::papers::fill;
use super::regions::Region;
use super::room::Room;
use super::{Point, middles};
use crate::UnitRows;
use crate::choose_k::sizes;
use crate::kmeans::means;
use crate::rows::at_unit_length;

/// Old papers of its topic that a new one is placed among.
const AMONG: usize = 3;
/// Distance of papers in a new region, as a share of the least distance.
const SPACED: f64 = 1.2;

/// Positions of all papers: old ones keep theirs, new ones are placed among the old papers of their topic that they are most like,
/// and the papers of a topic without old ones in free room near the topics that they are like.
///
/// Every new paper goes to the nearest spot that is a little away from all others. In row order; cost is
/// `O(new papers width size of their topic)`, and the spots of a grid within the radius of a new topic for every old paper.
pub(super) fn place(rows: &UnitRows, labels: &[usize], k: usize, old: &[Option<Point>]) -> Vec<Point> {
    let mut free = Free::around(old.iter().flatten().copied().collect(), rows.len());
    let wanted = Wanted::new(rows, labels, k, old, &free);
    let targets = wanted.of_papers();
    let spot = |(row, old): (usize, &Option<Point>)| match old {
        Some(point) => *point,
        None => free.take(targets[row]),
    };
    old.iter().enumerate().map(spot).collect()
}

/// Where new papers want to be.
struct Wanted<'a> {
    rows: &'a UnitRows,
    labels: &'a [usize],
    old: &'a [Option<Point>],
    /// Old papers of every topic.
    residents: Vec<Vec<usize>>,
    regions: Vec<Region>,
}

impl<'a> Wanted<'a> {
    fn new(rows: &'a UnitRows, labels: &'a [usize], k: usize, old: &'a [Option<Point>], free: &Free) -> Self {
        let mut residents = vec![Vec::new(); k];
        for (row, _) in old.iter().enumerate().filter(|(_, old)| old.is_some()) {
            residents[labels[row]].push(row);
        }
        let regions = regions(rows, labels, old, &residents, free);
        Self { rows, labels, old, residents, regions }
    }

    fn of_papers(&self) -> Vec<Point> {
        let mut targets: Vec<Point> = (0..self.old.len()).into_par_iter().map(|row| self.of(row)).collect();
        for topic in (0..self.residents.len()).filter(|&topic| self.residents[topic].is_empty()) {
            let members: Vec<usize> =
                (0..self.labels.len()).filter(|&row| self.labels[row] == topic).collect();
            for (row, point) in fill(self.rows, &members, topic, &self.regions) {
                targets[row] = point;
            }
        }
        targets
    }

    /// The middle of the old papers of its topic that a new paper is most like, weighted by the squared cosine.
    fn of(&self, row: usize) -> Point {
        if let Some(point) = self.old[row] {
            return point;
        }
        let like =
            |&resident: &usize| (f64::from(dot(self.rows.row(row), self.rows.row(resident))), resident);
        let mut near: Vec<(f64, usize)> = self.residents[self.labels[row]].iter().map(like).collect();
        let order = |a: &(f64, usize), b: &(f64, usize)| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1));
        if near.len() > AMONG {
            near.select_nth_unstable_by(AMONG, order);
            near.truncate(AMONG);
        }
        near.sort_unstable_by(order);
        let weighted = near
            .iter()
            .filter_map(|&(cosine, resident)| Some((cosine.max(1e-3).powi(2), self.old[resident]?)));
        middle(weighted).unwrap_or([0.5, 0.5])
    }
}

fn middle(weighted: impl Iterator<Item = (f64, Point)>) -> Option<Point> {
    let (mut sum, mut total) = ([0.0, 0.0], 0.0);
    for (weight, point) in weighted {
        sum = [sum[0] + weight * point[0], sum[1] + weight * point[1]];
        total += weight;
    }
    (total > 0.0).then(|| sum.map(|value| value / total))
}

/// The discs of all topics; those of topics without old papers in free room.
fn regions(
    rows: &UnitRows,
    labels: &[usize],
    old: &[Option<Point>],
    residents: &[Vec<usize>],
    free: &Free,
) -> Vec<Region> {
    let k = residents.len();
    let centres = at_unit_length(&means(rows, labels, k));
    let known: Vec<usize> = residents.iter().flatten().copied().collect();
    let points: Vec<Point> = known.iter().filter_map(|&row| old[row]).collect();
    let homes: Vec<usize> = known.iter().map(|&row| labels[row]).collect();
    let middles = middles(&points, &homes, k);
    let radius = |size: usize| free.least() * SPACED * (size as f64 / std::f64::consts::PI).sqrt();
    let region = |(topic, size): (usize, usize)| Region {
        middle: middles[topic],
        radius: radius(size),
        centre: centres.row(topic).to_vec(),
    };
    let mut regions: Vec<Region> = sizes(labels, k).into_iter().enumerate().map(region).collect();
    let born: Vec<usize> = (0..k).filter(|&topic| residents[topic].is_empty()).collect();
    let widest = born.iter().map(|&topic| regions[topic].radius).fold(0.0, f64::max);
    let mut room = Room::around(&points, widest);
    for topic in born {
        let like = |&other: &usize| !residents[other].is_empty();
        let weight =
            |other: usize| (10.0 * f64::from(dot(&regions[topic].centre, &regions[other].centre))).exp();
        let wanted = middle((0..k).filter(like).map(|other| (weight(other), regions[other].middle)));
        (regions[topic].middle, regions[topic].radius) =
            room.take(wanted.unwrap_or([0.5, 0.5]), regions[topic].radius);
    }
    regions
}
