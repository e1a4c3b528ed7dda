//! Titles that stand above their abstracts without a label.

use super::super::prose::{is_prose, is_title};
use crate::Record;

/// The paragraphs as they are, or title and abstract as one record where every abstract has its title above.
pub(super) fn read(paragraphs: Vec<Record>) -> Vec<Record> {
    if paragraphs.len() > 3 && paragraphs.len().is_multiple_of(2) && paragraphs.chunks(2).all(are_pair) {
        return pairs(paragraphs);
    }
    if paragraphs.len() > 1 && paragraphs.iter().all(|paragraph| split(paragraph).is_some()) {
        return paragraphs.into_iter().map(first_line_as_title).collect();
    }
    paragraphs
}

fn text(paragraph: &Record) -> &str {
    paragraph.abstract_text.as_deref().unwrap_or_default()
}

fn are_pair(pair: &[Record]) -> bool {
    pair.iter().all(|paragraph| paragraph.title.is_none())
        && is_title(text(&pair[0]))
        && is_prose(text(&pair[1]))
}

fn pairs(paragraphs: Vec<Record>) -> Vec<Record> {
    let mut records = Vec::with_capacity(paragraphs.len() / 2);
    let mut paragraphs = paragraphs.into_iter();
    while let (Some(title), Some(mut record)) = (paragraphs.next(), paragraphs.next()) {
        record.line = title.line;
        record.title = title.abstract_text;
        records.push(record);
    }
    records
}

/// The first line and the rest, where the first is a title and the second too long to be one of a wrapped paragraph.
fn split(paragraph: &Record) -> Option<(&str, &str)> {
    const LONGER_THAN_WRAPPED: usize = 160;
    let (first, rest) = text(paragraph).split_once('\n')?;
    let second = rest.split('\n').next().unwrap_or_default();
    let is_split =
        paragraph.title.is_none() && is_title(first) && second.len() > LONGER_THAN_WRAPPED && is_prose(rest);
    is_split.then_some((first, rest))
}

fn first_line_as_title(mut paragraph: Record) -> Record {
    let found = split(&paragraph).map(|(title, rest)| (title.to_owned(), rest.to_owned()));
    if let Some((title, rest)) = found {
        paragraph.title = Some(title);
        paragraph.abstract_text = Some(rest);
    }
    paragraph
}
