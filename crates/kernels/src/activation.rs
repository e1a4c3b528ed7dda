//! Softmax and GELU.

use crate::dispatch::{multiply_add, per_isa};
use crate::lanes;
use crate::matrix::LeftRows;

per_isa! {
    /// Sets each row of `weights` to the softmax of the row of `scores`: positive, summing to 1; the scores are used up.
    ///
    /// # Panics
    /// If `scores` are not as many as the rows of `weights` hold.
    pub fn softmax(scores: &mut [f32], weights: &mut LeftRows) = softmax_body::<FMA>;
}

per_isa! {
    /// Replaces each value `x` by `x Φ(x)`, the Gaussian error linear unit with the exact error function to 1e-6
    /// (Hendrycks and Gimpel 2016).
    pub fn gelu(values: &mut [f32]) = gelu_body::<FMA>;
}

#[inline(always)]
fn softmax_body<const FMA: bool>(scores: &mut [f32], weights: &mut LeftRows) {
    let width = weights.depth();
    assert_eq!(scores.len(), weights.count() * width, "scores for {} rows of {width}", weights.count());
    for (index, row) in scores.chunks_exact_mut(width.max(1)).enumerate() {
        let scale = exponentials::<FMA>(row);
        weights.write(index, 0, row, scale);
    }
}

/// Replaces each value `x` by `e^(x - largest)`; returns what makes their sum 1.
#[inline(always)]
fn exponentials<const FMA: bool>(row: &mut [f32]) -> f32 {
    let largest = lanes::largest(row);
    for value in &mut *row {
        *value = exp::<FMA>(*value - largest);
    }
    1.0 / lanes::sum(row, |x| x)
}

#[inline(always)]
fn gelu_body<const FMA: bool>(values: &mut [f32]) {
    for value in values {
        *value = gelu_value::<FMA>(*value);
    }
}

/// `x Φ(x)`: `Φ(x) - 1/2` is a fraction of polynomials in `x²`, fitted by least maximal error to ±5.09, where it is
/// within 1.3e-7 of 1/2; the result is within 3.1e-7 of the exact one, times `|x|` where that exceeds 1.
#[inline(always)]
pub(crate) fn gelu_value<const FMA: bool>(x: f32) -> f32 {
    const LIMIT: f32 = 5.091_169;
    let inside = x.clamp(-LIMIT, LIMIT);
    let square = inside * inside;
    let above = polynomial::<FMA, _>(
        square,
        [-2.986_718_4e-8, 9.609_78e-6, 7.280_472e-4, 1.153_829_3e-2, 0.111_537_73, 0.797_883_75],
    );
    let below =
        polynomial::<FMA, _>(square, [1.221_041_3e-4, 2.974_513_2e-3, 4.054_929e-2, 0.306_451_65, 1.0]);
    let half = 0.5 * x;
    multiply_add::<FMA>(half, inside * above / below, half)
}

/// `e^x` for `x` of at most 0, with a relative error below 3e-7 down to -87, and below 2e-38 from there on.
///
/// `2^n · 2^f` with a whole `n` and `f` in ±1/2, the latter by a polynomial of least maximal error.
#[inline(always)]
fn exp<const FMA: bool>(x: f32) -> f32 {
    /// Adding and taking away 1.5 · 2^23 rounds to the nearest whole number.
    const ROUND: f32 = 12_582_912.0;
    let bounded = if x < -87.0 { -87.0 } else { x };
    let shifted = multiply_add::<FMA>(bounded, std::f32::consts::LOG2_E, ROUND);
    let whole = shifted - ROUND;
    let f = multiply_add::<FMA>(bounded, std::f32::consts::LOG2_E, -whole);
    let power = polynomial::<FMA, _>(
        f,
        [1.340_043_3e-3, 9.676_037e-3, 5.550_327e-2, 0.240_221_07, std::f32::consts::LN_2, 1.000_000_1],
    );
    f32::from_bits(power.to_bits().wrapping_add(shifted.to_bits() << 23))
}

/// The polynomial with these coefficients, the highest first (Horner's scheme).
#[inline(always)]
fn polynomial<const FMA: bool, const N: usize>(x: f32, coefficients: [f32; N]) -> f32 {
    let mut sum = coefficients[0];
    for &coefficient in &coefficients[1..] {
        sum = multiply_add::<FMA>(sum, x, coefficient);
    }
    sum
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Isa;
    use crate::matrix::Arithmetic;

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
                let mut weights = LeftRows::new(Arithmetic::single(isa));
                weights.reshape(rows, width);
                softmax(isa, &mut inputs.to_vec(), &mut weights);
                let outputs: Vec<f32> = (0..rows).flat_map(|row| weights.values_of(row)).collect();
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
