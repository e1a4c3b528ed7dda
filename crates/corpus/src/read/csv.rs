//! Tables with a header: cells between commas, tabs or semicolons.

use super::{
    Format, Parsed, ReadOptions,
    error::Fault,
    fields::{self, Field},
    header::{self, Start, unquoted},
    lines, quotes,
};
use crate::{Fields, NotTaken, Reason, Record};

/// A table whose first row names the columns.
pub(super) struct Csv;

impl Format for Csv {
    fn name(&self) -> &'static str {
        "csv"
    }

    fn recognises(&self, content: &str) -> bool {
        header::find(content).is_some()
    }

    fn read(&self, content: &str, options: &ReadOptions) -> Result<Parsed, Fault> {
        let Some(Start { offset, delimiter }) = header::find(content) else { return Ok(Parsed::default()) };
        let format = if delimiter == '\t' { "tsv" } else { "csv" };
        let parsed = Parsed { format, keeps_cut_record: true, ..Parsed::default() };
        Table { parsed, options, columns: Vec::new(), names: Vec::new() }.read(content, offset, delimiter)
    }
}

struct Table<'a> {
    parsed: Parsed,
    options: &'a ReadOptions,
    columns: Vec<Option<(Field, usize)>>,
    names: Vec<String>,
}

impl Table<'_> {
    fn read(mut self, content: &str, offset: usize, delimiter: char) -> Result<Parsed, Fault> {
        let mut counter = lines::Counter::new(content, 1);
        let mut start = Some(offset);
        while let Some(from) = start {
            start = self.read_rows(content, from, delimiter, &mut counter)?;
        }
        Ok(self.parsed)
    }

    /// Reads the rows from `start` on, up to a quote that never closes; where to go on after its line.
    fn read_rows(
        &mut self,
        content: &str,
        start: usize,
        delimiter: char,
        counter: &mut lines::Counter<'_>,
    ) -> Result<Option<usize>, Fault> {
        let mut reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .delimiter(delimiter as u8)
            .from_reader(&content.as_bytes()[start..]);
        let mut row = csv::StringRecord::new();
        loop {
            let begin = first_cell(content, start + reader.position().byte() as usize);
            if let Some(quote) = self.open_quote(&content[begin..], delimiter) {
                self.set_aside_open_quote(counter.line_at(begin + quote));
                return Ok(content[begin + quote..].find(['\n', '\r']).map(|length| begin + quote + length));
            }
            let Ok(true) = reader.read_record(&mut row) else { return Ok(None) };
            self.take(&row, counter.line_at(begin))?;
        }
    }

    /// Where a quote opens in the row at the start of `content` and never closes; the header is read as it is.
    fn open_quote(&self, content: &str, delimiter: char) -> Option<usize> {
        let columns = self.names.len();
        if columns == 0 { None } else { quotes::unclosed(content, delimiter, columns) }
    }

    fn set_aside_open_quote(&mut self, line: u64) {
        let detail =
            "a quote opens here and never closes; write it twice if it is part of the text".to_owned();
        self.parsed.not_taken.push(NotTaken { line, reason: Reason::Unreadable, detail });
    }

    fn take(&mut self, row: &csv::StringRecord, line: u64) -> Result<(), Fault> {
        if row.iter().all(lines::is_blank) {
            if self.names.is_empty() || row.len() < self.names.len().min(2) {
                return Ok(());
            }
        } else if self.names.is_empty() {
            return self.head(row, line);
        } else if row.iter().map(unquoted).eq(self.names.iter().map(String::as_str)) {
            return Ok(());
        }
        if self.cell(row, Field::Abstract).is_none() && row.len() != self.names.len() {
            let detail = format!("{} cells where the header has {}", row.len(), self.names.len());
            self.parsed.not_taken.push(NotTaken { line, reason: Reason::Unreadable, detail });
        } else {
            self.parsed.records.push(self.record(row, line));
        }
        Ok(())
    }

    fn head(&mut self, row: &csv::StringRecord, line: u64) -> Result<(), Fault> {
        self.names = row.iter().map(|name| unquoted(name).to_owned()).collect();
        self.columns = self.names.iter().map(|name| self.options.field(name)).collect();
        if self.columns.iter().flatten().any(|(field, _)| *field == Field::Abstract) {
            return Ok(());
        }
        let columns: Vec<String> = self.names.iter().map(|name| format!("`{name}`")).collect();
        Err(Fault::NoAbstractColumn { line, columns: columns.join(", ") })
    }

    /// The cell of the most trusted column that has one.
    fn cell<'a>(&self, row: &'a csv::StringRecord, field: Field) -> Option<&'a str> {
        let columns = self.columns.iter().zip(row).filter_map(|(column, cell)| {
            let (named, rank) = (*column)?;
            (named == field && !lines::is_blank(cell)).then_some((rank, cell))
        });
        columns.min_by_key(|(rank, _)| *rank).map(|(_, cell)| cell)
    }

    fn record(&self, row: &csv::StringRecord, line: u64) -> Record {
        let text = |field| self.cell(row, field).and_then(fields::present);
        let list = |field, separator| {
            self.cell(row, field).map_or_else(Vec::new, |c| fields::split_list(c, separator))
        };
        Record {
            line,
            key: text(Field::Key),
            title: text(Field::Title),
            abstract_text: self.cell(row, Field::Abstract).map(str::to_owned),
            fields: Fields {
                authors: list(Field::Authors, None),
                year: self.cell(row, Field::Year).and_then(fields::year),
                venue: text(Field::Venue),
                doi: self.cell(row, Field::Doi).and_then(fields::doi),
                url: text(Field::Url),
                keywords: list(Field::Keywords, Some(',')),
                decision: text(Field::Decision),
            },
        }
    }
}

