//! Tables of Markdown: cells between bars, a row of hyphens under the header.

use super::super::{Parsed, ReadOptions, columns::Columns, contents, error::Fault, fields::Field, lines};

/// Whether a header with a title or an abstract stands over a row of hyphens.
pub(super) fn is_in(content: &str, options: &ReadOptions) -> bool {
    find(content, options).is_some()
}

/// The records of the first table with papers.
pub(super) fn read(content: &str, options: &ReadOptions) -> Result<Parsed, Fault> {
    let mut parsed = Parsed { format: "markdown", keeps_cut_record: true, ..Parsed::default() };
    let Some(header) = find(content, options) else { return Ok(parsed) };
    let is_row = |(_, line): &(u64, &str)| line.contains('|');
    let mut rows = lines::numbered(content).skip_while(|(number, _)| *number < header).take_while(is_row);
    let names = rows.next().map_or_else(Vec::new, |(_, line)| cells(line));
    let rows: Vec<(u64, Vec<String>)> = rows.skip(1).map(|(number, line)| (number, cells(line))).collect();
    let sample: Vec<Vec<String>> =
        rows.iter().take(contents::SAMPLE_ROWS).map(|(_, row)| row.clone()).collect();
    let columns = Columns::headed(&names.iter().map(String::as_str).collect::<Vec<_>>(), &sample, options);
    columns.check(options, header)?;
    for (number, row) in &rows {
        parsed.records.push(columns.record(&row.iter().map(String::as_str).collect::<Vec<_>>(), *number));
    }
    Ok(parsed)
}

/// The line of the header.
fn find(content: &str, options: &ReadOptions) -> Option<u64> {
    let mut before: Option<(u64, &str)> = None;
    for (number, line) in lines::numbered(content) {
        if is_divider(line)
            && let Some((header, names)) = before
            && cells(names).iter().any(|name| tells(name, options))
        {
            return Some(header);
        }
        before = Some((number, line));
    }
    None
}

/// Whether the column `name` holds titles or abstracts, by its name or as a person says.
fn tells(name: &str, options: &ReadOptions) -> bool {
    let fields = [options.field(name), Field::named(name)];
    fields.into_iter().flatten().any(|(field, _)| matches!(field, Field::Title | Field::Abstract))
}

/// Whether `line` is the row of hyphens under a header.
pub(in crate::read) fn is_divider(line: &str) -> bool {
    line.contains("--") && line.contains('|') && line.chars().all(|c| "|-: \t".contains(c))
}

/// The cells of a row; a bar after a backslash is text.
fn cells(line: &str) -> Vec<String> {
    let line = line.trim();
    let line = line.strip_prefix('|').unwrap_or(line);
    let line = line.strip_suffix('|').filter(|line| !line.ends_with('\\')).unwrap_or(line);
    let mut cells = vec![String::new()];
    let mut escaped = false;
    for c in line.chars() {
        match (c, escaped) {
            ('|', false) => cells.push(String::new()),
            _ => cells.last_mut().into_iter().for_each(|cell| {
                if c == '|' {
                    cell.pop();
                }
                cell.push(c);
            }),
        }
        escaped = c == '\\' && !escaped;
    }
    cells.iter().map(|cell| cell.trim().to_owned()).collect()
}
