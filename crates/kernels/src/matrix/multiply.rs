//! The product, tile by tile, with what follows it done while a tile is in the first-level cache.

use super::PANEL;
use super::arithmetic::Operands;
use super::left::{Left, LeftRows, Values};
use super::packed::PackedMatrix;
use super::tile::{self, Tile};
use crate::activation::gelu_value;
use crate::dispatch::per_isa;

/// What becomes of a product: where it goes, and what is done on the way.
#[derive(Debug)]
pub struct Output<'a> {
    target: Target<'a>,
    bias: Option<&'a [f32]>,
    gelu: bool,
}

#[derive(Debug)]
enum Target<'a> {
    Set(&'a mut [f32]),
    Add(&'a mut [f32]),
    Left { rows: &'a mut LeftRows, first_row: usize, first_column: usize },
}

impl<'a> Output<'a> {
    /// Replaces `values`, shape `(rows, columns)`.
    pub fn set(values: &'a mut [f32]) -> Self {
        Self::to(Target::Set(values))
    }

    /// Adds to `values`, shape `(rows, columns)`.
    pub fn add(values: &'a mut [f32]) -> Self {
        Self::to(Target::Add(values))
    }

    /// Sets the left side of a further product, from its row `first_row` and column `first_column` on.
    pub fn left(rows: &'a mut LeftRows, first_row: usize, first_column: usize) -> Self {
        Self::to(Target::Left { rows, first_row, first_column })
    }

    fn to(target: Target<'a>) -> Self {
        Self { target, bias: None, gelu: false }
    }

    /// Adds `bias`, one value a column, to each row of the product.
    #[must_use]
    pub fn with_bias(self, bias: &'a [f32]) -> Self {
        Self { bias: Some(bias), ..self }
    }

    /// Applies GELU after the bias.
    #[must_use]
    pub fn with_gelu(self) -> Self {
        Self { gelu: true, ..self }
    }

    fn check(&self, rows: usize, columns: usize) {
        match &self.target {
            Target::Set(values) | Target::Add(values) => {
                assert_eq!(
                    Some(values.len()),
                    rows.checked_mul(columns),
                    "output of {rows} rows of {columns}"
                );
            }
            Target::Left { rows: left, first_row, first_column } => {
                let (row, column) = (first_row.checked_add(rows), first_column.checked_add(columns));
                assert!(row.is_some_and(|row| row <= left.count()), "output of {rows} rows from {first_row}");
                assert!(column.is_some_and(|end| end <= left.depth()), "output of {columns} columns");
            }
        }
        assert!(self.bias.is_none_or(|bias| bias.len() == columns), "a bias for {columns} columns");
    }

    /// The bias of a panel's columns.
    fn bias_of(&self, first: usize, width: usize) -> [f32; PANEL] {
        let mut block = [0.0; PANEL];
        if let Some(bias) = self.bias {
            block[..width].copy_from_slice(&bias[first..first + width]);
        }
        block
    }
}

/// Where in the product a tile lies.
#[derive(Debug, Clone, Copy)]
struct Place {
    row: usize,
    rows: usize,
    column: usize,
    /// Columns of the tile that are not padding.
    width: usize,
    /// Columns of the product.
    columns: usize,
}

/// The product of `left` and `matrix`, shape `(rows, columns)`, into `output`.
///
/// A row's result depends on the row and the matrix alone, never on the other rows: each value is summed over the depth
/// in one order. Cost is `2 · rows · columns · depth` operations, three times that with split operands; a panel of the
/// matrix is read once from the second-level cache for every tile of rows.
///
/// # Panics
/// If the shapes or the number formats do not fit.
pub fn multiply<'a>(left: impl Into<Left<'a>>, matrix: &PackedMatrix, mut output: Output<'_>) {
    let left = left.into();
    assert!(
        left.holds(matrix.depth()),
        "{} rows of depth {} do not fit the values",
        left.count,
        matrix.depth()
    );
    output.check(left.count, matrix.columns());
    match left.values {
        Values::Single { values, stride } => multiply_single(values, stride, left.count, matrix, &mut output),
        Values::Bf16 { .. } => multiply_bf16(left, matrix, &mut output),
    }
}

fn multiply_single(
    values: &[f32],
    stride: usize,
    count: usize,
    matrix: &PackedMatrix,
    output: &mut Output<'_>,
) {
    let operands = matrix.arithmetic().operands();
    assert!(matches!(operands, Operands::Single | Operands::Rounded), "f32 times {operands:?}");
    let isa = matrix.arithmetic().isa();
    for panel in 0..matrix.columns().div_ceil(PANEL) {
        let block = matrix.single_panel(panel);
        for_tiles(count, matrix, panel, output, |row, rest, tile| {
            tile::single(isa, &values[row * stride..], stride, rest, block, tile)
        });
    }
}

fn multiply_bf16(left: Left<'_>, matrix: &PackedMatrix, output: &mut Output<'_>) {
    let isa = matrix.arithmetic().isa();
    let Values::Bf16 { high, low, stride } = left.values else { return };
    let split = matrix.arithmetic().operands() == Operands::Split;
    assert!(
        split == low.is_some() && isa.multiplies_bf16(),
        "bf16 times {:?}",
        matrix.arithmetic().operands()
    );
    let low = low.unwrap_or(&[]);
    let _tiles = tile::Configured::new(isa);
    for panel in 0..matrix.columns().div_ceil(PANEL) {
        let (right_high, right_low) = matrix.bf16_panel(panel);
        for_tiles(left.count, matrix, panel, output, |row, rest, tile| {
            let from = row * stride;
            if split {
                // The smallest products first, so that the sums lose least.
                let parts =
                    [(&low[from..], right_high), (&high[from..], right_low), (&high[from..], right_high)];
                tile::bf16(isa, &parts, stride, rest, tile)
            } else {
                tile::bf16(isa, &[(&high[from..], right_high)], stride, rest, tile)
            }
        });
    }
}

/// Fills the tiles of one panel from the top by `fill(row, rest, tile)`, which says how many rows it did, and finishes
/// each.
fn for_tiles(
    count: usize,
    matrix: &PackedMatrix,
    panel: usize,
    output: &mut Output<'_>,
    mut fill: impl FnMut(usize, usize, &mut Tile) -> usize,
) {
    let columns = matrix.columns();
    let column = panel * PANEL;
    let width = PANEL.min(columns - column);
    let bias = output.bias_of(column, width);
    let mut tile = Tile::ZERO;
    let mut row = 0;
    while row < count {
        let rows = fill(row, count - row, &mut tile).min(count - row);
        let place = Place { row, rows, column, width, columns };
        finish(matrix.arithmetic().isa(), &mut tile, place, &bias, output);
        row += rows;
    }
}

per_isa! {
    fn finish(tile: &mut Tile, place: Place, bias: &[f32; PANEL], output: &mut Output<'_>) = finish_body::<FMA>;
}

#[inline(always)]
fn finish_body<const FMA: bool>(tile: &mut Tile, place: Place, bias: &[f32; PANEL], output: &mut Output<'_>) {
    let rows = &mut tile.0[..place.rows];
    if output.bias.is_some() {
        for row in &mut *rows {
            add(row, bias);
        }
    }
    if output.gelu {
        for value in rows.as_flattened_mut() {
            *value = gelu_value::<FMA>(*value);
        }
    }
    store(rows, place, &mut output.target);
}

#[inline(always)]
fn store(rows: &[[f32; PANEL]], place: Place, target: &mut Target<'_>) {
    match target {
        Target::Set(values) => {
            for (row, sums) in rows.iter().enumerate() {
                let place = place_of(values, place, row);
                place.copy_from_slice(&sums[..place.len()]);
            }
        }
        Target::Add(values) => {
            for (row, sums) in rows.iter().enumerate() {
                add(place_of(values, place, row), sums);
            }
        }
        Target::Left { rows: left, first_row, first_column } => {
            for (row, sums) in rows.iter().enumerate() {
                left.write(
                    *first_row + place.row + row,
                    *first_column + place.column,
                    &sums[..place.width],
                    1.0,
                );
            }
        }
    }
}

#[inline(always)]
fn place_of(values: &mut [f32], place: Place, row: usize) -> &mut [f32] {
    let start = (place.row + row) * place.columns + place.column;
    &mut values[start..start + place.width]
}

/// Adds as many of `other` as `values` has.
#[inline(always)]
fn add(values: &mut [f32], other: &[f32; PANEL]) {
    for (value, &x) in values.iter_mut().zip(other) {
        *value += x;
    }
}
