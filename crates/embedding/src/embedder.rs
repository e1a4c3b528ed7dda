//! Texts to unit vectors.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use candle_core::{DType, Device};
use candle_nn::VarBuilder;
use ndarray::{Array2, ArrayView1};
use papermap_kernels::{Isa, normalise};
use rayon::prelude::*;

use crate::agreement::Stock;
use crate::encoder::Encoder;
use crate::model::{ModelFolder, Pooling, Settings, sha256_of_bytes};
use crate::tokens::{Tokenizer, Tokens};
use crate::{EmbedError, OnStep};

/// Number format of the matrix products.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Precision {
    /// The fastest that keeps the vectors faithful on this machine; single precision for now.
    #[default]
    Auto,
    /// Single precision throughout.
    F32,
}

/// How long a text is, in tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TokenCount {
    /// Tokens of the whole text, special ones included.
    pub total: usize,
    /// Tokens that the model did not read.
    pub cut: usize,
}

/// What [`Embedder::embed`] gives.
#[derive(Debug, Clone)]
pub struct Embedded {
    /// Unit rows, shape `(texts, dim)`; row `i` belongs to text `i`.
    pub vectors: Array2<f32>,
    /// Lengths; entry `i` belongs to text `i`.
    pub tokens: Vec<TokenCount>,
}

/// A sentence-transformer that is ready to embed.
#[derive(Debug)]
pub struct Embedder {
    tokenizer: Tokenizer,
    encoder: Encoder,
    dim: usize,
    limit: usize,
    isa: Isa,
    fingerprint: String,
}

impl Embedder {
    /// Loads the weights and the tokenizer of a model folder; about 0.1 s for 90 MB in the page cache.
    ///
    /// # Errors
    /// [`EmbedError`] names the file, and the tensor where one is missing, of another shape or not finite.
    pub fn load(folder: &ModelFolder, _precision: Precision) -> Result<Self, EmbedError> {
        let isa = papermap_kernels::active();
        let settings = &folder.settings;
        Ok(Self {
            tokenizer: Tokenizer::load(&folder.tokenizer(), settings.max_tokens)?,
            encoder: load_encoder(&folder.weights(), settings, isa)?,
            dim: settings.bert.hidden_size,
            limit: settings.max_tokens,
            isa,
            fingerprint: fingerprint(folder),
        })
    }

    /// Length of a vector.
    #[must_use]
    pub fn dim(&self) -> usize {
        self.dim
    }

    /// Tokens that the model reads of a text, special ones included.
    #[must_use]
    pub fn token_limit(&self) -> usize {
        self.limit
    }

    /// The instruction path that computes.
    #[must_use]
    pub fn isa(&self) -> Isa {
        self.isa
    }

    /// The number format that computes.
    #[must_use]
    pub fn precision(&self) -> Precision {
        Precision::F32
    }

    /// SHA-256, in hex, over what a vector depends on besides its text: model files, pooling and limit.
    #[must_use]
    pub fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    /// Unit vectors of `texts` in their order; a text's vector has the same bits in any batch.
    ///
    /// Texts are spread over the threads of rayon's current pool, long ones first. A text beyond the token limit
    /// is cut, and the cut is counted. Cost is about 24 million operations a token.
    ///
    /// # Errors
    /// A blank text, or the first text that the tokenizer or the encoder cannot take; [`EmbedError::Cancelled`]
    /// where `on_step` breaks.
    pub fn embed(&self, texts: &[&str], on_step: OnStep<'_>) -> Result<Embedded, EmbedError> {
        let steps = Steps { done: AtomicUsize::new(0), total: texts.len(), on_step };
        let mut order: Vec<usize> = (0..texts.len()).collect();
        order.sort_by_key(|&index| (std::cmp::Reverse(texts[index].len()), index));
        let rows = order
            .into_par_iter()
            .with_max_len(1)
            .map(|index| Ok((index, self.embed_one(index, texts[index], &steps)?)))
            .collect::<Result<Vec<_>, EmbedError>>()?;
        let mut embedded = Embedded {
            vectors: Array2::zeros((texts.len(), self.dim)),
            tokens: vec![TokenCount { total: 0, cut: 0 }; texts.len()],
        };
        for (index, (vector, count)) in rows {
            embedded.vectors.row_mut(index).assign(&ArrayView1::from(&vector));
            embedded.tokens[index] = count;
        }
        Ok(embedded)
    }

