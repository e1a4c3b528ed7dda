//! The BERT encoder as a chain of candle operations on our kernels.
//!
//! A group of texts lies packed, one text after another, without padding or mask, and passes through all layers on one
//! thread: a text's vector cannot depend on its neighbours, and threads need no barrier. Each layer changes the hidden
//! state in place ([`candle_core::InplaceOp1`]) and owns its packed weights. Devlin et al. 2019, with the names of the
//! `BertModel` files.

mod embeddings;
mod layer;
mod linear;
mod pooling;
mod space;
mod weights;

use candle_core::{Device, Result, Tensor};
use candle_nn::VarBuilder;
use papermap_kernels::matrix::Arithmetic;
use rayon::prelude::*;

use crate::model::{Pooling, Settings};
use embeddings::{Embed, Embeddings};
use layer::{Layer, Pass};
pub(crate) use pooling::Pool;
use space::Spaces;
pub(crate) use weights::WeightFault;
use weights::Weights;

/// Weights and order of the steps from token ids to a pooled vector.
#[derive(Debug)]
pub(crate) struct Encoder {
    embeddings: Embeddings,
    layers: Vec<Layer>,
    pooling: Pooling,
    width: usize,
    spaces: Spaces,
}

impl Encoder {
    /// Takes the weights from `weights`; a tensor that is missing, of another shape or not finite is named in the fault.
    pub(crate) fn load(
        weights: &VarBuilder<'_>,
        settings: &Settings,
        arithmetic: Arithmetic,
    ) -> std::result::Result<Self, WeightFault> {
        let root = Weights::of_bert(weights);
        let bert = &settings.bert;
        let load_layer = |index| Layer::load(&root.below(format!("encoder.layer.{index}")), bert, arithmetic);
        let (embeddings, layers) = rayon::join(
            || Embeddings::load(&root.below("embeddings"), bert, arithmetic.isa()),
            || (0..bert.layers).into_par_iter().map(load_layer).collect::<Vec<_>>(),
        );
        Ok(Self {
            embeddings: embeddings?,
            // The first fault in the order of layers, whichever thread met its own first.
            layers: layers.into_iter().collect::<std::result::Result<_, _>>()?,
            pooling: settings.pooling,
            width: bert.hidden_size,
            spaces: Spaces::new(arithmetic),
        })
    }

    /// The pooled vectors, shape `(texts, hidden)`, of texts that lie one after another in `ids`; not normalised.
    pub(crate) fn encode(&self, ids: Vec<u32>, lengths: &[usize]) -> Result<Vec<f32>> {
        self.spaces.with(|space| {
            let embed = Embed { embeddings: &self.embeddings, lengths, space };
            let tokens = ids.len();
            let hidden = Tensor::from_vec(ids, tokens, &Device::Cpu)?.apply_op1_no_bwd(&embed)?;
            for layer in &self.layers {
                hidden.inplace_op1(&Pass { layer, lengths, space })?;
            }
            let pool = Pool { pooling: self.pooling, width: self.width, lengths };
            hidden.apply_op1_no_bwd(&pool)?.flatten_all()?.to_vec1()
        })
    }
}
