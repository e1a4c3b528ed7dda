//! Layer normalisation and unit length.

use crate::dispatch::per_isa;
use crate::isa::active;

const LANES: usize = 16;

per_isa! {
    /// Layer normalisation of each row of `weight.len()` values: mean 0, variance 1, then `weight` and `bias`
    /// (Ba, Kiros and Hinton 2016).
    ///
    /// # Panics
    /// If `weight` and `bias` differ in length or do not divide the number of values.
    pub fn layer_norm_rows(values: &mut [f32], weight: &[f32], bias: &[f32], epsilon: f32) = layer_norm_body;
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
fn layer_norm_body(values: &mut [f32], weight: &[f32], bias: &[f32], epsilon: f32) {
    let width = weight.len();
    assert_eq!(width, bias.len(), "weight and bias of different length");
    assert!(width > 0 && values.len().is_multiple_of(width), "{} values in rows of {width}", values.len());
    for row in values.chunks_exact_mut(width) {
        let mean = sum(row) / width as f32;
        for value in &mut *row {
            *value -= mean;
        }
        let variance = sum_of_squares(row) / width as f32;
        let scale = 1.0 / (variance + epsilon).sqrt();
        for ((value, &w), &b) in row.iter_mut().zip(weight).zip(bias) {
            *value = *value * scale * w + b;
        }
    }
}

/// Sum in an order that depends on the length alone.
#[inline(always)]
pub(crate) fn sum(row: &[f32]) -> f32 {
    fold(row, |x| x)
}

#[inline(always)]
fn sum_of_squares(row: &[f32]) -> f32 {
    fold(row, |x| x * x)
}

#[inline(always)]
fn fold(row: &[f32], term: impl Fn(f32) -> f32) -> f32 {
    let mut sums = [0.0_f32; LANES];
    let (blocks, rest) = row.as_chunks::<LANES>();
    for block in blocks {
        for lane in 0..LANES {
            sums[lane] += term(block[lane]);
        }
    }
    for (lane, &x) in rest.iter().enumerate() {
        sums[lane] += term(x);
    }
    sums.iter().sum()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Isa;

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
                layer_norm_rows(isa, &mut output, &weight, &bias, 1e-12);
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
