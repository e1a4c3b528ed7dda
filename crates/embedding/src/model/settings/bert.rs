//! The transformer's `config.json`.

use std::path::Path;

use serde::Deserialize;
use serde_json::Value;

use super::json::{self, malformed, unsupported};
use super::{BertShape, ModelError};

#[derive(Deserialize)]
struct Config {
    hidden_size: usize,
    num_hidden_layers: usize,
    num_attention_heads: usize,
    intermediate_size: usize,
    max_position_embeddings: usize,
    vocab_size: usize,
    #[serde(default = "two")]
    type_vocab_size: usize,
    #[serde(default = "small")]
    layer_norm_eps: f64,
    #[serde(default = "gelu")]
    hidden_act: String,
    position_embedding_type: Option<String>,
    #[serde(default)]
    is_decoder: bool,
    #[serde(rename = "quantization_config")]
    quantization: Option<Value>,
}

/// The architecture is read first, since another one has other keys.
#[derive(Deserialize)]
struct Architecture {
    model_type: Option<String>,
}

fn two() -> usize {
    2
}

fn small() -> f64 {
    1e-12
}

fn gelu() -> String {
    "gelu".to_owned()
}

pub(super) fn read(path: &Path) -> Result<BertShape, ModelError> {
    let purpose = "it gives the encoder's size";
    let architecture: Architecture = json::read(path, purpose)?;
    refuse_other(path, "model_type", architecture.model_type.as_deref().unwrap_or("absent"), "bert")?;
    let config: Config = json::read(path, purpose)?;
    refuse_unsupported(path, &config)?;
    let shape = shape(&config);
    check_shape(path, &shape)?;
    Ok(shape)
}

fn refuse_unsupported(path: &Path, config: &Config) -> Result<(), ModelError> {
    refuse_other(path, "hidden_act", &config.hidden_act, "gelu")?;
    let positions = config.position_embedding_type.as_deref().unwrap_or("absolute");
    refuse_other(path, "position_embedding_type", positions, "absolute")?;
    if config.is_decoder {
        return Err(unsupported(path, "is_decoder = true", "encoders"));
    }
    match config.quantization {
        Some(Value::Null) | None => Ok(()),
        Some(_) => Err(unsupported(path, "quantization_config", "weights that are not quantised")),
    }
}

fn refuse_other(path: &Path, key: &str, found: &str, supported: &str) -> Result<(), ModelError> {
    if found == supported {
        return Ok(());
    }
    Err(unsupported(path, format!("{key} = {found:?}"), &format!("{key} = {supported:?}")))
}

fn shape(config: &Config) -> BertShape {
    BertShape {
        hidden_size: config.hidden_size,
        layers: config.num_hidden_layers,
        heads: config.num_attention_heads,
        intermediate_size: config.intermediate_size,
        max_position_embeddings: config.max_position_embeddings,
        type_vocab_size: config.type_vocab_size,
        vocab_size: config.vocab_size,
        layer_norm_eps: config.layer_norm_eps,
    }
}

fn check_shape(path: &Path, shape: &BertShape) -> Result<(), ModelError> {
    let sizes = [
        ("hidden_size", shape.hidden_size),
        ("num_hidden_layers", shape.layers),
        ("num_attention_heads", shape.heads),
        ("intermediate_size", shape.intermediate_size),
        ("type_vocab_size", shape.type_vocab_size),
        ("vocab_size", shape.vocab_size),
    ];
    if let Some((key, _)) = sizes.iter().find(|(_, size)| *size == 0) {
        return Err(malformed(path, format!("{key} is 0, at least 1 was expected")));
    }
    if !shape.hidden_size.is_multiple_of(shape.heads) {
        let (size, heads) = (shape.hidden_size, shape.heads);
        return Err(malformed(
            path,
            format!("hidden_size {size} is not a multiple of num_attention_heads {heads}"),
        ));
    }
    if !(shape.layer_norm_eps.is_finite() && shape.layer_norm_eps > 0.0) {
        return Err(malformed(
            path,
            format!("layer_norm_eps is {}, a number above 0 was expected", shape.layer_norm_eps),
        ));
    }
    Ok(())
}
