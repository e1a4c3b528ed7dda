//! `papermap watch`: maps every dump that lands in a folder.

use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::Parser;

use super::map;
use crate::args::{Cli, Command, MapArgs, WatchArgs};
use crate::exit::{Interrupted, Outcome, is_closed_pipe};
use crate::inputs;
use crate::terminal::interrupt::Interrupt;
use crate::terminal::progress::Console;
use crate::terminal::table::counted;
use crate::watching::{Changes, Landing};

/// Time between two looks at the keyboard and at files that are arriving.
const TICK: Duration = Duration::from_millis(200);

pub(super) fn run(args: &WatchArgs, console: Console) -> Result<Outcome> {
    let folder = fs::canonicalize(&args.folder).ok().filter(|folder| folder.is_dir()).with_context(|| {
        format!("{}: no such folder; expected one that dumps land in", args.folder.display())
    })?;
    let blank = map_args(&args.options, &[])?;
    inputs::check_apart(std::slice::from_ref(&args.folder), &blank.map.folder)?;
    let interrupt = Interrupt::listen()?;
    let changes = Changes::of(&folder, args.poll)?;
    let mut landing = Landing::new(&folder, args.settle);
    console.note(&format!("watching {}; Ctrl-C ends it", args.folder.display()));
    let mut renamed = Vec::new();
    let mut is_due = true;
    while !interrupt.pressed() {
        if is_due || landing.is_arriving() {
            let landed = landing.look(&renamed)?;
            if !landed.is_empty() {
                update(&args.options, &landed, console)?;
            }
            if !landing.is_arriving() {
                renamed.clear();
            }
        }
        let (moved, changed) = changes.wait(TICK);
        is_due = changed || !folder.is_dir();
        renamed.extend(moved);
    }
    console.note("stopped watching");
    Ok(Outcome::Done)
}

/// Maps files that landed together; where that fails, one by one, so that a bad one holds up no other.
fn update(options: &[OsString], landed: &[PathBuf], console: Console) -> Result<()> {
    console.note(&format!("{} landed: {}", counted(landed.len(), "file"), names(landed)));
    let Err(error) = map_all(options, landed, console) else { return Ok(()) };
    if error.is::<Interrupted>() || is_closed_pipe(&error) {
        return Err(error);
    }
    if landed.len() == 1 {
        Console::warn(&format!("{error:#}; the file is left as it is, and looked at again when it changes"));
        return Ok(());
    }
    landed.iter().try_for_each(|file| update(options, std::slice::from_ref(file), console))
}

fn map_all(options: &[OsString], landed: &[PathBuf], console: Console) -> Result<()> {
    let outcome = map::run(&map_args(options, landed)?, console)?;
    if outcome == Outcome::No {
        bail!("the update was refused");
    }
    Ok(())
}

fn names(files: &[PathBuf]) -> String {
    let names: Vec<_> =
        files.iter().map(|file| file.file_name().unwrap_or_default().to_string_lossy()).collect();
    names.join(", ")
}

/// The arguments of a run of `map` with these options over these dumps.
///
/// # Errors
/// Options that `map` does not know, or that make no sense for a folder that is watched.
fn map_args(options: &[OsString], dumps: &[PathBuf]) -> Result<MapArgs> {
    let words = ["papermap", "map"].map(OsString::from).into_iter().chain(options.iter().cloned());
    let dumps = std::iter::once(OsString::from("--")).chain(dumps.iter().map(OsString::from));
    let Command::Map(args) = Cli::try_parse_from(words.clone())?.command else {
        bail!("expected options of `papermap map`, see `papermap map --help`");
    };
    if !args.dumps.is_empty() {
        let given: Vec<_> = args.dumps.iter().map(|dump| dump.to_string_lossy()).collect();
        bail!(
            "{}: only one folder can be watched, and only options of `papermap map` may follow it",
            given.join(", ")
        );
    }
    if args.dry_run || args.refit {
        bail!("--dry-run and --refit are for single runs of `papermap map`; leave them out");
    }
    match Cli::try_parse_from(words.chain(dumps))?.command {
        Command::Map(args) => Ok(args),
        _ => bail!("expected options of `papermap map`, see `papermap map --help`"),
    }
}
