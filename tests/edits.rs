//! What a person decides about the topics survives every run.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::support::folder::Folder;
use super::support::json::{list, text};
use super::support::snapshot::Snapshot;
use super::support::texts::abstracts;

fn edit(folder: &Folder, content: &str) -> Value {
    folder.write("topic-map/topics.toml", content);
    folder.map([""; 0])
}

fn label(map: &Value, id: &str) -> Option<String> {
    list(map, "topics").iter().find(|topic| topic["id"] == id).map(|topic| text(topic, "label").to_owned())
}

fn members(map: &Value) -> BTreeMap<String, BTreeSet<String>> {
    let mut members: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for paper in list(map, "papers") {
        members.entry(text(paper, "topic").to_owned()).or_default().insert(text(paper, "id").to_owned());
    }
    members
}

fn events(map: &Value, event: &str) -> Vec<(String, bool)> {
    let of_kind = list(map, "ledger").iter().filter(|one| one["event"] == event && one["run"] != 1);
    of_kind.map(|one| (text(one, "topic").to_owned(), one["by_edit"] == true)).collect()
}

/// The runs that edits are to survive.
const RUNS: [&[&str]; 3] = [&["b.jsonl"], &["--refit"], &["--topics", "5"]];

#[test]
fn a_name_given_by_hand_stays_until_it_is_taken_back() {
    let folder = Folder::with_four_themes();
    let own = label(&folder.topic_map(), "t2").unwrap();
    let map = edit(&folder, "[rename]\nt2 = \"What I call it\"\n");
    assert_eq!(events(&map, "renamed"), [("t2".to_owned(), true)]);
    for run in RUNS {
        let map = folder.map(run);
        assert_eq!(label(&map, "t2").as_deref(), Some("What I call it"), "{run:?}");
    }
    std::fs::remove_file(folder.join("topic-map/topics.toml")).unwrap();
    let map = folder.map([""; 0]);
    assert_ne!(label(&map, "t2").as_deref(), Some("What I call it"));
    assert_eq!(label(&map, "t2"), Some(own));
}

#[test]
fn merged_topics_stay_merged_and_come_back_as_they_were() {
    let folder = Folder::with_four_themes();
    let before = members(&folder.topic_map());
    let map = edit(&folder, "[[merge]]\ninto = \"t1\"\ntopics = [\"t3\"]\n");
    assert_eq!(members(&map)["t1"], &before["t1"] | &before["t3"]);
    assert_eq!(events(&map, "merged"), [("t1".to_owned(), true)]);
    assert_eq!(events(&map, "retired"), [("t3".to_owned(), true)]);
    for run in RUNS {
        assert!(!members(&folder.map(run)).contains_key("t3"), "{run:?}");
    }
    folder.map(["--topics", "4"]);
    let undone = members(&edit(&folder, "# nothing\n"));
    assert!(before["t3"].is_subset(&undone["t3"]) && before["t1"].is_subset(&undone["t1"]), "{undone:?}");
}

#[test]
fn a_part_about_a_query_is_a_topic_of_its_own_with_one_id() {
    let folder = Folder::with_four_themes();
    let all = edit(&folder, "[[merge]]\ninto = \"t1\"\ntopics = [\"t2\", \"t3\", \"t4\"]\n");
    let title = text(&list(&all, "papers")[0], "title").to_owned();
    let rules = format!(
        "[[merge]]\ninto = \"t1\"\ntopics = [\"t2\", \"t3\", \"t4\"]\n[[split]]\ntopic = \"t1\"\nquery = \"{}\"\n",
        abstracts()[0].replace('"', "")
    );
    let map = edit(&folder, &rules);
    let parts = members(&map);
    assert_eq!(parts.len(), 2, "{title} {parts:?}");
    let id = parts.keys().find(|id| *id != "t1").unwrap().clone();
    assert!(events(&map, "born").contains(&(id.clone(), true)));
    for run in [&["b.jsonl"][..], &["--refit"]] {
        let now = members(&folder.map(run));
        assert!(parts[&id].is_subset(&now[&id]), "{run:?} {now:?}");
    }
}