/// Where the row that the reader places at `start` begins: blank lines before it belong to no row.
fn first_cell(content: &str, start: usize) -> usize {
    let start = start.min(content.len());
    let blank = content.as_bytes()[start..].iter().take_while(|byte| matches!(byte, b'\n' | b'\r')).count();
    start + blank
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(content: &str) -> Parsed {
        assert!(Csv.recognises(content), "{content}");
        Csv.read(content, &ReadOptions::default()).unwrap()
    }

    fn abstracts(content: &str) -> Vec<String> {
        read(content).records.into_iter().filter_map(|record| record.abstract_text).collect()
    }

    #[test]
    fn quoted_cells_keep_breaks_quotes_and_commas() {
        let content = "title,abstract\r\nA,\"late, \"\"very\"\" late\r\n\r\ntrams\"\r\n\r\nB,buses\r\n";
        assert_eq!(abstracts(content), ["late, \"very\" late\r\n\r\ntrams", "buses"]);
        let lines: Vec<u64> = read(content).records.iter().map(|record| record.line).collect();
        assert_eq!(lines, [2, 6]);
    }

    #[test]
    fn headers_are_free_in_case_space_and_order() {
        let content = "\u{feff} Abstract ;ABSTRACT_LEN;Title;authors\nlate trams;10;T;Ng, A.\n";
        let record = &read(content).records[0];
        assert_eq!(record.abstract_text.as_deref(), Some("late trams"));
        assert_eq!(record.fields.authors, ["Ng, A."]);
        assert_eq!(abstracts("title\tabstract\nT\tlate trams\n"), ["late trams"]);
        assert_eq!(abstracts("abstract\nlate trams\n"), ["late trams"]);
    }

    #[test]
    fn a_ragged_row_is_kept_or_named() {
        let parsed = read("title,abstract,year\nT1,late trams\nT2\nT3,buses,2024,more\n");
        assert_eq!(parsed.records.len(), 2);
        assert_eq!((parsed.not_taken[0].line, parsed.not_taken[0].reason), (3, Reason::Unreadable));
    }

    #[test]
    fn a_quote_that_never_closes_costs_one_row() {
        for (third, sixth) in [
            ("T3,\"late trams,2024", "T6,buses,2024"),
            ("T3,\"late trams,2024", "T6,\"buses, too\",2024"),
            ("T3,\"late trams,2024", "T6,\"bus\n\nlines\",2024"),
            ("\"T3,late trams,2024", "\"T6\",\"buses\",2024"),
            ("T3,\"late trams,2024", "T6,12\" wheels,2024"),
            ("T3,trams,\"2024", "T6,\"\",2024"),
        ] {
            let row = |i| match i {
                3 => third.to_owned() + "\n",
                6 => sixth.to_owned() + "\n",
                i => format!("T{i},ships,2024\n"),
            };
            let parsed =
                read(&(1..9).map(row).fold("title,abstract,year\n".to_owned(), |text, row| text + &row));
            assert_eq!(parsed.records.len(), 7, "{third} {sixth}");
            assert_eq!(parsed.records.last().map(|r| r.line), Some(9 + sixth.matches('\n').count() as u64));
            let faults: Vec<_> = parsed.not_taken.iter().map(|fault| (fault.line, fault.reason)).collect();
            assert_eq!(faults, [(4, Reason::Unreadable)], "{third} {sixth}");
            assert!(parsed.not_taken[0].detail.starts_with("a quote opens here and never closes"));
        }
    }

    #[test]
    fn an_early_end_within_quotes_costs_the_last_row() {
        let parsed = read("title,abstract\nA,x y\nB,\"late tra");
        assert_eq!((parsed.records.len(), parsed.not_taken[0].line), (1, 3));
    }

    #[test]
    fn a_second_header_is_no_paper() {
        assert_eq!(abstracts("title,abstract\nA,x y\n\u{feff}title,abstract\nB,z\n"), ["x y", "z"]);
    }

    #[test]
    fn without_abstracts_the_columns_are_named() {
        let content = "title,year\nA,2024\n";
        assert!(Csv.recognises(content));
        let Err(Fault::NoAbstractColumn { line, columns }) = Csv.read(content, &ReadOptions::default())
        else {
            panic!()
        };
        assert_eq!((line, columns.as_str()), (1, "`title`, `year`"));
    }

    #[test]
    fn a_header_may_be_very_wide() {
        let names: Vec<String> = (0..20_000).map(|i| format!("column_{i}")).collect();
        let cells = ",x".repeat(names.len());
        let parsed = read(&format!("abstract,{}\nlate trams{cells}\n", names.join(",")));
        assert_eq!(parsed.records[0].abstract_text.as_deref(), Some("late trams"));
    }

    #[test]
    fn comments_before_the_header_are_skipped() {
        let parsed = read("# made, by hand\n#\n\ntitle,abstract\nT,late trams\n");
        assert_eq!((parsed.records.len(), parsed.records[0].line), (1, 5));
        assert_eq!(parsed.records[0].abstract_text.as_deref(), Some("late trams"));
        assert_eq!(abstracts("# id,title,abstract\n1,T,late trams\n"), ["late trams"]);
    }

    #[test]
    fn strange_columns_are_named() {
        for content in [
            "foo,bar\nt,\"Late trams, again.\"\nu,\"Buses.\"",
            "# comment\nfoo,bar\nt,\"Late\n\ntrams.\"\nu,\"Buses.\"\n",
            "foo\tbar\nt\tLate trams.\nu\tBuses.\n",
        ] {
            assert!(Csv.recognises(content), "{content}");
            let Err(Fault::NoAbstractColumn { columns, .. }) = Csv.read(content, &ReadOptions::default())
            else {
                panic!("{content}")
            };
            assert_eq!(columns, "`foo`, `bar`", "{content}");
        }
    }
}
