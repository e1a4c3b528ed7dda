//! Runs that are killed, and runs at the same time.

use std::thread;
use std::time::Duration;

use super::support::folder::Folder;
use super::support::json::{assert_balance, counted, ids};
use super::support::shared::{seeds, seeds_map, themes_map};
use super::support::texts::{abstracts, dump, ids_of};

#[test]
fn a_run_after_killed_ones_gives_the_map_of_an_undisturbed_one() {
    let folder = Folder::new();
    for milliseconds in [100, 400, 900, 1500, 2200] {
        folder.program(["map"]).arguments([seeds()]).run_killed(Duration::from_millis(milliseconds));
    }
    folder.map([seeds()]);
    seeds_map().assert_same(&folder.join("topic-map"));
}

#[test]
fn a_killed_update_leaves_a_map_that_answers() {
    let folder = Folder::new();
    themes_map().copy_to(&folder.join("topic-map"));
    for milliseconds in [300, 1200] {
        folder.program(["map"]).arguments([seeds()]).run_killed(Duration::from_millis(milliseconds));
        let hits = folder.run(["similar", "coral reefs", "--format", "csv"]).done();
        assert_eq!(hits.lines().len(), 11, "{hits}");
        folder.run(["status"]).done();
    }
    let map = folder.map([seeds()]);
    assert_eq!(counted(&map, "papers"), 50);
    assert_balance(&map);
}

#[test]
fn two_runs_at_once_lose_nothing() {
    let folder = Folder::new();
    folder.write("one.txt", dump(&abstracts()[..8]));
    folder.write("two.txt", dump(&abstracts()[8..]));
    thread::scope(|scope| {
        for name in ["one.txt", "two.txt"] {
            let folder = &folder;
            scope.spawn(move || folder.run(["map", name]).done());
        }
    });
    assert_eq!(ids(&folder.topic_map()), ids_of(&abstracts()));
    assert_balance(&folder.topic_map());
}
