//! Dumps that come again: by another name, as a newer version, read with other options; and dumps to forget.

use serde_json::Value;

use super::support::folder::Folder;
use super::support::json::{assert_balance, counted, ids, list, text};
use super::support::snapshot::Snapshot;
use super::support::texts::{abstracts, dump, ids_of, json_lines};

fn source<'a>(map: &'a Value, name: &str, index: usize) -> &'a Value {
    let mut named = list(map, "sources").iter().filter(|source| text(source, "name") == name);
    named.nth(index).unwrap_or_else(|| panic!("no source {index} called {name} in {}", map["sources"]))
}

/// Ids of the papers that vanished.
fn vanished(map: &Value) -> Vec<String> {
    let marked = list(map, "papers").iter().filter(|paper| paper["vanished"] == true);
    marked.map(|paper| text(paper, "id").to_owned()).collect()
}

#[test]
fn a_dump_is_the_same_by_any_name_and_path() {
    let folder = Folder::new();
    let content = json_lines(&abstracts()[..8]);
    folder.write_all(&[("a.jsonl", &content), ("renamed.jsonl", &content), ("elsewhere/a.jsonl", &content)]);
    folder.map(["a.jsonl"]);
    let before = Snapshot::of(&folder.join("topic-map"));
    folder.run(["map", "renamed.jsonl"]).done().says(&["renamed.jsonl is a.jsonl, which the map holds"]);
    folder.run(["map", "elsewhere"]).done();
    let answer = folder.program(["map", "-"]).stdin(content.clone()).run().done();
    answer.says(&["stdin is a.jsonl, which the map holds"]);
    before.assert_untouched(&folder.join("topic-map"));
}

#[test]
fn some_of_the_dumps_delete_nothing() {
    let folder = Folder::new();
    folder.write_all(&[("a.txt", dump(&abstracts()[..5])), ("b.txt", dump(&abstracts()[5..9]))]);
    folder.map(["a.txt", "b.txt"]);
    let before = Snapshot::of(&folder.join("topic-map"));
    folder.map(["b.txt"]);
    before.assert_untouched(&folder.join("topic-map"));
}

#[test]
fn other_options_take_more_of_a_dump() {
    let folder = Folder::new();
    let title_only = "{\"title\": \"A title that says enough of a paper on trams in winter\"}\n";
    folder.write("a.jsonl", json_lines(&abstracts()[..4]) + title_only);
    let map = folder.map(["a.jsonl"]);
    assert_eq!([counted(&map, "records"), counted(&map, "papers"), counted(&map, "set_aside")], [5, 4, 1]);
    let map = folder.map(["a.jsonl", "--keep-title-only"]);
    assert_eq!([counted(&map, "records"), counted(&map, "papers"), counted(&map, "set_aside")], [5, 5, 0]);
    assert_balance(&map);
    let before = Snapshot::of(&folder.join("topic-map"));
    folder.map(["a.jsonl"]);
    before.assert_untouched(&folder.join("topic-map"));
}

#[test]
fn a_newer_version_marks_what_vanished_until_it_is_forgotten() {
    let folder = Folder::new();
    folder.write("a.jsonl", json_lines(&abstracts()[..10]));
    folder.map(["a.jsonl"]);
    folder.write("a.jsonl", json_lines(&abstracts()[2..13]));
    let answer = folder.run(["map", "a.jsonl"]).done();
    let map = folder.topic_map();
    assert_eq!((counted(&map, "papers"), vanished(&map)), (13, ids_of(&abstracts()[..2])));
    assert_balance(&map);
    let sources = list(&map, "sources");
    let older = sources.iter().find(|source| source["replaced_by"].is_string()).expect("an older version");
    let newer = sources.iter().find(|source| source["replaced_by"].is_null()).expect("a newer version");
    assert_eq!(older["replaced_by"], newer["digest"]);
    let version = format!("a.jsonl@{}", &text(older, "digest")[..12]);
    answer.says(&[
        "a.jsonl is a new version of the a.jsonl that the map holds: 8 papers of before are in it",
        "3 papers were not",
        &format!("2 papers that vanished from it stay, marked, until `papermap map --forget {version}`"),
    ]);
    folder.write("older.jsonl", json_lines(&abstracts()[..10]));
    let before = Snapshot::of(&folder.join("topic-map"));
    folder.run(["map", "older.jsonl"]).done().says(&["an older version of a.jsonl"]);
    before.assert_untouched(&folder.join("topic-map"));
    let map = folder.map(["--forget", &version]);
    assert_eq!((ids(&map), vanished(&map)), (ids_of(&abstracts()[2..13]), Vec::new()));
    assert_balance(&map);
    assert_eq!(list(&map, "sources").len(), 1);
}

#[test]
fn another_dump_of_the_same_name_replaces_nothing() {
    let folder = Folder::new();
    folder.write("a.jsonl", json_lines(&abstracts()[..6]));
    folder.map(["a.jsonl"]);
    folder.write("a.jsonl", json_lines(&abstracts()[4..12]));
    let map = folder.map(["a.jsonl"]);
    assert!(vanished(&map).is_empty());
    assert!([0, 1].iter().all(|&index| source(&map, "a.jsonl", index)["replaced_by"].is_null()), "{map}");
    assert_balance(&map);
}

#[test]
fn a_forgotten_dump_takes_only_its_own_papers_along() {
    let folder = Folder::new();
    folder.write_all(&[
        ("a.jsonl", json_lines(&abstracts()[..8])),
        ("b.jsonl", json_lines(&abstracts()[5..16])),
    ]);
    let before = folder.map(["a.jsonl", "b.jsonl", "--topics", "4"]);
    folder.run(["map", "--forget", "c.jsonl"]).refused(&["c.jsonl", "a.jsonl@", "b.jsonl@"]);
    folder.run(["map", "--forget", "a.jsonl", "--forget", "b.jsonl"]).refused(&["every paper"]);
    assert_eq!(folder.topic_map(), before);
    let answer = folder.run(["map", "--forget", "a.jsonl"]).done();
    answer.says(&["5 papers that no other dump holds are taken out, 3 papers that others hold are kept"]);
    let after = folder.topic_map();
    assert_eq!(ids(&after), ids_of(&abstracts()[5..16]));
    assert_balance(&after);
    assert_eq!(list(&after, "sources").len(), 1);
    for paper in list(&after, "papers") {
        let was =
            list(&before, "papers").iter().find(|was| was["id"] == paper["id"]).expect("a paper of before");
        assert_eq!(
            (&was["abstract"], &was["title"], &was["x"]),
            (&paper["abstract"], &paper["title"], &paper["x"])
        );
    }
    folder.write("other.jsonl", json_lines(&abstracts()[..3]));
    let map = folder.map(["other.jsonl", "--forget", "./b.jsonl"]);
    assert_eq!(ids(&map), ids_of(&abstracts()[..3]));
    assert_balance(&map);
}
