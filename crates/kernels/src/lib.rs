//! Dense row arithmetic with run-time CPU dispatch; the only crate of the workspace with unsafe code.
//!
//! Every function has one meaning and one implementation an instruction path ([`Isa`]). Sums run in an order
//! that depends on the length alone, never on threads. Paths differ in the last bits, because fused multiply-adds round
//! once; on one path a row's result has the same bits whatever else is computed with it.

#![expect(clippy::inline_always, reason = "a body is compiled for a path only where it is inlined into it")]

mod activation;
mod attention;
mod dispatch;
mod distance;
pub mod int8;
mod isa;
mod lanes;
mod largest;
pub mod matrix;
mod norm;
mod sums;
#[cfg(test)]
mod testing;

pub use activation::{gelu, softmax};
pub use attention::{AttentionSpace, Heads, attend};
pub use distance::{dot, dot_on, exact_squared_distance_on, squared_distance, squared_distance_on};
pub use isa::{Isa, UnknownIsa, active, choose};
pub use largest::{TwoLargest, not_below_on, two_largest_on};
pub use norm::{LayerNorm, layer_norm, normalise};
pub use sums::add_scaled_on;
