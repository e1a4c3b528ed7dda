//! The whole way again, from the dumps.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result};
use papermap_clustering::topic_map::TopicMap;

use super::Check;
use crate::edits::EDITS_FILE;
use crate::inputs::Inputs;
use crate::store::{Options, Store};

/// Checks that every dump that was read is one of the map's, by content.
pub(crate) fn inputs(read: &Inputs, map: &TopicMap) -> Vec<Check> {
    let known: BTreeSet<&str> = map.receipt.inputs.iter().map(String::as_str).collect();
    let check = |dump: &papermap_corpus::read::Dump| {
        let short = &dump.digest[..dump.digest.len().min(16)];
        if known.contains(dump.digest.as_str()) {
            Check::new("input", true, format!("{} is a dump of the map, SHA-256 {short}…", dump.name))
        } else {
            Check::new("input", false, format!("{} is no dump of the map, SHA-256 {short}…", dump.name))
        }
    };
    read.dumps.iter().map(check).collect()
}

/// Maps the dumps again in a folder of its own and compares the result; only a map of one run can be compared, and
/// only with all its dumps.
///
/// # Errors
/// Where the program cannot be started or a folder cannot be made.
pub(crate) fn replay(
    store: &Store,
    map: &TopicMap,
    dumps: &[PathBuf],
    read: &Inputs,
    options: &[OsString],
) -> Result<Check> {
    let given: BTreeSet<&str> = read.dumps.iter().map(|dump| dump.digest.as_str()).collect();
    let needed: BTreeSet<&str> = map.receipt.inputs.iter().map(String::as_str).collect();
    if store.last_run()? != 1 {
        let found = format!(
            "not replayed: the map is one of {} runs, and only one of one run can be",
            store.last_run()?
        );
        return Ok(Check::new("replay", true, found));
    }
    if !needed.is_subset(&given) {
        let missing = map.sources.iter().filter(|source| !given.contains(source.digest.as_str()));
        let names: Vec<&str> = missing.map(|source| source.name.as_str()).collect();
        return Ok(Check::new("replay", true, format!("not replayed: {} was not given", names.join(", "))));
    }
    let folder = Scratch::new()?;
    prepare(&folder.path, &store.options()?)?;
    run(&folder.path, dumps, &store.options()?, options)?;
    let again =
        Store::open_to_read(&folder.path.join("map"))?.context("the replay wrote no map")?.topic_map()?;
    Ok(if again.receipt.result == map.receipt.result {
        Check::new("replay", true, "the dumps give the same result again")
    } else {
        Check::new(
            "replay",
            false,
            format!("the dumps give another result: {}", first_difference(map, &again)),
        )
    })
}

/// A folder that goes away again.
struct Scratch {
    path: PathBuf,
}

impl Scratch {
    fn new() -> Result<Self> {
        let name = format!("papermap-replay-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(path.join("map")).with_context(|| {
            format!("{}: cannot be made; set TMPDIR to a folder that can be written", path.display())
        })?;
        Ok(Self { path })
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// Writes what the options of the map remember as files.
fn prepare(folder: &Path, options: &Options) -> Result<()> {
    let files = [
        ("stop-words", &options.stop_words),
        ("label-stop-words", &options.label_stop_words),
        (&format!("map/{EDITS_FILE}"), &options.edits),
    ];
    for (name, content) in files {
        if let Some(content) = content {
            fs::write(folder.join(name), content)?;
        }
    }
    Ok(())
}

fn run(folder: &Path, dumps: &[PathBuf], options: &Options, further: &[OsString]) -> Result<()> {
    let mut command = Command::new(std::env::current_exe()?);
    command
        .args(["map", "--quiet", "--topics", &options.topics.to_string(), "--map"])
        .arg(folder.join("map"));
    if let Some(title) = &options.title {
        command.args(["--title", title]);
    }
    for (option, name, content) in [
        ("--stop-words", "stop-words", &options.stop_words),
        ("--label-stop-words", "label-stop-words", &options.label_stop_words),
    ] {
        if content.is_some() {
            command.arg(option).arg(folder.join(name));
        }
    }
    let output = command.args(further).arg("--").args(dumps).stdin(Stdio::null()).output()?;
    let said = String::from_utf8_lossy(&output.stderr);
    anyhow::ensure!(output.status.success(), "the replay did not run: {}", said.trim());
    Ok(())
}

/// Where two maps differ, in a few words.
fn first_difference(map: &TopicMap, again: &TopicMap) -> String {
    let (a, b) = (&map.receipt, &again.receipt);
    if map.papers.len() != again.papers.len() {
        return format!("{} papers instead of {}", again.papers.len(), map.papers.len());
    }
    if (&a.isa, &a.precision) != (&b.isa, &b.precision) {
        return format!(
            "vectors were made on {} in {}, and now on {} in {}",
            a.isa, a.precision, b.isa, b.precision
        );
    }
    let differs = map.papers.iter().zip(&again.papers).find(|(a, b)| a != b);
    differs.map_or_else(
        || "its topics or sums differ".to_owned(),
        |(paper, _)| format!("paper {} differs", paper.id),
    )
}
