//! Workbooks: every sheet that holds a table of papers.

use std::io::Cursor;

use calamine::{DataRef, ExcelDateTime, Reader, Xlsx};

use super::{Parsed, ReadOptions, columns::Columns, contents, error::Fault, fields::Field, lines, names};
use crate::{NotTaken, Reason};

/// The records of the workbook in `bytes`; sheets without papers are passed over, and lines are numbers of rows.
///
/// # Errors
///
/// [`Fault::NotADump`] when the workbook cannot be opened; where no sheet holds papers, what is wrong with the first
/// one that holds anything.
pub(super) fn read(bytes: &[u8], options: &ReadOptions) -> Result<Parsed, Fault> {
    let damaged = |fault| Fault::NotADump(format!("a damaged XLSX workbook ({fault})"));
    let mut workbook: Xlsx<_> = Xlsx::new(Cursor::new(bytes)).map_err(damaged)?;
    let mut parsed = Parsed { format: "xlsx", ..Parsed::default() };
    let mut refused = None;
    for name in workbook.sheet_names() {
        let sheet = Sheet::read(&mut workbook, &name);
        if let Err(fault) = sheet.read_into(&mut parsed, options) {
            refused = refused.or(Some(fault));
        }
    }
    match refused {
        Some(fault) if parsed.records.is_empty() && parsed.not_taken.is_empty() => Err(fault),
        _ => Ok(parsed),
    }
}

/// The cells of a row that say something, with their columns from 0, and the number of the row from 1.
type SheetRow = (u64, Vec<(u32, String)>);

/// The rows of a sheet that say something.
#[derive(Default)]
struct Sheet {
    rows: Vec<SheetRow>,
    /// Where and why reading stopped early.
    fault: Option<(u64, String)>,
}

impl Sheet {
    fn read(workbook: &mut Xlsx<Cursor<&[u8]>>, name: &str) -> Self {
        let mut sheet = Self::default();
        let mut line = 1;
        let outcome = workbook.worksheet_cells_reader(name).and_then(|mut cells| {
            while let Some(cell) = cells.next_cell()? {
                let (row, column) = cell.get_position();
                line = u64::from(row) + 1;
                sheet.push(line, column, text(cell.get_value()));
            }
            Ok(())
        });
        sheet.fault = outcome.err().map(|fault| (line, fault.to_string()));
        sheet
    }

    fn push(&mut self, line: u64, column: u32, text: String) {
        if lines::is_blank(&text) {
            return;
        }
        match self.rows.last_mut() {
            Some((last, cells)) if *last == line => cells.push((column, text)),
            _ => self.rows.push((line, vec![(column, text)])),
        }
    }

    fn read_into(self, parsed: &mut Parsed, options: &ReadOptions) -> Result<(), Fault> {
        if self.rows.is_empty() {
            self.report_fault(parsed);
            return Ok(());
        }
        let (columns, first) = self.columns(options);
        columns.check(options, self.rows[first.saturating_sub(1)].0)?;
        for (line, cells) in &self.rows[first..] {
            let row = dense(cells, columns.len());
            if !columns.are_repeated_by(&row) && !row.iter().all(|cell| lines::is_blank(cell)) {
                parsed.records.push(columns.record(&row, *line));
            }
        }
        self.report_fault(parsed);
        Ok(())
    }

    fn report_fault(self, parsed: &mut Parsed) {
        if let Some((line, detail)) = self.fault {
            let detail = format!("the sheet cannot be read on: {detail}");
            parsed.not_taken.push(NotTaken { line, reason: Reason::Unreadable, detail });
        }
    }

    /// The columns, and which row is the first of the table.
    fn columns(&self, options: &ReadOptions) -> (Columns, usize) {
        let header = self.header(options);
        let first = header.map_or(0, |header| header + 1);
        let names = &self.rows[header.unwrap_or(0)].1;
        let width = names.iter().map(|(column, _)| *column as usize + 1).max().unwrap_or(0);
        let end = self.rows.len().min(first + contents::SAMPLE_ROWS);
        let sample: Vec<Vec<String>> =
            self.rows[first..end].iter().map(|(_, row)| owned(&dense(row, width))).collect();
        match header {
            Some(_) => (Columns::headed(&dense(names, width), &sample, options), first),
            None => (Columns::headless(&sample, options), first),
        }
    }

    /// The row among the first that names the most columns; the very first one, where none does and its cells are
    /// short.
    fn header(&self, options: &ReadOptions) -> Option<usize> {
        const LATEST: usize = 20;
        const LONGEST_NAME: usize = 40;
        let named = |at: &usize| {
            let cells = self.rows[*at].1.iter().filter_map(|(_, cell)| options.field(cell));
            let cells: Vec<_> = cells.collect();
            let tells = cells.iter().any(|(field, rank)| {
                *field == Field::Title || *field == Field::Abstract && *rank < names::EXPLICIT_ABSTRACTS
            });
            if tells { cells.len() } else { 0 }
        };
        let best = (0..self.rows.len().min(LATEST)).rev().max_by_key(named).filter(|at| named(at) > 0);
        let short =
            |cells: &[(u32, String)]| cells.iter().all(|(_, cell)| cell.chars().count() <= LONGEST_NAME);
        best.or_else(|| self.rows.first().filter(|(_, cells)| short(cells)).map(|_| 0))
    }
}

