//! The main job: the two dumps that come with the project.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value;

use super::support::json::{assert_balance, count, counted, ids, list, names, number, text, texts};
use super::support::shared::{seed_files, seeds_map};
use super::support::{json, model, table};

const REPORT: [&str; 6] =
    ["index.html", "map.svg", "papers.csv", "topic-map.json", "topics.csv", "topics.md"];

const STOP_WORDS: [&str; 33] = [
    "the",
    "a",
    "an",
    "and",
    "in",
    "to",
    "for",
    "we",
    "our",
    "this",
    "that",
    "is",
    "are",
    "with",
    "by",
    "on",
    "as",
    "it",
    "from",
    "which",
    "paper",
    "propose",
    "proposed",
    "novel",
    "method",
    "methods",
    "approach",
    "results",
    "experiments",
    "show",
    "using",
    "based",
    "outperforms",
];

fn map() -> Value {
    json::read(&seeds_map().map().join("topic-map.json"))
}

#[test]
fn thirty_eight_records_are_thirty_four_papers() {
    let map = map();
    assert_eq!(counted(&map, "dumps"), 2);
    assert_eq!(counted(&map, "records"), 38);
    assert_eq!(counted(&map, "papers"), 34);
    assert_eq!(counted(&map, "duplicates"), 4);
    assert_eq!(counted(&map, "set_aside"), 0);
    assert_balance(&map);
}

#[test]
fn the_four_merged_papers_keep_both_sources() {
    let files: Vec<String> = seed_files()
        .iter()
        .filter_map(|path| Some(path.file_name()?.to_string_lossy().into_owned()))
        .collect();
    let map = map();
    let named: Vec<String> =
        list(&map, "sources").iter().map(|source| text(source, "name").to_owned()).collect();
    assert_eq!(named, files);
    let both = list(&map, "papers").iter().filter(|paper| texts(paper, "sources") == files).count();
    assert_eq!(both, 4);
    for paper in list(&map, "papers") {
        let sources = texts(paper, "sources");
        assert!(!sources.is_empty() && sources.iter().all(|source| files.contains(source)), "{sources:?}");
    }
}

#[test]
fn ids_are_content_ids_in_rising_order() {
    let map = map();
    let ids = ids(&map);
    assert!(ids.is_sorted() && ids.iter().collect::<BTreeSet<_>>().len() == 34);
    for id in &ids {
        let digits = id.strip_prefix('p').expect("a p in front");
        assert!(digits.len() == 16 && digits.bytes().all(|b| b"0123456789abcdef".contains(&b)), "{id}");
    }
    assert!(
        list(&map, "papers").iter().all(|paper| list(paper, "keys").is_empty()),
        "the seeds have no keys"
    );
}

#[test]
fn there_are_five_to_nine_topics_which_hold_every_paper_once() {
    let map = map();
    let topics = list(&map, "topics");
    assert!((5..=9).contains(&topics.len()), "{} topics", topics.len());
    assert_eq!(topics.iter().map(|topic| count(topic, "size")).sum::<usize>(), 34);
    for topic in topics {
        let papers = list(&map, "papers").iter().filter(|paper| paper["topic"] == topic["id"]).count();
        assert_eq!(papers, count(topic, "size"), "{topic}");
        assert!((number(topic, "share") - papers as f64 / 34.0).abs() < 1e-3, "{topic}");
        let known = ids(&map);
        let representatives = texts(topic, "representatives");
        assert!(
            !representatives.is_empty() && representatives.iter().all(|id| known.contains(id)),
            "{topic}"
        );
    }
    for paper in list(&map, "papers") {
        assert!((0.0..=1.0).contains(&number(paper, "score")), "{paper}");
    }
}

#[test]
fn topics_are_numbered_from_one() {
    let map = map();
    let mut numbers: Vec<usize> = list(&map, "topics")
        .iter()
        .map(|topic| text(topic, "id")[1..].parse().expect("t and a number"))
        .collect();
    numbers.sort_unstable();
    assert_eq!(numbers, (1..=numbers.len()).collect::<Vec<_>>());
}

#[test]
fn labels_name_the_subject_in_two_to_four_words() {
    let map = map();
    let labels: Vec<&str> = list(&map, "topics").iter().map(|topic| text(topic, "label")).collect();
    let different: BTreeSet<String> = labels.iter().map(|label| label.to_lowercase()).collect();
    assert_eq!(different.len(), labels.len(), "{labels:?}");
    for label in labels {
        let words: Vec<String> = label.split_whitespace().map(str::to_lowercase).collect();
        assert!((2..=4).contains(&words.len()), "{label:?}");
        assert!(!words.iter().any(|word| STOP_WORDS.contains(&word.as_str())), "{label:?}");
        assert!(words.iter().all(|word| word.chars().any(char::is_alphabetic)), "{label:?}");
        assert_eq!(words.iter().collect::<BTreeSet<_>>().len(), words.len(), "{label:?} says a word twice");
    }
}

#[test]
fn papers_without_title_get_a_headline() {
    let map = map();
    let headlines: Vec<&str> = list(&map, "papers").iter().map(|paper| text(paper, "headline")).collect();
    assert!(headlines.iter().all(|headline| !headline.trim().is_empty()));
    for name in ["MOSA", "ProAlign", "PaperLens", "PortPy"] {
        assert!(
            headlines.iter().any(|headline| headline.starts_with(name)),
            "no headline starts with {name}"
        );
    }
    assert!(list(&map, "papers").iter().all(|paper| paper["title"].is_null()));
}

