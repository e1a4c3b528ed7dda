//! Tables of cells between commas, tabs, semicolons or bars, with or without a header.

use super::{
    Format, Parsed, ReadOptions,
    columns::Columns,
    contents,
    error::Fault,
    header::{self, Start},
    headless, lines, markdown,
    rows::{self, Row, Rows},
};
use crate::{NotTaken, Reason};

/// A table of text.
pub(super) struct Csv;

impl Format for Csv {
    fn name(&self) -> &'static str {
        "csv"
    }

    fn recognises(&self, content: &str) -> bool {
        find(content).is_some_and(|start| start.delimiter != '|' || !markdown::holds_table(content))
    }

    fn read(&self, content: &str, options: &ReadOptions) -> Result<Parsed, Fault> {
        let start = find(content).unwrap_or_else(|| header::assumed(content));
        let format = if start.delimiter == '\t' { "tsv" } else { "csv" };
        let parsed = Parsed { format, keeps_cut_record: true, ..Parsed::default() };
        Table { parsed, options, delimiter: start.delimiter, columns: Columns::default() }
            .read(content, &start)
    }
}

fn find(content: &str) -> Option<Start> {
    header::find(content).or_else(|| headless::find(content))
}

struct Table<'a> {
    parsed: Parsed,
    options: &'a ReadOptions,
    delimiter: char,
    columns: Columns,
}

