//! What an embedding run was and cost, for `embed --stats`.

use std::fs;
use std::time::{Duration, Instant};

use papermap_embedding::Embedded;
use serde::Serialize;

use crate::model::encoder::Loaded;

/// The object that `--stats` writes.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Stats {
    /// Texts embedded.
    texts: usize,
    /// Tokens that the model read, special ones included.
    tokens: usize,
    /// Tokens beyond the model's limit.
    tokens_cut: usize,
    pub(crate) seconds: Seconds,
    /// Instruction path.
    isa: String,
    /// `f32` or `bf16`.
    precision: String,
    threads: usize,
    /// Most memory that the process held at once; null where the system does not tell.
    peak_bytes: Option<u64>,
}

/// Wall time. Tokenizing and encoding run on all threads at once; each has the share of their time that its work took.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Seconds {
    pub(crate) read: f64,
    pub(crate) load: f64,
    tokenize: f64,
    encode: f64,
    pub(crate) write: f64,
    total: f64,
}

impl Stats {
    pub(crate) fn new(loaded: &Loaded, threads: usize) -> Self {
        let (isa, precision) = (loaded.facts.isa.clone(), loaded.facts.precision.clone());
        Self { isa, precision, threads, ..Self::default() }
    }

    /// Adds what was embedded in `elapsed`.
    pub(crate) fn count(&mut self, embedded: &Embedded, elapsed: Duration) {
        self.texts += embedded.tokens.len();
        self.tokens += embedded.tokens.iter().map(|tokens| tokens.total - tokens.cut).sum::<usize>();
        self.tokens_cut += embedded.tokens.iter().map(|tokens| tokens.cut).sum::<usize>();
        let work = (embedded.tokenizing + embedded.encoding).as_secs_f64();
        let share = if work > 0.0 { embedded.tokenizing.as_secs_f64() / work } else { 0.0 };
        self.seconds.tokenize += elapsed.as_secs_f64() * share;
        self.seconds.encode += elapsed.as_secs_f64() * (1.0 - share);
    }

    /// The whole object as JSON, with the time since `start`.
    pub(crate) fn json(mut self, start: Instant) -> serde_json::Result<String> {
        self.peak_bytes = peak_bytes();
        self.seconds.total = start.elapsed().as_secs_f64();
        Ok(serde_json::to_string_pretty(&self)? + "\n")
    }
}

/// `VmHWM` of this process, which Linux gives in KiB.
fn peak_bytes() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? * 1024)
}

#[cfg(test)]
mod tests {
    use ndarray::Array2;
    use papermap_embedding::TokenCount;

    use super::*;

    #[test]
    fn time_is_shared_out_by_work_and_tokens_are_those_that_were_read() {
        let embedded = Embedded {
            vectors: Array2::zeros((2, 1)),
            tokens: vec![TokenCount { total: 300, cut: 44 }, TokenCount { total: 5, cut: 0 }],
            tokenizing: Duration::from_secs(1),
            encoding: Duration::from_secs(7),
        };
        let mut stats = Stats::default();
        stats.count(&embedded, Duration::from_secs(4));
        assert_eq!((stats.texts, stats.tokens, stats.tokens_cut), (2, 261, 44));
        assert!((stats.seconds.tokenize - 0.5).abs() < 1e-9 && (stats.seconds.encode - 3.5).abs() < 1e-9);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn the_peak_is_known_on_linux() {
        assert!(peak_bytes().unwrap() > 1 << 20);
    }
}
