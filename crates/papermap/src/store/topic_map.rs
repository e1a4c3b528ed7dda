//! The store as one [`TopicMap`].

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use papermap_clustering::topic_map::{
    Counts, PaperEntry, Receipt, SCHEMA_VERSION, SourceEntry, TopicEntry, TopicMap,
};
use papermap_corpus::{MODEL_LANGUAGE, Paper, Source};

use super::{ANEW, Assignment, Options, Replaced, Store, StoredDump};
use crate::digest::{self, hex_of_text};

/// Title of a map whose dumps name no venue.
const NO_VENUE: &str = "Topic map";
/// Venues named in a title at most.
const MOST_VENUES: usize = 3;

impl Store {
    /// The whole map as the report shows it.
    ///
    /// # Errors
    /// A store that cannot be read, or that contradicts itself.
    pub(crate) fn topic_map(&self) -> Result<TopicMap> {
        let dumps = self.dumps()?;
        let replaced = self.replaced()?;
        let papers = self.paper_entries(&replaced)?;
        let counted = papers.len();
        let topics = self.topics(counted)?;
        let mut map = TopicMap {
            schema_version: SCHEMA_VERSION,
            title: self.title(&dumps)?,
            counts: counts(&dumps, &papers, &topics),
            receipt: self.receipt(&dumps)?,
            sources: dumps.into_iter().map(|dump| source(dump, &replaced)).collect(),
            papers,
            topics,
            areas: self.areas(counted)?,
            ledger: self.ledger()?,
            updates: self.updates()?,
            choice: self.choice()?,
        };
        map.receipt.result = Some(result_digest(&map)?);
        Ok(map)
    }

    /// The title that was given, else venue and year from the dumps' headers.
    pub(crate) fn title(&self, dumps: &[StoredDump]) -> Result<String> {
        Ok(self.options()?.title.unwrap_or_else(|| default_title(dumps)))
    }

    fn receipt(&self, dumps: &[StoredDump]) -> Result<Receipt> {
        let encoder = self.encoder()?.with_context(|| format!("no model in the store: {ANEW}"))?;
        Ok(Receipt {
            run: self.last_run()?,
            program: self.program()?.unwrap_or_default(),
            model: encoder.model,
            model_revision: encoder.revision,
            fingerprint: encoder.fingerprint,
            token_limit: encoder.token_limit,
            precision: encoder.precision,
            isa: encoder.isa,
            cleaning: encoder.cleaning,
            seed: self.seed()?,
            stop_words: digest_of_words(&self.options()?),
            edits: self.options()?.edits.as_deref().map(hex_of_text),
            inputs: dumps.iter().map(|dump| dump.digest.clone()).collect(),
            vectors: Some(self.vectors_digest()?),
            result: None,
        })
    }

    fn paper_entries(&self, replaced: &[Replaced]) -> Result<Vec<PaperEntry>> {
        let tokens = self.token_counts()?;
        let mut places: BTreeMap<String, Assignment> =
            self.assignments()?.into_iter().map(|place| (place.paper.clone(), place)).collect();
        let arrivals = self.arrivals()?;
        let entries = self.papers()?.into_iter().map(|stored| {
            let id = &stored.paper.id;
            let place = places.remove(id).with_context(|| format!("paper {id} is in no topic: {ANEW}"))?;
            let tokens = tokens.get(&stored.text_digest).copied().unwrap_or_default();
            let added = arrivals.get(id).copied().unwrap_or_default();
            let vanished = has_vanished(&stored.paper, replaced);
            Ok(PaperEntry { added, vanished, ..entry(stored.paper, place, tokens) })
        });
        entries.collect()
    }

    /// Digest of the vectors of all papers, in their order.
    pub(crate) fn vectors_digest(&self) -> Result<String> {
        let Some(encoder) = self.encoder()? else { return Ok(digest::hex_of(&[])) };
        let digests: Vec<[u8; 32]> = self.text_digests()?.into_iter().map(|(_, digest)| digest).collect();
        let vectors = self.vectors(&encoder.fingerprint, &digests, encoder.dim)?;
        Ok(digest::hex_of_values(vectors.iter().copied()))
    }

