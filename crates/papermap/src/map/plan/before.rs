//! What the map holds before a run.

use std::collections::BTreeSet;

use anyhow::Result;
use papermap_corpus::{CLEANING_VERSION, Paper, clean};

use crate::store::{Encoder, Options, Replaced, Store, StoredDump};

#[derive(Debug, Default)]
pub(super) struct Before {
    pub(super) papers: Vec<Paper>,
    /// Digests of the papers' texts as they were embedded.
    pub(super) texts: BTreeSet<[u8; 32]>,
    pub(super) dumps: Vec<StoredDump>,
    /// The dumps that a newer version replaced.
    pub(super) replaced: Vec<Replaced>,
    pub(super) options: Options,
    pub(super) encoder: Option<Encoder>,
    /// Digests of the texts that have a vector.
    pub(super) cached: BTreeSet<[u8; 32]>,
    pub(super) program: Option<String>,
    pub(super) lacks_evidence: bool,
}

impl Before {
    pub(super) fn read(store: Option<&Store>) -> Result<Self> {
        let Some(store) = store else { return Ok(Self::default()) };
        let encoder = store.encoder()?;
        let cleaned_again = is_outdated(encoder.as_ref());
        let cached = match &encoder {
            Some(encoder) if !cleaned_again => store.cached_texts(&encoder.fingerprint)?,
            _ => BTreeSet::new(),
        };
        let (mut papers, texts): (Vec<_>, _) =
            store.papers()?.into_iter().map(|stored| (stored.paper, stored.text_digest)).unzip();
        if cleaned_again {
            papers.iter_mut().for_each(clean_again);
        }
        Ok(Self {
            papers,
            texts,
            dumps: store.dumps()?,
            replaced: store.replaced()?,
            options: store.options()?,
            encoder,
            cached,
            program: store.program()?,
            lacks_evidence: store.lacks_evidence()?,
        })
    }
}

/// Whether the papers of a map with this encoder were cleaned by other rules.
pub(super) fn is_outdated(encoder: Option<&Encoder>) -> bool {
    encoder.is_some_and(|encoder| encoder.cleaning != CLEANING_VERSION)
}

/// Cleans the texts of a paper by the rules of today, from what its dumps gave; the id stays.
fn clean_again(paper: &mut Paper) {
    let abstract_text = clean(&paper.raw.abstract_text);
    if !abstract_text.is_empty() {
        paper.abstract_text = abstract_text;
    }
    paper.title = paper.raw.title.as_deref().map(clean).filter(|title| !title.is_empty());
    paper.refresh();
}
