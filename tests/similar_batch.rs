//! Many queries at once.

use serde_json::json;

use super::support::folder::Folder;
use super::support::json::{list, names, number, parse_lines, text};
use super::support::program::Program;
use super::support::shared::themes_map;

const QUERIES: [(&str, &str); 3] =
    [("q1", "coral reefs"), ("second", "the ageing of lithium batteries"), ("3", "iterative solvers")];

fn batch<'a>(arguments: impl IntoIterator<Item = &'a str>) -> Program {
    Program::new(&themes_map().folder, ["similar", "--batch"]).arguments(arguments)
}

fn tsv() -> String {
    QUERIES.map(|(id, text)| format!("{id}\t{text}\n")).concat()
}

#[test]
fn tsv_and_json_lines_are_answered_alike() {
    let lines = QUERIES.map(|(id, text)| json!({"id": id, "text": text}).to_string()).join("\n");
    let folder = Folder::new();
    let [table, lines] = [folder.write("q.tsv", tsv()), folder.write("q.jsonl", lines)];
    let answers = [table, lines].map(|file| batch([&*file.to_string_lossy()]).run().done().stdout);
    assert_eq!(answers[0], answers[1]);
    assert_eq!(batch(["-"]).stdin(tsv()).run().done().stdout, answers[0]);
    assert_eq!(batch(["-"]).stdin(tsv().replace('\n', "\r\n")).run().done().stdout, answers[0]);
}

#[test]
fn an_answer_has_exactly_the_promised_fields() {
    let answers = parse_lines(&batch(["-", "--top", "4"]).stdin(tsv()).run().done().stdout);
    let queries: Vec<&str> = answers.iter().map(|answer| text(answer, "query")).collect();
    assert_eq!(queries, QUERIES.map(|(id, _)| id));
    for answer in &answers {
        assert_eq!(names(answer), ["hits", "query"]);
        assert_eq!(list(answer, "hits").len(), 4);
        for (index, hit) in list(answer, "hits").iter().enumerate() {
            let fields =
                ["id", "key", "keys", "rank", "same", "score", "title", "topic", "topic_label", "weak"];
            assert_eq!(names(hit), fields);
            assert_eq!(hit["rank"], index + 1);
        }
    }
}

#[test]
fn a_batch_answers_as_single_queries_do() {
    let answers = parse_lines(&batch(["-"]).stdin(tsv()).run().done().stdout);
    for ((_, query), answer) in QUERIES.iter().zip(&answers) {
        let single = Program::new(&themes_map().folder, ["similar", query, "--format", "json"]).run().done();
        let single = super::support::json::parse(&single.stdout);
        assert_eq!(list(&single, "hits").len(), list(answer, "hits").len());
        for (one, many) in list(&single, "hits").iter().zip(list(answer, "hits")) {
            assert_eq!(one["id"], many["id"]);
            assert!((number(one, "score") - number(many, "score")).abs() < 1e-6, "{one} {many}");
        }
    }
}

#[test]
fn a_floor_leaves_the_exit_code_at_zero() {
    let answer = batch(["-", "--min-score", "0.99"]).stdin(tsv()).run().done();
    let answers = parse_lines(&answer.stdout);
    assert!(answers.len() == 3 && answers.iter().all(|answer| list(answer, "hits").is_empty()), "{answer}");
}

#[test]
fn queries_that_are_none_are_named_by_their_line() {
    batch(["not-there.tsv"]).run().refused(&["not-there.tsv"]);
    batch(["-"]).stdin("q1\tcoral reefs\nno tab in this line\n").run().refused(&["2"]);
    batch(["-"])
        .stdin("{\"id\": \"q1\", \"text\": \"coral\"}\n{\"id\": \"q2\"}\n")
        .run()
        .refused(&["2", "text"]);
}
