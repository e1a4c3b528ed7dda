//! One run at a time on a map folder.

use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use papermap_clustering::report::FILE_NAMES;

use crate::map::staging::STAGING;
use crate::store::{STORE_FILE, Store};
use crate::terminal::progress::Console;

/// File in the map folder that stands for it where a folder itself cannot be locked.
const LOCK_FILE: &str = ".papermap-lock";

/// A map folder that this run alone may change.
///
/// The lock is the operating system's and ends with the process, however that ends. A folder that the run made
/// and left empty goes away again.
#[derive(Debug)]
pub(crate) struct MapLock {
    folder: PathBuf,
    made: Vec<PathBuf>,
    held: Option<Held>,
}

/// What is locked for the folder: the folder itself, or the file that stands for it.
#[derive(Debug)]
struct Held {
    file: File,
    path: PathBuf,
}

impl MapLock {
    /// Takes the folder, after the run that holds it; makes it where it does not exist.
    ///
    /// Where the file system knows no locks, the person is warned and the run goes on.
    pub(crate) fn take(folder: &Path) -> Result<Self> {
        loop {
            let made = make(folder)?;
            let held = lock(folder, File::open(folder));
            // The run that held the lock may have taken the folder away.
            if held.as_ref().map_or_else(|| folder.is_dir(), Held::is_current) {
                return Ok(Self { folder: folder.to_owned(), made, held });
            }
        }
    }
}

impl Drop for MapLock {
    fn drop(&mut self) {
        let lock_file = self.folder.join(LOCK_FILE);
        let holds_file = self.held.as_ref().is_some_and(|held| held.path == lock_file);
        if holds_file && !self.made.is_empty() && !Store::exists(&self.folder) {
            let _ = fs::remove_file(lock_file);
        }
        for folder in &self.made {
            if fs::remove_dir(folder).is_err() {
                return;
            }
        }
    }
}

impl Held {
    /// Whether the path still leads to what is locked.
    #[cfg(unix)]
    fn is_current(&self) -> bool {
        use std::os::unix::fs::MetadataExt;
        let place = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
        self.file.metadata().map(place).ok() == fs::metadata(&self.path).map(place).ok()
    }

    #[cfg(not(unix))]
    fn is_current(&self) -> bool {
        self.file.metadata().is_ok() && self.path.exists()
    }
}

/// Locks the folder; some systems lock only files, and some file systems only what is open for writing.
fn lock(folder: &Path, opened: io::Result<File>) -> Option<Held> {
    let lock_file = folder.join(LOCK_FILE);
    let open = || File::options().create(true).truncate(false).write(true).open(&lock_file);
    let of_folder = opened.and_then(|file| wait_for(file, folder, folder));
    match of_folder.or_else(|_| open().and_then(|file| wait_for(file, &lock_file, folder))) {
        Ok(held) => Some(held),
        // Who may not write in the folder cannot change the map.
        Err(error) if matches!(error.kind(), ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem) => {
            None
        }
        Err(error) => {
            Console::warn(&format!(
                "{}: cannot be locked ({error}); going on all the same: start no other run on this map meanwhile",
                folder.display()
            ));
            None
        }
    }
}

fn wait_for(file: File, path: &Path, folder: &Path) -> io::Result<Held> {
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            Console::warn(&format!("another run is changing {}; waiting until it is done", folder.display()));
            file.lock()?;
        }
        Err(TryLockError::Error(error)) => return Err(error),
    }
    Ok(Held { file, path: path.to_owned() })
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
    #[cfg(unix)]
    fn the_second_run_waits_for_the_first() {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().join("map");
        let first = MapLock::take(&folder).unwrap();
        let other = File::open(&folder).unwrap();
        assert!(matches!(other.try_lock(), Err(TryLockError::WouldBlock)));
        let waiting = {
            let folder = folder.clone();
            std::thread::spawn(move || MapLock::take(&folder).map(drop))
        };
        drop(first);
        waiting.join().unwrap().unwrap();
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_file_is_locked_where_a_folder_cannot_be() {
        use std::os::unix::fs::OpenOptionsExt;
        const O_PATH: i32 = 0o10_000_000;
        let root = tempfile::tempdir().unwrap();
        let opened = File::options().read(true).custom_flags(O_PATH).open(root.path());
        let held = lock(root.path(), opened).unwrap();
        assert_eq!(held.path, root.path().join(LOCK_FILE));
        assert!(held.is_current());
        let other = File::open(&held.path).unwrap();
        assert!(matches!(other.try_lock(), Err(TryLockError::WouldBlock)));
        fs::remove_file(&held.path).unwrap();
        assert!(!held.is_current());
    }

    #[test]
    fn the_file_that_was_locked_goes_away_with_the_folder() {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().join("map");
        let made = make(&folder).unwrap();
        let held = lock(&folder, Err(ErrorKind::Unsupported.into()));
        assert!(held.is_some() && folder.join(LOCK_FILE).exists());
        drop(MapLock { folder: folder.clone(), made, held });
        assert!(!folder.exists());
    }

    #[test]
    fn a_run_goes_on_where_nothing_can_be_locked() {
        let root = tempfile::tempdir().unwrap();
        fs::create_dir(root.path().join(LOCK_FILE)).unwrap();
        assert!(lock(root.path(), Err(ErrorKind::Unsupported.into())).is_none());
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