/// The first `width` cells of a row.
fn dense(cells: &[(u32, String)], width: usize) -> Vec<&str> {
    let mut row = vec![""; width];
    for (column, text) in cells {
        if let Some(cell) = row.get_mut(*column as usize) {
            *cell = text;
        }
    }
    row
}

fn owned(row: &[&str]) -> Vec<String> {
    row.iter().map(|cell| (*cell).to_owned()).collect()
}

/// The text of a cell; for a formula, that of its stored value.
fn text(value: &DataRef<'_>) -> String {
    match value {
        DataRef::Int(number) => number.to_string(),
        DataRef::Float(number) => number.to_string(),
        DataRef::String(text) | DataRef::DateTimeIso(text) => text.clone(),
        DataRef::SharedString(text) => (*text).to_owned(),
        DataRef::Bool(truth) => truth.to_string(),
        DataRef::DateTime(time) => date(time),
        DataRef::DurationIso(_) | DataRef::Error(_) | DataRef::Empty => String::new(),
    }
}

/// A date as `2026-05-01`; a time of day has none.
fn date(time: &ExcelDateTime) -> String {
    /// The last day of the year 9999.
    const LAST_DAY: f64 = 2_958_465.0;
    if !time.is_datetime() || !(1.0..=LAST_DAY).contains(&time.as_f64()) {
        return String::new();
    }
    let (year, month, day, ..) = time.to_ymd_hms_milli();
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use proptest::prelude::*;
    use zip::{ZipWriter, write::SimpleFileOptions};

    use super::*;
    use crate::Record;

    const TRAMS: &str = "Trams are late in winter because the points freeze. We ask whether heating every third point is enough.";
    const BUSES: &str = "Buses wait too long at stops with one door. Opening the rear door for riders with passes helps them.";
    const MAIN: &str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    const OFFICE: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    const PACKAGE: &str = "http://schemas.openxmlformats.org/package/2006/relationships";

    fn text(place: &str, text: &str) -> String {
        format!("<c r=\"{place}\" t=\"inlineStr\"><is><t>{text}</t></is></c>")
    }

    fn row(number: u32, cells: &str) -> String {
        format!("<row r=\"{number}\">{cells}</row>")
    }

    /// A workbook whose sheets have these rows; the style 1 is a date.
    fn workbook(sheets: &[String]) -> Vec<u8> {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        let mut add = |name: &str, content: &str| {
            zip.start_file(name, SimpleFileOptions::default()).unwrap();
            zip.write_all(content.as_bytes()).unwrap();
        };
        add(
            "_rels/.rels",
            &format!(
                "<Relationships xmlns=\"{PACKAGE}\"><Relationship Id=\"r1\" Type=\"{OFFICE}/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>"
            ),
        );
        let each = |part: &dyn Fn(usize) -> String| (1..=sheets.len()).map(part).collect::<String>();
        let listed = each(&|i| format!("<sheet name=\"S{i}\" sheetId=\"{i}\" r:id=\"r{i}\"/>"));
        add(
            "xl/workbook.xml",
            &format!("<workbook xmlns=\"{MAIN}\" xmlns:r=\"{OFFICE}\"><sheets>{listed}</sheets></workbook>"),
        );
        let related = each(&|i| {
            format!(
                "<Relationship Id=\"r{i}\" Type=\"{OFFICE}/worksheet\" Target=\"worksheets/sheet{i}.xml\"/>"
            )
        });
        add(
            "xl/_rels/workbook.xml.rels",
            &format!("<Relationships xmlns=\"{PACKAGE}\">{related}</Relationships>"),
        );
        add(
            "xl/styles.xml",
            &format!(
                "<styleSheet xmlns=\"{MAIN}\"><cellXfs><xf numFmtId=\"0\"/><xf numFmtId=\"14\"/></cellXfs></styleSheet>"
            ),
        );
        for (number, rows) in sheets.iter().enumerate() {
            let sheet = format!("<worksheet xmlns=\"{MAIN}\"><sheetData>{rows}</sheetData></worksheet>");
            add(&format!("xl/worksheets/sheet{}.xml", number + 1), &sheet);
        }
        zip.finish().unwrap().into_inner()
    }

    fn papers() -> String {
        let header = [("A2", "Title"), ("B2", "Abstract"), ("C2", "Date"), ("D2", "Paper ID")];
        [
            row(1, &text("A1", "Papers of the day")),
            row(2, &header.map(|(place, name)| text(place, name)).concat()),
            row(4, &(text("A4", "Late Trams") + &text("B4", TRAMS) + "<c r=\"C4\" s=\"1\"><v>46143</v></c><c r=\"D4\"><v>17</v></c>")),
            row(5, &(text("A5", "Slow Buses") + &format!("<c r=\"B5\" t=\"str\"><f>A5&amp;A6</f><v>{BUSES}</v></c><c r=\"D5\" t=\"e\"><v>#N/A</v></c>"))),
        ]
        .concat()
    }

    fn records(sheets: &[String]) -> Vec<Record> {
        read(&workbook(sheets), &ReadOptions::default()).unwrap().records
    }

    #[test]
    fn every_sheet_with_papers_is_read() {
        let rooms = row(1, &(text("A1", "Room") + &text("B1", "Chair")))
            + &row(2, &(text("A2", "East") + &text("B2", "Ann")));
        let titles = row(1, &(text("A1", "Paper Title") + &text("B1", "Authors")))
            + &row(2, &(text("A2", "On Ships") + &text("B2", "Ann Miller, Eva Braun")));
        let records = records(&[rooms, papers(), titles]);
        let found: Vec<_> =
            records.iter().map(|r| (r.line, r.title.as_deref(), r.abstract_text.as_deref())).collect();
        let expected = [
            (4, Some("Late Trams"), Some(TRAMS)),
            (5, Some("Slow Buses"), Some(BUSES)),
            (2, Some("On Ships"), None),
        ];
        assert_eq!(found, expected);
        assert_eq!((records[0].key.as_deref(), records[0].fields.year), (Some("17"), Some(2026)));
        assert_eq!((records[1].key.as_deref(), records[2].fields.authors.len()), (None, 2));
    }

    #[test]
    fn a_sheet_without_a_header_is_read() {
        let line = |number: u32, title: &str, prose: &str| {
            row(number, &(text(&format!("A{number}"), title) + &text(&format!("B{number}"), prose)))
        };
        let records = records(&[line(1, "Late Trams in the Winter of the Year", TRAMS)
            + &line(2, "Slow Buses in Two Small Towns", BUSES)]);
        let titles: Vec<_> = records.iter().filter_map(|record| record.title.as_deref()).collect();
        assert_eq!(titles, ["Late Trams in the Winter of the Year", "Slow Buses in Two Small Towns"]);
    }

    #[test]
    fn a_workbook_without_papers_names_its_columns() {
        let rooms = row(1, &(text("A1", "Room") + &text("B1", "Chair"))) + &row(2, &text("A2", "East"));
        let Err(Fault::NoAbstractColumn { line, columns }) =
            read(&workbook(&[rooms]), &ReadOptions::default())
        else {
            panic!()
        };
        assert_eq!((line, columns.as_str()), (1, "`Room`, `Chair`"));
        assert!(records(&[String::new()]).is_empty());
        assert!(matches!(read(b"PK\x03\x04", &ReadOptions::default()), Err(Fault::NotADump(_))));
    }

    #[test]
    fn a_person_may_name_the_columns_of_one_sheet() {
        let columns = vec![(Field::Title, "Paper ID".to_owned())];
        let options = ReadOptions { columns, ..ReadOptions::default() };
        let titles = row(1, &(text("A1", "Paper Title") + &text("B1", "Authors")));
        let parsed = read(&workbook(&[titles, papers()]), &options).unwrap();
        assert_eq!(parsed.records[0].title.as_deref(), Some("17"));
    }

    #[test]
    fn a_sheet_that_stops_keeps_its_rows() {
        let cut =
            papers() + "<row r=\"6\"><c r=\"A6\" t=\"inlineStr\"><is><t>On Ships</t></is></c><c r=\"B6\"";
        let parsed = read(&workbook(&[cut]), &ReadOptions::default()).unwrap();
        let lines: Vec<u64> = parsed.records.iter().map(|record| record.line).collect();
        assert!(lines.starts_with(&[4, 5]), "{lines:?}");
        assert_eq!((parsed.not_taken.len(), parsed.not_taken[0].reason), (1, Reason::Unreadable));
    }

    #[test]
    fn far_cells_take_no_memory() {
        let far = papers() + &row(1_048_576, &text("XFD1048576", "far"));
        assert_eq!(records(&[far]).len(), 2);
    }

    proptest! {
        #[test]
        fn damage_breaks_nothing(edits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6)) {
            let mut bytes = workbook(&[papers()]);
            for (place, byte) in edits {
                let at = place.index(bytes.len());
                bytes[at] = byte;
            }
            let _ = read(&bytes, &ReadOptions::default());
        }

        #[test]
        fn damaged_sheets_break_nothing(
            edits in prop::collection::vec((any::<prop::sample::Index>(), prop::sample::select(b"<>/\"=&;A19 -".to_vec())), 1..6),
        ) {
            let mut sheet = papers().into_bytes();
            for (place, byte) in edits {
                let at = place.index(sheet.len());
                sheet[at] = byte;
            }
            let sheet = String::from_utf8(sheet).unwrap();
            let _ = read(&workbook(&[sheet]), &ReadOptions::default());
        }
    }
}
