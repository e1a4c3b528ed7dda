//! The store as any SQLite tool sees it.

use std::path::Path;

use rusqlite::{Connection, OpenFlags};

/// Opens the store of a map folder for reading.
pub(crate) fn open(map: &Path) -> Connection {
    let path = map.join("map.sqlite");
    Connection::open_with_flags(&path, OpenFlags::SQLITE_OPEN_READ_ONLY).expect("a store that opens")
}

/// Every row of every table but `runs`, as sorted lines.
pub(crate) fn logical_dump(map: &Path) -> Vec<String> {
    let store = open(map);
    let mut lines: Vec<String> = tables(&store)
        .iter()
        .filter(|table| *table != "runs")
        .flat_map(|table| rows(&store, table))
        .collect();
    lines.sort();
    lines
}

/// Number of rows in a table.
pub(crate) fn row_count(map: &Path, table: &str) -> usize {
    rows(&open(map), table).len()
}

pub(crate) fn tables(store: &Connection) -> Vec<String> {
    let query =
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name";
    texts(store, query)
}

fn rows(store: &Connection, table: &str) -> Vec<String> {
    let columns = texts(store, &format!("SELECT name FROM pragma_table_info('{table}') ORDER BY cid"));
    let quoted: Vec<String> = columns.iter().map(|column| format!("quote(\"{column}\")")).collect();
    texts(store, &format!("SELECT '{table}: ' || {} FROM \"{table}\"", quoted.join(" || ', ' || ")))
}

fn texts(store: &Connection, query: &str) -> Vec<String> {
    let mut statement = store.prepare(query).expect("a query that is right");
    let rows = statement.query_map([], |row| row.get(0)).expect("rows");
    rows.map(|row| row.expect("a row")).collect()
}
