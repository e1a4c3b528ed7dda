//! A map that gets more dumps.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use serde_json::Value;

use super::support::folder::Folder;
use super::support::json::{self, assert_balance, count, counted, ids, list, text, texts};
use super::support::model;
use super::support::shared::seed_files;
use super::support::snapshot::Snapshot;
use super::support::texts::{abstracts, json_lines, of_each_theme};

/// The topic of each paper.
fn topics(map: &Value) -> BTreeMap<String, String> {
    let pair = |paper: &Value| (text(paper, "id").to_owned(), text(paper, "topic").to_owned());
    list(map, "papers").iter().map(pair).collect()
}

/// A map of the first seed dump, then of both; the account of the second run.
fn grown() -> &'static (Value, Value, Value) {
    static GROWN: OnceLock<(Value, Value, Value)> = OnceLock::new();
    GROWN.get_or_init(|| {
        let folder = Folder::new();
        let [first, second] =
            [&seed_files()[0], &seed_files()[1]].map(|path| path.to_string_lossy().into_owned());
        let before = folder.map([&first]);
        let after = folder.map([&second, "--report-input", "account.json"]);
        (before, after, json::read(&folder.join("account.json")))
    })
}

#[test]
fn a_second_dump_is_added_and_nothing_is_lost() {
    let (before, after, account) = grown();
    assert_eq!((counted(before, "papers"), counted(before, "records")), (19, 19));
    assert_eq!(
        (counted(after, "papers"), counted(after, "records"), counted(after, "duplicates")),
        (34, 38, 4)
    );
    assert_balance(after);
    let dump = &list(account, "dumps")[0];
    assert_eq!((count(dump, "records"), count(dump, "papers"), count(dump, "known")), (19, 15, 4));
    let now = ids(after);
    assert!(ids(before).iter().all(|id| now.contains(id)), "an id changed");
    assert_eq!(list(after, "papers").iter().filter(|paper| texts(paper, "sources").len() == 2).count(), 4);
}

/// The papers of each topic.
fn members(map: &Value) -> BTreeMap<String, BTreeSet<String>> {
    let mut members: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (paper, topic) in topics(map) {
        members.entry(topic).or_default().insert(paper);
    }
    members
}

#[test]
fn topics_that_go_on_share_half_of_the_smaller_of_both() {
    let (before, after, _) = grown();
    let [old, new] = [before, after].map(members);
    let both: Vec<&String> = old.keys().filter(|id| new.contains_key(*id)).collect();
    assert!(!both.is_empty(), "no topic went on");
    for id in both {
        let shared = old[id].intersection(&new[id]).count();
        let smaller = old[id].len().min(new[id].len());
        assert!(2 * shared >= smaller, "{id} shares {shared} of {smaller}");
    }
}

#[test]
fn the_ledger_tells_what_happened() {
    let (before, after, _) = grown();
    let ledger = list(after, "ledger");
    let old = list(before, "ledger").len();
    assert_eq!(&ledger[..old], list(before, "ledger"));
    assert!(ledger.len() > old && ledger[old..].iter().all(|event| event["run"] == 2), "{ledger:?}");
    let [was, is] = [before, after].map(members);
    for (id, papers) in &was {
        match ledger[old..].iter().find(|event| event["topic"] == **id) {
            Some(event) => assert_eq!(event["event"] == "retired", !is.contains_key(id), "{event}"),
            None => assert_eq!(is.get(id), Some(papers), "nothing is said on {id}"),
        }
    }
    for event in &ledger[old..] {
        let stands = list(after, "topics").iter().find(|topic| topic["id"] == event["topic"]);
        let size_and_label = stands.map(|topic| (&topic["size"], &topic["label"]));
        assert!(size_and_label.is_none_or(|both| both == (&event["size"], &event["label"])), "{event}");
    }
}

