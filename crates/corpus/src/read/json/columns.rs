//! Tables in JSON: an object of columns, or names apart from rows.

use serde_json::{Map, Value};

use crate::read::{Field, ReadOptions};

type Row = Map<String, Value>;

/// The rows of `object`, if it is a table.
///
/// A table is an object whose abstracts and titles or ids are lists of one length (or maps from the numbers of rows),
/// `{"title": ["A", "B"], "abstract": ["…", "…"]}`, or one with lists of `columns` and `data`. What is no list holds
/// for all rows. Abstracts alone are a table where the object is the whole dump, else the paragraphs of one abstract.
pub(super) fn rows(object: &Row, is_whole: bool, options: &ReadOptions) -> Option<Vec<Row>> {
    named_rows(object, options).or_else(|| turned_rows(object, is_whole, options))
}

fn named_rows(object: &Row, options: &ReadOptions) -> Option<Vec<Row>> {
    let names = header(object.get("columns")?.as_array()?, options)?;
    let data = object.get("data")?.as_array()?;
    data.iter().map(|row| Some(row_of(&names, row.as_array()?))).collect()
}

/// The names in `cells`, if one of them is that of the abstract.
pub(super) fn header(cells: &[Value], options: &ReadOptions) -> Option<Vec<String>> {
    let names: Option<Vec<String>> = cells.iter().map(|cell| Some(cell.as_str()?.to_owned())).collect();
    let names = names?;
    let is_abstract = |name: &String| options.field(name).is_some_and(|(field, _)| field == Field::Abstract);
    names.iter().any(is_abstract).then_some(names)
}

/// The record of `cells` under `names`.
pub(super) fn row_of(names: &[String], cells: &[Value]) -> Row {
    names.iter().cloned().zip(cells.iter().cloned()).collect()
}

fn turned_rows(object: &Row, is_whole: bool, options: &ReadOptions) -> Option<Vec<Row>> {
    let mut known = Vec::new();
    for (name, value) in object {
        if let Some((field, _)) = options.field(name) {
            known.push((field, name, value));
        }
    }
    let length = |wanted| {
        let of = |entry: &&(Field, &String, &Value)| entry.0 == wanted;
        known.iter().find(of).and_then(|entry| cells(entry.2)).map(|cells| cells.len())
    };
    let count = length(Field::Abstract)?;
    let is_table =
        is_whole && object.len() == 1 || [Field::Title, Field::Key].map(length).contains(&Some(count));
    let fits = |value: &Value| match value {
        Value::Array(_) | Value::Object(_) => cells(value).is_some_and(|cells| cells.len() == count),
        _ => true,
    };
    if !is_table || !known.iter().all(|(_, _, value)| fits(value)) {
        return None;
    }
    let mut rows = vec![Row::new(); count];
    for (_, name, value) in known {
        let cells = cells(value);
        for (at, row) in rows.iter_mut().enumerate() {
            let cell = cells.as_ref().map_or(value, |cells| cells[at]);
            row.insert(name.clone(), cell.clone());
        }
    }
    Some(rows)
}

/// The cells of a column: a list, or a map from the numbers of rows.
fn cells(value: &Value) -> Option<Vec<&Value>> {
    match value {
        Value::Array(cells) => Some(cells.iter().collect()),
        Value::Object(cells) => {
            let numbered: Option<Vec<(u64, &Value)>> =
                cells.iter().map(|(number, cell)| Some((number.parse().ok()?, cell))).collect();
            let mut numbered = numbered.filter(|cells| !cells.is_empty())?;
            numbered.sort_by_key(|(number, _)| *number);
            Some(numbered.into_iter().map(|(_, cell)| cell).collect())
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(json: &str) -> Option<usize> {
        rows(&serde_json::from_str(json).unwrap(), true, &ReadOptions::default()).map(|rows| rows.len())
    }

    #[test]
    fn tables_are_told_from_records() {
        for (json, expected) in [
            (r#"{"title": ["A", "B"], "abstract": ["a", "b"], "year": [1, 2]}"#, Some(2)),
            (r#"{"title": ["A", "B"], "abstract": ["a", "b"], "year": 2024}"#, Some(2)),
            (r#"{"title": {"0": "A", "1": "B"}, "abstract": {"0": "a", "1": null}}"#, Some(2)),
            (r#"{"abstract": ["a", "b", "c"]}"#, Some(3)),
            (r#"{"columns": ["id", "abstract"], "data": [["1", "a"], ["2", "b"]]}"#, Some(2)),
            (r#"{"title": "A", "abstract": ["a", "b"], "authors": ["x", "y"]}"#, None),
            (r#"{"title": ["A"], "abstract": ["a"], "authors": ["x", "y"]}"#, None),
            (r#"{"title": {"en": "A"}, "abstract": {"en": "a", "de": "b"}}"#, None),
            (r#"{"title": ["A", "B"], "abstract": "a"}"#, None),
            (r#"{"columns": ["id", "year"], "data": [["1", "a"]]}"#, None),
        ] {
            assert_eq!(count(json), expected, "{json}");
        }
    }

    #[test]
    fn paragraphs_of_one_of_many_records_are_no_table() {
        let object = serde_json::from_str(r#"{"abstract": ["a", "b"]}"#).unwrap();
        assert_eq!(rows(&object, false, &ReadOptions::default()), None);
    }

    #[test]
    fn rows_keep_their_order() {
        let json = r#"{"id": {"10": "c", "9": "b", "0": "a"}, "abstract": {"0": "x", "9": "y", "10": "z"}}"#;
        let rows = rows(&serde_json::from_str(json).unwrap(), true, &ReadOptions::default()).unwrap();
        let ids: Vec<_> = rows.iter().map(|row| row["id"].as_str().unwrap_or_default()).collect();
        assert_eq!(ids, ["a", "b", "c"]);
    }
}
