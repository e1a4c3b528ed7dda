//! Changing the store and the report together.

use std::path::Path;

use anyhow::Result;
use papermap_clustering::report::{ReportFile, render};

use crate::map::staging::{are_staged, clear, stage, swap};
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
        let map = store.topic_map()?;
        store.put_receipt(&map.receipt)?;
        let files = render(&map)?;
        store.put_reports(&files)?;
        stage(folder, &files)?;
        store.put_pending(&names(&files))?;
        Ok(files)
    });
    let files = result.inspect_err(|_| {
        // The first fault is the one to tell.
        let _ = clear(folder);
    })?;
    put_in_place(store, folder, &names(&files))?;
    Ok(files)
}

/// Finishes the swap of an earlier run that was broken off, or removes what it left aside before it counted.
///
/// A file that is no longer aside is in place already or was lost; the report is rendered anew then.
///
/// # Errors
/// Those of the disk and of the report.
pub(crate) fn finish_pending(folder: &Path) -> Result<()> {
    let Some(store) = Store::open_to_read(folder)? else { return Ok(()) };
    let pending = store.pending()?;
    drop(store);
    if pending.is_empty() {
        return clear(folder);
    }
    let store = Store::open_to_write(folder)?;
    if are_staged(folder, &pending) {
        return put_in_place(&store, folder, &pending);
    }
    publish(&store, folder, || Ok(())).map(drop)
}

fn put_in_place(store: &Store, folder: &Path, names: &[String]) -> Result<()> {
    swap(folder, names)?;
    store.transaction(|| store.put_pending(&[]))
}

fn names(files: &[ReportFile]) -> Vec<String> {
    files.iter().map(|file| file.name.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::store::Encoder;

    fn file(bytes: &[u8]) -> Vec<ReportFile> {
        vec![ReportFile { name: "index.html", bytes: bytes.to_vec() }]
    }

    fn encoder() -> Encoder {
        Encoder {
            model: "m".into(),
            revision: None,
            fingerprint: "f".into(),
            token_limit: 1,
            dim: 1,
            precision: "f32".into(),
            isa: "portable".into(),
            cleaning: 1,
        }
    }

    #[test]
    fn a_run_broken_off_before_the_swap_is_finished() {
        let root = tempfile::tempdir().unwrap();
        let store = Store::open_to_write(root.path()).unwrap();
        fs::write(root.path().join("index.html"), "old").unwrap();
        stage(root.path(), &file(b"new")).unwrap();
        store.put_pending(&names(&file(b""))).unwrap();
        finish_pending(root.path()).unwrap();
        assert_eq!(fs::read(root.path().join("index.html")).unwrap(), b"new");
        assert!(store.pending().unwrap().is_empty());
    }

    #[test]
    fn files_that_were_lost_before_the_swap_are_rendered_anew() {
        let root = tempfile::tempdir().unwrap();
        let page = root.path().join("index.html");
        let store = Store::open_to_write(root.path()).unwrap();
        let files = publish(&store, root.path(), || store.put_encoder(&encoder())).unwrap();
        store.put_pending(&names(&files)).unwrap();
        fs::write(&page, "old").unwrap();
        finish_pending(root.path()).unwrap();
        assert_eq!(fs::read(&page).unwrap(), files.last().unwrap().bytes);
        assert!(store.pending().unwrap().is_empty());
    }

    #[test]
    fn what_never_counted_is_removed() {
        let root = tempfile::tempdir().unwrap();
        let store = Store::open_to_write(root.path()).unwrap();
        fs::write(root.path().join("index.html"), "old").unwrap();
        stage(root.path(), &file(b"new")).unwrap();
        finish_pending(root.path()).unwrap();
        assert_eq!(fs::read(root.path().join("index.html")).unwrap(), b"old");
        assert_eq!(fs::read_dir(root.path()).unwrap().count(), 2);
        drop(store);
    }

    #[test]
    fn a_change_that_fails_leaves_nothing_aside() {
        let root = tempfile::tempdir().unwrap();
        let store = Store::open_to_write(root.path()).unwrap();
        assert!(publish(&store, root.path(), || anyhow::bail!("broken off")).is_err());
        assert_eq!(fs::read_dir(root.path()).unwrap().count(), 1);
    }
}
