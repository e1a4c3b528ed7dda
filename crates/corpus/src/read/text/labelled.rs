//! Paragraphs with lines such as `Title: …`, `Authors: …` and `Abstract: …`.

use super::super::{contents, fields::Field, labels, prose};
use crate::Record;

/// How many paragraphs without a label may belong to the record before them.
const MOST_PARAGRAPHS: usize = 5;

/// How many paragraphs a record has at most, on average, where titles are named; with more, most have no label.
const MOST_OF_A_RECORD: usize = 4;

/// Records of `paragraphs`, whose texts are their abstracts; where no line names a field they stay as they are.
pub(super) fn read(paragraphs: Vec<Record>) -> Vec<Record> {
    let mut reader = Labelled::default();
    if !paragraphs.iter().any(|paragraph| opens(paragraph).is_some()) {
        return paragraphs;
    }
    let titles = paragraphs.iter().filter(|paragraph| opens(paragraph) == Some(Field::Title)).count();
    reader.has_titles = titles > 0 && paragraphs.len() <= titles * MOST_OF_A_RECORD;
    for paragraph in paragraphs {
        reader.take(paragraph);
    }
    reader.close();
    reader.records
}

/// The title or abstract that a line of the paragraph names.
fn opens(paragraph: &Record) -> Option<Field> {
    let fields = text(paragraph).lines().filter_map(labels::find).map(|(field, _)| field);
    fields.into_iter().find(|field| matches!(field, Field::Title | Field::Abstract))
}

fn text(paragraph: &Record) -> &str {
    paragraph.abstract_text.as_deref().unwrap_or_default()
}

#[derive(Default)]
struct Labelled {
    records: Vec<Record>,
    /// Whether titles are named, so that a record goes on until the next one.
    has_titles: bool,
    current: Option<Record>,
    /// How many paragraphs without a label the current record has taken.
    taken: usize,
    /// The field that is being read, and its text.
    field: Option<(Field, String)>,
    /// A field with prose below that is the abstract if the record has no other.
    mixed: Option<(Field, String)>,
}

impl Labelled {
    fn take(&mut self, paragraph: Record) {
        let first = text(&paragraph).lines().next().unwrap_or_default();
        if self.is_label(first) {
            return self.take_lines(&paragraph, text(&paragraph));
        }
        if self.current.is_some() && self.goes_on() {
            return self.take_text(text(&paragraph));
        }
        self.close();
        if opens(&paragraph) == Some(Field::Abstract) && prose::is_title(first) {
            self.current = Some(blank(&paragraph, paragraph.line));
            self.field = Some((Field::Title, first.to_owned()));
            return self.take_rest(&paragraph, first);
        }
        self.records.push(paragraph);
    }

    /// Takes the lines after a title without a label; those before the next label may name the authors.
    fn take_rest(&mut self, paragraph: &Record, first: &str) {
        self.close_field();
        self.field = Some((Field::Authors, String::new()));
        let rest = text(paragraph)[first.len()..].trim_start_matches(['\n', '\r']);
        self.take_lines(paragraph, rest);
    }

    /// Whether a paragraph without a label belongs to the record before it.
    fn goes_on(&self) -> bool {
        let waits =
            self.field.as_ref().is_some_and(|(field, text)| *field == Field::Abstract && text.is_empty());
        let holds = |field| {
            self.current.as_ref().is_some_and(|record| labels::holds(record, field)) || self.reads(field)
        };
        waits || self.has_titles && holds(Field::Title) && self.taken < MOST_PARAGRAPHS
    }

    fn reads(&self, field: Field) -> bool {
        self.field.as_ref().is_some_and(|(read, _)| *read == field)
    }

    /// A line that names a field; within an abstract only what may follow one counts.
    fn is_label(&self, line: &str) -> bool {
        labels::find(line).is_some_and(|(field, _)| match field {
            Field::Title | Field::Abstract => true,
            Field::Keywords | Field::Doi | Field::Url => self.current.is_some(),
            _ => self.current.is_some() && !self.reads(Field::Abstract) || self.has_titles,
        })
    }

    fn take_lines(&mut self, paragraph: &Record, text: &str) {
        let skipped = self::text(paragraph).len() - text.len();
        let first = paragraph.line + self::text(paragraph)[..skipped].matches('\n').count() as u64;
        for (number, line) in (first..).zip(text.split('\n')) {
            if self.is_label(line)
                && let Some((field, rest)) = labels::find(line)
            {
                self.open(paragraph, number, field, rest);
            } else {
                self.go_on(line);
            }
        }
    }

