//! No topic of one or two papers where the number is ours to choose.

use ndarray::Array2;
use papermap_kernels::dot;

use super::quality::sizes;
use crate::UnitRows;
use crate::kmeans::means;

/// Moves the rows of every cluster below `least` rows to the cluster whose mean is most similar to each; smallest
/// cluster first, ties by higher label. Returns labels from 0 without gaps and their number, at least 1.
pub(crate) fn merge_small(rows: &UnitRows, labels: &[usize], k: usize, least: usize) -> (Vec<usize>, usize) {
    let mut labels = labels.to_vec();
    let mut left = k;
    while left > 1 {
        let sizes = sizes(&labels, k);
        let used = (0..k).rev().filter(|&label| sizes[label] > 0);
        let Some(smallest) = used.min_by_key(|&label| sizes[label]).filter(|&label| sizes[label] < least)
        else {
            break;
        };
        dissolve(rows, &mut labels, smallest, &sizes);
        left -= 1;
    }
    without_gaps(labels, k)
}

fn dissolve(rows: &UnitRows, labels: &mut [usize], cluster: usize, sizes: &[usize]) {
    let centroids = means(rows, labels, sizes.len());
    for (row, label) in labels.iter_mut().enumerate().filter(|(_, label)| **label == cluster) {
        *label = most_similar(rows.row(row), &centroids, cluster, sizes);
    }
}

fn most_similar(row: &[f32], centroids: &Array2<f32>, except: usize, sizes: &[usize]) -> usize {
    let mut best = (except, f32::NEG_INFINITY);
    for (label, centroid) in centroids.rows().into_iter().enumerate() {
        if label == except || sizes[label] == 0 {
            continue;
        }
        let Some(centroid) = centroid.as_slice() else { continue };
        let cosine = dot(row, centroid) / dot(centroid, centroid).sqrt().max(f32::MIN_POSITIVE);
        if cosine > best.1 {
            best = (label, cosine);
        }
    }
    best.0
}

fn without_gaps(labels: Vec<usize>, k: usize) -> (Vec<usize>, usize) {
    let sizes = sizes(&labels, k);
    let mut used = 0;
    let number: Vec<usize> = sizes
        .iter()
        .map(|size| {
            used += usize::from(*size > 0);
            used.saturating_sub(1)
        })
        .collect();
    (labels.into_iter().map(|label| number[label]).collect(), used.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::blobs;

    #[test]
    fn small_clusters_go_to_their_neighbours() {
        let rows = blobs(&[6, 6], 16, 0.2, 8);
        let labels = [0, 0, 0, 0, 0, 1, 2, 2, 2, 2, 3, 3];
        let (merged, k) = merge_small(&rows, &labels, 4, 3);
        assert_eq!(k, 2);
        assert_eq!(merged, [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1]);
    }

    #[test]
    fn nothing_is_left_to_merge_into_for_one() {
        let rows = blobs(&[2], 8, 0.2, 8);
        assert_eq!(merge_small(&rows, &[0, 1], 2, 3), (vec![0, 0], 1));
    }
}
