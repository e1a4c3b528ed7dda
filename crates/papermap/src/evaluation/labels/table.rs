//! Labels in a table.

use anyhow::{Context, Result, ensure};
use csv::StringRecord;

use super::{Columns, Entry, filled, no_column};

/// What may separate the columns.
const DELIMITERS: [u8; 4] = [b',', b'\t', b';', b'|'];

/// The rows of a table with a header; the delimiter is the one that gives the header most columns.
pub(super) fn rows(content: &str, columns: Columns<'_>) -> Result<Vec<Entry>> {
    let columns_by = |delimiter: &u8| header(content, *delimiter).map_or(0, |header| header.len());
    let delimiter = DELIMITERS.into_iter().rev().max_by_key(columns_by).unwrap_or(b',');
    let header = header(content, delimiter).context("line 1: expected the names of columns")?;
    let place = |wanted: &str, option: &str| {
        let place = header.iter().position(|name| is_called(name, wanted));
        place.with_context(|| format!("line 1: {}", no_column(wanted, option, header.iter())))
    };
    let label = place(columns.label, "--label-column")?;
    let key = place(columns.key, "--key-column")?;
    ensure!(label != key, "label and key are both read from `{}`; name two columns", columns.key);
    let mut entries = Vec::new();
    for row in reader(content, delimiter).records() {
        let row = row.context("expected a row of the table")?;
        let cell = |place: usize| row.get(place).and_then(filled);
        entries.push((cell(key), cell(label)));
    }
    Ok(entries)
}

fn reader(content: &str, delimiter: u8) -> csv::Reader<&[u8]> {
    csv::ReaderBuilder::new().delimiter(delimiter).flexible(true).from_reader(content.as_bytes())
}

fn header(content: &str, delimiter: u8) -> Option<StringRecord> {
    reader(content, delimiter).headers().ok().cloned()
}

fn is_called(name: &str, wanted: &str) -> bool {
    name.trim().eq_ignore_ascii_case(wanted.trim())
}
