//! Options of `map`, and variables.

use std::fs;

use super::support::folder::Folder;
use super::support::json::{self, count, list, text};
use super::support::snapshot::Snapshot;
use super::support::texts::{abstracts, dump, json_lines};

#[test]
fn a_dry_run_writes_nothing_and_gives_the_account() {
    let folder = Folder::with_dump(dump(&abstracts()));
    let answer = folder.run(["map", "dump.txt", "--dry-run"]).done();
    assert!(!folder.join("topic-map").exists());
    assert!(format!("{}{}", answer.stdout, answer.stderr).contains("16"), "{answer}");
    folder.map(["dump.txt"]);
    let before = Snapshot::of(&folder.join("topic-map"));
    folder.write(
        "more.txt",
        dump(&["An abstract about ferry timetables and the tides that delay them every day."]),
    );
    folder.run(["map", "more.txt", "--dry-run"]).done();
    before.assert_untouched(&folder.join("topic-map"));
}

#[test]
fn the_account_of_what_was_read_adds_up() {
    let folder = Folder::new();
    folder.write("a.jsonl", json_lines(&abstracts()[..6]));
    folder.map(["a.jsonl"]);
    folder.write("in/b.jsonl", json_lines(&abstracts()[4..9]));
    folder.write("in/c.txt", dump(&[abstracts()[8], abstracts()[10]]));
    let lines = json_lines(&abstracts()[11..12]);
    folder.write("in/d.jsonl", format!("{lines}{{\"title\": \"no abstract\"}}\n{{\"torn\": "));
    folder.map(["in", "--report-input", "account.json"]);
    let account = json::read(&folder.join("account.json"));
    let dumps = list(&account, "dumps");
    let names: Vec<&str> = dumps.iter().map(|dump| text(dump, "name")).collect();
    assert_eq!(names, ["b.jsonl", "c.txt", "d.jsonl"]);

    for dump in dumps {
        assert_eq!(count(dump, "records"), shares(dump), "{dump}");
        let reasons = dump["reasons"].as_object().expect("an object").values();
        assert_eq!(
            count(dump, "set_aside") as u64,
            reasons.filter_map(serde_json::Value::as_u64).sum::<u64>()
        );
    }
    assert_eq!(count(&account, "records"), shares(&account), "{account}");

    assert_eq!(
        ["records", "papers", "known", "merged", "set_aside"].map(|name| count(&account, name)),
        [10, 5, 2, 1, 2]
    );
    let not_taken: Vec<(&str, usize)> = list(&account, "not_taken")
        .iter()
        .map(|record| (text(record, "dump"), count(record, "line")))
        .collect();
    assert_eq!(not_taken, [("d.jsonl", 2), ("d.jsonl", 3)]);
}

fn shares(account: &serde_json::Value) -> usize {
    ["papers", "known", "merged", "set_aside"].iter().map(|name| count(account, name)).sum()
}

#[test]
fn a_title_is_remembered() {
    let folder = Folder::with_dump(dump(&abstracts()[..4]));
    assert_eq!(text(&folder.map(["dump.txt"]), "title"), "HarbourConf 2025");
    assert_eq!(text(&folder.map(["--title", "Of reefs"]), "title"), "Of reefs");
    folder.write("more.txt", dump(&abstracts()[4..6]));
    assert_eq!(text(&folder.map(["more.txt"]), "title"), "Of reefs");
    assert!(folder.report("index.html").contains("Of reefs"));
    assert!(folder.report("topics.md").contains("Of reefs"));
}

#[test]
fn a_map_can_be_anywhere() {
    let folder = Folder::with_dump(dump(&abstracts()[..4]));
    let answer = folder.run(["map", "dump.txt", "--map", "deep/er/a map"]).done();
    let last = answer.stdout.lines().last().expect("an answer");
    assert!(last.starts_with("file:///") && last.ends_with("/deep/er/a%20map/index.html"), "{last}");
    assert!(folder.join("deep/er/a map/index.html").is_file());
    folder.run(["similar", "coral", "--map", "deep/er/a map"]).done();
}

