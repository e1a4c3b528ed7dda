//! Token ids to the first hidden state.

use std::cell::RefCell;

use candle_core::{CpuStorage, CustomOp1, Layout, Result, Shape, Tensor};
use papermap_kernels::{Isa, layer_norm};

use super::linear::Norm;
use super::space::Space;
use super::weights::{WeightFault, Weights, contiguous, with_values};
use crate::model::BertShape;

/// Word, position and type embeddings.
#[derive(Debug)]
pub(super) struct Embeddings {
    words: Tensor,
    /// Position embeddings with the embedding of the only token type already added.
    positions: Vec<f32>,
    norm: Norm,
    width: usize,
    isa: Isa,
}

/// Sums and normalises the embeddings of texts of these lengths, one after another.
pub(super) struct Embed<'a> {
    pub(super) embeddings: &'a Embeddings,
    pub(super) lengths: &'a [usize],
    pub(super) space: &'a RefCell<Space>,
}

impl Embeddings {
    pub(super) fn load(
        weights: &Weights<'_>,
        bert: &BertShape,
        isa: Isa,
    ) -> std::result::Result<Self, WeightFault> {
        let width = bert.hidden_size;
        let table = |name: &str, rows: usize| weights.get((rows, width), &format!("{name}.weight"));
        let mut positions =
            with_values(&table("position_embeddings", bert.max_position_embeddings)?, <[f32]>::to_vec)?;
        let types = table("token_type_embeddings", bert.type_vocab_size)?;
        with_values(&types, |types| {
            positions.chunks_exact_mut(width).for_each(|position| add(position, &types[..width]));
        })?;
        Ok(Self {
            words: table("word_embeddings", bert.vocab_size)?,
            positions,
            norm: Norm::load(&weights.below("LayerNorm"), width, bert.layer_norm_eps)?,
            width,
            isa,
        })
    }

    /// The sum of the embeddings of every token, shape `(tokens, width)`.
    fn sums(&self, ids: &[u32], lengths: &[usize], words: &[f32]) -> Result<Vec<f32>> {
        let mut sums = Vec::with_capacity(ids.len() * self.width);
        let positions = lengths.iter().flat_map(|&length| 0..length);
        for (&id, position) in ids.iter().zip(positions) {
            let start = sums.len();
            sums.extend_from_slice(self.row(words, id as usize, "token id")?);
            add(&mut sums[start..], self.row(&self.positions, position, "position")?);
        }
        Ok(sums)
    }

    fn row<'a>(&self, table: &'a [f32], index: usize, what: &str) -> Result<&'a [f32]> {
        let start = index * self.width;
        match table.get(start..start + self.width) {
            Some(row) => Ok(row),
            None => candle_core::bail!("{what} {index} is beyond the model's {}", table.len() / self.width),
        }
    }
}

fn add(row: &mut [f32], other: &[f32]) {
    for (value, x) in row.iter_mut().zip(other) {
        *value += x;
    }
}

impl CustomOp1 for Embed<'_> {
    fn name(&self) -> &'static str {
        "papermap embeddings"
    }

    fn cpu_fwd(&self, storage: &CpuStorage, layout: &Layout) -> Result<(CpuStorage, Shape)> {
        let ids = storage.as_slice::<u32>()?;
        let ids = &ids[contiguous(layout)?];
        let Embeddings { words, norm, width, isa, .. } = self.embeddings;
        let mut hidden = with_values(words, |words| self.embeddings.sums(ids, self.lengths, words))??;
        let state = &mut self.space.borrow_mut().state;
        state.reshape(ids.len(), *width);
        layer_norm(*isa, &mut hidden, norm.weights(), state, 0);
        Ok((CpuStorage::F32(hidden), Shape::from((ids.len(), *width))))
    }
}
