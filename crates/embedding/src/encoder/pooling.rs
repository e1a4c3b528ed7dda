//! Hidden states of texts to one vector each.

use candle_core::{CpuStorage, CustomOp1, Layout, Result, Shape};

use super::weights::values;
use crate::model::Pooling;

/// Pools the rows of each text's hidden state, together of shape `(tokens, width)`, into rows of shape
/// `(texts, width)`.
#[derive(Debug)]
pub(crate) struct Pool<'a> {
    pub(crate) pooling: Pooling,
    pub(crate) width: usize,
    /// Tokens of each text, at least one.
    pub(crate) lengths: &'a [usize],
}

impl Pool<'_> {
    fn apply(&self, mut hidden: &[f32]) -> Vec<f32> {
        let mut pooled = Vec::with_capacity(self.lengths.len() * self.width);
        for &length in self.lengths {
            let (text, rest) = hidden.split_at(length * self.width);
            match self.pooling {
                Pooling::Cls => pooled.extend_from_slice(&text[..self.width]),
                Pooling::Mean => pooled.extend(self.mean(text)),
            }
            hidden = rest;
        }
        pooled
    }

    fn mean(&self, text: &[f32]) -> impl Iterator<Item = f32> {
        let mut sums = vec![0.0_f64; self.width];
        for token in text.chunks_exact(self.width) {
            for (sum, &value) in sums.iter_mut().zip(token) {
                *sum += f64::from(value);
            }
        }
        let tokens = (text.len() / self.width) as f64;
        sums.into_iter().map(move |sum| (sum / tokens) as f32)
    }
}

impl CustomOp1 for Pool<'_> {
    fn name(&self) -> &'static str {
        "papermap pooling"
    }

    fn cpu_fwd(&self, storage: &CpuStorage, layout: &Layout) -> Result<(CpuStorage, Shape)> {
        let pooled = self.apply(values(storage, layout)?);
        Ok((CpuStorage::F32(pooled), Shape::from((self.lengths.len(), self.width))))
    }
}
