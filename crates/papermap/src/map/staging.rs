//! Report files: written aside first, then put in place one by one.

use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use papermap_clustering::report::ReportFile;

/// Folder, inside the map folder, of files that are not in place yet.
const STAGING: &str = ".staged";

/// Writes the files aside, down to the disk; nothing that is in place changes.
///
/// # Errors
/// Where the disk is full or the folder cannot be written; what was written aside is gone again then.
pub(crate) fn stage(folder: &Path, files: &[ReportFile]) -> Result<()> {
    clear(folder)?;
    let result = write_all(&folder.join(STAGING), files);
    if result.is_err() {
        // The first fault is the one to tell.
        let _ = clear(folder);
    }
    result
}

/// Puts the files that are still aside in place, in the order of `names`, each at once.
///
/// # Errors
/// Where a file cannot be renamed.
pub(crate) fn swap(folder: &Path, names: &[String]) -> Result<()> {
    for name in names {
        let place = folder.join(name);
        match fs::rename(folder.join(STAGING).join(name), &place) {
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            result => result
                .with_context(|| format!("{}: cannot be replaced; run the command again", place.display()))?,
        }
    }
    clear(folder)
}

/// Removes what is aside.
///
/// # Errors
/// Where the folder cannot be changed.
pub(crate) fn clear(folder: &Path) -> Result<()> {
    let staging = folder.join(STAGING);
    match fs::remove_dir_all(&staging) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error)
            .with_context(|| format!("{}: cannot be removed; check its permissions", staging.display())),
        _ => Ok(()),
    }
}

fn write_all(staging: &Path, files: &[ReportFile]) -> Result<()> {
    fs::create_dir(staging).with_context(|| cannot_write(staging))?;
    files.iter().try_for_each(|file| {
        let path = staging.join(file.name);
        write(&path, &file.bytes).with_context(|| cannot_write(&path))
    })
}

fn write(path: &PathBuf, bytes: &[u8]) -> std::io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

fn cannot_write(path: &Path) -> String {
    format!("{}: cannot be written; make room on the disk or check the folder's permissions", path.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files() -> Vec<ReportFile> {
        vec![
            ReportFile { name: "topics.md", bytes: b"new".to_vec() },
            ReportFile { name: "index.html", bytes: b"new".to_vec() },
        ]
    }

    fn names() -> Vec<String> {
        files().iter().map(|file| file.name.to_owned()).collect()
    }

    #[test]
    fn nothing_changes_before_the_swap() {
        let root = tempfile::tempdir().unwrap();
        fs::write(root.path().join("index.html"), "old").unwrap();
        stage(root.path(), &files()).unwrap();
        assert_eq!(fs::read(root.path().join("index.html")).unwrap(), b"old");
        swap(root.path(), &names()).unwrap();
        assert_eq!(fs::read(root.path().join("index.html")).unwrap(), b"new");
        assert!(!root.path().join(STAGING).exists());
    }

    #[test]
    fn a_swap_that_was_broken_off_is_finished() {
        let root = tempfile::tempdir().unwrap();
        stage(root.path(), &files()).unwrap();
        fs::rename(root.path().join(STAGING).join("topics.md"), root.path().join("topics.md")).unwrap();
        swap(root.path(), &names()).unwrap();
        assert_eq!(fs::read(root.path().join("topics.md")).unwrap(), b"new");
        assert_eq!(fs::read(root.path().join("index.html")).unwrap(), b"new");
    }

    #[test]
    fn a_folder_that_is_not_there_is_named() {
        let root = tempfile::tempdir().unwrap();
        let missing = root.path().join("missing");
        let error = format!("{:#}", stage(&missing, &files()).unwrap_err());
        assert!(error.contains("missing") && error.contains("cannot be written"), "{error}");
    }
}
