//! What each run changed.

use std::collections::BTreeMap;

use anyhow::Result;
use papermap_clustering::topic_map::Update;
use rusqlite::params;

use super::Store;

impl Store {
    /// What each run that formed topics changed, oldest first.
    pub(crate) fn updates(&self) -> Result<Vec<Update>> {
        self.entries("SELECT entry FROM updates ORDER BY run")
    }

    pub(super) fn put_update(&self, update: &Update) -> Result<()> {
        let entry = serde_json::to_string(update)?;
        self.connection.execute("INSERT INTO updates VALUES (?, ?)", params![update.run, entry])?;
        Ok(())
    }

    /// The run that brought each paper, by paper id; a paper that an older program brought is not there.
    pub(crate) fn arrivals(&self) -> Result<BTreeMap<String, u32>> {
        let mut statement = self.connection.prepare("SELECT paper, run FROM arrivals")?;
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// Notes that `run` brought these papers, and forgets those that are in the map no more.
    pub(crate) fn add_arrivals<'a>(&self, papers: impl Iterator<Item = &'a str>, run: u32) -> Result<()> {
        let mut statement = self.connection.prepare_cached("INSERT OR IGNORE INTO arrivals VALUES (?, ?)")?;
        for paper in papers {
            statement.execute(params![paper, run])?;
        }
        self.connection.execute("DELETE FROM arrivals WHERE paper NOT IN (SELECT id FROM papers)", [])?;
        Ok(())
    }
}
