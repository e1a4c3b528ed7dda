//! One encoder layer: attention and feed-forward, each with residual and layer normalisation.

use std::cell::RefCell;
use std::ops::Range;

use candle_core::backend::BackendStorage;
use candle_core::{CpuStorage, InplaceOp1, Layout, Result};
use papermap_kernels::matrix::{Arithmetic, Output};
use papermap_kernels::{Heads, Isa, attend, layer_norm};

use super::linear::{Linear, Norm};
use super::space::Space;
use super::weights::{WeightFault, Weights, contiguous};
use crate::model::BertShape;

/// Tokens that pass through the feed-forward part together, so that their widened state stays in the second-level cache.
const BLOCK: usize = 96;

/// Weights of a layer.
#[derive(Debug)]
pub(super) struct Layer {
    /// Queries, keys and values side by side.
    projections: Linear,
    heads: Heads,
    attention_output: Linear,
    attention_norm: Norm,
    up: Linear,
    down: Linear,
    output_norm: Norm,
    isa: Isa,
}

/// Passes the hidden state of texts of these lengths, one after another, through a layer.
pub(super) struct Pass<'a> {
    pub(super) layer: &'a Layer,
    pub(super) lengths: &'a [usize],
    pub(super) space: &'a RefCell<Space>,
}

impl Layer {
    pub(super) fn load(
        weights: &Weights<'_>,
        bert: &BertShape,
        arithmetic: Arithmetic,
    ) -> std::result::Result<Self, WeightFault> {
        let (hidden, inner) = (bert.hidden_size, bert.intermediate_size);
        let linear =
            |name: &str, input, output| Linear::load(&[weights.below(name)], input, output, arithmetic);
        let norm = |name: &str| Norm::load(&weights.below(name), hidden, bert.layer_norm_eps);
        let parts = ["query", "key", "value"].map(|name| weights.below("attention.self").below(name));
        Ok(Self {
            projections: Linear::load(&parts, hidden, hidden, arithmetic)?,
            heads: Heads { count: bert.heads, width: hidden / bert.heads },
            attention_output: linear("attention.output.dense", hidden, hidden)?,
            attention_norm: norm("attention.output.LayerNorm")?,
            up: linear("intermediate.dense", hidden, inner)?,
            down: linear("output.dense", inner, hidden)?,
            output_norm: norm("output.LayerNorm")?,
            isa: arithmetic.isa(),
        })
    }

    /// Replaces `hidden`, shape `(tokens, hidden)`, which `space.state` repeats before and after.
    fn apply(&self, hidden: &mut [f32], lengths: &[usize], space: &mut Space) {
        let width = self.attention_output.width();
        let tokens = hidden.len() / width;
        self.attend(tokens, lengths, space);
        space.inner.reshape(BLOCK, self.up.width());
        for first in (0..tokens).step_by(BLOCK) {
            let block = first..tokens.min(first + BLOCK);
            self.feed_forward(&mut hidden[block.start * width..block.end * width], block, space);
        }
    }

    /// Leaves the attended values in `space.context`.
    fn attend(&self, tokens: usize, lengths: &[usize], space: &mut Space) {
        space.projected.resize(tokens * self.projections.width(), 0.0);
        self.projections.apply(space.state.all(), Output::set(&mut space.projected));
        space.context.reshape(tokens, self.attention_output.width());
        attend(&space.projected, lengths, self.heads, &mut space.attention, &mut space.context);
    }

    /// What follows attention, for one block of tokens.
    fn feed_forward(&self, hidden: &mut [f32], block: Range<usize>, space: &mut Space) {
        let Space { state, context, inner, .. } = space;
        self.attention_output.apply(context.rows(block.clone()), Output::add(hidden));
        layer_norm(self.isa, hidden, self.attention_norm.weights(), state, block.start);
        self.up.apply(state.rows(block.clone()), Output::left(inner, 0, 0).with_gelu());
        self.down.apply(inner.rows(0..block.len()), Output::add(hidden));
        layer_norm(self.isa, hidden, self.output_norm.weights(), state, block.start);
    }
}

impl InplaceOp1 for Pass<'_> {
    fn name(&self) -> &'static str {
        "papermap encoder layer"
    }

    fn cpu_fwd(&self, storage: &mut CpuStorage, layout: &Layout) -> Result<()> {
        let CpuStorage::F32(hidden) = storage else {
            candle_core::bail!("the hidden state is {:?}, expected f32", storage.dtype())
        };
        self.layer.apply(&mut hidden[contiguous(layout)?], self.lengths, &mut self.space.borrow_mut());
        Ok(())
    }
}
