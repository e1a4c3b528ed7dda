//! One thread pool for everything.

use std::sync::OnceLock;

use anyhow::{Context, Result};

/// Builds the pool that all crates share, once, and returns its size.
///
/// The default is the number of cores that this process may use, which follows affinity and container quotas.
pub(crate) fn start(asked: Option<usize>) -> Result<usize> {
    static STARTED: OnceLock<usize> = OnceLock::new();
    if let Some(count) = STARTED.get() {
        return Ok(*count);
    }
    let count = asked.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    rayon::ThreadPoolBuilder::new()
        .num_threads(count)
        .build_global()
        .with_context(|| format!("cannot start {count} threads; try a smaller --threads"))?;
    Ok(*STARTED.get_or_init(|| count))
}