impl Table<'_> {
    fn read(mut self, content: &str, start: &Start) -> Result<Parsed, Fault> {
        if !start.has_header {
            self.columns = headless::columns(content, start, self.options);
            self.columns.check(self.options, 1)?;
        }
        for row in Rows::new(content, start.offset, start.delimiter) {
            match row {
                Row::OpenQuote(line) => self.set_aside_open_quote(line),
                Row::Cells(line, cells) if self.columns.len() == 0 => {
                    if !cells.iter().all(lines::is_blank) {
                        self.head(&cells.iter().collect::<Vec<_>>(), line, content, start)?;
                    }
                }
                Row::Cells(line, cells) => self.take(&cells.iter().collect::<Vec<_>>(), line),
            }
        }
        Ok(self.parsed)
    }

    fn head(&mut self, header: &[&str], line: u64, content: &str, start: &Start) -> Result<(), Fault> {
        let sample = rows::sample(content, start.offset, start.delimiter, contents::SAMPLE_ROWS);
        self.columns = Columns::headed(header, sample.get(1..).unwrap_or_default(), self.options);
        self.columns.check(self.options, line)
    }

    fn set_aside_open_quote(&mut self, line: u64) {
        let detail =
            "a quote opens here and never closes; write it twice if it is part of the text".to_owned();
        self.parsed.not_taken.push(NotTaken { line, reason: Reason::Unreadable, detail });
    }

    fn take(&mut self, row: &[&str], line: u64) {
        let is_blank = row.iter().all(|cell| lines::is_blank(cell));
        if is_blank && row.len() < self.columns.len().min(2) || !is_blank && self.columns.are_repeated_by(row)
        {
            return;
        }
        if self.delimiter == '|' && markdown::is_divider(&row.join("|")) {
            return;
        }
        if self.columns.are_missed_by(row) {
            let detail = format!("{} cells where the table has {}", row.len(), self.columns.len());
            self.parsed.not_taken.push(NotTaken { line, reason: Reason::Unreadable, detail });
        } else if let Some(mended) = self.columns.mended(row, self.delimiter) {
            let mended: Vec<&str> = mended.iter().map(AsRef::as_ref).collect();
            self.parsed.records.push(self.columns.record(&mended, line));
        } else {
            self.parsed.records.push(self.columns.record(row, line));
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::read::fields::Field;

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
    fn a_row_of_hyphens_between_bars_is_no_record() {
        let columns = vec![(Field::Abstract, "N".to_owned()), (Field::Title, "T".to_owned())];
        let options = ReadOptions { columns, ..ReadOptions::default() };
        let parsed = Csv.read("| T | N |\n|---|:-:|\n| A | late trams |\n", &options).unwrap();
        assert_eq!((parsed.records.len(), parsed.not_taken.len()), (1, 0));
        assert_eq!(parsed.records[0].title.as_deref(), Some("A"));
        assert_eq!(abstracts("title|abstract\n--|late trams\n"), ["late trams"]);
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

    const TRAMS: &str = "Trams are late in winter because the points freeze. We ask whether heating every third is enough, and it is.";
    const BUSES: &str = "Buses wait too long at stops with one door. Opening the rear door, where there is one, cuts the waiting time.";

    #[test]
    fn columns_without_names_are_told_by_their_cells() {
        let row = |id: &str, title: &str, authors: &str, text: &str| {
            format!("{id}\t{title}\t{authors}\t2024\thttps://example.org/{id}\t{text}\n")
        };
        let content = row("t1", "Heating the Points of Trams", "Ann Miller;Carl D. Weber", TRAMS)
            + &row("b2", "On the rear doors of buses", "Eva Braun;Ann Miller", BUSES);
        let parsed = read(&content);
        assert_eq!((parsed.format, parsed.records.len()), ("tsv", 2));
        let record = &parsed.records[1];
        assert_eq!((record.line, record.key.as_deref()), (2, Some("b2")));
        assert_eq!(record.title.as_deref(), Some("On the rear doors of buses"));
        assert_eq!(record.abstract_text.as_deref(), Some(BUSES));
        assert_eq!((record.fields.year, record.fields.authors.len()), (Some(2024), 2));
        assert_eq!(record.fields.url.as_deref(), Some("https://example.org/b2"));
    }

    #[test]
    fn headers_may_be_in_any_language() {
        for (header, text) in [
            ("Titel;Zusammenfassung;Jahr", "späte Bahnen"),
            ("Année;Titre;Résumé", "trams tardifs"),
            ("ano;título;resumo", "bondes tardios"),
            ("Título;Resumen;Año", "tranvías tardíos"),
            ("titolo;riassunto;anno", "tram in ritardo"),
            ("論文タイトル;要旨;発行年", "遅れる電車"),
            ("标题;摘要;年份", "晚点的电车"),
            ("제목;초록;연도", "늦은 전차"),
            ("Название;Аннотация;Год", "поздние трамваи"),
        ] {
            let cell = |name: &str| match Field::named(name) {
                Some((Field::Abstract, _)) => text,
                Some((Field::Year, _)) => "2024",
                _ => "T",
            };
            let row: Vec<&str> = header.split(';').map(cell).collect();
            let parsed = read(&format!("{header}\n{}\n", row.join(";")));
            let record = &parsed.records[0];
            assert_eq!(record.abstract_text.as_deref(), Some(text), "{header}");
            assert_eq!((record.title.as_deref(), record.fields.year), (Some("T"), Some(2024)), "{header}");
        }
    }

    #[test]
    fn prose_under_a_strange_name_is_the_abstract() {
        let table = |name: &str| {
            format!("title,{name},authors\nT,\"{TRAMS}\",\"Ng, A.\"\nB,\"{BUSES}\",\"Ng, B.\"\n")
        };
        assert_eq!(abstracts(&table("Desc")), [TRAMS, BUSES]);
        assert!(abstracts(&table("Review 1")).is_empty());
        assert_eq!(read(&table("Review 1")).records.len(), 2);
    }

    #[test]
    fn papers_without_an_abstract_column_keep_their_titles() {
        let parsed =
            read("title,authors,year\nLate trams,\"Ng, A.\",2024\nLost\nSlow buses,\"Ng, B.\",2025\n");
        let titles: Vec<_> = parsed.records.iter().filter_map(|record| record.title.as_deref()).collect();
        assert_eq!(titles, ["Late trams", "Lost", "Slow buses"]);
        assert!(parsed.records.iter().all(|record| record.abstract_text.is_none()));
    }

    #[test]
    fn a_person_may_name_the_columns() {
        let asked = |content: &str, field, name: &str| {
            let columns = vec![(field, name.to_owned())];
            Csv.read(content, &ReadOptions { columns, ..ReadOptions::default() })
        };
        let parsed = asked("title,summary,remarks\nT,a,late trams\n", Field::Abstract, "Remarks").unwrap();
        assert_eq!(parsed.records[0].abstract_text.as_deref(), Some("late trams"));
        let headless = format!("{TRAMS}\tshort text\n{BUSES}\tshort text\n");
        let parsed = asked(&headless, Field::Abstract, "2").unwrap();
        assert_eq!(parsed.records[0].abstract_text.as_deref(), Some("short text"));
        let Err(Fault::UnknownColumn { line, column, columns }) =
            asked("title,abstract\nT,A\n", Field::Year, "when")
        else {
            panic!()
        };
        assert_eq!((line, column.as_str(), columns.as_str()), (1, "when", "`title`, `abstract`"));
    }

    #[test]
    fn every_delimiter_works() {
        assert_eq!(abstracts("sep=;\r\ntitle;abstract\r\nT;late, trams\r\n"), ["late, trams"]);
        assert_eq!(abstracts("id|title|abstract\n1|T|late, trams; buses\n"), ["late, trams; buses"]);
        assert_eq!(abstracts("PT\tAU\tTI\tAB\tPY\nJ\tNg, A\tT\tlate trams\t2024\n"), ["late trams"]);
    }

    #[test]
    fn commas_of_an_abstract_without_quotes_are_kept() {
        let content = "title,abstract\nT,Trams, which are late, wait.\nB,\"Buses, too\",extra,cells\n";
        assert_eq!(abstracts(content), ["Trams, which are late, wait.", "Buses, too"]);
    }

    #[test]
    fn lines_before_the_header_are_no_papers() {
        let content = "Export of a library\n\"3 records, all new\"\n\nTitle,Authors,Abstract\nT,\"Ng, A.\",late trams\n";
        let parsed = read(content);
        assert_eq!((parsed.records.len(), parsed.records[0].line), (1, 5));
        assert_eq!(parsed.records[0].abstract_text.as_deref(), Some("late trams"));
    }

    fn table(rows: &[(String, String)], delimiter: char) -> String {
        let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
        rows.iter().fold(format!("title{delimiter}abstract\n"), |text, (title, cell)| {
            format!("{text}{}{delimiter}{}\n", quoted(title), quoted(cell))
        })
    }

    proptest! {
        #[test]
        fn rows_come_back_as_they_were(
            rows in prop::collection::vec(("[a-z\",;|\t\n]{1,12}x", "[a-z\",;|\t\n]{1,30}x"), 1..6),
            delimiter in prop::sample::select(header::DELIMITERS.to_vec()),
        ) {
            let found = Csv.read(&table(&rows, delimiter), &ReadOptions::default()).unwrap();
            let found: Vec<_> = found.records.into_iter().map(|r| (r.title.unwrap(), r.abstract_text.unwrap())).collect();
            let expected: Vec<_> = rows.into_iter().map(|(title, text)| (title.trim().to_owned(), text)).collect();
            prop_assert_eq!(found, expected);
        }

        #[test]
        fn a_cut_loses_nothing_before_it(
            rows in prop::collection::vec(("[a-z,]{1,9}x", "[a-z\n ]{1,30}x"), 2..6),
            place in any::<prop::sample::Index>(),
        ) {
            let whole = table(&rows, ',');
            let start = "title,abstract\n".len();
            let at = start + place.index(whole.len() - start);
            let all = Csv.read(&whole, &ReadOptions::default()).unwrap().records;
            let cut = Csv.read(&whole[..at], &ReadOptions::default()).unwrap();
            let kept = cut.records.len().saturating_sub(1);
            prop_assert_eq!(&cut.records[..kept], &all[..kept]);
            prop_assert!(cut.records.len() + cut.not_taken.len() >= whole[..at].matches("x\"\n").count());
        }
    }
}
