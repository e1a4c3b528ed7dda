//! Embedding what the cache lacks, in batches that are kept.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use papermap_embedding::Embedded;

use crate::exit::Interrupted;
use crate::model::encoder::{Embedding, Loaded};
use crate::store::{CachedVector, Store};
use crate::terminal::interrupt::Interrupt;
use crate::terminal::progress::{Console, Progress, rough};
use crate::terminal::table::{counted, grouped};

/// Texts between two writes to the cache.
const BATCH: usize = 256;
/// Texts whose time tells how long the rest will take.
const MEASURED: usize = 16;
/// A run that takes longer is announced.
const LONG: Duration = Duration::from_secs(15);

/// A text that has no vector yet.
#[derive(Debug, Clone)]
pub(crate) struct Missing {
    pub(crate) digest: [u8; 32],
    pub(crate) text: String,
}

/// Embeds `missing` into the cache of `store`, batch by batch.
///
/// # Errors
/// [`Interrupted`] after Ctrl-C, when the finished batches are kept; what the encoder and the disk say.
pub(crate) fn fill_cache(
    store: &Store,
    loaded: &Loaded,
    missing: &[Missing],
    console: Console,
    interrupt: &Interrupt,
) -> Result<()> {
    let progress = console.progress("embedding", "abstracts", missing.len() as u64);
    let started = Instant::now();
    let mut done = 0;
    while done < missing.len() {
        let length = if done == 0 { MEASURED } else { BATCH };
        let batch = &missing[done..missing.len().min(done + length)];
        let texts: Vec<&str> = batch.iter().map(|missing| missing.text.as_str()).collect();
        let run = Embedding { progress: &progress, interrupt, before: done, total: missing.len() };
        let Some(embedded) = loaded.embed(&texts, &run)? else {
            return Err(interrupted(done, missing.len()).into());
        };
        keep(store, &loaded.facts.fingerprint, batch, &embedded)?;
        if done == 0 {
            announce(started.elapsed(), batch.len(), missing.len(), &progress);
        }
        done += batch.len();
    }
    progress.finish();
    Ok(())
}

fn interrupted(done: usize, total: usize) -> Interrupted {
    let kept = format!(
        "the vectors of {} of {} are kept: run the same command again to go on from there",
        grouped(done as u64),
        counted(total, "abstract")
    );
    Interrupted { kept }
}

fn keep(store: &Store, fingerprint: &str, batch: &[Missing], embedded: &Embedded) -> Result<()> {
    let rows = embedded.vectors.rows();
    let vectors: Option<Vec<CachedVector<'_>>> = batch
        .iter()
        .zip(rows)
        .zip(&embedded.tokens)
        .map(|((missing, row), &tokens)| {
            Some(CachedVector { text_digest: &missing.digest, vector: row.to_slice()?, tokens })
        })
        .collect();
    store.add_vectors(fingerprint, &vectors.context("rows of the vectors lie one after another")?)
}

fn announce(elapsed: Duration, measured: usize, total: usize, progress: &Progress) {
    let rest = total - measured;
    let left = elapsed.mul_f64(rest as f64 / measured.max(1) as f64);
    if left > LONG {
        progress.note(&format!(
            "embedding {} will take about {}; Ctrl-C stops it, and what is embedded by then is kept",
            counted(rest, "more abstract"),
            rough(left)
        ));
    }
}
