//! Layer normalisation and unit length.

use crate::dispatch::per_isa;
use crate::isa::active;
use crate::lanes;
use crate::matrix::LeftRows;

/// What a layer normalisation does to a row after mean 0 and variance 1.
#[derive(Debug, Clone, Copy)]
pub struct LayerNorm<'a> {
    /// Factor of each value.
    pub weight: &'a [f32],
    /// Added to each value after that.
    pub bias: &'a [f32],
    /// Added to the variance.
    pub epsilon: f32,
}

per_isa! {
    /// Normalises each row of `norm.weight.len()` values in place (Ba, Kiros and Hinton 2016), and sets the rows of
    /// `copy`, from row `first_row` on, to the result.
    ///
    /// # Panics
    /// If weight and bias differ in length or do not divide the number of values, or the rows do not fit `copy`.
    pub fn layer_norm(values: &mut [f32], norm: LayerNorm<'_>, copy: &mut LeftRows, first_row: usize) = layer_norm_body;
}

/// Scales `row` to unit length on the active path; `false` leaves it as it is, where no finite scale exists.
#[must_use]
pub fn normalise(row: &mut [f32]) -> bool {
    let length = crate::dot_on(active(), row, row).sqrt();
    if !length.is_finite() || length < f32::MIN_POSITIVE {
        return false;
    }
    for value in row {
        *value /= length;
    }
    true
}

#[inline(always)]
fn layer_norm_body(values: &mut [f32], norm: LayerNorm<'_>, copy: &mut LeftRows, first_row: usize) {
    let width = norm.weight.len();
    assert_eq!(width, norm.bias.len(), "weight and bias of different length");
    assert!(width > 0 && values.len().is_multiple_of(width), "{} values in rows of {width}", values.len());
    for (index, row) in values.chunks_exact_mut(width).enumerate() {
        normalise_row(row, norm);
        copy.write(first_row + index, 0, row, 1.0);
    }
}

#[inline(always)]
fn normalise_row(row: &mut [f32], norm: LayerNorm<'_>) {
    let width = row.len() as f32;
    let mean = lanes::sum(row, |x| x) / width;
    for value in &mut *row {
        *value -= mean;
    }
    let variance = lanes::sum(row, |x| x * x) / width;
    let scale = 1.0 / (variance + norm.epsilon).sqrt();
    for ((value, &w), &b) in row.iter_mut().zip(norm.weight).zip(norm.bias) {
        *value = *value * scale * w + b;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Isa;
    use crate::matrix::Arithmetic;

    proptest! {
        #[test]
        fn layer_norm_agrees_with_plain_f64(
            width in 2_usize..100,
            values in prop::collection::vec(-3.0_f32..3.0, 100),
        ) {
            let row = &values[..width];
            let weight: Vec<f32> = (0..width).map(|i| 1.0 + i as f32 / 50.0).collect();
            let bias: Vec<f32> = (0..width).map(|i| i as f32 / 100.0).collect();
            let mean = row.iter().map(|&x| f64::from(x)).sum::<f64>() / width as f64;
            let variance = row.iter().map(|&x| (f64::from(x) - mean).powi(2)).sum::<f64>() / width as f64;
            for isa in Isa::available() {
                let mut output = row.to_vec();
                let mut copy = LeftRows::new(Arithmetic::single(isa));
                copy.reshape(1, width);
                layer_norm(isa, &mut output, LayerNorm { weight: &weight, bias: &bias, epsilon: 1e-12 }, &mut copy, 0);
                for i in 0..width {
                    let exact = (f64::from(row[i]) - mean) / (variance + 1e-12).sqrt() * f64::from(weight[i])
                        + f64::from(bias[i]);
                    prop_assert!((f64::from(output[i]) - exact).abs() < 1e-4, "{isa}: {} for {exact}", output[i]);
                }
            }
        }
    }

    #[test]
    fn a_row_without_direction_is_left_alone() {
        for bad in [0.0, f32::NAN, f32::INFINITY] {
            assert!(!normalise(&mut [bad, 0.0]));
        }
        let mut row = [3.0, 4.0];
        assert!(normalise(&mut row));
        assert!((row[0] - 0.6).abs() < 1e-7 && (row[1] - 0.8).abs() < 1e-7);
    }
}
