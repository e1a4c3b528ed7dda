//! Map folders, disks and models that do not work.

use std::fs;
use std::path::Path;

use rusqlite::Connection;

use super::support::folder::Folder;
use super::support::model;
#[cfg(target_os = "linux")]
use super::support::say_skipped;
use super::support::shared::{Made, seeds, themes_map};
use super::support::snapshot::Snapshot;
use super::support::texts::{abstracts, dump};

#[test]
fn a_map_that_is_a_file_stays_a_file() {
    let folder = Folder::with_dump(dump(&abstracts()[..2]));
    folder.write("notes", "mine");
    for command in [
        &["map", "dump.txt", "--map", "notes"][..],
        &["status", "--map", "notes"],
        &["similar", "x", "--map", "notes"],
    ] {
        folder.run(command).refused(&["notes"]);
    }
    assert_eq!(fs::read(folder.join("notes")).expect("notes"), b"mine");
}

#[test]
fn a_folder_of_someone_elses_pages_is_left_alone() {
    let folder = Folder::with_dump(dump(&abstracts()[..2]));
    folder.write("site/index.html", "<p>mine</p>");
    let before = Snapshot::of(&folder.join("site"));
    folder.run(["map", "dump.txt", "--map", "site"]).refused(&["site", "--map"]);
    folder.run(["status", "--map", "site"]).refused(&["site"]);
    before.assert_untouched(&folder.join("site"));
}

#[test]
fn a_store_that_is_none_is_left_alone() {
    let folder = Folder::with_dump(dump(&abstracts()[..2]));
    folder.write(
        "topic-map/map.sqlite",
        "this is no database, but long enough to look like a file of some other kind",
    );
    let before = Snapshot::of(&folder.join("topic-map"));
    for command in [&["map", "dump.txt"][..], &["status"], &["similar", "coral"], &["topics"]] {
        folder.run(command).refused(&["map.sqlite"]);
    }
    before.assert_untouched(&folder.join("topic-map"));
}

#[test]
fn a_database_of_another_program_is_left_alone() {
    let folder = Folder::with_dump(dump(&abstracts()[..2]));
    fs::create_dir(folder.join("topic-map")).expect("a folder");
    let other = Connection::open(folder.join("topic-map/map.sqlite")).expect("a database");
    other
        .execute_batch("CREATE TABLE recipes (name TEXT); INSERT INTO recipes VALUES ('soup');")
        .expect("a table");
    drop(other);
    let before = Snapshot::of(&folder.join("topic-map"));
    for command in [&["map", "dump.txt"][..], &["status"], &["similar", "coral"]] {
        folder.run(command).refused(&["map.sqlite"]);
    }
    before.assert_untouched(&folder.join("topic-map"));
}

#[test]
fn a_store_of_a_newer_version_is_left_alone() {
    let folder = Folder::with_dump(dump(&abstracts()[..2]));
    themes_map().copy_to(&folder.join("topic-map"));
    let store = Connection::open(folder.join("topic-map/map.sqlite")).expect("a store");
    store.pragma_update(None, "user_version", 9999).expect("a version");
    drop(store);
    let before = Snapshot::of(&folder.join("topic-map"));
    for command in [&["map", "dump.txt"][..], &["map"], &["status"], &["similar", "coral"], &["topics"]] {
        folder.run(command).refused(&["map.sqlite", "9999", "newer"]);
    }
    before.assert_untouched(&folder.join("topic-map"));
}

#[test]
fn a_store_cut_short_is_named() {
    let folder = Folder::with_dump(dump(&abstracts()[..2]));
    themes_map().copy_to(&folder.join("topic-map"));
    let path = folder.join("topic-map/map.sqlite");
    let bytes = fs::read(&path).expect("a store");
    fs::write(&path, &bytes[..bytes.len() / 2]).expect("half a store");
    let before = Snapshot::of(&folder.join("topic-map"));
    folder.run(["map", "dump.txt"]).refused(&["map.sqlite"]);
    folder.run(["similar", "coral"]).refused(&["map.sqlite"]);
    before.assert_untouched(&folder.join("topic-map"));
}

#[test]
fn a_damaged_model_is_named_and_makes_no_map() {
    let folder = Folder::with_dump(dump(&abstracts()[..2]));
    for (file, keep) in [("tokenizer.json", 1000), ("config.json", 30), ("model.safetensors", 70_000)] {
        let name = format!("without-{file}");
        let path = folder.join(&name).join(file);
        model::copy_to(&folder.join(&name));
        let bytes = fs::read(&path).expect("a model file");
        model::replace(&path, &bytes[..keep]);
        folder.run(["map", "dump.txt", "--model", &name]).refused(&[&format!("{name}/{file}")]);
        fs::remove_file(path).expect("a file");
        folder.run(["map", "dump.txt", "--model", &name]).refused(&[&format!("{name}/{file}")]);
    }
    folder.run(["map", "dump.txt", "--model", "no-model"]).refused(&["no-model"]);
    assert!(!folder.join("topic-map").exists());
}

