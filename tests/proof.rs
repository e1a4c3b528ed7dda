//! What a run would change, told before it counts.

use super::support::folder::Folder;
use super::support::json::{list, text};
use super::support::snapshot::Snapshot;
use super::support::texts::{abstracts, json_lines};

#[test]
fn a_dry_run_tells_what_an_update_would_change_and_writes_nothing() {
    let folder = Folder::with_four_themes();
    let before = Snapshot::of(&folder.join("topic-map"));
    let answer = folder.run(["map", "b.jsonl", "--dry-run"]).done();
    before.assert_untouched(&folder.join("topic-map"));
    assert!(answer.stdout.contains("of 12 papers of before would change topic"), "{answer}");
    assert!(answer.stdout.contains("4 new papers would be added"), "{answer}");
    folder.run(["map", "b.jsonl"]).done();
    let map = folder.topic_map();
    let update = &list(&map, "updates")[1];
    let moved = format!("{} of 12 papers of before", update["moved"]);
    assert!(answer.stdout.contains(&moved) && answer.stdout.contains(text(update, "reason")), "{answer}");
}

#[test]
fn an_update_that_moves_too_much_is_refused_and_nothing_is_written() {
    let folder = Folder::with_four_themes();
    let before = Snapshot::of(&folder.join("topic-map"));
    let arguments = ["map", "b.jsonl", "--topics", "2", "--max-moved", "1%"];
    let answer = folder.run(arguments).no().says(&["--max-moved allows 1%", "nothing was written"]);
    assert!(!answer.stdout.contains("file://"), "{answer}");
    before.assert_untouched(&folder.join("topic-map"));
    folder.run(["map", "b.jsonl", "--topics", "2", "--max-moved", "12"]).done();
    assert_eq!(list(&folder.topic_map(), "papers").len(), 16);
}

#[test]
fn an_update_within_the_limit_gives_the_same_map_as_without_one() {
    let [with, without] = [&["--max-moved", "50%"][..], &[]].map(|limit| {
        let folder = Folder::with_four_themes();
        folder.run([&["map", "b.jsonl"], limit].concat()).done();
        folder.topic_map()
    });
    assert_eq!(with, without);
}

#[test]
fn a_limit_that_is_none_is_refused() {
    let folder = Folder::with_dump(json_lines(&abstracts()[..4]));
    for limit in ["101%", "some", "-1", "1.5"] {
        folder.run(["map", "dump.txt", "--max-moved", limit]).refused(&["max-moved", "such as 1%"]);
    }
}
