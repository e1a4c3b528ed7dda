//! JSON objects to records.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::{columns, kind, span, values::Item};
use crate::{
    NotTaken, Reason, Record,
    read::{
        ReadOptions,
        fields::{self, Field},
        lines::Counter,
        names,
    },
};

/// What an object becomes.
pub(super) enum Taken {
    Record(Box<Record>),
    Not(NotTaken),
}

/// Names of members that hold the records of a wrapping object.
pub(super) const WRAPPERS: [&str; 10] =
    ["papers", "records", "notes", "results", "data", "items", "articles", "entries", "docs", "documents"];

/// Members in which a record may keep its fields.
const NESTED: [&str; 7] =
    ["content", "_source", "fields", "attributes", "row", "externalIds", "external_ids"];

/// How much less a name is trusted there.
const NESTED_RANK: usize = 100;

/// Where a field lies deeper in records of well-known sources.
const PATHS: [(Field, &[&str]); 6] = [
    (Field::Venue, &["primary_location", "source", "display_name"]),
    (Field::Venue, &["host_venue", "display_name"]),
    (Field::Venue, &["journalInfo", "journal", "title"]),
    (Field::Url, &["primary_location", "landing_page_url"]),
    (Field::Year, &["issued", "date-parts"]),
    (Field::Year, &["published-print", "date-parts"]),
];

/// How much less a name is trusted there.
const PATH_RANK: usize = 2 * NESTED_RANK;

/// How many objects a record may be wrapped in.
const DEEPEST: usize = 3;

/// Values by field, the most trusted name first; null is no value.
struct Found<'a>(Vec<(Field, usize, &'a Value)>);

impl<'a> Found<'a> {
    fn new(object: &'a Map<String, Value>, options: &ReadOptions) -> Self {
        let mut found = Vec::new();
        collect(object, 0, options, &mut found);
        for nested in NESTED.iter().filter_map(|name| object.get(*name)?.as_object()) {
            collect(nested, NESTED_RANK, options, &mut found);
        }
        for (at, (field, path)) in
            PATHS.into_iter().enumerate().filter(|(_, (field, _))| options.column(*field).is_none())
        {
            found.extend(follow(object, path).map(|value| (field, PATH_RANK + at, value)));
        }
        found.sort_by_key(|&(_, rank, _)| rank);
        Self(found)
    }

    fn has(&self, field: Field) -> bool {
        self.0.iter().any(|entry| entry.0 == field)
    }

    /// Whether a member is called an abstract, whatever it holds.
    fn names_abstract(&self) -> bool {
        let explicit = |rank: usize| rank % NESTED_RANK < names::EXPLICIT_ABSTRACTS;
        self.has(Field::InvertedAbstract)
            || self.0.iter().any(|&(field, rank, _)| field == Field::Abstract && explicit(rank))
    }

    fn get(&self, field: Field) -> Option<&'a Value> {
        let values = self.0.iter().filter(|entry| entry.0 == field).map(|entry| unwrap(entry.2));
        values.into_iter().find(|value| !value.is_null())
    }

    fn text(&self, field: Field) -> Option<String> {
        text(self.get(field)?)
    }

    fn list(&self, field: Field, separator: Option<char>) -> Vec<String> {
        match self.get(field) {
            Some(Value::Array(items)) => items.iter().filter_map(text).collect(),
            Some(value) => text(value).map_or_else(Vec::new, |cell| fields::split_list(&cell, separator)),
            None => Vec::new(),
        }
    }
}

fn collect<'a>(
    object: &'a Map<String, Value>,
    rank: usize,
    options: &ReadOptions,
    found: &mut Vec<(Field, usize, &'a Value)>,
) {
    for (name, value) in object {
        if let Some((field, trust)) = options.field(name) {
            found.push((field, rank + trust, value));
        }
    }
}

fn follow<'a>(object: &'a Map<String, Value>, path: &[&str]) -> Option<&'a Value> {
    let (first, rest) = path.split_first()?;
    let value = object.get(*first)?;
    if rest.is_empty() { Some(value) } else { follow(value.as_object()?, rest) }
}

/// The value within `{"value": …}`.
fn unwrap(value: &Value) -> &Value {
    value.as_object().and_then(|object| object.get("value")).unwrap_or(value)
}

/// The text of a string, a number, the first of a list, or an object with a name.
fn text(value: &Value) -> Option<String> {
    match unwrap(value) {
        Value::String(text) => fields::present(text),
        Value::Number(number) => Some(number.to_string()),
        Value::Array(items) => items.first().and_then(text),
        Value::Object(object) => object.get("date-parts").map_or_else(|| name(object), text),
        _ => None,
    }
}

fn name(object: &Map<String, Value>) -> Option<String> {
    let part = |key: &str| object.get(key).and_then(Value::as_str).and_then(fields::present);
    let whole = ["name", "fullname", "display_name"].iter().find_map(|key| part(key));
    let nested = || object.get("author").and_then(Value::as_object).and_then(name);
    let joined = || match (part("given").or_else(|| part("first")), part("family").or_else(|| part("last"))) {
        (Some(given), Some(family)) => Some(format!("{given} {family}")),
        (given, family) => given.or(family),
    };
    whole.or_else(nested).or_else(joined)
}

