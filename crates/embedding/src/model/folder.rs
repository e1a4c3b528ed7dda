//! A model folder that is there and can be used.

use std::fs;
use std::path::{Path, PathBuf};

use super::hash::digest_of_digests;
use super::stamp::hash_with_stamp;
use super::{ModelError, ModelSpec, Origin, Settings};

/// A model on disk, with settings read and files hashed.
#[derive(Debug, Clone, PartialEq)]
pub struct ModelFolder {
    /// The folder.
    pub path: PathBuf,
    /// The model's name: that of the manifest, or of the folder for a model of the user's own.
    pub name: String,
    /// The hub's commit whose bytes these are, where the manifest knows them.
    pub revision: Option<String>,
    /// What the folder's own files say.
    pub settings: Settings,
    /// SHA-256 over the lines `sha256  path` of the files in use, sorted by path: one value for the whole model.
    pub digest: String,
    /// Where it was found.
    pub origin: Origin,
}

impl ModelFolder {
    /// The weights.
    #[must_use]
    pub fn weights(&self) -> PathBuf {
        self.path.join(&self.settings.files.weights)
    }

    /// The tokenizer.
    #[must_use]
    pub fn tokenizer(&self) -> PathBuf {
        self.path.join(&self.settings.files.tokenizer)
    }

    /// The transformer's configuration.
    #[must_use]
    pub fn config(&self) -> PathBuf {
        self.path.join(&self.settings.files.config)
    }
}

/// Opens a folder whose files are known to be those of `spec`.
pub(super) fn open_pinned(
    spec: &ModelSpec,
    path: &Path,
    origin: Origin,
    stamp: Option<&Path>,
) -> Result<ModelFolder, ModelError> {
    open(path, origin, stamp).map(|folder| named_by(spec, folder))
}

/// Opens a folder that the user gave; it may hold any supported model.
pub(super) fn open_own(
    spec: &ModelSpec,
    path: &Path,
    stamp: Option<&Path>,
) -> Result<ModelFolder, ModelError> {
    let folder = open(path, Origin::Option, stamp)?;
    let known = folder.digest == spec.digest();
    Ok(if known { named_by(spec, folder) } else { folder })
}

fn named_by(spec: &ModelSpec, folder: ModelFolder) -> ModelFolder {
    ModelFolder { name: spec.name.clone(), revision: Some(spec.hub.revision.clone()), ..folder }
}

fn open(path: &Path, origin: Origin, stamp: Option<&Path>) -> Result<ModelFolder, ModelError> {
    let settings = Settings::read(path)?;
    let paths = settings.files.sorted();
    let files = hash_with_stamp(path, &paths, stamp)
        .map_err(|source| ModelError::Unreadable { path: path.to_owned(), source })?;
    let digest = digest_of_digests(files.iter().map(|file| (file.path.as_str(), file.sha256.as_str())));
    Ok(ModelFolder {
        path: path.to_owned(),
        name: folder_name(path),
        revision: None,
        settings,
        digest,
        origin,
    })
}

fn folder_name(path: &Path) -> String {
    let full = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    full.file_name().unwrap_or(full.as_os_str()).to_string_lossy().into_owned()
}
