//! JSON files of a model folder, read with errors that name the file.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use serde::de::DeserializeOwned;

use super::ModelError;

/// Reads a file that must be there.
pub(super) fn read<T: DeserializeOwned>(path: &Path, purpose: &str) -> Result<T, ModelError> {
    require(path, purpose)?;
    let text = fs::read(path).map_err(|source| ModelError::Unreadable { path: path.to_owned(), source })?;
    serde_json::from_slice(&text).map_err(|error| malformed(path, error.to_string()))
}

/// Reads a file that may be absent.
pub(super) fn read_if_there<T: DeserializeOwned>(path: &Path) -> Result<Option<T>, ModelError> {
    if path.exists() { read(path, "").map(Some) } else { Ok(None) }
}

/// Refuses a folder that lacks the file.
pub(super) fn require(path: &Path, purpose: &str) -> Result<(), ModelError> {
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_file() => Ok(()),
        Ok(_) => Err(malformed(path, "a folder where a file was expected".to_owned())),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            Err(ModelError::MissingFile { path: path.to_owned(), hint: purpose.to_owned() })
        }
        Err(source) => Err(ModelError::Unreadable { path: path.to_owned(), source }),
    }
}

pub(super) fn malformed(path: &Path, problem: String) -> ModelError {
    ModelError::Malformed { path: path.to_owned(), problem }
}

pub(super) fn unsupported(path: &Path, found: impl Into<String>, supported: &str) -> ModelError {
    ModelError::Unsupported { path: path.to_owned(), found: found.into(), supported: supported.to_owned() }
}
