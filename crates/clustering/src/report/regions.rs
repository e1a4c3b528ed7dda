//! The land of each topic: where its papers lie denser than those of any other.
//!
//! Densities are sums of Gaussians on a grid; the border is their zero level by marching squares (Lorensen and
//! Cline, 1987, in two dimensions), drawn as a smooth closed path.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::topic_map::TopicMap;

/// Grid points a side.
const GRID: usize = 112;
/// Width of the margin around the positions 0 to 1.
const MARGIN: f64 = 0.11;
/// Side of the square that paths are drawn in.
pub(super) const SIDE: f64 = 1000.0;

/// Position in the drawing for a position on the map: 0 to 1 with a margin, from top left.
pub(super) fn stage(x: f64, y: f64) -> (f64, f64) {
    let inside = |value: f64| (value.clamp(0.0, 1.0) + MARGIN) / (1.0 + 2.0 * MARGIN);
    (inside(x), 1.0 - inside(y))
}

/// The region of each topic, in the order of the map, as an SVG path in a square of [`SIDE`].
///
/// Regions do not overlap. A topic whose papers lie where those of another are as dense has an empty path.
pub(super) fn regions(map: &TopicMap) -> Vec<String> {
    let width = (0.16 * (map.papers.len().max(1) as f64).powf(-0.25)).clamp(0.018, 0.045);
    let kernel = kernel(width / (1.0 + 2.0 * MARGIN) * (GRID - 1) as f64);
    let fields: Vec<Vec<f32>> = counts(map).iter().map(|cells| blurred(cells, &kernel)).collect();
    let summit = Summit::of(&fields);
    fields.iter().map(|field| outline(&summit.lead(field))).collect()
}

/// Papers of each topic by grid point.
fn counts(map: &TopicMap) -> Vec<Vec<f32>> {
    let index: BTreeMap<&str, usize> =
        map.topics.iter().enumerate().map(|(place, topic)| (topic.id.as_str(), place)).collect();
    let mut counts = vec![vec![0.0; GRID * GRID]; map.topics.len()];
    for paper in &map.papers {
        let Some(&topic) = index.get(paper.topic.as_str()) else { continue };
        let (x, y) = stage(paper.x, paper.y);
        let nearest = |value: f64| ((value * (GRID - 1) as f64).round() as usize).min(GRID - 1);
        counts[topic][nearest(y) * GRID + nearest(x)] += 1.0;
    }
    counts
}

/// Half of a Gaussian with height 1, from its middle, for a standard deviation in grid steps.
fn kernel(deviation: f64) -> Vec<f32> {
    let reach = (3.0 * deviation).ceil() as usize;
    (0..=reach).map(|step| (-0.5 * (step as f64 / deviation).powi(2)).exp() as f32).collect()
}

fn blurred(cells: &[f32], kernel: &[f32]) -> Vec<f32> {
    let along = spread(cells, kernel, 1, GRID);
    spread(&along, kernel, GRID, 1)
}

/// Spreads each value along one axis; `step` is the stride of that axis, `across` of the other.
fn spread(cells: &[f32], kernel: &[f32], step: usize, across: usize) -> Vec<f32> {
    let mut spread = vec![0.0; cells.len()];
    for line in 0..GRID {
        for place in 0..GRID {
            let value = cells[line * across + place * step];
            if value <= 0.0 {
                continue;
            }
            for to in place.saturating_sub(kernel.len() - 1)..(place + kernel.len()).min(GRID) {
                spread[line * across + to * step] += value * kernel[to.abs_diff(place)];
            }
        }
    }
    spread
}

/// The highest and second highest density at each grid point.
struct Summit {
    first: Vec<f32>,
    second: Vec<f32>,
}

impl Summit {
    fn of(fields: &[Vec<f32>]) -> Self {
        let mut summit = Self { first: vec![0.0; GRID * GRID], second: vec![0.0; GRID * GRID] };
        for field in fields {
            for (point, &value) in field.iter().enumerate() {
                if value > summit.first[point] {
                    summit.second[point] = summit.first[point];
                    summit.first[point] = value;
                } else if value > summit.second[point] {
                    summit.second[point] = value;
                }
            }
        }
        summit
    }

    /// How far the topic's density leads over the others and over its own shore; negative on the frame.
    fn lead(&self, field: &[f32]) -> Vec<f32> {
        let peak = field.iter().copied().fold(0.0, f32::max);
        let shore = (0.12 * peak).max(0.32);
        let mut lead: Vec<f32> = field
            .iter()
            .enumerate()
            .map(|(point, &value)| {
                let rival = if value < self.first[point] { self.first[point] } else { self.second[point] };
                (value - shore).min(value - rival)
            })
            .collect();
        for place in 0..GRID {
            for point in [place, (GRID - 1) * GRID + place, place * GRID, place * GRID + GRID - 1] {
                lead[point] = -1.0;
            }
        }
        lead
    }
}

