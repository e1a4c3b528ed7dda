//! From what was named on the command line to dumps.

use std::fs::{self, File};
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use papermap_corpus::read::{Dump, read_dump};

use crate::store::STORE_FILE;

/// Name of standard input where a file name is expected.
pub(crate) const STDIN_NAME: &str = "stdin";

/// What the named files and folders hold.
#[derive(Debug, Default)]
pub(crate) struct Inputs {
    /// The dumps, in the order named; a folder's by path; each content under one name once.
    pub(crate) dumps: Vec<Dump>,
    /// Files in folders that are no dumps, and why.
    pub(crate) not_dumps: Vec<String>,
    /// Whether standard input was read, which cannot be done twice.
    pub(crate) used_stdin: bool,
}

/// Reads everything that `paths` name.
///
/// # Errors
/// A path that does not exist, a folder without a file, a file named directly that is no dump.
pub(crate) fn read(paths: &[PathBuf]) -> Result<Inputs> {
    let mut inputs = Inputs::default();
    for path in paths {
        if path.as_os_str() == "-" {
            inputs.add_stdin()?;
        } else if path.is_dir() {
            inputs.add_folder(path)?;
        } else {
            let dump = read_file(path)?;
            inputs.add(dump);
        }
    }
    Ok(inputs)
}

impl Inputs {
    fn add_stdin(&mut self) -> Result<()> {
        if self.used_stdin {
            bail!("- was given twice; standard input can be read only once");
        }
        self.used_stdin = true;
        let dump = read_dump(STDIN_NAME, &mut io::stdin().lock())?;
        self.add(dump);
        Ok(())
    }

    fn add_folder(&mut self, folder: &Path) -> Result<()> {
        let mut files = Vec::new();
        if is_map(folder) {
            bail!(
                "{} is a map folder, not a folder of dumps; name the dumps, or use --map",
                folder.display()
            );
        }
        collect(folder, &mut files)?;
        if files.is_empty() {
            bail!(
                "{}: no dump in this folder; expected files of paper abstracts (text, JSON, JSON Lines or CSV; hidden \
                 files and map folders are skipped)",
                folder.display()
            );
        }
        let before = self.dumps.len() + self.not_dumps.len();
        for file in &files {
            match read_file(file) {
                Ok(dump) => self.add(dump),
                Err(error) => self.not_dumps.push(format!("{error:#}")),
            }
        }
        if self.not_dumps.len() == before + files.len() {
            bail!("{}: no dump in this folder:\n  {}", folder.display(), self.not_dumps.join("\n  "));
        }
        Ok(())
    }

    fn add(&mut self, dump: Dump) {
        let is_same = |other: &Dump| other.name == dump.name && other.digest == dump.digest;
        if !self.dumps.iter().any(is_same) {
            self.dumps.push(dump);
        }
    }
}

/// Reads a file as a dump.
///
/// # Errors
/// Where it does not exist, cannot be opened, or is no dump.
pub(crate) fn read_file(path: &Path) -> Result<Dump> {
    let file = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            bail!("{}: no such file or folder; check the path", path.display())
        }
        file => {
            file.with_context(|| format!("{}: cannot be opened; check its permissions", path.display()))?
        }
    };
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    let dump = read_dump(&name, &mut BufReader::new(file));
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    match parent {
        Some(parent) => dump.with_context(|| format!("in {}", parent.display())),
        None => Ok(dump?),
    }
}

/// Adds the files in `folder` and below, by path; hidden ones and map folders are skipped, links to folders not
/// followed.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    let failed = || format!("{}: cannot be read as a folder; check its permissions", folder.display());
    let entries = fs::read_dir(folder).with_context(failed)?;
    let mut entries = entries.collect::<io::Result<Vec<_>>>().with_context(failed)?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        let hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if hidden || (is_folder && is_map(&path)) {
            continue;
        }
        if is_folder {
            collect(&path, files)?;
        } else if path.is_file() {
            files.push(path);
        }
    }
    Ok(())
}

fn is_map(folder: &Path) -> bool {
    folder.join(STORE_FILE).exists()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ABSTRACT: &str = "We study how far a folder of dumps can be read before anything goes wrong.\n";

    fn folder(files: &[(&str, &[u8])]) -> tempfile::TempDir {
        let root = tempfile::tempdir().unwrap();
        for (name, content) in files {
            let path = root.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, content).unwrap();
        }
        root
    }

    fn names(inputs: &Inputs) -> Vec<&str> {
        inputs.dumps.iter().map(|dump| dump.name.as_str()).collect()
    }

    #[test]
    fn a_folder_gives_its_dumps_by_path() {
        let text = ABSTRACT.as_bytes();
        let root = folder(&[
            ("b.txt", text),
            ("a/z.txt", text),
            (".hidden.txt", text),
            ("map/map.sqlite", b""),
            ("map/topics.md", text),
            ("picture.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0"),
        ]);
        let inputs = read(&[root.path().to_owned()]).unwrap();
        assert_eq!(names(&inputs), ["z.txt", "b.txt"]);
        assert!(inputs.not_dumps.len() == 1 && inputs.not_dumps[0].contains("picture.png"));
    }

    #[test]
    fn the_same_file_counts_once() {
        let root = folder(&[("a.txt", ABSTRACT.as_bytes())]);
        let file = root.path().join("a.txt");
        let inputs = read(&[file.clone(), root.path().to_owned(), file]).unwrap();
        assert_eq!(names(&inputs), ["a.txt"]);
    }

    #[test]
    fn what_is_named_and_cannot_be_read_is_an_error() {
        let root = folder(&[("x.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0"), ("empty/.keep", b"")]);
        for name in ["missing.txt", "x.png", "empty"] {
            let error = format!("{:#}", read(&[root.path().join(name)]).unwrap_err());
            assert!(error.contains(name), "{error}");
        }
    }
}
