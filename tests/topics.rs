//! Nested levels, areas, and words that are kept out.

use serde_json::Value;

use super::support::folder::Folder;
use super::support::json::{count, list, text, texts};
use super::support::snapshot::Snapshot;
use super::support::texts::{abstracts, dump};

fn labels(map: &Value) -> String {
    let all = list(map, "topics").iter().chain(list(map, "areas"));
    all.map(|one| text(one, "label").to_lowercase()).collect::<Vec<_>>().join("; ")
}

fn phrases(map: &Value) -> String {
    let all = list(map, "topics").iter().flat_map(|topic| list(topic, "phrases"));
    all.map(|phrase| text(phrase, "text").to_lowercase()).collect::<Vec<_>>().join("; ")
}

#[test]
fn levels_are_nested_remembered_and_in_every_file() {
    let folder = Folder::with_dump(dump(&abstracts()));
    let map = folder.map(["dump.txt", "--topics", "4,2,7"]);
    assert_eq!(text(&map["choice"], "requested"), "2,4,7");
    assert_eq!(list(&map, "topics").len(), 7);
    let levels: Vec<usize> = list(&map, "areas").iter().map(|area| count(area, "level")).collect();
    assert_eq!(levels, [0, 0, 1, 1, 1, 1]);
    for area in list(&map, "areas").iter().filter(|area| count(area, "level") == 1) {
        let parent =
            list(&map, "areas").iter().find(|other| other["id"] == area["parent"]).expect("a parent");
        assert!(texts(area, "topics").iter().all(|topic| texts(parent, "topics").contains(topic)));
    }
    let table = folder.table("topics.csv");
    let areas: Vec<&str> = list(&map, "topics").iter().map(|topic| text(topic, "area")).collect();
    assert_eq!(table[1..].iter().map(|row| row[2].as_str()).collect::<Vec<_>>(), areas);
    let topics: Vec<&str> = list(&map, "topics").iter().map(|topic| text(topic, "id")).collect();
    assert!(folder.table("papers.csv")[1..].iter().all(|row| topics.contains(&row[3].as_str())));

    let before = Snapshot::of(&folder.join("topic-map"));
    folder.map(["dump.txt"]);
    before.assert_untouched(&folder.join("topic-map"));
    let flat = folder.map(["--topics", "3"]);
    assert_eq!((list(&flat, "topics").len(), list(&flat, "areas").len()), (3, 0));
}

#[test]
fn more_levels_than_papers_are_refused_with_their_number() {
    let folder = Folder::with_dump(dump(&abstracts()[..5]));
    folder.run(["map", "dump.txt", "--topics", "2,9"]).refused(&[
        "9 topics",
        "5 different papers",
        "--topics",
    ]);
    folder.run(["map", "dump.txt", "--topics", "2,2"]).refused(&["8,24,80"]);
    assert!(!folder.join("topic-map").exists());
}

#[test]
fn words_are_kept_out_and_remembered_until_an_empty_file() {
    let folder = Folder::with_dump(dump(&abstracts()));
    let first = folder.map(["dump.txt", "--topics", "4"]);
    let named = labels(&first);
    let word = named.split([' ', ';', ',']).next().expect("a word").to_owned();
    folder.write("words.txt", format!("# not these\n{word}\n"));
    folder.write("none.txt", "");

    let kept_out = folder.map(["--label-stop-words", "words.txt"]);
    assert!(
        !labels(&kept_out).split([' ', ';', ',']).any(|other| other == word),
        "{word}: {}",
        labels(&kept_out)
    );
    assert!(phrases(&kept_out).contains(&word));
    folder.map(["--label-stop-words", "none.txt", "--stop-words", "words.txt"]);
    let again = folder.map(["--refit"]);
    assert!(!phrases(&again).split([' ', ';']).any(|other| other == word), "{word}: {}", phrases(&again));
    assert!(again["receipt"]["stop_words"].is_string());

    let back = folder.map(["--stop-words", "none.txt"]);
    assert!(phrases(&back).contains(&word));
    assert!(back["receipt"]["stop_words"].is_null());
}

#[test]
fn a_file_of_words_that_is_not_there_is_named() {
    let folder = Folder::with_dump(dump(&abstracts()[..5]));
    folder
        .run(["map", "dump.txt", "--stop-words", "missing.txt"])
        .refused(&["missing.txt", "one word or phrase a line"]);
}

#[test]
fn every_topic_comes_with_its_evidence() {
    let folder = Folder::with_dump(dump(&abstracts()));
    let map = folder.map(["dump.txt", "--topics", "4"]);
    let ids: Vec<&str> = list(&map, "topics").iter().map(|topic| text(topic, "id")).collect();
    let papers = list(&map, "papers");
    for topic in list(&map, "topics") {
        let evidence = &topic["evidence"];
        assert!(evidence["separation"].as_f64().is_some_and(|value| value > 0.0), "{topic}");
        assert!(evidence["stability"].as_f64().is_some_and(|value| (0.0..=1.0).contains(&value)), "{topic}");
        assert!(evidence["coverage"].as_f64().is_some_and(|value| value > 0.0 && value <= 1.0), "{topic}");
        assert_eq!(list(evidence, "nearest").len(), 3);
        for near in list(evidence, "nearest") {
            assert!(ids.contains(&text(near, "topic")) && near["topic"] != topic["id"]);
        }
        for paper in list(evidence, "borderline") {
            let entry = papers.iter().find(|entry| entry["id"] == paper["paper"]).expect("a paper");
            assert_eq!((&entry["topic"], &entry["second"]), (&topic["id"], &paper["leans_to"]));
        }
    }
    assert!(papers.iter().all(|paper| paper["second"].is_string() && paper["second"] != paper["topic"]));
}
