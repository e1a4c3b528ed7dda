//! Nearest rows of some rows.

use rayon::prelude::*;

use super::best::Best;
use crate::UnitRows;
use crate::product::{pack, products};

/// Rows that are packed together.
const PACKED: usize = 4096;
/// Queries of one matrix product.
const BLOCK: usize = 64;

/// For every row of `queries` the `n` most similar of `rows` with their cosines, best first, ties by lower row.
///
/// Both have one width. Cost `O(queries rows width)`, in blocks whose size does not depend on the threads.
pub(crate) fn nearest_of(rows: &UnitRows, queries: &UnitRows, n: usize) -> Vec<Vec<(usize, f32)>> {
    let packed: Vec<_> = rows.blocks(PACKED).into_iter().map(|block| pack(block, rows.width())).collect();
    let near = |block: &[f32]| -> Vec<Vec<(usize, f32)>> {
        let mut best: Vec<Best> = (0..block.len() / rows.width().max(1)).map(|_| Best::new(n)).collect();
        for (number, packed) in packed.iter().enumerate() {
            for (cosines, best) in products(block, packed).rows().into_iter().zip(&mut best) {
                let place = |column: usize| number * PACKED + column;
                cosines.iter().enumerate().for_each(|(column, &cosine)| best.offer(place(column), cosine));
            }
        }
        best.into_iter().map(Best::into_found).collect()
    };
    queries.blocks(BLOCK).into_par_iter().map(near).collect::<Vec<_>>().into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::neighbours::nearest;
    use crate::testing::blobs;

    #[test]
    fn each_row_finds_what_one_query_finds() {
        let rows = blobs(&[70, 41], 24, 0.9, 5);
        let queries = blobs(&[30, 50], 24, 0.9, 6);
        let places = |near: &[(usize, f32)]| near.iter().map(|one| one.0).collect::<Vec<_>>();
        for (query, near) in nearest_of(&rows, &queries, 7).iter().enumerate() {
            let slow = nearest(&rows, queries.row(query), 7);
            assert_eq!(places(near), places(&slow));
            assert!(near.iter().zip(&slow).all(|(a, b)| (a.1 - b.1).abs() < 1e-5));
        }
    }
}
