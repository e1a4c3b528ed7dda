//! Files on their way, and those that have come to rest.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use anyhow::{Result, bail};

use crate::inputs;

/// Ends of names that programs give to files which are not complete.
const PARTIAL: [&str; 7] = ["part", "partial", "crdownload", "download", "tmp", "swp", "filepart"];

/// Times the settling that a complete file waits for others.
const LONGEST_WAIT: u32 = 5;

/// Size and time of a file; it changed where these did.
type Stamp = (u64, Option<SystemTime>);

/// The files of a folder.
#[derive(Debug)]
pub(crate) struct Landing {
    folder: PathBuf,
    settle: Duration,
    /// Files that were given out, as they were then.
    seen: BTreeMap<PathBuf, Stamp>,
    /// Other files, and since when they have been as they are.
    arriving: BTreeMap<PathBuf, (Stamp, Instant)>,
}

impl Landing {
    /// Nothing of `folder` has been given out; a file is complete when it has stayed as it is for `settle`.
    pub(crate) fn new(folder: &Path, settle: Duration) -> Self {
        Self { folder: folder.to_owned(), settle, seen: BTreeMap::new(), arriving: BTreeMap::new() }
    }

    /// Looks at the folder, and gives out the files that are complete and new or changed, by path, each once.
    ///
    /// A complete file waits for others that are arriving, so that what lands together comes together, but not for ever.
    /// Files in `renamed` were moved into place, so they are complete at once.
    ///
    /// # Errors
    /// A folder that is gone or cannot be read.
    pub(crate) fn look(&mut self, renamed: &[PathBuf]) -> Result<Vec<PathBuf>> {
        if !self.folder.is_dir() {
            bail!("{}: the folder is gone; watch it again when it is back", self.folder.display());
        }
        let now = Instant::now();
        let mut arriving = BTreeMap::new();
        for path in inputs::files_in(&self.folder)? {
            let Some(stamp) = stamp(&path).filter(|_| !is_partial(&path)) else { continue };
            if self.seen.get(&path) == Some(&stamp) {
                continue;
            }
            let since = self
                .arriving
                .get(&path)
                .filter(|(before, _)| *before == stamp)
                .map_or(now, |(_, since)| *since);
            arriving.insert(path, (stamp, since));
        }
        self.arriving = arriving;
        let is_complete =
            |path: &PathBuf, since: Instant| renamed.contains(path) || now - since >= self.settle;
        let is_late = |(path, (_, since)): (&PathBuf, &(Stamp, Instant))| {
            is_complete(path, *since) && now - *since >= LONGEST_WAIT * self.settle
        };
        let all_complete = self.arriving.iter().all(|(path, (_, since))| is_complete(path, *since));
        if !all_complete && !self.arriving.iter().any(is_late) {
            return Ok(Vec::new());
        }
        let (landed, arriving): (BTreeMap<_, _>, BTreeMap<_, _>) = std::mem::take(&mut self.arriving)
            .into_iter()
            .partition(|(path, (_, since))| is_complete(path, *since));
        self.arriving = arriving;
        let paths = landed.keys().cloned().collect();
        self.seen.extend(landed.into_iter().map(|(path, (stamp, _))| (path, stamp)));
        Ok(paths)
    }

    /// Whether a file is on its way.
    pub(crate) fn is_arriving(&self) -> bool {
        !self.arriving.is_empty()
    }
}

fn stamp(path: &Path) -> Option<Stamp> {
    let metadata = fs::metadata(path).ok()?;
    Some((metadata.len(), metadata.modified().ok()))
}

fn is_partial(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let end = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    name.ends_with('~') || PARTIAL.contains(&end.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(paths: &[PathBuf]) -> Vec<&str> {
        paths.iter().filter_map(|path| path.file_name()?.to_str()).collect()
    }

    #[test]
    fn files_at_rest_are_given_out_once_and_again_when_they_change() {
        let folder = tempfile::tempdir().unwrap();
        let mut landing = Landing::new(folder.path(), Duration::ZERO);
        assert!(landing.look(&[]).unwrap().is_empty());
        for name in ["b.txt", "a.txt", ".hidden", "c.txt.part", "d.csv.crdownload", "e.txt~"] {
            fs::write(folder.path().join(name), "x").unwrap();
        }
        assert_eq!(names(&landing.look(&[]).unwrap()), ["a.txt", "b.txt"]);
        assert!(landing.look(&[]).unwrap().is_empty());
        fs::write(folder.path().join("a.txt"), "xy").unwrap();
        assert_eq!(names(&landing.look(&[]).unwrap()), ["a.txt"]);
    }

    #[test]
    fn a_file_that_may_grow_is_waited_for_unless_it_was_moved_into_place() {
        let folder = tempfile::tempdir().unwrap();
        let mut landing = Landing::new(folder.path(), Duration::from_hours(1));
        let [a, b] = ["a.txt", "b.txt"].map(|name| folder.path().join(name));
        fs::write(&a, "x").unwrap();
        assert!(landing.look(&[]).unwrap().is_empty() && landing.is_arriving());
        assert_eq!(names(&landing.look(std::slice::from_ref(&a)).unwrap()), ["a.txt"]);
        fs::write(&b, "x").unwrap();
        fs::write(&a, "xyz").unwrap();
        assert!(landing.look(&[b]).unwrap().is_empty(), "the other one may still grow");
    }

    #[test]
    fn a_folder_that_is_gone_is_a_fault() {
        let folder = tempfile::tempdir().unwrap();
        let mut landing = Landing::new(&folder.path().join("gone"), Duration::ZERO);
        assert!(landing.look(&[]).unwrap_err().to_string().contains("gone"));
    }
}
