//! Texts in, unit vectors out: a small sentence-transformer on the CPU through candle.
//!
//! [`model`] finds or fetches a model's files; [`Embedder`] turns texts into unit vectors with them. A text's
//! vector depends on the text, the model and the instruction path alone: it has the same bits in any batch, in
//! any order and at any number of threads.

#![forbid(unsafe_code)]

mod agreement;
mod embedder;
mod encoder;
mod error;
mod group;
pub mod model;
mod tokens;

use std::ops::ControlFlow;

pub use embedder::{Embedded, Embedder, Precision, TokenCount};
pub use error::EmbedError;

/// Called as `(done, total)` from worker threads; must not block. `Break` stops the run with
/// [`EmbedError::Cancelled`].
pub type OnStep<'a> = &'a (dyn Fn(usize, usize) -> ControlFlow<()> + Sync);
