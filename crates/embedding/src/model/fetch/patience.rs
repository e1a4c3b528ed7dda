//! How long a silent source is waited for.

use std::time::{Duration, Instant};

/// The longest silence before the first byte, and after it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Patience {
    pub(super) first: Duration,
    pub(super) then: Duration,
}

/// Measures the silence of a source.
pub(super) struct Silence {
    patience: Patience,
    heard: bool,
    since: Instant,
}

impl Patience {
    pub(super) const fn seconds(first: u64, then: u64) -> Self {
        Self { first: Duration::from_secs(first), then: Duration::from_secs(then) }
    }
}

impl Silence {
    pub(super) fn new(patience: Patience) -> Self {
        Self { patience, heard: false, since: Instant::now() }
    }

    /// Notes that something came.
    pub(super) fn broken(&mut self) {
        self.heard = true;
        self.since = Instant::now();
    }

    /// How much longer to wait; zero when patience is at its end.
    pub(super) fn left(&self) -> Duration {
        self.limit().saturating_sub(self.since.elapsed())
    }

    /// Why the source was given up.
    pub(super) fn complaint(&self) -> String {
        let seconds = self.limit().as_secs_f32();
        let word = if self.heard { "nothing more came" } else { "no answer" };
        format!("{word} within {seconds} seconds")
    }

    fn limit(&self) -> Duration {
        if self.heard { self.patience.then } else { self.patience.first }
    }
}
