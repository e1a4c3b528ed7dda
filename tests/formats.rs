//! Every format that a dump can have.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};

use super::support::folder::Folder;
use super::support::json::{assert_balance, counted, ids, list, text, texts};
use super::support::texts::{csv, dump, ids_of, json_array, json_lines, of_each_theme};

fn gzip(content: &str) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(content.as_bytes()).expect("a buffer");
    encoder.finish().expect("a buffer")
}

fn records() -> Vec<&'static str> {
    of_each_theme(2)
}

fn assert_all_records(map: &Value, titled: bool) {
    assert_eq!(ids(map), ids_of(&records()));
    assert_balance(map);
    for paper in list(map, "papers") {
        assert_eq!(paper["year"], 2025, "{paper}");
        let keys = texts(paper, "keys");
        if titled {
            let index = keys[0].strip_prefix('k').expect("its key");
            assert_eq!((keys.len(), text(paper, "title")), (1, format!("Title {index}").as_str()));
        } else {
            assert!(keys.is_empty() && paper["title"].is_null(), "{paper}");
        }
    }
}

#[test]
fn text_json_lines_json_and_csv_hold_the_same_papers_plain_and_packed() {
    let texts = records();
    let forms = [
        ("a.txt", dump(&texts)),
        ("b.jsonl", json_lines(&texts)),
        ("c.json", json_array(&texts)),
        ("d.csv", csv(&texts)),
    ];
    for (name, content) in forms {
        let folder = Folder::new();
        folder.write(name, &content);
        assert_all_records(&folder.map([name]), name != "a.txt");
        let packed = Folder::new();
        packed.write(&format!("{name}.gz"), gzip(&content));
        let map = packed.map([format!("{name}.gz")]);
        assert_all_records(&map, name != "a.txt");
        assert_eq!(list(&map, "sources")[0]["digest"], list(&folder.topic_map(), "sources")[0]["digest"]);
    }
}

#[test]
fn standard_input_takes_every_format() {
    let texts = records();
    for content in [json_lines(&texts).into_bytes(), json_array(&texts).into_bytes(), gzip(&csv(&texts))] {
        let folder = Folder::new();
        folder.program(["map", "-"]).stdin(content).run().done();
        assert_all_records(&folder.topic_map(), true);
    }
}

#[test]
fn the_content_decides_and_not_the_name() {
    let texts = records();
    for (name, content) in [("lines.json", json_lines(&texts)), ("array.jsonl", json_array(&texts))] {
        let folder = Folder::new();
        folder.write(name, content);
        assert_all_records(&folder.map([name]), true);
    }
}

#[test]
fn a_key_comes_from_the_dump_and_the_smallest_is_shown() {
    let text = records()[0];
    let folder = Folder::new();
    folder.write("a.jsonl", json!({"id": "zeta", "title": "One", "abstract": text}).to_string());
    folder.write("b.jsonl", json!({"id": 17, "title": "Another", "abstract": text}).to_string());
    let map = folder.map(["a.jsonl", "b.jsonl"]);
    assert_eq!((counted(&map, "papers"), counted(&map, "duplicates")), (1, 1));
    assert_eq!(texts(&list(&map, "papers")[0], "keys"), ["17", "zeta"]);
    assert_eq!(folder.table("papers.csv")[1][1], "17");
}

#[test]
fn a_folder_is_read_to_its_depth_without_hidden_files_and_maps() {
    let texts = records();
    let folder = Folder::new();
    folder.write("dumps/a.txt", dump(&texts[..3]));
    folder.write("dumps/deep/er/b.jsonl", json_lines(&texts[3..]));
    folder.write(
        "dumps/.hidden.txt",
        dump(&["This hidden abstract must never be read by anyone who maps a folder."]),
    );
    folder.write(
        "dumps/.git/c.txt",
        dump(&["This hidden folder must never be read by anyone who maps a folder."]),
    );
    folder.write("dumps/picture.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0");
    let answer = folder.run(["map", "dumps", "--map", "dumps/map"]).done().says(&["picture.png"]);
    let map = super::support::json::read(&folder.join("dumps/map/topic-map.json"));
    assert_eq!(ids(&map), ids_of(&texts), "{answer}");
    assert_eq!(list(&map, "sources").len(), 2);
    folder.run(["map", "dumps", "--map", "dumps/map"]).done();
    assert_eq!(ids(&super::support::json::read(&folder.join("dumps/map/topic-map.json"))), ids_of(&texts));
}

#[test]
fn every_way_to_write_json_is_read() {
    let texts = records();
    let records: Vec<Value> = json_lines(&texts).lines().map(super::support::json::parse).collect();
    let pretty: Vec<String> =
        records.iter().map(|r| serde_json::to_string_pretty(r).expect("JSON")).collect();
    let spaced = json_lines(&texts).replace('\n', "\n\n  \n");
    let run_on = json_lines(&texts).replacen("}\n", "}", 1);
    for content in
        [pretty.join("\n"), format!("\n{spaced}"), run_on, json_lines(&texts).replace('\n', "\r\n")]
    {
        let file = Folder::with_dump(&content).map(["dump.txt"]);
        assert_all_records(&file, true);
        let input = Folder::new();
        input.program(["map", "-"]).stdin(content).run().done();
        assert_eq!(ids(&input.topic_map()), ids(&file));
    }
}

#[test]
fn wrapped_and_mapped_json_is_read_or_refused_by_its_shape() {
    let texts = records();
    let records: Vec<Value> = json_lines(&texts).lines().map(super::support::json::parse).collect();
    let by_id: Value = records.iter().map(|r| (text(r, "id").to_owned(), r.clone())).collect();
    for content in [json!({"meta": {"n": 8}, "papers": records}).to_string(), by_id.to_string()] {
        let folder = Folder::with_dump(content);
        let answer = folder.run(["map", "dump.txt"]);
        match answer.code {
            Some(0) => assert_eq!(ids(&folder.topic_map()), ids_of(&texts)),
            _ => drop(answer.refused(&["dump.txt"])),
        }
    }
}

#[test]
fn one_object_is_one_paper() {
    let folder = Folder::with_dump(json!({"title": "Alone", "abstract": records()[0]}).to_string());
    assert_eq!(ids(&folder.map(["dump.txt"])), ids_of(&records()[..1]));
}

#[test]
fn a_torn_record_is_reported_with_its_line_and_the_rest_is_kept() {
    let texts = records();
    let whole = json_lines(&texts);
    let torn: String = whole.lines().enumerate().fold(String::new(), |all, (index, line)| {
        all + if index == 2 { "{\"title\": \"oops\", \"abstract\": " } else { line } + "\n"
    });
    let cut = &whole[..whole.len() - 60];
    for (content, line, papers) in [(torn.as_str(), 3, 7), (cut, 8, 7)] {
        let folder = Folder::with_dump(content);
        let map = folder.map(["dump.txt"]);
        assert_eq!((counted(&map, "records"), counted(&map, "papers")), (8, papers));
        let aside = list(&list(&map, "sources")[0], "set_aside");
        assert_eq!((aside.len(), &aside[0]["line"]), (1, &json!(line)));
        assert_eq!(aside[0]["reason"], "unreadable");
        assert_balance(&map);
    }
}
