//! Finding the model's files, and getting them where they are missing.

use std::path::Path;

use anyhow::Result;
use papermap_embedding::model::{
    FetchEvent, FolderState, Manifest, ModelFolder, ModelSpec, Places, fetch, locate, survey,
};

use crate::args::EncoderArgs;
use crate::terminal::progress::{Console, Progress};
use crate::terminal::table::size;

/// The folder of the model that the options ask for; fetched where it is missing and the network may be used.
///
/// # Errors
/// No model at the places looked at, and no way to get it; a model that is damaged.
pub(crate) fn find(args: &EncoderArgs, console: Console) -> Result<ModelFolder> {
    let manifest = Manifest::built_in();
    let named = args.model.as_deref().and_then(|model| known(&manifest, model));
    let folder = args.model.clone().filter(|_| named.is_none());
    let spec = named.unwrap_or_else(|| manifest.default_model());
    let mut places = Places::from_environment(folder);
    places.network.offline |= args.offline;
    tell_places(spec, &places, console);
    let folder = match locate(spec, &places) {
        Err(error) if error.is_missing() && !places.network.offline => fetch_showing(spec, &places, console)?,
        found => found?,
    };
    console.detail(&format!("model {} in {} ({})", folder.name, folder.path.display(), folder.origin));
    Ok(folder)
}

/// The model of the manifest that `model` names; a folder of that name comes first.
fn known<'a>(manifest: &'a Manifest, model: &Path) -> Option<&'a ModelSpec> {
    if model.is_dir() { None } else { manifest.model(model.to_str()?) }
}

/// Names the places that are looked at until the model is found, where that is wanted.
fn tell_places(spec: &ModelSpec, places: &Places, console: Console) {
    if !console.is_verbose() || places.model.is_some() {
        return;
    }
    for place in survey(spec, places) {
        console.detail(&format!("looked for model {} in {place}", spec.name));
        if place.state == FolderState::Right {
            return;
        }
    }
}

/// Fetches the model with a progress bar.
///
/// # Errors
/// Where every source failed.
pub(crate) fn fetch_showing(spec: &ModelSpec, places: &Places, console: Console) -> Result<ModelFolder> {
    let mut progress: Option<Progress> = None;
    let result = fetch(spec, places, &mut |event| show(event, spec, &mut progress, console));
    if let Some(progress) = progress {
        progress.finish();
    }
    Ok(result?)
}

fn show(event: FetchEvent, spec: &ModelSpec, progress: &mut Option<Progress>, console: Console) {
    if let FetchEvent::Progress { done, total } = event {
        return progress.get_or_insert_with(|| console.progress(&spec.name, "bytes", total)).at(done, total);
    }
    if let Some(progress) = progress.take() {
        progress.finish();
    }
    match event {
        FetchEvent::Trying { source } => {
            console.note(&format!(
                "fetching model {} ({}) from {source}",
                spec.name,
                size(spec.total_size())
            ));
        }
        FetchEvent::Waiting { path } => {
            Console::warn(&format!(
                "another process fetches the model (lock {}); waiting until it is done",
                path.display()
            ));
        }
        FetchEvent::SourceFailed { source, why } => console.note(&format!("{source}: {why}")),
        FetchEvent::Done { path } => console.note(&format!("model {} is in {}", spec.name, path.display())),
        _ => {}
    }
}
