//! One paper in several dumps, look-alikes, versions, titles alone and other languages.

use serde_json::{Value, json};

use super::support::folder::Folder;
use super::support::json::{count, counted, list, read, text};
use super::support::texts::{abstracts, dump, ids_of, titled};

/// The account of a dry run over all files of the folder `in`.
fn account(folder: &Folder, options: &[&str]) -> Value {
    let arguments = ["map", "in", "--dry-run", "--report-input", "account.json"];
    folder.run(arguments.iter().chain(options)).done();
    read(&folder.join("account.json"))
}

fn shares(account: &Value) -> [usize; 5] {
    ["records", "papers", "known", "merged", "set_aside"].map(|name| count(account, name))
}

#[test]
fn a_corrected_word_makes_no_other_paper_and_a_negation_does() {
    let [first, second] = [abstracts()[0], abstracts()[3]];
    let folder = Folder::new();
    folder.write("in/a.txt", dump(&[first, second]));
    let corrected = first.replace("within weeks", "within a week").to_uppercase();
    folder.write("in/b.jsonl", titled(&[("Coral bleaching from a glider", &corrected)]));
    folder.write("in/c.txt", dump(&[&second.replace("double the survival", "do not double the survival")]));
    assert_eq!(shares(&account(&folder, &[])), [4, 3, 0, 1, 0]);
}

#[test]
fn a_near_duplicate_takes_the_id_of_the_map() {
    let texts = [abstracts()[0], abstracts()[4], abstracts()[8]];
    let folder = Folder::with_dump(dump(&texts));
    folder.map(["dump.txt"]);
    let record = json!({"id": "k1", "title": "A glider", "doi": "10.5555/x0", "abstract": texts[0].replace("only a few", "just a few")});
    folder.write("more.jsonl", format!("{record}\n"));
    let map = folder.map(["more.jsonl"]);
    assert_eq!((counted(&map, "papers"), counted(&map, "duplicates")), (3, 1));
    let paper = list(&map, "papers").iter().find(|paper| !list(paper, "keys").is_empty()).expect("the paper");
    assert_eq!(text(paper, "id"), ids_of(&texts[..1])[0]);
    assert_eq!((text(paper, "title"), text(paper, "doi")), ("A glider", "10.5555/x0"));
    assert_eq!(list(paper, "sources"), &[json!("dump.txt"), json!("more.jsonl")]);
    let again = folder.run(["map", "more.jsonl", "dump.txt"]).done();
    assert!(again.stdout.contains("Nothing is new"), "{again}");
}

#[test]
fn versions_of_one_work_are_linked() {
    let [first, other] = [abstracts()[0], abstracts()[5]];
    let revised = first.replace("nine hectares", "twelve hectares");
    let title = "Coral bleaching from a glider";
    let folder = Folder::with_dump(titled(&[(title, first), (title, &revised), ("Fast charging", other)]));
    let map = folder.map(["dump.txt"]);
    assert_eq!((counted(&map, "papers"), counted(&map, "versions")), (3, 2));
    assert!(folder.report("index.html").contains("Linked as versions of one work, not merged: 2 papers."));
}

#[test]
fn titles_alone_are_kept_where_that_is_asked_for() {
    let folder = Folder::new();
    let lines =
        format!("{}{}\n", titled(&[("Reefs", abstracts()[0])]), json!({"title": "Late trams in winter"}));
    folder.write("in/a.jsonl", &lines);
    assert_eq!(shares(&account(&folder, &[])), [2, 1, 0, 0, 1]);
    assert_eq!(shares(&account(&folder, &["--keep-title-only"])), [2, 2, 0, 0, 0]);
    folder.run(["embed", "in/a.jsonl", "--output", "v.npy", "--keep-title-only"]).done();
    assert_eq!(std::fs::read_to_string(folder.join("v.tsv")).expect("the ids").lines().count(), 3);
}

#[test]
fn other_languages_are_kept_and_counted() {
    let german = "Straßenbahnen verspäten sich im Winter, weil die Weichen einfrieren. Wir beheizen jede dritte Weiche \
                  und zeigen auf zwei Linien, dass die Verspätung um die Hälfte sinkt.";
    let folder = Folder::new();
    folder.write("in/a.txt", dump(&[abstracts()[0], german]));
    let account = account(&folder, &[]);
    assert_eq!((shares(&account), count(&account, "other_language")), ([2, 2, 0, 0, 0], 1));
}
