//! What a sentence-transformer folder says about itself in its own files.

mod bert;
mod json;
mod limits;
mod modules;
mod pooling;
mod prompts;
mod weights;

use std::path::Path;

use serde::Deserialize;

use super::ModelError;
use modules::Modules;

/// How token vectors become one vector.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Pooling {
    /// The mean over the real tokens, `[CLS]` and `[SEP]` included.
    Mean,
    /// The vector of `[CLS]`.
    Cls,
}

/// The size of a BERT encoder, in the words of `config.json`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BertShape {
    /// Length of a token's vector, a multiple of `heads`.
    pub hidden_size: usize,
    /// Number of layers.
    pub layers: usize,
    /// Attention heads of a layer.
    pub heads: usize,
    /// Width of the feed-forward part.
    pub intermediate_size: usize,
    /// Rows of the position table.
    pub max_position_embeddings: usize,
    /// Rows of the token-type table.
    pub type_vocab_size: usize,
    /// Rows of the token table.
    pub vocab_size: usize,
    /// Added to the variance in layer normalisation.
    pub layer_norm_eps: f64,
}

/// Everything that the encoder needs to know about a model.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// How token vectors become one vector.
    pub pooling: Pooling,
    /// Most tokens of one text, `[CLS]` and `[SEP]` included; at least 3.
    pub max_tokens: usize,
    /// The encoder's size.
    pub bert: BertShape,
    /// The files in use.
    pub files: Files,
}

/// The files of a model that are read, as paths inside its folder with `/` between the parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Files {
    /// `modules.json`.
    pub modules: String,
    /// The transformer's `config.json`.
    pub config: String,
    /// The transformer's `tokenizer.json`.
    pub tokenizer: String,
    /// The transformer's `model.safetensors`.
    pub weights: String,
    /// The pooling's `config.json`.
    pub pooling: String,
    /// The transformer's `sentence_bert_config.json`, where there is one.
    pub limits: Option<String>,
}

impl Files {
    /// All paths, sorted.
    pub(super) fn sorted(&self) -> Vec<&str> {
        let named = [&self.modules, &self.config, &self.tokenizer, &self.weights, &self.pooling];
        let mut paths: Vec<_> = named.into_iter().chain(&self.limits).map(String::as_str).collect();
        paths.sort_unstable();
        paths
    }
}

impl Settings {
    /// Reads the settings of the model in `folder`.
    ///
    /// `max_tokens` is the smaller of `max_seq_length` and `max_position_embeddings`.
    ///
    /// # Errors
    ///
    /// A file that is missing, unreadable or not what its name says; and [`ModelError::Unsupported`], naming file and
    /// value, for what cannot be honoured: another architecture than BERT, another pooling than mean or `[CLS]`,
    /// further modules such as `Dense`, another activation than `gelu`, prompts.
    pub fn read(folder: &Path) -> Result<Self, ModelError> {
        let modules = Modules::read(folder)?;
        let files = modules.files(folder);
        let bert = bert::read(&folder.join(&files.config))?;
        json::require(&folder.join(&files.tokenizer), "it turns text into tokens")?;
        weights::check(&folder.join(&files.weights))?;
        prompts::refuse(folder)?;
        Ok(Self {
            pooling: pooling::read(&folder.join(&files.pooling), bert.hidden_size)?,
            max_tokens: limits::max_tokens(folder, &files, bert.max_position_embeddings)?,
            bert,
            files,
        })
    }
}

#[cfg(test)]
mod tests;
