//! Two finds of one paper into one.
//!
//! Every part is the greater of two under a total order, so merging is associative, commutative and idempotent.

use std::cmp::Ordering;

use crate::{Fields, Paper};

/// Merges `other`, a find of the same paper, into `paper`; whether that changed anything.
///
/// Texts: the longest cleaned one, ties to the smaller raw one. Fields: present before absent, then the longest, then
/// the smallest; of two years the earlier. Sources: all, sorted, each once.
pub(crate) fn merge(paper: &mut Paper, other: Paper) -> bool {
    let mut changed = merge_abstract(paper, &other);
    changed |= merge_title(paper, &other);
    changed |= merge_fields(&mut paper.fields, other.fields);
    for source in other.sources {
        if let Err(place) = paper.sources.binary_search(&source) {
            paper.sources.insert(place, source);
            changed = true;
        }
    }
    changed
}

fn merge_abstract(paper: &mut Paper, other: &Paper) -> bool {
    let order = other.abstract_text.len().cmp(&paper.abstract_text.len());
    let order = order.then_with(|| paper.raw.abstract_text.cmp(&other.raw.abstract_text));
    if order == Ordering::Greater {
        paper.abstract_text.clone_from(&other.abstract_text);
        paper.raw.abstract_text.clone_from(&other.raw.abstract_text);
    }
    order == Ordering::Greater
}

fn merge_title(paper: &mut Paper, other: &Paper) -> bool {
    let length = |paper: &Paper| paper.title.as_ref().map(String::len);
    let order = length(other).cmp(&length(paper)).then_with(|| paper.raw.title.cmp(&other.raw.title));
    if order == Ordering::Greater {
        paper.title.clone_from(&other.title);
        paper.raw.title.clone_from(&other.raw.title);
    }
    order == Ordering::Greater
}

fn merge_fields(fields: &mut Fields, other: Fields) -> bool {
    let texts = |text: &Option<String>| text.as_ref().map(String::len);
    let lists = |list: &Vec<String>| Some((list.len(), list.iter().map(String::len).sum::<usize>()));
    let mut changed = better(&mut fields.authors, other.authors, lists);
    changed |= better(&mut fields.keywords, other.keywords, lists);
    changed |= better(&mut fields.year, other.year, |year| year.map(|_| 0));
    changed |= better(&mut fields.venue, other.venue, texts);
    changed |= better(&mut fields.doi, other.doi, texts);
    changed |= better(&mut fields.url, other.url, texts);
    changed | better(&mut fields.decision, other.decision, texts)
}

/// Replaces `mine` by `other` where that is longer, or as long and smaller.
fn better<T: Ord, L: Ord>(mine: &mut T, other: T, length: impl Fn(&T) -> L) -> bool {
    let order = length(&other).cmp(&length(mine)).then_with(|| (*mine).cmp(&other));
    if order == Ordering::Greater {
        *mine = other;
        return true;
    }
    false
}
