//! When and how the map was changed: the only table with times, command lines and thread counts.

use anyhow::Result;
use rusqlite::params;

use super::Store;

/// One run that changed the map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Run {
    /// Seconds since 1970 at the start.
    pub(crate) started: i64,
    pub(crate) command: String,
    pub(crate) threads: usize,
    pub(crate) new_papers: usize,
}

impl Store {
    /// Adds the run, which ends now.
    pub(crate) fn add_run(&self, number: u32, run: &Run) -> Result<()> {
        self.connection.execute(
            "INSERT INTO runs VALUES (?, datetime(?, 'unixepoch') || 'Z', datetime('now') || 'Z', ?, ?, ?, ?)",
            params![
                number,
                run.started,
                env!("CARGO_PKG_VERSION"),
                run.command,
                run.threads as i64,
                run.new_papers as i64
            ],
        )?;
        Ok(())
    }

    /// Number and end of the last run.
    pub(crate) fn last_run_ended(&self) -> Result<Option<String>> {
        let query = "SELECT finished FROM runs ORDER BY number DESC LIMIT 1";
        let mut statement = self.connection.prepare(query)?;
        let mut rows = statement.query([])?;
        Ok(rows.next()?.map(|row| row.get(0)).transpose()?)
    }
}
