//! Tables without a header, told from texts by the likeness of their rows.

use super::{
    ReadOptions,
    columns::Columns,
    contents,
    fields::Field,
    header::{DELIMITERS, Start},
    rows,
};

/// A table whose rows are alike and in which a column holds prose.
///
/// Its first row is a header of strange names if it has no prose where the others have it.
pub(super) fn find(content: &str) -> Option<Start> {
    DELIMITERS.into_iter().find_map(|delimiter| start(content, delimiter))
}

fn start(content: &str, delimiter: char) -> Option<Start> {
    let first = content.trim_start_matches(['\u{feff}', '\n', '\r']).split(['\n', '\r']).next()?;
    if !first.contains(delimiter) {
        return None;
    }
    let rows = rows::sample(content, 0, delimiter, contents::SAMPLE_ROWS);
    if !are_alike(&rows) || delimiter != '\t' && !are_tight(content, &rows) {
        return None;
    }
    let width = rows[0].len();
    let at = contents::fields(&rows, width).iter().position(|field| *field == Some(Field::Abstract))?;
    let has_header = is_header(&rows[0], at);
    Some(Start { offset: 0, delimiter, has_header })
}

/// Whether the first row has two cells or more, there is another row, and nine of ten rows have as many cells.
fn are_alike(rows: &[Vec<String>]) -> bool {
    let Some(width) = rows.first().map(Vec::len).filter(|width| *width > 1) else { return false };
    let alike = rows.iter().filter(|row| row.len() == width).count();
    rows.len() > 1 && alike * 10 >= rows.len() * 9
}

/// Whether no cell starts with a space and no blank line stands between rows, unlike in prose.
fn are_tight(content: &str, rows: &[Vec<String>]) -> bool {
    let spaced = rows.iter().flat_map(|row| &row[1..]).filter(|cell| cell.starts_with(' ')).count();
    let cells: usize = rows.iter().map(|row| row.len() - 1).sum();
    let blank = content.trim().lines().take(rows.len()).any(|line| line.trim().is_empty());
    spaced * 20 <= cells && (!blank || content.contains('"'))
}

/// Whether the cells of `row` are as short as names, that of the abstract too.
fn is_header(row: &[String], at: usize) -> bool {
    const LONGEST_NAME: usize = 40;
    !row[at].trim().is_empty() && row.iter().all(|cell| cell.chars().count() <= LONGEST_NAME)
}

/// The columns of the table without a header that starts at `offset`.
pub(super) fn columns(content: &str, start: &Start, options: &ReadOptions) -> Columns {
    let rows = rows::sample(content, start.offset, start.delimiter, contents::SAMPLE_ROWS);
    Columns::headless(&rows, options)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TRAMS: &str = "Trams are late in winter because the points freeze. We ask whether heating every third is enough, and it is.";
    const BUSES: &str = "Buses wait too long at stops with one door. Opening the rear door, where there is one, cuts the waiting time.";

    #[test]
    fn tables_without_a_header_are_found() {
        for (content, delimiter) in [
            (format!("t1\tLate Trams\t{TRAMS}\nb2\tSlow Buses\t{BUSES}\n"), '\t'),
            (format!("t1,Late Trams,\"{TRAMS}\"\r\nb2,Slow Buses,\"{BUSES}\"\r\n"), ','),
            (format!("\"{TRAMS}\";2024\n\"{BUSES}\";2025\n"), ';'),
            (format!("t1|{TRAMS}\nb2|{BUSES}\n"), '|'),
        ] {
            let start = find(&content).unwrap_or_else(|| panic!("{content}"));
            assert_eq!((start.delimiter, start.has_header), (delimiter, false));
        }
        let strange = format!("foo\tbar\nt1\t{TRAMS}\nb2\t{BUSES}\n");
        assert!(find(&strange).is_some_and(|start| start.has_header));
    }

    #[test]
    fn texts_are_no_tables() {
        for content in [
            format!("{TRAMS}\n\n{BUSES}\n"),
            format!("{TRAMS}\n{BUSES}\n"),
            format!("ICML 2026 Papers\n\n{TRAMS}\n\n{BUSES}\n"),
            format!("1.\t{TRAMS}\n"),
            "a\tb\nc\td\n".to_owned(),
        ] {
            assert!(find(&content).is_none(), "{content}");
        }
    }
}
