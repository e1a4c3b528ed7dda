//! Which column of a table holds which field, and records from its rows.

use std::borrow::Cow;

use super::{
    ReadOptions, contents,
    error::Fault,
    fields::{self, Field},
    lines,
};
use crate::{Fields, Record};

/// The columns of a table.
#[derive(Debug, Default)]
pub(super) struct Columns {
    names: Vec<String>,
    fields: Vec<Option<(Field, usize)>>,
}

/// Parts of a column's name that say that its prose is no abstract, or not for everyone.
const NO_ABSTRACT: [&str; 26] = [
    "review",
    "comment",
    "rebuttal",
    "response",
    "feedback",
    "rating",
    "reason",
    "strength",
    "weakness",
    "question",
    "change",
    "note",
    "mail",
    "address",
    "affil",
    "author",
    "bio",
    "reference",
    "citation",
    "cited",
    "fund",
    "acknowledg",
    "title",
    "paper_text",
    "full",
    "tldr",
];

/// Tags by which Web of Science heads the columns of its tables.
const TAGS: [(&str, Field); 10] = [
    ("UT", Field::Key),
    ("TI", Field::Title),
    ("AB", Field::Abstract),
    ("AF", Field::Authors),
    ("AU", Field::Authors),
    ("PY", Field::Year),
    ("SO", Field::Venue),
    ("DI", Field::Doi),
    ("DE", Field::Keywords),
    ("ID", Field::Keywords),
];

impl Columns {
    /// Columns of the names that a header gives; where none is called an abstract, the prose in `rows` tells.
    pub(super) fn headed(header: &[&str], rows: &[Vec<String>], options: &ReadOptions) -> Self {
        let names: Vec<String> = header.iter().map(|name| unquoted(name).to_owned()).collect();
        let fields = if ["TI", "AU"].iter().all(|tag| names.iter().any(|name| name == tag)) {
            names.iter().map(|name| tagged(name, options)).collect()
        } else {
            names.iter().map(|name| options.field(name)).collect()
        };
        let mut columns = Self { names, fields };
        if !columns.hold(Field::Abstract) && options.column(Field::Abstract).is_none() {
            columns.guess_abstract(rows);
        }
        columns
    }

    /// Columns without names: the cells of `rows` tell their fields; they are called by their numbers from 1.
    pub(super) fn headless(rows: &[Vec<String>], options: &ReadOptions) -> Self {
        let width = rows.first().map_or(0, Vec::len);
        let names: Vec<String> = (1..=width).map(|number| number.to_string()).collect();
        let free = |field: &Field| options.column(*field).is_none();
        let told =
            contents::fields(rows, width).into_iter().map(|field| field.filter(free).map(|field| (field, 0)));
        let fields = names.iter().zip(told).map(|(name, told)| options.field(name).or(told)).collect();
        Self { names, fields }
    }

    fn guess_abstract(&mut self, rows: &[Vec<String>]) {
        let may = |at: usize| {
            let name = fields::normal(&self.names[at]);
            self.fields[at].is_none() && !NO_ABSTRACT.iter().any(|part| name.contains(part))
        };
        if let Some(at) = contents::abstracts(rows, self.names.len(), may) {
            self.fields[at] = Some((Field::Abstract, 0));
        }
    }

    /// How many columns there are.
    pub(super) fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether a column holds `field`.
    pub(super) fn hold(&self, field: Field) -> bool {
        self.fields.iter().flatten().any(|(named, _)| *named == field)
    }

    /// Whether the rows are papers: there are abstracts, or titles with what papers have besides.
    pub(super) fn hold_papers(&self, options: &ReadOptions) -> bool {
        let sure = [Field::Authors, Field::Venue, Field::Doi, Field::Keywords, Field::Decision];
        let rest = [Field::Key, Field::Year, Field::Url];
        let beside = || {
            sure.iter().any(|field| self.hold(*field)) || rest.iter().filter(|f| self.hold(**f)).count() > 1
        };
        self.hold(Field::Abstract)
            || self.hold(Field::Title) && (options.column(Field::Title).is_some() || beside())
    }

    /// The names, quoted.
    pub(super) fn listed(&self) -> String {
        self.names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
    }

