//! The nearest rows of all rows at once.

use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use super::best::Best;
use crate::product::{pack, products_into};
use crate::step::{OnStep, report};
use crate::{ClusterError, UnitRows};

/// Rows of a block; fixed, so that results do not depend on threads.
const BLOCK: usize = 512;
/// Rows of the left side of a product, so that the products stay in the second-level cache.
const LEFT: usize = 128;
/// Products that are compared with their floors at once.
const LANES: usize = 32;

/// The `n` most similar other rows of every row, best first, ties by lower row.
///
/// Exact, by blocked matrix products of each pair of blocks once: cost is `O(rows² width / 2)` time and
/// `O(rows n)` memory. Progress counts blocks of 512 rows.
///
/// # Errors
/// [`ClusterError::Cancelled`] where `on_step` says stop.
pub fn nearest_of_all(
    rows: &UnitRows,
    n: usize,
    on_step: OnStep<'_>,
) -> Result<Vec<Vec<(usize, f32)>>, ClusterError> {
    let blocks = rows.blocks(BLOCK);
    let nearest: Vec<Mutex<Nearest>> = blocks
        .iter()
        .zip((0..).step_by(BLOCK))
        .map(|(block, start)| Mutex::new(Nearest::new(start, block.len() / rows.width(), n)))
        .collect();
    report(on_step, 0, blocks.len())?;
    let done = Mutex::new(0);
    (0..blocks.len()).into_par_iter().try_for_each(|block| {
        offer_to_half(&blocks, block, rows.width(), &nearest);
        let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
        *done += 1;
        report(on_step, *done, blocks.len())
    })?;
    Ok(nearest
        .into_iter()
        .flat_map(|block| block.into_inner().unwrap_or_else(PoisonError::into_inner).found())
        .collect())
}

/// Offers the rows of `right` and those of the half of all blocks that follows it, in a ring, to each other.
fn offer_to_half(blocks: &[&[f32]], right: usize, width: usize, nearest: &[Mutex<Nearest>]) {
    let packed = pack(blocks[right], width);
    let mut products = Vec::new();
    for left in partners(right, blocks.len()) {
        for (index, values) in blocks[left].chunks(LEFT * width).enumerate() {
            products_into(values, &packed, &mut products);
            let first = left * BLOCK + index * LEFT;
            let lists = |block: usize| nearest[block].lock().unwrap_or_else(PoisonError::into_inner);
            lists(left).offer_columns(&products, packed.columns(), index * LEFT, right * BLOCK);
            if left != right {
                lists(right).offer_rows(&products, first);
            }
        }
    }
}

/// The blocks that `block` meets, itself first: each pair of the `count` blocks meets at one of its two.
fn partners(block: usize, count: usize) -> impl Iterator<Item = usize> {
    let opposite = count.is_multiple_of(2) && block >= count / 2;
    let most = count / 2 + usize::from(!opposite);
    (0..most).map(move |step| (block + step) % count)
}

/// The nearest rows of each row of a block.
struct Nearest {
    /// First row of the block.
    start: usize,
    best: Vec<Best>,
    /// The floors of `best`, side by side.
    floors: Vec<f32>,
}

impl Nearest {
    fn new(start: usize, rows: usize, most: usize) -> Self {
        let best = Best::new(most);
        Self { start, floors: vec![best.floor(); rows], best: vec![best; rows] }
    }

    /// Offers rows from `first_offered` on to the rows from `first` on: one row of `products`, of `columns` values, for each
    /// of the latter.
    fn offer_columns(&mut self, products: &[f32], columns: usize, first: usize, first_offered: usize) {
        for (index, products) in products.chunks_exact(columns).enumerate() {
            let row = first + index;
            for (chunk, offered) in products.chunks(LANES).zip((first_offered..).step_by(LANES)) {
                let floor = self.floors[row];
                if any(chunk.iter().map(|&cosine| cosine >= floor)) {
                    chunk.iter().zip(offered..).for_each(|(&cosine, other)| self.offer(row, other, cosine));
                }
            }
        }
    }

    /// Offers rows from `first_offered` on to all rows: one row of `products` for each of the former.
    fn offer_rows(&mut self, products: &[f32], first_offered: usize) {
        for (products, offered) in products.chunks_exact(self.floors.len()).zip(first_offered..) {
            for (chunk, first) in products.chunks(LANES).zip((0..).step_by(LANES)) {
                let floors = &self.floors[first..];
                if any(chunk.iter().zip(floors).map(|(cosine, floor)| cosine >= floor)) {
                    chunk.iter().zip(first..).for_each(|(&cosine, row)| self.offer(row, offered, cosine));
                }
            }
        }
    }

