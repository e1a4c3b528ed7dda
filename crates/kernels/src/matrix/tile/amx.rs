//! Tiles of 32 rows and 32 columns of bf16 products in the AMX tile registers.
//!
//! Registers 0 to 3 hold the sums of two by two blocks of 16 rows and 16 columns, 4 and 5 rows of the left side, 6 and 7
//! columns of the panel. One step multiplies 32 values of depth: four loads under four products.

use std::arch::asm;

use super::super::fits;
use super::{Line, Tile};

/// Rows of a tile register.
const ROWS: usize = 16;
/// Lines of a panel that one step reads: 16 pairs of rows.
const STEP: usize = 32;
/// Bytes from one row of a panel, or of a [`Tile`], to the next.
const ROW_BYTES: usize = 128;

/// What `ldtilecfg` reads (Intel SDM, volume 1, section 18.2.1).
#[repr(C, align(64))]
struct Shape {
    palette: u8,
    start_row: u8,
    reserved: [u8; 14],
    row_bytes: [u16; 16],
    rows: [u8; 16],
}

/// Eight registers of 16 rows of 64 bytes.
static SHAPE: Shape = Shape {
    palette: 1,
    start_row: 0,
    reserved: [0; 14],
    row_bytes: [64, 64, 64, 64, 64, 64, 64, 64, 0, 0, 0, 0, 0, 0, 0, 0],
    rows: [16, 16, 16, 16, 16, 16, 16, 16, 0, 0, 0, 0, 0, 0, 0, 0],
};

/// The tile registers of this thread, in our shape until this is dropped.
///
/// Held for one product only, so that no other code of the thread ever meets registers in use.
pub(super) struct Configured {
    /// Registers belong to a thread.
    _not_send: std::marker::PhantomData<*const ()>,
}

impl Configured {
    /// # Safety
    /// The CPU has AMX and the system has permitted its use.
    pub(super) unsafe fn new() -> Self {
        // SAFETY: the caller vouches for the instruction; it reads the 64 bytes of the shape.
        unsafe { asm!("ldtilecfg [{}]", in(reg) &raw const SHAPE, options(nostack, preserves_flags)) };
        Self { _not_send: std::marker::PhantomData }
    }
}

impl Drop for Configured {
    fn drop(&mut self) {
        // SAFETY: a value exists only where `new` configured the tiles of this thread.
        unsafe { asm!("tilerelease", options(nostack, preserves_flags)) };
    }
}

/// Two operands of a product, as the loops below read them.
#[repr(C)]
struct Part {
    left: *const Line,
    panel: *const Line,
}

/// See [`super::bf16`].
///
/// # Safety
/// The CPU has AMX, the system has permitted its use, and the tiles of this thread have our shape.
pub(super) unsafe fn tile(
    parts: &[(&[Line], &[Line])],
    stride: usize,
    rows: usize,
    tile: &mut Tile,
) -> usize {
    let steps = parts[0].1.len() / STEP;
    let padded = rows.min(2 * ROWS).next_multiple_of(ROWS);
    let mut operands: [Part; 3] = [const { Part { left: std::ptr::null(), panel: std::ptr::null() } }; 3];
    assert!(parts.len() <= operands.len(), "{} parts", parts.len());
    for (operand, &(left, panel)) in operands.iter_mut().zip(parts) {
        assert!(
            panel.len() == steps * STEP && fits(left.len(), padded, stride, steps),
            "rows of another depth"
        );
        *operand = Part { left: left.as_ptr(), panel: panel.as_ptr() };
    }
    if steps == 0 {
        *tile = Tile::ZERO;
    } else if padded == ROWS {
        // SAFETY: the caller vouches for the tiles; `operands` hold 16 rows and a panel of `steps` each.
        unsafe { fill_half(&operands[..parts.len()], stride, steps, tile) };
    } else {
        // SAFETY: as above, with 32 rows.
        unsafe { fill(&operands[..parts.len()], stride, steps, tile) };
    }
    padded
}

