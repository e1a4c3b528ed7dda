//! `model.safetensors`: whether it is there, and as long as its own header says.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use serde::Deserialize;

use super::ModelError;
use super::json::{malformed, require, unsupported};

/// Larger headers are refused by the format's own library.
const LARGEST_HEADER: u64 = 100_000_000;

#[derive(Deserialize)]
#[serde(untagged)]
enum Entry {
    Tensor { data_offsets: (u64, u64) },
    Other(serde::de::IgnoredAny),
}

pub(super) fn check(path: &Path) -> Result<(), ModelError> {
    refuse_other_formats(path)?;
    require(path, "it holds the weights")?;
    let unreadable = |source| ModelError::Unreadable { path: path.to_owned(), source };
    let mut file = File::open(path).map_err(unreadable)?;
    let found = file.metadata().map_err(unreadable)?.len();
    let expected = expected_length(&mut file)
        .map_err(|error| malformed(path, format!("no safetensors header: {error}")))?;
    if found == expected {
        return Ok(());
    }
    Err(malformed(path, format!("{found} bytes, its header says {expected}")))
}

fn refuse_other_formats(path: &Path) -> Result<(), ModelError> {
    if path.exists() {
        return Ok(());
    }
    let others = ["model.safetensors.index.json", "pytorch_model.bin", "tf_model.h5"];
    match others.into_iter().map(|name| path.with_file_name(name)).find(|other| other.exists()) {
        Some(other) => Err(unsupported(&other, "this format of weights", "one file model.safetensors")),
        None => Ok(()),
    }
}

/// The file's length by its header: 8 bytes of header length, the header, the tensors up to the last offset.
fn expected_length(file: &mut File) -> io::Result<u64> {
    let mut length = [0; 8];
    file.read_exact(&mut length)?;
    let length = u64::from_le_bytes(length);
    if length > LARGEST_HEADER {
        return Err(io::Error::other(format!("a header of {length} bytes")));
    }
    let mut header = Vec::new();
    file.take(length).read_to_end(&mut header)?;
    let entries: BTreeMap<String, Entry> = serde_json::from_slice(&header)?;
    let end = entries.values().filter_map(Entry::end).max().unwrap_or(0);
    end.checked_add(8 + length).ok_or_else(|| io::Error::other("offsets beyond any file"))
}

impl Entry {
    fn end(&self) -> Option<u64> {
        match self {
            Self::Tensor { data_offsets } => Some(data_offsets.1),
            Self::Other(_) => None,
        }
    }
}
