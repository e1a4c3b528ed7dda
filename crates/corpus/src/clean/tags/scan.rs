//! Where tags stand.

use std::collections::BTreeMap;

use super::names::{Kind, known, stands_alone};

/// Longer ones are no tags.
const LONGEST: usize = 1000;

const SECTION: &str = "<![CDATA[";

/// A tag that is to go.
#[derive(Debug, Clone, Copy)]
pub(super) struct Tag {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) name: &'static str,
    pub(super) kind: Kind,
    /// Whether it closes an element.
    pub(super) closes: bool,
}

/// A tag as it is written, before its partner is known.
struct Found {
    tag: Tag,
    alone: bool,
}

/// The tags of `text` that are well-formed, of a known name, and with a partner where they need one; in order.
pub(super) fn tags(text: &str) -> Vec<Tag> {
    let mut found = Vec::new();
    let last_section_end = text.rfind("]]>").unwrap_or(0);
    let mut at = 0;
    while let Some(step) = text[at..].find('<') {
        at += step;
        let tag = special(text, at, last_section_end).or_else(|| element(text, at));
        at = tag.as_ref().map_or(at + 1, |found| found.tag.end);
        found.extend(tag);
    }
    found.extend(cdata_ends(text, &found));
    found.sort_by_key(|found| found.tag.start);
    paired(found)
}

/// Keeps the tags that stand alone, and pairs; `<name>` pairs with the next free `</name>`.
fn paired(found: Vec<Found>) -> Vec<Tag> {
    let mut open: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    let mut kept: Vec<bool> = found.iter().map(|found| found.alone).collect();
    for (place, Found { tag, .. }) in found.iter().enumerate() {
        if !tag.closes {
            open.entry(tag.name).or_default().push(place);
        } else if let Some(partner) = open.get_mut(tag.name).and_then(Vec::pop) {
            kept[partner] = true;
            kept[place] = true;
        }
    }
    found.into_iter().zip(kept).filter(|(_, kept)| *kept).map(|(found, _)| found.tag).collect()
}

/// A comment, or the start of a CDATA section that ends before the end of the last one.
fn special(text: &str, start: usize, last_section_end: usize) -> Option<Found> {
    let rest = &text[start..];
    let width = if rest.starts_with(SECTION) {
        (start < last_section_end).then_some(SECTION.len())
    } else if rest.starts_with("<!--") {
        rest[..floor(rest, LONGEST)].find("-->").map(|at| at + "-->".len())
    } else {
        None
    }?;
    Some(lone(start, start + width))
}

/// The ends of as many CDATA sections as were opened.
fn cdata_ends(text: &str, found: &[Found]) -> Vec<Found> {
    let sections = found.iter().filter(|found| text[found.tag.start..].starts_with(SECTION)).count();
    let ends = text.match_indices("]]>").take(sections);
    ends.map(|(at, mark)| lone(at, at + mark.len())).collect()
}

fn lone(start: usize, end: usize) -> Found {
    Found { tag: Tag { start, end, name: "", kind: Kind::Inline, closes: false }, alone: true }
}

fn element(text: &str, start: usize) -> Option<Found> {
    let rest = &text[start + 1..];
    let closes = rest.starts_with('/');
    let name_start = usize::from(closes);
    let name = &rest[name_start..];
    let length =
        name.bytes().take(40).take_while(|byte| byte.is_ascii_alphanumeric() || b":-".contains(byte)).count();
    let name = &name[..length];
    let (known, kind) = known(name)?;
    let after = &rest[name_start + length..];
    let (width, self_closing) = attributes(&after[..floor(after, LONGEST)])?;
    let end = start + 1 + name_start + length + width;
    let tag = Tag { start, end, name: known, kind, closes };
    Some(Found { tag, alone: stands_alone(name) || self_closing && !closes })
}

/// The width of the attributes up to and with `>`, and whether a slash stands before it.
fn attributes(text: &str) -> Option<(usize, bool)> {
    let mut rest = text;
    loop {
        let trimmed = rest.trim_start();
        if let Some(after) = trimmed.strip_prefix("/>") {
            return Some((text.len() - after.len(), true));
        }
        if let Some(after) = trimmed.strip_prefix('>') {
            return Some((text.len() - after.len(), false));
        }
        if trimmed.len() == rest.len() {
            return None;
        }
        rest = attribute(trimmed)?;
    }
}

/// What follows `name="value"`.
fn attribute(text: &str) -> Option<&str> {
    let (name, rest) = text.split_once('=')?;
    let is_name =
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_:.".contains(&byte));
    let quote = rest.chars().next().filter(|c| is_name && matches!(c, '"' | '\''))?;
    rest[1..].split_once(quote).map(|(_, after)| after)
}

/// The greatest character boundary of `text` up to `limit`.
fn floor(text: &str, limit: usize) -> usize {
    text.floor_char_boundary(limit)
}