    fn open(&mut self, paragraph: &Record, line: u64, field: Field, rest: &str) {
        self.close_field();
        let starts = |record: &Record| {
            let opener = matches!(field, Field::Title | Field::Key | Field::Authors);
            labels::holds(record, field) && !matches!(field, Field::Venue | Field::Year)
                || opener && labels::holds(record, Field::Abstract)
        };
        if self.current.as_ref().is_some_and(starts) {
            self.close();
        }
        if field == Field::Abstract && self.current.is_none() {
            self.current = self.take_title();
        }
        self.current.get_or_insert_with(|| blank(paragraph, line));
        self.field = Some((field, rest.to_owned()));
    }

    /// The record before an abstract, if it can be nothing but its title, with or without people below.
    fn take_title(&mut self) -> Option<Record> {
        let mut record = self.records.pop_if(|record| record.title.is_none() && heading(record).is_some())?;
        let (title, people) = heading(&record)?;
        record.abstract_text = None;
        record.title = Some(title);
        labels::set(&mut record, Field::Authors, &people);
        Some(record)
    }

    fn go_on(&mut self, line: &str) {
        if labels::is_foreign(line) && !self.reads(Field::Abstract) {
            self.close_field();
        } else if let Some((_, text)) = &mut self.field {
            text.push('\n');
            text.push_str(line);
        }
    }

    /// Takes a paragraph without a label: the abstract, or more of it.
    fn take_text(&mut self, paragraph: &str) {
        self.close_field();
        self.taken += 1;
        let before = self.current.as_mut().and_then(|record| record.abstract_text.take());
        let before = before.or_else(|| self.take_below());
        let text = before.map_or_else(|| paragraph.to_owned(), |before| before + "\n\n" + paragraph);
        self.field = Some((Field::Abstract, text));
    }

    fn close_field(&mut self) {
        if let (Some((field, text)), Some(record)) = (self.field.take(), &mut self.current)
            && !text.trim().is_empty()
        {
            let parts =
                below(field, &text).filter(|_| record.abstract_text.is_none() && self.mixed.is_none());
            labels::set(record, field, parts.map_or(text.as_str(), |(head, _)| head));
            if parts.is_some() {
                self.mixed = Some((field, text));
            }
        }
    }

    fn take_below(&mut self) -> Option<String> {
        let (field, text) = self.mixed.take()?;
        below(field, &text).map(|(_, rest)| rest.to_owned())
    }

    /// Gives the prose below a field to the abstract, or back to the field where the abstract stands elsewhere.
    fn settle(&mut self) {
        let (Some((field, text)), Some(record)) = (self.mixed.take(), &mut self.current) else { return };
        match below(field, &text) {
            Some((_, rest)) if record.abstract_text.is_none() => labels::set(record, Field::Abstract, rest),
            _ => labels::set(record, field, &text),
        }
    }

    fn close(&mut self) {
        self.close_field();
        self.settle();
        self.taken = 0;
        self.records.extend(self.current.take());
    }
}

/// The title that `paragraph` is, and the people who stand below it.
fn heading(paragraph: &Record) -> Option<(String, String)> {
    const MOST_LINES: usize = 4;
    let lines: Vec<&str> = text(paragraph).trim().lines().take(MOST_LINES + 1).collect();
    let (title, people) = lines.split_first()?;
    let people = people.join(", ");
    let is_heading = lines.len() <= MOST_LINES && prose::is_title(title) && contents::are_people(&people);
    is_heading.then(|| ((*title).to_owned(), people))
}

/// What `text` says of `field`, and the prose on the lines below.
fn below(field: Field, text: &str) -> Option<(&str, &str)> {
    const MOST_LINES: usize = 8;
    if matches!(field, Field::Abstract | Field::InvertedAbstract) {
        return None;
    }
    let text = text.trim_start();
    let ends = text.match_indices('\n').take(MOST_LINES);
    let mut parts = ends.map(|(at, _)| (&text[..at], &text[at + 1..]));
    parts.find(|(head, rest)| !head.trim_end().ends_with([',', ';', '&']) && prose::is_prose(rest))
}

/// A record that has only what its header gave it.
fn blank(paragraph: &Record, line: u64) -> Record {
    Record { line, fields: paragraph.fields.clone(), ..Record::default() }
}
