//! Numbers and bullets before paragraphs, and paragraphs that are lists of abstracts.

use super::super::{lines::Counter, prose};
use crate::Record;

/// Fewer bytes make no abstract of an item.
const SHORTEST_ITEM: usize = 60;

/// The paragraphs without the numbers or bullets that open them all; a paragraph that is a list becomes its items.
pub(super) fn read(paragraphs: Vec<Record>) -> Vec<Record> {
    let is_alone = paragraphs.len() == 1;
    let mut records: Vec<Record> =
        paragraphs.into_iter().flat_map(|paragraph| split(paragraph, is_alone)).collect();
    if are_listed(&records) {
        for record in &mut records {
            record.abstract_text = record.abstract_text.take().map(|text| rest(&text).to_owned());
        }
    }
    records
}

fn rest(text: &str) -> &str {
    marker(text).map_or(text, |(_, rest)| rest)
}

/// What opens an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Marker {
    Bullet,
    Number(u32),
}

/// The number or bullet at the start of `text`, and what follows it.
fn marker(text: &str) -> Option<(Marker, &str)> {
    let text = text.trim_start();
    if let Some(rest) = ["- ", "* ", "+ ", "• ", "– "].iter().find_map(|mark| text.strip_prefix(mark)) {
        return Some((Marker::Bullet, rest.trim_start()));
    }
    let inner = text.strip_prefix(['[', '(', '#']).unwrap_or(text);
    let digits = inner.bytes().take_while(u8::is_ascii_digit).count();
    let number = inner[..digits].parse().ok().filter(|_| digits <= 5)?;
    let rest = inner[digits..].trim_start_matches([']', ')', '.', ':']);
    let is_marked = rest.len() < inner.len() - digits && rest.starts_with(char::is_whitespace);
    is_marked.then(|| (Marker::Number(number), rest.trim_start()))
}

/// Whether all paragraphs open with numbers that count up, or all with bullets.
fn are_listed(records: &[Record]) -> bool {
    let markers: Option<Vec<Marker>> = records
        .iter()
        .map(|record| marker(record.abstract_text.as_deref()?).map(|(marker, _)| marker))
        .collect();
    markers
        .is_some_and(|markers| markers.len() > 1 && markers.windows(2).all(|pair| follows(pair[0], pair[1])))
}

fn follows(before: Marker, after: Marker) -> bool {
    match (before, after) {
        (Marker::Number(before), Marker::Number(after)) => before.checked_add(1) == Some(after),
        (Marker::Bullet, Marker::Bullet) => true,
        _ => false,
    }
}

/// The items of a paragraph that starts with one and whose items are long enough; else the paragraph. One that is all
/// there is may also hold an abstract a line.
fn split(paragraph: Record, is_alone: bool) -> Vec<Record> {
    let text = paragraph.abstract_text.as_deref().unwrap_or_default();
    let starts = starts(text);
    let items: Vec<(usize, &str)> = if starts.len() > 1 {
        let ends = starts[1..].iter().copied().chain([text.len()]);
        starts.iter().zip(ends).map(|(&start, end)| (start, text[start..end].trim_end())).collect()
    } else {
        lines(text)
    };
    let is_list = starts.len() > 1 && items.iter().all(|(_, item)| item.len() >= SHORTEST_ITEM);
    let is_lines = || is_alone && items.len() > 2 && most_are_abstracts(&items);
    if !is_list && (starts.len() > 1 || !is_lines()) {
        return vec![paragraph];
    }
    let mut counter = Counter::new(text, paragraph.line);
    let record = |(start, item): (usize, &str)| Record {
        line: counter.line_at(start),
        abstract_text: Some(item.to_owned()),
        fields: paragraph.fields.clone(),
        ..Record::default()
    };
    items.into_iter().map(record).collect()
}

/// Where lines of `text` start that are items one after the other, the first one at the start of `text`.
fn starts(text: &str) -> Vec<usize> {
    let mut last = None;
    let mut starts = Vec::new();
    for (at, line) in lines(text) {
        match (marker(line).filter(|_| !line.starts_with([' ', '\t']) || at == 0), last) {
            (Some((marker, _)), None) if at == 0 => last = Some(marker),
            (Some((marker, _)), Some(before)) if follows(before, marker) => last = Some(marker),
            (_, None) => return starts,
            _ => continue,
        }
        starts.push(at);
    }
    starts
}

fn lines(text: &str) -> Vec<(usize, &str)> {
    let mut at = 0;
    text.split('\n')
        .map(|line| {
            let start = at;
            at += line.len() + 1;
            (start, line)
        })
        .collect()
}

/// Whether four of five lines are abstracts, as in no wrapped paragraph.
fn most_are_abstracts(lines: &[(usize, &str)]) -> bool {
    lines.iter().filter(|(_, line)| is_abstract(line)).count() * 5 >= lines.len() * 4
}

/// Whether a line is whole, and between quotes or too long to be one of a wrapped paragraph.
fn is_abstract(line: &str) -> bool {
    const LONGER_THAN_WRAPPED: usize = 200;
    let ends = line.trim_end().ends_with(['.', '!', '?', '。', '．', ')', '"', '”']);
    let is_quoted = line.starts_with('"') && line.trim_end().ends_with('"');
    (is_quoted || line.len() > LONGER_THAN_WRAPPED && ends) && prose::is_prose(line)
}
