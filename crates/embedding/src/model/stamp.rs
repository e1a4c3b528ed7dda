//! What was hashed, remembered by size and time, so that a start need not read 90 MB again.

use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use serde::{Deserialize, Serialize};

use super::hash::{sha256_of_bytes, sha256_of_file};

/// The stamp's name in a folder that a fetch made.
pub(super) const STAMP_FILE: &str = ".verified";

#[derive(Debug, Default, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Stamp {
    files: Vec<StampedFile>,
}

/// A file as it was when it was hashed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct StampedFile {
    pub(super) path: String,
    pub(super) size: u64,
    pub(super) sha256: String,
    seconds: u64,
    nanoseconds: u32,
}

/// The SHA-256 of files in `folder`, in the order given: from the stamp where size and time still agree, hashed otherwise.
///
/// The stamp is rewritten when something had to be hashed; where that is impossible the next call hashes again.
pub(super) fn hash_with_stamp(
    folder: &Path,
    paths: &[&str],
    stamp: Option<&Path>,
) -> io::Result<Vec<StampedFile>> {
    let known = stamp.map(read).unwrap_or_default();
    let files = paths
        .iter()
        .map(|path| remembered(&known, folder, path).map_or_else(|| observe(folder, path), Ok))
        .collect::<io::Result<Vec<_>>>()?;
    if let Some(stamp) = stamp
        && known.files != files
    {
        // A folder that cannot be written is no fault: it only costs the hashing next time.
        let _ = write(stamp, &Stamp { files: files.clone() });
    }
    Ok(files)
}

/// Where the stamp of a folder that is not ours is kept: under `stamps`, named by the folder's full path.
pub(super) fn stamp_elsewhere(stamps: &Path, folder: &Path) -> Option<PathBuf> {
    let full = fs::canonicalize(folder).ok()?;
    Some(stamps.join(sha256_of_bytes(full.as_os_str().as_encoded_bytes())))
}

fn remembered(known: &Stamp, folder: &Path, path: &str) -> Option<StampedFile> {
    let stamped = known.files.iter().find(|file| file.path == path)?;
    let metadata = fs::metadata(folder.join(path)).ok()?;
    let time = modified(&metadata)?;
    let same = (stamped.size, stamped.seconds, stamped.nanoseconds) == (metadata.len(), time.0, time.1);
    same.then(|| stamped.clone())
}

fn observe(folder: &Path, path: &str) -> io::Result<StampedFile> {
    let file = folder.join(path);
    let metadata = fs::metadata(&file)?;
    let (seconds, nanoseconds) = modified(&metadata).unwrap_or_default();
    let sha256 = sha256_of_file(&file)?;
    Ok(StampedFile { path: path.to_owned(), size: metadata.len(), sha256, seconds, nanoseconds })
}

fn modified(metadata: &Metadata) -> Option<(u64, u32)> {
    let since = metadata.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    Some((since.as_secs(), since.subsec_nanos()))
}

fn read(path: &Path) -> Stamp {
    let text = fs::read(path).unwrap_or_default();
    serde_json::from_slice(&text).unwrap_or_default()
}

fn write(path: &Path, stamp: &Stamp) -> io::Result<()> {
    let Some(folder) = path.parent() else { return Ok(()) };
    fs::create_dir_all(folder)?;
    let staged = path.with_extension(format!("{}.new", std::process::id()));
    fs::write(&staged, serde_json::to_vec_pretty(stamp)?)?;
    fs::rename(&staged, path).inspect_err(|_| drop(fs::remove_file(&staged)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder_with_file() -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a"), "one").unwrap();
        let stamp = folder.path().join(STAMP_FILE);
        (folder, stamp)
    }

    #[test]
    fn an_unchanged_file_is_taken_from_the_stamp() {
        let (folder, stamp) = folder_with_file();
        hash_with_stamp(folder.path(), &["a"], Some(&stamp)).unwrap();
        let text = fs::read_to_string(&stamp).unwrap().replace(&sha256_of_bytes(b"one"), "remembered");
        fs::write(&stamp, text).unwrap();
        let files = hash_with_stamp(folder.path(), &["a"], Some(&stamp)).unwrap();
        assert_eq!(files[0].sha256, "remembered");
    }

    #[test]
    fn a_changed_size_or_time_is_hashed_again() {
        let (folder, stamp) = folder_with_file();
        let file = folder.path().join("a");
        hash_with_stamp(folder.path(), &["a"], Some(&stamp)).unwrap();
        fs::write(&file, "three").unwrap();
        let longer = hash_with_stamp(folder.path(), &["a"], Some(&stamp)).unwrap();
        assert_eq!(longer[0].sha256, sha256_of_bytes(b"three"));
        fs::write(&file, "threE").unwrap();
        fs::File::options().write(true).open(&file).unwrap().set_modified(UNIX_EPOCH).unwrap();
        let newer = hash_with_stamp(folder.path(), &["a"], Some(&stamp)).unwrap();
        assert_eq!(newer[0].sha256, sha256_of_bytes(b"threE"));
    }

    #[test]
    fn a_stamp_that_is_no_stamp_or_has_no_place_only_costs_hashing() {
        let (folder, stamp) = folder_with_file();
        fs::write(&stamp, [0xff, 0, b'{']).unwrap();
        let with = hash_with_stamp(folder.path(), &["a"], Some(&stamp)).unwrap();
        let nowhere = hash_with_stamp(folder.path(), &["a"], Some(&folder.path().join("a/b/c"))).unwrap();
        let without = hash_with_stamp(folder.path(), &["a"], None).unwrap();
        assert_eq!(with, without);
        assert_eq!(nowhere, without);
    }
}
