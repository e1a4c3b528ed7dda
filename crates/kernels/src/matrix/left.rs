//! The left side of a product: rows.

use std::ops::Range;

use super::arithmetic::{Arithmetic, Operands};
use super::{Line, bfloat16, fits};
use crate::dispatch::per_isa;

/// Rows of f32: row `i` starts at `values[i · stride]`.
#[derive(Debug, Clone, Copy)]
pub struct Rows<'a> {
    /// The values.
    pub values: &'a [f32],
    /// Number of rows.
    pub count: usize,
    /// Values from the start of one row to the start of the next.
    pub stride: usize,
}

/// Rows of a left side in the number format of a product.
#[derive(Debug, Clone, Copy)]
pub struct Left<'a> {
    pub(super) count: usize,
    pub(super) values: Values<'a>,
}

#[derive(Debug, Clone, Copy)]
pub(super) enum Values<'a> {
    Single {
        values: &'a [f32],
        stride: usize,
    },
    /// `stride` counts lines; the lines of rows up to a multiple of [`SPARE`] are there, whatever they hold.
    Bf16 {
        high: &'a [Line],
        low: Option<&'a [Line]>,
        stride: usize,
    },
}

impl<'a> From<Rows<'a>> for Left<'a> {
    fn from(rows: Rows<'a>) -> Self {
        Left { count: rows.count, values: Values::Single { values: rows.values, stride: rows.stride } }
    }
}

impl Left<'_> {
    /// Whether there are `count` rows of `depth` values.
    pub(super) fn holds(&self, depth: usize) -> bool {
        match self.values {
            Values::Single { values, stride } => fits(values.len(), self.count, stride, depth),
            Values::Bf16 { high, low, stride } => {
                let (count, lines) = (self.count.next_multiple_of(SPARE), depth.div_ceil(Line::VALUES));
                fits(high.len(), count, stride, lines) && low.is_none_or(|low| low.len() == high.len())
            }
        }
    }
}

/// Tiles read rows up to the next multiple of this.
pub(super) const SPARE: usize = 16;

/// A buffer of rows in the number format of an [`Arithmetic`], to be filled and multiplied again and again.
#[derive(Debug)]
pub struct LeftRows {
    arithmetic: Arithmetic,
    count: usize,
    depth: usize,
    /// Values of f32, or lines of bf16, from one row to the next.
    stride: usize,
    single: Vec<f32>,
    high: Vec<Line>,
    low: Vec<Line>,
}

impl LeftRows {
    /// An empty buffer.
    #[must_use]
    pub fn new(arithmetic: Arithmetic) -> Self {
        Self {
            arithmetic,
            count: 0,
            depth: 0,
            stride: 0,
            single: Vec::new(),
            high: Vec::new(),
            low: Vec::new(),
        }
    }

    /// Makes room for `count` rows of `depth` values, which hold anything until they are set.
    ///
    /// Allocates only where no earlier shape was as large.
    pub fn reshape(&mut self, count: usize, depth: usize) {
        let reshaped = (self.count, self.depth) != (count, depth);
        (self.count, self.depth) = (count, depth);
        match self.arithmetic.operands() {
            Operands::Single | Operands::Rounded => {
                self.stride = depth;
                self.single.resize(count * depth, 0.0);
            }
            operands => {
                // An odd number of lines spreads the rows of a tile over the sets of the first-level cache.
                self.stride = depth.div_ceil(Line::VALUES) | 1;
                let lines = count.next_multiple_of(SPARE) * self.stride;
                if reshaped {
                    self.high.clear();
                    self.low.clear();
                }
                self.high.resize(lines, Line::ZERO);
                self.low.resize(if operands == Operands::Split { lines } else { 0 }, Line::ZERO);
            }
        }
    }

