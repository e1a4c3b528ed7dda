//! What is evaluated, as the store has it.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result};
use papermap_clustering::UnitRows;
use papermap_clustering::topic_map::TopicEntry;
use papermap_corpus::Paper;

use crate::store::open_filled;

/// A map with its vectors.
pub(crate) struct Source {
    /// Title of the map.
    pub(crate) title: String,
    /// The papers, by id.
    pub(crate) papers: Vec<Paper>,
    /// Vectors of the papers.
    pub(crate) rows: UnitRows,
    /// The topics, largest first.
    pub(crate) topics: Vec<TopicEntry>,
    /// Place among `topics` of the topic of each paper.
    pub(crate) assigned: Vec<usize>,
}

/// Reads the map in `folder`.
///
/// # Errors
/// A folder without a map, or a map that was not finished or is damaged.
pub(crate) fn read(folder: &Path) -> Result<Source> {
    let unfinished = || format!("the map at {} is not finished; run `papermap map` again", folder.display());
    let store = open_filled(folder)?;
    let stored = store.papers()?;
    let encoder = store.encoder()?.with_context(unfinished)?;
    let digests: Vec<[u8; 32]> = stored.iter().map(|stored| stored.text_digest).collect();
    let rows = UnitRows::try_from(store.vectors(&encoder.fingerprint, &digests, encoder.dim)?)?;
    let topics = store.topics(stored.len())?;
    let places: BTreeMap<&str, usize> = topics.iter().map(|topic| topic.id.as_str()).zip(0..).collect();
    let by_paper: BTreeMap<String, String> =
        store.assignments()?.into_iter().map(|place| (place.paper, place.topic)).collect();
    let place = |paper: &Paper| by_paper.get(&paper.id).and_then(|topic| places.get(topic.as_str())).copied();
    let papers: Vec<Paper> = stored.into_iter().map(|stored| stored.paper).collect();
    let assigned = papers.iter().map(place).collect::<Option<Vec<_>>>().with_context(unfinished)?;
    Ok(Source { title: store.title(&store.dumps()?)?, papers, rows, topics, assigned })
}
