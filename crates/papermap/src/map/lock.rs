//! One run at a time on a map folder.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use papermap_clustering::report::FILE_NAMES;

use crate::map::staging::STAGING;
use crate::store::{STORE_FILE, Store};
use crate::terminal::progress::Console;

/// A map folder that this run alone may change.
///
/// The lock is the operating system's and ends with the process, however that ends. A folder that the run made
/// and left empty goes away again.
#[derive(Debug)]
pub(crate) struct MapLock {
    folder: PathBuf,
    made: Vec<PathBuf>,
    _file: File,
}

impl MapLock {
    /// Takes the folder, after the run that holds it; makes it where it does not exist.
    pub(crate) fn take(folder: &Path) -> Result<Self> {
        loop {
            let made = make(folder)?;
            let file = open(folder).with_context(|| format!("{}: cannot be locked", folder.display()))?;
            wait_for(&file, folder)?;
            // The run that held the lock may have taken the folder away.
            if is_same(&file, folder) {
                return Ok(Self { folder: folder.to_owned(), made, _file: file });
            }
        }
    }
}

impl Drop for MapLock {
    fn drop(&mut self) {
        remove_lock_file(&self.folder, !self.made.is_empty());
        for folder in &self.made {
            if fs::remove_dir(folder).is_err() {
                return;
            }
        }
    }
}

/// Checks that a folder is a map or may become one.
///
/// # Errors
/// A file of this name, or a folder without a store that holds what a run would replace.
pub(crate) fn check_place(folder: &Path) -> Result<()> {
    if !folder.exists() {
        return Ok(());
    }
    if !folder.is_dir() {
        bail!(
            "{} is a file, not a map folder; give --map a folder, or a name that is free",
            folder.display()
        );
    }
    if Store::exists(folder) {
        return Ok(());
    }
    match FILE_NAMES.iter().chain([&STAGING]).find(|name| folder.join(name).exists()) {
        Some(name) => bail!(
            "{} is no map folder (it has no {STORE_FILE}), but holds {name}, which a run would replace; give \
             --map another folder",
            folder.display()
        ),
        None => Ok(()),
    }
}

/// Makes the folder and what is missing above it; returns what was made, the innermost first.
fn make(folder: &Path) -> Result<Vec<PathBuf>> {
    let missing = |path: &&Path| !path.as_os_str().is_empty() && !path.exists();
    let made = folder.ancestors().take_while(missing).map(Path::to_owned).collect();
    fs::create_dir_all(folder).with_context(|| {
        format!("{}: the map folder cannot be made; give another one with --map", folder.display())
    })?;
    Ok(made)
}

fn wait_for(file: &File, folder: &Path) -> Result<()> {
    match file.try_lock() {
        Ok(()) => return Ok(()),
        Err(TryLockError::WouldBlock) => {
            Console::warn(&format!("another run is changing {}; waiting until it is done", folder.display()));
        }
        Err(TryLockError::Error(error)) => {
            return Err(error).with_context(|| format!("{}: cannot be locked", folder.display()));
        }
    }
    file.lock().with_context(|| format!("{}: cannot be locked", folder.display()))
}

#[cfg(unix)]
fn open(folder: &Path) -> std::io::Result<File> {
    File::open(folder)
}

#[cfg(unix)]
fn is_same(file: &File, folder: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let place = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
    file.metadata().map(place).ok() == fs::metadata(folder).map(place).ok()
}

#[cfg(unix)]
fn remove_lock_file(_folder: &Path, _made: bool) {}

#[cfg(not(unix))]
const LOCK_FILE: &str = ".lock";

#[cfg(not(unix))]
fn open(folder: &Path) -> std::io::Result<File> {
    File::options().create(true).truncate(false).write(true).open(folder.join(LOCK_FILE))
}

#[cfg(not(unix))]
fn is_same(_file: &File, folder: &Path) -> bool {
    folder.join(LOCK_FILE).exists()
}

#[cfg(not(unix))]
fn remove_lock_file(folder: &Path, made: bool) {
    if made && !folder.join(STORE_FILE).exists() {
        let _ = fs::remove_file(folder.join(LOCK_FILE));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unused_folder_goes_away_again() {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().join("a/b/map");
        let lock = MapLock::take(&folder).unwrap();
        assert!(folder.is_dir());
        drop(lock);
        assert!(!root.path().join("a").exists());
    }

    #[test]
    fn a_used_folder_stays() {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().join("map");
        let lock = MapLock::take(&folder).unwrap();
        fs::write(folder.join(STORE_FILE), "").unwrap();
        drop(lock);
        assert!(folder.join(STORE_FILE).exists());
    }

    #[test]
    fn the_second_run_waits_for_the_first() {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().join("map");
        let first = MapLock::take(&folder).unwrap();
        let other = open(&folder).unwrap();
        assert!(matches!(other.try_lock(), Err(TryLockError::WouldBlock)));
        let waiting = {
            let folder = folder.clone();
            std::thread::spawn(move || MapLock::take(&folder).map(drop))
        };
        drop(first);
        waiting.join().unwrap().unwrap();
    }

    #[test]
    fn a_folder_with_other_files_of_those_names_is_refused() {
        let root = tempfile::tempdir().unwrap();
        check_place(root.path()).unwrap();
        fs::write(root.path().join("index.html"), "mine").unwrap();
        assert!(check_place(root.path()).unwrap_err().to_string().contains("index.html"));
        let other = tempfile::tempdir().unwrap();
        fs::create_dir(other.path().join(STAGING)).unwrap();
        assert!(check_place(other.path()).unwrap_err().to_string().contains(STAGING));
        assert!(check_place(&root.path().join("index.html")).unwrap_err().to_string().contains("is a file"));
    }
}
