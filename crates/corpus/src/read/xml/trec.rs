//! TREC collections: documents in SGML, often without a root, with lone `&` and `<`, and names in any case.

use super::{
    super::fields,
    Kind, entity, names,
    scan::{Names, Tag, tag_at},
    text::one_line,
    tree::Broken,
};
use crate::{Fields, Record};

pub(super) struct Trec;

impl Kind for Trec {
    fn format(&self) -> &'static str {
        "trec"
    }

    fn names(&self) -> Names {
        Names { names: &["doc"], any_case: true }
    }

    fn read(&mut self, text: &str) -> Result<Option<Record>, Broken> {
        Ok(Some(record(&Parts::of(text))))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Key,
    Title,
    Abstract,
    Text,
    Authors,
    Year,
    Venue,
    Other,
}

const NAMES: [(Part, &[&str]); 8] = [
    (Part::Key, &["docno", "docid"]),
    (Part::Title, &["title", "headline", "ttl"]),
    (Part::Abstract, &["abstract"]),
    (Part::Text, &["text"]),
    (Part::Authors, &["author", "authors", "byline"]),
    (Part::Year, &["year", "date", "date1"]),
    (Part::Venue, &["journal", "source"]),
    (Part::Other, &["doc", "bib", "body", "head", "profile", "url"]),
];

/// Markup inside a part, of which only the text is kept.
const INLINE: [&str; 12] = ["p", "br", "f", "i", "b", "em", "strong", "sub", "sup", "a", "span", "div"];

fn known(name: &str) -> Option<Part> {
    let holds = |names: &[&str]| names.iter().any(|known| known.eq_ignore_ascii_case(name));
    NAMES.iter().find(|(_, names)| holds(names)).map(|(part, _)| *part)
}

/// Whether it is a tag, and not a comparison such as `a<b or c> d`.
fn is_markup(tag: &Tag<'_>) -> bool {
    tag.is_closed && (tag.attributes.trim_matches([' ', '/']).is_empty() || tag.attributes.contains('='))
}

fn record(parts: &Parts) -> Record {
    Record {
        key: parts.line(Part::Key),
        title: parts.text(Part::Title),
        abstract_text: parts.text(Part::Abstract).or_else(|| parts.text(Part::Text)),
        fields: Fields {
            authors: parts.all(Part::Authors).flat_map(names::turned).collect(),
            year: parts.line(Part::Year).as_deref().and_then(fields::year),
            venue: parts.line(Part::Venue),
            ..Fields::default()
        },
        ..Record::default()
    }
}

/// The parts of a document, each of which ends where its tag says or where the next one starts.
#[derive(Debug, Default)]
struct Parts {
    closed: Vec<(Part, String)>,
    open: Option<(Part, String)>,
}

impl Parts {
    fn of(document: &str) -> Self {
        let mut parts = Self::default();
        let mut at = 0;
        while let Some(length) = document[at..].find('<') {
            parts.push(&document[at..at + length]);
            at += length;
            let tag = tag_at(document, at).filter(is_markup);
            let end = tag.map_or(at + 1, |tag| tag.end);
            if !tag.is_some_and(|tag| parts.take(&tag)) {
                parts.push(&document[at..end]);
            }
            at = end;
        }
        parts.close();
        parts
    }

    /// Whether `tag` is markup and no text.
    fn take(&mut self, tag: &Tag<'_>) -> bool {
        let Some(part) = known(tag.name) else {
            let is_inline = INLINE.iter().any(|name| name.eq_ignore_ascii_case(tag.name));
            if is_inline && ["p", "br", "div"].iter().any(|name| name.eq_ignore_ascii_case(tag.name)) {
                self.push(" ");
            }
            return is_inline;
        };
        if !tag.is_end {
            self.close();
            self.open = Some((part, String::new()));
        } else if self.open.as_ref().is_some_and(|(open, _)| *open == part) {
            self.close();
        }
        true
    }

    fn push(&mut self, text: &str) {
        if let Some((_, open)) = &mut self.open {
            open.push_str(text);
        }
    }

    fn close(&mut self) {
        self.closed.extend(self.open.take());
    }

    fn all(&self, part: Part) -> impl Iterator<Item = &str> {
        self.closed.iter().filter(move |(found, _)| *found == part).map(|(_, text)| text.as_str())
    }

    /// The texts of a part, one after the other.
    fn text(&self, part: Part) -> Option<String> {
        let texts: Vec<_> = self.all(part).map(|text| entity::unescape(text.trim())).collect();
        fields::present(&texts.join(" "))
    }

    fn line(&self, part: Part) -> Option<String> {
        fields::present(&one_line(&entity::unescape(self.all(part).next()?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Record {
        Trec.read(text).unwrap().unwrap()
    }

    #[test]
    fn a_document_need_not_be_well_formed() {
        let record = read(
            "<DOC>\n<DOCNO> X-1 </DOCNO>\n<HEADLINE>Trams & buses\n<DATE>May 1, 1991</DATE>\
             <TEXT><P>If a < b and Vec<T> &amp; so on.<P>Then late.</TEXT></DOC>",
        );
        assert_eq!(record.key.as_deref(), Some("X-1"));
        assert_eq!(record.title.as_deref(), Some("Trams & buses"));
        assert_eq!(record.abstract_text.as_deref(), Some("If a < b and Vec<T> & so on. Then late."));
        assert_eq!(record.fields.year, Some(1991));
    }

    #[test]
    fn the_abstract_stands_before_the_text() {
        let record = read("<doc><abstract>Short.</abstract><text>Long.</text><author>roe,r.</author></doc>");
        assert_eq!(record.abstract_text.as_deref(), Some("Short."));
        assert_eq!(record.fields.authors, ["r. roe"]);
    }
}
