//! What the columns of a table hold, told from their cells.

use super::{
    fields::{self, Field},
    lines,
    prose::{is_address, is_prose, is_title, is_wide},
};

/// How many rows are looked at.
pub(super) const SAMPLE_ROWS: usize = 100;

/// The field of each of `width` columns, told from the cells of `rows`; a field is given to one column at most.
pub(super) fn fields(rows: &[Vec<String>], width: usize) -> Vec<Option<Field>> {
    let columns: Vec<Column<'_>> = (0..width).map(|at| Column::of(rows, at)).collect();
    let mut found = vec![None; width];
    if let Some(at) = longest_prose(&columns, |_| true) {
        found[at] = Some(Field::Abstract);
    }
    for (field, holds) in TESTS {
        let free = |&at: &usize| found[at].is_none() && holds(&columns[at]);
        if let Some(at) = (0..width).find(free) {
            found[at] = Some(field);
        }
    }
    found
}

/// The column of abstracts among those of `width` columns that `may` be one, if one holds prose.
pub(super) fn abstracts(rows: &[Vec<String>], width: usize, may: impl Fn(usize) -> bool) -> Option<usize> {
    let columns: Vec<Column<'_>> = (0..width).map(|at| Column::of(rows, at)).collect();
    longest_prose(&columns, may)
}

type Test = fn(&Column<'_>) -> bool;

/// How a field shows in a column, the surest first.
const TESTS: [(Field, Test); 6] = [
    (Field::Doi, |column| column.holds_dois()),
    (Field::Url, |column| column.holds_addresses()),
    (Field::Year, |column| column.holds_years()),
    (Field::Key, |column| column.holds_keys()),
    (Field::Authors, |column| column.holds_people()),
    (Field::Title, |column| column.holds_titles()),
];

/// The column whose prose is the longest, whole papers last; the first of equals.
fn longest_prose(columns: &[Column<'_>], may: impl Fn(usize) -> bool) -> Option<usize> {
    const LONGEST_ABSTRACT: usize = 10_000;
    let holds = |&(at, column): &(usize, &Column<'_>)| may(at) && column.share(is_prose) >= 0.5;
    let size = |column: &Column<'_>| (column.mean_length() <= LONGEST_ABSTRACT, column.mean_length());
    let prose = columns.iter().enumerate().filter(holds);
    prose.max_by_key(|&(at, column)| (size(column), std::cmp::Reverse(at))).map(|(at, _)| at)
}

/// The cells of a column that say something.
struct Column<'a> {
    cells: Vec<&'a str>,
    rows: usize,
}

impl<'a> Column<'a> {
    fn of(rows: &'a [Vec<String>], at: usize) -> Self {
        let cells = rows.iter().filter_map(|row| row.get(at)).map(|cell| cell.trim());
        Self { cells: cells.filter(|cell| !lines::is_blank(cell)).collect(), rows: rows.len() }
    }

    /// The share of cells that pass `test`; 0 where there is no cell.
    fn share(&self, test: impl Fn(&str) -> bool) -> f64 {
        let count = self.cells.iter().filter(|cell| test(cell)).count();
        count as f64 / self.cells.len().max(1) as f64
    }

    fn mean_length(&self) -> usize {
        self.cells.iter().map(|cell| cell.len()).sum::<usize>() / self.cells.len().max(1)
    }

    fn is_full(&self) -> bool {
        self.cells.len() * 10 >= self.rows * 9
    }

    fn differs(&self) -> bool {
        let mut cells = self.cells.clone();
        cells.sort_unstable();
        cells.dedup();
        cells.len() * 10 >= self.cells.len() * 9
    }

    fn holds_dois(&self) -> bool {
        let is_doi = |cell: &str| {
            fields::doi(cell)
                .is_some_and(|doi| doi.starts_with("10.") && doi.contains('/') && is_address(cell))
        };
        self.share(is_doi) >= 0.9
    }

    fn holds_addresses(&self) -> bool {
        self.share(|cell| cell.starts_with("http") && is_address(cell)) >= 0.9
    }

    fn holds_years(&self) -> bool {
        let is_year = |cell: &str| {
            let start = cell.split(['-', '/', '.']).next().unwrap_or_default();
            cell.len() <= 25
                && start.len() == 4
                && fields::year(start).is_some_and(|year| (1800..=2100).contains(&year))
        };
        self.is_full() && self.share(is_year) >= 0.9
    }

    fn holds_keys(&self) -> bool {
        let is_key = |cell: &str| cell.len() <= 40 && !cell.contains(char::is_whitespace) && cell.is_ascii();
        self.is_full() && self.differs() && self.share(is_key) >= 0.95
    }

    fn holds_people(&self) -> bool {
        self.differs() && self.share(are_people) >= 0.8
    }

    fn holds_titles(&self) -> bool {
        self.is_full() && self.differs() && self.share(is_title) >= 0.7
    }
}

/// Whether each part between separators looks like the name of a person.
pub(super) fn are_people(cell: &str) -> bool {
    let mut parts =
        cell.split([';', '|', ',', '&', '，', '、']).map(str::trim).filter(|part| !part.is_empty());
    parts.all(is_name)
}

fn is_name(part: &str) -> bool {
    if part.chars().any(is_wide) {
        return part.chars().count() <= 5;
    }
    let words: Vec<&str> = part.split_whitespace().collect();
    let large = |word: &&&str| word.starts_with(char::is_uppercase);
    let plain = part.chars().all(|c| c.is_alphabetic() || c.is_whitespace() || ".-'’`*".contains(c));
    plain && (2..=4).contains(&words.len()) && words.iter().filter(large).count() * 2 > words.len()
}
