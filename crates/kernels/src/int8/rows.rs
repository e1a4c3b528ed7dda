//! The rows of a product in int8.

use super::quantise::{Rounded, quantise};
use super::{DEEPEST, QUAD};
use crate::isa::active;

/// Rows in int8, one after the other, to be filled and emptied again and again.
#[derive(Debug, Clone)]
pub struct Int8Rows {
    depth: usize,
    /// Quads of a row.
    pub(super) stride: usize,
    pub(super) quads: Vec<[i8; QUAD]>,
    pub(super) rounded: Vec<Rounded>,
}

impl Int8Rows {
    /// No rows of `depth` values; none where rows are too long for sums in 32 bits, over 65,000 values.
    #[must_use]
    pub fn new(depth: usize) -> Option<Self> {
        let fits = depth <= DEEPEST;
        fits.then(|| Self { depth, stride: depth.div_ceil(QUAD), quads: Vec::new(), rounded: Vec::new() })
    }

    /// Number of rows.
    #[must_use]
    pub fn count(&self) -> usize {
        self.rounded.len()
    }

    /// Number of values of a row.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// Takes all rows away.
    pub fn clear(&mut self) {
        self.quads.clear();
        self.rounded.clear();
    }

    /// Rounds a row and puts it after the last.
    ///
    /// # Panics
    /// If it does not have [`depth`](Self::depth) values.
    pub fn push(&mut self, row: &[f32]) {
        assert_eq!(row.len(), self.depth, "values of a row");
        let start = self.quads.len();
        self.quads.resize(start + self.stride, [0; QUAD]);
        let bytes = &mut self.quads[start..].as_flattened_mut()[..row.len()];
        self.rounded.push(quantise(active(), row, bytes));
    }

    /// Puts row `index` of `other` after the last.
    ///
    /// # Panics
    /// If there is no such row, or one of another depth.
    pub fn push_from(&mut self, other: &Self, index: usize) {
        assert_eq!(other.depth, self.depth, "values of a row");
        self.quads.extend_from_slice(&other.quads[index * self.stride..(index + 1) * self.stride]);
        self.rounded.push(other.rounded[index]);
    }
}
