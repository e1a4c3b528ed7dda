//! Products with a matrix that is packed once.
//!
//! [`multiply()`] takes rows ([`Rows`] of f32, or [`LeftRows`] in the number format of an [`Arithmetic`]), a
//! [`PackedMatrix`] and an [`Output`] that says what follows the product.

mod arithmetic;
pub(crate) mod bfloat16;
mod left;
mod multiply;
mod packed;
#[cfg(test)]
mod tests;
mod tile;

pub use arithmetic::Arithmetic;
#[cfg(test)]
pub(crate) use arithmetic::Operands;
pub use left::{Left, LeftRows, Rows};
pub use multiply::{Output, multiply};
pub use packed::PackedMatrix;

/// Columns of a panel; every path's tile divides it.
pub(crate) const PANEL: usize = 32;

/// One row of a panel of f32, at the start of a cache line.
#[derive(Debug, Clone, Copy)]
#[repr(C, align(64))]
struct Wide([f32; PANEL]);

impl Wide {
    const ZERO: Self = Self([0.0; PANEL]);
}

/// A cache line of bf16.
#[derive(Debug, Clone, Copy)]
#[repr(C, align(64))]
struct Line([u16; Self::VALUES]);

impl Line {
    const VALUES: usize = 32;
    const ZERO: Self = Self([0; Self::VALUES]);

    /// The values of `lines`, one after the other.
    #[inline(always)]
    fn flatten_mut(lines: &mut [Self]) -> &mut [u16] {
        let count = lines.len() * Self::VALUES;
        // SAFETY: a line is 64 bytes of nothing but 32 values, so that `count` values lie one after the other from the
        // start of the slice, which stays borrowed as long as the result.
        unsafe { std::slice::from_raw_parts_mut(lines.as_mut_ptr().cast(), count) }
    }

    /// The pairs of `lines`, 32 to two lines; a last line without a second is left out.
    #[inline(always)]
    fn pairs_mut(lines: &mut [Self]) -> &mut [[[u16; 2]; PANEL]] {
        Self::flatten_mut(lines).as_chunks_mut::<2>().0.as_chunks_mut::<PANEL>().0
    }
}

const _: () = assert!(size_of::<Line>() == size_of::<[u16; Line::VALUES]>());

/// Whether `length` values hold `count` rows of `depth` values, `stride` apart; false where that number overflows.
fn fits(length: usize, count: usize, stride: usize, depth: usize) -> bool {
    let Some(last) = count.checked_sub(1) else { return true };
    let end = last.checked_mul(stride).and_then(|start| start.checked_add(depth));
    end.is_some_and(|end| end <= length)
}
