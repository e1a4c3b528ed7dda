//! A model folder of a few hundred bytes, for tests.

use std::fs;
use std::path::{Path, PathBuf};

use super::hash::sha256_of_bytes;
use super::{HubSource, ModelFile, ModelSpec, Places, Pooling, PythonSource};

pub(super) const REVISION: &str = "0123456789abcdef0123456789abcdef01234567";

const CONFIG: &str = r#"{"model_type": "bert", "hidden_act": "gelu", "hidden_size": 4, "intermediate_size": 8,
    "num_attention_heads": 2, "num_hidden_layers": 1, "max_position_embeddings": 16, "vocab_size": 5,
    "type_vocab_size": 2, "layer_norm_eps": 1e-12}"#;
const MODULES: &str = r#"[
    {"idx": 0, "name": "0", "path": "", "type": "sentence_transformers.models.Transformer"},
    {"idx": 1, "name": "1", "path": "1_Pooling", "type": "sentence_transformers.models.Pooling"},
    {"idx": 2, "name": "2", "path": "2_Normalize", "type": "sentence_transformers.models.Normalize"}]"#;
const POOLING: &str = r#"{"word_embedding_dimension": 4, "pooling_mode_mean_tokens": true}"#;
const TENSORS: &str = r#"{"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}}"#;

/// A whole tiny model in a folder of its own, and the manifest entry that describes it.
pub(super) struct TinyModel {
    root: tempfile::TempDir,
    pub(super) spec: ModelSpec,
}

impl TinyModel {
    pub(super) fn new() -> Self {
        let root = tempfile::tempdir().unwrap();
        let spec = tiny_spec();
        write_tiny_model(&root.path().join(&spec.name));
        Self { root, spec }
    }

    /// The model's folder.
    pub(super) fn path(&self) -> PathBuf {
        self.root.path().join(&self.spec.name)
    }

    /// The folder that holds the model's folder.
    pub(super) fn models(&self) -> &Path {
        self.root.path()
    }

    pub(super) fn replace(&self, file: &str, from: &str, to: &str) {
        let path = self.path().join(file);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "{file} has no {from}");
        fs::write(path, text.replace(from, to)).unwrap();
    }

    pub(super) fn write(&self, file: &str, text: &str) {
        fs::write(self.path().join(file), text).unwrap();
    }

    pub(super) fn flip_last_byte(&self, file: &str) {
        let path = self.path().join(file);
        let mut bytes = fs::read(&path).unwrap();
        *bytes.last_mut().unwrap() ^= 1;
        fs::write(path, bytes).unwrap();
    }
}

/// Places with nothing but the folders that a download may go to.
pub(super) fn places_in(models: &Path) -> Places {
    Places { checkout: Some(models.to_owned()), ..Places::default() }
}

pub(super) fn tiny_files() -> Vec<(&'static str, Vec<u8>)> {
    vec![
        ("1_Pooling/config.json", POOLING.into()),
        ("config.json", CONFIG.into()),
        ("model.safetensors", tiny_weights()),
        ("modules.json", MODULES.into()),
        ("sentence_bert_config.json", r#"{"max_seq_length": 8, "do_lower_case": false}"#.into()),
        ("tokenizer.json", "{}".into()),
    ]
}

pub(super) fn write_tiny_model(folder: &Path) {
    for (path, bytes) in tiny_files() {
        let file = folder.join(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, bytes).unwrap();
    }
}

fn tiny_weights() -> Vec<u8> {
    let length = (TENSORS.len() as u64).to_le_bytes();
    [&length[..], TENSORS.as_bytes(), &[1; 8]].concat()
}

pub(super) fn tiny_spec() -> ModelSpec {
    let file = |(path, bytes): (&str, Vec<u8>)| ModelFile {
        path: path.to_owned(),
        size: bytes.len() as u64,
        sha256: sha256_of_bytes(&bytes),
    };
    ModelSpec {
        name: "tiny".to_owned(),
        licence: "Apache-2.0".to_owned(),
        dimension: 4,
        pooling: Pooling::Mean,
        max_tokens: 8,
        hub: HubSource { repository: "owner/tiny".to_owned(), revision: REVISION.to_owned() },
        python: PythonSource {
            package: "papermap-tiny-model-that-is-nowhere".to_owned(),
            version: "0.1.0".to_owned(),
            folder: "tiny/model".to_owned(),
            wheel_size: 1,
        },
        files: tiny_files().into_iter().map(file).collect(),
    }
}
