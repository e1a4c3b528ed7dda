//! No cluster without a row.

use rayon::prelude::*;

use super::points::Points;

/// A row and the cluster that it goes to.
pub(super) type Forced = (usize, usize);

/// Stands for the size of a cluster whose rows are all alike, so that it cannot give any away.
const ALIKE: usize = usize::MAX;

/// Finds for every empty cluster the row that sits farthest from its centroid, with all rows equal to it.
///
/// `distance` tells how far a row sits from the centroid of its cluster. Only rows at some distance move, so clusters stay
/// empty where there are fewer different rows than clusters; a cluster is never emptied. Ties go to the lower row.
pub(super) fn fill_empty(
    points: &Points<'_>,
    labels: &[usize],
    sizes: &[usize],
    distance: impl Fn(usize) -> f64 + Sync,
) -> Vec<Forced> {
    let mut empty = (0..sizes.len()).filter(|&cluster| sizes[cluster] == 0);
    let Some(mut cluster) = empty.next() else { return Vec::new() };
    let (mut labels, mut sizes, mut forced) = (labels.to_vec(), sizes.to_vec(), Vec::new());
    for row in farthest_first(points.len(), distance) {
        let from = labels[row];
        if sizes[from] == ALIKE {
            continue;
        }
        let members = equal_rows(points, &labels, row);
        if members.len() == sizes[from] {
            sizes[from] = ALIKE;
            continue;
        }
        sizes[from] -= members.len();
        for &member in &members {
            labels[member] = cluster;
        }
        forced.extend(members.into_iter().map(|member| (member, cluster)));
        sizes[cluster] = ALIKE;
        match empty.next() {
            Some(next) => cluster = next,
            None => break,
        }
    }
    forced
}

/// Rows that sit at some distance from their centroid.
fn farthest_first(rows: usize, distance: impl Fn(usize) -> f64 + Sync) -> Vec<usize> {
    let mut order: Vec<(usize, f64)> = (0..rows).into_par_iter().map(|row| (row, distance(row))).collect();
    order.retain(|(_, distance)| *distance > 0.0);
    order.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    order.into_iter().map(|(row, _)| row).collect()
}

/// The rows of a row's cluster that equal it.
fn equal_rows(points: &Points<'_>, labels: &[usize], row: usize) -> Vec<usize> {
    let equal = |other: &usize| labels[*other] == labels[row] && points.row(*other) == points.row(row);
    (0..points.len()).filter(equal).collect()
}
