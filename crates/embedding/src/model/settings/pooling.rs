//! `1_Pooling/config.json`: how token vectors become one vector.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;
use serde_json::Value;

use super::json::{self, malformed, unsupported};
use super::{ModelError, Pooling};

const SUPPORTED: &str = "exactly one of mean and cls";

#[derive(Deserialize)]
struct Config {
    #[serde(alias = "embedding_dimension")]
    word_embedding_dimension: Option<usize>,
    #[serde(flatten)]
    rest: BTreeMap<String, Value>,
}

pub(super) fn read(path: &Path, hidden_size: usize) -> Result<Pooling, ModelError> {
    let config: Config = json::read(path, "it says how token vectors become one vector")?;
    if let Some(dimension) = config.word_embedding_dimension.filter(|dimension| *dimension != hidden_size) {
        let problem =
            format!("pools vectors of {dimension} numbers, but hidden_size in config.json is {hidden_size}");
        return Err(malformed(path, problem));
    }
    let modes = modes(&config.rest);
    match modes.as_slice() {
        [mode] if mode == "mean" => Ok(Pooling::Mean),
        [mode] if mode == "cls" => Ok(Pooling::Cls),
        [] => Err(unsupported(path, "a pooling without a mode", SUPPORTED)),
        modes => Err(unsupported(path, format!("the pooling {}", modes.join(" with ")), SUPPORTED)),
    }
}

/// The modes switched on, whether by the flags `pooling_mode_mean_tokens` or by the newer `pooling_mode: "mean"`.
fn modes(config: &BTreeMap<String, Value>) -> Vec<String> {
    let mut modes: Vec<_> = config.iter().filter_map(|(key, value)| flagged(key, value)).collect();
    modes.extend(config.get("pooling_mode").into_iter().flat_map(listed));
    modes
}

fn flagged(key: &str, value: &Value) -> Option<String> {
    let mode = key.strip_prefix("pooling_mode_").filter(|_| *value == Value::Bool(true))?;
    Some(mode.strip_suffix("_tokens").or_else(|| mode.strip_suffix("_token")).unwrap_or(mode).to_owned())
}

fn listed(value: &Value) -> Vec<String> {
    match value {
        Value::String(mode) => mode.split('+').map(str::to_owned).collect(),
        Value::Array(modes) => modes.iter().flat_map(listed).collect(),
        _ => Vec::new(),
    }
}
