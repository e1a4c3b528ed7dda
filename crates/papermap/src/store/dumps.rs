//! Dumps and what was not taken from them.

use anyhow::Result;
use papermap_clustering::topic_map::SetAside;
use papermap_corpus::DumpAccount;
use rusqlite::params;

use super::Store;

/// A dump as it was when it was read for the first time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct StoredDump {
    pub(crate) name: String,
    pub(crate) digest: String,
    pub(crate) format: String,
    pub(crate) encoding: String,
    pub(crate) venue: Option<String>,
    pub(crate) year: Option<i32>,
    pub(crate) records: usize,
    pub(crate) papers: usize,
    pub(crate) known: usize,
    pub(crate) merged: usize,
    pub(crate) suspect: usize,
    /// Number of the run that read it.
    pub(crate) run: u32,
    pub(crate) set_aside: Vec<SetAside>,
}

impl Store {
    /// All dumps, by name, then digest.
    pub(crate) fn dumps(&self) -> Result<Vec<StoredDump>> {
        let mut statement = self.connection.prepare(
            "SELECT name, digest, format, encoding, venue, year, records, papers, known, merged, suspect, run
             FROM dumps ORDER BY name, digest",
        )?;
        let dumps = statement.query_map([], |row| {
            Ok(StoredDump {
                name: row.get(0)?,
                digest: row.get(1)?,
                format: row.get(2)?,
                encoding: row.get(3)?,
                venue: row.get(4)?,
                year: row.get(5)?,
                records: row.get::<_, i64>(6)? as usize,
                papers: row.get::<_, i64>(7)? as usize,
                known: row.get::<_, i64>(8)? as usize,
                merged: row.get::<_, i64>(9)? as usize,
                suspect: row.get::<_, i64>(10)? as usize,
                run: row.get(11)?,
                set_aside: Vec::new(),
            })
        })?;
        let mut dumps = dumps.collect::<rusqlite::Result<Vec<_>>>()?;
        for dump in &mut dumps {
            dump.set_aside = self.set_aside(&dump.name, &dump.digest)?;
        }
        Ok(dumps)
    }

    fn set_aside(&self, name: &str, digest: &str) -> Result<Vec<SetAside>> {
        let mut statement = self.connection.prepare_cached(
            "SELECT line, reason, detail FROM not_taken WHERE name = ? AND digest = ? ORDER BY position",
        )?;
        let records = statement.query_map([name, digest], |row| {
            Ok(SetAside { line: row.get::<_, i64>(0)? as u64, reason: row.get(1)?, detail: row.get(2)? })
        })?;
        Ok(records.collect::<rusqlite::Result<_>>()?)
    }

    /// Adds a dump that the store does not hold yet.
    pub(crate) fn add_dump(&self, dump: &DumpAccount, run: u32) -> Result<()> {
        self.connection.execute(
            "INSERT INTO dumps VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            params![
                dump.name,
                dump.digest,
                dump.format,
                dump.encoding,
                dump.venue,
                dump.year,
                dump.records as i64,
                dump.papers as i64,
                dump.known as i64,
                dump.merged as i64,
                dump.suspect as i64,
                run,
            ],
        )?;
        let mut statement =
            self.connection.prepare_cached("INSERT INTO not_taken VALUES (?, ?, ?, ?, ?, ?)")?;
        for (position, record) in dump.not_taken.iter().enumerate() {
            let reason = crate::map::account_text::reason_name(record.reason);
            let place =
                params![dump.name, dump.digest, position as i64, record.line as i64, reason, record.detail];
            statement.execute(place)?;
        }
        Ok(())
    }
}
