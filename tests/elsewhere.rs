//! The program alone in an empty folder.

use super::support::folder::Folder;
use super::support::json::counted;
use super::support::model;
use super::support::program::{Program, copy_to};
use super::support::say_skipped;
use super::support::texts::{abstracts, dump};

#[test]
fn an_installed_program_works_in_an_empty_folder() {
    let [bin, data, work] = [Folder::new(), Folder::new(), Folder::new()];
    let program = copy_to(bin.path());
    model::copy_to(&data.join("papermap/models").join(model::NAME));
    let run = |arguments: &[&str]| {
        let program = Program::bare(&program, work.path(), arguments);
        program.variable("XDG_DATA_HOME", data.path()).variable("HF_HUB_OFFLINE", "1")
    };
    if cfg!(not(target_os = "linux")) {
        say_skipped("the user's data folder is elsewhere on this system");
        return;
    }
    run(&["map", "-"]).stdin(dump(&abstracts())).run().done();
    assert_eq!(counted(&work.topic_map(), "papers"), 16);
    let hits = run(&["similar", "coral reefs", "--top", "3"]).run().done();
    assert!(!hits.stdout.is_empty());
    run(&["status"]).run().done();
}
