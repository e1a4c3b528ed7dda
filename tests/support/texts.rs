//! The abstracts that the tests are made of, and dumps of them.

use serde_json::json;
use sha2::{Digest, Sha256};

const FILE: &str = include_str!("../fixtures/abstracts.txt");

/// Header of the plain-text dump.
pub(crate) const HEADER: &str = "HarbourConf 2025 Papers";

/// Sixteen abstracts: four each about reefs, batteries, handwriting and sparse solvers.
pub(crate) fn abstracts() -> Vec<&'static str> {
    FILE.split("\n\n").skip(1).map(str::trim).collect()
}

/// The first `count` abstracts of each theme.
pub(crate) fn of_each_theme(count: usize) -> Vec<&'static str> {
    abstracts().chunks(4).flat_map(|theme| theme[..count].to_vec()).collect()
}

/// A plain-text dump with a header.
pub(crate) fn dump(texts: &[&str]) -> String {
    format!("{HEADER}\n\n{}\n", texts.join("\n\n"))
}

/// A JSON Lines dump: key `k0`, `k1` …, title `Title 0` … and year 2025.
pub(crate) fn json_lines(texts: &[&str]) -> String {
    let lines = texts.iter().enumerate().map(|(index, text)| record(index, text).to_string());
    lines.collect::<Vec<_>>().join("\n") + "\n"
}

/// The same records as one JSON array.
pub(crate) fn json_array(texts: &[&str]) -> String {
    let records: Vec<_> = texts.iter().enumerate().map(|(index, text)| record(index, text)).collect();
    serde_json::to_string_pretty(&records).expect("JSON")
}

/// The same records as CSV.
pub(crate) fn csv(texts: &[&str]) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(["id", "title", "abstract", "year"]).expect("a row");
    for (index, text) in texts.iter().enumerate() {
        let row = [format!("k{index}"), format!("Title {index}"), (*text).to_owned(), "2025".to_owned()];
        writer.write_record(row).expect("a row");
    }
    String::from_utf8(writer.into_inner().expect("a buffer")).expect("UTF-8")
}

fn record(index: usize, text: &str) -> serde_json::Value {
    json!({"id": format!("k{index}"), "title": format!("Title {index}"), "abstract": text, "year": 2025})
}

/// A JSON Lines dump of title and abstract pairs.
pub(crate) fn titled(pairs: &[(&str, &str)]) -> String {
    let lines = pairs.iter().map(|(title, text)| json!({"title": title, "abstract": text}).to_string());
    lines.collect::<Vec<_>>().join("\n") + "\n"
}

/// The permanent id of an ASCII abstract of 100 letters or more, worked out from its definition.
pub(crate) fn id_of(text: &str) -> String {
    assert!(text.is_ascii(), "only ASCII needs no normal form");
    let plain: String = text.chars().filter(char::is_ascii_alphanumeric).collect();
    let digest = Sha256::digest(plain.to_ascii_lowercase());
    digest[..8].iter().fold("p".to_owned(), |id, byte| format!("{id}{byte:02x}"))
}

/// The ids of abstracts, sorted.
pub(crate) fn ids_of(texts: &[&str]) -> Vec<String> {
    let mut ids: Vec<String> = texts.iter().map(|text| id_of(text)).collect();
    ids.sort();
    ids
}
