//! The tables, and the check that a file holds them.

use std::path::Path;

use anyhow::{Context, Result, bail};
use rusqlite::{Connection, ErrorCode};

/// Number of the schema; rises when an older program could not read the store any more.
pub(super) const SCHEMA: i32 = 4;

/// Marks the file as ours, `PMAP`.
const APPLICATION: i32 = 0x504d_4150;

/// Rows of vectors fit a page of this size without overflow up to 900 values.
const PAGE_SIZE: i32 = 16_384;

const TABLES: &str = "
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE dumps (
    name TEXT NOT NULL, digest TEXT NOT NULL, format TEXT NOT NULL, encoding TEXT NOT NULL, venue TEXT, year INTEGER,
    records INTEGER NOT NULL, papers INTEGER NOT NULL, known INTEGER NOT NULL, merged INTEGER NOT NULL,
    suspect INTEGER NOT NULL, run INTEGER NOT NULL, PRIMARY KEY (name, digest)
) WITHOUT ROWID;
CREATE TABLE not_taken (
    name TEXT NOT NULL, digest TEXT NOT NULL, position INTEGER NOT NULL, line INTEGER NOT NULL, reason TEXT NOT NULL,
    detail TEXT NOT NULL, PRIMARY KEY (name, digest, position)
) WITHOUT ROWID;
CREATE TABLE papers (
    id TEXT PRIMARY KEY, title TEXT, abstract TEXT NOT NULL, headline TEXT NOT NULL, raw_title TEXT,
    raw_abstract TEXT NOT NULL, authors TEXT NOT NULL, year INTEGER, venue TEXT, doi TEXT, url TEXT,
    keywords TEXT NOT NULL, decision TEXT, text_digest BLOB NOT NULL
) WITHOUT ROWID;
CREATE TABLE sources (
    paper TEXT NOT NULL, position INTEGER NOT NULL, name TEXT NOT NULL, digest TEXT NOT NULL, line INTEGER NOT NULL,
    key TEXT, PRIMARY KEY (paper, position)
) WITHOUT ROWID;
CREATE TABLE vectors (
    fingerprint TEXT NOT NULL, text_digest BLOB NOT NULL, vector BLOB NOT NULL, tokens INTEGER NOT NULL,
    tokens_cut INTEGER NOT NULL, PRIMARY KEY (fingerprint, text_digest)
) WITHOUT ROWID;
CREATE TABLE topics (
    number INTEGER PRIMARY KEY, label TEXT NOT NULL, size INTEGER NOT NULL, cohesion REAL NOT NULL,
    phrases TEXT NOT NULL, representatives TEXT NOT NULL, x REAL NOT NULL, y REAL NOT NULL
);
CREATE TABLE assignments (
    paper TEXT PRIMARY KEY, topic INTEGER NOT NULL, score REAL NOT NULL, loose INTEGER NOT NULL, x REAL NOT NULL,
    y REAL NOT NULL
) WITHOUT ROWID;
CREATE TABLE ledger (
    run INTEGER NOT NULL, position INTEGER NOT NULL, topic INTEGER NOT NULL, event TEXT NOT NULL, size INTEGER NOT NULL,
    shared INTEGER NOT NULL, label TEXT NOT NULL, PRIMARY KEY (run, position)
) WITHOUT ROWID;
CREATE TABLE pending (position INTEGER PRIMARY KEY, file TEXT NOT NULL);
CREATE TABLE runs (
    number INTEGER PRIMARY KEY, started TEXT NOT NULL, finished TEXT NOT NULL, program TEXT NOT NULL,
    command TEXT NOT NULL, threads INTEGER NOT NULL, new_papers INTEGER NOT NULL
);
";

