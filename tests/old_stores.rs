//! Stores of older programs, and of other rules of cleaning.

use std::fs::File;
use std::io::Read;

use flate2::read::GzDecoder;
use rusqlite::Connection;
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::support::folder::Folder;
use super::support::json::{assert_balance, counted, ids, list, parse, text};
use super::support::snapshot::Snapshot;
use super::support::texts::{abstracts, json_lines};

const SCHEMAS: [u32; 3] = [1, 2, 3];

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

/// The fingerprint of vectors of the built-in model after rules of cleaning `cleaning`, worked out from its definition.
fn fingerprint(cleaning: u32) -> String {
    let manifest = include_str!("../models/manifest.toml");
    let value = |line: &str| line.split('"').nth(1).expect("a value in quotes").to_owned();
    let values = |name: &str| -> Vec<String> {
        manifest.lines().filter(|line| line.trim_start().starts_with(name)).map(value).collect()
    };
    let files = values("path").into_iter().zip(values("sha256"));
    let lines: Vec<String> = files.map(|(path, sha256)| format!("{sha256}  {path}\n")).collect();
    let digest = hex_of(&lines.concat());
    let model = hex_of(&format!("{digest}\nmean\nunit length\n256 tokens\n"));
    hex_of(&format!("{model}\ntitle stop abstract\ncleaning {cleaning}\n"))
}

fn hex_of(text: &str) -> String {
    use std::fmt::Write;
    Sha256::digest(text).iter().fold(String::new(), |mut hex, byte| {
        write!(hex, "{byte:02x}").expect("a text");
        hex
    })
}

#[test]
fn other_rules_of_cleaning_embed_only_what_they_change() {
    let folder = Folder::with_dump(json_lines(&abstracts()));
    let before = folder.map(["dump.txt", "--topics", "4"]);
    let store = Connection::open(folder.join("topic-map/map.sqlite")).expect("a store");
    let [version, now]: [String; 2] = ["cleaning", "fingerprint"].map(|name| {
        store.query_row("SELECT value FROM meta WHERE name = ?", [name], |row| row.get(0)).expect("a value")
    });
    let version: u32 = version.parse().expect("a number");
    assert_eq!(now, fingerprint(version), "the definition of the fingerprint has changed");
    let older = fingerprint(version - 1);
    store.execute("UPDATE meta SET value = ? WHERE name = 'cleaning'", [version - 1]).expect("a row");
    store.execute("UPDATE meta SET value = ? WHERE name = 'fingerprint'", [&older]).expect("a row");
    store.execute("UPDATE vectors SET fingerprint = ?", [&older]).expect("rows");
    let changed = text(&list(&before, "papers")[0], "id").to_owned();
    let digest = vec![7_u8; 32];
    store
        .execute(
            "UPDATE vectors SET text_digest = ?1
             WHERE text_digest = (SELECT text_digest FROM papers WHERE id = ?2)",
            rusqlite::params![digest, changed],
        )
        .expect("a row");
    store
        .execute(
            "UPDATE papers SET abstract = 'Old.', text_digest = ?1 WHERE id = ?2",
            rusqlite::params![digest, changed],
        )
        .expect("a row");
    // Marks on the kept vectors, which a text that is embedded again would not have.
    store.execute("UPDATE vectors SET tokens = 4000", []).expect("rows");
    drop(store);
    let answer = folder.run(["map"]).done();
    answer.says(&["its texts were cleaned again, and 1 of 16 texts changed"]);
    let after = folder.topic_map();
    assert_eq!(ids(&after), ids(&before));
    assert_eq!(list(&after, "papers")[0]["abstract"], list(&before, "papers")[0]["abstract"]);
    assert_eq!(text(&after["receipt"], "fingerprint"), now);
    let marked = list(&after, "papers").iter().filter(|paper| paper["tokens"] == 4000).count();
    assert_eq!((marked, &list(&after, "papers")[0]["tokens"]), (15, &list(&before, "papers")[0]["tokens"]));
}

#[test]
fn all_papers_are_embedded_in_one_precision_where_that_is_asked_for() {
    let folder = Folder::with_dump(json_lines(&abstracts()[..4]));
    folder.map(["dump.txt", "--precision", "f32"]);
    let before = Snapshot::of(&folder.join("topic-map"));
    folder.map(["--precision", "bf16"]);
    before.assert_untouched(&folder.join("topic-map"));
    let map = folder.map(["--precision", "bf16", "--reembed"]);
    assert_eq!((text(&map["receipt"], "precision"), counted(&map, "papers")), ("bf16", 4));
    let map = folder.map(["--precision", "f32", "--reembed"]);
    assert_eq!(text(&map["receipt"], "precision"), "f32");
}
