//! One encoder layer: attention and feed-forward, each with residual and layer normalisation.

use std::cell::RefCell;

use candle_core::{CpuStorage, CustomOp1, Layout, Result, Shape};
use candle_nn::VarBuilder;
use papermap_kernels::{Isa, gelu};

use super::attention::{Attention, Workspace};
use super::linear::{LayerNorm, Linear};
use super::values;
use crate::model::BertShape;

thread_local! {
    static SPACE: RefCell<(Workspace, Vec<f32>)> = RefCell::default();
}

/// Weights of a layer.
#[derive(Debug)]
pub(super) struct Layer {
    attention: Attention,
    attention_output: Linear,
    attention_norm: LayerNorm,
    up: Linear,
    down: Linear,
    output_norm: LayerNorm,
    isa: Isa,
}

impl Layer {
    pub(super) fn load(weights: &VarBuilder<'_>, bert: &BertShape, isa: Isa) -> Result<Self> {
        let (hidden, inner) = (bert.hidden_size, bert.intermediate_size);
        let linear = |name: &str, input, output| Linear::load(&[weights.pp(name)], input, output, isa);
        let norm = |name: &str| LayerNorm::load(&weights.pp(name), hidden, bert.layer_norm_eps, isa);
        Ok(Self {
            attention: Attention::load(&weights.pp("attention.self"), bert, isa)?,
            attention_output: linear("attention.output.dense", hidden, hidden)?,
            attention_norm: norm("attention.output.LayerNorm")?,
            up: linear("intermediate.dense", hidden, inner)?,
            down: linear("output.dense", inner, hidden)?,
            output_norm: norm("output.LayerNorm")?,
            isa,
        })
    }

    fn apply(&self, hidden: &[f32]) -> Vec<f32> {
        SPACE.with_borrow_mut(|(space, inner)| {
            self.attention.apply(hidden, space);
            let mut state = hidden.to_vec();
            self.attention_output.add(&space.context, &mut state);
            self.attention_norm.apply(&mut state);
            self.up.apply(&state, inner);
            gelu(self.isa, inner);
            self.down.add(inner, &mut state);
            self.output_norm.apply(&mut state);
            state
        })
    }
}

impl CustomOp1 for Layer {
    fn name(&self) -> &'static str {
        "papermap encoder layer"
    }

    fn cpu_fwd(&self, storage: &CpuStorage, layout: &Layout) -> Result<(CpuStorage, Shape)> {
        let state = self.apply(values(storage, layout)?);
        Ok((CpuStorage::F32(state), layout.shape().clone()))
    }
}
