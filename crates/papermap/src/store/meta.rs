//! Single values: options, encoder, choice of topics, counters.

use std::collections::BTreeMap;
use std::str::FromStr;

use anyhow::{Context, Result};
use papermap_clustering::choose_k::TopicCount;
use papermap_clustering::describe::StopWords;
use papermap_clustering::edits::SplitPart;
use papermap_clustering::topic_map::{Choice, TopicEntry};
use rusqlite::{OptionalExtension, params};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{ANEW, Store};
use crate::edits::{self, Decisions, EDITS_FILE};

/// Parts that edits split off, by topic and query.
pub(crate) type Splits = BTreeMap<(String, String), SplitPart>;

/// The options that a map remembers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Options {
    /// Number of topics.
    pub(crate) topics: TopicCount,
    /// Title, where one was given.
    pub(crate) title: Option<String>,
    /// Content of the file of words to keep out of phrases and labels, where one was given.
    pub(crate) stop_words: Option<String>,
    /// Content of the file of words to keep out of labels, where one was given.
    pub(crate) label_stop_words: Option<String>,
    /// Content of the file of edits, where one says something.
    pub(crate) edits: Option<String>,
}

impl Options {
    /// What is kept out of phrases and labels.
    ///
    /// # Errors
    /// Edits that cannot be read.
    pub(crate) fn words(&self) -> Result<StopWords> {
        let content = |file: &Option<String>| file.clone().unwrap_or_default();
        let forbidden = self.decisions()?.forbidden.join("\n");
        let of_labels = format!("{}\n{forbidden}", content(&self.label_stop_words));
        Ok(StopWords::read(&content(&self.stop_words), &of_labels))
    }

    /// What a person decided about the topics.
    ///
    /// # Errors
    /// Edits that cannot be read.
    pub(crate) fn decisions(&self) -> Result<Decisions> {
        self.edits
            .as_deref()
            .map_or_else(|| Ok(Decisions::default()), |content| edits::parse(content, EDITS_FILE))
    }
}

/// What the vectors of a map were made with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Encoder {
    pub(crate) model: String,
    pub(crate) revision: Option<String>,
    /// SHA-256 over everything the vectors depend on.
    pub(crate) fingerprint: String,
    pub(crate) token_limit: usize,
    pub(crate) dim: usize,
    pub(crate) precision: String,
    pub(crate) isa: String,
    pub(crate) cleaning: u32,
}

impl Store {
    pub(crate) fn options(&self) -> Result<Options> {
        let topics = self.meta("topics")?.map_or(Ok(TopicCount::Auto), |text| parsed("topics", &text))?;
        Ok(Options {
            topics,
            title: self.meta("title")?,
            stop_words: self.meta("stop_words")?,
            label_stop_words: self.meta("label_stop_words")?,
            edits: self.meta("edits")?,
        })
    }

    pub(crate) fn put_options(&self, options: &Options) -> Result<()> {
        self.put_meta("topics", Some(&options.topics.to_string()))?;
        self.put_meta("title", options.title.as_deref())?;
        self.put_meta("stop_words", options.stop_words.as_deref())?;
        self.put_meta("label_stop_words", options.label_stop_words.as_deref())?;
        self.put_meta("edits", options.edits.as_deref())
    }

    /// The encoder of the map's vectors; `None` before the first whole run.
    pub(crate) fn encoder(&self) -> Result<Option<Encoder>> {
        let values = self.encoder_values()?;
        let get = |name: &str| values.get(name).cloned();
        let Some(fingerprint) = get("fingerprint") else { return Ok(None) };
        let text = |name: &str| get(name).with_context(|| format!("no {name} in the store: {ANEW}"));
        Ok(Some(Encoder {
            model: text("model")?,
            revision: get("revision"),
            fingerprint,
            token_limit: parsed("token_limit", &text("token_limit")?)?,
            dim: parsed("dim", &text("dim")?)?,
            precision: text("precision")?,
            isa: text("isa")?,
            cleaning: parsed("cleaning", &text("cleaning")?)?,
        }))
    }