/// Sums 32 rows times 32 columns.
///
/// # Safety
/// As [`tile`]; each part holds 32 rows and a panel of `steps`, at least one.
unsafe fn fill(parts: &[Part], stride: usize, steps: usize, tile: &mut Tile) {
    // SAFETY: the loads read 32 rows of `steps` lines, `stride` lines apart, and 16 pairs of two lines a step, which the
    // caller vouches for; the stores write the 32 rows of `tile`.
    unsafe {
        asm!(
            "tilezero tmm0",
            "tilezero tmm1",
            "tilezero tmm2",
            "tilezero tmm3",
            "2:",
            "mov {upper}, [{part}]",
            "mov {panel}, [{part} + 8]",
            "lea {lower}, [{upper} + {half}]",
            "mov {step}, {steps}",
            "3:",
            "tileloadd tmm6, [{panel} + {row}*1]",
            "tileloadd tmm4, [{upper} + {stride}*1]",
            "tdpbf16ps tmm0, tmm4, tmm6",
            "tileloadd tmm7, [{panel} + {row}*1 + 64]",
            "tdpbf16ps tmm1, tmm4, tmm7",
            "tileloadd tmm5, [{lower} + {stride}*1]",
            "tdpbf16ps tmm2, tmm5, tmm6",
            "tdpbf16ps tmm3, tmm5, tmm7",
            "add {upper}, 64",
            "add {lower}, 64",
            "add {panel}, 2048",
            "dec {step}",
            "jnz 3b",
            "add {part}, 16",
            "cmp {part}, {end}",
            "jne 2b",
            "tilestored [{tile} + {row}*1], tmm0",
            "tilestored [{tile} + {row}*1 + 64], tmm1",
            "tilestored [{tile} + {row}*1 + 2048], tmm2",
            "tilestored [{tile} + {row}*1 + 2112], tmm3",
            part = inout(reg) parts.as_ptr() => _,
            end = in(reg) parts.as_ptr_range().end,
            upper = out(reg) _,
            lower = out(reg) _,
            panel = out(reg) _,
            step = out(reg) _,
            steps = in(reg) steps,
            stride = in(reg) stride * size_of::<Line>(),
            half = in(reg) ROWS * stride * size_of::<Line>(),
            row = in(reg) ROW_BYTES,
            tile = in(reg) tile,
            out("tmm0") _, out("tmm1") _, out("tmm2") _, out("tmm3") _,
            out("tmm4") _, out("tmm5") _, out("tmm6") _, out("tmm7") _,
            options(nostack),
        );
    }
}

/// Sums 16 rows times 32 columns.
///
/// # Safety
/// As [`tile`]; each part holds 16 rows and a panel of `steps`, at least one.
unsafe fn fill_half(parts: &[Part], stride: usize, steps: usize, tile: &mut Tile) {
    // SAFETY: as in `fill`, with 16 rows.
    unsafe {
        asm!(
            "tilezero tmm0",
            "tilezero tmm1",
            "2:",
            "mov {upper}, [{part}]",
            "mov {panel}, [{part} + 8]",
            "mov {step}, {steps}",
            "3:",
            "tileloadd tmm4, [{upper} + {stride}*1]",
            "tileloadd tmm6, [{panel} + {row}*1]",
            "tdpbf16ps tmm0, tmm4, tmm6",
            "tileloadd tmm7, [{panel} + {row}*1 + 64]",
            "tdpbf16ps tmm1, tmm4, tmm7",
            "add {upper}, 64",
            "add {panel}, 2048",
            "dec {step}",
            "jnz 3b",
            "add {part}, 16",
            "cmp {part}, {end}",
            "jne 2b",
            "tilestored [{tile} + {row}*1], tmm0",
            "tilestored [{tile} + {row}*1 + 64], tmm1",
            part = inout(reg) parts.as_ptr() => _,
            end = in(reg) parts.as_ptr_range().end,
            upper = out(reg) _,
            panel = out(reg) _,
            step = out(reg) _,
            steps = in(reg) steps,
            stride = in(reg) stride * size_of::<Line>(),
            row = in(reg) ROW_BYTES,
            tile = in(reg) tile,
            out("tmm0") _, out("tmm1") _, out("tmm4") _, out("tmm6") _, out("tmm7") _,
            options(nostack),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shape_is_what_the_instruction_reads() {
        assert_eq!(size_of::<Shape>(), 64);
        assert_eq!((std::mem::offset_of!(Shape, row_bytes), std::mem::offset_of!(Shape, rows)), (16, 48));
    }
}
