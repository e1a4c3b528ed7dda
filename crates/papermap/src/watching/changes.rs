//! Word from the system that a folder changed.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use anyhow::{Context, Result};
use notify::event::{ModifyKind, RenameMode};
use notify::{Config, Event, EventKind, PollWatcher, RecommendedWatcher, RecursiveMode, Watcher};

use crate::terminal::progress::Console;

/// Time between two looks where the system tells nothing.
const POLL: Duration = Duration::from_secs(10);

/// Changes of a folder and of those in it.
pub(crate) struct Changes {
    /// Tells of changes for as long as it lives.
    _watcher: Box<dyn Watcher>,
    events: Receiver<notify::Result<Event>>,
}

impl Changes {
    /// Listens from now on; with `poll` by looking at the folder again and again, as is done too where the system cannot tell.
    ///
    /// # Errors
    /// A folder that cannot be watched in any way.
    pub(crate) fn of(folder: &Path, poll: Option<Duration>) -> Result<Self> {
        if poll.is_none() {
            match Self::told(folder) {
                Ok(changes) => return Ok(changes),
                Err(error) => Console::warn(&format!(
                    "{}: the system does not tell of changes here ({error}); looking every {} seconds",
                    folder.display(),
                    POLL.as_secs()
                )),
            }
        }
        Self::polled(folder, poll.unwrap_or(POLL))
            .with_context(|| format!("{}: cannot be watched; check its permissions", folder.display()))
    }

    fn told(folder: &Path) -> notify::Result<Self> {
        let (sender, events) = channel();
        let mut watcher = RecommendedWatcher::new(sender, Config::default())?;
        watcher.watch(folder, RecursiveMode::Recursive)?;
        Ok(Self { _watcher: Box::new(watcher), events })
    }

    fn polled(folder: &Path, every: Duration) -> notify::Result<Self> {
        let (sender, events) = channel();
        let mut watcher = PollWatcher::new(sender, Config::default().with_poll_interval(every))?;
        watcher.watch(folder, RecursiveMode::Recursive)?;
        Ok(Self { _watcher: Box::new(watcher), events })
    }

    /// Waits for a change, at most for `patience`; the files that were moved into place, and whether anything changed.
    pub(crate) fn wait(&self, patience: Duration) -> (Vec<PathBuf>, bool) {
        let mut renamed = Vec::new();
        match self.events.recv_timeout(patience) {
            Ok(event) => renamed.extend(moved_into_place(event)),
            Err(RecvTimeoutError::Timeout) => return (renamed, false),
            Err(RecvTimeoutError::Disconnected) => {
                std::thread::sleep(patience);
                return (renamed, true);
            }
        }
        renamed.extend(self.events.try_iter().flat_map(moved_into_place));
        (renamed, true)
    }
}

fn moved_into_place(event: notify::Result<Event>) -> Vec<PathBuf> {
    match event {
        Ok(Event { kind: EventKind::Modify(ModifyKind::Name(RenameMode::To)), paths, .. }) => paths,
        Ok(Event { kind: EventKind::Modify(ModifyKind::Name(RenameMode::Both)), paths, .. }) => {
            paths.into_iter().skip(1).collect()
        }
        _ => Vec::new(),
    }
}
