//! Products with a matrix that is packed once.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod portable;

use crate::isa::{Isa, Path};

/// Columns of a panel; every path's tile divides it.
const PANEL: usize = 32;
/// Depth of a block: a panel's block of `PANEL · DEPTH` f32 stays in the second-level cache beside the rows.
const DEPTH: usize = 384;
/// More rows than any path's tile has.
const MOST_ROWS: usize = 16;

/// The right side of a product, in panels of 32 columns, padded with zeros.
#[derive(Debug, Clone)]
pub struct PackedMatrix {
    depth: usize,
    columns: usize,
    panels: Vec<f32>,
}

impl PackedMatrix {
    /// Packs `rows`, shape `(columns, depth)` in row-major order: column `j` of the product is row `j` here, as the
    /// weights of a linear layer are stored.
    ///
    /// # Panics
    /// If `rows` does not hold `columns · depth` values.
    #[must_use]
    pub fn from_rows(rows: &[f32], columns: usize, depth: usize) -> Self {
        assert_eq!(rows.len(), columns * depth, "values for {columns} columns of {depth}");
        let mut packed = Self::with_capacity(columns, depth);
        packed.pack(columns, depth, |column, k| rows[column * depth + k]);
        packed
    }

    /// An empty matrix with room for `columns · depth` values, to be filled by [`Self::pack`].
    #[must_use]
    pub fn with_capacity(columns: usize, depth: usize) -> Self {
        Self { depth: 0, columns: 0, panels: Vec::with_capacity(columns.div_ceil(PANEL) * PANEL * depth) }
    }

    /// Replaces the content by `columns` columns of `depth` values that `value(column, k)` gives.
    pub fn pack(&mut self, columns: usize, depth: usize, value: impl Fn(usize, usize) -> f32) {
        self.depth = depth;
        self.columns = columns;
        self.panels.clear();
        for first in (0..columns).step_by(PANEL) {
            for k in 0..depth {
                let panel = first..first + PANEL;
                self.panels.extend(panel.map(|column| if column < columns { value(column, k) } else { 0.0 }));
            }
        }
    }

    /// Number of columns of a product with this matrix.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Number of values of a row that this matrix multiplies.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.depth
    }
}

/// Rows of the left side of a product: row `i` starts at `values[i · stride]`.
#[derive(Debug, Clone, Copy)]
pub struct Rows<'a> {
    /// The values.
    pub values: &'a [f32],
    /// Number of rows.
    pub count: usize,
    /// Values from the start of one row to the start of the next.
    pub stride: usize,
}

/// `output = rows · matrix`, or `output += rows · matrix` where `add`; `output` has shape `(rows, columns)`.
///
/// A row's result depends on the row and the matrix alone, never on the other rows. Cost is
/// `2 · rows · columns · depth` operations; the matrix is read once a block of rows from the second-level cache.
///
/// # Panics
/// If the shapes do not fit.
pub fn multiply(isa: Isa, rows: Rows<'_>, matrix: &PackedMatrix, output: &mut [f32], add: bool) {
    check(rows, matrix, output);
    if !add {
        output.fill(0.0);
    }
    for (panel, block) in matrix.panels.chunks_exact(PANEL * matrix.depth.max(1)).enumerate() {
        for first_k in (0..matrix.depth).step_by(DEPTH) {
            let depth = DEPTH.min(matrix.depth - first_k);
            let panel_rows = &block[first_k * PANEL..(first_k + depth) * PANEL];
            multiply_panel(
                isa,
                rows,
                first_k,
                panel_rows,
                &mut Target::new(output, matrix.columns, panel * PANEL),
            );
        }
    }
}

fn check(rows: Rows<'_>, matrix: &PackedMatrix, output: &[f32]) {
    assert!(
        fits(rows.values, rows.count, rows.stride, matrix.depth),
        "{} rows of depth {} do not fit the values",
        rows.count,
        matrix.depth
    );
    assert_eq!(Some(output.len()), rows.count.checked_mul(matrix.columns), "output of {} rows", rows.count);
}

/// Whether `values` hold `count` rows of `depth` values, `stride` apart; false where that number overflows.
fn fits(values: &[f32], count: usize, stride: usize, depth: usize) -> bool {
    let Some(last) = count.checked_sub(1) else { return true };
    let end = last.checked_mul(stride).and_then(|start| start.checked_add(depth));
    end.is_some_and(|end| end <= values.len())
}

/// The columns of the output that one panel adds to.
struct Target<'a> {
    output: &'a mut [f32],
    columns: usize,
    first: usize,
}

impl<'a> Target<'a> {
    fn new(output: &'a mut [f32], columns: usize, first: usize) -> Self {
        Self { output, columns, first }
    }

