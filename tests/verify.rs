//! Proof that a map follows from its dumps.

use super::support::folder::Folder;
use super::support::texts::{abstracts, json_lines};

fn mapped() -> Folder {
    let folder = Folder::new();
    folder.write("a.jsonl", json_lines(&abstracts()[..8]));
    folder.write("b.jsonl", json_lines(&abstracts()[8..12]));
    folder.map(["a.jsonl", "--topics", "2"]);
    folder
}

fn alter(folder: &Folder, statement: &str) {
    let store = rusqlite::Connection::open(folder.join("topic-map/map.sqlite")).expect("a store");
    assert_eq!(store.execute(statement, []).expect("a statement that runs"), 1, "{statement}");
}

#[test]
fn a_map_that_follows_from_its_dumps_is_proved_and_stays_as_it_is() {
    let folder = mapped();
    let before = super::support::snapshot::Snapshot::of(&folder.join("topic-map"));
    let answer = folder.run(["verify"]).done();
    assert!(
        answer.stdout.contains("8 papers embedded again") && answer.stdout.contains("the same bits"),
        "{answer}"
    );
    assert!(answer.stdout.contains("checks hold") && !answer.stdout.contains("WRONG"), "{answer}");
    let answer = folder.run(["verify", "a.jsonl"]).done();
    assert!(answer.stdout.contains("the dumps give the same result again"), "{answer}");
    before.assert_untouched(&folder.join("topic-map"));
}

#[test]
fn updates_are_proved_but_not_replayed() {
    let folder = mapped();
    folder.map(["b.jsonl"]);
    let answer = folder.run(["verify", "a.jsonl", "b.jsonl"]).done();
    assert!(answer.stdout.contains("not replayed: the map is one of 2 runs"), "{answer}");
}

#[test]
fn what_was_altered_is_named() {
    for (statement, named) in [
        (
            "UPDATE papers SET abstract = abstract || ' Indeed.' WHERE id = (SELECT min(id) FROM papers)",
            "texts",
        ),
        ("UPDATE ledger SET size = 99 WHERE position = 0", "result"),
        (
            "UPDATE event_details SET entry = replace(entry, '\"added\":', '\"added\":9') WHERE position = 0",
            "result",
        ),
        ("UPDATE assignments SET score = 0.123 WHERE paper = (SELECT max(paper) FROM assignments)", "result"),
        (
            "UPDATE vectors SET vector = zeroblob(length(vector)) WHERE text_digest = (SELECT min(text_digest) FROM vectors)",
            "vectors",
        ),
    ] {
        let folder = mapped();
        if statement.starts_with("UPDATE ledger") {
            alter(&folder, "DELETE FROM event_details WHERE position = 0");
        }
        alter(&folder, statement);
        let answer = folder.run(["verify"]).no();
        let wrong = answer.lines().into_iter().filter(|line| line.contains("WRONG")).collect::<Vec<_>>();
        assert!(wrong.iter().any(|line| line.contains(named)), "{statement}\n{answer}");
    }
}

#[test]
fn an_altered_store_is_found_even_after_its_report_was_written_again() {
    let folder = mapped();
    alter(&folder, "UPDATE assignments SET score = 0.123 WHERE paper = (SELECT max(paper) FROM assignments)");
    std::fs::remove_file(folder.join("topic-map/topics.md")).expect("a file of the report");
    folder.run(["map"]).done().says(&["missing or altered"]);
    let answer = folder.run(["verify"]).no();
    assert!(answer.lines().iter().any(|line| line.contains("WRONG") && line.contains("result")), "{answer}");
}

#[test]
fn an_altered_report_and_a_foreign_dump_are_named() {
    let folder = mapped();
    let page = folder.report("topics.csv").replacen("t1", "t7", 1);
    folder.write("topic-map/topics.csv", page);
    let answer = folder.run(["verify", "--format", "json"]).no();
    assert!(answer.stdout.contains("topics.csv differs from what the store gives from byte"), "{answer}");
    folder.run(["map"]).done().says(&["missing or altered"]);
    folder.run(["verify"]).done();
    let answer = folder.run(["verify", "b.jsonl"]).no();
    assert!(answer.stdout.contains("b.jsonl is no dump of the map"), "{answer}");
}

#[test]
fn a_dump_that_changed_is_found_by_its_content() {
    let folder = mapped();
    folder.write("a.jsonl", json_lines(&abstracts()[..7]));
    let answer = folder.run(["verify", "a.jsonl"]).no();
    assert!(answer.stdout.contains("a.jsonl is no dump of the map"), "{answer}");
}
