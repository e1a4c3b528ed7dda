//! Papers like an abstract.

use serde_json::Value;

use super::support::folder::Folder;
use super::support::json::{list, names, number, parse, text, texts};
use super::support::program::{Answer, Program};
use super::support::shared::themes_map;
use super::support::texts::{abstracts, dump, id_of, json_lines};

fn similar<'a>(arguments: impl IntoIterator<Item = &'a str>) -> Program {
    Program::new(&themes_map().folder, ["similar"]).arguments(arguments)
}

fn hits(answer: &Answer) -> Vec<Value> {
    list(&parse(&answer.stdout), "hits").clone()
}

fn json<'a>(arguments: impl IntoIterator<Item = &'a str>) -> Vec<Value> {
    hits(&similar(arguments).arguments(["--format", "json"]).run().done())
}

fn ids(hits: &[Value]) -> Vec<&str> {
    hits.iter().map(|hit| text(hit, "id")).collect()
}

fn scores(hits: &[Value]) -> Vec<f64> {
    hits.iter().map(|hit| number(hit, "score")).collect()
}

/// The theme of a hit, 0 to 3, from its key.
fn theme(hit: &Value) -> usize {
    text(hit, "key")[1..].parse::<usize>().expect("a key of ours") / 4
}

#[test]
fn a_hit_says_what_it_is_and_why() {
    let answer = similar(["The ageing of a battery", "--format", "json"]).run().done();
    let object = parse(&answer.stdout);
    assert_eq!(names(&object), ["hits", "query"]);
    let hits = list(&object, "hits");
    assert_eq!(hits.len(), 10);
    for (index, hit) in hits.iter().enumerate() {
        for name in ["rank", "id", "key", "keys", "title", "topic", "topic_label", "score", "same", "weak"] {
            assert!(names(hit).contains(&name), "no {name} in {hit}");
        }
        assert!(names(hit).len() > 10, "no reasons in {hit}");
        assert_eq!(hit["rank"], index + 1);
        assert_eq!(texts(hit, "keys"), [text(hit, "key")]);
        assert!(!text(hit, "title").is_empty() && !text(hit, "topic_label").is_empty());
        assert!(hit["same"] == false && text(hit, "topic").starts_with('t'), "{hit}");
    }
    assert!(scores(hits).is_sorted_by(|a, b| a >= b) && theme(&hits[0]) == 1);
}

#[test]
fn an_abstract_of_the_map_finds_itself_first() {
    let query = abstracts()[6];
    let hits = json([query]);
    assert_eq!(text(&hits[0], "id"), id_of(query));
    assert!((0.9..=1.0).contains(&number(&hits[0], "score")), "{}", hits[0]);
    assert!(hits[1..4].iter().all(|hit| theme(hit) == 1 && hit["same"] == false), "{hits:?}");
}

#[test]
fn the_same_text_scores_one() {
    let folder = Folder::with_dump(dump(&abstracts()));
    folder.map(["dump.txt"]);
    let query = abstracts()[9];
    for written in [
        query.to_owned(),
        format!("\u{feff}{query}\r\n"),
        query.replace(". ", ".\r\n"),
        format!("  {query} "),
    ] {
        let answer = folder.program(["similar", "-", "--format", "json"]).stdin(written).run().done();
        let hits = hits(&answer);
        assert_eq!(text(&hits[0], "id"), id_of(query));
        assert!((0.9999..=1.0).contains(&number(&hits[0], "score")), "{}", hits[0]);
        assert!(hits[0]["same"] == true && hits[0]["weak"] == false, "{}", hits[0]);
        assert!(hits[1..].iter().all(|hit| hit["same"] == false));
    }
    let without = folder.run(["similar", query, "--no-self", "--format", "json"]).done();
    assert!(!ids(&hits(&without)).contains(&id_of(query).as_str()));
}

#[test]
fn text_file_and_standard_input_are_the_same_query() {
    let query = "How does the handwriting of clerks change?";
    let folder = Folder::new();
    let file = folder.write("query.txt", format!("\u{feff}{query}\r\n"));
    let expected = json([query]);
    assert_eq!(json(["--file", &file.to_string_lossy()]), expected);
    let piped = similar(["-", "--format", "json"]).stdin(query).run().done();
    assert_eq!(hits(&piped), expected);
}

#[test]
fn a_paper_is_named_by_id_or_key() {
    let id = id_of(abstracts()[13]);
    let by_id = json(["--paper", &id]);
    assert_eq!(by_id, json(["--paper", "k13"]));
    let without = json(["--paper", "k13", "--no-self"]);
    assert!(!ids(&without).contains(&id.as_str()));
    // The paper itself may lead the list where it is not left out; the others are the same.
    let others: Vec<&str> = ids(&by_id).into_iter().filter(|other| *other != id).collect();
    assert_eq!(ids(&without)[..9], others[..9]);
    assert!(without[..3].iter().all(|hit| theme(hit) == 3), "{without:?}");
    similar(["--paper", "p0000000000000000"]).run().refused(&["p0000000000000000"]);
}

