//! Dot product and squared Euclidean distance of two rows.

use crate::dispatch::per_isa;
use crate::isa::active;
use crate::lanes;

/// Dot product of `a` and `b` on the active path.
///
/// # Panics
/// If the lengths differ.
#[must_use]
pub fn dot(a: &[f32], b: &[f32]) -> f32 {
    dot_on(active(), a, b)
}

/// Squared Euclidean distance of `a` and `b` on the active path.
///
/// # Panics
/// If the lengths differ.
#[must_use]
pub fn squared_distance(a: &[f32], b: &[f32]) -> f32 {
    squared_distance_on(active(), a, b)
}

per_isa! {
    /// Dot product of `a` and `b`; the order of additions depends on the length alone.
    ///
    /// # Panics
    /// If the lengths differ.
    #[must_use]
    pub fn dot_on(a: &[f32], b: &[f32]) -> f32 = dot_body;
}

per_isa! {
    /// Squared Euclidean distance of `a` and `b`; the order of additions depends on the length alone.
    ///
    /// # Panics
    /// If the lengths differ.
    #[must_use]
    pub fn squared_distance_on(a: &[f32], b: &[f32]) -> f32 = squared_distance_body;
}

per_isa! {
    /// Squared Euclidean distance of `a` and `b` in f64, the same bits on every path.
    ///
    /// Finite for all finite rows; its relative error is below 1e-16 times their length plus 40.
    ///
    /// # Panics
    /// If the lengths differ.
    #[must_use]
    pub fn exact_squared_distance_on(a: &[f32], b: &[f32]) -> f64 = exact_squared_distance_body;
}

#[inline(always)]
fn exact_squared_distance_body(a: &[f32], b: &[f32]) -> f64 {
    const LANES: usize = 32;
    assert_eq!(a.len(), b.len(), "rows of different length");
    let mut lanes = [0.0_f64; LANES];
    let (a_blocks, a_rest) = a.as_chunks::<LANES>();
    let (b_blocks, b_rest) = b.as_chunks::<LANES>();
    let square = |x: f32, y: f32| {
        let difference = f64::from(x) - f64::from(y);
        difference * difference
    };
    for (x, y) in a_blocks.iter().zip(b_blocks) {
        for lane in 0..LANES {
            lanes[lane] += square(x[lane], y[lane]);
        }
    }
    for (lane, (&x, &y)) in lanes.iter_mut().zip(a_rest.iter().zip(b_rest)) {
        *lane += square(x, y);
    }
    std::hint::black_box(lanes).iter().sum()
}

#[inline(always)]
fn dot_body(a: &[f32], b: &[f32]) -> f32 {
    lanes::sum_of_pairs(a, b, |x, y| x * y)
}

#[inline(always)]
fn squared_distance_body(a: &[f32], b: &[f32]) -> f32 {
    lanes::sum_of_pairs(a, b, |x, y| (x - y) * (x - y))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Isa;

    fn pairs() -> impl Strategy<Value = Vec<(f32, f32)>> {
        prop::collection::vec((-2.0_f32..2.0, -2.0_f32..2.0), 0..200)
    }

    proptest! {
        #[test]
        fn every_path_agrees_with_plain_f64(pairs in pairs()) {
            let (a, b): (Vec<f32>, Vec<f32>) = pairs.iter().copied().unzip();
            let wide = || pairs.iter().map(|&(x, y)| (f64::from(x), f64::from(y)));
            let dot: f64 = wide().map(|(x, y)| x * y).sum();
            let distance: f64 = wide().map(|(x, y)| (x - y) * (x - y)).sum();
            let bound = 1e-6 * (1.0 + 16.0 * pairs.len() as f64);
            for isa in Isa::available() {
                prop_assert!((f64::from(dot_on(isa, &a, &b)) - dot).abs() <= bound);
                prop_assert!((f64::from(squared_distance_on(isa, &a, &b)) - distance).abs() <= bound);
                prop_assert!((exact_squared_distance_on(isa, &a, &b) - distance).abs() <= 1e-11);
            }
        }

        #[test]
        fn every_path_gives_the_same_bits(pairs in pairs()) {
            let (a, b): (Vec<f32>, Vec<f32>) = pairs.into_iter().unzip();
            let reference = dot_on(Isa::PORTABLE, &a, &b);
            for isa in Isa::available() {
                prop_assert_eq!(dot_on(isa, &a, &b).to_bits(), reference.to_bits());
                let exact = |isa| exact_squared_distance_on(isa, &a, &b).to_bits();
                prop_assert_eq!(exact(isa), exact(Isa::PORTABLE));
            }
        }
    }

    #[test]
    #[should_panic(expected = "different length")]
    fn rows_of_different_length_are_refused() {
        let _ = dot(&[1.0], &[1.0, 2.0]);
    }
}
