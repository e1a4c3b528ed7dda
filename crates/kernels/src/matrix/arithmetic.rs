//! In which numbers a product is computed.

use std::fmt;

use crate::isa::{Isa, Path};

/// How products are computed: an instruction path and a number format of the operands; sums are f32 in all of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Arithmetic {
    isa: Isa,
    operands: Operands,
}

/// Number format of the operands of a product.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operands {
    /// f32.
    Single,
    /// f32 rounded to the numbers that bf16 has, for paths without products of bf16.
    Rounded,
    /// bf16.
    Bf16,
    /// The sum of two bf16, about 16 bits of mantissa; the product of the two low parts is left out.
    Split,
}

impl Arithmetic {
    /// f32 operands on any path.
    #[must_use]
    pub fn single(isa: Isa) -> Self {
        Self { isa, operands: Operands::Single }
    }

    /// The fastest arithmetic of the path that agrees with f32 to about 16 bits of mantissa: f32, or three products of
    /// bf16 halves on AMX (Henry, Tang and Heinecke 2019, section III).
    #[must_use]
    pub fn faithful(isa: Isa) -> Self {
        let operands = if isa.path() == Path::Amx { Operands::Split } else { Operands::Single };
        Self { isa, operands }
    }

    /// bf16 operands: 8 bits of mantissa.
    ///
    /// Paths that have no products of bf16 round the operands alike and multiply in f32, at the speed of f32.
    #[must_use]
    pub fn reduced(isa: Isa) -> Self {
        let operands = if isa.multiplies_bf16() { Operands::Bf16 } else { Operands::Rounded };
        Self { isa, operands }
    }

    /// The instruction path.
    #[must_use]
    pub fn isa(self) -> Isa {
        self.isa
    }

    pub(crate) fn operands(self) -> Operands {
        self.operands
    }

    /// Every arithmetic that this CPU can run.
    #[must_use]
    pub fn available() -> Vec<Self> {
        let formats = [Self::single, Self::faithful, Self::reduced];
        let mut all: Vec<Self> =
            Isa::available().into_iter().flat_map(|isa| formats.map(|format| format(isa))).collect();
        all.dedup();
        all
    }
}

impl fmt::Display for Arithmetic {
    /// The path, with `bf16` where another path of the same precision would give other bits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.operands {
            Operands::Bf16 if self.isa.path() == Path::Avx512 => write!(f, "{}-bf16", self.isa),
            _ => write!(f, "{}", self.isa),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_path_has_its_arithmetics() {
        let all = Arithmetic::available();
        for isa in Isa::available() {
            assert!(all.contains(&Arithmetic::single(isa)));
            assert!(all.contains(&Arithmetic::reduced(isa)));
        }
        assert_eq!(Arithmetic::reduced(Isa::PORTABLE).operands(), Operands::Rounded);
        assert_eq!(Arithmetic::faithful(Isa::PORTABLE).operands(), Operands::Single);
    }
}
