//! No topic without a paper.

use super::Assignment;
use crate::UnitRows;

/// Gives every empty one of `k` clusters the row that sits farthest from its centroid, with all rows equal to it.
///
/// Only rows at some distance from their centroid move, so clusters stay empty where there are fewer than `k`
/// different rows; a cluster is never emptied. Ties go to the lower row.
pub(crate) fn fill_empty(rows: &UnitRows, k: usize, assignment: &mut Assignment) {
    let mut sizes = vec![0_usize; k];
    assignment.labels.iter().for_each(|&label| sizes[label] += 1);
    for empty in 0..k {
        if sizes[empty] > 0 {
            continue;
        }
        let Some(members) = farthest(rows, assignment, &sizes) else { return };
        for row in members {
            sizes[assignment.labels[row]] -= 1;
            sizes[empty] += 1;
            assignment.labels[row] = empty;
            assignment.distances[row] = 0.0;
        }
    }
}

fn farthest(rows: &UnitRows, assignment: &Assignment, sizes: &[usize]) -> Option<Vec<usize>> {
    let mut order: Vec<usize> = (0..rows.len()).filter(|&row| assignment.distances[row] > 0.0).collect();
    order.sort_by(|&a, &b| assignment.distances[b].total_cmp(&assignment.distances[a]).then(a.cmp(&b)));
    order.into_iter().find_map(|row| {
        let label = assignment.labels[row];
        let equal: Vec<usize> = (0..rows.len())
            .filter(|&other| assignment.labels[other] == label && rows.row(other) == rows.row(row))
            .collect();
        (equal.len() < sizes[label]).then_some(equal)
    })
}
