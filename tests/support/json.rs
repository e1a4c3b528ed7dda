//! JSON that the program wrote.

use std::fs;
use std::path::Path;

use serde_json::Value;

/// Reads a JSON file.
pub(crate) fn read(path: &Path) -> Value {
    let bytes = fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_slice(&bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Parses text as JSON.
pub(crate) fn parse(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error} in {text}"))
}

/// Parses text as JSON Lines.
pub(crate) fn parse_lines(text: &str) -> Vec<Value> {
    text.lines().map(parse).collect()
}

pub(crate) fn list<'a>(value: &'a Value, name: &str) -> &'a Vec<Value> {
    value[name].as_array().unwrap_or_else(|| panic!("{name} is no list in {value}"))
}

pub(crate) fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().unwrap_or_else(|| panic!("{name} is no text in {value}"))
}

pub(crate) fn texts(value: &Value, name: &str) -> Vec<String> {
    list(value, name).iter().map(|item| item.as_str().expect("a text").to_owned()).collect()
}

pub(crate) fn number(value: &Value, name: &str) -> f64 {
    value[name].as_f64().unwrap_or_else(|| panic!("{name} is no number in {value}"))
}

pub(crate) fn count(value: &Value, name: &str) -> usize {
    let count = value[name].as_u64().unwrap_or_else(|| panic!("{name} is no count in {value}"));
    usize::try_from(count).expect("a count")
}

/// The names of an object's fields, sorted.
pub(crate) fn names(value: &Value) -> Vec<&str> {
    let mut names: Vec<&str> = value.as_object().expect("an object").keys().map(String::as_str).collect();
    names.sort_unstable();
    names
}

/// A sum of `counts`.
pub(crate) fn counted(map: &Value, name: &str) -> usize {
    count(&map["counts"], name)
}

/// The ids of a map's papers, in their order.
pub(crate) fn ids(map: &Value) -> Vec<String> {
    list(map, "papers").iter().map(|paper| text(paper, "id").to_owned()).collect()
}

/// The paper whose abstract contains `part`.
pub(crate) fn paper_with<'a>(map: &'a Value, part: &str) -> &'a Value {
    let found = list(map, "papers").iter().find(|paper| text(paper, "abstract").contains(part));
    found.unwrap_or_else(|| panic!("no paper with {part:?}"))
}

/// Expects that no record was lost or invented, in the whole and dump by dump.
#[track_caller]
pub(crate) fn assert_balance(map: &Value) {
    let sum = ["papers", "duplicates", "set_aside"].iter().map(|name| counted(map, name)).sum::<usize>();
    assert_eq!(counted(map, "records"), sum, "{}", map["counts"]);
    assert_eq!(counted(map, "papers"), list(map, "papers").len());
    let by_reason = map["counts"]["set_aside_by_reason"].as_object().expect("an object");
    let reasons = by_reason.values().filter_map(Value::as_u64).sum::<u64>();
    assert_eq!(counted(map, "set_aside") as u64, reasons);
    for source in list(map, "sources") {
        let taken = count(source, "papers") + count(source, "duplicates") + list(source, "set_aside").len();
        assert_eq!(count(source, "records"), taken, "{source}");
    }
}
