//! `sentence_bert_config.json`: how many tokens of a text count.

use std::path::Path;

use serde::Deserialize;
use serde_json::Value;

use super::json::{self, malformed, unsupported};
use super::{Files, ModelError};

/// `[CLS]`, one token of text, `[SEP]`.
const FEWEST: usize = 3;

#[derive(Default, Deserialize)]
struct Config {
    max_seq_length: Option<usize>,
    #[serde(default)]
    do_lower_case: bool,
    transformer_task: Option<String>,
}

/// Python writes numbers such as 1e30 here for "no limit".
#[derive(Default, Deserialize)]
struct TokenizerConfig {
    model_max_length: Option<f64>,
}

#[derive(Deserialize)]
struct Tokenizer {
    normalizer: Option<Value>,
}

pub(super) fn max_tokens(folder: &Path, files: &Files, positions: usize) -> Result<usize, ModelError> {
    let config = read(folder, files)?;
    let stated = match config.max_seq_length {
        Some(length) => length,
        None => tokenizer_limit(folder, files)?.unwrap_or(positions),
    };
    let limit = stated.min(positions);
    if limit < FEWEST {
        let path = folder.join(files.limits.as_ref().unwrap_or(&files.config));
        return Err(malformed(
            &path,
            format!("a text may have {limit} tokens, at least {FEWEST} were expected"),
        ));
    }
    Ok(limit)
}

fn read(folder: &Path, files: &Files) -> Result<Config, ModelError> {
    let Some(path) = files.limits.as_ref().map(|limits| folder.join(limits)) else {
        return Ok(Config::default());
    };
    let config: Config = json::read(&path, "")?;
    match config.transformer_task.as_deref() {
        None | Some("feature-extraction") => {}
        Some(task) => {
            return Err(unsupported(&path, format!("transformer_task = {task:?}"), "feature-extraction"));
        }
    }
    if config.do_lower_case && !tokenizer_lowers(&folder.join(&files.tokenizer))? {
        let supported = "it where the normalizer of tokenizer.json has lowercase = true";
        return Err(unsupported(&path, "do_lower_case = true", supported));
    }
    Ok(config)
}

fn tokenizer_lowers(path: &Path) -> Result<bool, ModelError> {
    let tokenizer: Tokenizer = json::read(path, "")?;
    Ok(tokenizer.normalizer.is_some_and(|normalizer| normalizer["lowercase"] == Value::Bool(true)))
}

fn tokenizer_limit(folder: &Path, files: &Files) -> Result<Option<usize>, ModelError> {
    let path = folder.join(files.tokenizer.replace("tokenizer.json", "tokenizer_config.json"));
    let config: TokenizerConfig = json::read_if_there(&path)?.unwrap_or_default();
    Ok(config.model_max_length.map(|length| length as usize))
}
