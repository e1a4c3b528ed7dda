//! Sums of rows in f64.

use crate::dispatch::per_isa;

per_isa! {
    /// Adds `scale` times `row` to `sum`, the same bits on every path; what one of the two has more is left out.
    pub fn add_scaled_on(sum: &mut [f64], row: &[f32], scale: f32) = add_scaled_body;
}

/// The product of two f32 is exact in f64, so a fused path would round no other way.
#[inline(always)]
fn add_scaled_body(sum: &mut [f64], row: &[f32], scale: f32) {
    for (total, &value) in sum.iter_mut().zip(row) {
        *total += f64::from(scale) * f64::from(value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Isa;
    use crate::testing::numbers;

    #[test]
    fn every_path_gives_the_same_bits() {
        for length in [0, 1, 7, 64, 131] {
            let (row, start) = (numbers(length, 3), numbers(length, 4));
            let start: Vec<f64> = start.into_iter().map(f64::from).collect();
            for isa in Isa::available() {
                let mut sum = start.clone();
                add_scaled_on(isa, &mut sum, &row, -0.3);
                let expected = start.iter().zip(&row).map(|(a, &b)| a + f64::from(-0.3_f32) * f64::from(b));
                assert!(sum.iter().map(|x| x.to_bits()).eq(expected.map(f64::to_bits)), "{isa}");
            }
        }
    }
}