    /// Adds one row of a tile, leaving out the panel's padding.
    fn add_row(&mut self, row: usize, tile: &[f32; PANEL]) {
        let width = PANEL.min(self.columns - self.first);
        let start = row * self.columns + self.first;
        for (value, &sum) in self.output[start..start + width].iter_mut().zip(tile) {
            *value += sum;
        }
    }
}

fn multiply_panel(isa: Isa, rows: Rows<'_>, first_k: usize, panel: &[f32], target: &mut Target<'_>) {
    let mut tile = [[0.0_f32; PANEL]; MOST_ROWS];
    let mut row = 0;
    while row < rows.count {
        let left = &rows.values[row * rows.stride + first_k..];
        let done = multiply_tile(isa, left, rows.stride, rows.count - row, panel, &mut tile);
        for (offset, sums) in tile[..done].iter().enumerate() {
            target.add_row(row + offset, sums);
        }
        row += done;
    }
}

/// Fills the first rows of `tile` with products of as many rows of `left`; returns how many it did.
fn multiply_tile(
    isa: Isa,
    left: &[f32],
    stride: usize,
    rows: usize,
    panel: &[f32],
    tile: &mut [[f32; PANEL]; MOST_ROWS],
) -> usize {
    match isa.path() {
        // SAFETY: an `Isa` with this path exists only where the CPU has these instructions.
        #[cfg(target_arch = "x86_64")]
        Path::Avx512 => unsafe { avx512::tile(left, stride, rows, panel, tile) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        Path::Avx2 => unsafe { avx2::tile(left, stride, rows, panel, tile) },
        _ => portable::tile(left, stride, rows, panel, tile),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::test_runner::TestCaseError;

    use super::*;

    fn values(count: usize, seed: u64) -> Vec<f32> {
        let mut state = seed.wrapping_mul(2).wrapping_add(1);
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 40) as f32 / 16_777_216.0 - 0.5
        };
        (0..count).map(|_| next()).collect()
    }

    fn assert_product(
        isa: Isa,
        rows: usize,
        columns: usize,
        depth: usize,
        seed: u64,
    ) -> Result<(), TestCaseError> {
        let stride = depth + 3;
        let left = values(rows * stride, seed);
        let right = values(columns * depth, seed + 1);
        let mut output = vec![f32::NAN; rows * columns];
        let matrix = PackedMatrix::from_rows(&right, columns, depth);
        multiply(isa, Rows { values: &left, count: rows, stride }, &matrix, &mut output, false);
        for i in 0..rows {
            for j in 0..columns {
                let products =
                    (0..depth).map(|k| f64::from(left[i * stride + k]) * f64::from(right[j * depth + k]));
                let (exact, size) = products.fold((0.0, 0.0), |(sum, size), p| (sum + p, size + p.abs()));
                let bound = 1e-7 * (2 * depth + 1) as f64 * size + 1e-12;
                let got = f64::from(output[i * columns + j]);
                prop_assert!(
                    (got - exact).abs() <= bound,
                    "{isa} ({rows}, {columns}, {depth}) at {i}, {j}: {got} for {exact}"
                );
            }
        }
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        #[test]
        fn every_path_agrees_with_plain_f64(rows in 0_usize..40, columns in 1_usize..70, depth in 1_usize..90, seed: u64) {
            for isa in Isa::available() {
                assert_product(isa, rows, columns, depth, seed / 2)?;
            }
        }
    }

    #[test]
    #[should_panic(expected = "do not fit")]
    fn a_stride_beyond_the_address_space_is_refused() {
        let matrix = PackedMatrix::from_rows(&[1.0; 8], 2, 4);
        let rows = Rows { values: &[1.0; 8], count: 3, stride: 1 << 63 };
        multiply(Isa::PORTABLE, rows, &matrix, &mut [0.0; 6], false);
    }

    #[test]
    fn products_deeper_than_a_block_agree() {
        for isa in Isa::available() {
            assert_product(isa, 13, 33, 2 * DEPTH + 5, 7).unwrap();
        }
    }

    #[test]
    fn a_row_gives_the_same_bits_alone_and_among_others() {
        let (rows, columns, depth) = (29, 40, 400);
        let left = values(rows * depth, 3);
        let matrix = PackedMatrix::from_rows(&values(columns * depth, 4), columns, depth);
        for isa in Isa::available() {
            let mut together = vec![0.0; rows * columns];
            multiply(isa, Rows { values: &left, count: rows, stride: depth }, &matrix, &mut together, false);
            for i in 0..rows {
                let mut alone = vec![0.0; columns];
                let row = &left[i * depth..(i + 1) * depth];
                multiply(isa, Rows { values: row, count: 1, stride: depth }, &matrix, &mut alone, false);
                assert_eq!(alone, together[i * columns..(i + 1) * columns], "{isa}, row {i}");
            }
        }
    }
}