    /// Tokens of every text, and how many of them the model did not read.
    fn token_counts(&self) -> Result<BTreeMap<[u8; 32], (usize, usize)>> {
        let fingerprint = self.encoder()?.map(|encoder| encoder.fingerprint);
        let query = "SELECT text_digest, tokens, tokens_cut FROM vectors WHERE fingerprint = ?";
        let mut statement = self.connection.prepare(query)?;
        let rows = statement.query_map([fingerprint], |row| {
            Ok((row.get(0)?, (row.get::<_, i64>(1)? as usize, row.get::<_, i64>(2)? as usize)))
        })?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// What was asked for as the number of topics.
    pub(crate) fn topics_asked(&self) -> Result<String> {
        Ok(self.options()?.topics.to_string())
    }
}

/// Digest of a map whose receipt has no result yet.
fn result_digest(map: &TopicMap) -> Result<String> {
    Ok(digest::hex_of(&serde_json::to_vec(map)?))
}

/// Digest of the words that are kept out, in hex.
fn digest_of_words(options: &Options) -> Option<String> {
    let (phrases, labels) = (options.stop_words.as_deref(), options.label_stop_words.as_deref());
    let all = format!("{}\0{}", phrases.unwrap_or_default(), labels.unwrap_or_default());
    (phrases.is_some() || labels.is_some()).then(|| hex_of_text(&all))
}

fn entry(paper: Paper, place: Assignment, (tokens, tokens_cut): (usize, usize)) -> PaperEntry {
    let keys = paper.keys().into_iter().map(str::to_owned).collect();
    let mut sources: Vec<String> = paper.sources.into_iter().map(|source| source.name).collect();
    sources.sort_unstable();
    sources.dedup();
    PaperEntry {
        id: paper.id,
        keys,
        title: paper.title,
        headline: paper.headline,
        abstract_text: paper.abstract_text,
        fields: paper.fields,
        language: paper.language,
        work: paper.work,
        sources,
        topic: place.topic,
        second: place.second,
        added: 0,
        vanished: false,
        score: place.score,
        loose: place.loose,
        x: place.x,
        y: place.y,
        tokens,
        tokens_cut,
    }
}

/// Whether a paper is in no dump but those that a newer version replaced.
fn has_vanished(paper: &Paper, replaced: &[Replaced]) -> bool {
    let is_replaced = |source: &Source| replaced.iter().any(|older| older.is(&source.name, &source.digest));
    !paper.sources.is_empty() && paper.sources.iter().all(is_replaced)
}

fn source(dump: StoredDump, replaced: &[Replaced]) -> SourceEntry {
    let newer = replaced.iter().find(|older| older.is(&dump.name, &dump.digest));
    SourceEntry {
        replaced_by: newer.map(|older| older.by.clone()),
        name: dump.name,
        digest: dump.digest,
        format: dump.format,
        encoding: dump.encoding,
        venue: dump.venue,
        year: dump.year,
        records: dump.records,
        papers: dump.papers,
        duplicates: dump.known + dump.merged,
        set_aside: dump.set_aside,
    }
}

fn counts(dumps: &[StoredDump], papers: &[PaperEntry], topics: &[TopicEntry]) -> Counts {
    let mut by_reason = BTreeMap::new();
    for record in dumps.iter().flat_map(|dump| &dump.set_aside) {
        *by_reason.entry(record.reason.clone()).or_insert(0) += 1;
    }
    Counts {
        dumps: dumps.len(),
        records: dumps.iter().map(|dump| dump.records).sum(),
        papers: papers.len(),
        duplicates: dumps.iter().map(|dump| dump.known + dump.merged).sum(),
        set_aside: by_reason.values().sum(),
        set_aside_by_reason: by_reason,
        suspect: dumps.iter().map(|dump| dump.suspect).sum(),
        other_language: papers.iter().filter(|paper| is_in_other_language(paper)).count(),
        versions: papers.iter().filter(|paper| paper.work.is_some()).count(),
        topics: topics.len(),
        loose: papers.iter().filter(|paper| paper.loose).count(),
        cut_papers: papers.iter().filter(|paper| paper.tokens_cut > 0).count(),
        cut_tokens: papers.iter().map(|paper| paper.tokens_cut).sum(),
        tokens: papers.iter().map(|paper| paper.tokens).sum(),
    }
}

fn is_in_other_language(paper: &PaperEntry) -> bool {
    paper.language.as_deref().is_some_and(|language| language != MODEL_LANGUAGE)
}

/// Venues and years that the dumps' headers name, sorted; some joined, many counted.
fn default_title(dumps: &[StoredDump]) -> String {
    let named = dumps.iter().filter_map(|dump| {
        let venue = dump.venue.clone()?;
        Some(dump.year.map_or_else(|| venue.clone(), |year| format!("{venue} {year}")))
    });
    let mut venues: Vec<String> = named.collect();
    venues.sort_unstable();
    venues.dedup();
    match venues.len() {
        0 => NO_VENUE.to_owned(),
        1..=MOST_VENUES => venues.join(", "),
        count => format!("{} and {} more", venues[..MOST_VENUES].join(", "), count - MOST_VENUES),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dump(venue: Option<&str>, year: Option<i32>) -> StoredDump {
        StoredDump {
            name: "a.txt".into(),
            digest: "d".into(),
            format: "text".into(),
            encoding: "UTF-8".into(),
            venue: venue.map(str::to_owned),
            year,
            records: 0,
            papers: 0,
            known: 0,
            merged: 0,
            suspect: 0,
            run: 1,
            set_aside: Vec::new(),
        }
    }

    #[test]
    fn the_title_names_each_venue_once() {
        let neurips = dump(Some("NeurIPS"), Some(2026));
        assert_eq!(default_title(&[]), "Topic map");
        assert_eq!(
            default_title(&[neurips.clone(), dump(None, Some(2020)), neurips.clone()]),
            "NeurIPS 2026"
        );
        assert_eq!(default_title(&[neurips, dump(Some("ICML"), None)]), "ICML, NeurIPS 2026");
        let many: Vec<StoredDump> = (2001..2007).map(|year| dump(Some("V"), Some(year))).collect();
        assert_eq!(default_title(&many), "V 2001, V 2002, V 2003 and 3 more");
    }
}
