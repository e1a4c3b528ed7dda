//! The search for a model's folder.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use super::check::{Fault, FileCheck, faults};
use super::folder::{ModelFolder, open_own, open_pinned};
use super::stamp::{STAMP_FILE, stamp_elsewhere};
use super::{ModelError, ModelSpec, Origin, Places};

/// A folder that was looked at for a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Searched {
    /// Which place it belongs to.
    pub origin: Origin,
    /// The folder.
    pub path: PathBuf,
    /// What was found there.
    pub state: FolderState,
}

/// What a folder holds of a model.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum FolderState {
    /// Every file with the right bytes.
    Right,
    /// No such folder, or none of the files in it.
    Missing,
    /// Some files are wrong or missing: these.
    Damaged(Vec<FileCheck>),
}

impl fmt::Display for Searched {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} ({}): ", self.path.display(), self.origin)?;
        match &self.state {
            FolderState::Right => write!(formatter, "whole"),
            FolderState::Missing => write!(formatter, "missing"),
            FolderState::Damaged(checks) => {
                let checks: Vec<_> = checks.iter().map(ToString::to_string).collect();
                write!(formatter, "{}", checks.join("; "))
            }
        }
    }
}

/// Finds the folder of a model: the one given by `--model`, or the first of the [`Places`] that holds the right files.
///
/// A folder given by `--model` may hold any model that [`Settings`](super::Settings) can express; one that bears the
/// name of `spec` must hold its files. Nothing is hashed that was hashed before and has kept its size and time.
///
/// # Errors
///
/// [`ModelError::NotFound`] where no place has the model, [`ModelError::Damaged`] where one of our own places has it
/// with wrong files and no other place has it whole; both name every place. What is wrong with a folder given by
/// `--model` comes as the variant that fits.
pub fn locate(spec: &ModelSpec, places: &Places) -> Result<ModelFolder, ModelError> {
    if let Some(path) = &places.model {
        return locate_given(spec, places, path);
    }
    let mut searched = Vec::new();
    for (origin, path) in candidates(spec, places) {
        let place = look(spec, places, origin, path);
        if place.state == FolderState::Right {
            return open_pinned(spec, &place.path, origin, stamp_of(places, origin, &place.path).as_deref());
        }
        searched.push(place);
    }
    Err(none_found(spec, places, searched))
}

/// Looks at every place, in the order of the search, and says what is there.
#[must_use]
pub fn survey(spec: &ModelSpec, places: &Places) -> Vec<Searched> {
    let candidates = candidates(spec, places).into_iter();
    candidates.map(|(origin, path)| look(spec, places, origin, path)).collect()
}

/// Looks at one folder.
pub(super) fn look(spec: &ModelSpec, places: &Places, origin: Origin, path: PathBuf) -> Searched {
    let faults = faults(spec, &path, stamp_of(places, origin, &path).as_deref());
    let absent = faults.iter().filter(|check| check.fault == Some(Fault::Missing)).count();
    let state = match faults.len() {
        0 => FolderState::Right,
        _ if absent == spec.files.len() => FolderState::Missing,
        _ => FolderState::Damaged(faults),
    };
    Searched { origin, path, state }
}

fn locate_given(spec: &ModelSpec, places: &Places, path: &Path) -> Result<ModelFolder, ModelError> {
    if !path.is_dir() {
        return Err(ModelError::NotAFolder { path: path.to_owned() });
    }
    let stamp = stamp_of(places, Origin::Option, path);
    if fs::canonicalize(path).is_ok_and(|full| full.ends_with(&spec.name)) {
        let place = look(spec, places, Origin::Option, path.to_owned());
        if matches!(place.state, FolderState::Damaged(_)) {
            return Err(ModelError::Damaged { name: spec.name.clone(), searched: vec![place] });
        }
    }
    open_own(spec, path, stamp.as_deref())
}

fn none_found(spec: &ModelSpec, places: &Places, searched: Vec<Searched>) -> ModelError {
    let name = spec.name.clone();
    if searched.iter().any(is_damaged_and_ours) {
        ModelError::Damaged { name, searched }
    } else {
        ModelError::NotFound { name, searched, offline: places.network.offline }
    }
}

/// The hub's cache belongs to other programs too, which may hold only the files they need.
fn is_damaged_and_ours(place: &Searched) -> bool {
    place.origin != Origin::HubCache && matches!(place.state, FolderState::Damaged(_))
}

fn candidates(spec: &ModelSpec, places: &Places) -> Vec<(Origin, PathBuf)> {
    let folder =
        |origin, models: &Option<PathBuf>| models.as_deref().map(|models| (origin, models.join(&spec.name)));
    let snapshots = places.hub_cache.as_deref().map(|cache| snapshots(spec, cache)).unwrap_or_default();
    folder(Origin::Variable, &places.variable)
        .into_iter()
        .chain(folder(Origin::Checkout, &places.checkout))
        .chain(snapshots.into_iter().map(|path| (Origin::HubCache, path)))
        .chain(folder(Origin::UserData, &places.data))
        .collect()
}

/// The model's snapshots in a hub cache: the pinned revision first, whether it is there or not, then the others by name.
fn snapshots(spec: &ModelSpec, cache: &Path) -> Vec<PathBuf> {
    let repository = cache.join(format!("models--{}", spec.hub.repository.replace('/', "--")));
    let pinned = repository.join("snapshots").join(&spec.hub.revision);
    let entries = fs::read_dir(repository.join("snapshots")).into_iter().flatten().flatten();
    let mut others: Vec<_> = entries.map(|entry| entry.path()).filter(|path| *path != pinned).collect();
    others.sort();
    others.insert(0, pinned);
    others
}

/// The stamp of a folder: inside where a fetch made the folder, in the user's data folder otherwise.
pub(super) fn stamp_of(places: &Places, origin: Origin, folder: &Path) -> Option<PathBuf> {
    match origin {
        Origin::Checkout | Origin::UserData => Some(folder.join(STAMP_FILE)),
        Origin::Option | Origin::Variable | Origin::HubCache => stamp_elsewhere(&places.stamps()?, folder),
    }
}

#[cfg(test)]
mod tests;