/// Whether the object has an abstract, or a title and wraps no records.
pub(super) fn is_record(object: &Map<String, Value>, options: &ReadOptions) -> bool {
    let found = Found::new(object, options);
    if found.names_abstract() || found.text(Field::Abstract).is_some() {
        return true;
    }
    let title = found.get(Field::Title).is_some_and(|title| !title.is_object());
    let wraps =
        || object.iter().any(|(name, value)| holds_records(value, is_wrapper(name), DEEPEST, options));
    (title || found.has(Field::Abstract)) && !wraps()
}

fn is_wrapper(name: &str) -> bool {
    WRAPPERS.contains(&name.to_lowercase().as_str())
}

/// Whether an object with an abstract is in `value`; a mere `text`, as sections have, counts `within` a wrapper only.
fn holds_records(value: &Value, within: bool, depth: usize, options: &ReadOptions) -> bool {
    match value {
        Value::Object(object) => {
            let found = Found::new(object, options);
            found.names_abstract()
                || within && found.text(Field::Abstract).is_some()
                || depth > 0
                    && object.iter().any(|(name, value)| {
                        holds_records(value, within || is_wrapper(name), depth - 1, options)
                    })
        }
        Value::Array(items) => {
            depth > 0 && items.iter().any(|item| holds_records(item, within, depth - 1, options))
        }
        _ => false,
    }
}

/// The record that `object`, which starts on `line`, describes.
pub(super) fn take(line: u64, object: &Map<String, Value>, options: &ReadOptions) -> Taken {
    let found = Found::new(object, options);
    let abstract_text = match abstract_of(&found) {
        Ok(text) => text,
        Err((reason, detail)) => return Taken::Not(NotTaken { line, reason, detail }),
    };
    let fields = crate::Fields {
        authors: found.list(Field::Authors, None),
        year: found.text(Field::Year).and_then(|text| fields::year(&text)),
        venue: found.text(Field::Venue),
        doi: found.text(Field::Doi).and_then(|text| fields::doi(&text)),
        url: found.text(Field::Url),
        keywords: found.list(Field::Keywords, Some(',')),
        decision: found.text(Field::Decision),
    };
    let title = found.text(Field::Title);
    Taken::Record(Box::new(Record { line, key: found.text(Field::Key), title, abstract_text, fields }))
}

fn abstract_of(found: &Found<'_>) -> Result<Option<String>, (Reason, String)> {
    let Some(value) = found.get(Field::Abstract) else {
        return found.get(Field::InvertedAbstract).map(inverted).transpose();
    };
    match value {
        Value::String(text) => Ok(Some(text.clone())),
        Value::Number(_) | Value::Bool(_) => {
            Err((Reason::NotText, format!("the abstract is {} ({value})", kind(value))))
        }
        Value::Array(parts) if parts.iter().all(|part| part_of(part).is_some()) => {
            Ok(Some(parts.iter().filter_map(part_of).collect::<Vec<_>>().join("\n\n")))
        }
        Value::Object(_) if part_of(value).is_some() => Ok(part_of(value).map(str::to_owned)),
        other => {
            Err((Reason::UnsupportedShape, format!("the abstract is {} of an unknown shape", kind(other))))
        }
    }
}

/// A paragraph: a string, or an object that holds one.
fn part_of(value: &Value) -> Option<&str> {
    match value {
        Value::String(text) => Some(text),
        Value::Object(object) => {
            ["text", "value", "#text", "en", "eng"].iter().find_map(|key| object.get(*key)?.as_str())
        }
        _ => None,
    }
}

/// The text of an inverted index: words with their positions.
fn inverted(index: &Value) -> Result<String, (Reason, String)> {
    let fault = || (Reason::UnsupportedShape, "the inverted index is not words with positions".to_owned());
    let mut words = BTreeMap::new();
    for (word, positions) in index.as_object().ok_or_else(fault)? {
        for position in positions.as_array().ok_or_else(fault)? {
            words.insert(position.as_u64().ok_or_else(fault)?, word.as_str());
        }
    }
    Ok(words.into_values().collect::<Vec<_>>().join(" "))
}

/// The records that a wrapping object holds: an array of them, or a map from ids.
pub(super) fn children(item: &Item<'_>, options: &ReadOptions) -> Vec<Taken> {
    let mut counter = Counter::new(item.text, item.line);
    records_within(item.text, 0..item.text.len(), DEEPEST, options, &mut counter)
}

fn records_within(
    text: &str,
    range: std::ops::Range<usize>,
    depth: usize,
    options: &ReadOptions,
    counter: &mut Counter<'_>,
) -> Vec<Taken> {
    let mut taken = Vec::new();
    for (name, span) in span::children(text, range) {
        match (&text[span.clone()].as_bytes()[0], serde_json::from_str(&text[span.clone()])) {
            (b'{', Ok(Value::Object(object))) if columns::rows(&object, false, options).is_some() => {
                let line = counter.line_at(span.start);
                let rows = columns::rows(&object, false, options).unwrap_or_default();
                taken.extend(rows.iter().map(|row| take(line, row, options)));
            }
            (b'{', Ok(Value::Object(object))) if is_record(&object, options) => {
                let key = name.and_then(|name| serde_json::from_str(&text[name]).ok());
                taken.push(with_key(take(counter.line_at(span.start), &object, options), key));
            }
            (b'{' | b'[', Ok(_)) if depth > 0 => {
                taken.extend(records_within(text, span, depth - 1, options, counter));
            }
            _ => {}
        }
    }
    taken
}

fn with_key(taken: Taken, key: Option<String>) -> Taken {
    match taken {
        Taken::Record(mut record) => {
            record.key = record.key.or(key);
            Taken::Record(record)
        }
        not_taken @ Taken::Not(_) => not_taken,
    }
}
