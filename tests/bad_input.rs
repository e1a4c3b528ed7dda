//! Dumps that are none, and what must stay as it was.

use super::support::folder::Folder;
#[cfg(unix)]
use super::support::say_skipped;
use super::support::shared::{seeds, themes_map};
use super::support::snapshot::Snapshot;
use super::support::texts::{abstracts, dump, json_lines};

const BINARY: &[u8] =
    b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0\x1f\x15\xc4\x89\xff\xfe\xfd\0\0";

/// Runs in a folder with a map that must survive, and in one without, where none must appear.
fn assert_refused(files: &[(&str, &[u8])], arguments: &[&str], parts: &[&str]) {
    let with_map = Folder::new();
    themes_map().copy_to(&with_map.join("topic-map"));
    let before = Snapshot::of(&with_map.join("topic-map"));
    let without = Folder::new();
    for folder in [&with_map, &without] {
        folder.write_all(files);
        folder.program(["map"]).arguments(arguments).run().refused(parts);
    }
    before.assert_untouched(&with_map.join("topic-map"));
    assert!(!without.join("topic-map").exists(), "a map folder was left behind");
}

#[test]
fn a_missing_file_is_named() {
    assert_refused(&[], &["missing.jsonl"], &["missing.jsonl"]);
    assert_refused(
        &[("good.txt", dump(&abstracts()[..2]).as_bytes())],
        &["good.txt", "gone.txt"],
        &["gone.txt"],
    );
}

#[test]
fn a_folder_without_dumps_is_named() {
    assert_refused(&[("empty/.keep", b"")], &["empty"], &["empty", "no dump"]);
    assert_refused(&[("pictures/a.png", BINARY)], &["pictures"], &["pictures", "a.png"]);
    let good = dump(&abstracts()[..2]);
    let files: [(&str, &[u8]); 2] = [("pictures/a.png", BINARY), ("good.txt", good.as_bytes())];
    for order in [["pictures", "good.txt"], ["good.txt", "pictures"]] {
        assert_refused(&files, &order, &["pictures", "no dump"]);
    }
}

#[test]
fn a_dump_with_no_paper_is_named() {
    for content in ["NeurIPS 2026 Papers\n", "", "[]", "{\"a\": 1}", "title,year\nA,2020\n"] {
        assert_refused(&[("hollow.txt", content.as_bytes())], &["hollow.txt"], &["hollow.txt"]);
    }
}

#[test]
fn a_binary_file_is_named() {
    assert_refused(&[("photo.txt", BINARY)], &["photo.txt"], &["photo.txt"]);
    let noise: Vec<u8> = (0..4000_u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    assert_refused(&[("noise.dat", &noise)], &["noise.dat"], &["noise.dat"]);
    assert_refused(&[("torn.gz", &[0x1f, 0x8b, 8, 0, 1, 2, 3, 4, 0, 3, 99, 98])], &["torn.gz"], &["torn.gz"]);
}

#[cfg(unix)]
#[test]
fn an_unreadable_file_is_named() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::with_dump(dump(&abstracts()[..2]));
    let path = folder.join("dump.txt");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o000)).expect("permissions");
    if std::fs::read(&path).is_ok() {
        say_skipped("permissions do not bind this user");
        return;
    }
    folder.run(["map", "dump.txt"]).refused(&["dump.txt", "permissions"]);
    assert!(!folder.join("topic-map").exists());
}

#[test]
fn numbers_of_topics_that_cannot_be_are_refused() {
    for topics in ["0", "-1", "x"] {
        assert_refused(&[], &["--topics", topics], &["--topics", topics, "whole number"]);
    }
    let seeds = seeds().to_string_lossy().into_owned();
    let folder = Folder::new();
    folder.run(["map", &seeds, "--topics", "50"]).refused(&["50", "34"]);
    assert!(!folder.join("topic-map").exists());
}

#[test]
fn an_unknown_option_or_command_is_refused() {
    let folder = Folder::new();
    folder.run(["map", "--no-such-option"]).refused(&["--no-such-option"]);
    folder.run(["maps"]).refused(&["maps", "map"]);
}

#[test]
fn nothing_to_map_and_no_map_is_refused() {
    let folder = Folder::new();
    folder.run(["map"]).refused(&["topic-map"]);
    folder.run(["status"]).refused(&["topic-map"]);
    folder.run(["topics"]).refused(&["topic-map"]);
    assert!(Snapshot::of(folder.path()).names().is_empty());
}

#[test]
fn strict_takes_no_fault() {
    let cut = json_lines(&abstracts()[..4]);
    let cut = &cut[..cut.len() - 50];
    assert_refused(&[("cut.jsonl", cut.as_bytes())], &["cut.jsonl", "--strict"], &["cut.jsonl", "4"]);
    let good = dump(&abstracts()[..2]);
    let mixed = [("in/a.png", BINARY), ("in/b.txt", good.as_bytes())];
    assert_refused(&mixed, &["in", "--strict"], &["a.png"]);
}

#[test]
fn strict_minds_no_twins() {
    let folder = Folder::with_dump(dump(&[abstracts()[0], abstracts()[1], abstracts()[0]]));
    folder.run(["map", "dump.txt", "--strict"]).done();
    assert_eq!(super::support::json::counted(&folder.topic_map(), "duplicates"), 1);
}

#[test]
fn standard_input_with_nothing_is_refused() {
    let folder = Folder::new();
    folder.program(["map", "-"]).stdin("").run().refused(&["stdin"]);
    folder.program(["map", "-"]).stdin(BINARY).run().refused(&["stdin"]);
    assert!(!folder.join("topic-map").exists());
}

#[test]
fn a_map_in_its_own_dump_folder_is_refused() {
    let folder = Folder::new();
    folder.write("dumps/a.txt", dump(&abstracts()[..2]));
    let before = Snapshot::of(&folder.join("dumps"));
    folder.run(["map", "dumps", "--map", "dumps"]).refused(&["dumps", "map folder"]);
    before.assert_untouched(&folder.join("dumps"));
    for _ in 0..2 {
        folder.run(["map", "dumps", "--map", "dumps/map"]).done();
    }
}