    fn offer(&mut self, row: usize, other: usize, cosine: f32) {
        if cosine >= self.floors[row] && self.start + row != other {
            self.best[row].offer(other, cosine);
            self.floors[row] = self.best[row].floor();
        }
    }

    fn found(self) -> impl Iterator<Item = Vec<(usize, f32)>> {
        self.best.into_iter().map(Best::into_found)
    }
}

/// Whether one of `flags` is set; looks at all of them, which compiles to a comparison of many lanes.
fn any(flags: impl Iterator<Item = bool>) -> bool {
    flags.fold(false, |any, flag| any | flag)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::ops::ControlFlow;

    use papermap_kernels::dot;
    use proptest::prelude::*;

    use super::*;
    use crate::testing::{blobs, in_pool};

    fn fast(rows: &UnitRows, n: usize) -> Vec<Vec<(usize, f32)>> {
        nearest_of_all(rows, n, &|_, _| ControlFlow::Continue(())).unwrap()
    }

    /// All others sorted.
    fn slow(rows: &UnitRows, row: usize, n: usize) -> Vec<(usize, f32)> {
        let others = (0..rows.len()).filter(|&other| other != row);
        let mut all: Vec<(usize, f32)> =
            others.map(|other| (other, dot(rows.row(row), rows.row(other)))).collect();
        all.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        all.truncate(n);
        all
    }

    #[test]
    fn all_at_once_agrees_with_one_at_a_time_on_any_threads() {
        let rows = blobs(&[900, 700, 10], 16, 0.8, 4);
        let all = in_pool(4, || fast(&rows, 5));
        assert_eq!(all, in_pool(1, || fast(&rows, 5)));
        for (row, found) in all.iter().enumerate() {
            let slow = slow(&rows, row, 5);
            assert_eq!(found.len(), slow.len());
            for (got, want) in found.iter().zip(slow) {
                assert!((got.1 - want.1).abs() < 1e-5);
                assert!((got.1 - dot(rows.row(row), rows.row(got.0))).abs() < 1e-5);
            }
        }
    }

    #[test]
    fn among_equal_rows_the_lower_is_nearer() {
        let directions = blobs(&[1; 3], 8, 0.0, 2);
        let rows = directions.select(&(0..1500).map(|row| row % 7 % 3).collect::<Vec<_>>());
        for n in [1, 8, 700] {
            for (row, found) in fast(&rows, n).iter().enumerate() {
                let same = (0..rows.len()).filter(|&other| other != row && other % 7 % 3 == row % 7 % 3);
                let found: Vec<usize> = found.iter().map(|(other, _)| *other).collect();
                let equal = same.take(n).collect::<Vec<_>>();
                assert_eq!(found[..equal.len()], equal, "{n} nearest of row {row}");
            }
        }
    }

    #[test]
    fn progress_is_counted_to_the_end_and_may_stop_it() {
        let rows = blobs(&[1600], 8, 0.8, 1);
        let seen = Mutex::new(Vec::new());
        let watch = |done, total| {
            seen.lock().unwrap().push((done, total));
            ControlFlow::Continue(())
        };
        in_pool(3, || nearest_of_all(&rows, 2, &watch)).unwrap();
        assert_eq!(*seen.lock().unwrap(), (0..=4).map(|done| (done, 4)).collect::<Vec<_>>());
        for stop in [0, 2] {
            let stopped = nearest_of_all(&rows, 5, &|done, _| match done {
                _ if done == stop => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            });
            assert_eq!(stopped, Err(ClusterError::Cancelled));
        }
    }

    proptest! {
        #[test]
        fn few_rows_and_many_wanted(size in 0_usize..40, n in 0_usize..50, seed in 0_u64..100) {
            let rows = blobs(&[size], 8, 0.7, seed);
            let found = fast(&rows, n);
            prop_assert_eq!(found.len(), size);
            for (row, found) in found.into_iter().enumerate() {
                let rows_found: BTreeSet<usize> = found.iter().map(|(other, _)| *other).collect();
                prop_assert_eq!(rows_found.len(), n.min(size - 1));
                prop_assert!(!rows_found.contains(&row));
                for (got, want) in found.iter().zip(slow(&rows, row, n)) {
                    prop_assert!((got.1 - want.1).abs() < 1e-5);
                }
            }
        }

        #[test]
        fn each_pair_of_blocks_meets_once(count in 0_usize..40) {
            let mut pairs: Vec<_> = (0..count)
                .flat_map(|right| partners(right, count).map(move |left| (left.min(right), left.max(right))))
                .collect();
            pairs.sort_unstable();
            let expected: Vec<_> = (0..count).flat_map(|a| (a..count).map(move |b| (a, b))).collect();
            prop_assert_eq!(pairs, expected);
        }
    }
}
