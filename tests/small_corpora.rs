//! Few papers, and numbers of topics that do not fit them.

use super::support::folder::Folder;
use super::support::json::{assert_balance, counted, list, number, text};
use super::support::snapshot::Snapshot;
use super::support::texts::{abstracts, dump, json_lines, of_each_theme};
use super::support::xml;

fn five() -> Folder {
    Folder::with_dump(dump(&[
        abstracts()[0],
        abstracts()[1],
        abstracts()[4],
        abstracts()[8],
        abstracts()[12],
    ]))
}

fn assert_sound(folder: &Folder, papers: usize) {
    let map = folder.topic_map();
    assert_eq!(counted(&map, "papers"), papers);
    assert!((1..=papers).contains(&list(&map, "topics").len()));
    for topic in list(&map, "topics") {
        assert!(!text(topic, "label").trim().is_empty() && number(topic, "size") >= 1.0, "{topic}");
    }
    for place in list(&map, "papers").iter().chain(list(&map, "topics")) {
        assert!(
            (0.0..=1.0).contains(&number(place, "x")) && (0.0..=1.0).contains(&number(place, "y")),
            "{place}"
        );
    }
    xml::assert_well_formed(&folder.report("map.svg"));
    assert_balance(&map);
}

#[test]
fn one_two_three_and_nine_papers_make_a_map_that_answers() {
    let texts = abstracts();
    for count in [1, 2, 3, 9] {
        let folder = Folder::with_dump(dump(&texts[..count]));
        folder.map(["dump.txt"]);
        assert_sound(&folder, count);
        let hits = folder.run(["similar", texts[0], "--format", "csv"]).done();
        assert_eq!(hits.lines().len(), count + 1, "{hits}");
    }
}

#[test]
fn one_word_papers_are_papers() {
    let words = ["coffee", "alcohol", "smoking", "cigarettes", "drugs", "drunk", "[UNK]", "tea"];
    let folder = Folder::with_dump(dump(&words));
    let map = folder.map(["dump.txt"]);
    assert_eq!(counted(&map, "records"), 8);
    assert_sound(&folder, counted(&map, "papers"));
    assert!(counted(&map, "papers") >= 7);
}

#[test]
fn one_to_as_many_topics_as_papers_can_be_asked_for() {
    let folder = five();
    for topics in [1, 4, 5] {
        let map = folder.map(["dump.txt", "--topics", &topics.to_string()]);
        assert_eq!(list(&map, "topics").len(), topics);
        assert_sound(&folder, 5);
    }
}

#[test]
fn more_topics_than_papers_are_refused_with_the_number_of_papers() {
    for topics in ["6", "100"] {
        let folder = five();
        folder.run(["map", "dump.txt", "--topics", topics]).refused(&["5", topics, "topics"]);
        assert!(!folder.join("topic-map").exists());
    }
}

#[test]
fn no_number_of_topics_is_refused_before_any_work() {
    for topics in ["0", "-1", "x", "2.5", ""] {
        let folder = Folder::new();
        folder.run(["map", "not-there.txt", "--topics", topics]).refused(&["--topics", "auto"]);
    }
}

#[test]
fn four_themes_stay_apart() {
    let folder = Folder::with_dump(json_lines(&abstracts()));
    let map = folder.map(["dump.txt"]);
    assert!((3..=6).contains(&list(&map, "topics").len()), "{} topics", list(&map, "topics").len());
    let theme = |paper: &serde_json::Value| {
        text(paper, "title")["Title ".len()..].parse::<usize>().expect("a number") / 4
    };
    let pure: usize = list(&map, "topics")
        .iter()
        .map(|topic| {
            let members =
                list(&map, "papers").iter().filter(|paper| paper["topic"] == topic["id"]).map(theme);
            let members: Vec<usize> = members.collect();
            (0..4).map(|theme| members.iter().filter(|other| **other == theme).count()).max().unwrap_or(0)
        })
        .sum();
    assert!(pure >= 13, "only {pure} of 16 papers are with their theme");
}

#[test]
fn the_number_of_topics_is_remembered_until_it_is_changed() {
    let folder = Folder::with_dump(dump(&of_each_theme(3)));
    assert_eq!(list(&folder.map(["dump.txt", "--topics", "3"]), "topics").len(), 3);
    assert_eq!(list(&folder.map::<&str>([]), "topics").len(), 3);
    assert_eq!(list(&folder.map(["--topics", "5"]), "topics").len(), 5);
    let before = Snapshot::of(&folder.join("topic-map"));
    folder.run(["map", "--topics", "13"]).refused(&["12", "13"]);
    before.assert_untouched(&folder.join("topic-map"));
}