/// A smooth path around where the field is positive.
fn outline(field: &[f32]) -> String {
    let mut next = crossings(field);
    let mut path = String::new();
    while let Some((start, mut at)) = next.pop_first() {
        let mut ring = vec![position(field, start)];
        while at != start {
            ring.push(position(field, at));
            let Some(to) = next.remove(&at) else { break };
            at = to;
        }
        write_ring(&mut path, &ring);
    }
    path
}

/// Two neighbouring grid points, the lower index first.
type Edge = (usize, usize);

/// For each edge where the border enters a cell, the edge where it leaves that cell.
fn crossings(field: &[f32]) -> BTreeMap<Edge, Edge> {
    let mut next = BTreeMap::new();
    for row in 0..GRID - 1 {
        for column in 0..GRID - 1 {
            let at = row * GRID + column;
            let corners = [at, at + 1, at + GRID + 1, at + GRID];
            let edge = |side: usize| {
                let (a, b) = (corners[side], corners[(side + 1) % 4]);
                (a.min(b), a.max(b))
            };
            let is_in = |side: usize| field[corners[side % 4]] > 0.0;
            for side in (0..4).filter(|&side| !is_in(side) && is_in(side + 1)) {
                let leaving = (side + 1..side + 4).find(|&later| is_in(later) && !is_in(later + 1));
                if let Some(leaving) = leaving {
                    next.insert(edge(side), edge(leaving % 4));
                }
            }
        }
    }
    next
}

/// Where the border crosses the edge, in the drawing.
fn position(field: &[f32], (a, b): Edge) -> (f64, f64) {
    let share = f64::from(field[a] / (field[a] - field[b]));
    let along = |a: usize, b: usize| (a as f64 + share * (b as f64 - a as f64)) * SIDE / (GRID - 1) as f64;
    (along(a % GRID, b % GRID), along(a / GRID, b / GRID))
}

/// Writes the ring as curves through the middles of its sides.
fn write_ring(path: &mut String, ring: &[(f64, f64)]) {
    let points: Vec<(f64, f64)> =
        if ring.len() > 24 { ring.iter().step_by(2).copied().collect() } else { ring.to_vec() };
    if points.len() < 4 {
        return;
    }
    let middle = |i: usize| {
        let (a, b) = (points[i % points.len()], points[(i + 1) % points.len()]);
        (f64::midpoint(a.0, b.0), f64::midpoint(a.1, b.1))
    };
    let (x, y) = middle(0);
    let _ = write!(path, "M{x:.1},{y:.1}");
    for i in 1..=points.len() {
        let (corner, (x, y)) = (points[i % points.len()], middle(i));
        let _ = write!(path, "Q{:.1},{:.1} {x:.1},{y:.1}", corner.0, corner.1);
    }
    path.push('Z');
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;

    #[test]
    fn a_paper_alone_has_a_round_region_around_it() {
        let mut map = sample::map(1, 1);
        (map.papers[0].x, map.papers[0].y) = (0.5, 0.5);
        let paths = regions(&map);
        assert_eq!(paths[0].matches('M').count(), 1);
        assert_eq!(paths[0].matches('Z').count(), 1);
        assert!(paths[0].starts_with('M') && !paths[0].contains("NaN"));
    }

    #[test]
    fn coinciding_topics_have_no_region_and_distant_ones_have() {
        let mut map = sample::map(4, 2);
        for paper in &mut map.papers {
            (paper.x, paper.y) = (0.2, 0.2);
        }
        assert!(regions(&map).iter().all(String::is_empty));
        for paper in &mut map.papers {
            paper.x = if paper.topic == "t1" { 0.1 } else { 0.9 };
        }
        assert!(regions(&map).iter().all(|path| !path.is_empty()));
    }

    #[test]
    fn points_on_the_frame_are_inside_the_drawing() {
        let mut map = sample::map(4, 1);
        for (paper, corner) in map.papers.iter_mut().zip([(0.0, 0.0), (0.0, 1.0), (1.0, 0.0), (1.0, 1.0)]) {
            (paper.x, paper.y) = corner;
        }
        let path = regions(&map).remove(0);
        for number in
            path.split(|c: char| !c.is_ascii_digit() && c != '.' && c != '-').filter(|part| !part.is_empty())
        {
            let value: f64 = number.parse().unwrap();
            assert!((0.0..=SIDE).contains(&value), "{value}");
        }
    }
}
