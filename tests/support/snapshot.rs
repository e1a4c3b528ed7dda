//! What stands in a folder at one moment.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::SystemTime;

/// Every file below a folder, by path, with time of change and content.
#[derive(PartialEq, Eq)]
pub(crate) struct Snapshot {
    files: BTreeMap<String, (SystemTime, Vec<u8>)>,
}

impl Snapshot {
    /// An empty one where there is no folder.
    pub(crate) fn of(folder: &Path) -> Self {
        let mut files = BTreeMap::new();
        collect(folder, "", &mut files);
        Self { files }
    }

    pub(crate) fn names(&self) -> Vec<&str> {
        self.files.keys().map(String::as_str).collect()
    }

    /// Expects that the folder has not changed since, not even in times.
    #[track_caller]
    pub(crate) fn assert_untouched(&self, folder: &Path) {
        let now = Self::of(folder);
        assert_eq!(self.names(), now.names());
        for (name, (time, content)) in &self.files {
            assert!(*content == now.files[name].1, "{name} has other bytes");
            assert_eq!(*time, now.files[name].0, "{name} was written again");
        }
    }

    /// Expects that the folder holds the same bytes as then, but for one file; times may differ.
    #[track_caller]
    pub(crate) fn assert_same_bytes_but(&self, folder: &Path, exempt: &str) {
        let now = Self::of(folder);
        assert_eq!(self.names(), now.names());
        for (name, (_, content)) in &self.files {
            assert!(name == exempt || *content == now.files[name].1, "{name} has other bytes");
        }
    }
}

fn collect(folder: &Path, prefix: &str, files: &mut BTreeMap<String, (SystemTime, Vec<u8>)>) {
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let entry = entry.expect("a file");
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            collect(&entry.path(), &format!("{name}/"), files);
        } else {
            let time = entry.metadata().and_then(|metadata| metadata.modified()).expect("a time");
            files.insert(name, (time, fs::read(entry.path()).expect("a file that can be read")));
        }
    }
}
