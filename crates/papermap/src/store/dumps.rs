//! Dumps and what was not taken from them.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;
use papermap_clustering::topic_map::SetAside;
use papermap_corpus::DumpAccount;
use rusqlite::params;
use serde::{Deserialize, Serialize};

use super::Store;
use crate::map::plan::{MoreRecords, SourceChanges};

/// A dump that a newer version of the same name replaced.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Replaced {
    pub(crate) name: String,
    pub(crate) digest: String,
    /// Digest of the newer version.
    pub(crate) by: String,
}

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

impl Replaced {
    /// Whether it is the dump of this name and digest.
    pub(crate) fn is(&self, name: &str, digest: &str) -> bool {
        self.name == name && self.digest == digest
    }
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

    /// The dumps that a newer version replaced, by name, then digest.
    pub(crate) fn replaced(&self) -> Result<Vec<Replaced>> {
        self.entry("replaced").map(Option::unwrap_or_default)
    }

    /// Writes what `run` makes of the dumps, when the papers and their sources are written.
    pub(crate) fn put_dumps(&self, new: &[DumpAccount], changes: &SourceChanges, run: u32) -> Result<()> {
        for (name, digest) in &changes.forgotten {
            for table in ["dumps", "not_taken"] {
                let delete = format!("DELETE FROM {table} WHERE name = ? AND digest = ?");
                self.connection.execute(&delete, [name, digest])?;
            }
        }
        new.iter().try_for_each(|dump| self.add_dump(dump, run))?;
        changes.more.iter().try_for_each(|more| self.add_records(more))?;
        if changes.replaced != self.replaced()? {
            self.put_entry("replaced", &changes.replaced)?;
        }
        if changes.forgotten.is_empty() && changes.more.is_empty() {
            return Ok(());
        }
        self.count_again()
    }

    /// Adds records of a dump that it gave for the first time; of those set aside before, they take the place.
    fn add_records(&self, more: &MoreRecords) -> Result<()> {
        let mut placed = 0;
        for line in more.lines.iter().collect::<BTreeSet<_>>() {
            placed += self.connection.execute(
                "DELETE FROM not_taken WHERE name = ? AND digest = ? AND line = ?",
                params![more.name, more.digest, *line as i64],
            )?;
        }
        let added = more.lines.len().saturating_sub(placed) as i64;
        self.connection.execute(
            "UPDATE dumps SET records = records + ? WHERE name = ? AND digest = ?",
            params![added, more.name, more.digest],
        )?;
        Ok(())
    }

    /// Counts again, from the sources of the papers, which dump brought each paper: the first that holds it, by run,
    /// name and digest. For a dump of a later run it is known, every other record of it merged.
    fn count_again(&self) -> Result<()> {
        let dumps = self.dumps()?;
        let mut counts = vec![(0_i64, 0_i64); dumps.len()];
        for holders in self.holders(&dumps)?.into_values() {
            let mut earlier = None;
            for (run, dump) in holders {
                match earlier {
                    None => counts[dump].0 += 1,
                    Some(earlier) if earlier != run => counts[dump].1 += 1,
                    Some(_) => {}
                }
                earlier = Some(run);
            }
        }
        for (dump, (papers, known)) in dumps.iter().zip(counts) {
            let taken = dump.records as i64 - dump.set_aside.len() as i64;
            self.connection.execute(
                "UPDATE dumps SET papers = ?, known = ?, merged = ? WHERE name = ? AND digest = ?",
                params![papers, known, taken - papers - known, dump.name, dump.digest],
            )?;
        }
        Ok(())
    }

    /// The dumps that hold each paper, as run and index in `dumps`.
    fn holders(&self, dumps: &[StoredDump]) -> Result<BTreeMap<String, BTreeSet<(u32, usize)>>> {
        let places: BTreeMap<(&str, &str), (u32, usize)> = dumps
            .iter()
            .enumerate()
            .map(|(index, dump)| ((dump.name.as_str(), dump.digest.as_str()), (dump.run, index)))
            .collect();
        let mut statement = self.connection.prepare("SELECT DISTINCT paper, name, digest FROM sources")?;
        let mut rows = statement.query([])?;
        let mut holders: BTreeMap<String, BTreeSet<(u32, usize)>> = BTreeMap::new();
        while let Some(row) = rows.next()? {
            let (name, digest): (String, String) = (row.get(1)?, row.get(2)?);
            if let Some(place) = places.get(&(name.as_str(), digest.as_str())) {
                holders.entry(row.get(0)?).or_default().insert(*place);
            }
        }
        Ok(holders)
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
