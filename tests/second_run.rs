//! A run with nothing new.

use super::support::folder::Folder;
use super::support::json;
use super::support::shared::{seeds, themes_map};
use super::support::snapshot::Snapshot;
use super::support::store::row_count;
use super::support::texts::{abstracts, dump, json_lines};

#[test]
fn the_same_dumps_again_write_nothing() {
    let folder = Folder::new();
    super::support::shared::seeds_map().copy_to(&folder.join("topic-map"));
    let before = Snapshot::of(&folder.join("topic-map"));
    let runs = row_count(&folder.join("topic-map"), "runs");
    let answer = folder.program(["map"]).arguments([seeds()]).run().done();
    before.assert_untouched(&folder.join("topic-map"));
    assert_eq!(row_count(&folder.join("topic-map"), "runs"), runs);
    assert!(format!("{}{}", answer.stdout, answer.stderr).contains("othing"), "it does not say so: {answer}");
    assert!(answer.lines().last().is_some_and(|line| line.starts_with("file://")), "{answer}");
}

#[test]
fn no_dump_and_no_option_write_nothing() {
    let folder = Folder::new();
    themes_map().copy_to(&folder.join("topic-map"));
    let before = Snapshot::of(&folder.join("topic-map"));
    folder.run(["map"]).done();
    before.assert_untouched(&folder.join("topic-map"));
}

#[test]
fn options_that_are_set_already_write_nothing() {
    let folder = Folder::with_dump(json_lines(&abstracts()));
    folder.map(["dump.txt", "--topics", "4", "--title", "Four themes"]);
    let before = Snapshot::of(&folder.join("topic-map"));
    folder.map(["--topics", "4", "--title", "Four themes"]);
    before.assert_untouched(&folder.join("topic-map"));
    folder.map(["dump.txt"]);
    before.assert_untouched(&folder.join("topic-map"));
}

#[test]
fn known_papers_in_another_dump_are_something_new() {
    let folder = Folder::with_dump(dump(&abstracts()));
    folder.map(["dump.txt"]);
    folder.write("again.txt", dump(&abstracts()[..8]));
    let map = folder.map(["again.txt"]);
    assert_eq!(json::counted(&map, "records"), 24);
    assert_eq!(json::counted(&map, "papers"), 16);
    json::assert_balance(&map);
}

#[test]
fn equal_files_in_two_folders_are_one_dump() {
    let folder = Folder::new();
    let content = json_lines(&abstracts()[..3]) + "{\"title\": \"no abstract\"}\n";
    folder.write_all(&[("e1/a.jsonl", &content), ("e2/a.jsonl", &content), ("e2/b.jsonl", &content)]);
    let answer = folder.run(["map", "e1", "e2", "e1/a.jsonl", "--report-input", "account.json"]).done();
    answer.says(&["a.jsonl was given twice", "b.jsonl has the content of a.jsonl"]);
    let map = folder.topic_map();
    let counts = ["records", "papers", "duplicates", "set_aside"].map(|name| json::counted(&map, name));
    assert_eq!(counts, [4, 3, 0, 1]);
    json::assert_balance(&map);
    let account = json::read(&folder.join("account.json"));
    assert_eq!(json::list(&account, "dumps").len(), 1);
    let before = Snapshot::of(&folder.join("topic-map"));
    folder.map(["e2"]);
    before.assert_untouched(&folder.join("topic-map"));
}
