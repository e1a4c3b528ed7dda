//! From what was named on the command line to dumps.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::{Context, Result, bail, ensure};
use papermap_corpus::read::{Dump, Dumps, ReadOptions, read_dumps};

use crate::store::STORE_FILE;
use crate::terminal::progress::Console;

/// Name of standard input where a file name is expected.
pub(crate) const STDIN_NAME: &str = "stdin";

/// What the named files and folders hold.
#[derive(Debug, Default)]
pub(crate) struct Inputs {
    /// The dumps, in the order named; a folder's by path.
    pub(crate) dumps: Vec<Dump>,
    /// Files in folders and members of archives that are no dumps, and why.
    pub(crate) not_dumps: Vec<String>,
    /// Whether standard input was read, which cannot be done twice.
    pub(crate) used_stdin: bool,
    /// The files that were read, by canonical path.
    files: BTreeSet<PathBuf>,
}

impl Inputs {
    /// Checks that `output` is none of the files that were read.
    ///
    /// # Errors
    /// A dump that would be lost.
    pub(crate) fn check_output(&self, output: &Path) -> Result<()> {
        let is_dump = fs::canonicalize(output).is_ok_and(|path| self.files.contains(&path));
        if is_dump {
            bail!(
                "{} is one of the dumps and would be overwritten; give the output another name",
                output.display()
            );
        }
        Ok(())
    }
}

/// What to do with a file that is named again, by itself or with its folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NamedAgain {
    /// It was read already.
    Skip,
    /// It is read again.
    Read,
}

/// Reads everything that `paths` name.
///
/// # Errors
/// A path that does not exist, a folder without a dump, a file named directly that is no dump.
pub(crate) fn read(
    paths: &[PathBuf],
    options: &ReadOptions,
    again: NamedAgain,
    console: Console,
) -> Result<Inputs> {
    let mut reading = Reading { inputs: Inputs::default(), options, again, console };
    for path in paths {
        if path.as_os_str() == "-" {
            reading.add_stdin()?;
        } else if path.is_dir() {
            reading.add_folder(path)?;
        } else {
            reading.add_file(path)?;
        }
    }
    Ok(reading.inputs)
}

/// Checks that the map folder is none of the folders that are read, so that the report is never read as a dump.
///
/// # Errors
/// The map folder among `paths`.
pub(crate) fn check_apart(paths: &[PathBuf], map: &Path) -> Result<()> {
    let Ok(map) = fs::canonicalize(map) else { return Ok(()) };
    match paths.iter().find(|path| fs::canonicalize(path).is_ok_and(|path| path == map)) {
        None => Ok(()),
        Some(path) => bail!(
            "{} is the map folder, and its dumps cannot be read from there; name the dumps one by one, or give the \
             map a folder of its own with --map",
            path.display()
        ),
    }
}

/// Digests of the dumps in the file at `path`; none where it is no dump that can be read.
pub(crate) fn digests(path: &Path, options: &ReadOptions) -> BTreeSet<String> {
    let dumps = if path.is_file() { read_file(path, options).ok() } else { None };
    dumps.into_iter().flat_map(|found| found.dumps).map(|dump| dump.digest).collect()
}

struct Reading<'a> {
    inputs: Inputs,
    options: &'a ReadOptions,
    again: NamedAgain,
    console: Console,
}

