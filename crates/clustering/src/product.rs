//! Dot products of many rows with many others.

use ndarray::Array2;
use papermap_kernels::active;
use papermap_kernels::matrix::{Arithmetic, Output, PackedMatrix, Rows, multiply};

/// Packs rows of `width` values as the right side of [`products`].
pub(crate) fn pack(rows: &[f32], width: usize) -> PackedMatrix {
    PackedMatrix::from_rows(Arithmetic::single(active()), rows, rows.len() / width.max(1), width)
}

/// The dot products of every row of `block` with every packed row, shape `(rows of the block, packed rows)`.
///
/// On the active instruction path of the kernels; a product does not depend on the other rows.
pub(crate) fn products(block: &[f32], packed: &PackedMatrix) -> Array2<f32> {
    let mut output = Array2::zeros((block.len() / packed.depth().max(1), packed.columns()));
    if let Some(values) = output.as_slice_mut() {
        products_to(block, packed, values);
    }
    output
}

/// [`products()`] in row-major order into `values`, which takes their number.
pub(crate) fn products_into(block: &[f32], packed: &PackedMatrix, values: &mut Vec<f32>) {
    values.resize(block.len() / packed.depth().max(1) * packed.columns(), 0.0);
    products_to(block, packed, values);
}

fn products_to(block: &[f32], packed: &PackedMatrix, values: &mut [f32]) {
    let width = packed.depth();
    multiply(
        Rows { values: block, count: block.len() / width.max(1), stride: width },
        packed,
        Output::set(values),
    );
}
