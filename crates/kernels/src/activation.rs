//! Softmax and GELU.

use crate::dispatch::per_isa;

per_isa! {
    /// Replaces each row of `width` values by its softmax: positive, summing to 1.
    ///
    /// # Panics
    /// If `width` is 0 or does not divide the number of values.
    pub fn softmax_rows(values: &mut [f32], width: usize) = softmax_body;
}

per_isa! {
    /// Replaces each value `x` by `x Φ(x)`, the Gaussian error linear unit with the exact error function to 1e-6
    /// (Hendrycks and Gimpel 2016).
    pub fn gelu(values: &mut [f32]) = gelu_body;
}

#[inline(always)]
fn softmax_body(values: &mut [f32], width: usize) {
    assert!(width > 0 && values.len().is_multiple_of(width), "{} values in rows of {width}", values.len());
    for row in values.chunks_exact_mut(width) {
        let largest = row.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        for value in &mut *row {
            *value = exp(*value - largest);
        }
        let scale = 1.0 / crate::norm::sum(row);
        for value in row {
            *value *= scale;
        }
    }
}

#[inline(always)]
fn gelu_body(values: &mut [f32]) {
    for value in values {
        *value = 0.5 * *value * (1.0 + erf(*value * std::f32::consts::FRAC_1_SQRT_2));
    }
}

/// `e^x` to two units in the last place; 0 below -87, `e^88` above 88.
///
/// Range reduction by powers of two and a polynomial of degree 5, as in the Cephes library (Moshier 1989).
#[inline(always)]
fn exp(x: f32) -> f32 {
    /// Adding and taking away 1.5 · 2^23 rounds to the nearest whole number.
    const ROUND: f32 = 12_582_912.0;
    const LN2_HIGH: f32 = 0.693_359_4;
    const LN2_LOW: f32 = -2.121_944_4e-4;
    let clamped = x.clamp(-87.0, 88.0);
    let shifted = clamped * std::f32::consts::LOG2_E + ROUND;
    let power = shifted - ROUND;
    let r = clamped - power * LN2_HIGH - power * LN2_LOW;
    let p = 1.987_569_1e-4;
    let p = p * r + 1.398_199_9e-3;
    let p = p * r + 8.333_452e-3;
    let p = p * r + 4.166_579_6e-2;
    let p = p * r + 1.666_666_5e-1;
    let p = p * r + 0.5;
    let mantissa = p * r * r + r + 1.0;
    let exponent = shifted.to_bits().wrapping_add(127) << 23;
    let result = mantissa * f32::from_bits(exponent);
    if x < -87.0 { 0.0 } else { result }
}

/// Error function with an absolute error below 3e-7 (Abramowitz and Stegun 1964, 7.1.26).
#[inline(always)]
fn erf(x: f32) -> f32 {
    let size = x.abs();
    let t = 1.0 / (1.0 + 0.327_591_1 * size);
    let p = 1.061_405_4;
    let p = p * t - 1.453_152_1;
    let p = p * t + 1.421_413_8;
    let p = p * t - 0.284_496_74;
    let p = p * t + 0.254_829_6;
    (1.0 - p * t * exp(-size * size)).copysign(x)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Isa;

    /// Error function by its Taylor series in f64; slow, and right to 1e-12 for |x| below 5.
    fn slow_erf(x: f64) -> f64 {
        if x.abs() > 5.0 {
            return x.signum();
        }
        let mut term = x;
        let mut sum = x;
        for n in 1..200 {
            let n = f64::from(n);
            term *= -x * x / n;
            sum += term / (2.0 * n + 1.0);
        }
        sum * std::f64::consts::FRAC_2_SQRT_PI
    }

    #[test]
    fn gelu_is_within_a_millionth_of_the_exact_one() {
        let inputs: Vec<f32> = (-8000..=8000).map(|i| i as f32 / 1000.0).collect();
        for isa in Isa::available() {
            let mut outputs = inputs.clone();
            gelu(isa, &mut outputs);
            for (&x, &y) in inputs.iter().zip(&outputs) {
                let x = f64::from(x);
                let exact = 0.5 * x * (1.0 + slow_erf(x * std::f64::consts::FRAC_1_SQRT_2));
                assert!(
                    (f64::from(y) - exact).abs() < 1e-6 * x.abs().max(1.0),
                    "{isa}: gelu({x}) = {y}, exact {exact}"
                );
            }
        }
    }

    proptest! {
        #[test]
        fn softmax_agrees_with_plain_f64(
            rows in 1_usize..4,
            width in 1_usize..70,
            seed in prop::collection::vec(-60.0_f32..60.0, 280),
        ) {
            let inputs = &seed[..rows * width];
            for isa in Isa::available() {
                let mut outputs = inputs.to_vec();
                softmax_rows(isa, &mut outputs, width);
                for (input, output) in inputs.chunks(width).zip(outputs.chunks(width)) {
                    let largest = f64::from(input.iter().copied().fold(f32::MIN, f32::max));
                    let total: f64 = input.iter().map(|&x| (f64::from(x) - largest).exp()).sum();
                    for (&x, &y) in input.iter().zip(output) {
                        let exact = (f64::from(x) - largest).exp() / total;
                        prop_assert!((f64::from(y) - exact).abs() < 2e-6, "{isa}: {y} for {exact}");
                    }
                }
            }
        }
    }
}
