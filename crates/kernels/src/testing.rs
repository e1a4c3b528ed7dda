//! What the tests of several kernels share.

use crate::matrix::Arithmetic;

/// `count` reproducible values in ±1/2.
pub(crate) fn numbers(count: usize, seed: u64) -> Vec<f32> {
    let mut state = seed.wrapping_mul(2).wrapping_add(1);
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f32 / 16_777_216.0 - 0.5
    };
    (0..count).map(|_| next()).collect()
}

impl Arithmetic {
    /// By how much a value near 1 may differ after a few roundings of its operands.
    pub(crate) fn relative_error(self) -> f64 {
        use crate::matrix::Operands;
        match self.operands() {
            Operands::Single => 1e-6,
            Operands::Split => 1e-4,
            Operands::Rounded | Operands::Bf16 => 2e-2,
        }
    }
}
