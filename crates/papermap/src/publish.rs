//! Changing the store and the report together.

use std::path::Path;

use anyhow::Result;
use papermap_clustering::report::{ReportFile, render};

use crate::staging::{stage, swap};
use crate::store::Store;

/// Changes the store by `change` and brings the report after it: all of it, or nothing.
///
/// The report is rendered from the store as it will be and written aside before the store is committed; a run that
/// is broken off after that is finished by [`finish_pending`].
///
/// # Errors
/// Those of `change`, of the disk and of the report.
pub(crate) fn publish(
    store: &Store,
    folder: &Path,
    change: impl FnOnce() -> Result<()>,
) -> Result<Vec<ReportFile>> {
    let result = store.transaction(|| {
        change()?;
        let files = render(&store.topic_map()?)?;
        stage(folder, &files)?;
        store.put_pending(&names(&files))?;
        Ok(files)
    });
    let files = result.inspect_err(|_| {
        // The first fault is the one to tell.
        let _ = crate::staging::clear(folder);
    })?;
    put_in_place(store, folder, &names(&files))?;
    Ok(files)
}

/// Finishes the swap of an earlier run that was broken off.
///
/// # Errors
/// Those of the disk.
pub(crate) fn finish_pending(folder: &Path) -> Result<()> {
    let Some(store) = Store::open_to_read(folder)? else { return Ok(()) };
    let pending = store.pending()?;
    drop(store);
    if pending.is_empty() {
        return Ok(());
    }
    put_in_place(&Store::open_to_write(folder)?, folder, &pending)
}

fn put_in_place(store: &Store, folder: &Path, names: &[String]) -> Result<()> {
    swap(folder, names)?;
    store.transaction(|| store.put_pending(&[]))
}

fn names(files: &[ReportFile]) -> Vec<String> {
    files.iter().map(|file| file.name.to_owned()).collect()
}
