//! The store: one SQLite file in the map folder, and nothing is trusted more.
//!
//! Vectors are added in batches; everything else of a run is one transaction. Every table is keyed by what it
//! means, so the same sequence of runs gives the same rows; only `runs` holds times, command lines and thread
//! counts.

mod areas;
mod dumps;
mod journal;
mod ledger;
mod meta;
mod papers;
mod receipts;
mod runs;
mod schema;
mod topic_map;
mod topics;
mod updates;
mod vectors;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use rusqlite::{Connection, OpenFlags};

pub(crate) use dumps::{Replaced, StoredDump};
pub(crate) use ledger::event_name;
pub(crate) use meta::{Encoder, Options};
pub(crate) use papers::StoredPaper;
pub(crate) use runs::Run;
pub(crate) use topics::{Assignment, Formed};
pub(crate) use vectors::{CachedVector, VectorsByText};

/// File name of the store in a map folder.
pub(crate) const STORE_FILE: &str = "map.sqlite";

/// How long to wait for another process's transaction.
const PATIENCE: Duration = Duration::from_secs(30);

/// What to do about a store that contradicts itself.
const ANEW: &str = "the store is damaged; make the map anew in another folder with --map";

/// An open store.
#[derive(Debug)]
pub(crate) struct Store {
    connection: Connection,
    path: PathBuf,
}

impl Store {
    /// Opens the store of a map to read it; `None` where the folder holds none.
    ///
    /// What a killed run left half done is undone first. The store is held at one state, see [`hold`](Self::hold).
    ///
    /// # Errors
    /// A file that is no store, one of a newer program, or one that must be rolled back and cannot be written.
    pub(crate) fn open_to_read(folder: &Path) -> Result<Option<Self>> {
        let path = folder.join(STORE_FILE);
        let opened = match Self::open(&path, OpenFlags::SQLITE_OPEN_READ_ONLY) {
            Err(error) if journal::must_roll_back(&error) => {
                journal::roll_back(&path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
                Self::open(&path, OpenFlags::SQLITE_OPEN_READ_ONLY)
            }
            opened => opened,
        };
        if let Some(store) = opened? {
            store.hold()?;
            return Ok(Some(store));
        }
        Ok(None)
    }

    /// Holds a store that is only read at the state that it has now; a run that changes it waits until it is let go.
    ///
    /// # Errors
    /// Where the store cannot be read.
    pub(crate) fn hold(&self) -> Result<()> {
        self.let_go()?;
        self.connection.execute_batch("BEGIN")?;
        // The first read takes the state.
        self.paper_count().map(drop)
    }

    /// Lets the store change again; due before anything that can take long.
    ///
    /// # Errors
    /// Where the store cannot be read.
    pub(crate) fn let_go(&self) -> Result<()> {
        if !self.connection.is_autocommit() {
            self.connection.execute_batch("COMMIT")?;
        }
        Ok(())
    }

    /// Whether the folder holds a store; an empty file is none.
    pub(crate) fn exists(folder: &Path) -> bool {
        fs::metadata(folder.join(STORE_FILE)).is_ok_and(|metadata| metadata.len() > 0)
    }

    /// Opens the store of a map to change it; makes it where there is none.
    ///
    /// # Errors
    /// As [`open_to_read`](Self::open_to_read), and where the folder cannot be written.
    pub(crate) fn open_to_write(folder: &Path) -> Result<Self> {
        let path = folder.join(STORE_FILE);
        if let Some(store) = Self::open(&path, OpenFlags::SQLITE_OPEN_READ_WRITE)? {
            return Ok(store);
        }
        Self::create(path.clone()).inspect_err(|_| {
            // A store without tables is worth less than none.
            let _ = fs::remove_file(&path);
        })
    }

    /// Opens the file; `None` where there is none, or one that a run left empty.
    fn open(path: &Path, access: OpenFlags) -> Result<Option<Self>> {
        if !path.exists() {
            return Ok(None);
        }
        let connection = Connection::open_with_flags(path, access | OpenFlags::SQLITE_OPEN_NO_MUTEX)
            .with_context(|| format!("{}: cannot be opened; check its permissions", path.display()))?;
        connection.busy_timeout(PATIENCE)?;
        let is_store = schema::check(&connection, path)?;
        if is_store {
            schema::take_on(&connection)
                .with_context(|| format!("{}: cannot be taken on to this program", path.display()))?;
        }
        Ok(is_store.then(|| Self { connection, path: path.to_owned() }))
    }

    fn create(path: PathBuf) -> Result<Self> {
        let failed =
            || format!("{}: cannot be made; make room on the disk or check the permissions", path.display());
        let connection = Connection::open(&path).with_context(failed)?;
        connection.busy_timeout(PATIENCE)?;
        schema::create(&connection).with_context(failed)?;
        Ok(Self { connection, path })
    }

    /// Runs `work` as one transaction: all of it, or nothing.
    ///
    /// # Errors
    /// Those of `work` and of the disk.
    pub(crate) fn transaction<T>(&self, work: impl FnOnce() -> Result<T>) -> Result<T> {
        let failed = || {
            format!(
                "{}: cannot be changed; what it held before is still there; make room on the disk or check the permissions",
                self.path.display()
            )
        };
        let transaction = self.connection.unchecked_transaction().with_context(failed)?;
        let result = work()
            .map_err(|error| if error.is::<rusqlite::Error>() { error.context(failed()) } else { error })?;
        transaction.commit().with_context(failed)?;
        Ok(result)
    }

    /// What SQLite finds wrong with the file.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub(crate) fn faults(&self) -> Result<Vec<String>> {
        let mut statement = self.connection.prepare("PRAGMA integrity_check(10)")?;
        let faults = statement.query_map([], |row| row.get::<_, String>(0))?;
        let faults = faults.collect::<rusqlite::Result<Vec<_>>>()?;
        Ok(faults.into_iter().filter(|fault| fault != "ok").collect())
    }

    /// Size of the store in bytes.
    pub(crate) fn size(&self) -> u64 {
        fs::metadata(&self.path).map_or(0, |metadata| metadata.len())
    }

    /// Removes the store where nothing was ever put into it.
    ///
    /// # Errors
    /// Where the file cannot be read or removed.
    pub(crate) fn remove_if_blank(self) -> Result<()> {
        let rows: i64 = self.connection.query_row(
            "SELECT (SELECT count(*) FROM papers) + (SELECT count(*) FROM vectors) + (SELECT count(*) FROM meta)",
            [],
            |row| row.get(0),
        )?;
        if rows == 0 {
            drop(self.connection);
            fs::remove_file(&self.path)?;
        }
        Ok(())
    }
}

/// Opens a map that must hold papers.
///
/// # Errors
/// No map at `folder`, or one that holds no paper yet.
pub(crate) fn open_filled(folder: &Path) -> Result<Store> {
    let shown = folder.display();
    if folder.exists() && !folder.is_dir() {
        bail!("{shown} is a file, not a map folder; give the folder with --map");
    }
    let Some(store) = Store::open_to_read(folder)? else {
        bail!("no map at {shown}: nothing stored yet; run `papermap map DUMP --map {shown}` first");
    };
    if store.paper_count()? == 0 {
        bail!("the map at {shown} is empty: nothing stored yet; run `papermap map DUMP --map {shown}` first");
    }
    Ok(store)
}

#[cfg(test)]
mod journal_tests;
#[cfg(test)]
mod tests;
