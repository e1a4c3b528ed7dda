//! Figures of merit of a partition.

use std::collections::BTreeMap;

use ndarray::Array2;

use crate::UnitRows;
use crate::kmeans::{means, products};

/// Least mean cosine of all pairs that a ratio is taken over; keeps the ratio finite on unrelated rows.
const LEAST_BACKGROUND: f64 = 0.01;

/// Mean over clusters of the mean cosine silhouette (Rousseeuw 1987), -1 to 1; a cluster of one row counts 0.
///
/// `labels` are below `k`. Exact in `O(n k width)`: on unit rows the mean cosine of a row to a cluster is its dot
/// product with the cluster's mean. 0 for fewer than two clusters.
#[must_use]
pub fn silhouette(rows: &UnitRows, labels: &[usize], k: usize) -> f64 {
    if k < 2 {
        return 0.0;
    }
    let sizes = sizes(labels, k);
    let all = similarities(rows, &means(rows, labels, k));
    let mut sums = vec![0.0; k];
    for (row, &own) in labels.iter().enumerate() {
        sums[own] += row_silhouette(&all[row], own, &sizes);
    }
    let used = sizes.iter().filter(|size| **size > 0).count();
    sums.iter().zip(&sizes).map(|(sum, size)| sum / (*size).max(1) as f64).sum::<f64>() / used as f64
}

fn row_silhouette(similarities: &[f32], own: usize, sizes: &[usize]) -> f64 {
    if sizes[own] < 2 {
        return 0.0;
    }
    let size = sizes[own] as f64;
    let inside = 1.0 - (f64::from(similarities[own]) * size - 1.0) / (size - 1.0);
    let nearest = (0..sizes.len())
        .filter(|&other| other != own && sizes[other] > 0)
        .map(|other| 1.0 - f64::from(similarities[other]))
        .fold(f64::INFINITY, f64::min);
    let larger = inside.max(nearest);
    if larger <= 1e-9 || !nearest.is_finite() { 0.0 } else { (nearest - inside) / larger }
}

/// Mean cosine of pairs inside clusters over mean cosine of all pairs (which counts as at least 0.01).
///
/// Every row weighs the same; a cluster of one row counts as the background. Cost `O(n width)`.
#[must_use]
pub fn cohesion_ratio(rows: &UnitRows, labels: &[usize], k: usize) -> f64 {
    let background = pair_cosine(&rows.mean(), rows.len()).unwrap_or(1.0).max(LEAST_BACKGROUND);
    let means = means(rows, labels, k);
    let mut total = 0.0;
    for (mean, size) in means.rows().into_iter().zip(sizes(labels, k)) {
        let mean: Vec<f64> = mean.iter().copied().map(f64::from).collect();
        total += size as f64 * pair_cosine(&mean, size).unwrap_or(background);
    }
    total / rows.len().max(1) as f64 / background
}

/// Mean cosine of all pairs of different rows, -1 to 1; 0 for fewer than two. Cost `O(n width)`.
pub(crate) fn mean_cosine(rows: &UnitRows) -> f64 {
    pair_cosine(&rows.mean(), rows.len()).unwrap_or_default()
}

/// Mean cosine of all pairs of `size` unit rows with this mean; none for fewer than two rows.
fn pair_cosine(mean: &[f64], size: usize) -> Option<f64> {
    let size_f = size as f64;
    let square: f64 = mean.iter().map(|value| value * value).sum();
    (size > 1).then(|| (square * size_f - 1.0) / (size_f - 1.0))
}

