//! Tiles: a few rows times one panel, the sums in registers.

#[cfg(target_arch = "x86_64")]
mod amx;
#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "x86_64")]
mod avx512_bf16;
mod portable;

use super::{Line, PANEL, Wide};
use crate::isa::{Isa, Path};

/// More rows than any path's tile has.
const MOST_ROWS: usize = 32;

/// The sums of a tile.
#[derive(Debug)]
#[repr(C, align(64))]
pub(super) struct Tile(pub(super) [[f32; PANEL]; MOST_ROWS]);

impl Tile {
    pub(super) const ZERO: Self = Self([[0.0; PANEL]; MOST_ROWS]);
}

/// The AMX tile registers of this thread while they have our shape; nothing on other paths.
pub(super) struct Configured {
    #[cfg(target_arch = "x86_64")]
    _tiles: Option<amx::Configured>,
}

impl Configured {
    pub(super) fn new(isa: Isa) -> Self {
        #[cfg(not(target_arch = "x86_64"))]
        let _ = isa;
        Self {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: an `Isa` with this path exists only where the CPU and the system let us use the tiles.
            _tiles: (isa.path() == Path::Amx).then(|| unsafe { amx::Configured::new() }),
        }
    }
}

/// Fills the first rows of `tile` with products of as many rows of `left` and the panel; returns how many it did.
pub(super) fn single(
    isa: Isa,
    left: &[f32],
    stride: usize,
    rows: usize,
    panel: &[Wide],
    tile: &mut Tile,
) -> usize {
    match isa.path() {
        // SAFETY: an `Isa` with one of these paths exists only where the CPU has these instructions.
        #[cfg(target_arch = "x86_64")]
        Path::Amx | Path::Avx512 => unsafe { avx512::tile(left, stride, rows, panel, tile) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        Path::Avx2 => unsafe { avx2::tile(left, stride, rows, panel, tile) },
        _ => portable::tile(left, panel, tile),
    }
}

/// Fills the first rows of `tile` with the sum of the products of `parts`, each rows of lines and a panel of pairs;
/// returns how many it did.
///
/// On AMX the caller holds a [`Configured`].
#[cfg_attr(
    not(target_arch = "x86_64"),
    expect(unused_variables, reason = "no other path has products of bf16")
)]
pub(super) fn bf16(
    isa: Isa,
    parts: &[(&[Line], &[Line])],
    stride: usize,
    rows: usize,
    tile: &mut Tile,
) -> usize {
    match isa.path() {
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        Path::Amx => unsafe { amx::tile(parts, stride, rows, tile) },
        // SAFETY: `multiply` asked `multiplies_bf16`, which on this path means that the CPU has the instruction.
        #[cfg(target_arch = "x86_64")]
        Path::Avx512 => unsafe { avx512_bf16::tile(parts, stride, rows, tile) },
        path => unreachable!("{path:?} has no products of bf16; this is a bug"),
    }
}
