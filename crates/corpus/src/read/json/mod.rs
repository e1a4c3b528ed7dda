//! JSON in every arrangement: an array, one value a line, several on a line, pretty-printed one after the other, an
//! object that wraps the array, an object that maps ids to records, a single object.

mod columns;
mod pieces;
mod record;
mod repair;
mod span;
mod stream;
mod values;

use serde_json::{Map, Value};

use super::{Format, Parsed, ReadOptions, error::Fault, lines};
use crate::{NotTaken, Reason};
use record::Taken;
pub(super) use stream::{is_lines, stream};
use values::{Item, Values};

/// JSON, whatever the file is called.
pub(super) struct Json;

impl Format for Json {
    fn name(&self) -> &'static str {
        "json"
    }

    fn recognises(&self, content: &str) -> bool {
        let mut starts = content.split(['\n', '\r']).filter(|line| !lines::is_blank(line)).take(3);
        starts.any(opens_object) || opens_array(content)
    }

    fn read(&self, content: &str, options: &ReadOptions) -> Result<Parsed, Fault> {
        let mut reader = Reader::new(options);
        reader.parsed.format = if opens_array(content) { "json" } else { "json lines" };
        for item in Values::new(content) {
            reader.take(&item);
        }
        reader.close()
    }
}

const TOPIC_MAP: &str = "a topic map, not a dump";

/// Whether the object is the whole result of a run, in which topics have texts of their own.
fn is_topic_map(object: &Map<String, Value>) -> bool {
    object.contains_key("schema_version")
        && ["papers", "topics"].iter().all(|name| object.get(*name).is_some_and(Value::is_array))
}

fn visible(text: &str) -> &str {
    text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}')
}

fn opens_object(text: &str) -> bool {
    visible(text).strip_prefix('{').is_some_and(|rest| {
        let rest = visible(rest);
        rest.is_empty() || rest.starts_with(['"', '}'])
    })
}

/// An array, told from a text that starts with a bracket such as `[MASK]` or `[1]`.
fn opens_array(text: &str) -> bool {
    let Some(rest) = visible(text).strip_prefix('[').map(visible) else { return false };
    match rest.bytes().next() {
        None => false,
        Some(b']') => visible(&rest[1..]).is_empty(),
        Some(b'{') => opens_object(rest),
        Some(_) => serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok(),
    }
}

struct Reader<'a> {
    options: &'a ReadOptions,
    parsed: Parsed,
    values: usize,
    /// Whether an object had a title or an abstract.
    known: bool,
    /// Whether a value was a topic map.
    topic_map: bool,
    /// Fields of the first object that had neither.
    strange: Option<String>,
    /// The first value that was no object.
    other: Option<&'static str>,
    /// Names of the columns, where rows are lists.
    names: Option<Vec<String>>,
}

impl<'a> Reader<'a> {
    fn new(options: &'a ReadOptions) -> Self {
        Self {
            options,
            parsed: Parsed::default(),
            values: 0,
            known: false,
            topic_map: false,
            strange: None,
            other: None,
            names: None,
        }
    }

    fn take(&mut self, item: &Item<'_>) {
        self.values += 1;
        match &item.value {
            Ok(Value::Object(object)) => self.take_object(item, object),
            Ok(Value::Array(cells)) => self.take_row(item.line, cells),
            Ok(other) => self.take_other(item.line, other),
            Err(fault) => self.set_aside(item.line, Reason::Unreadable, fault.clone()),
        }
    }

    fn take_object(&mut self, item: &Item<'_>, object: &Map<String, Value>) {
        if is_topic_map(object) {
            self.topic_map = true;
            return self.set_aside(item.line, Reason::UnsupportedShape, format!("this is {TOPIC_MAP}"));
        }
        if let Some(rows) = columns::rows(object, item.is_whole, self.options) {
            (self.known, self.parsed.format) = (true, "json");
            return rows.iter().for_each(|row| self.push(record::take(item.line, row, self.options)));
        }
        if record::is_record(object, self.options) {
            self.known = true;
            return self.push(record::take(item.line, object, self.options));
        }
        let children = record::children(item, self.options);
        if children.is_empty() {
            self.strange.get_or_insert_with(|| object.keys().take(8).cloned().collect::<Vec<_>>().join(", "));
            return self.push(record::take(item.line, object, self.options));
        }
        self.parsed.format = "json";
        self.known = true;
        for taken in children {
            self.push(taken);
        }
    }

    /// Takes a row of a table whose first row names the columns.
    fn take_row(&mut self, line: u64, cells: &[Value]) {
        if let Some(names) = &self.names {
            let row = columns::row_of(names, cells);
            return self.push(record::take(line, &row, self.options));
        }
        self.names = if self.known { None } else { columns::header(cells, self.options) };
        if self.names.is_some() {
            self.known = true;
        } else {
            self.take_other(line, &Value::Array(Vec::new()));
        }
    }

    fn take_other(&mut self, line: u64, value: &Value) {
        let kind = kind(value);
        self.other.get_or_insert(kind);
        self.set_aside(line, Reason::UnsupportedShape, format!("{kind} where an object was expected"));
    }

    fn set_aside(&mut self, line: u64, reason: Reason, detail: String) {
        self.parsed.not_taken.push(NotTaken { line, reason, detail });
    }

    fn push(&mut self, taken: Taken) {
        match taken {
            Taken::Record(record) => self.parsed.records.push(*record),
            Taken::Not(not_taken) => self.parsed.not_taken.push(not_taken),
        }
    }

    fn close(mut self) -> Result<Parsed, Fault> {
        if !self.known {
            if self.topic_map {
                return Err(Fault::UnsupportedFormat(TOPIC_MAP));
            }
            if let Some(fields) = self.strange {
                let fields =
                    if fields.is_empty() { "no fields".to_owned() } else { format!("the fields {fields}") };
                return Err(Fault::UnsupportedShape(format!("objects with {fields}")));
            }
            if let Some(kind) = self.other {
                return Err(Fault::UnsupportedShape(format!("an array of values such as {kind}")));
            }
        }
        if self.values == 1 {
            self.parsed.format = "json";
        }
        self.parsed.not_taken.sort();
        Ok(self.parsed)
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a truth value",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

#[cfg(test)]
mod tests;
