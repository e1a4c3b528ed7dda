//! Linear layers and layer normalisation with their weights.

use papermap_kernels::LayerNorm;
use papermap_kernels::matrix::{Arithmetic, Left, Output, PackedMatrix, multiply};

use super::weights::{WeightFault, Weights, with_values};

/// A packed linear layer.
#[derive(Debug)]
pub(super) struct Linear {
    weight: PackedMatrix,
    bias: Vec<f32>,
}

impl Linear {
    /// Reads `weight`, shape `(output, input)`, and `bias` below each of `parts`, one under the other.
    pub(super) fn load(
        parts: &[Weights<'_>],
        input: usize,
        output: usize,
        arithmetic: Arithmetic,
    ) -> Result<Self, WeightFault> {
        let mut weight = Vec::with_capacity(parts.len() * input * output);
        let mut bias = Vec::with_capacity(parts.len() * output);
        for part in parts {
            with_values(&part.get((output, input), "weight")?, |values| weight.extend_from_slice(values))?;
            with_values(&part.get(output, "bias")?, |values| bias.extend_from_slice(values))?;
        }
        Ok(Self { weight: PackedMatrix::from_rows(arithmetic, &weight, bias.len(), input), bias })
    }

    /// Number of outputs.
    pub(super) fn width(&self) -> usize {
        self.bias.len()
    }

    /// `input · weightᵀ + bias` to where `output` says.
    pub(super) fn apply<'a>(&'a self, input: Left<'_>, output: Output<'a>) {
        multiply(input, &self.weight, output.with_bias(&self.bias));
    }
}

/// The weights of a layer normalisation.
#[derive(Debug)]
pub(super) struct Norm {
    weight: Vec<f32>,
    bias: Vec<f32>,
    epsilon: f32,
}

impl Norm {
    /// Reads `weight` and `bias`, shape `(width,)`.
    pub(super) fn load(weights: &Weights<'_>, width: usize, epsilon: f64) -> Result<Self, WeightFault> {
        let read = |name: &str| -> Result<Vec<f32>, WeightFault> {
            Ok(with_values(&weights.get(width, name)?, <[f32]>::to_vec)?)
        };
        Ok(Self { weight: read("weight")?, bias: read("bias")?, epsilon: epsilon as f32 })
    }

    pub(super) fn weights(&self) -> LayerNorm<'_> {
        LayerNorm { weight: &self.weight, bias: &self.bias, epsilon: self.epsilon }
    }
}
