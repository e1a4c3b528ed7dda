//! Dense row arithmetic with run-time CPU dispatch; the only crate of the workspace with unsafe code.
//!
//! Every function has one meaning and one implementation an instruction path ([`Isa`]). Sums run in an order
//! that depends on the length alone, never on threads. Element-wise functions give the same bits on every path;
//! matrix products differ between paths in the last bits, because fused multiply-adds round once.

#![expect(clippy::inline_always, reason = "a body is compiled for a path only where it is inlined into it")]

mod activation;
mod dispatch;
mod distance;
mod isa;
pub mod matrix;
mod norm;

pub use activation::{gelu, softmax_rows};
pub use distance::{dot, dot_on, squared_distance, squared_distance_on};
pub use isa::{Isa, UnknownIsa, active, choose};
pub use norm::{layer_norm_rows, normalise};
