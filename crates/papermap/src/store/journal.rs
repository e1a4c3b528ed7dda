//! Rolling back what a killed run left in SQLite's journal.

use std::path::Path;

use anyhow::{Context, Result};
use rusqlite::{Connection, OpenFlags, ffi};

use super::PATIENCE;

/// Whether a store could not be read because it has to be rolled back first, which takes the right to write.
pub(super) fn must_roll_back(error: &anyhow::Error) -> bool {
    error.chain().filter_map(|cause| cause.downcast_ref::<rusqlite::Error>()).any(|cause| {
        cause.sqlite_error().is_some_and(|error| error.extended_code == ffi::SQLITE_READONLY_ROLLBACK)
    })
}

/// Brings the store at `path` back to its last whole transaction.
///
/// # Errors
/// Where the store or its folder cannot be written.
pub(super) fn roll_back(path: &Path, access: OpenFlags) -> Result<()> {
    read_once(path, access).with_context(|| {
        let path = path.display();
        format!(
            "{path}-journal: a run was killed while it changed the map, and what it left in {path} cannot be undone \
             here; run any papermap command on the map as a user who may write its folder, or copy the whole folder \
             to a place that you may write and name the copy with --map"
        )
    })
}

/// SQLite rolls back before the first read.
fn read_once(path: &Path, access: OpenFlags) -> rusqlite::Result<()> {
    let connection = Connection::open_with_flags(path, access | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    connection.busy_timeout(PATIENCE)?;
    connection.pragma_query(None, "schema_version", |_| Ok(()))
}
