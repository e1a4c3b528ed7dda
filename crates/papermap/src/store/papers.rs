//! Papers and their sources.

use std::collections::BTreeMap;

use anyhow::Result;
use papermap_corpus::{Fields, Paper, RawText, Source};
use rusqlite::{OptionalExtension, Row, params};

use super::Store;
use crate::digest;

/// A paper of the store with the digest of its embedded text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct StoredPaper {
    pub(crate) paper: Paper,
    pub(crate) text_digest: [u8; 32],
}

const COLUMNS: &str =
    "id, title, abstract, headline, raw_title, raw_abstract, authors, year, venue, doi, url, keywords,
    decision, text_digest";

/// The columns of a paper, then its language and its work.
fn select(rest: &str) -> String {
    format!("SELECT {COLUMNS}, language, work FROM papers LEFT JOIN marks ON marks.paper = papers.id {rest}")
}

impl Store {
    /// All papers, by id.
    pub(crate) fn papers(&self) -> Result<Vec<StoredPaper>> {
        let mut sources = self.sources()?;
        let mut aliases = self.aliases()?;
        let mut statement = self.connection.prepare(&select("ORDER BY id"))?;
        let mut rows = statement.query([])?;
        let mut papers = Vec::new();
        while let Some(row) = rows.next()? {
            let mut stored = paper(row)?;
            stored.paper.sources = sources.remove(&stored.paper.id).unwrap_or_default();
            stored.paper.aliases = aliases.remove(&stored.paper.id).unwrap_or_default();
            papers.push(stored);
        }
        Ok(papers)
    }

    /// One paper by its id.
    pub(crate) fn paper(&self, id: &str) -> Result<Option<StoredPaper>> {
        let mut statement = self.connection.prepare_cached(&select("WHERE id = ?"))?;
        let mut rows = statement.query([id])?;
        let Some(row) = rows.next()? else { return Ok(None) };
        let mut stored = paper(row)?;
        let mut statement = self.connection.prepare_cached(
            "SELECT name, digest, line, key FROM sources WHERE paper = ? ORDER BY position",
        )?;
        let sources = statement.query_map([id], |row| source(row, 0))?;
        stored.paper.sources = sources.collect::<rusqlite::Result<_>>()?;
        let mut statement =
            self.connection.prepare_cached("SELECT id FROM aliases WHERE paper = ? ORDER BY id")?;
        let aliases = statement.query_map([id], |row| row.get(0))?;
        stored.paper.aliases = aliases.collect::<rusqlite::Result<_>>()?;
        Ok(Some(stored))
    }

    /// The ids of the papers to which a dump gave the id `key`, sorted.
    pub(crate) fn papers_with_key(&self, key: &str) -> Result<Vec<String>> {
        let mut statement =
            self.connection.prepare("SELECT DISTINCT paper FROM sources WHERE key = ? ORDER BY paper")?;
        let ids = statement.query_map([key], |row| row.get(0))?;
        Ok(ids.collect::<rusqlite::Result<_>>()?)
    }

