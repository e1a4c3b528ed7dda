//! What a map holds.

use super::support::folder::Folder;
use super::support::json::{self, count, list, parse, text};
use super::support::program::{Answer, Program};
use super::support::shared::{seed_files, seeds_map};
use super::support::{model, table};

fn run<'a>(arguments: impl IntoIterator<Item = &'a str>) -> Answer {
    Program::new(&seeds_map().folder, arguments).run().done()
}

#[test]
fn status_names_dumps_counts_and_model() {
    let said = run(["status"]).stdout;
    for file in seed_files() {
        let name = file.file_name().expect("a name").to_string_lossy();
        assert!(said.contains(&*name), "{name} is not in\n{said}");
    }
    for part in ["34", "19", "NeurIPS 2026", model::NAME, "B"] {
        assert!(said.contains(part), "{part} is not in\n{said}");
    }
}

#[test]
fn status_as_json_agrees_with_the_map() {
    let status = parse(&run(["status", "--format", "json"]).stdout);
    let map = json::read(&seeds_map().map().join("topic-map.json"));
    let written = status.to_string();
    for source in list(&map, "sources") {
        assert!(
            written.contains(text(source, "name")) && written.contains(text(source, "digest")),
            "{written}"
        );
    }
    for part in ["\"papers\"", "\"topics\"", "\"model\"", model::NAME, "NeurIPS 2026"] {
        assert!(written.contains(part), "{part} is not in {written}");
    }
}

#[test]
fn topics_in_every_form_agree_with_the_map() {
    let map = json::read(&seeds_map().map().join("topic-map.json"));
    let said = run(["topics"]).stdout;
    let rows = table::parse(&run(["topics", "--format", "csv"]).stdout);
    let listed = parse(&run(["topics", "--format", "json"]).stdout).to_string();
    let written = table::read(&seeds_map().map().join("topics.csv"));
    assert_eq!(rows[0], written[0]);
    for name in ["id", "label", "area", "size", "phrases", "representatives"] {
        assert_eq!(table::column(&rows, name), table::column(&written, name), "{name}");
    }
    for topic in list(&map, "topics") {
        let label = text(topic, "label");
        assert!(said.contains(label) && said.contains(&count(topic, "size").to_string()), "{said}");
        assert!(listed.contains(label), "{listed}");
    }
}

#[test]
fn events_are_the_ledger() {
    let map = json::read(&seeds_map().map().join("topic-map.json"));
    let said = run(["topics", "--events"]).stdout;
    assert_eq!(said.matches("born").count(), list(&map, "ledger").len(), "{said}");
    let listed = run(["topics", "--events", "--format", "json"]).stdout;
    assert_eq!(
        parse(&listed).to_string().matches("\"born\"").count(),
        list(&map, "ledger").len(),
        "{listed}"
    );
}

#[test]
fn reading_a_map_changes_nothing() {
    let folder = Folder::new();
    seeds_map().copy_to(&folder.join("topic-map"));
    let before = super::support::snapshot::Snapshot::of(&folder.join("topic-map"));
    for command in [&["status"][..], &["topics"], &["topics", "--events"], &["similar", "graph networks"]] {
        folder.run(command).done();
    }
    before.assert_untouched(&folder.join("topic-map"));
}
