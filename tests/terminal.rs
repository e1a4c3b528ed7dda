//! What is said, where, and how.

use super::support::folder::Folder;
use super::support::program::Program;
use super::support::shared::{seeds_map, themes_map};
use super::support::texts::{abstracts, dump, json_lines};

const COMMANDS: [&str; 6] = ["map", "status", "similar", "topics", "embed", "completions"];

#[test]
fn help_of_every_command_teaches_by_example() {
    let folder = Folder::new();
    for command in COMMANDS {
        let help = folder.run([command, "--help"]).done();
        let example = format!("  papermap {command}");
        assert!(help.stdout.contains("Example") && help.stdout.contains(&example), "{help}");
    }
    for action in ["fetch", "list", "verify"] {
        let help = folder.run(["model", action, "--help"]).done();
        assert!(help.stdout.contains(&format!("papermap model {action}")), "{help}");
    }
    let help = folder.run(["--help"]).done();
    for command in COMMANDS.iter().chain(&["model"]) {
        assert!(help.stdout.contains(&format!("\n  {command} ")), "{command} is not in {help}");
    }
    assert!(folder.run(["--version"]).done().stdout.starts_with("papermap 0."));
}

#[test]
fn the_help_of_similar_says_what_a_score_is() {
    assert!(Folder::new().run(["similar", "--help"]).done().stdout.contains("cosine"));
}

#[test]
fn completions_know_the_commands() {
    let folder = Folder::new();
    for shell in ["bash", "zsh", "fish"] {
        let script = folder.run(["completions", shell]).done().stdout;
        for word in ["similar", "topics", "min-score"] {
            assert!(script.contains(word), "{shell} without {word}");
        }
    }
    folder.run(["completions", "cobol"]).refused(&["cobol", "bash"]);
}

#[test]
fn quiet_is_quiet_when_all_is_well() {
    let folder = Folder::with_dump(dump(&abstracts()));
    let mapped = folder.run(["--quiet", "map", "dump.txt"]).done();
    assert_eq!(mapped.stderr, "");
    assert!(mapped.stdout.trim_end().ends_with("index.html"), "{mapped}");
    for command in [&["map", "dump.txt", "--quiet"][..], &["status", "-q"], &["similar", "coral", "-q"]] {
        assert_eq!(folder.run(command).done().stderr, "");
    }
    folder.run(["similar", "coral", "-q", "--min-score", "0.999"]).no();
    assert!(!folder.run(["map", "missing.txt", "--quiet"]).refused(&["missing.txt"]).stderr.is_empty());
}

#[test]
fn answers_go_to_stdout_and_the_rest_to_stderr() {
    let folder = Folder::with_dump(json_lines(&abstracts()[..4]));
    folder.map(["dump.txt"]);
    let verbose = folder.run(["similar", "coral", "--format", "json", "--verbose"]).done();
    super::support::json::parse(&verbose.stdout);
    let plain = folder.run(["similar", "coral", "--format", "json"]).done();
    assert_eq!(plain.stdout, verbose.stdout);
    verbose.says(&["looked for model", super::support::model::NAME, "whole"]);
    folder.run(["map", ".", "--verbose"]).done().says(&["reading", "dump.txt"]);
}

#[test]
fn there_is_no_colour_and_no_bar_without_a_terminal() {
    for made in [seeds_map(), themes_map()] {
        assert!(!made.stdout.contains(['\u{1b}', '\r']) && !made.stderr.contains(['\u{1b}', '\r']));
    }
    let folder = Folder::with_dump(dump(&abstracts()[..3]));
    for (name, value) in [("NO_COLOR", "1"), ("TERM", "xterm-256color")] {
        for command in [&["map", "dump.txt"][..], &["map", "missing.txt"], &["--help"], &["nonsense"]] {
            let answer = folder.program(command).variable(name, value).run();
            assert!(!answer.stdout.contains('\u{1b}') && !answer.stderr.contains('\u{1b}'), "{answer}");
        }
    }
}

#[test]
fn a_reader_that_leaves_is_no_error() {
    let made = seeds_map();
    let commands = [
        &["status"][..],
        &["topics"],
        &["topics", "--format", "csv"],
        &["similar", "graph networks"],
        &["similar", "graph networks", "--format", "json"],
        &["completions", "bash"],
        &["model", "list"],
        &["--help"],
    ];
    for command in commands {
        let answer = Program::new(&made.folder, command).run_unread().done();
        assert!(!answer.stderr.to_lowercase().contains("pipe"), "{answer}");
    }
    let folder = Folder::with_dump(dump(&abstracts()[..3]));
    folder.program(["map", "dump.txt"]).run_unread().done();
    assert!(folder.join("topic-map/index.html").is_file());
}

#[test]
fn a_run_says_what_it_read_and_where_the_page_is() {
    let said = format!("{}{}", seeds_map().stdout, seeds_map().stderr);
    for part in ["38", "34", "4", "file://"] {
        assert!(said.contains(part), "{part} is not in\n{said}");
    }
}