/// The tables that each later schema brought, with its number.
const LATER_TABLES: [(i32, &str); 10] = [
    (2, "TABLE marks (paper TEXT PRIMARY KEY, language TEXT, work TEXT) WITHOUT ROWID;"),
    (2, "TABLE aliases (id TEXT PRIMARY KEY, paper TEXT NOT NULL) WITHOUT ROWID;"),
    (3, "TABLE seconds (paper TEXT PRIMARY KEY, topic INTEGER NOT NULL) WITHOUT ROWID;"),
    (3, "TABLE evidence (topic INTEGER PRIMARY KEY, area INTEGER, entry TEXT NOT NULL);"),
    (3, "TABLE areas (number INTEGER PRIMARY KEY, position INTEGER NOT NULL, entry TEXT NOT NULL);"),
    (4, "TABLE updates (run INTEGER PRIMARY KEY, entry TEXT NOT NULL);"),
    (4, "TABLE receipts (run INTEGER PRIMARY KEY, entry TEXT NOT NULL);"),
    (4, "TABLE arrivals (paper TEXT PRIMARY KEY, run INTEGER NOT NULL) WITHOUT ROWID;"),
    (
        4,
        "TABLE event_details (run INTEGER NOT NULL, position INTEGER NOT NULL, entry TEXT NOT NULL,
        PRIMARY KEY (run, position)) WITHOUT ROWID;",
    ),
    (4, "TABLE bases (paper TEXT PRIMARY KEY, topic INTEGER NOT NULL) WITHOUT ROWID;"),
];

/// Makes the tables in an empty file.
pub(super) fn create(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "page_size", PAGE_SIZE)?;
    connection.pragma_update(None, "journal_mode", "DELETE")?;
    let transaction = connection.unchecked_transaction()?;
    transaction.pragma_update(None, "application_id", APPLICATION)?;
    transaction.pragma_update(None, "user_version", SCHEMA)?;
    transaction.execute_batch(TABLES)?;
    transaction.execute_batch(&tables_after(1, "CREATE"))?;
    transaction.commit()
}

/// Makes the tables that came after schema `version`.
fn tables_after(version: i32, create: &str) -> String {
    let later = LATER_TABLES.iter().filter(|(schema, _)| *schema > version);
    later.flat_map(|(_, table)| [create, " ", table]).collect()
}

/// Takes a store of an older schema on to the newest; one that may only be read gets the tables that it lacks in
/// memory, empty.
pub(super) fn take_on(connection: &Connection) -> rusqlite::Result<()> {
    let found = version(connection)?;
    if found == SCHEMA {
        return Ok(());
    }
    if connection.is_readonly("main")? {
        connection.pragma_update(None, "temp_store", "MEMORY")?;
        return connection.execute_batch(&tables_after(found, "CREATE TEMP"));
    }
    let transaction = connection.unchecked_transaction()?;
    transaction.execute_batch(&tables_after(found, "CREATE"))?;
    transaction.pragma_update(None, "user_version", SCHEMA)?;
    transaction.commit()
}

/// Number of the store's schema.
pub(super) fn version(connection: &Connection) -> rusqlite::Result<i32> {
    pragma(connection, "user_version")
}

/// Checks that the file is a store that this program can read; `false` for one without a single page.
pub(super) fn check(connection: &Connection, path: &Path) -> Result<bool> {
    let path = path.display();
    let application = match pragma(connection, "application_id") {
        Err(rusqlite::Error::SqliteFailure(error, _)) if error.code == ErrorCode::NotADatabase => {
            bail!("{path} is not a papermap store (no SQLite file at all); give --map another folder")
        }
        application => application.with_context(|| {
            format!("{path}: cannot be read; check its permissions and the disk, or make the map anew in another folder with --map")
        })?,
    };
    if application == 0 && pragma(connection, "page_count")? == 0 {
        return Ok(false);
    }
    if application != APPLICATION {
        bail!("{path} is not a papermap store (some other program's SQLite file); give --map another folder");
    }
    let found = version(connection)?;
    if found > SCHEMA {
        bail!(
            "{path} was made by a newer papermap (schema {found}; this is papermap {} with schema {SCHEMA}); use the \
             newer program, or make the map anew in another folder with --map",
            env!("CARGO_PKG_VERSION")
        );
    }
    if found < 1 {
        bail!(
            "{path} has schema {found}, which was never released; expected 1 to {SCHEMA}: make the map anew in \
             another folder with --map"
        );
    }
    Ok(true)
}

fn pragma(connection: &Connection, name: &str) -> rusqlite::Result<i32> {
    connection.pragma_query_value(None, name, |row| row.get(0))
}