#[test]
fn weights_damaged_in_the_middle_are_found() {
    let folder = Folder::with_dump(dump(&abstracts()[..2]));
    let known = folder.join("models").join(model::NAME);
    model::copy_to(&known);
    model::damage(&known, 1.5_f32.to_le_bytes());
    let with_models = |arguments: &[&str]| {
        let program = folder.program(arguments).variable("PAPERMAP_MODELS", folder.join("models"));
        program.variable("XDG_DATA_HOME", folder.join("data"))
    };
    let path = known.to_string_lossy().into_owned();
    let verified = folder.run(["model", "verify", "--model", &path]).no();
    assert!(format!("{}{}", verified.stdout, verified.stderr).contains("model.safetensors"), "{verified}");
    folder.run(["map", "dump.txt", "--model", &path]).refused(&["model.safetensors"]);
    // The next place is searched, which in a checkout holds the model.
    with_models(&["map", "dump.txt"]).run().done();
}

#[test]
fn weights_that_are_no_numbers_give_no_vectors() {
    let folder = Folder::with_dump(dump(&abstracts()[..2]));
    let own = folder.join("my-model");
    model::copy_to(&own);
    model::damage(&own, f32::NAN.to_le_bytes());
    folder.run(["map", "dump.txt", "--model", "my-model"]).refused(&["my-model"]);
    assert!(!folder.join("topic-map").exists());
}

/// A small disk, where this user may mount one.
#[cfg(target_os = "linux")]
struct Disk {
    folder: Folder,
}

#[cfg(target_os = "linux")]
impl Disk {
    fn new(size: &str) -> Option<Self> {
        let folder = Folder::new();
        fs::create_dir(folder.join("disk")).expect("a folder");
        let disk = Self { folder };
        let mounted = disk.mount(&format!("size={size}"));
        if !mounted {
            say_skipped("this user may not mount a disk");
        }
        mounted.then_some(disk)
    }

    fn path(&self) -> std::path::PathBuf {
        self.folder.join("disk")
    }

    fn mount(&self, options: &str) -> bool {
        let mut command = std::process::Command::new("mount");
        command.args(["-t", "tmpfs", "-o", options, "tmpfs"]).arg(self.path());
        command.output().is_ok_and(|output| output.status.success())
    }
}

#[cfg(target_os = "linux")]
impl Drop for Disk {
    fn drop(&mut self) {
        let _ = std::process::Command::new("umount").arg("-l").arg(self.path()).status();
    }
}

#[cfg(target_os = "linux")]
fn mapped_on(disk: &Disk, made: &Made) -> (std::path::PathBuf, Snapshot) {
    let map = disk.path().join("map");
    made.copy_to(&map);
    let before = Snapshot::of(&map);
    (map, before)
}

#[cfg(target_os = "linux")]
fn run_on(disk: &Disk, map: &Path) -> super::support::program::Answer {
    disk.folder.program(["map"]).arguments([seeds(), "--map".into(), map.to_owned()]).run()
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_the_map_as_it_was() {
    let Some(disk) = Disk::new("8m") else { return };
    let (map, before) = mapped_on(&disk, themes_map());
    let papers = without_vectors(&map);
    for left in [0, 120_000] {
        let filler = disk.path().join("filler");
        fill(&filler, left);
        run_on(&disk, &map).refused(&[&map.to_string_lossy()]);
        before.assert_same_bytes_but(&map, "map.sqlite");
        assert!(without_vectors(&map) == papers, "the store holds something else");
        fs::remove_file(filler).expect("the filler");
        disk.folder.program(["similar", "coral", "--map"]).arguments([&map]).run().done();
    }
    run_on(&disk, &map).done();
    assert_eq!(
        super::support::json::counted(&super::support::json::read(&map.join("topic-map.json")), "papers"),
        50
    );
}

/// The store but for the vectors, which a run that ends early may keep.
#[cfg(target_os = "linux")]
fn without_vectors(map: &Path) -> Vec<String> {
    let mut rows = super::support::store::logical_dump(map);
    rows.retain(|row| !row.starts_with("vectors: "));
    rows
}

/// Writes until the disk is full, then gives back `left` bytes.
#[cfg(target_os = "linux")]
fn fill(path: &Path, left: u64) {
    use std::io::Write;
    let mut file = fs::File::create(path).expect("a file");
    while file.write_all(&[0; 4096]).is_ok() {}
    let size = file.metadata().expect("a size").len();
    file.set_len(size.saturating_sub(left)).expect("room again");
}

#[cfg(target_os = "linux")]
#[test]
fn a_map_that_cannot_be_written_is_read_all_the_same() {
    let Some(disk) = Disk::new("8m") else { return };
    let (map, before) = mapped_on(&disk, themes_map());
    assert!(disk.mount("remount,ro"), "a disk that can be made read-only");
    for command in [&["similar", "coral"][..], &["status"], &["topics"]] {
        disk.folder.program(command).arguments(["--map".as_ref(), map.as_os_str()]).run().done();
    }
    run_on(&disk, &map).refused(&["map"]);
    let new = disk.path().join("new");
    run_on(&disk, &new).refused(&["new"]);
    before.assert_untouched(&map);
}