    fn encoder_values(&self) -> Result<BTreeMap<String, String>> {
        let mut statement = self.connection.prepare("SELECT name, value FROM meta")?;
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    pub(crate) fn put_encoder(&self, encoder: &Encoder) -> Result<()> {
        self.put_meta("model", Some(&encoder.model))?;
        self.put_meta("revision", encoder.revision.as_deref())?;
        self.put_meta("fingerprint", Some(&encoder.fingerprint))?;
        self.put_meta("token_limit", Some(&encoder.token_limit.to_string()))?;
        self.put_meta("dim", Some(&encoder.dim.to_string()))?;
        self.put_meta("precision", Some(&encoder.precision))?;
        self.put_meta("isa", Some(&encoder.isa))?;
        self.put_meta("cleaning", Some(&encoder.cleaning.to_string()))
    }

    pub(crate) fn choice(&self) -> Result<Choice> {
        self.entry("choice").map(Option::unwrap_or_default)
    }

    pub(super) fn put_choice(&self, choice: &Choice) -> Result<()> {
        self.put_entry("choice", choice)
    }

    /// The labels that papers gave to topics which a person named otherwise, by topic id.
    pub(super) fn own_labels(&self) -> Result<BTreeMap<String, String>> {
        self.entry("own_labels").map(Option::unwrap_or_default)
    }

    pub(super) fn put_own_labels(&self, topics: &[TopicEntry]) -> Result<()> {
        let own = |topic: &TopicEntry| Some((topic.id.clone(), topic.own_label.clone()?));
        self.put_entry("own_labels", &topics.iter().filter_map(own).collect::<BTreeMap<_, _>>())
    }

    /// Papers when the topics were last formed or fitted; 0 where an older program did that.
    pub(crate) fn fitted(&self) -> Result<usize> {
        self.entry("fitted").map(Option::unwrap_or_default)
    }

    pub(super) fn put_fitted(&self, papers: usize) -> Result<()> {
        self.put_entry("fitted", &papers)
    }

    /// Edits that matched nothing in the last run that formed topics.
    pub(crate) fn stale(&self) -> Result<Vec<String>> {
        self.entry("stale").map(Option::unwrap_or_default)
    }

    pub(super) fn put_stale(&self, stale: &[String]) -> Result<()> {
        self.put_entry("stale", &stale)
    }

    /// The parts that edits ever split off.
    pub(crate) fn splits(&self) -> Result<Splits> {
        let parts: Vec<(String, String, String, f64)> = self.entry("splits")?.unwrap_or_default();
        let part = |(topic, query, id, floor)| ((topic, query), SplitPart { id, floor });
        Ok(parts.into_iter().map(part).collect())
    }

    pub(super) fn put_splits(&self, splits: &Splits) -> Result<()> {
        let part = |((topic, query), part): (&(String, String), &SplitPart)| {
            (topic.clone(), query.clone(), part.id.clone(), part.floor)
        };
        self.put_entry("splits", &splits.iter().map(part).collect::<Vec<_>>())
    }

    /// The values of a query whose only column is JSON, in its order.
    pub(super) fn entries<T: DeserializeOwned>(&self, query: &str) -> Result<Vec<T>> {
        let mut statement = self.connection.prepare(query)?;
        let mut rows = statement.query([])?;
        let mut entries = Vec::new();
        while let Some(row) = rows.next()? {
            entries.push(serde_json::from_str(&row.get::<_, String>(0)?)?);
        }
        Ok(entries)
    }

    /// A value that is stored as JSON; `None` where none was stored.
    pub(super) fn entry<T: DeserializeOwned>(&self, name: &str) -> Result<Option<T>> {
        let text = self.meta(name)?;
        text.map(|text| serde_json::from_str(&text))
            .transpose()
            .with_context(|| format!("{name} in the store is not what was ever written: {ANEW}"))
    }

    /// Stores a value as JSON.
    pub(super) fn put_entry(&self, name: &str, value: &impl Serialize) -> Result<()> {
        self.put_meta(name, Some(&serde_json::to_string(value)?))
    }

    /// Version of the program that made the last change.
    pub(crate) fn program(&self) -> Result<Option<String>> {
        self.meta("program")
    }

    pub(crate) fn put_program(&self, version: &str) -> Result<()> {
        self.put_meta("program", Some(version))
    }

    pub(crate) fn seed(&self) -> Result<u64> {
        self.meta("seed")?.map_or(Ok(0), |seed| parsed("seed", &seed))
    }

    pub(crate) fn put_seed(&self, seed: u64) -> Result<()> {
        self.put_meta("seed", Some(&seed.to_string()))
    }

    /// The next free number of a topic id.
    pub(crate) fn next_topic(&self) -> Result<u64> {
        self.meta("next_topic")?.map_or(Ok(1), |number| parsed("next_topic", &number))
    }

    pub(super) fn put_next_topic(&self, number: u64) -> Result<()> {
        self.put_meta("next_topic", Some(&number.to_string()))
    }

    /// The next free number of an area id.
    pub(crate) fn next_area(&self) -> Result<u64> {
        self.meta("next_area")?.map_or(Ok(1), |number| parsed("next_area", &number))
    }

    pub(super) fn put_next_area(&self, number: u64) -> Result<()> {
        self.put_meta("next_area", Some(&number.to_string()))
    }

    /// Score under which a hit of a query is weak.
    pub(crate) fn weak_floor(&self) -> Result<f32> {
        let floor = self.meta("weak_floor")?.context("the map is not finished; run `papermap map` again")?;
        parsed("weak_floor", &floor)
    }

    pub(super) fn put_weak_floor(&self, floor: f32) -> Result<()> {
        self.put_meta("weak_floor", Some(&floor.to_string()))
    }

    /// Number of the last run that changed the map; 0 before the first.
    pub(crate) fn last_run(&self) -> Result<u32> {
        self.meta("run")?.map_or(Ok(0), |run| parsed("run", &run))
    }

    pub(crate) fn put_last_run(&self, run: u32) -> Result<()> {
        self.put_meta("run", Some(&run.to_string()))
    }

    /// The report files that are still to be put in place, in order.
    pub(crate) fn pending(&self) -> Result<Vec<String>> {
        let mut statement = self.connection.prepare("SELECT file FROM pending ORDER BY position")?;
        let files = statement.query_map([], |row| row.get(0))?;
        Ok(files.collect::<rusqlite::Result<_>>()?)
    }

    pub(crate) fn put_pending(&self, files: &[String]) -> Result<()> {
        self.connection.execute("DELETE FROM pending", [])?;
        for (position, file) in files.iter().enumerate() {
            self.connection.execute("INSERT INTO pending VALUES (?, ?)", params![position as i64, file])?;
        }
        Ok(())
    }

    fn meta(&self, name: &str) -> Result<Option<String>> {
        let query = "SELECT value FROM meta WHERE name = ?";
        Ok(self.connection.query_row(query, [name], |row| row.get(0)).optional()?)
    }

    fn put_meta(&self, name: &str, value: Option<&str>) -> Result<()> {
        match value {
            Some(value) => {
                self.connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", [name, value])?
            }
            None => self.connection.execute("DELETE FROM meta WHERE name = ?", [name])?,
        };
        Ok(())
    }
}

fn parsed<T: FromStr>(name: &str, text: &str) -> Result<T> {
    text.parse()
        .ok()
        .with_context(|| format!("{name} in the store is `{text}`, which was never written: {ANEW}"))
}
