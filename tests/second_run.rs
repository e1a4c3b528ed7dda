//! A run with nothing new.

use super::support::folder::Folder;
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
    assert_eq!(super::support::json::counted(&map, "records"), 24);
    assert_eq!(super::support::json::counted(&map, "papers"), 16);
    super::support::json::assert_balance(&map);
}
