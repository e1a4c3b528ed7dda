//! The model's files.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use super::program::BUILT;

/// Name of the model, and of its folder.
pub(crate) const NAME: &str = "all-MiniLM-L6-v2";
/// Revision of the model on the hub.
pub(crate) const REVISION: &str = "1110a243fdf4706b3f48f1d95db1a4f5529b4d41";
/// The model's folder in the hub's cache.
pub(crate) const CACHED: &str = "models--sentence-transformers--all-MiniLM-L6-v2";

/// The checkout.
pub(crate) fn checkout() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// The folder of model folders, after the program has fetched the model into it.
pub(crate) fn models() -> &'static Path {
    static MODELS: OnceLock<PathBuf> = OnceLock::new();
    MODELS.get_or_init(fetch)
}

/// The model may be in any of the places that the program knows; a snapshot of the hub's cache has another layout and is
/// copied.
fn fetch() -> PathBuf {
    let output =
        Command::new(BUILT).args(["model", "fetch"]).current_dir(checkout()).output().expect("a program");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "the model cannot be fetched, which every test needs: {said}");
    let answer = String::from_utf8(output.stdout).expect("a path in UTF-8");
    let found = fs::canonicalize(answer.trim_end()).expect("the folder that the answer names");
    if found.ends_with(NAME) {
        return found.parent().expect("a folder of models").to_owned();
    }
    let models = Path::new(env!("CARGO_TARGET_TMPDIR")).join("models");
    copy_files(&found, &models.join(NAME));
    models
}

/// Puts the model's files into `folder`; only [`replace`] may change them there.
pub(crate) fn copy_to(folder: &Path) {
    copy_files(&models().join(NAME), folder);
}

fn copy_files(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder that can be made");
    for entry in fs::read_dir(from).expect("a model folder") {
        let entry = entry.expect("a file");
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy_files(&entry.path(), &target);
        } else if !entry.file_name().as_encoded_bytes().starts_with(b".") {
            // A link costs nothing, but does not reach another disk; a snapshot's files are links themselves.
            let file = fs::canonicalize(entry.path()).expect("a file");
            let _ = fs::remove_file(&target);
            let linked = fs::hard_link(&file, &target);
            linked.or_else(|_| fs::copy(&file, target).map(drop)).expect("a file that can be copied");
        }
    }
}

/// Where `value` goes to overwrite bytes in the middle of the weights.
pub(crate) fn damage(folder: &Path, value: [u8; 4]) {
    let path = folder.join("model.safetensors");
    let mut bytes = fs::read(&path).expect("weights");
    // The header's length is a multiple of eight, so every fourth byte starts a number.
    let middle = bytes.len() / 2 / 8 * 8;
    bytes[middle..middle + 4].copy_from_slice(&value);
    replace(&path, &bytes);
}

/// Puts another file in the place of one of the model's.
pub(crate) fn replace(path: &Path, bytes: &[u8]) {
    fs::remove_file(path).expect("a file");
    fs::write(path, bytes).expect("a file that can be written");
}
