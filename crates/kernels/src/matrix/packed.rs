//! The right side of a product, packed in the order in which tiles read it.

use super::arithmetic::{Arithmetic, Operands};
use super::left::Rows;
use super::{Line, PANEL, Wide, bfloat16, fits};
use crate::dispatch::per_isa;

/// The right side of a product, in panels of 32 columns, padded with zeros.
///
/// A panel of f32 holds 32 columns of one row after the other. A panel of bf16 holds pairs: for two rows, column by
/// column, the value of the first and that of the second, as the instructions for bf16 take them.
#[derive(Debug, Clone)]
pub struct PackedMatrix {
    arithmetic: Arithmetic,
    depth: usize,
    columns: usize,
    single: Vec<Wide>,
    high: Vec<Line>,
    low: Vec<Line>,
}

/// Lines of a pair of rows in a panel of bf16.
const LINES_A_PAIR: usize = PANEL * 2 / Line::VALUES;

impl PackedMatrix {
    /// An empty matrix of f32 or bf16, as `arithmetic` wants it, to be packed and multiplied again and again.
    #[must_use]
    pub fn new(arithmetic: Arithmetic) -> Self {
        let (single, high, low) = (Vec::new(), Vec::new(), Vec::new());
        Self { arithmetic, depth: 0, columns: 0, single, high, low }
    }

    /// Packs `rows`, shape `(columns, depth)` in row-major order: column `j` of the product is row `j` here, as the
    /// weights of a linear layer are stored.
    ///
    /// # Panics
    /// If `rows` does not hold `columns · depth` values.
    #[must_use]
    pub fn from_rows(arithmetic: Arithmetic, rows: &[f32], columns: usize, depth: usize) -> Self {
        assert_eq!(rows.len(), columns * depth, "values for {columns} columns of {depth}");
        let mut packed = Self::new(arithmetic);
        packed.pack_rows(Rows { values: rows, count: columns, stride: depth }, depth);
        packed
    }

    /// Replaces the content: column `j` of the product is row `j` of `rows`, each of `depth` values.
    ///
    /// # Panics
    /// If the rows do not fit their values.
    pub fn pack_rows(&mut self, rows: Rows<'_>, depth: usize) {
        assert!(
            fits(rows.values.len(), rows.count, rows.stride, depth),
            "{} rows of {depth} do not fit",
            rows.count
        );
        self.reshape(rows.count, depth);
        pack(self.arithmetic.isa(), self, rows, Source::Columns);
    }

    /// Replaces the content: row `k` of `rows`, each of `columns` values, is row `k` of the matrix.
    ///
    /// # Panics
    /// If the rows do not fit their values.
    pub fn pack_columns(&mut self, rows: Rows<'_>, columns: usize) {
        assert!(
            fits(rows.values.len(), rows.count, rows.stride, columns),
            "{} rows of {columns} do not fit",
            rows.count
        );
        self.reshape(columns, rows.count);
        pack(self.arithmetic.isa(), self, rows, Source::Rows);
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

    /// How products with this matrix are computed.
    #[must_use]
    pub fn arithmetic(&self) -> Arithmetic {
        self.arithmetic
    }

    /// Makes room; what stays of an earlier content of the same shape is overwritten, and its padding is zero.
    fn reshape(&mut self, columns: usize, depth: usize) {
        if (self.columns, self.depth) == (columns, depth) {
            return;
        }
        (self.columns, self.depth) = (columns, depth);
        let panels = columns.div_ceil(PANEL);
        let (wide, lines) = match self.arithmetic.operands() {
            Operands::Single | Operands::Rounded => (panels * depth, [0, 0]),
            Operands::Bf16 => (0, [panels * lines_of_panel(depth), 0]),
            Operands::Split => (0, [panels * lines_of_panel(depth); 2]),
        };
        refill(&mut self.single, wide, Wide::ZERO);
        refill(&mut self.high, lines[0], Line::ZERO);
        refill(&mut self.low, lines[1], Line::ZERO);
    }

    /// Panel `index` of f32.
    pub(super) fn single_panel(&self, index: usize) -> &[Wide] {
        &self.single[index * self.depth..(index + 1) * self.depth]
    }

    /// Panel `index` of the high and of the low halves; the latter is empty where there are none.
    pub(super) fn bf16_panel(&self, index: usize) -> (&[Line], &[Line]) {
        let lines = lines_of_panel(self.depth);
        let panel = index * lines..(index + 1) * lines;
        (&self.high[panel.clone()], self.low.get(panel).unwrap_or(&[]))
    }

    /// The panels to write, as arrays of 32 columns a row, or of 32 pairs of columns for two rows.
    #[inline(always)]
    fn panels_mut(&mut self) -> Panels<'_> {
        match self.arithmetic.operands() {
            Operands::Single => Panels::Single(&mut self.single),
            Operands::Rounded => Panels::Rounded(&mut self.single),
            Operands::Bf16 => Panels::Bf16(Line::pairs_mut(&mut self.high)),
            Operands::Split => Panels::Split(Line::pairs_mut(&mut self.high), Line::pairs_mut(&mut self.low)),
        }
    }
}

/// Two rows of one column.
type Pair = [u16; 2];

