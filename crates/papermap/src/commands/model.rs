//! `papermap model`: fetch, list, verify.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use papermap_embedding::model::{FolderState, Manifest, ModelSpec, Places, locate, survey, verify};
use papermap_embedding::{Embedder, Precision};

use crate::args::ModelAction;
use crate::exit::Outcome;
use crate::model::files::fetch_showing;
use crate::terminal::output;
use crate::terminal::progress::Console;
use crate::terminal::table::size;

/// Texts that the encoder is checked on.
const SAMPLES: [&str; 3] = [
    "Trams",
    "We study why trams are late in winter, and propose a planner that keeps passengers warm.",
    "\u{4e2d}\u{6587} caf\u{e9} [MASK] $x_i$ 3.14",
];
/// Least cosine to the stock encoder that a precision promises.
fn faithful(precision: Precision) -> f32 {
    if precision == Precision::Bf16 { 0.999 } else { 0.999_99 }
}

pub(super) fn run(action: &ModelAction, console: Console) -> Result<Outcome> {
    match action {
        ModelAction::Fetch { offline } => fetch(*offline, console),
        ModelAction::List => list(),
        ModelAction::Verify { model } => verify_all(model.clone()),
    }
}

fn fetch(offline: bool, console: Console) -> Result<Outcome> {
    let mut places = Places::from_environment(None);
    places.network.offline |= offline;
    let folder = fetch_showing(Manifest::built_in().default_model(), &places, console)?;
    output::line(&folder.path.display().to_string())?;
    Ok(Outcome::Done)
}

fn list() -> Result<Outcome> {
    let places = Places::from_environment(None);
    for spec in &Manifest::built_in().models {
        output::line(&description(spec))?;
        for place in survey(spec, &places) {
            output::line(&format!("  {place}"))?;
        }
    }
    Ok(Outcome::Done)
}

fn description(spec: &ModelSpec) -> String {
    format!(
        "{}: {} values a vector, reads {} tokens, {}, licence {}, {} at revision {}",
        spec.name,
        spec.dimension,
        spec.max_tokens,
        size(spec.total_size()),
        spec.licence,
        spec.hub.repository,
        spec.hub.revision
    )
}

fn verify_all(model: Option<PathBuf>) -> Result<Outcome> {
    let manifest = Manifest::built_in();
    let spec = manifest.default_model();
    let folders = match model {
        Some(folder) if !folder.is_dir() => {
            bail!("{}: no such folder; expected a model's folder", folder.display())
        }
        Some(folder) => vec![folder],
        None => folders_there(spec),
    };
    if folders.is_empty() {
        bail!(
            "model {} is at none of the places of `papermap model list`; run `papermap model fetch`",
            spec.name
        );
    }
    let mut outcome = Outcome::Done;
    for folder in folders {
        if !verify_one(spec, &folder)? {
            outcome = Outcome::No;
        }
    }
    Ok(outcome)
}

fn folders_there(spec: &ModelSpec) -> Vec<PathBuf> {
    let places = survey(spec, &Places::from_environment(None)).into_iter();
    places.filter(|place| place.state != FolderState::Missing).map(|place| place.path).collect()
}

fn verify_one(spec: &ModelSpec, folder: &Path) -> Result<bool> {
    output::line(&format!("{}:", folder.display()))?;
    let checks = verify(spec, folder);
    for check in &checks {
        output::line(&format!("  {check}"))?;
    }
    Ok(checks.iter().all(|check| check.fault.is_none()) && verify_encoder(spec, folder)?)
}

/// Checks that the encoder gives the same vectors as candle's own implementation on this machine.
fn verify_encoder(spec: &ModelSpec, folder: &Path) -> Result<bool> {
    let places = Places { model: Some(folder.to_owned()), ..Places::default() };
    let folder = locate(spec, &places)?;
    let embedder = Embedder::load(&folder, Precision::Auto)?;
    let least = embedder.agreement(&folder, &SAMPLES)?;
    output::line(&format!(
        "  encoder on {} in {}: least cosine to stock candle {least:.6}",
        embedder.path(),
        embedder.precision()
    ))?;
    Ok(least >= faithful(embedder.precision()))
}