impl Reading<'_> {
    fn add_stdin(&mut self) -> Result<()> {
        if self.inputs.used_stdin {
            bail!("- was given twice; standard input can be read only once");
        }
        self.inputs.used_stdin = true;
        self.console.detail("reading standard input");
        let found = read_dumps(STDIN_NAME, &mut io::stdin().lock(), self.options)?;
        self.add(found);
        Ok(())
    }

    fn add_folder(&mut self, folder: &Path) -> Result<()> {
        if is_map(folder) {
            bail!(
                "{} is a map folder, not a folder of dumps; name the dumps, or use --map",
                folder.display()
            );
        }
        let files = files_in(folder)?;
        if files.is_empty() {
            bail!(
                "{}: no dump in this folder; expected files of paper abstracts (text, tables, JSON, BibTeX, RIS, XML, …; hidden \
                 files and map folders are skipped)",
                folder.display()
            );
        }
        let faults: Vec<String> = files
            .iter()
            .filter_map(|file| self.add_file(file).err())
            .map(|error| format!("{error:#}"))
            .collect();
        if faults.len() == files.len() {
            bail!("{}: no dump in this folder:\n  {}", folder.display(), faults.join("\n  "));
        }
        self.inputs.not_dumps.extend(faults);
        Ok(())
    }

    fn add_file(&mut self, path: &Path) -> Result<()> {
        let file = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        if self.again == NamedAgain::Skip && self.inputs.files.contains(&file) {
            return Ok(());
        }
        self.console.detail(&format!("reading {}", path.display()));
        let found = read_file(path, self.options)?;
        self.add(found);
        self.inputs.files.insert(file);
        Ok(())
    }

    fn add(&mut self, found: Dumps) {
        self.inputs.dumps.extend(found.dumps);
        self.inputs.not_dumps.extend(found.refused.iter().map(ToString::to_string));
    }
}

/// Reads a file as a dump, or as an archive of dumps.
///
/// # Errors
/// Where it does not exist, cannot be opened, or is no dump.
fn read_file(path: &Path, options: &ReadOptions) -> Result<Dumps> {
    let file = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            bail!("{}: no such file or folder; check the path", path.display())
        }
        file => {
            file.with_context(|| format!("{}: cannot be opened; check its permissions", path.display()))?
        }
    };
    if is_device(&file) {
        bail!("{}: a device, not a file; expected a dump of papers", path.display());
    }
    let before = Size::of(&file);
    let found = read_dumps(&shown_name(path), &mut BufReader::new(&file), options);
    before.check_same(&file, path)?;
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    match parent {
        Some(parent) => found.with_context(|| format!("in {}", parent.display())),
        None => Ok(found?),
    }
}

/// Size and time of change of a file; nothing of a pipe, which grows while it is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Size(Option<(u64, Option<SystemTime>)>);

impl Size {
    fn of(file: &File) -> Self {
        let metadata = file.metadata().ok().filter(fs::Metadata::is_file);
        Self(metadata.map(|metadata| (metadata.len(), metadata.modified().ok())))
    }

    /// Checks that a file is as it was before it was read.
    ///
    /// # Errors
    /// A file that another program was still writing.
    fn check_same(self, file: &File, path: &Path) -> Result<()> {
        let now = Self::of(file);
        let bytes = |size: Self| size.0.map_or(0, |(length, _)| length);
        ensure!(
            self == now,
            "{}: changed while it was read ({} bytes before, {} after), so nothing was taken of it; run the command \
             again when it is complete",
            path.display(),
            bytes(self),
            bytes(now)
        );
        Ok(())
    }
}

/// The file name without control characters, which have no place in a report or on a terminal.
fn shown_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    name.replace(char::is_control, "\u{fffd}")
}

/// Whether reading might never end; a pipe ends.
#[cfg(unix)]
fn is_device(file: &File) -> bool {
    use std::os::unix::fs::FileTypeExt;
    let kind = file.metadata().map(|metadata| metadata.file_type());
    kind.is_ok_and(|kind| kind.is_char_device() || kind.is_block_device())
}

#[cfg(not(unix))]
fn is_device(_file: &File) -> bool {
    false
}