#[test]
fn no_more_hits_than_papers() {
    for top in ["16", "50", "1000000"] {
        let hits = json(["coral", "--top", top]);
        let mut different = ids(&hits);
        different.sort_unstable();
        different.dedup();
        assert_eq!((hits.len(), different.len()), (16, 16));
        assert!(scores(&hits).is_sorted_by(|a, b| a >= b));
    }
    assert_eq!(json(["coral", "--top", "3"]), json(["coral"])[..3]);
    for top in ["0", "-1", "many"] {
        similar(["coral", "--top", top]).run().refused(&["--top", top]);
    }
}

#[test]
fn a_floor_that_nothing_reaches_is_a_no() {
    let answer = similar(["sparse solvers", "--min-score", "0.99", "--format", "json"]).run().no();
    assert!(hits(&answer).is_empty(), "{answer}");
    similar(["sparse solvers", "--min-score", "0.99"]).run().no().says(&["0.99"]);
    let some = json(["sparse solvers", "--min-score", "0.3"]);
    assert!(!some.is_empty() && scores(&some).iter().all(|score| *score >= 0.3), "{some:?}");
    similar(["sparse solvers", "--min-score", "high"]).run().refused(&["--min-score"]);
}

#[test]
fn one_word_finds_its_theme() {
    for (word, expected) in [("reef", 0), ("battery", 1), ("handwriting", 2), ("matrix", 3)] {
        assert!(json([word])[..2].iter().all(|hit| theme(hit) == expected), "{word}");
    }
}

#[test]
fn a_query_about_nothing_in_the_map_gets_weak_hits() {
    let recipe =
        "Fry two onions in butter, add rice and stock, stir until soft and serve with lemon and parsley.";
    for query in [recipe, "zxq wvvk plmn qqqq rrtt zzkk"] {
        let hits = json([query]);
        assert!(hits.len() == 10 && hits[0]["weak"] == true, "{query}: {}", hits[0]);
        assert!(similar([query]).run().done().stdout.to_lowercase().contains("weak"), "{query}");
    }
    assert_eq!(json(["Handwriting of court clerks"])[0]["weak"], false);
}

#[test]
fn an_empty_query_is_refused() {
    for query in ["", "  ", "... --- !!! ???", "\u{200b}", "<p></p>"] {
        similar(["-"]).stdin(query).run().refused(&[]);
    }
    similar([""]).run().refused(&["empty"]);
}

#[test]
fn a_foreign_query_is_answered() {
    let hits = json(["図書館の貸出データから利用者の興味を推定する。"]);
    assert!(hits.len() == 10 && scores(&hits).iter().all(|score| score.is_finite()));
    similar(["図書館の貸出データから利用者の興味を推定する。"]).run().done().says(&["English"]);
}

#[test]
fn a_long_query_is_cut_as_its_paper_was() {
    let long = [abstracts()[0], abstracts()[4], abstracts()[8], abstracts()[12]].repeat(6).join(" ");
    let folder = Folder::with_dump(dump(&[&long, abstracts()[1], abstracts()[5]]));
    let map = folder.map(["dump.txt"]);
    assert_eq!(map["counts"]["cut_papers"], 1);
    assert!(map["counts"]["cut_tokens"].as_u64() > Some(500), "{}", map["counts"]);
    let file = folder.write("query.txt", &long);
    let answer = folder.program(["similar", "--format", "json", "--file"]).arguments([file]).run().done();
    assert!(hits(&answer)[0]["same"] == true && scores(&hits(&answer))[0] >= 0.9999, "{answer}");
}

#[test]
fn a_map_that_is_not_there_is_named() {
    let folder = Folder::new();
    folder.run(["similar", "coral reefs"]).refused(&["topic-map", "papermap map"]);
    folder.run(["similar", "coral reefs", "--map", "elsewhere"]).refused(&["elsewhere"]);
    assert!(!folder.join("topic-map").exists());
}

#[test]
fn text_and_csv_name_the_papers_best_first() {
    let expected = json(["coral reefs"]);
    let text_form = similar(["coral reefs"]).run().done().stdout;
    let places: Vec<usize> = ids(&expected)
        .iter()
        .map(|id| {
            let hit = expected.iter().find(|hit| hit["id"] == *id).expect("the hit");
            text_form.find(text(hit, "title")).unwrap_or_else(|| panic!("{id} is not in\n{text_form}"))
        })
        .collect();
    assert_eq!(places.len(), 10);
    let rows = super::support::table::parse(&similar(["coral reefs", "--format", "csv"]).run().done().stdout);
    assert_eq!(super::support::table::column(&rows, "id"), ids(&expected));
}

#[test]
fn the_only_paper_of_a_map_has_none_like_it() {
    let folder = Folder::with_dump(json_lines(&abstracts()[..1]));
    folder.map(["dump.txt"]);
    let alone = folder.run(["similar", "--paper", "k0"]).done();
    assert!(alone.stdout.contains("no other paper"), "{alone}");
    folder.run(["similar", "--paper", "k0", "--min-score", "0.5"]).no();
}

#[test]
fn a_mistyped_option_is_no_query() {
    similar(["--no-slef"]).run().refused(&["--no-slef"]);
    similar(["--", "-ageing of batteries"]).run().done();
}
