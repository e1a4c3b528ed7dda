//! The hub, through its own client.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;

use hf_hub::api::Progress;
use hf_hub::api::sync::{ApiBuilder, ApiError};
use hf_hub::{Cache, Repo, RepoType};

use super::patience::{Patience, Silence};
use super::{OnProgress, Source, place_file};
use crate::model::places::without_password;
use crate::model::{ModelSpec, Network};

const PATIENCE: Patience = Patience::seconds(8, 20);

/// The hub or a mirror of it.
pub(super) struct HubSource {
    pub(super) endpoint: Option<String>,
    pub(super) token: Option<String>,
    pub(super) patience: Patience,
}

/// What the download's thread reports.
enum Report {
    Bytes(u64),
    Ended(Result<(), String>),
}

/// Everything that the download's thread works with.
struct Job {
    endpoint: Option<String>,
    token: Option<String>,
    repository: Repo,
    paths: Vec<String>,
    work: PathBuf,
    model: PathBuf,
    progress: Reporter,
}

#[derive(Clone)]
struct Reporter {
    reports: Sender<Report>,
    abandoned: Arc<AtomicBool>,
}

impl HubSource {
    pub(super) fn new(network: &Network) -> Self {
        Self { endpoint: network.endpoint.clone(), token: network.token.clone(), patience: PATIENCE }
    }

    fn job(&self, spec: &ModelSpec, work: &Path, model: &Path, progress: Reporter) -> Job {
        Job {
            endpoint: self.endpoint.clone(),
            token: self.token.clone(),
            repository: Repo::with_revision(
                spec.hub.repository.clone(),
                RepoType::Model,
                spec.hub.revision.clone(),
            ),
            paths: spec.files.iter().map(|file| file.path.clone()).collect(),
            work: work.to_owned(),
            model: model.to_owned(),
            progress,
        }
    }
}

impl Source for HubSource {
    fn name(&self) -> String {
        match &self.endpoint {
            Some(endpoint) => format!("the hub at {}", without_password(endpoint)),
            None => "the hub".to_owned(),
        }
    }

    /// The client has no timeouts, so it works on a thread of its own, which is left alone once it has gone silent.
    fn obtain(
        &self,
        spec: &ModelSpec,
        work: &Path,
        model: &Path,
        on_progress: OnProgress<'_>,
    ) -> Result<(), String> {
        let (reports, received) = channel();
        let abandoned = Arc::new(AtomicBool::new(false));
        let job = self.job(spec, work, model, Reporter { reports, abandoned: Arc::clone(&abandoned) });
        thread::spawn(move || job.run());
        let outcome = follow(&received, self.patience, spec.total_size(), on_progress);
        abandoned.store(true, Ordering::Relaxed);
        outcome
    }
}

fn follow(
    received: &Receiver<Report>,
    patience: Patience,
    total: u64,
    on_progress: OnProgress<'_>,
) -> Result<(), String> {
    let mut silence = Silence::new(patience);
    let mut done = 0;
    loop {
        match received.recv_timeout(silence.left()) {
            Ok(Report::Ended(outcome)) => return outcome,
            Ok(Report::Bytes(bytes)) => {
                silence.broken();
                done += bytes;
                on_progress(done.min(total), total);
            }
            Err(RecvTimeoutError::Timeout) => return Err(silence.complaint()),
            Err(RecvTimeoutError::Disconnected) => return Err("the hub's client broke off".to_owned()),
        }
    }
}

impl Job {
    fn run(self) {
        let outcome = self.download().map_err(|error| error.to_string());
        // Nobody listens any more once the job was given up.
        let _ = self.progress.reports.send(Report::Ended(outcome));
    }

    fn download(&self) -> Result<(), ApiError> {
        let mut builder =
            ApiBuilder::from_cache(Cache::new(self.work.join("hub"))).with_token(self.token.clone());
        if let Some(endpoint) = &self.endpoint {
            builder = builder.with_endpoint(endpoint.clone());
        }
        let repository = builder.build()?.repo(self.repository.clone());
        for path in &self.paths {
            let pointer = repository.download_with_progress(path, self.progress.clone())?;
            place_file(&fs::canonicalize(pointer)?, &self.model, path)?;
        }
        Ok(())
    }
}

impl Reporter {
    fn report(&self, bytes: u64) {
        if self.abandoned.load(Ordering::Relaxed) {
            // The client offers no other way to stop a download; unlike a panic this is silent.
            std::panic::resume_unwind(Box::new("abandoned"));
        }
        let _ = self.reports.send(Report::Bytes(bytes));
    }
}

impl Progress for Reporter {
    fn init(&mut self, _size: usize, _filename: &str) {
        self.report(0);
    }

    fn update(&mut self, size: usize) {
        self.report(size as u64);
    }

    fn finish(&mut self) {}
}

#[cfg(test)]
mod tests;
