//! CSV that the program wrote.

use std::path::Path;

use csv::ReaderBuilder;

/// All rows of a file, the header first; every row must have the same number of cells.
pub(crate) fn read(path: &Path) -> Vec<Vec<String>> {
    parse(&std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
}

/// All rows of a text.
pub(crate) fn parse(text: &str) -> Vec<Vec<String>> {
    let mut reader = ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
    let rows = reader.records().map(|row| row.expect("a whole row"));
    rows.map(|row| row.iter().map(str::to_owned).collect()).collect()
}

/// The cells of one column, without its header.
pub(crate) fn column<'a>(rows: &'a [Vec<String>], name: &str) -> Vec<&'a str> {
    let index = rows[0].iter().position(|cell| cell == name).unwrap_or_else(|| panic!("no column {name}"));
    rows[1..].iter().map(|row| row[index].as_str()).collect()
}
