//! Labels in JSON.

use anyhow::{Context, Result, bail, ensure};
use serde_json::{Map, Value};

use super::{Columns, Entry, filled, no_column};

type Object = Map<String, Value>;

/// The objects of an array.
pub(super) fn array(content: &str, columns: Columns<'_>) -> Result<Vec<Entry>> {
    let objects: Vec<Object> = serde_json::from_str(content).context("expected an array of objects")?;
    let places = (1..=objects.len()).map(|number| format!("record {number}"));
    let mut entries = Entries::new(columns);
    objects.iter().zip(places).try_for_each(|(object, place)| entries.take(object).context(place))?;
    entries.finish()
}

/// The objects of JSON Lines.
pub(super) fn lines(content: &str, columns: Columns<'_>) -> Result<Vec<Entry>> {
    let mut entries = Entries::new(columns);
    for (index, line) in content.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let at = || format!("line {}", index + 1);
        let object: Object =
            serde_json::from_str(line).context("expected one JSON object a line").with_context(at)?;
        entries.take(&object).with_context(at)?;
    }
    entries.finish()
}

/// What objects say, and which of the columns any of them has.
struct Entries<'a> {
    columns: Columns<'a>,
    taken: Vec<Entry>,
    names: Vec<String>,
    has_label: bool,
    has_key: bool,
}

impl<'a> Entries<'a> {
    fn new(columns: Columns<'a>) -> Self {
        Self { columns, taken: Vec::new(), names: Vec::new(), has_label: false, has_key: false }
    }

    fn take(&mut self, object: &Object) -> Result<()> {
        if self.taken.is_empty() {
            self.names = object.keys().cloned().collect();
        }
        self.has_label |= object.contains_key(self.columns.label);
        self.has_key |= object.contains_key(self.columns.key);
        self.taken.push((text(object, self.columns.key)?, text(object, self.columns.label)?));
        Ok(())
    }

    fn finish(self) -> Result<Vec<Entry>> {
        let names = || self.names.iter().map(String::as_str);
        let is_empty = self.taken.is_empty();
        ensure!(self.has_label || is_empty, no_column(self.columns.label, "--label-column", names()));
        ensure!(self.has_key || is_empty, no_column(self.columns.key, "--key-column", names()));
        Ok(self.taken)
    }
}

fn text(object: &Object, name: &str) -> Result<Option<String>> {
    Ok(match object.get(name) {
        None | Some(Value::Null) => None,
        Some(Value::String(text)) => filled(text),
        Some(value @ (Value::Number(_) | Value::Bool(_))) => Some(value.to_string()),
        Some(Value::Array(_)) => bail!("`{name}` holds a list; one text or number was expected"),
        Some(Value::Object(_)) => bail!("`{name}` holds an object; one text or number was expected"),
    })
}
