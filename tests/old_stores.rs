//! Stores of older programs, and of other rules of cleaning.

use std::fs::File;
use std::io::Read;

use flate2::read::GzDecoder;
use rusqlite::Connection;
use serde_json::Value;

use super::support::folder::Folder;
use super::support::json::{assert_balance, counted, ids, list, parse, text};
use super::support::snapshot::Snapshot;
use super::support::texts::{abstracts, json_lines};

const SCHEMAS: [u32; 2] = [2, 3];

/// A folder whose map is a store that a program of schema `schema` wrote, of the sixteen abstracts.
fn with_store(schema: u32) -> Folder {
    let folder = Folder::new();
    let manifest = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = manifest.join(format!("../../tests/fixtures/stores/schema-{schema}.sqlite.gz"));
    let mut store = Vec::new();
    GzDecoder::new(File::open(path).expect("a fixture")).read_to_end(&mut store).expect("a store");
    folder.write("topic-map/map.sqlite", store);
    folder
}

/// Papers and topic ids, as the program lists them.
fn listed(folder: &Folder) -> (u64, Vec<String>) {
    let status = parse(&folder.run(["status", "--format", "json"]).done().stdout);
    let topics: Value = parse(&folder.run(["topics", "--format", "json"]).done().stdout);
    let topics = topics.as_array().cloned().unwrap_or_else(|| list(&topics, "topics").clone());
    (
        status["papers"].as_u64().expect("a count"),
        topics.iter().map(|topic| text(topic, "id").to_owned()).collect(),
    )
}

#[test]
fn older_stores_are_read_without_a_change() {
    for schema in SCHEMAS {
        let folder = with_store(schema);
        let before = Snapshot::of(&folder.join("topic-map"));
        assert_eq!(listed(&folder).0, 16, "schema {schema}");
        let hits = folder.run(["similar", abstracts()[0], "--top", "1"]).done();
        assert!(hits.stdout.contains("Coral") || hits.stdout.contains("coral"), "schema {schema}: {hits}");
        before.assert_untouched(&folder.join("topic-map"));
    }
}

#[test]
fn older_stores_are_taken_on_with_their_papers_and_topics() {
    for schema in SCHEMAS {
        let folder = with_store(schema);
        let (papers, mut topics) = listed(&folder);
        let map = folder.map([] as [&str; 0]);
        let mut now: Vec<String> =
            list(&map, "topics").iter().map(|topic| text(topic, "id").to_owned()).collect();
        now.sort();
        topics.sort();
        assert_eq!((counted(&map, "papers") as u64, now), (papers, topics), "schema {schema}");
        assert_balance(&map);
        folder.write(
            "more.jsonl",
            json_lines(&["Trams are late in winter because their points freeze, so every third \
            point is heated and the timetable of the whole town holds again for all its passengers."]),
        );
        let more = folder.map(["more.jsonl"]);
        assert_eq!(counted(&more, "papers"), 17, "schema {schema}");
        assert!(ids(&map).iter().all(|id| ids(&more).contains(id)));
        assert_balance(&more);
    }
}

#[test]
fn a_clock_that_goes_back_stops_nothing() {
    let folder = Folder::new();
    let path = folder.write("a.jsonl", json_lines(&abstracts()[..6]));
    folder.map(["a.jsonl"]);
    let store = Connection::open(folder.join("topic-map/map.sqlite")).expect("a store");
    store
        .execute("UPDATE runs SET started = '2999-01-01 00:00:00Z', finished = '2999-01-01 00:00:01Z'", [])
        .expect("a row");
    drop(store);
    folder.write("b.jsonl", json_lines(&abstracts()[6..9]));
    let future = std::time::SystemTime::now() + std::time::Duration::from_secs(1_000_000);
    File::options().write(true).open(&path).and_then(|file| file.set_modified(future)).expect("a time");
    let map = folder.map(["a.jsonl", "b.jsonl"]);
    assert_eq!(counted(&map, "papers"), 9);
    let status = parse(&folder.run(["status", "--format", "json"]).done().stdout);
    assert_eq!(status["runs"], 2);
    assert!(!status["last_run"].as_str().expect("a time").starts_with("2999"), "{status}");
}
