//! `papermap verify`: whether the report follows from the store, and the store from its dumps.

use std::ffi::OsString;

use anyhow::{Context, Result};

use crate::args::{TextOrJson, VerifyArgs};
use crate::exit::Outcome;
use crate::inputs::{self, NamedAgain};
use crate::model::encoder;
use crate::store::{Store, open_filled};
use crate::terminal::output;
use crate::terminal::progress::Console;
use crate::threads;
use crate::verification::{Check, embedded, inputs as inputs_of, json, replay, report, stored, text};

pub(super) fn run(args: &VerifyArgs, console: Console) -> Result<Outcome> {
    threads::start(args.encoder.threads)?;
    let store = open_filled(&args.map.folder)?;
    let checks = checks(args, &store, console)?;
    drop(store);
    let answer = match args.format {
        TextOrJson::Text => text(&checks),
        TextOrJson::Json => json(&checks)?,
    };
    output::write(&answer)?;
    Ok(if checks.iter().all(|check| check.holds) { Outcome::Done } else { Outcome::No })
}

fn checks(args: &VerifyArgs, store: &Store, console: Console) -> Result<Vec<Check>> {
    let map = store.topic_map()?;
    let mut checks = stored(store, &map)?;
    checks.extend(report(store, &map, &args.map.folder)?);
    let loaded = encoder::load(&args.encoder, console)?;
    let encoder = store.encoder()?.context("the map has no model; run `papermap map` again")?;
    encoder::check_same(&encoder, &loaded, &args.map.folder)?;
    checks.push(Check::new(
        "model",
        true,
        format!("{} has the fingerprint of the map's", loaded.facts.model),
    ));
    checks.push(embedded(store, &loaded)?);
    if !args.dumps.is_empty() {
        let read = inputs::read(&args.dumps, &args.reading.options(), NamedAgain::Skip, console)?;
        checks.extend(inputs_of(&read, &map));
        checks.push(replay(store, &map, &args.dumps, &read, &further_options(args))?);
    }
    Ok(checks)
}

/// The options of the replay that the map does not remember.
fn further_options(args: &VerifyArgs) -> Vec<OsString> {
    let mut options = args.reading.as_arguments();
    if let Some(model) = &args.encoder.model {
        options.extend(["--model".into(), model.clone().into()]);
    }
    options
}
