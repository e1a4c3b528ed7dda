//! How good a map is.

use std::path::Path;

use serde_json::Value;

use super::support::folder::Folder;
use super::support::json::{self, count, list, names, number, parse, text};
use super::support::program::Program;
use super::support::shared::{seeds_map, themes_map};
use super::support::snapshot::Snapshot;

const THEMES: [&str; 4] = ["reefs", "batteries", "handwriting", "solvers"];
const FIGURES: [&str; 7] = [
    "cohesion_ratio",
    "label_coverage",
    "label_diversity",
    "macro_silhouette",
    "phrase_coherence",
    "phrase_diversity",
    "stability",
];

fn eval<'a>(arguments: impl IntoIterator<Item = &'a str>) -> Program {
    Program::new(&themes_map().folder, ["eval"]).arguments(arguments)
}

fn evaluated(labels: &Path) -> Value {
    parse(&eval(["--format", "json", "--labels", &labels.to_string_lossy()]).run().done().stdout)
}

fn theme_labels() -> String {
    let rows: Vec<String> = (0..16).map(|index| format!("k{index},{}\n", THEMES[index / 4])).collect();
    rows.concat()
}

#[test]
fn a_map_speaks_for_itself_without_labels() {
    let said = parse(&eval(["--format", "json"]).run().done().stdout);
    assert_eq!(names(&said), ["agreement", "figures", "papers", "schema_version", "title", "topics"]);
    assert_eq!((count(&said, "papers"), &said["agreement"]), (16, &Value::Null));
    let map = json::read(&themes_map().map().join("topic-map.json"));
    assert_eq!(count(&said, "topics"), list(&map, "topics").len());
    assert_eq!(names(&said["figures"]), FIGURES);
    assert!((-1.0..=1.0).contains(&number(&said["figures"], "macro_silhouette")), "{said}");
    assert!(number(&said["figures"], "cohesion_ratio") > 1.0, "{said}");
    let shown = eval([]).run().done().stdout;
    assert!(shown.contains("silhouette") && !shown.contains("V-measure"), "{shown}");
}

#[test]
fn the_topics_themselves_as_labels_agree_perfectly() {
    let map = json::read(&themes_map().map().join("topic-map.json"));
    let lines = list(&map, "papers").iter().map(|paper| {
        serde_json::json!({"paper": text(paper, "id"), "area": text(paper, "topic")}).to_string() + "\n"
    });
    let folder = Folder::new();
    let labels = folder.write("own.jsonl", lines.collect::<String>());
    let columns = ["--label-column", "area", "--key-column", "paper", "--format", "json"];
    let answer = eval(["--labels", &labels.to_string_lossy()]).arguments(columns).run().done();
    let agreement = &parse(&answer.stdout)["agreement"];
    for score in
        ["v_measure", "homogeneity", "completeness", "adjusted_rand_index", "adjusted_mutual_information"]
    {
        assert!((number(agreement, score) - 1.0).abs() < 1e-9, "{score} in {agreement}");
    }
}

#[test]
fn labels_are_matched_by_key_and_what_is_amiss_is_counted() {
    let rows = theme_labels() + "k0,whales\nk99,reefs\n,reefs\nk98,\n";
    let folder = Folder::new();
    let labels = folder.write("themes.csv", format!("id,label\n{}", rows.replace("k15,solvers\n", "")));
    let agreement = evaluated(&labels)["agreement"].clone();
    let counted = |name| count(&agreement, name);
    assert_eq!(text(&agreement, "file"), "themes.csv");
    assert_eq!((counted("papers"), counted("papers_without_label"), counted("labels")), (15, 1, 4));
    assert_eq!((counted("keys_of_no_paper"), counted("records_without_label")), (1, 2));
    assert_eq!((counted("records_that_contradict"), counted("papers_of_several_labels")), (1, 0));
    assert_eq!(counted("neighbours"), 10);
    assert!(number(&agreement, "v_measure") > 0.5, "{agreement}");
    // Three of the ten nearest can be of the same theme.
    assert!((0.2..=0.3).contains(&number(&agreement, "neighbour_purity")), "{agreement}");
    let shown = eval(["--labels", &labels.to_string_lossy()]).run().done().stdout;
    for part in
        ["V-measure", "ARI", "AMI", "neighbour purity", "15 papers with one of 4 labels", "1 key of no paper"]
    {
        assert!(shown.contains(part), "{part} is not in\n{shown}");
    }
}

#[test]
fn every_form_of_labels_is_read_alike() {
    let folder = Folder::new();
    let table = folder.write("l.tsv", format!("id,label\n{}", theme_labels()).replace(',', "\t"));
    let objects: Vec<Value> = (0..16)
        .map(|index| serde_json::json!({"id": format!("k{index}"), "label": THEMES[index / 4]}))
        .collect();
    let array = folder.write("l.json", Value::from(objects).to_string());
    let [mut table, array] = [table, array].map(|file| evaluated(&file));
    table["agreement"]["file"] = array["agreement"]["file"].clone();
    assert_eq!(table, array);
}

#[test]
fn labels_that_match_nothing_are_refused_with_the_keys_of_both() {
    let folder = Folder::new();
    let file = folder.write("other.csv", "id,label\n2401.1,cs\n2401.2,cs\n");
    let file = file.to_string_lossy();
    eval(["--labels", &file]).run().refused(&[
        "other.csv",
        "none of its 2 keys",
        "`2401.1`",
        "`k0`",
        "--key-column",
    ]);
    let seeds = Program::new(&seeds_map().folder, ["eval", "--labels", &*file]);
    seeds.run().refused(&["gave no ids", "`p"]);
    eval(["--labels", &file, "--label-column", "area"]).run().refused(&[
        "other.csv",
        "line 1",
        "`area`",
        "`label`",
    ]);
    eval(["--labels", "nowhere.csv"]).run().refused(&["nowhere.csv", "cannot be opened"]);
    eval(["--label-column", "area"]).run().refused(&["--labels"]);
    Folder::new().run(["eval"]).refused(&["no map"]);
}

#[test]
fn evaluating_changes_nothing() {
    let folder = Folder::new();
    themes_map().copy_to(&folder.join("topic-map"));
    let before = Snapshot::of(&folder.join("topic-map"));
    let labels = folder.write("l.csv", format!("id,label\n{}", theme_labels()));
    let first = folder.run(["eval", "--labels", &labels.to_string_lossy()]).done().stdout;
    let again = folder.run(["eval", "--labels", &labels.to_string_lossy()]).done().stdout;
    assert_eq!(first, again);
    before.assert_untouched(&folder.join("topic-map"));
}
