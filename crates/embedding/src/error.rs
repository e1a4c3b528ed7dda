//! What can go wrong between a text and its vector.

use std::path::PathBuf;

/// An error of the embedder.
#[non_exhaustive]
#[derive(Debug, thiserror::Error)]
pub enum EmbedError {
    /// The weights cannot be read as the settings describe them.
    #[error("cannot load the weights in {path}: {source}; fetch the model again, or check its config.json")]
    Weights {
        /// The weight file.
        path: PathBuf,
        /// What candle found.
        source: candle_core::Error,
    },
    /// A weight is not a finite number.
    #[error("tensor {tensor} in {path} holds {value}, expected finite numbers; fetch the model again")]
    NotFinite {
        /// The weight file.
        path: PathBuf,
        /// Name of the tensor.
        tensor: String,
        /// The first such value.
        value: f32,
    },
    /// The tokenizer cannot be read or cannot serve this kind of model.
    #[error("cannot use the tokenizer in {path}: {reason}")]
    Tokenizer {
        /// The tokenizer file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// A text cannot be tokenized.
    #[error("text {index} cannot be tokenized: {reason}")]
    Tokens {
        /// Position of the text (from 0).
        index: usize,
        /// What the tokenizer says.
        reason: String,
    },
    /// The encoder failed on a text.
    #[error("text {index} cannot be encoded: {source}")]
    Encode {
        /// Position of the text (from 0).
        index: usize,
        /// What candle says.
        source: candle_core::Error,
    },
    /// The model gives a vector without direction.
    #[error("text {index} gives a vector that is zero or not finite; the model's weights may be damaged")]
    NoDirection {
        /// Position of the text (from 0).
        index: usize,
    },
    /// The text is blank.
    #[error("text {index} is blank; give a text with at least one word")]
    Blank {
        /// Position of the text (from 0).
        index: usize,
    },
    /// The caller stopped the run.
    #[error("stopped after {done} of {total} texts")]
    Cancelled {
        /// Texts embedded.
        done: usize,
        /// Texts asked for.
        total: usize,
    },
}
