//! Rows of a table of delimited cells.

use super::{lines, quotes};

/// How many bytes at the start of a table tell what it is.
pub(super) const SAMPLE_BYTES: usize = 1 << 20;

/// What stands in a table.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Row {
    /// Cells, and the line on which they start.
    Cells(u64, csv::StringRecord),
    /// A quote that opens a cell on this line and never closes; its line is passed over, or the rest of a cut dump.
    OpenQuote(u64),
}

/// Reads rows; how many cells the first one has tells later where a quote never closes.
pub(super) struct Rows<'a> {
    content: &'a str,
    delimiter: char,
    has_quotes: bool,
    columns: usize,
    counter: lines::Counter<'a>,
    reader: csv::Reader<&'a [u8]>,
    /// Offset at which `reader` started.
    start: usize,
}

impl<'a> Rows<'a> {
    /// The rows of `content` from `start` on; quotes are plain text in a table of tabs that uses them so.
    pub(super) fn new(content: &'a str, start: usize, delimiter: char) -> Self {
        let sample = &content[start..content.floor_char_boundary(start + SAMPLE_BYTES)];
        let has_quotes = delimiter != '\t' || quotes::enclose_cells(sample, delimiter);
        Self {
            content,
            delimiter,
            has_quotes,
            columns: 0,
            counter: lines::Counter::new(content, 1),
            reader: reader(&content[start..], delimiter, has_quotes),
            start,
        }
    }

    /// Passes over the line with the quote at `quote`, or over all that follows where the content ends in its cell.
    fn pass_over(&mut self, quote: usize) -> Row {
        let rest = &self.content[quote..];
        let is_cut = quotes::is_cut(self.content, quote, self.delimiter, self.columns);
        let line = if is_cut { None } else { rest.find(['\n', '\r']) };
        self.start = quote + line.unwrap_or(rest.len());
        self.reader = reader(&self.content[self.start..], self.delimiter, self.has_quotes);
        Row::OpenQuote(self.counter.line_at(quote))
    }
}

impl Iterator for Rows<'_> {
    type Item = Row;

    fn next(&mut self) -> Option<Row> {
        let begin = first_cell(self.content, self.start + self.reader.position().byte() as usize);
        if self.has_quotes
            && self.columns > 0
            && let Some(quote) = quotes::unclosed(&self.content[begin..], self.delimiter, self.columns)
        {
            return Some(self.pass_over(begin + quote));
        }
        let mut cells = csv::StringRecord::new();
        if !self.reader.read_record(&mut cells).unwrap_or(false) {
            return None;
        }
        if self.columns == 0 && !cells.iter().all(lines::is_blank) {
            self.columns = cells.len();
        }
        Some(Row::Cells(self.counter.line_at(begin), cells))
    }
}

fn reader(content: &str, delimiter: char, has_quotes: bool) -> csv::Reader<&[u8]> {
    csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .quoting(has_quotes)
        .delimiter(delimiter as u8)
        .from_reader(content.as_bytes())
}

/// Where the row that the reader places at `start` begins: blank lines before it belong to no row.
fn first_cell(content: &str, start: usize) -> usize {
    let start = start.min(content.len());
    let blank = content.as_bytes()[start..].iter().take_while(|byte| matches!(byte, b'\n' | b'\r')).count();
    start + blank
}

/// The first rows of `content` from `start` on that fit into a sample, whole ones, at most `count`.
pub(super) fn sample(content: &str, start: usize, delimiter: char, count: usize) -> Vec<Vec<String>> {
    let end = content.floor_char_boundary(start + SAMPLE_BYTES);
    let cells = |row| match row {
        Row::Cells(_, cells) if !cells.iter().all(lines::is_blank) => {
            Some(cells.iter().map(str::to_owned).collect())
        }
        _ => None,
    };
    let mut rows: Vec<Vec<String>> =
        Rows::new(&content[..end], start, delimiter).filter_map(cells).take(count).collect();
    if end < content.len() && rows.len() < count && rows.len() > 1 {
        rows.pop();
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(content: &str, delimiter: char) -> Vec<Vec<String>> {
        sample(content, 0, delimiter, 100)
    }

    #[test]
    fn rows_know_their_lines() {
        let content = "a,b\r\n\r\nc,\"d\ne\"\nf,\"g\nh,i\n";
        let lines: Vec<_> = Rows::new(content, 0, ',')
            .map(|row| match row {
                Row::Cells(line, cells) => (line, cells.len()),
                Row::OpenQuote(line) => (line, 0),
            })
            .collect();
        assert_eq!(lines, [(1, 2), (3, 2), (5, 0), (6, 2)]);
    }

    #[test]
    fn quotes_between_tabs_may_be_text() {
        let content = "\"Why?\" they ask\tb\n\"c\td\n";
        assert_eq!(cells(content, '\t'), [["\"Why?\" they ask", "b"], ["\"c", "d"]]);
        assert_eq!(cells("\"a\tb\"\tc\n\"d\ne\"\tf\n", '\t'), [["a\tb", "c"], ["d\ne", "f"]]);
    }
}
