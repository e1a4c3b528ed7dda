//! Runs of the program.

use std::ffi::{OsStr, OsString};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use super::{model, shared};

/// The program that was built.
pub(crate) const BUILT: &str = env!("CARGO_BIN_EXE_papermap");

/// A run to come, offline and in an environment of its own.
pub(crate) struct Program {
    command: Command,
    stdin: Vec<u8>,
}

impl Program {
    /// Finds the model through `PAPERMAP_MODELS`.
    pub(crate) fn new<S: AsRef<OsStr>>(folder: &Path, arguments: impl IntoIterator<Item = S>) -> Self {
        Self::bare(Path::new(BUILT), folder, arguments)
            .variable("PAPERMAP_MODELS", model::models())
            .variable("XDG_DATA_HOME", shared::data())
            .variable("HF_HUB_OFFLINE", "1")
    }

    /// Knows of no model and of nothing else that the person who runs the tests has set.
    pub(crate) fn bare<S: AsRef<OsStr>>(
        program: &Path,
        folder: &Path,
        arguments: impl IntoIterator<Item = S>,
    ) -> Self {
        let mut command = Command::new(program);
        command.env_clear().current_dir(folder).args(arguments).env("HOME", folder.join("home"));
        for name in ["PATH", "LD_LIBRARY_PATH", "SYSTEMROOT", "TMPDIR", "TEMP"] {
            std::env::var_os(name).map(|value| command.env(name, value));
        }
        Self { command, stdin: Vec::new() }
    }

    pub(crate) fn arguments<S: AsRef<OsStr>>(mut self, arguments: impl IntoIterator<Item = S>) -> Self {
        self.command.args(arguments);
        self
    }

    pub(crate) fn variable(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.command.env(name, value);
        self
    }

    pub(crate) fn without(mut self, name: &str) -> Self {
        self.command.env_remove(name);
        self
    }

    pub(crate) fn stdin(mut self, content: impl Into<Vec<u8>>) -> Self {
        self.stdin = content.into();
        self
    }

    pub(crate) fn run(self) -> Answer {
        let line = self.line();
        let child = self.start();
        Answer::new(line, &child.wait_with_output().expect("a program that ends"))
    }

    /// Starts the run and ends it by force after a while.
    pub(crate) fn run_killed(self, after: Duration) {
        let mut child = self.start();
        thread::sleep(after);
        child.kill().expect("a program that can be killed, or has ended");
        child.wait().expect("a program that ends");
    }

    /// Runs with a stdout that nobody reads.
    pub(crate) fn run_unread(self) -> Answer {
        let line = self.line();
        let mut child = self.start();
        drop(child.stdout.take());
        Answer::new(line, &child.wait_with_output().expect("a program that ends"))
    }

    /// Starts the run, to go on beside the test.
    pub(crate) fn run_beside(self) -> Running {
        let line = self.line();
        Running { line, child: self.start() }
    }

    fn line(&self) -> String {
        let words = self.command.get_args().map(OsStr::to_string_lossy);
        format!("papermap {}", words.collect::<Vec<_>>().join(" "))
    }

    fn start(self) -> Child {
        let Self { mut command, stdin } = self;
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("a program that starts");
        let mut pipe = child.stdin.take().expect("a pipe");
        // A program that does not read its input closes the pipe, which is its right.
        thread::spawn(move || pipe.write_all(&stdin));
        child
    }
}

/// A run that goes on beside the test, and ends with it.
pub(crate) struct Running {
    line: String,
    child: Child,
}

impl Running {
    /// Presses Ctrl-C, and waits for the end.
    pub(crate) fn interrupt(mut self) -> Answer {
        let pid = self.child.id().to_string();
        let sent = Command::new("kill").args(["-INT", &pid]).status().expect("a system that can signal");
        assert!(sent.success(), "{} has ended already", self.line);
        self.end()
    }

    /// Waits for the end.
    pub(crate) fn end(&mut self) -> Answer {
        let read = |pipe: Option<&mut dyn Read>| {
            let mut bytes = Vec::new();
            pipe.map(|pipe| pipe.read_to_end(&mut bytes));
            bytes
        };
        let stdout = read(self.child.stdout.as_mut().map(|pipe| pipe as &mut dyn Read));
        let stderr = read(self.child.stderr.as_mut().map(|pipe| pipe as &mut dyn Read));
        let status = self.child.wait().expect("a program that ends");
        Answer::new(self.line.clone(), &Output { status, stdout, stderr })
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // A run that has ended cannot be killed, and need not.
        let _ = self.child.kill();
    }
}

/// What a run gave back.
#[derive(Debug)]
pub(crate) struct Answer {
    line: String,
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Answer {
    fn new(line: String, output: &Output) -> Self {
        let stdout = String::from_utf8(output.stdout.clone()).expect("stdout in UTF-8");
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        let answer = Self { line, code: output.status.code(), stdout, stderr };
        assert!(!answer.stderr.contains("panicked"), "{answer}");
        answer
    }

    /// Expects exit code 0.
    #[track_caller]
    pub(crate) fn done(self) -> Self {
        assert_eq!(self.code, Some(0), "{self}");
        self
    }

    /// Expects exit code 1: ran, but the answer is no.
    #[track_caller]
    pub(crate) fn no(self) -> Self {
        assert_eq!(self.code, Some(1), "{self}");
        self
    }

    /// Expects exit code 2, no page to open, and a message that names all of `parts`.
    #[track_caller]
    pub(crate) fn refused(self, parts: &[&str]) -> Self {
        assert_eq!(self.code, Some(2), "{self}");
        assert!(!self.stdout.contains("file://"), "{self}");
        self.says(parts)
    }

    /// Expects all of `parts` on stderr, whatever the case and the line breaks.
    #[track_caller]
    pub(crate) fn says(self, parts: &[&str]) -> Self {
        let said = flat(&self.stderr);
        for part in parts {
            assert!(said.contains(&flat(part)), "{part:?} is not said\n{self}");
        }
        self
    }

    /// The lines of stdout.
    pub(crate) fn lines(&self) -> Vec<&str> {
        self.stdout.lines().collect()
    }
}

/// Messages may be wrapped to the width of a terminal.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

impl std::fmt::Display for Answer {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { line, code, stdout, stderr } = self;
        write!(formatter, "$ {line}\nexit code {code:?}\n-- stdout\n{stdout}\n-- stderr\n{stderr}")
    }
}

/// A copy of the program in `folder`, so that it is not in the checkout.
pub(crate) fn copy_to(folder: &Path) -> PathBuf {
    let copy =
        folder.join(Path::new(BUILT).file_name().map_or_else(|| OsString::from("papermap"), OsStr::to_owned));
    std::fs::copy(BUILT, &copy).expect("a program that can be copied");
    copy
}
