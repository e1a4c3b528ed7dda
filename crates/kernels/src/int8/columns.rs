//! The columns of a product in int8, packed in the order in which tiles read them.

use super::quantise::{quantise, upwards};
use super::{DEEPEST, QUAD, Quads, Values};
use crate::isa::active;
use crate::matrix::PANEL;

/// Columns in int8, each with a bias, in panels of 32 that are padded with zeros.
#[derive(Debug, Clone)]
pub struct Int8Columns {
    depth: usize,
    count: usize,
    quads: Vec<Quads>,
    terms: Vec<Terms>,
}

/// What the columns of a panel contribute to scores and to their errors.
#[derive(Debug, Clone, Copy)]
pub(super) struct Terms {
    pub(super) scale: Values,
    /// The bias, and a little more than it can be rounded off.
    pub(super) bias: Values,
    pub(super) length: Values,
    pub(super) error: Values,
}

impl Terms {
    const ZERO: Self =
        Self { scale: Values::ZERO, bias: Values::ZERO, length: Values::ZERO, error: Values::ZERO };
}

/// By how much a bias is off at most after a few roundings, for its size.
pub(super) const BIAS_ROUNDOFF: f32 = 1e-6;
/// More than what is lost where products are smaller than any normal f32.
pub(super) const UNDERFLOW: f32 = 1e-36;

impl Int8Columns {
    /// Rounds `columns`, each of `depth` values after the other, with `bias` for each.
    ///
    /// # Panics
    /// If there are not `depth` values for every bias, or more than 65,000 in a column.
    #[must_use]
    pub fn new(columns: &[f32], bias: &[f32], depth: usize) -> Self {
        assert_eq!(columns.len(), bias.len() * depth, "values of {} columns of {depth}", bias.len());
        assert!(depth <= DEEPEST, "{depth} values are too many for sums in 32 bits");
        let (stride, panels) = (depth.div_ceil(QUAD), bias.len().div_ceil(PANEL));
        let quads = vec![Quads([[128; QUAD]; PANEL]); panels * stride];
        let mut new = Self { depth, count: bias.len(), quads, terms: vec![Terms::ZERO; panels] };
        let mut bytes = vec![0; stride * QUAD];
        for (index, &bias) in bias.iter().enumerate() {
            new.set(index, &columns[index * depth..(index + 1) * depth], bias, &mut bytes);
        }
        new
    }

    fn set(&mut self, index: usize, column: &[f32], bias: f32, bytes: &mut [i8]) {
        let (panel, place, stride) = (index / PANEL, index % PANEL, self.depth.div_ceil(QUAD));
        let rounded = quantise(active(), column, &mut bytes[..column.len()]);
        for (quads, bytes) in self.quads[panel * stride..].iter_mut().zip(bytes.as_chunks::<QUAD>().0) {
            quads.0[place] = bytes.map(|byte| byte.cast_unsigned() ^ 0x80);
        }
        let terms = &mut self.terms[panel];
        terms.scale.0[place] = rounded.scale;
        terms.bias.0[place] = bias + bias.abs() * BIAS_ROUNDOFF + UNDERFLOW;
        terms.length.0[place] = rounded.length;
        terms.error.0[place] = upwards(f64::from(rounded.error) + 1e-6 * f64::from(rounded.length));
    }

    /// Number of columns.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// Number of values of a column.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.depth
    }

    pub(super) fn panel(&self, index: usize) -> (&[Quads], &Terms) {
        let stride = self.depth.div_ceil(QUAD);
        (&self.quads[index * stride..(index + 1) * stride], &self.terms[index])
    }
}
