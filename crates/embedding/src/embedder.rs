//! Texts to unit vectors.

use std::fmt;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use candle_core::{DType, Device};
use candle_nn::VarBuilder;
use ndarray::{Array2, ArrayView1};
use papermap_kernels::matrix::Arithmetic;
use papermap_kernels::{Isa, normalise};
use rayon::prelude::*;

use crate::agreement::Stock;
use crate::encoder::{Encoder, WeightFault};
use crate::group::groups;
use crate::model::{ModelFolder, Pooling, Settings, sha256_of_bytes};
use crate::tokens::{Tokenizer, Tokens};
use crate::{EmbedError, OnStep};

/// Number format of the matrix products.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Precision {
    /// bf16 where the CPU has tiles for it (AMX), f32 elsewhere.
    #[default]
    Auto,
    /// f32, or a split of it that agrees to about 16 bits of mantissa.
    F32,
    /// bf16 operands with sums in f32; a vector's cosine to that of f32 stays above 0.999.
    Bf16,
}

impl Precision {
    /// The precision that [`Auto`](Self::Auto) stands for on `isa`; others stand for themselves.
    fn resolve(self, isa: Isa) -> Self {
        match self {
            Self::Auto if isa.has_tiles() => Self::Bf16,
            Self::Auto => Self::F32,
            precision => precision,
        }
    }

    fn arithmetic(self, isa: Isa) -> Arithmetic {
        match self.resolve(isa) {
            Self::Bf16 => Arithmetic::reduced(isa),
            _ => Arithmetic::faithful(isa),
        }
    }
}

impl fmt::Display for Precision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Auto => "auto",
            Self::F32 => "f32",
            Self::Bf16 => "bf16",
        })
    }
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
    /// Time spent on tokenizing, summed over the threads.
    pub tokenizing: Duration,
    /// Time spent on encoding, summed over the threads.
    pub encoding: Duration,
}

/// A sentence-transformer that is ready to embed.
#[derive(Debug)]
pub struct Embedder {
    tokenizer: Tokenizer,
    encoder: Encoder,
    dim: usize,
    limit: usize,
    arithmetic: Arithmetic,
    precision: Precision,
    fingerprint: String,
}

impl Embedder {
    /// Loads the weights and the tokenizer of a model folder on the threads of rayon's current pool.
    ///
    /// About 0.1 s for 90 MB in the page cache on two cores.
    ///
    /// # Errors
    /// [`EmbedError`] names the file, and the tensor where one is missing, of another shape or not finite.
    pub fn load(folder: &ModelFolder, precision: Precision) -> Result<Self, EmbedError> {
        Self::load_on(folder, precision, papermap_kernels::active())
    }