    /// Number of rows.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// Number of values of a row.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// The rows of `range`, which starts at a multiple of 16.
    ///
    /// # Panics
    /// If `range` does not lie within the rows or starts elsewhere.
    #[must_use]
    pub fn rows(&self, range: Range<usize>) -> Left<'_> {
        assert!(
            range.end <= self.count && range.start.is_multiple_of(SPARE),
            "rows {range:?} of {}",
            self.count
        );
        let (count, start) = (range.len(), range.start * self.stride);
        let values = match self.arithmetic.operands() {
            Operands::Single | Operands::Rounded => {
                Values::Single { values: &self.single[start..], stride: self.stride }
            }
            operands => Values::Bf16 {
                high: &self.high[start..],
                low: (operands == Operands::Split).then(|| &self.low[start..]),
                stride: self.stride,
            },
        };
        Left { count, values }
    }

    /// All rows.
    #[must_use]
    pub fn all(&self) -> Left<'_> {
        self.rows(0..self.count)
    }

    /// Sets every row to that of `rows`, each value times `scale`.
    ///
    /// # Panics
    /// If there are not as many rows, or the values do not hold them.
    pub fn set_rows(&mut self, rows: Rows<'_>, scale: f32) {
        assert_eq!(rows.count, self.count, "rows to set");
        assert!(
            fits(rows.values.len(), rows.count, rows.stride, self.depth),
            "rows of {} do not fit",
            self.depth
        );
        set_rows(self.arithmetic.isa(), self, rows, scale);
    }

    /// Sets the values of `row` from column `first` on, each times `scale`; compiled into the caller's path.
    #[inline(always)]
    pub(crate) fn write(&mut self, row: usize, first: usize, values: &[f32], scale: f32) {
        assert!(row < self.count && first + values.len() <= self.depth, "values beyond row {row}");
        match self.arithmetic.operands() {
            Operands::Single => {
                let start = row * self.stride + first;
                for (place, &value) in self.single[start..start + values.len()].iter_mut().zip(values) {
                    *place = value * scale;
                }
            }
            Operands::Rounded => {
                let start = row * self.stride + first;
                for (place, &value) in self.single[start..start + values.len()].iter_mut().zip(values) {
                    *place = bfloat16::rounded(value * scale);
                }
            }
            Operands::Bf16 => {
                for (place, &value) in
                    line_values(&mut self.high, row * self.stride, first, values).zip(values)
                {
                    *place = bfloat16::round(value * scale);
                }
            }
            Operands::Split => {
                let low = line_values(&mut self.low, row * self.stride, first, values);
                let high = line_values(&mut self.high, row * self.stride, first, values);
                for ((high, low), &value) in high.zip(low).zip(values) {
                    (*high, *low) = bfloat16::split(value * scale);
                }
            }
        }
    }
}

per_isa! {
    fn set_rows(left: &mut LeftRows, rows: Rows<'_>, scale: f32) = set_rows_body;
}

#[inline(always)]
fn set_rows_body(left: &mut LeftRows, rows: Rows<'_>, scale: f32) {
    for row in 0..rows.count {
        left.write(row, 0, &rows.values[row * rows.stride..][..left.depth], scale);
    }
}

/// The places of as many values as `values` in the row of lines that starts at `line`, from column `first` on.
#[inline(always)]
fn line_values<'a>(
    lines: &'a mut [Line],
    line: usize,
    first: usize,
    values: &[f32],
) -> impl Iterator<Item = &'a mut u16> {
    let places = &mut Line::flatten_mut(&mut lines[line..])[first..first + values.len()];
    places.iter_mut()
}

#[cfg(test)]
impl LeftRows {
    /// The values of a row as a product reads them.
    pub(crate) fn values_of(&self, row: usize) -> Vec<f32> {
        let start = row * self.stride;
        let value = |lines: &[Line], k: usize| {
            lines.get(start + k / Line::VALUES).map_or(0.0, |line| bfloat16::widen(line.0[k % Line::VALUES]))
        };
        match self.arithmetic.operands() {
            Operands::Single | Operands::Rounded => self.single[start..start + self.depth].to_vec(),
            _ => (0..self.depth).map(|k| value(&self.high, k) + value(&self.low, k)).collect(),
        }
    }
}
