//! Token ids to the first hidden state.

use candle_core::{CpuStorage, CustomOp1, Layout, Result, Shape};
use candle_nn::VarBuilder;
use papermap_kernels::Isa;

use super::linear::LayerNorm;
use crate::model::BertShape;

/// Word, position and type embeddings, summed and normalised.
#[derive(Debug)]
pub(super) struct Embeddings {
    words: Vec<f32>,
    /// Position embeddings with the embedding of the only token type already added.
    positions: Vec<f32>,
    norm: LayerNorm,
    width: usize,
}

impl Embeddings {
    pub(super) fn load(weights: &VarBuilder<'_>, bert: &BertShape, isa: Isa) -> Result<Self> {
        let table = |name: &str, rows: usize| -> Result<Vec<f32>> {
            weights.get((rows, bert.hidden_size), &format!("{name}.weight"))?.flatten_all()?.to_vec1()
        };
        let mut positions = table("position_embeddings", bert.max_position_embeddings)?;
        let types = table("token_type_embeddings", bert.type_vocab_size)?;
        for position in positions.chunks_exact_mut(bert.hidden_size) {
            add(position, &types[..bert.hidden_size]);
        }
        Ok(Self {
            words: table("word_embeddings", bert.vocab_size)?,
            positions,
            norm: LayerNorm::load(&weights.pp("LayerNorm"), bert.hidden_size, bert.layer_norm_eps, isa)?,
            width: bert.hidden_size,
        })
    }

    fn row(&self, table: &[f32], index: usize, what: &str) -> Result<Vec<f32>> {
        let start = index * self.width;
        match table.get(start..start + self.width) {
            Some(row) => Ok(row.to_vec()),
            None => candle_core::bail!("{what} {index} is beyond the model's {}", table.len() / self.width),
        }
    }
}

fn add(row: &mut [f32], other: &[f32]) {
    for (value, x) in row.iter_mut().zip(other) {
        *value += x;
    }
}

impl CustomOp1 for Embeddings {
    fn name(&self) -> &'static str {
        "papermap embeddings"
    }

    fn cpu_fwd(&self, storage: &CpuStorage, layout: &Layout) -> Result<(CpuStorage, Shape)> {
        let ids = storage.as_slice::<u32>()?;
        let ids = &ids[layout.start_offset()..layout.start_offset() + layout.shape().elem_count()];
        let mut hidden = Vec::with_capacity(ids.len() * self.width);
        for (position, &id) in ids.iter().enumerate() {
            let mut row = self.row(&self.words, id as usize, "token id")?;
            add(&mut row, &self.row(&self.positions, position, "position")?);
            hidden.extend(row);
        }
        self.norm.apply(&mut hidden);
        Ok((CpuStorage::F32(hidden), Shape::from((ids.len(), self.width))))
    }
}
