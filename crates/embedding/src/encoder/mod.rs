//! The BERT encoder as a chain of candle operations on our kernels.
//!
//! One text at a time, on one thread, without padding or mask: a text's vector cannot depend on its neighbours,
//! and texts on different threads need no barrier. Each step is a [`candle_core::CustomOp1`] that owns its packed
//! weights. Devlin et al. 2019, with the names of the `BertModel` files.

mod attention;
mod embeddings;
mod layer;
mod linear;
mod pooling;

use candle_core::{Device, Result, Tensor};
use candle_nn::VarBuilder;
use papermap_kernels::Isa;

use crate::model::Settings;
use embeddings::Embeddings;
use layer::Layer;
pub(crate) use pooling::Pool;

/// Weights and order of the steps from token ids to a pooled vector.
#[derive(Debug)]
pub(crate) struct Encoder {
    embeddings: Embeddings,
    layers: Vec<Layer>,
    pool: Pool,
}

impl Encoder {
    /// Takes the weights from `weights`; a tensor that is missing or of another shape is named in the error.
    pub(crate) fn load(weights: &VarBuilder<'_>, settings: &Settings, isa: Isa) -> Result<Self> {
        let root = if weights.contains_tensor("embeddings.word_embeddings.weight") {
            weights.clone()
        } else {
            weights.pp("bert")
        };
        let bert = &settings.bert;
        let embeddings = Embeddings::load(&root.pp("embeddings"), bert, isa)?;
        let layers = (0..bert.layers)
            .map(|index| Layer::load(&root.pp(format!("encoder.layer.{index}")), bert, isa))
            .collect::<Result<_>>()?;
        Ok(Self { embeddings, layers, pool: Pool::new(settings.pooling, bert.hidden_size) })
    }

    /// The pooled vector, shape `(hidden,)`, of one text's token ids; not normalised.
    pub(crate) fn encode(&self, ids: &[u32]) -> Result<Vec<f32>> {
        let mut hidden = Tensor::new(ids, &Device::Cpu)?.apply_op1_no_bwd(&self.embeddings)?;
        for layer in &self.layers {
            hidden = hidden.apply_op1_no_bwd(layer)?;
        }
        hidden.apply_op1_no_bwd(&self.pool)?.to_vec1()
    }
}

/// The values of a contiguous f32 operand.
fn values<'a>(storage: &'a candle_core::CpuStorage, layout: &candle_core::Layout) -> Result<&'a [f32]> {
    let (start, end) = layout
        .contiguous_offsets()
        .ok_or_else(|| candle_core::Error::RequiresContiguous { op: "papermap encoder" }.bt())?;
    Ok(&storage.as_slice::<f32>()?[start..end])
}
