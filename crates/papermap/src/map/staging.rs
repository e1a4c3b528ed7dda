//! Report files: written aside first, then put in place one by one.

use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use papermap_clustering::report::ReportFile;

/// Folder, inside the map folder, of files that are not in place yet.
pub(crate) const STAGING: &str = ".papermap-staged";

/// Writes the files aside, down to the disk, names included; nothing that is in place changes.
///
/// # Errors
/// Where the disk is full or the folder cannot be written; what was written aside is gone again then.
pub(crate) fn stage(folder: &Path, files: &[ReportFile]) -> Result<()> {
    clear(folder)?;
    let result = write_all(&folder.join(STAGING), files)
        .and_then(|()| sync(folder).with_context(|| cannot_write(&folder.join(STAGING))));
    if result.is_err() {
        // The first fault is the one to tell.
        let _ = clear(folder);
    }
    result
}

/// Whether all these files are aside.
pub(crate) fn are_staged(folder: &Path, names: &[String]) -> bool {
    names.iter().all(|name| folder.join(STAGING).join(name).is_file())
}

/// Puts the files that are aside in place, in the order of `names`, each at once.
///
/// # Errors
/// Where a file is not aside or cannot be renamed.
pub(crate) fn swap(folder: &Path, names: &[String]) -> Result<()> {
    let failed = |place: &Path| format!("{}: cannot be replaced; run the command again", place.display());
    for name in names {
        let place = folder.join(name);
        fs::rename(folder.join(STAGING).join(name), &place).with_context(|| failed(&place))?;
    }
    sync(folder).with_context(|| failed(folder))?;
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
    })?;
    sync(staging).with_context(|| cannot_write(staging))
}

fn write(path: &PathBuf, bytes: &[u8]) -> std::io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// Brings the names in a folder down to the disk, on systems that can be asked to.
fn sync(folder: &Path) -> std::io::Result<()> {
    if !cfg!(unix) {
        return Ok(());
    }
    match File::open(folder)?.sync_all() {
        Err(error) if matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::Unsupported) => Ok(()),
        result => result,
    }
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
    fn a_file_that_is_not_aside_any_more_is_named() {
        let root = tempfile::tempdir().unwrap();
        stage(root.path(), &files()).unwrap();
        assert!(are_staged(root.path(), &names()));
        fs::remove_file(root.path().join(STAGING).join("index.html")).unwrap();
        assert!(!are_staged(root.path(), &names()));
        assert!(swap(root.path(), &names()).unwrap_err().to_string().contains("index.html"));
        assert_eq!(fs::read(root.path().join("topics.md")).unwrap(), b"new");
    }

    #[test]
    fn a_folder_that_is_not_there_is_named() {
        let root = tempfile::tempdir().unwrap();
        let missing = root.path().join("missing");
        let error = format!("{:#}", stage(&missing, &files()).unwrap_err());
        assert!(error.contains("missing") && error.contains("cannot be written"), "{error}");
    }
}
