//! Two finds of one paper into one.
//!
//! Every part is the greater of two under a total order, so merging is associative, commutative and idempotent.

use std::cmp::{Ordering, Reverse};

use crate::{Fields, Paper, Source, content};

/// What a merge changed, the least first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Change {
    /// Nothing.
    Nothing,
    /// The sources, or what stood in a dump for the same cleaned text.
    Sources,
    /// A cleaned text or a field.
    Content,
}

/// Merges `other`, a find of the same paper, into `paper`, and returns the greatest change.
///
/// Texts: undamaged before damaged, written with small letters before all in capitals, then the cleaned one with the
/// most letters and digits, then the one with the fewest hyphens before a space, as a joined line end leaves them, then
/// the longest, ties to the smaller raw one. Fields: present before absent, then the longest, then the smallest; of
/// two years the earlier. Sources: all, sorted, each once.
pub(crate) fn merge(paper: &mut Paper, other: Paper) -> Change {
    let texts = merge_abstract(paper, &other).max(merge_title(paper, &other));
    let fields =
        if merge_fields(&mut paper.fields, other.fields) { Change::Content } else { Change::Nothing };
    let sources = merge_sources(&mut paper.sources, other.sources);
    texts.max(fields).max(sources)
}

fn merge_sources(sources: &mut Vec<Source>, others: Vec<Source>) -> Change {
    let mut change = Change::Nothing;
    for source in others {
        if let Err(place) = sources.binary_search(&source) {
            sources.insert(place, source);
            change = Change::Sources;
        }
    }
    change
}

fn merge_abstract(paper: &mut Paper, other: &Paper) -> Change {
    let order = worth(&other.abstract_text).cmp(&worth(&paper.abstract_text));
    let order = order.then_with(|| paper.raw.abstract_text.cmp(&other.raw.abstract_text));
    if order != Ordering::Greater {
        return Change::Nothing;
    }
    paper.raw.abstract_text.clone_from(&other.raw.abstract_text);
    replace(&mut paper.abstract_text, &other.abstract_text)
}

fn merge_title(paper: &mut Paper, other: &Paper) -> Change {
    let order = other.title.as_deref().map(worth).cmp(&paper.title.as_deref().map(worth));
    let order = order.then_with(|| paper.raw.title.cmp(&other.raw.title));
    if order != Ordering::Greater {
        return Change::Nothing;
    }
    paper.raw.title.clone_from(&other.raw.title);
    replace(&mut paper.title, &other.title)
}

/// What makes one text of a paper better than another.
fn worth(text: &str) -> (bool, bool, usize, Reverse<usize>, usize) {
    let letters = text.chars().filter(|c| c.is_alphanumeric()).count();
    (
        !content::is_suspect(text),
        text.chars().any(char::is_lowercase),
        letters,
        Reverse(torn_words(text)),
        text.len(),
    )
}

/// How many words have a space after a hyphen within, as where lines were joined.
fn torn_words(text: &str) -> usize {
    text.match_indices("- ").filter(|(at, _)| text[..*at].ends_with(char::is_alphanumeric)).count()
}

/// Replaces a cleaned text whose raw form was replaced.
fn replace<T: Clone + PartialEq>(mine: &mut T, other: &T) -> Change {
    if *mine == *other {
        return Change::Sources;
    }
    mine.clone_from(other);
    Change::Content
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stray_space_makes_no_text_better() {
        let texts = [
            "LATE TRAMS WAIT FOR WARMER POINTS",
            "Hand-made trams",
            "Hand- made trams",
            "Hand-made trams.",
            "Hand-made trams wait",
        ];
        assert!(worth(texts[0]) < worth(texts[2]));
        assert!(worth(texts[2]) < worth(texts[1]));
        assert!(worth(texts[1]) < worth(texts[3]));
        assert!(worth(texts[3]) < worth(texts[4]));
    }
}
