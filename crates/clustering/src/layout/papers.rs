//! Papers inside the disc of their topic.

use papermap_kernels::dot;
use rayon::prelude::*;

use super::Point;
use super::regions::Region;
use crate::UnitRows;
use crate::rows::add;

/// Iterations of the power method for the inner axes of a topic.
const POWER: usize = 12;
/// How sharply likeness to another topic pulls.
const SHARPNESS: f64 = 10.0;
/// Weight of the pull of other topics beside the inner axes.
const PULL: f64 = 0.8;
/// Angle between one paper and the next where nothing else speaks (the golden one).
const GOLDEN: f64 = 2.399_963;

/// Position of every paper, in row order.
pub(crate) fn place(rows: &UnitRows, labels: &[usize], regions: &[Region]) -> Vec<Point> {
    let mut members: Vec<Vec<usize>> = vec![Vec::new(); regions.len()];
    labels.iter().enumerate().for_each(|(row, &label)| members[label].push(row));
    let placed: Vec<Vec<(usize, Point)>> =
        members.par_iter().enumerate().map(|(topic, members)| fill(rows, members, topic, regions)).collect();
    let mut points = vec![[0.0, 0.0]; rows.len()];
    for (row, point) in placed.into_iter().flatten() {
        points[row] = point;
    }
    points
}

/// Fills the disc of `topic` evenly: the distance from the middle follows the rank by likeness to the centre.
pub(super) fn fill(
    rows: &UnitRows,
    members: &[usize],
    topic: usize,
    regions: &[Region],
) -> Vec<(usize, Point)> {
    let region = &regions[topic];
    let inner = inner_axes(rows, members);
    let mut order: Vec<usize> = (0..members.len()).collect();
    let likeness: Vec<f32> = members.iter().map(|&row| dot(rows.row(row), &region.centre)).collect();
    order.sort_by(|&a, &b| likeness[b].total_cmp(&likeness[a]).then(a.cmp(&b)));
    let place = |(rank, member): (usize, usize)| {
        let row = members[member];
        let pull = pull(rows.row(row), topic, regions);
        let towards = [inner[0][member] + PULL * pull[0], inner[1][member] + PULL * pull[1]];
        let angle = if towards[0].hypot(towards[1]) > 1e-9 {
            towards[1].atan2(towards[0])
        } else {
            rank as f64 * GOLDEN
        };
        let radius = region.radius * ((rank as f64 + 0.25) / members.len() as f64).sqrt();
        let radius = if members.len() == 1 { 0.0 } else { radius };
        (row, [region.middle[0] + radius * angle.cos(), region.middle[1] + radius * angle.sin()])
    };
    order.into_iter().enumerate().map(place).collect()
}

/// Where the other topics pull a paper: unit vectors to their middles, weighted by likeness.
fn pull(row: &[f32], topic: usize, regions: &[Region]) -> Point {
    let own = f64::from(dot(row, &regions[topic].centre));
    let mut sum = [0.0, 0.0];
    let mut total = 1e-12;
    for (other, region) in regions.iter().enumerate().filter(|(other, _)| *other != topic) {
        let way = [0, 1].map(|axis| region.middle[axis] - regions[topic].middle[axis]);
        let length = way[0].hypot(way[1]).max(1e-9);
        let weight = (SHARPNESS * (f64::from(dot(row, &regions[other].centre)) - own)).exp();
        total += weight;
        sum = [sum[0] + weight * way[0] / length, sum[1] + weight * way[1] / length];
    }
    sum.map(|value| value / total)
}

/// Coordinates of the members on the two leading axes of their topic, each scaled to standard deviation 1.
fn inner_axes(rows: &UnitRows, members: &[usize]) -> [Vec<f64>; 2] {
    let mut mean = vec![0.0; rows.width()];
    for &row in members {
        add(&mut mean, rows.row(row));
    }
    for value in &mut mean {
        *value /= members.len().max(1) as f64;
    }
    let mut axes: Vec<Vec<f64>> = Vec::new();
    let coordinates = [0, 1].map(|number| {
        let axis = axis(rows, members, &mean, &axes, number);
        let values = project(rows, members, &mean, &axis);
        axes.push(axis);
        values
    });
    coordinates.map(|values| {
        let deviation =
            (values.iter().map(|value| value * value).sum::<f64>() / values.len().max(1) as f64).sqrt();
        values.into_iter().map(|value| if deviation > 1e-7 { value / deviation } else { 0.0 }).collect()
    })
}

fn axis(rows: &UnitRows, members: &[usize], mean: &[f64], found: &[Vec<f64>], number: usize) -> Vec<f64> {
    let mut axis: Vec<f64> =
        (0..mean.len()).map(|index| ((index + 1) as f64 * (1.7 + number as f64)).sin()).collect();
    for _ in 0..POWER {
        let values = project(rows, members, mean, &axis);
        let mut next = vec![0.0; mean.len()];
        for (&row, value) in members.iter().zip(&values) {
            for (total, (entry, mean)) in next.iter_mut().zip(rows.row(row).iter().zip(mean)) {
                *total += value * (f64::from(*entry) - mean);
            }
        }
        for other in found {
            take_out(&mut next, other);
        }
        let length = next.iter().map(|value| value * value).sum::<f64>().sqrt();
        if length < 1e-12 {
            return vec![0.0; mean.len()];
        }
        axis = next.into_iter().map(|value| value / length).collect();
    }
    axis
}

fn project(rows: &UnitRows, members: &[usize], mean: &[f64], axis: &[f64]) -> Vec<f64> {
    let offset: f64 = mean.iter().zip(axis).map(|(a, b)| a * b).sum();
    let along =
        |&row: &usize| rows.row(row).iter().zip(axis).map(|(a, b)| f64::from(*a) * b).sum::<f64>() - offset;
    members.iter().map(along).collect()
}

fn take_out(vector: &mut [f64], other: &[f64]) {
    let along: f64 = vector.iter().zip(other).map(|(a, b)| a * b).sum();
    vector.iter_mut().zip(other).for_each(|(value, entry)| *value -= along * entry);
}