#[test]
fn pinned_papers_and_forbidden_words_hold() {
    let folder = Folder::with_four_themes();
    let before = folder.topic_map();
    let paper = list(&before, "papers").iter().find(|paper| paper["topic"] == "t1").unwrap();
    let word = label(&before, "t1").unwrap().split([',', ' ']).next().unwrap().to_owned();
    let rules = format!("forbid = [\"{word}\"]\n[pin]\n\"{}\" = \"t2\"\n", text(paper, "id"));
    folder.write("topic-map/topics.toml", &rules);
    for run in [&[][..], RUNS[0], RUNS[1]] {
        let map = folder.map(run);
        let now = list(&map, "papers").iter().find(|one| one["id"] == paper["id"]).unwrap();
        assert_eq!(now["topic"], "t2", "{run:?}");
        let labels: Vec<&str> = list(&map, "topics").iter().map(|topic| text(topic, "label")).collect();
        let holds = |label: &&&str| label.to_lowercase().contains(&word.to_lowercase());
        assert!(!labels.iter().any(|label| holds(&label)), "{word} in {labels:?}");
    }
}

#[test]
fn a_locked_topic_keeps_its_papers_and_its_label() {
    let folder = Folder::with_four_themes();
    let before = folder.topic_map();
    folder.write("topic-map/topics.toml", "lock = [\"t1\"]\n");
    for run in [&[][..], RUNS[0], RUNS[1], RUNS[2]] {
        let map = folder.map(run);
        assert_eq!(label(&map, "t1"), label(&before, "t1"), "{run:?}");
        assert!(members(&before)["t1"].is_subset(&members(&map)["t1"]), "{run:?}");
    }
}

#[test]
fn unchanged_edits_are_nothing_new_and_stale_ones_are_told() {
    let folder = Folder::with_four_themes();
    edit(&folder, "[rename]\nt99 = \"Nowhere\"\n");
    let before = Snapshot::of(&folder.join("topic-map"));
    folder.run(["map"]).done().says(&["rename of t99", "mend the rule"]);
    let status = folder.run(["status"]).done().stdout;
    assert!(status.contains("rename of t99"), "{status}");
    before.assert_untouched(&folder.join("topic-map"));
}

#[test]
fn a_fault_in_the_file_is_told_with_its_place_and_nothing_is_written() {
    let folder = Folder::with_four_themes();
    folder.write("topic-map/topics.toml", "[rename]\nt1 = \"a\"\n[renames]\n");
    let before = Snapshot::of(&folder.join("topic-map"));
    folder.run(["map", "b.jsonl"]).refused(&[
        "topics.toml",
        "line 3, column 2",
        "renames",
        "[[merge]] with into",
    ]);
    folder.write("topic-map/topics.toml", b"[rename]\nt1 = \"\xff\"\n");
    folder.run(["map"]).refused(&["topics.toml", "UTF-8"]);
    before.assert_same_bytes_but(&folder.join("topic-map"), "topics.toml");
}

#[test]
fn the_sample_changes_nothing_and_is_never_overwritten() {
    let folder = Folder::with_four_themes();
    let answer = folder.run(["topics", "--edit-file"]).done();
    assert_eq!(answer.stdout.trim_end(), "topic-map/topics.toml");
    let before = Snapshot::of(&folder.join("topic-map"));
    folder.run(["map"]).done();
    folder.run(["topics", "--edit-file"]).refused(&["topics.toml is there already"]);
    before.assert_untouched(&folder.join("topic-map"));
}

#[test]
fn a_label_that_another_topic_has_is_told_and_edits_are_named_as_the_reason() {
    let folder = Folder::with_four_themes();
    let taken = label(&folder.topic_map(), "t1").unwrap();
    folder.write("topic-map/topics.toml", format!("[rename]\nt2 = \"{taken}\"\n"));
    folder.run(["map"]).done().says(&["rename of t2", "t1 has the label"]);
    let map = edit(&folder, "[[merge]]\ninto = \"t1\"\ntopics = [\"t3\"]\n");
    let reason = text(list(&map, "updates").last().unwrap(), "reason");
    assert!(reason.contains("edits of topics moved papers"), "{reason}");
}
