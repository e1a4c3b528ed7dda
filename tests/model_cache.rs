//! Models on the disk, and no network.

use std::fs;
use std::path::PathBuf;
use std::sync::OnceLock;

use super::support::folder::Folder;
use super::support::json::list;
use super::support::program::{Program, copy_to};
use super::support::shared::themes_map;
use super::support::texts::{abstracts, dump, json_lines};
use super::support::{json, model};

/// A folder outside the checkout that holds the program and a dump.
struct Outside {
    folder: Folder,
    program: PathBuf,
}

impl Outside {
    fn new() -> Self {
        let folder = Folder::with_dump(dump(&abstracts()[..3]));
        fs::create_dir(folder.join("bin")).expect("a folder");
        let program = copy_to(&folder.join("bin"));
        Self { folder, program }
    }

    fn run<'a>(&self, arguments: impl IntoIterator<Item = &'a str>) -> Program {
        Program::bare(&self.program, self.folder.path(), arguments).variable("HF_HUB_OFFLINE", "1")
    }

    /// A hub cache with the model under `revision`.
    fn snapshot(&self, revision: &str) -> PathBuf {
        let folder = self.folder.join("cache/hub").join(model::CACHED).join("snapshots").join(revision);
        model::copy_to(&folder);
        folder
    }

    fn refs(&self, content: &str) {
        self.folder.write(&format!("cache/hub/{}/refs/main", model::CACHED), content);
    }

    fn map_from_cache(&self) -> Program {
        self.run(["map", "dump.txt"]).variable("HF_HOME", self.folder.join("cache"))
    }

    fn assert_no_map(&self) {
        assert!(!self.folder.join("topic-map").exists(), "a map was begun");
    }
}

#[test]
fn the_pinned_snapshot_of_the_hubs_cache_serves_without_refs() {
    let outside = Outside::new();
    outside.snapshot(model::REVISION);
    outside.map_from_cache().run().done();
    let receipt = &outside.folder.topic_map()["receipt"];
    assert_eq!(
        (&receipt["model"], &receipt["model_revision"]),
        (&model::NAME.into(), &model::REVISION.into())
    );
    outside.refs(&format!("{}\n", model::REVISION));
    outside.map_from_cache().arguments(["--map", "second"]).run().done();
    outside
        .run(["map", "dump.txt", "--map", "third"])
        .variable("HF_HUB_CACHE", outside.folder.join("cache/hub"))
        .run()
        .done();
}

#[test]
fn a_snapshot_with_other_files_does_not_count() {
    let outside = Outside::new();
    let other = outside.snapshot("deadbeefdeadbeefdeadbeefdeadbeefdeadbeef");
    model::damage(&other, 1.5_f32.to_le_bytes());
    outside.refs("deadbeefdeadbeefdeadbeefdeadbeefdeadbeef");
    outside.map_from_cache().run().refused(&[model::NAME, "cache", "--model"]);
    outside.assert_no_map();
    outside.snapshot(model::REVISION);
    outside.map_from_cache().run().done();
}

#[test]
fn a_snapshot_that_is_empty_or_torn_does_not_count() {
    let outside = Outside::new();
    let snapshot =
        outside.folder.join("cache/hub").join(model::CACHED).join("snapshots").join(model::REVISION);
    fs::create_dir_all(&snapshot).expect("a folder");
    outside.refs(model::REVISION);
    outside.map_from_cache().run().refused(&[model::NAME, "cache"]);
    model::copy_to(&snapshot);
    fs::remove_file(snapshot.join("tokenizer.json")).expect("a file");
    outside.map_from_cache().run().refused(&[model::NAME, "cache"]);
    outside.assert_no_map();
}

#[test]
fn no_model_and_no_network_say_what_is_missing_where_and_what_to_do() {
    let outside = Outside::new();
    let models = outside.folder.join("no-models").to_string_lossy().into_owned();
    let cache = outside.folder.join("cache").to_string_lossy().into_owned();
    let data = outside.folder.join("data").to_string_lossy().into_owned();
    for arguments in [
        &["map", "dump.txt"][..],
        &["map", "dump.txt", "--offline"],
        &["embed", "dump.txt", "--output", "v.npy"],
    ] {
        let program = outside.run(arguments.iter().copied()).variable("PAPERMAP_MODELS", &models);
        let program = program.variable("HF_HOME", &cache).variable("XDG_DATA_HOME", &data);
        program.run().refused(&[model::NAME, &models, &cache, &data, "--model", "offline"]);
    }
    outside
        .run(["map", "dump.txt", "--offline"])
        .without("HF_HUB_OFFLINE")
        .run()
        .refused(&[model::NAME, "--model"]);
    outside.run(["model", "fetch"]).run().refused(&[model::NAME]);
    outside.assert_no_map();
    assert!(!outside.folder.join("v.npy").exists() && !outside.folder.join("data").exists());
}

#[test]
fn any_folder_with_the_model_serves_and_gives_the_same_map() {
    static EXPECTED: OnceLock<Vec<serde_json::Value>> = OnceLock::new();
    let expected = EXPECTED.get_or_init(|| {
        let map = json::read(&themes_map().map().join("topic-map.json"));
        list(&map, "papers").clone()
    });
    let outside = Outside::new();
    outside.folder.write("themes.jsonl", json_lines(&abstracts()));
    model::copy_to(&outside.folder.join("my-model"));
    outside.run(["map", "themes.jsonl", "--model", "my-model", "--offline"]).run().done();
    assert_eq!(list(&outside.folder.topic_map(), "papers"), expected);
}

#[test]
fn a_model_that_is_there_needs_no_network() {
    let folder = Folder::with_dump(dump(&abstracts()[..3]));
    let dead = "http://127.0.0.1:9";
    let program = folder.program(["map", "dump.txt"]).without("HF_HUB_OFFLINE").variable("HF_ENDPOINT", dead);
    let answer = program.variable("HTTPS_PROXY", dead).variable("HTTP_PROXY", dead).run().done();
    assert!(!answer.stderr.contains("127.0.0.1"), "{answer}");
}

#[test]
fn list_and_verify_tell_where_the_model_is() {
    let folder = Folder::new();
    let listed = folder.run(["model", "list"]).done();
    assert!(listed.stdout.contains(model::NAME), "{listed}");
    let verified = folder.run(["model", "verify"]).done();
    assert!(format!("{}{}", verified.stdout, verified.stderr).contains(model::NAME), "{verified}");
    let cosines = verified.stdout.lines().filter_map(|line| line.split_once("least cosine to stock candle "));
    let promised = if verified.stdout.contains(" in bf16: ") { 0.999 } else { 0.999_99 };
    let cosines: Vec<f64> = cosines.map(|(_, cosine)| cosine.parse().expect("a number")).collect();
    assert!(!cosines.is_empty() && cosines.iter().all(|&cosine| cosine >= promised), "{verified}");
}
