//! Embedding what the cache lacks, in batches that are kept.

use std::time::{Duration, Instant};

use anyhow::Result;

use crate::exit::Interrupted;
use crate::map::fresh::Fresh;
use crate::model::encoder::{Embedding, Loaded};
use crate::store::Store;
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

/// Embeds `missing` into `fresh`, batch by batch.
///
/// # Errors
/// [`Interrupted`] after Ctrl-C, when the finished batches are where `fresh` puts them; what the encoder and the disk say.
pub(crate) fn embed(
    store: &Store,
    loaded: &Loaded,
    missing: &[Missing],
    fresh: &mut Fresh,
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
            return Err(interrupted(fresh, done, missing.len()).into());
        };
        fresh.take(store, &loaded.facts.fingerprint, batch, &embedded)?;
        if done == 0 {
            announce(started.elapsed(), batch.len(), missing.len(), fresh, &progress);
        }
        done += batch.len();
    }
    progress.finish();
    Ok(())
}

fn interrupted(fresh: &Fresh, done: usize, total: usize) -> Interrupted {
    if matches!(fresh, Fresh::Held(_)) {
        return Interrupted { kept: "nothing was written".to_owned() };
    }
    let kept = format!(
        "the vectors of {} of {} are kept: run the same command again to go on from there",
        grouped(done as u64),
        counted(total, "abstract")
    );
    Interrupted { kept }
}

fn announce(elapsed: Duration, measured: usize, total: usize, fresh: &Fresh, progress: &Progress) {
    let rest = total - measured;
    let left = elapsed.mul_f64(rest as f64 / measured.max(1) as f64);
    if left > LONG {
        progress.note(&format!(
            "embedding {} will take about {}; Ctrl-C stops it, and what is embedded by then is {}",
            counted(rest, "more abstract"),
            rough(left),
            if matches!(fresh, Fresh::Kept) { "kept" } else { "not kept" }
        ));
    }
}