#[test]
fn numbers_of_topics_are_never_used_again() {
    let folder = Folder::new();
    folder.write("a.jsonl", json_lines(&of_each_theme(2)));
    let mut born: Vec<String> = Vec::new();
    for options in [
        &["a.jsonl", "--topics", "4"][..],
        &["--topics", "2"],
        &["--topics", "6"],
        &["--topics", "3", "--refit"],
    ] {
        let map = folder.map(options);
        born = list(&map, "ledger")
            .iter()
            .filter(|event| event["event"] == "born")
            .map(|event| text(event, "topic").to_owned())
            .collect();
    }
    let mut different = born.clone();
    different.sort();
    different.dedup();
    assert_eq!(different.len(), born.len(), "{born:?}");
}

#[test]
fn more_papers_of_the_same_themes_join_their_topics() {
    let folder = Folder::with_four_themes();
    let before = topics(&folder.topic_map());
    let after = topics(&folder.map(["b.jsonl"]));
    assert_eq!(after.len(), 16);
    let moved = before.iter().filter(|(paper, topic)| after[*paper] != **topic).count();
    assert!(moved <= 2, "{moved} of 12 papers changed topic");
}

#[test]
fn a_title_in_a_later_dump_reaches_its_paper() {
    let folder = Folder::new();
    folder.write("a.txt", super::support::texts::dump(&abstracts()[..3]));
    folder.write("b.jsonl", json_lines(&abstracts()[..3]));
    folder.map(["a.txt"]);
    let map = folder.map(["b.jsonl"]);
    assert_eq!(counted(&map, "papers"), 3);
    for paper in list(&map, "papers") {
        assert_eq!((list(paper, "keys").len(), texts(paper, "sources").len()), (1, 2), "{paper}");
        assert!(paper["title"].as_str().is_some_and(|title| title.starts_with("Title ")), "{paper}");
    }
}

/// A model of the same weights that reads fewer tokens, so that its vectors are others.
fn other_model(folder: &Folder) {
    let path = folder.join("my-model");
    model::copy_to(&path);
    model::replace(
        &path.join("sentence_bert_config.json"),
        b"{\"max_seq_length\": 16, \"do_lower_case\": false}",
    );
}

#[test]
fn only_a_model_that_is_named_replaces_the_maps() {
    let folder = Folder::with_dump(json_lines(&abstracts()[..4]));
    other_model(&folder);
    folder.map(["dump.txt", "--model", "my-model"]);
    let before = Snapshot::of(&folder.join("topic-map"));
    folder.run(["map", "--refit"]).refused(&["my-model", "--reembed --model", model::NAME, "16 tokens"]);
    folder.run(["map", "--refit", "--model", model::NAME]).refused(&["my-model", "--reembed --model"]);
    before.assert_untouched(&folder.join("topic-map"));
    folder.map(["--reembed", "--model", "my-model"]);
    assert_eq!(folder.topic_map()["receipt"]["model"], "my-model");
    folder.map(["--reembed", "--model", model::NAME]);
    assert_eq!(folder.topic_map()["receipt"]["model"], model::NAME);
    folder.map(["--refit"]);
}

#[test]
fn a_source_alone_needs_no_model_and_keeps_the_topics() {
    let folder = Folder::new();
    let content = json_lines(&abstracts()[..6]);
    folder
        .write_all(&[("a.jsonl", content.clone()), ("b.jsonl", content + "{\"title\": \"no abstract\"}\n")]);
    let before = folder.map(["a.jsonl"]);
    let answer = folder.run(["map", "b.jsonl", "--verbose"]).done();
    assert!(!answer.stderr.contains("model"), "{answer}");
    let after = folder.topic_map();
    assert_eq!((&after["topics"], &after["ledger"]), (&before["topics"], &before["ledger"]));
    assert!(list(&after, "papers").iter().all(|paper| texts(paper, "sources").len() == 2), "{after}");
    assert_balance(&after);
}
