//! What is made once and only read after that.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use super::model::checkout;
use super::program::Program;
use super::snapshot::Snapshot;
use super::store::logical_dump;
use super::texts;

/// A place that one test run at a time may use.
struct Place {
    path: PathBuf,
    _lock: File,
}

fn place() -> &'static Path {
    static PLACE: OnceLock<Place> = OnceLock::new();
    &PLACE.get_or_init(take_place).path
}

fn take_place() -> Place {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let lock = File::create(root.join("integration.lock")).expect("a lock file");
    lock.lock().expect("the place, after another test run");
    let path = root.join("integration");
    if path.exists() {
        fs::remove_dir_all(&path).expect("a place that can be cleared");
    }
    fs::create_dir_all(&path).expect("a place that can be made");
    Place { path, _lock: lock }
}

/// A data folder for all runs, so that the model is hashed once.
pub(crate) fn data() -> PathBuf {
    place().join("data")
}

/// The folder of the two dumps that come with the project.
pub(crate) fn seeds() -> PathBuf {
    fs::canonicalize(checkout().join("seeds")).expect("seeds/")
}

/// The dumps in [`seeds`], by name.
pub(crate) fn seed_files() -> Vec<PathBuf> {
    let entries = fs::read_dir(seeds()).expect("seeds/");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    files.sort();
    files
}

/// A map of the seeds, with what the run printed; not to be changed.
pub(crate) fn seeds_map() -> &'static Made {
    static MADE: OnceLock<Made> = OnceLock::new();
    MADE.get_or_init(|| Made::new("seeds", &seeds()))
}

/// A map of the sixteen abstracts of four themes; not to be changed.
pub(crate) fn themes_map() -> &'static Made {
    static MADE: OnceLock<Made> = OnceLock::new();
    MADE.get_or_init(|| {
        let dump = place().join("themes.jsonl");
        fs::write(&dump, texts::json_lines(&texts::abstracts())).expect("a dump");
        Made::new("themes", &dump)
    })
}

/// A map that stands.
pub(crate) struct Made {
    /// Folder in which the program ran; the map is in `topic-map`.
    pub(crate) folder: PathBuf,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Made {
    fn new(name: &str, dump: &Path) -> Self {
        let folder = place().join(name);
        fs::create_dir_all(&folder).expect("a folder");
        let answer = Program::new(&folder, ["map"]).arguments([dump]).run().done();
        Self { folder, stdout: answer.stdout, stderr: answer.stderr }
    }

    /// The map folder.
    pub(crate) fn map(&self) -> PathBuf {
        self.folder.join("topic-map")
    }

    /// Expects that another map has the same report files and the same store but for its runs.
    #[track_caller]
    pub(crate) fn assert_same(&self, map: &Path) {
        Snapshot::of(&self.map()).assert_same_bytes_but(map, "map.sqlite");
        assert!(logical_dump(&self.map()) == logical_dump(map), "the stores differ");
    }

    /// Copies the map folder.
    pub(crate) fn copy_to(&self, folder: &Path) {
        fs::create_dir_all(folder).expect("a folder");
        for entry in fs::read_dir(self.map()).expect("a map folder") {
            let entry = entry.expect("a file");
            fs::copy(entry.path(), folder.join(entry.file_name())).expect("a file that can be copied");
        }
    }
}
