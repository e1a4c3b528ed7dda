//! `modules.json`: the steps that a sentence-transformer consists of.

use std::path::{Component, Path};

use serde::Deserialize;

use super::json::{malformed, read, unsupported};
use super::{Files, ModelError};

const SUPPORTED: &str = "a Transformer, then a Pooling, then perhaps a Normalize";

#[derive(Deserialize)]
struct Module {
    path: String,
    #[serde(rename = "type")]
    kind: String,
}

/// The folders of the steps that count.
pub(super) struct Modules {
    transformer: String,
    pooling: String,
}

impl Modules {
    pub(super) fn read(folder: &Path) -> Result<Self, ModelError> {
        let file = folder.join("modules.json");
        let modules: Vec<Module> =
            read(&file, "it says that the folder is a sentence-transformer, and of which parts")?;
        refuse_outside(&file, &modules)?;
        match modules.as_slice() {
            [transformer, pooling, rest @ ..] if transformer.is("Transformer") && pooling.is("Pooling") => {
                refuse_more(&file, rest)?;
                Ok(Self { transformer: transformer.path.clone(), pooling: pooling.path.clone() })
            }
            _ => Err(unsupported(&file, chain(&modules), SUPPORTED)),
        }
    }

    pub(super) fn files(&self, folder: &Path) -> Files {
        let limits = within(&self.transformer, "sentence_bert_config.json");
        Files {
            modules: "modules.json".to_owned(),
            config: within(&self.transformer, "config.json"),
            tokenizer: within(&self.transformer, "tokenizer.json"),
            weights: within(&self.transformer, "model.safetensors"),
            pooling: within(&self.pooling, "config.json"),
            limits: folder.join(&limits).exists().then_some(limits),
        }
    }
}

impl Module {
    /// The module paths have moved between versions of the library, the last part of the name has not.
    fn is(&self, name: &str) -> bool {
        self.name() == name
    }

    fn name(&self) -> &str {
        self.kind.rsplit('.').next().unwrap_or_default()
    }
}

/// A normalisation may follow; vectors are scaled to unit length with or without it.
fn refuse_more(file: &Path, rest: &[Module]) -> Result<(), ModelError> {
    match rest.iter().find(|module| !module.is("Normalize")) {
        Some(other) => Err(unsupported(file, format!("the module {}", other.name()), SUPPORTED)),
        None => Ok(()),
    }
}

fn refuse_outside(file: &Path, modules: &[Module]) -> Result<(), ModelError> {
    let inside = |path: &str| Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
    match modules.iter().find(|module| !inside(&module.path)) {
        Some(module) => Err(malformed(file, format!("the path {:?} leaves the model's folder", module.path))),
        None => Ok(()),
    }
}

fn chain(modules: &[Module]) -> String {
    let names: Vec<_> = modules.iter().map(Module::name).collect();
    if names.is_empty() {
        "an empty list of modules".to_owned()
    } else {
        format!("the modules {}", names.join(", "))
    }
}

fn within(folder: &str, file: &str) -> String {
    if folder.is_empty() { file.to_owned() } else { format!("{}/{file}", folder.trim_end_matches('/')) }
}
