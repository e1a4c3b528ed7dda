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
        let mut statement = self.connection.prepare("SELECT entry FROM areas ORDER BY position")?;
        let mut rows = statement.query([])?;
        let mut areas = Vec::new();
        while let Some(row) = rows.next()? {
            let mut area: AreaEntry = serde_json::from_str(&row.get::<_, String>(0)?)?;
            area.share = area.size as f64 / papers.max(1) as f64;
            areas.push(area);
        }
        Ok(areas)
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