enum Panels<'a> {
    Single(&'a mut [Wide]),
    Rounded(&'a mut [Wide]),
    Bf16(&'a mut [[Pair; PANEL]]),
    Split(&'a mut [[Pair; PANEL]], &'a mut [[Pair; PANEL]]),
}

/// A panel of bf16 is as deep as whole steps of 32 rows, 16 pairs.
fn pairs_of_panel(depth: usize) -> usize {
    depth.next_multiple_of(Line::VALUES) / 2
}

fn lines_of_panel(depth: usize) -> usize {
    pairs_of_panel(depth) * LINES_A_PAIR
}

fn refill<T: Copy>(values: &mut Vec<T>, count: usize, zero: T) {
    values.clear();
    values.resize(count, zero);
}

/// What the rows that are packed are in the matrix.
#[derive(Debug, Clone, Copy)]
enum Source {
    Rows,
    Columns,
}

per_isa! {
    fn pack(matrix: &mut PackedMatrix, rows: Rows<'_>, source: Source) = pack_body;
}

#[inline(always)]
fn pack_body(matrix: &mut PackedMatrix, rows: Rows<'_>, source: Source) {
    let (depth, columns) = (matrix.depth, matrix.columns);
    match matrix.panels_mut() {
        Panels::Single(panels) => pack_singles(panels, rows, source, [depth, columns], |value| value),
        Panels::Rounded(panels) => pack_singles(panels, rows, source, [depth, columns], bfloat16::rounded),
        Panels::Bf16(panels) => pack_pairs(panels, rows, source, [depth, columns], bfloat16::round),
        Panels::Split(high, low) => {
            pack_pairs(high, rows, source, [depth, columns], bfloat16::round);
            pack_pairs(low, rows, source, [depth, columns], |value| bfloat16::split(value).1);
        }
    }
}

#[inline(always)]
fn pack_singles(
    panels: &mut [Wide],
    rows: Rows<'_>,
    source: Source,
    [depth, columns]: [usize; 2],
    number: impl Fn(f32) -> f32,
) {
    match source {
        Source::Rows => copy_singles(panels, rows, columns, number),
        Source::Columns => transpose_singles(panels, rows, depth, number),
    }
}

#[inline(always)]
fn pack_pairs(
    panels: &mut [[Pair; PANEL]],
    rows: Rows<'_>,
    source: Source,
    [depth, columns]: [usize; 2],
    number: impl Fn(f32) -> u16,
) {
    let pairs = pairs_of_panel(depth);
    match source {
        Source::Rows => copy_pairs(panels, rows, columns, pairs, number),
        Source::Columns => transpose_pairs(panels, rows, depth, pairs, number),
    }
}

#[inline(always)]
fn transpose_singles(panels: &mut [Wide], rows: Rows<'_>, depth: usize, number: impl Fn(f32) -> f32) {
    for (panel, first) in panels.chunks_exact_mut(depth.max(1)).zip((0..rows.count).step_by(PANEL)) {
        for column in 0..PANEL.min(rows.count - first) {
            let row = &rows.values[(first + column) * rows.stride..][..depth];
            for (wide, &value) in panel.iter_mut().zip(row) {
                wide.0[column] = number(value);
            }
        }
    }
}

#[inline(always)]
fn transpose_pairs(
    panels: &mut [[Pair; PANEL]],
    rows: Rows<'_>,
    depth: usize,
    pairs: usize,
    number: impl Fn(f32) -> u16,
) {
    for (panel, first) in panels.chunks_exact_mut(pairs.max(1)).zip((0..rows.count).step_by(PANEL)) {
        for column in 0..PANEL.min(rows.count - first) {
            let row = &rows.values[(first + column) * rows.stride..][..depth];
            let (whole, rest) = row.as_chunks::<2>();
            for (line, &[a, b]) in panel.iter_mut().zip(whole) {
                line[column] = [number(a), number(b)];
            }
            if let &[last] = rest {
                panel[whole.len()][column] = [number(last), 0];
            }
        }
    }
}

#[inline(always)]
fn copy_singles(panels: &mut [Wide], rows: Rows<'_>, columns: usize, number: impl Fn(f32) -> f32) {
    for (panel, first) in panels.chunks_exact_mut(rows.count.max(1)).zip((0..columns).step_by(PANEL)) {
        let width = PANEL.min(columns - first);
        for (k, wide) in panel.iter_mut().enumerate() {
            let row = &rows.values[k * rows.stride + first..][..width];
            for (place, &value) in wide.0.iter_mut().zip(row) {
                *place = number(value);
            }
        }
    }
}

#[inline(always)]
fn copy_pairs(
    panels: &mut [[Pair; PANEL]],
    rows: Rows<'_>,
    columns: usize,
    pairs: usize,
    number: impl Fn(f32) -> u16,
) {
    for (panel, first) in panels.chunks_exact_mut(pairs.max(1)).zip((0..columns).step_by(PANEL)) {
        let width = PANEL.min(columns - first);
        for (index, line) in panel[..rows.count.div_ceil(2)].iter_mut().enumerate() {
            let row = |k: usize| &rows.values[k * rows.stride + first..][..width];
            let upper = row(2 * index);
            if 2 * index + 1 < rows.count {
                for ((pair, &a), &b) in line.iter_mut().zip(upper).zip(row(2 * index + 1)) {
                    *pair = [number(a), number(b)];
                }
            } else {
                for (pair, &a) in line.iter_mut().zip(upper) {
                    *pair = [number(a), 0];
                }
            }
        }
    }
}