#[test]
fn texts_show_no_markdown_debris() {
    for paper in list(&map(), "papers") {
        for part in ["headline", "abstract"] {
            let text = text(paper, part);
            assert!(
                !text.contains("**") && !text.contains("_implicit_") && !text.contains("\\text"),
                "{text}"
            );
        }
    }
}

#[test]
fn the_headers_give_title_and_year() {
    let map = map();
    assert_eq!(text(&map, "title"), "NeurIPS 2026");
    assert!(list(&map, "papers").iter().all(|paper| paper["year"] == 2026));
}

#[test]
fn the_json_has_its_fields() {
    let map = map();
    let fields = names(&map);
    for name in
        ["schema_version", "title", "counts", "sources", "papers", "topics", "areas", "ledger", "receipt"]
    {
        assert!(fields.contains(&name), "no {name} in {fields:?}");
    }
    assert_eq!(map["schema_version"], 1);
    assert_eq!(map["receipt"]["model"], model::NAME);
    assert_eq!(map["receipt"]["model_revision"], model::REVISION);
    assert!(list(&map, "ledger").iter().all(|event| event["event"] == "born" && event["run"] == 1));
}

#[test]
fn papers_csv_repeats_the_json() {
    let map = map();
    let rows = table::read(&seeds_map().map().join("papers.csv"));
    let columns = ["id", "key", "title", "topic", "topic_label", "score", "x", "y", "year", "sources"];
    assert_eq!(rows[0][..columns.len()], columns);
    assert_eq!(table::column(&rows, "id"), ids(&map));
    for (row, paper) in rows[1..].iter().zip(list(&map, "papers")) {
        let topic = list(&map, "topics").iter().find(|topic| topic["id"] == paper["topic"]).expect("a topic");
        assert_eq!((row[1].as_str(), row[3].as_str()), ("", text(paper, "topic")));
        assert_eq!((row[4].as_str(), row[8].as_str()), (text(topic, "label"), "2026"));
        assert_eq!(row[9], texts(paper, "sources").join("; "));
        for (cell, name) in [(&row[5], "score"), (&row[6], "x"), (&row[7], "y")] {
            let value: f64 = cell.parse().expect("a number");
            assert!(
                (0.0..=1.0).contains(&value) && (value - number(paper, name)).abs() < 1e-3,
                "{name} {cell}"
            );
        }
    }
}

#[test]
fn topics_csv_repeats_the_json() {
    let map = map();
    let rows = table::read(&seeds_map().map().join("topics.csv"));
    let columns = ["id", "label", "area", "size", "share", "phrases", "representatives"];
    assert_eq!(rows[0][..columns.len()], columns);
    let evidence = ["cohesion", "separation", "stability", "coverage", "nearest", "borderline"];
    assert_eq!(rows[0][columns.len()..][..evidence.len()], evidence);
    let labels: Vec<&str> = list(&map, "topics").iter().map(|topic| text(topic, "label")).collect();
    assert_eq!(table::column(&rows, "label"), labels);
}

#[test]
fn every_report_file_is_there_and_names_every_topic() {
    let map = map();
    for name in REPORT {
        let content = std::fs::read_to_string(seeds_map().map().join(name)).expect(name);
        assert!(!content.contains('\u{feff}') && content.len() > 500, "{name}");
        if name != "papers.csv" && name != "map.svg" {
            for topic in list(&map, "topics") {
                assert!(content.contains(text(topic, "label")), "{name} without {topic}");
            }
        }
    }
}

#[test]
fn nothing_but_the_report_and_the_store_is_left() {
    let left = super::support::snapshot::Snapshot::of(&seeds_map().map());
    let mut expected = [&REPORT[..], &["map.sqlite"]].concat();
    expected.sort_unstable();
    assert_eq!(left.names(), expected);
}

#[test]
fn the_last_line_is_the_address_of_the_page() {
    let last = seeds_map().stdout.lines().last().expect("an answer");
    let path = last.strip_prefix("file://").unwrap_or_else(|| panic!("{last}"));
    assert!(path.ends_with("/topic-map/index.html") && Path::new(path).is_file(), "{last}");
}

#[test]
fn nothing_from_this_machine_is_in_the_report() {
    let folder = seeds_map().folder.to_string_lossy().into_owned();
    let checkout = std::fs::canonicalize(model::checkout()).expect("the checkout");
    for name in REPORT {
        let content = std::fs::read_to_string(seeds_map().map().join(name)).expect(name);
        assert!(!content.contains(&folder), "{name} holds the map's path");
        assert!(!content.contains(&*checkout.to_string_lossy()), "{name} holds the checkout's path");
    }
}

#[test]
fn the_store_opens_in_any_tool() {
    let store = super::support::store::open(&seeds_map().map());
    let tables = super::support::store::tables(&store);
    for name in ["papers", "sources", "vectors", "topics", "assignments", "ledger", "runs"] {
        assert!(tables.iter().any(|table| table == name), "no table {name} in {tables:?}");
    }
    let check: String = store.query_row("PRAGMA integrity_check", [], |row| row.get(0)).expect("a check");
    assert_eq!(check, "ok");
}

#[test]
fn the_drawing_is_well_formed() {
    let drawing = std::fs::read_to_string(seeds_map().map().join("map.svg")).expect("map.svg");
    super::support::xml::assert_well_formed(&drawing);
}
