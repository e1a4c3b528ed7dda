//! The folder in which a download becomes whole before anybody sees it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use super::lock::FolderLock;

/// Tells the fetches of one process apart.
static NEXT: AtomicU32 = AtomicU32::new(0);

/// A hidden folder beside the model's folder-to-be; dropped, it is removed.
pub(super) struct Staging {
    root: PathBuf,
}

impl Staging {
    /// Makes the folder, after removing what fetches that died have left.
    pub(super) fn new(lock: &FolderLock, name: &str) -> io::Result<Self> {
        let prefix = format!(".{name}.staging-");
        if lock.held {
            remove_stale(&lock.models, &prefix);
        }
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let root = lock.models.join(format!("{prefix}{}-{number}", std::process::id()));
        fs::create_dir(&root)?;
        Ok(Self { root })
    }

    /// Makes a folder inside.
    pub(super) fn folder(&self, name: &str) -> io::Result<PathBuf> {
        let path = self.root.join(name);
        fs::create_dir(&path)?;
        Ok(path)
    }

    /// Puts a staged folder where it belongs; what was there goes away, unless the move fails.
    pub(super) fn install(&self, staged: &Path, target: &Path) -> io::Result<()> {
        let replaced = self.root.join("replaced");
        let was_there = fs::symlink_metadata(target).is_ok();
        if was_there {
            fs::rename(target, &replaced)?;
        }
        fs::rename(staged, target).inspect_err(|_| {
            if was_there {
                drop(fs::rename(&replaced, target));
            }
        })
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.root));
    }
}

/// With the lock held, a staging folder of this model can only belong to a fetch that is no more.
fn remove_stale(models: &Path, prefix: &str) {
    for entry in fs::read_dir(models).into_iter().flatten().flatten() {
        if entry.file_name().to_string_lossy().starts_with(prefix) {
            drop(fs::remove_dir_all(entry.path()));
        }
    }
}