#[test]
fn the_instruction_path_can_be_forced() {
    let folder = Folder::with_dump(dump(&abstracts()[..4]));
    folder.program(["map", "dump.txt"]).variable("PAPERMAP_ISA", "portable").run().done();
    assert_eq!(folder.topic_map()["receipt"]["isa"], "portable");
    for name in ["sse9", "AMX!"] {
        folder
            .program(["map", "dump.txt"])
            .variable("PAPERMAP_ISA", name)
            .run()
            .refused(&["PAPERMAP_ISA", name]);
    }
}

#[test]
fn a_path_that_is_not_there_is_refused() {
    let cpu = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let folder = Folder::with_dump(dump(&abstracts()[..4]));
    for (name, flag) in [("amx", "amx_tile"), ("avx512", "avx512f"), ("avx2", "avx2")] {
        let answer = folder.program(["map", "dump.txt"]).variable("PAPERMAP_ISA", name).run();
        if answer.code != Some(0) {
            assert!(name == "amx" || !cpu.contains(flag), "{answer}");
            answer.refused(&["PAPERMAP_ISA", name]);
        }
    }
}

#[test]
fn paths_agree_on_the_vectors() {
    let folder = Folder::with_dump(dump(&abstracts()));
    folder.run(["map", "dump.txt", "--precision", "f32"]).done();
    let auto = folder.topic_map();
    let portable = ["map", "dump.txt", "--map", "p", "--precision", "f32"];
    let portable = folder.program(portable).variable("PAPERMAP_ISA", "portable");
    portable.run().done();
    let portable = json::read(&folder.join("p/topic-map.json"));
    assert_eq!(json::ids(&auto), json::ids(&portable));
    for (one, other) in list(&auto, "papers").iter().zip(list(&portable, "papers")) {
        assert!((json::number(one, "score") - json::number(other, "score")).abs() < 1e-3, "{one} {other}");
    }
}

#[test]
fn threads_are_counted_from_one() {
    let folder = Folder::with_dump(dump(&abstracts()[..2]));
    for threads in ["0", "-1", "x"] {
        folder.run(["map", "dump.txt", "--threads", threads]).refused(&["--threads", threads]);
    }
}

#[test]
fn precision_is_one_of_those_there_are() {
    let folder = Folder::with_dump(dump(&abstracts()[..2]));
    for precision in ["f32", "bf16"] {
        folder.run(["map", "dump.txt", "--precision", precision, "--map", precision]).done();
        let map = json::read(&folder.join(format!("{precision}/topic-map.json")));
        assert_eq!(map["receipt"]["precision"], precision);
    }
    folder.run(["map", "dump.txt", "--precision", "f7"]).refused(&["--precision", "f7"]);
}

#[test]
fn a_map_of_mixed_precisions_is_told_and_not_refused() {
    let folder = Folder::with_dump(dump(&abstracts()[..6]));
    folder.run(["map", "dump.txt", "--precision", "f32"]).done();
    folder.write("more.txt", dump(&abstracts()[6..9]));
    let answer = folder.run(["map", "more.txt", "--precision", "bf16"]).done();
    answer.says(&["partly bf16 and partly f32"]);
    assert_eq!(folder.topic_map()["receipt"]["precision"], "bf16, f32");
    assert_eq!(list(&folder.topic_map(), "papers").len(), 9);
}

#[test]
fn verbose_names_the_path_and_the_precision() {
    let folder = Folder::with_dump(dump(&abstracts()[..1]));
    let program =
        folder.program(["embed", "dump.txt", "--output", "v.npy", "--verbose", "--precision", "bf16"]);
    program.variable("PAPERMAP_ISA", "portable").run().done().says(&["computing in bf16 on path portable"]);
}
