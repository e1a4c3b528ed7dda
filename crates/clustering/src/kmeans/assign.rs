//! Which centroid every row is nearest to.

use ndarray::{Array2, ArrayView2, Axis};
use rayon::prelude::*;

use crate::UnitRows;
use crate::product::{self, pack};

/// Rows that one matrix product takes; fixed, so that results do not depend on the number of threads.
const BLOCK: usize = 256;

/// Nearest centroid of every row.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Assignment {
    /// Index of the nearest centroid, ties by lower index.
    pub labels: Vec<usize>,
    /// Squared Euclidean distance to it, not below 0.
    pub distances: Vec<f32>,
}

/// Assigns every row to its nearest centroid in Euclidean distance; `centroids` has shape `(k, width)`, `k ≥ 1`.
///
/// Cost is `O(n k width)`, in parallel over blocks of rows; the result does not depend on the number of threads.
#[must_use]
pub fn assign(rows: &UnitRows, centroids: &Array2<f32>) -> Assignment {
    let norms: Vec<f32> = centroids.rows().into_iter().map(|row| row.iter().map(|v| v * v).sum()).collect();
    let blocks: Vec<Vec<(usize, f32)>> = products(rows, centroids, |block| nearest(block, &norms));
    let (labels, distances) = blocks.into_iter().flatten().unzip();
    Assignment { labels, distances }
}

/// Applies `read` to the dot products of every block of rows with all centroids, shape `(block, k)`, in row order.
pub(crate) fn products<T: Send>(
    rows: &UnitRows,
    centroids: &Array2<f32>,
    read: impl Fn(ArrayView2<'_, f32>) -> T + Sync,
) -> Vec<T> {
    let centroids = centroids.as_standard_layout();
    let packed = pack(centroids.as_slice().unwrap_or_default(), rows.width());
    rows.blocks(BLOCK).into_par_iter().map(|block| read(product::products(block, &packed).view())).collect()
}

fn nearest(products: ArrayView2<'_, f32>, norms: &[f32]) -> Vec<(usize, f32)> {
    let best = |row: ndarray::ArrayView1<'_, f32>| {
        let mut best = (0, f32::INFINITY);
        for (index, (product, norm)) in row.iter().zip(norms).enumerate() {
            let distance = norm - 2.0 * product;
            if distance < best.1 {
                best = (index, distance);
            }
        }
        (best.0, (1.0 + best.1).max(0.0))
    };
    products.axis_iter(Axis(0)).map(best).collect()
}

#[cfg(test)]
mod tests {
    use papermap_kernels::squared_distance;

    use super::*;
    use crate::testing::blobs;

    #[test]
    fn agrees_with_one_distance_at_a_time() {
        let rows = blobs(&[300, 211, 90], 24, 0.5, 3);
        let centroids = rows.select(&[0, 17, 330, 520]).view().to_owned() * 0.9;
        let got = assign(&rows, &centroids);
        for index in 0..rows.len() {
            let distances: Vec<f32> = centroids
                .rows()
                .into_iter()
                .map(|centroid| squared_distance(rows.row(index), centroid.as_slice().unwrap()))
                .collect();
            let least = distances.iter().copied().fold(f32::INFINITY, f32::min);
            assert!((distances[got.labels[index]] - least).abs() < 1e-5);
            assert!((got.distances[index] - least).abs() < 1e-5);
        }
    }
}
