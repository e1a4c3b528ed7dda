//! A folder of its own for each test.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tempfile::TempDir;

use super::program::{Answer, Program};
use super::texts::{abstracts, json_lines, of_each_theme};
use super::{json, table};

/// A temporary folder in which the program runs.
pub(crate) struct Folder {
    root: TempDir,
}

impl Folder {
    pub(crate) fn new() -> Self {
        Self { root: tempfile::tempdir().expect("a temporary folder") }
    }

    /// A folder with one dump, `dump.txt`.
    pub(crate) fn with_dump(content: impl AsRef<[u8]>) -> Self {
        let folder = Self::new();
        folder.write("dump.txt", content);
        folder
    }

    /// A folder with a map of four themes, three papers each, which stay apart, and a dump, `b.jsonl`, with one more of
    /// each.
    pub(crate) fn with_four_themes() -> Self {
        let folder = Self::new();
        let more = [3, 7, 11, 15].map(|paper| abstracts()[paper]);
        folder.write("a.jsonl", json_lines(&of_each_theme(3)));
        folder.write("b.jsonl", json_lines(&more));
        folder.map(["a.jsonl", "--topics", "4"]);
        folder
    }

    pub(crate) fn path(&self) -> &Path {
        self.root.path()
    }

    pub(crate) fn join(&self, name: impl AsRef<Path>) -> PathBuf {
        self.path().join(name)
    }

    /// Writes a file, with the folders above it, and returns its path.
    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.join(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder that can be made");
        fs::write(&path, content).expect("a file that can be written");
        path
    }

    /// Writes many files by name.
    pub(crate) fn write_all<C: AsRef<[u8]>>(&self, files: &[(&str, C)]) {
        for (name, content) in files {
            self.write(name, content);
        }
    }

    /// The program, about to run here.
    pub(crate) fn program<S: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = S>) -> Program {
        Program::new(self.path(), arguments)
    }

    /// Runs the program here.
    pub(crate) fn run<S: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = S>) -> Answer {
        self.program(arguments).run()
    }

    /// Maps dumps, which must work, and returns `topic-map.json`.
    pub(crate) fn map<S: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = S>) -> Value {
        self.program(["map"]).arguments(arguments).run().done();
        self.topic_map()
    }

    /// `topic-map.json` of the default map folder.
    pub(crate) fn topic_map(&self) -> Value {
        json::read(&self.join("topic-map/topic-map.json"))
    }

    /// Rows of a CSV file of the default map folder.
    pub(crate) fn table(&self, name: &str) -> Vec<Vec<String>> {
        table::read(&self.join("topic-map").join(name))
    }

    /// A text file of the default map folder.
    pub(crate) fn report(&self, name: &str) -> String {
        let path = self.join("topic-map").join(name);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }
}
