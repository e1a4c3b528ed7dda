//! The areas: groups of topics.

use anyhow::{Context, Result};
use papermap_clustering::topic_map::AreaEntry;
use rusqlite::params;

use super::Store;

impl Store {
    /// Replaces the areas; they are read again in this order.
    pub(super) fn put_areas(&self, areas: &[AreaEntry]) -> Result<()> {
        self.connection.execute("DELETE FROM areas", [])?;
        for (position, area) in areas.iter().enumerate() {
            let entry = serde_json::to_string(area)?;
            self.connection.execute(
                "INSERT INTO areas VALUES (?, ?, ?)",
                params![number(&area.id)?, position as i64, entry],
            )?;
        }
        Ok(())
    }

    /// The areas, coarsest level first, in a level largest first; shares are of `papers`.
    pub(crate) fn areas(&self, papers: usize) -> Result<Vec<AreaEntry>> {
        let areas: Vec<AreaEntry> = self.entries("SELECT entry FROM areas ORDER BY position")?;
        let shared = |area: AreaEntry| AreaEntry { share: area.size as f64 / papers.max(1) as f64, ..area };
        Ok(areas.into_iter().map(shared).collect())
    }
}

/// Number of the area `a…`.
pub(super) fn number(id: &str) -> Result<i64> {
    let number = id.strip_prefix('a').and_then(|digits| digits.parse().ok());
    number.with_context(|| format!("{id} is no area id; this is a fault of the program"))
}

pub(super) fn id(number: i64) -> String {
    format!("a{number}")
}
