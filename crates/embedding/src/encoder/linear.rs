//! Linear layers and layer normalisation with their weights.

use candle_core::Result;
use candle_nn::VarBuilder;
use papermap_kernels::matrix::{PackedMatrix, Rows, multiply};
use papermap_kernels::{Isa, layer_norm_rows};

/// A packed linear layer.
#[derive(Debug)]
pub(super) struct Linear {
    weight: PackedMatrix,
    bias: Vec<f32>,
    isa: Isa,
}

impl Linear {
    /// Reads `weight`, shape `(output, input)`, and `bias` below each of `parts`, one under the other.
    pub(super) fn load(parts: &[VarBuilder<'_>], input: usize, output: usize, isa: Isa) -> Result<Self> {
        let mut weight = Vec::with_capacity(parts.len() * input * output);
        let mut bias = Vec::with_capacity(parts.len() * output);
        for part in parts {
            weight.extend(part.get((output, input), "weight")?.flatten_all()?.to_vec1::<f32>()?);
            bias.extend(part.get(output, "bias")?.to_vec1::<f32>()?);
        }
        Ok(Self { weight: PackedMatrix::from_rows(&weight, bias.len(), input), bias, isa })
    }

    /// Number of outputs.
    pub(super) fn width(&self) -> usize {
        self.bias.len()
    }

    /// `output = input · weightᵀ + bias` for rows of `input`.
    pub(super) fn apply(&self, input: &[f32], output: &mut Vec<f32>) {
        self.multiply(input, output, |row, bias| row.copy_from_slice(bias));
    }

    /// `output += input · weightᵀ + bias` for rows of `input`.
    pub(super) fn add(&self, input: &[f32], output: &mut Vec<f32>) {
        self.multiply(input, output, |row, bias| {
            for (value, b) in row.iter_mut().zip(bias) {
                *value += b;
            }
        });
    }

    fn multiply(&self, input: &[f32], output: &mut Vec<f32>, start: impl Fn(&mut [f32], &[f32])) {
        let depth = self.weight.depth();
        let rows = Rows { values: input, count: input.len() / depth, stride: depth };
        output.resize(rows.count * self.width(), 0.0);
        for row in output.chunks_exact_mut(self.width()) {
            start(row, &self.bias);
        }
        multiply(self.isa, rows, &self.weight, output, true);
    }
}

/// A layer normalisation with its weights.
#[derive(Debug)]
pub(super) struct LayerNorm {
    weight: Vec<f32>,
    bias: Vec<f32>,
    epsilon: f32,
    isa: Isa,
}

impl LayerNorm {
    /// Reads `weight` and `bias`, shape `(width,)`.
    pub(super) fn load(weights: &VarBuilder<'_>, width: usize, epsilon: f64, isa: Isa) -> Result<Self> {
        let weight = weights.get(width, "weight")?.to_vec1()?;
        let bias = weights.get(width, "bias")?.to_vec1()?;
        Ok(Self { weight, bias, epsilon: epsilon as f32, isa })
    }

    /// Normalises each row of `values`.
    pub(super) fn apply(&self, values: &mut [f32]) {
        layer_norm_rows(self.isa, values, &self.weight, &self.bias, self.epsilon);
    }
}
