//! Dumps that land in a folder are mapped.

#![cfg(unix)]

use std::fs;
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::support::folder::Folder;
use super::support::json::{self, counted};
use super::support::program::Running;
use super::support::texts::{abstracts, json_lines};

/// Time within which something must have happened.
const PATIENCE: Duration = Duration::from_mins(1);

fn watched() -> (Folder, Running) {
    let folder = Folder::new();
    fs::create_dir(folder.join("inbox")).expect("a folder");
    let running = folder.program(["watch", "--settle", "0.3", "inbox", "--map", "topic-map"]).run_beside();
    (folder, running)
}

/// Waits until the map holds so many papers.
#[track_caller]
fn wait_for_papers(folder: &Folder, papers: usize) {
    let started = Instant::now();
    let page = folder.join("topic-map/index.html");
    while !page.exists() || counted(&json::read(&folder.join("topic-map/topic-map.json")), "papers") != papers
    {
        assert!(started.elapsed() < PATIENCE, "no map of {papers} papers came");
        sleep(Duration::from_millis(50));
    }
    // The page is the last file of a run; what the run says comes after it.
    sleep(Duration::from_millis(300));
}

#[test]
fn what_is_there_and_what_lands_is_mapped_and_bad_files_are_left() {
    let folder = Folder::new();
    folder.write("inbox/a.jsonl", json_lines(&abstracts()[..4]));
    let running = folder.program(["watch", "--settle", "0.3", "inbox", "--topics", "2"]).run_beside();
    wait_for_papers(&folder, 4);
    folder.write("elsewhere/b.jsonl", json_lines(&abstracts()[4..8]));
    folder.write("inbox/bad.jsonl", "\u{0}\u{1}\u{2} no dump");
    fs::rename(folder.join("elsewhere/b.jsonl"), folder.join("inbox/b.jsonl"))
        .expect("a file that can be moved");
    wait_for_papers(&folder, 8);
    let answer = running.interrupt().done();
    assert!(answer.stderr.contains("bad.jsonl") && answer.stderr.contains("looked at again"), "{answer}");
    assert!(folder.join("inbox/bad.jsonl").exists());
    assert_eq!(folder.topic_map()["choice"]["requested"], "2");
}

#[test]
fn a_dump_that_is_written_slowly_is_read_when_it_is_whole() {
    let (folder, running) = watched();
    let content = json_lines(&abstracts()[..6]);
    let mut written = String::new();
    for line in content.lines() {
        written.push_str(line);
        written.push('\n');
        folder.write("inbox/slow.jsonl", &written);
        sleep(Duration::from_millis(100));
    }
    wait_for_papers(&folder, 6);
    let answer = running.interrupt().done();
    assert_eq!(answer.stderr.matches("landed").count(), 1, "{answer}");
}

#[test]
fn a_folder_that_goes_away_ends_the_watch() {
    let (folder, mut running) = watched();
    sleep(Duration::from_millis(500));
    fs::remove_dir(folder.join("inbox")).expect("a folder that can be removed");
    running.end().refused(&["the folder is gone"]);
}

#[test]
fn what_cannot_be_watched_is_refused() {
    let folder = Folder::new();
    folder.run(["watch", "nowhere"]).refused(&["nowhere", "no such folder"]);
    fs::create_dir(folder.join("inbox")).expect("a folder");
    folder.run(["watch", "inbox", "--topics", "0"]).refused(&["--topics"]);
    folder.run(["watch", "inbox", "--refit"]).refused(&["--refit", "single runs"]);
    folder.run(["watch", "inbox", "other"]).refused(&["other", "only one folder"]);
    folder.run(["watch", "inbox", "--map", "inbox"]).refused(&["map folder"]);
}
