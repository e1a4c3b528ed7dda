//! One fetch of a model at a time in one folder.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::{FetchEvent, OnEvent};

/// Holds the lock on a model in a folder of models until dropped.
///
/// The operating system ends the lock with its process, so a lock file that a dead one left blocks nobody.
pub(super) struct FolderLock {
    /// The folder of models, with an absolute path.
    pub(super) models: PathBuf,
    /// Whether the file system knows locks; without them two fetches work side by side, each in its own folder.
    pub(super) held: bool,
    _file: File,
}

impl FolderLock {
    /// Makes the folder if need be and takes the lock, after waiting for another holder.
    pub(super) fn take(models: &Path, name: &str, on_event: OnEvent<'_>) -> io::Result<Self> {
        fs::create_dir_all(models)?;
        let models = std::path::absolute(models)?;
        let path = models.join(format!(".{name}.lock"));
        let file = File::options().create(true).truncate(false).write(true).open(&path)?;
        let held = lock(&file, path, on_event);
        Ok(Self { models, held, _file: file })
    }
}

fn lock(file: &File, path: PathBuf, on_event: OnEvent<'_>) -> bool {
    match file.try_lock() {
        Ok(()) => true,
        Err(TryLockError::WouldBlock) => {
            on_event(FetchEvent::Waiting { path });
            file.lock().is_ok()
        }
        Err(TryLockError::Error(_)) => false,
    }
}