/// Adjusted Rand index (Hubert and Arabie 1985) of two labellings of the same rows, at most 1; 1 where both are
/// trivial in the same way.
#[must_use]
pub fn adjusted_rand_index(a: &[usize], b: &[usize]) -> f64 {
    let mut cells: BTreeMap<(usize, usize), u64> = BTreeMap::new();
    let (mut left, mut right): (BTreeMap<usize, u64>, BTreeMap<usize, u64>) = Default::default();
    for (&a, &b) in a.iter().zip(b) {
        *cells.entry((a, b)).or_default() += 1;
        *left.entry(a).or_default() += 1;
        *right.entry(b).or_default() += 1;
    }
    let pairs = |count: &u64| (count * count.saturating_sub(1)) as f64 / 2.0;
    let [both, left, right] = [
        cells.values().map(pairs).sum::<f64>(),
        left.values().map(pairs).sum(),
        right.values().map(pairs).sum(),
    ];
    let expected = left * right / pairs(&(a.len() as u64)).max(1.0);
    let most = f64::midpoint(left, right);
    if (most - expected).abs() < 1e-12 { 1.0 } else { (both - expected) / (most - expected) }
}

/// Rows in each of `k` clusters.
pub(crate) fn sizes(labels: &[usize], k: usize) -> Vec<usize> {
    let mut sizes = vec![0; k];
    for &label in labels {
        sizes[label] += 1;
    }
    sizes
}

/// Dot products of every row with every centroid.
pub(crate) fn similarities(rows: &UnitRows, centroids: &Array2<f32>) -> Vec<Vec<f32>> {
    let read = |block: ndarray::ArrayView2<'_, f32>| -> Vec<Vec<f32>> {
        block.rows().into_iter().map(|row| row.to_vec()).collect()
    };
    products(rows, centroids, read).into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use papermap_kernels::dot;

    use super::*;
    use crate::testing::blobs;

    fn slow_silhouette(rows: &UnitRows, labels: &[usize], k: usize) -> f64 {
        let mean_distance = |row: usize, cluster: usize| {
            let others: Vec<f64> = (0..rows.len())
                .filter(|&other| other != row && labels[other] == cluster)
                .map(|other| 1.0 - f64::from(dot(rows.row(row), rows.row(other))))
                .collect();
            others.iter().sum::<f64>() / others.len() as f64
        };
        let mean_of = |cluster: usize| {
            let members: Vec<usize> = (0..rows.len()).filter(|&row| labels[row] == cluster).collect();
            if members.len() < 2 {
                return 0.0;
            }
            let of = |row: usize| {
                let a = mean_distance(row, cluster);
                let b = (0..k)
                    .filter(|&other| other != cluster)
                    .map(|other| mean_distance(row, other))
                    .fold(f64::INFINITY, f64::min);
                (b - a) / a.max(b)
            };
            members.iter().map(|&row| of(row)).sum::<f64>() / members.len() as f64
        };
        (0..k).map(mean_of).sum::<f64>() / k as f64
    }

    #[test]
    fn silhouette_agrees_with_all_pairs() {
        let rows = blobs(&[12, 7, 1, 9], 16, 0.8, 3);
        let labels: Vec<usize> =
            (0..29).map(|row| [12, 19, 20, 29].iter().position(|e| row < *e).unwrap()).collect();
        assert!((silhouette(&rows, &labels, 4) - slow_silhouette(&rows, &labels, 4)).abs() < 1e-5);
        assert!(silhouette(&rows, &vec![0; 29], 1).abs() < 1e-12);
    }

    #[test]
    fn cohesion_is_one_for_one_cluster_and_more_for_good_ones() {
        let rows = blobs(&[12, 7, 9], 16, 0.8, 3);
        let labels: Vec<usize> =
            (0..28).map(|row| [12, 19, 28].iter().position(|e| row < *e).unwrap()).collect();
        let one = cohesion_ratio(&rows, &[0; 28], 1);
        assert!(one <= 1.0 + 1e-3);
        assert!(cohesion_ratio(&rows, &labels, 3) > one);
    }

    #[test]
    fn rand_index_knows_the_same_partition_and_chance() {
        assert!((adjusted_rand_index(&[0, 0, 1, 1, 2], &[5, 5, 3, 3, 0]) - 1.0).abs() < 1e-12);
        assert!((adjusted_rand_index(&[0, 0, 1, 1], &[0, 1, 0, 1]) + 0.5).abs() < 1e-12);
        assert!((adjusted_rand_index(&[0, 0, 0], &[1, 1, 1]) - 1.0).abs() < 1e-12);
    }
}
