//! The same bytes, whatever the order, the threads and the run.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use super::support::folder::Folder;
use super::support::json::{ids, list, text};
use super::support::shared::{seed_files, seeds, seeds_map, themes_map};
use super::support::store::logical_dump;
use super::support::texts::{abstracts, dump, json_lines};
use super::support::{json, table};

fn map_of(arguments: &[PathBuf]) -> Folder {
    let folder = Folder::new();
    folder.map(arguments);
    folder
}

#[test]
fn the_order_of_the_dumps_does_not_matter() {
    let files = seed_files();

    seeds_map().assert_same(&map_of(&[files[1].clone(), files[0].clone()]).join("topic-map"));
}

#[test]
fn one_thread_gives_the_same_as_many() {
    seeds_map().assert_same(&map_of(&["--threads".into(), "1".into(), seeds()]).join("topic-map"));
    seeds_map().assert_same(&map_of(&["--threads".into(), "3".into(), seeds()]).join("topic-map"));
}

#[test]
fn a_folder_elsewhere_gives_the_same() {
    let folder = Folder::new();
    for (path, name) in seed_files().iter().zip(["z/last/", "a/first/"]) {
        let file = path.file_name().expect("a name").to_string_lossy();
        folder.write(&format!("dumps/{name}{file}"), fs::read(path).expect("a dump"));
    }
    folder.map(["dumps"]);
    seeds_map().assert_same(&folder.join("topic-map"));
}

#[test]
fn the_same_runs_in_sequence_give_the_same() {
    let folders = [Folder::new(), Folder::new()];
    let texts = abstracts();
    let (first, second) = texts.split_at(10);
    for folder in &folders {
        folder.write("first.txt", dump(first));
        folder.write("second.txt", dump(second));
        folder.map(["first.txt"]);
        folder.map(["second.txt"]);
    }
    let [first, second] = folders.each_ref().map(|folder| folder.join("topic-map"));
    assert!(logical_dump(&first) == logical_dump(&second), "the stores differ");
    for name in ["topic-map.json", "index.html", "papers.csv", "topics.csv", "topics.md", "map.svg"] {
        let same = fs::read(first.join(name)).expect(name) == fs::read(second.join(name)).expect(name);
        assert!(same, "{name} differs");
    }
}

#[test]
fn the_order_of_records_does_not_matter() {
    let mut texts = abstracts();
    texts.reverse();
    texts.swap(2, 11);
    let folder = Folder::with_dump(dump(&texts));
    let reversed = folder.map(["dump.txt"]);
    let straight = Folder::with_dump(dump(&abstracts())).map(["dump.txt"]);
    assert_eq!(ids(&reversed), ids(&straight));
    for name in ["papers", "topics"] {
        assert_eq!(reversed[name], straight[name], "{name}");
    }
}

#[test]
fn a_dump_from_standard_input_is_the_same_papers() {
    let folder = Folder::new();
    folder.program(["map", "-"]).stdin(json_lines(&abstracts())).run().done();
    let file = json::read(&themes_map().map().join("topic-map.json"));
    assert_eq!(ids(&folder.topic_map()), ids(&file));
    assert_eq!(folder.topic_map()["topics"], file["topics"]);
}

#[test]
fn refit_of_the_same_papers_gives_the_same_groups() {
    let folder = Folder::new();
    themes_map().copy_to(&folder.join("topic-map"));
    let groups = |folder: &Folder| -> BTreeSet<BTreeSet<String>> {
        let map = folder.topic_map();
        let members = |topic| list(&map, "papers").iter().filter(move |paper| paper["topic"] == topic);
        let id = |paper: &serde_json::Value| text(paper, "id").to_owned();
        list(&map, "topics").iter().map(|topic| members(topic["id"].clone()).map(id).collect()).collect()
    };
    let before = groups(&folder);
    folder.map(["--refit"]);
    assert_eq!(groups(&folder), before);
    assert_eq!(table::column(&folder.table("papers.csv"), "id").len(), 16);
}
