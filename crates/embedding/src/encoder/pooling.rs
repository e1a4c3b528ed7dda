//! Hidden states of a text to one vector.

use candle_core::{CpuStorage, CustomOp1, Layout, Result, Shape};

use super::values;
use crate::model::Pooling;

/// Pools the rows of a hidden state, shape `(tokens, width)`, into one of shape `(width,)`.
#[derive(Debug)]
pub(crate) struct Pool {
    pooling: Pooling,
    width: usize,
}

impl Pool {
    pub(crate) fn new(pooling: Pooling, width: usize) -> Self {
        Self { pooling, width }
    }

    fn apply(&self, hidden: &[f32]) -> Vec<f32> {
        match self.pooling {
            Pooling::Cls => hidden[..self.width].to_vec(),
            Pooling::Mean => self.mean(hidden),
        }
    }

    fn mean(&self, hidden: &[f32]) -> Vec<f32> {
        let mut sums = vec![0.0_f64; self.width];
        for token in hidden.chunks_exact(self.width) {
            for (sum, &value) in sums.iter_mut().zip(token) {
                *sum += f64::from(value);
            }
        }
        let tokens = (hidden.len() / self.width) as f64;
        sums.into_iter().map(|sum| (sum / tokens) as f32).collect()
    }
}

impl CustomOp1 for Pool {
    fn name(&self) -> &'static str {
        "papermap pooling"
    }

    fn cpu_fwd(&self, storage: &CpuStorage, layout: &Layout) -> Result<(CpuStorage, Shape)> {
        Ok((CpuStorage::F32(self.apply(values(storage, layout)?)), Shape::from(self.width)))
    }
}