    /// Ids and text digests of all papers, by id.
    pub(crate) fn text_digests(&self) -> Result<Vec<(String, [u8; 32])>> {
        let mut statement = self.connection.prepare("SELECT id, text_digest FROM papers ORDER BY id")?;
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    pub(crate) fn paper_count(&self) -> Result<usize> {
        let count: i64 = self.connection.query_row("SELECT count(*) FROM papers", [], |row| row.get(0))?;
        Ok(count as usize)
    }

    /// Whether any paper has this id.
    pub(crate) fn has_paper(&self, id: &str) -> Result<bool> {
        let found: Option<i64> = self
            .connection
            .query_row("SELECT 1 FROM papers WHERE id = ?", [id], |row| row.get(0))
            .optional()?;
        Ok(found.is_some())
    }

    /// Replaces all papers and their sources.
    pub(crate) fn put_papers(&self, papers: &[Paper]) -> Result<()> {
        let tables = ["papers", "sources", "marks", "aliases"];
        self.connection.execute_batch(&tables.map(|table| format!("DELETE FROM {table};")).concat())?;
        papers.iter().try_for_each(|paper| {
            self.put_paper(paper)?;
            self.put_marks(paper)
        })
    }

    fn put_marks(&self, paper: &Paper) -> Result<()> {
        if paper.language.is_some() || paper.work.is_some() {
            let mut statement = self.connection.prepare_cached("INSERT INTO marks VALUES (?, ?, ?)")?;
            statement.execute(params![paper.id, paper.language, paper.work])?;
        }
        let mut statement = self.connection.prepare_cached("INSERT INTO aliases VALUES (?, ?)")?;
        for alias in &paper.aliases {
            statement.execute(params![alias, paper.id])?;
        }
        Ok(())
    }

    fn put_paper(&self, paper: &Paper) -> Result<()> {
        let mut statement = self.connection.prepare_cached(&format!(
            "INSERT INTO papers ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        ))?;
        let fields = &paper.fields;
        statement.execute(params![
            paper.id,
            paper.title,
            paper.abstract_text,
            paper.headline,
            paper.raw.title,
            paper.raw.abstract_text,
            serde_json::to_string(&fields.authors)?,
            fields.year,
            fields.venue,
            fields.doi,
            fields.url,
            serde_json::to_string(&fields.keywords)?,
            fields.decision,
            digest::of_text(&paper.embedded_text()),
        ])?;
        let mut statement =
            self.connection.prepare_cached("INSERT INTO sources VALUES (?, ?, ?, ?, ?, ?)")?;
        for (position, source) in paper.sources.iter().enumerate() {
            let Source { name, digest, line, key } = source;
            statement.execute(params![paper.id, position as i64, name, digest, *line as i64, key])?;
        }
        Ok(())
    }

    /// Ids of near duplicates by the paper that they joined, sorted.
    fn aliases(&self) -> Result<BTreeMap<String, Vec<String>>> {
        let mut statement = self.connection.prepare("SELECT paper, id FROM aliases ORDER BY id")?;
        let mut rows = statement.query([])?;
        let mut aliases: BTreeMap<String, Vec<String>> = BTreeMap::new();
        while let Some(row) = rows.next()? {
            aliases.entry(row.get(0)?).or_default().push(row.get(1)?);
        }
        Ok(aliases)
    }

    fn sources(&self) -> Result<BTreeMap<String, Vec<Source>>> {
        let mut statement = self
            .connection
            .prepare("SELECT paper, name, digest, line, key FROM sources ORDER BY paper, position")?;
        let mut rows = statement.query([])?;
        let mut sources: BTreeMap<String, Vec<Source>> = BTreeMap::new();
        while let Some(row) = rows.next()? {
            sources.entry(row.get(0)?).or_default().push(source(row, 1)?);
        }
        Ok(sources)
    }
}

fn source(row: &Row<'_>, first: usize) -> rusqlite::Result<Source> {
    Ok(Source {
        name: row.get(first)?,
        digest: row.get(first + 1)?,
        line: row.get::<_, i64>(first + 2)? as u64,
        key: row.get(first + 3)?,
    })
}

/// A paper without its sources and aliases.
fn paper(row: &Row<'_>) -> Result<StoredPaper> {
    let authors: String = row.get(6)?;
    let keywords: String = row.get(11)?;
    let paper = Paper {
        id: row.get(0)?,
        title: row.get(1)?,
        abstract_text: row.get(2)?,
        headline: row.get(3)?,
        raw: RawText { title: row.get(4)?, abstract_text: row.get(5)? },
        fields: Fields {
            authors: serde_json::from_str(&authors)?,
            year: row.get(7)?,
            venue: row.get(8)?,
            doi: row.get(9)?,
            url: row.get(10)?,
            keywords: serde_json::from_str(&keywords)?,
            decision: row.get(12)?,
        },
        language: row.get(14)?,
        work: row.get(15)?,
        sources: Vec::new(),
        aliases: Vec::new(),
    };
    Ok(StoredPaper { paper, text_digest: row.get(13)? })
}
