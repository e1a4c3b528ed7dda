//! `config_sentence_transformers.json`: what papermap would have to put before a text, or to compare by.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;

use super::ModelError;
use super::json::{read_if_there, unsupported};

#[derive(Deserialize)]
struct Config {
    prompts: Option<BTreeMap<String, String>>,
    similarity_fn_name: Option<String>,
}

/// Refuses prompts with text in them, and similarities other than the cosine.
pub(super) fn refuse(folder: &Path) -> Result<(), ModelError> {
    let path = folder.join("config_sentence_transformers.json");
    let Some(config) = read_if_there::<Config>(&path)? else { return Ok(()) };
    if let Some((name, _)) = config.prompts.iter().flatten().find(|(_, prompt)| !prompt.is_empty()) {
        return Err(unsupported(&path, format!("the prompt {name:?}"), "models that embed a text as it is"));
    }
    match config.similarity_fn_name.as_deref() {
        None | Some("cosine" | "dot") => Ok(()),
        Some(other) => Err(unsupported(&path, format!("similarity_fn_name = {other:?}"), "cosine")),
    }
}