    /// Whether there is a column that a person calls `name`.
    pub(super) fn are_called(&self, name: &str) -> bool {
        let name = fields::normal(name);
        self.names.iter().any(|column| fields::normal(column) == name)
    }

    /// Whether the columns that a person named are there and the rows are papers.
    pub(super) fn check(&self, options: &ReadOptions, line: u64) -> Result<(), Fault> {
        if let Some((_, column)) = options.columns.iter().find(|(_, name)| !self.are_called(name)) {
            return Err(Fault::UnknownColumn { line, column: column.clone(), columns: self.listed() });
        }
        if self.hold_papers(options) {
            Ok(())
        } else {
            Err(Fault::NoAbstractColumn { line, columns: self.listed() })
        }
    }

    /// Whether `row` is the header once more.
    pub(super) fn are_repeated_by(&self, row: &[&str]) -> bool {
        row.iter().map(|cell| unquoted(cell)).eq(self.names.iter().map(String::as_str))
    }

    /// Whether `row` has another number of cells and lacks what it is there for: the abstract, or the title where no
    /// column holds abstracts.
    pub(super) fn are_missed_by(&self, row: &[&str]) -> bool {
        let field = if self.hold(Field::Abstract) { Field::Abstract } else { Field::Title };
        row.len() != self.len() && self.cell(row, field).is_none()
    }

    /// The cell of the most trusted column that has one.
    fn cell<'a>(&self, row: &[&'a str], field: Field) -> Option<&'a str> {
        let columns = self.fields.iter().zip(row).filter_map(|(column, cell)| {
            let (named, rank) = (*column)?;
            (named == field && !lines::is_blank(cell)).then_some((rank, *cell))
        });
        columns.min_by_key(|(rank, _)| *rank).map(|(_, cell)| cell.trim_start_matches('\u{feff}'))
    }

    /// `row`, or the row that it was meant to be: where the last column holds the abstract and further cells start with
    /// a space, they are the rest of a text whose delimiters were not quoted.
    pub(super) fn mended<'a>(&self, row: &[&'a str], delimiter: char) -> Option<Vec<Cow<'a, str>>> {
        let last = self.len().checked_sub(1)?;
        let rest = row.get(self.len()..).filter(|rest| !rest.is_empty())?;
        let is_abstract = matches!(self.fields[last], Some((Field::Abstract, _)));
        if !is_abstract || !rest.iter().all(|cell| cell.starts_with(' ')) {
            return None;
        }
        let mut mended: Vec<Cow<'_, str>> = row[..last].iter().map(|cell| Cow::Borrowed(*cell)).collect();
        mended.push(row[last..].join(delimiter.encode_utf8(&mut [0; 4])).into());
        Some(mended)
    }

    /// The record of `row`, which starts on `line`.
    pub(super) fn record(&self, row: &[&str], line: u64) -> Record {
        let text = |field| self.cell(row, field).and_then(fields::present);
        let list = |field, read: fn(&str) -> Vec<String>| self.cell(row, field).map_or_else(Vec::new, read);
        Record {
            line,
            key: text(Field::Key),
            title: text(Field::Title),
            abstract_text: self.cell(row, Field::Abstract).map(str::to_owned),
            fields: Fields {
                authors: list(Field::Authors, fields::people),
                year: self.cell(row, Field::Year).and_then(fields::year),
                venue: text(Field::Venue),
                doi: self.cell(row, Field::Doi).and_then(fields::doi),
                url: text(Field::Url),
                keywords: list(Field::Keywords, |cell| fields::split_list(cell, Some(','))),
                decision: text(Field::Decision),
            },
        }
    }
}

fn tagged(name: &str, options: &ReadOptions) -> Option<(Field, usize)> {
    let named = options.field(name).filter(|(field, _)| options.column(*field).is_some());
    let free = |(_, (_, field)): &(usize, (&str, Field))| options.column(*field).is_none();
    let tag = || TAGS.into_iter().enumerate().find(|(_, (tag, _))| *tag == name);
    named.or_else(|| tag().filter(free).map(|(rank, (_, field))| (field, rank)))
}

/// A cell without the space and the quotes around it.
pub(super) fn unquoted(cell: &str) -> &str {
    cell.trim_matches(|c: char| c.is_whitespace() || c == '"' || c == '\u{feff}')
}