    /// As [`load`](Self::load), for an instruction path that need not be the process's.
    ///
    /// # Errors
    /// As [`load`](Self::load).
    pub fn load_on(folder: &ModelFolder, precision: Precision, isa: Isa) -> Result<Self, EmbedError> {
        let settings = &folder.settings;
        let arithmetic = precision.arithmetic(isa);
        let (tokenizer, encoder) = rayon::join(
            || Tokenizer::load(&folder.tokenizer(), settings.max_tokens),
            || load_encoder(&folder.weights(), settings, arithmetic),
        );
        Ok(Self {
            tokenizer: tokenizer?,
            encoder: encoder?,
            dim: settings.bert.hidden_size,
            limit: settings.max_tokens,
            arithmetic,
            precision: precision.resolve(isa),
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

    /// The instruction path that computes, and what further decides about the last bits of a vector.
    #[must_use]
    pub fn path(&self) -> String {
        self.arithmetic.to_string()
    }

    /// The precision that computes: never [`Precision::Auto`].
    #[must_use]
    pub fn precision(&self) -> Precision {
        self.precision
    }

    /// SHA-256, in hex, over what a vector depends on besides its text: model files, pooling and limit.
    #[must_use]
    pub fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    /// Unit vectors of `texts` in their order; a text's vector has the same bits in any batch.
    ///
    /// Texts are spread over the threads of rayon's current pool in groups of a few hundred tokens, long ones first. A
    /// text beyond the token limit is cut, and the cut is counted. Cost is about 24 million operations a token.
    ///
    /// # Errors
    /// The first blank text; a text that the tokenizer or the encoder cannot take; [`EmbedError::Cancelled`] where
    /// `on_step` breaks.
    pub fn embed(&self, texts: &[&str], on_step: OnStep<'_>) -> Result<Embedded, EmbedError> {
        if let Some(index) = texts.iter().position(|text| text.trim().is_empty()) {
            return Err(EmbedError::Blank { index });
        }
        let steps = Steps { done: AtomicUsize::new(0), total: texts.len(), on_step };
        let parts = groups(texts, self.limit)
            .into_par_iter()
            .with_max_len(1)
            .map(|group| self.embed_group(group, texts, &steps))
            .collect::<Result<Vec<_>, EmbedError>>()?;
        let mut embedded = Embedded {
            vectors: Array2::zeros((texts.len(), self.dim)),
            tokens: vec![TokenCount { total: 0, cut: 0 }; texts.len()],
            tokenizing: Duration::ZERO,
            encoding: Duration::ZERO,
        };
        for part in parts {
            embedded.take(part);
        }
        Ok(embedded)
    }

    /// The least cosine, over `texts`, between this encoder's vectors and those of candle's stock `BertModel`: what the
    /// kernels of this machine are worth. 1 where there is no text.
    ///
    /// `folder` is the one that the embedder was loaded from. About a fifth of a second a text, and the weights once more.
    /// Above 0.99999 in f32 and above 0.999 in bf16 where all is well.
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

    fn embed_group(&self, group: Vec<usize>, texts: &[&str], steps: &Steps<'_>) -> Result<Part, EmbedError> {
        steps.check()?;
        let started = Instant::now();
        let (mut ids, mut lengths, mut tokens) = (Vec::new(), Vec::new(), Vec::new());
        for &index in &group {
            let text = self.tokens(index, texts[index])?;
            lengths.push(text.ids.len());
            tokens.push(TokenCount { total: text.ids.len() + text.cut, cut: text.cut });
            ids.extend(text.ids);
        }
        let tokenized = Instant::now();
        let encoded = self.encoder.encode(ids, &lengths);
        let mut vectors = encoded.map_err(|source| EmbedError::Encode { index: group[0], source })?;
        for (vector, &index) in vectors.chunks_exact_mut(self.dim).zip(&group) {
            if !normalise(vector) {
                return Err(EmbedError::NoDirection { index });
            }
        }
        steps.count(group.len())?;
        let tokenizing = tokenized - started;
        Ok(Part { group, vectors, tokens, tokenizing, encoding: tokenized.elapsed() })
    }
}

/// What becomes of a group of texts.
struct Part {
    /// Positions of the texts.
    group: Vec<usize>,
    /// Unit rows, one after another.
    vectors: Vec<f32>,
    tokens: Vec<TokenCount>,
    tokenizing: Duration,
    encoding: Duration,
}

impl Embedded {
    fn take(&mut self, part: Part) {
        let rows = part.vectors.chunks_exact(self.vectors.ncols());
        for ((index, row), tokens) in part.group.into_iter().zip(rows).zip(part.tokens) {
            self.vectors.row_mut(index).assign(&ArrayView1::from(row));
            self.tokens[index] = tokens;
        }
        self.tokenizing += part.tokenizing;
        self.encoding += part.encoding;
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

    fn count(&self, more: usize) -> Result<(), EmbedError> {
        self.tell(self.done.fetch_add(more, Ordering::Relaxed) + more)
    }

    fn tell(&self, done: usize) -> Result<(), EmbedError> {
        match (self.on_step)(done, self.total) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(EmbedError::Cancelled { done, total: self.total }),
        }
    }
}

fn load_encoder(path: &Path, settings: &Settings, arithmetic: Arithmetic) -> Result<Encoder, EmbedError> {
    let refuse = |source: candle_core::Error| EmbedError::Weights { path: path.to_owned(), source };
    let bytes = std::fs::read(path).map_err(|error| refuse(error.into()))?;
    let weights = VarBuilder::from_buffered_safetensors(bytes, DType::F32, &Device::Cpu).map_err(refuse)?;
    Encoder::load(&weights, settings, arithmetic).map_err(|fault| match fault {
        WeightFault::Tensor(source) => refuse(source),
        WeightFault::NotFinite { tensor, value } => {
            EmbedError::NotFinite { path: path.to_owned(), tensor, value }
        }
    })
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
