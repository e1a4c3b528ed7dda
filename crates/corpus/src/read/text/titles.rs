//! Titles that stand above their abstracts without a label.

use super::super::{
    contents,
    fields::Field,
    labels,
    prose::{is_address, is_prose, is_title},
};
use crate::Record;

/// The paragraphs as they are, or title, people and abstract as one record where every abstract has its title above.
pub(super) fn read(mut paragraphs: Vec<Record>) -> Vec<Record> {
    if let Some((start, width)) = layout(&paragraphs) {
        let mut groups = paragraphs.split_off(start);
        paragraphs.iter_mut().for_each(set_aside_preface);
        paragraphs.extend(groups.chunks_mut(width).filter_map(joined));
        return paragraphs;
    }
    if paragraphs.len() > 1 && paragraphs.iter().all(|paragraph| split(paragraph).is_some()) {
        return paragraphs.into_iter().map(first_line_as_title).collect();
    }
    paragraphs
}

fn text(paragraph: &Record) -> &str {
    paragraph.abstract_text.as_deref().unwrap_or_default()
}

/// How many paragraphs stand before the first title, and how many a paper has, where all papers have as many.
fn layout(paragraphs: &[Record]) -> Option<(usize, usize)> {
    let holds = |&(start, width): &(usize, usize)| {
        let groups = paragraphs.get(start..).unwrap_or_default();
        let count = groups.len() / width;
        let may_be_short = start == 0 && count > 1;
        count > start
            && groups.len().is_multiple_of(width)
            && groups.chunks(width).all(|group| is_group(group, may_be_short))
    };
    [(0, 2), (0, 3), (1, 2), (1, 3)].into_iter().find(holds)
}

/// Whether `group` is a title, maybe people, and an abstract; a title may be of one word where others tell it as well.
fn is_group(group: &[Record], may_be_short: bool) -> bool {
    let [title, people @ .., prose] = group else { return false };
    let is_named = is_title(text(title)) || may_be_short && is_short_title(text(title));
    group.iter().all(|paragraph| paragraph.title.is_none())
        && is_named
        && people.iter().all(|people| contents::are_people(&names(text(people))))
        && is_prose(text(prose))
}

fn is_short_title(text: &str) -> bool {
    const LONGEST: usize = 300;
    let text = text.trim();
    text.len() <= LONGEST
        && text.contains(char::is_alphabetic)
        && !text.contains(['\n', '\r'])
        && !text.ends_with(['.', '!', '。', '．', ',', ';', ':', '，', '、'])
        && !is_address(text)
}

/// The names of people with commas between them.
fn names(people: &str) -> String {
    people.replace('\n', ", ").replace(" and ", ", ")
}

fn joined(group: &mut [Record]) -> Option<Record> {
    let [title, people @ .., prose] = group else { return None };
    let mut record = std::mem::take(prose);
    record.line = title.line;
    record.title = title.abstract_text.take();
    for people in people {
        labels::set(&mut record, Field::Authors, &names(text(people)));
    }
    Some(record)
}

/// Leaves a line before the first title without an abstract, so that it is named but makes no paper.
fn set_aside_preface(preface: &mut Record) {
    if preface.title.is_none() && !is_prose(text(preface)) {
        preface.title = preface.abstract_text.take();
    }
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