    /// The least cosine, over `texts`, between this encoder's vectors and those of candle's stock `BertModel`: what the
    /// kernels of this machine are worth. 1 where there is no text.
    ///
    /// `folder` is the one that the embedder was loaded from. About a fifth of a second a text, and the weights once more.
    ///
    /// # Errors
    /// As [`load`](Self::load) and [`embed`](Self::embed).
    pub fn agreement(&self, folder: &ModelFolder, texts: &[&str]) -> Result<f32, EmbedError> {
        let stock =
            Stock::load(folder).map_err(|source| EmbedError::Weights { path: folder.weights(), source })?;
        let embedded = self.embed(texts, &|_, _| ControlFlow::Continue(()))?;
        let mut least = 1.0_f32;
        for (index, (text, vector)) in texts.iter().zip(embedded.vectors.rows()).enumerate() {
            let tokens = self.tokens(index, text)?;
            let cosine = stock.cosine(&tokens.ids, &vector.to_vec());
            least = least.min(cosine.map_err(|source| EmbedError::Encode { index, source })?);
        }
        Ok(least)
    }

    fn tokens(&self, index: usize, text: &str) -> Result<Tokens, EmbedError> {
        self.tokenizer.encode(text).map_err(|error| EmbedError::Tokens { index, reason: error.to_string() })
    }

    fn embed_one(
        &self,
        index: usize,
        text: &str,
        steps: &Steps<'_>,
    ) -> Result<(Vec<f32>, TokenCount), EmbedError> {
        steps.check()?;
        if text.trim().is_empty() {
            return Err(EmbedError::Blank { index });
        }
        let tokens = self.tokens(index, text)?;
        let encoded = self.encoder.encode(&tokens.ids);
        let mut vector = encoded.map_err(|source| EmbedError::Encode { index, source })?;
        if !normalise(&mut vector) {
            return Err(EmbedError::NoDirection { index });
        }
        steps.count()?;
        Ok((vector, TokenCount { total: tokens.ids.len() + tokens.cut, cut: tokens.cut }))
    }
}

/// Counts texts for the caller and stops the run when the caller says so.
struct Steps<'a> {
    done: AtomicUsize,
    total: usize,
    on_step: OnStep<'a>,
}

impl Steps<'_> {
    fn check(&self) -> Result<(), EmbedError> {
        self.tell(self.done.load(Ordering::Relaxed))
    }

    fn count(&self) -> Result<(), EmbedError> {
        self.tell(self.done.fetch_add(1, Ordering::Relaxed) + 1)
    }

    fn tell(&self, done: usize) -> Result<(), EmbedError> {
        match (self.on_step)(done, self.total) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(EmbedError::Cancelled { done, total: self.total }),
        }
    }
}

fn load_encoder(path: &Path, settings: &Settings, isa: Isa) -> Result<Encoder, EmbedError> {
    let refuse = |source: candle_core::Error| EmbedError::Weights { path: path.to_owned(), source };
    let bytes = std::fs::read(path).map_err(|error| refuse(error.into()))?;
    let tensors = candle_core::safetensors::load_buffer(&bytes, &Device::Cpu).map_err(refuse)?;
    drop(bytes);
    check_finite(path, &tensors)?;
    let weights = VarBuilder::from_tensors(tensors, DType::F32, &Device::Cpu);
    Encoder::load(&weights, settings, isa).map_err(refuse)
}

fn check_finite(
    path: &Path,
    tensors: &std::collections::HashMap<String, candle_core::Tensor>,
) -> Result<(), EmbedError> {
    let mut names: Vec<&String> = tensors.keys().collect();
    names.sort_unstable();
    for name in names {
        let Ok(values) = tensors[name].flatten_all().and_then(|flat| flat.to_vec1::<f32>()) else { continue };
        if let Some(&value) = values.iter().find(|value| !value.is_finite()) {
            return Err(EmbedError::NotFinite { path: path.to_owned(), tensor: name.clone(), value });
        }
    }
    Ok(())
}

fn fingerprint(folder: &ModelFolder) -> String {
    let settings = &folder.settings;
    let pooling = match settings.pooling {
        Pooling::Mean => "mean",
        Pooling::Cls => "cls",
    };
    sha256_of_bytes(
        format!("{}\n{pooling}\nunit length\n{} tokens\n", folder.digest, settings.max_tokens).as_bytes(),
    )
}
