//! A folder's files held against the manifest.

use std::fmt;
use std::fs;
use std::path::Path;

use super::hash::sha256_of_file;
use super::stamp::hash_with_stamp;
use super::{ModelFile, ModelSpec};

/// One file of a model and what is wrong with it, if anything.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileCheck {
    /// The path inside the model's folder.
    pub path: String,
    /// What is wrong; `None` is a file with the right bytes.
    pub fault: Option<Fault>,
}

/// Why a file does not count.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// There is no such file.
    Missing,
    /// The file is there but cannot be read.
    Unreadable(String),
    /// The file has another size than the manifest says, in bytes.
    Size {
        /// What the manifest says.
        expected: u64,
        /// What is there.
        found: u64,
    },
    /// The file has the right size and other bytes.
    Sha256 {
        /// What the manifest says.
        expected: String,
        /// What is there.
        found: String,
    },
}

impl fmt::Display for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing => write!(formatter, "is missing"),
            Self::Unreadable(why) => write!(formatter, "cannot be read: {why}"),
            Self::Size { expected, found } => {
                write!(formatter, "is damaged: {found} bytes where {expected} were expected")
            }
            Self::Sha256 { expected, found } => {
                write!(formatter, "is damaged: sha256 is {found}, expected {expected}")
            }
        }
    }
}

impl fmt::Display for FileCheck {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.fault {
            Some(fault) => write!(formatter, "{} {fault}", self.path),
            None => write!(formatter, "{} is right", self.path),
        }
    }
}

/// Hashes every file of the model in `folder` again, whatever a stamp says; one entry a file, in the manifest's order.
///
/// Costs one reading of all files.
#[must_use]
pub fn verify(spec: &ModelSpec, folder: &Path) -> Vec<FileCheck> {
    spec.files
        .iter()
        .map(|file| FileCheck { path: file.path.clone(), fault: fault_by_hash(folder, file) })
        .collect()
}

/// The files of `folder` that are not as the manifest says; nothing is hashed that the stamp knows or whose size is wrong.
pub(super) fn faults(spec: &ModelSpec, folder: &Path, stamp: Option<&Path>) -> Vec<FileCheck> {
    let by_size: Vec<_> =
        spec.files.iter().filter_map(|file| faulty(file, fault_by_size(folder, file))).collect();
    if !by_size.is_empty() {
        return by_size;
    }
    let paths: Vec<_> = spec.files.iter().map(|file| file.path.as_str()).collect();
    let Ok(hashed) = hash_with_stamp(folder, &paths, stamp) else {
        return verify(spec, folder).into_iter().filter(|check| check.fault.is_some()).collect();
    };
    let pairs = spec.files.iter().zip(&hashed);
    pairs.filter_map(|(file, found)| faulty(file, fault_of_sha256(file, &found.sha256))).collect()
}

fn faulty(file: &ModelFile, fault: Option<Fault>) -> Option<FileCheck> {
    fault.map(|fault| FileCheck { path: file.path.clone(), fault: Some(fault) })
}

fn fault_by_hash(folder: &Path, file: &ModelFile) -> Option<Fault> {
    fault_by_size(folder, file).or_else(|| match sha256_of_file(&folder.join(&file.path)) {
        Ok(found) => fault_of_sha256(file, &found),
        Err(error) => Some(Fault::Unreadable(error.to_string())),
    })
}

fn fault_by_size(folder: &Path, file: &ModelFile) -> Option<Fault> {
    match fs::metadata(folder.join(&file.path)) {
        Ok(metadata) if !metadata.is_file() => Some(Fault::Unreadable("it is not a file".to_owned())),
        Ok(metadata) if metadata.len() == file.size => None,
        Ok(metadata) => Some(Fault::Size { expected: file.size, found: metadata.len() }),
        Err(error) if is_absence(&error) => Some(Fault::Missing),
        Err(error) => Some(Fault::Unreadable(error.to_string())),
    }
}

fn is_absence(error: &std::io::Error) -> bool {
    matches!(error.kind(), std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory)
}

fn fault_of_sha256(file: &ModelFile, found: &str) -> Option<Fault> {
    let wrong = found != file.sha256;
    wrong.then(|| Fault::Sha256 { expected: file.sha256.clone(), found: found.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::testing::TinyModel;

    #[test]
    fn a_right_folder_has_no_faults() {
        let model = TinyModel::new();
        assert_eq!(faults(&model.spec, &model.path(), None), []);
        assert!(verify(&model.spec, &model.path()).iter().all(|check| check.fault.is_none()));
    }

    #[test]
    fn a_truncated_a_changed_and_a_missing_file_are_told_apart() {
        let model = TinyModel::new();
        fs::write(model.path().join("tokenizer.json"), "").unwrap();
        fs::remove_file(model.path().join("modules.json")).unwrap();
        model.flip_last_byte("model.safetensors");
        let checks = verify(&model.spec, &model.path());
        let fault = |path: &str| checks.iter().find(|check| check.path == path).unwrap().fault.clone();
        assert!(matches!(fault("tokenizer.json"), Some(Fault::Size { found: 0, .. })));
        assert_eq!(fault("modules.json"), Some(Fault::Missing));
        assert!(matches!(fault("model.safetensors"), Some(Fault::Sha256 { .. })));
        assert_eq!(fault("config.json"), None);
    }

    #[test]
    fn a_fault_reads_as_a_sentence() {
        let check = FileCheck { path: "a".into(), fault: Some(Fault::Size { expected: 3, found: 2 }) };
        assert_eq!(check.to_string(), "a is damaged: 2 bytes where 3 were expected");
    }
}
