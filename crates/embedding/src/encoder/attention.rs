//! Self-attention of one text.

use candle_core::Result;
use candle_nn::VarBuilder;
use papermap_kernels::matrix::{PackedMatrix, Rows, multiply};
use papermap_kernels::{Isa, softmax_rows};

use super::linear::Linear;
use crate::model::BertShape;

/// The three projections and the shape of the heads.
#[derive(Debug)]
pub(super) struct Attention {
    /// Queries, keys and values side by side.
    projections: Linear,
    heads: usize,
    head_width: usize,
    isa: Isa,
}

/// Buffers that are used again for every text.
#[derive(Debug)]
pub(super) struct Workspace {
    projected: Vec<f32>,
    queries: Vec<f32>,
    keys: PackedMatrix,
    values: PackedMatrix,
    scores: Vec<f32>,
    head: Vec<f32>,
    /// The attended values, shape `(tokens, hidden)`.
    pub(super) context: Vec<f32>,
}

impl Default for Workspace {
    fn default() -> Self {
        Self {
            projected: Vec::new(),
            queries: Vec::new(),
            keys: PackedMatrix::with_capacity(0, 0),
            values: PackedMatrix::with_capacity(0, 0),
            scores: Vec::new(),
            head: Vec::new(),
            context: Vec::new(),
        }
    }
}

impl Attention {
    pub(super) fn load(weights: &VarBuilder<'_>, bert: &BertShape, isa: Isa) -> Result<Self> {
        let hidden = bert.hidden_size;
        let parts = ["query", "key", "value"].map(|name| weights.pp(name));
        let projections = Linear::load(&parts, hidden, hidden, isa)?;
        Ok(Self { projections, heads: bert.heads, head_width: hidden / bert.heads, isa })
    }

    /// Leaves the attended values of `hidden`, shape `(tokens, hidden)`, in `space.context`.
    ///
    /// Vaswani et al. 2017, section 3.2: softmax(Q Kᵀ / √d) V, head by head; cost `O(tokens² · hidden)`.
    pub(super) fn apply(&self, hidden: &[f32], space: &mut Workspace) {
        self.projections.apply(hidden, &mut space.projected);
        space.context.resize(hidden.len(), 0.0);
        for head in 0..self.heads {
            self.attend(head, space);
        }
    }

    fn attend(&self, head: usize, space: &mut Workspace) {
        let (width, row) = (self.head_width, self.projections.width());
        let hidden = self.heads * width;
        let tokens = space.projected.len() / row;
        let first = head * width;
        let projected = &space.projected;
        self.scale_queries(first, row, projected, &mut space.queries);
        space.keys.pack(tokens, width, |token, k| projected[token * row + hidden + first + k]);
        space.values.pack(width, tokens, |k, token| projected[token * row + 2 * hidden + first + k]);

        space.scores.resize(tokens * tokens, 0.0);
        let queries = Rows { values: &space.queries, count: tokens, stride: width };
        multiply(self.isa, queries, &space.keys, &mut space.scores, false);
        softmax_rows(self.isa, &mut space.scores, tokens);

        space.head.resize(tokens * width, 0.0);
        let scores = Rows { values: &space.scores, count: tokens, stride: tokens };
        multiply(self.isa, scores, &space.values, &mut space.head, false);
        for (context, head) in space.context.chunks_exact_mut(hidden).zip(space.head.chunks_exact(width)) {
            context[first..first + width].copy_from_slice(head);
        }
    }

    fn scale_queries(&self, first: usize, row: usize, projected: &[f32], queries: &mut Vec<f32>) {
        let scale = 1.0 / (self.head_width as f32).sqrt();
        queries.clear();
        for token in projected.chunks_exact(row) {
            queries.extend(token[first..first + self.head_width].iter().map(|q| q * scale));
        }
    }
}