/// The files in `folder` and below that may be dumps, by path.
///
/// # Errors
/// A folder that cannot be read.
pub(crate) fn files_in(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    collect(folder, &mut files)?;
    Ok(files)
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
    use crate::args::Volume;

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

    fn read(paths: &[PathBuf]) -> Result<Inputs> {
        super::read(paths, &ReadOptions::default(), NamedAgain::Skip, Console::new(Volume::Quiet))
    }

    #[test]
    fn an_output_may_not_be_a_dump() {
        let root = folder(&[("a.tsv", ABSTRACT.as_bytes())]);
        let inputs = read(&[root.path().to_owned()]).unwrap();
        let error = inputs.check_output(&root.path().join("./a.tsv")).unwrap_err().to_string();
        assert!(error.contains("a.tsv is one of the dumps"), "{error}");
        assert!(inputs.check_output(&root.path().join("b.tsv")).is_ok());
    }

    #[cfg(unix)]
    #[test]
    fn a_device_is_refused_and_control_characters_leave_the_name() {
        let error = read(&["/dev/zero".into()]).unwrap_err().to_string();
        assert!(error.contains("/dev/zero: a device"), "{error}");
        let root = folder(&[("a\n\u{1b}[31m.txt", ABSTRACT.as_bytes())]);
        assert_eq!(names(&read(&[root.path().to_owned()]).unwrap()), ["a\u{fffd}\u{fffd}[31m.txt"]);
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
    fn equal_files_in_two_folders_are_two() {
        let root = folder(&[("e1/a.txt", ABSTRACT.as_bytes()), ("e2/a.txt", ABSTRACT.as_bytes())]);
        let inputs = read(&[root.path().join("e1"), root.path().join("e2/a.txt")]).unwrap();
        assert_eq!(names(&inputs), ["a.txt", "a.txt"]);
    }

    #[test]
    fn a_file_is_read_again_where_that_is_asked_for() {
        let root = folder(&[("a.txt", ABSTRACT.as_bytes())]);
        let paths = [root.path().join("a.txt"), root.path().to_owned()];
        let options = ReadOptions::default();
        let inputs = super::read(&paths, &options, NamedAgain::Read, Console::new(Volume::Quiet)).unwrap();
        assert_eq!(names(&inputs), ["a.txt", "a.txt"]);
    }

    #[test]
    fn folders_are_judged_alike_in_any_order() {
        let root =
            folder(&[("png/x.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0"), ("a/a.txt", ABSTRACT.as_bytes())]);
        let [png, a] = ["png", "a"].map(|name| root.path().join(name));
        for paths in [[png.clone(), a.clone()], [a.clone(), png]] {
            let error = format!("{:#}", read(&paths).unwrap_err());
            assert!(error.contains("png: no dump in this folder"), "{error}");
        }
        assert_eq!(names(&read(&[root.path().join("a/a.txt"), a]).unwrap()), ["a.txt"]);
    }

    #[test]
    fn the_map_is_none_of_the_folders_read() {
        let root = folder(&[("in/a.txt", ABSTRACT.as_bytes())]);
        let [dumps, map] = ["in", "in/map"].map(|name| root.path().join(name));
        check_apart(std::slice::from_ref(&dumps), &map).unwrap();
        fs::create_dir(&map).unwrap();
        check_apart(std::slice::from_ref(&dumps), &map).unwrap();
        let error = check_apart(&[root.path().join("in/map/..")], &dumps).unwrap_err();
        assert!(error.to_string().contains("is the map folder"), "{error}");
    }

    #[test]
    fn what_is_named_and_cannot_be_read_is_an_error() {
        let root = folder(&[("x.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0"), ("empty/.keep", b"")]);
        for name in ["missing.txt", "x.png", "empty"] {
            let error = format!("{:#}", read(&[root.path().join(name)]).unwrap_err());
            assert!(error.contains(name), "{error}");
        }
    }

    #[test]
    fn a_file_that_changes_while_it_is_read_is_refused() {
        use std::io::Write;
        let root = folder(&[("a.txt", ABSTRACT.as_bytes()), ("b.txt", ABSTRACT.as_bytes())]);
        let [a, b] = ["a.txt", "b.txt"].map(|name| root.path().join(name));
        let shrunk = File::options().read(true).write(true).open(&a).unwrap();
        let before = Size::of(&shrunk);
        before.check_same(&shrunk, &a).unwrap();
        shrunk.set_len(10).unwrap();
        let error = before.check_same(&shrunk, &a).unwrap_err().to_string();
        assert!(error.contains("a.txt: changed while it was read") && error.contains("10 after"), "{error}");
        let mut grown = File::options().append(true).open(&b).unwrap();
        let before = Size::of(&grown);
        grown.write_all(b"more").unwrap();
        assert!(before.check_same(&grown, &b).is_err());
    }
}
