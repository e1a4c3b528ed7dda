use super::*;
use crate::Record;

const TRAMS: &str = "Trams are late in winter because the points freeze. We ask whether heating every third point is enough and find that it is.";
const BUSES: &str = "Buses wait too long at stops with one door. Opening the rear door for riders with passes cuts the waiting time by a third.";

fn read(content: &str) -> Vec<Record> {
    assert!(Markdown.recognises(content), "{content}");
    Markdown.read(content, &ReadOptions::default()).unwrap().records
}

fn assert_both(content: &str) {
    let records = read(content);
    let titles: Vec<_> = records.iter().filter_map(|record| record.title.as_deref()).collect();
    assert_eq!(titles, ["Late Trams in Winter", "Slow Buses in Towns"], "{content}");
    let texts: Vec<_> = records.iter().filter_map(|record| record.abstract_text.as_deref()).collect();
    assert_eq!(texts, [TRAMS, BUSES], "{content}");
}

#[test]
fn lists_of_papers_are_read() {
    for content in [
        format!("- **Late Trams in Winter**: {TRAMS}\n- **Slow Buses in Towns**: {BUSES}\n"),
        format!(
            "# ICML 2026 Papers\n\n1. **Late Trams in Winter**\n   {TRAMS}\n\n2. **Slow Buses in Towns**\n\n   {BUSES}\n"
        ),
        format!(
            "* [Late Trams in Winter](https://example.org/1) - {TRAMS}\n* **[Slow Buses in Towns](https://example.org/2)** — {BUSES}\n"
        ),
        format!(
            "- **Late Trams in Winter.**\n  - Authors: Ann Miller; Eva Braun\n  - Abstract: {TRAMS}\n- **Slow Buses in Towns.**\n  - Abstract: {BUSES}\n"
        ),
    ] {
        assert_both(&content);
    }
}

#[test]
fn headings_are_titles() {
    for content in [
        format!(
            "# ICML 2026 Papers\n\n## Late Trams in Winter\n\n{TRAMS}\n\n## Slow Buses in Towns\n\n{BUSES}\n"
        ),
        format!(
            "### Late Trams in Winter\n*Ann Miller, Eva Braun*\n\n{TRAMS}\n### Slow Buses in Towns\n{BUSES}\n"
        ),
        format!(
            "# Session 1\n## [Late Trams in Winter](https://example.org)\n**Authors:** Ann Miller\n\n**Abstract:** {TRAMS}\n\n## Slow Buses in Towns\n\n### Abstract\n\n{BUSES}\n"
        ),
    ] {
        assert_both(&content);
    }
    let parsed = Markdown
        .read(&format!("# ICML 2026 Papers\n\n## Late Trams in Winter\n\n{TRAMS}\n"), &ReadOptions::default())
        .unwrap();
    assert_eq!((parsed.venue.as_deref(), parsed.records.len()), (Some("ICML"), 1));
    assert_eq!(parsed.records[0].fields.year, Some(2026));
}

#[test]
fn front_matter_is_read() {
    let content = format!(
        "---\ntitle: 'Late Trams: it''s winter'\nid: t1\nauthor:\n- given: Ann\n  family: Miller\n- given: Eva\n  family: Braun\ndate: 2026-05-01\ncontainer-title: Journal of\n  Trams\nemail: a@example.org\nabstract: |\n  {TRAMS}\n---\n---\ntitle: \"Slow \\\"Buses\\\"\"\nkeywords: [\"doors\", 'buses']\n---\n{BUSES}\n"
    );
    let records = read(&content);
    assert_eq!(records.len(), 2);
    assert_eq!(records[0].title.as_deref(), Some("Late Trams: it's winter"));
    assert_eq!((records[0].line, records[0].key.as_deref()), (2, Some("t1")));
    assert_eq!(records[0].abstract_text.as_deref(), Some(TRAMS));
    assert_eq!(records[0].fields.authors, ["Ann Miller", "Eva Braun"]);
    assert_eq!(records[0].fields.venue.as_deref(), Some("Journal of Trams"));
    assert_eq!(records[0].fields.year, Some(2026));
    assert_eq!(records[1].title.as_deref(), Some("Slow \"Buses\""));
    assert_eq!(records[1].abstract_text.as_deref(), Some(BUSES));
    assert_eq!(records[1].fields.keywords, ["doors", "buses"]);
}

#[test]
fn tables_are_read() {
    assert_both(&format!(
        "Papers of the day.\n\n| Title | Year | Abstract |\n|:--|--:|---|\n| Late Trams in Winter | 2026 | {TRAMS} |\n| Slow Buses in Towns | 2025 | {BUSES} |\n"
    ));
    let records = read("title | abstract\n--- | ---\nA \\| B | late trams\n");
    assert_eq!(records[0].title.as_deref(), Some("A | B"));
}

#[test]
fn the_columns_of_a_table_can_be_named() {
    use crate::read::fields::Field;
    let columns = vec![(Field::Abstract, "N".to_owned()), (Field::Title, "T".to_owned())];
    let options = ReadOptions { columns, ..ReadOptions::default() };
    let records = Markdown.read("| T | N |\n|---|---|\n| A | late trams |\n", &options).unwrap().records;
    assert_eq!(records.len(), 1);
    assert_eq!(records[0].title.as_deref(), Some("A"));
    assert_eq!(records[0].abstract_text.as_deref(), Some("late trams"));
}

#[test]
fn texts_stay_texts() {
    for content in [
        format!("# ICML 2026 Papers\n\n{TRAMS}\n\n{BUSES}\n"),
        format!("{TRAMS}\n\n- **Points**: heated.\n- **Doors**: open.\n\n{BUSES}\n"),
        format!("{TRAMS}\n\n- **Points of every tram**: {BUSES}\n"),
        format!("## Trams and trains\n\n{TRAMS}\n\n{BUSES}\n\n## Buses and cars\n\n{BUSES}\n\n{TRAMS}\n"),
        format!("---\n{TRAMS}\n---\n{BUSES}\n"),
    ] {
        assert!(!Markdown.recognises(&content), "{content}");
    }
}
