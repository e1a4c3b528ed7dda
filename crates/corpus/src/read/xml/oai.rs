//! What repositories give to harvesters: OAI-PMH with Dublin Core, or with arXiv's own fields.

use super::{
    super::{fields, people::person},
    Kind, names,
    scan::Names,
    tree::{self, Broken, Element},
};
use crate::{Fields, Record};

pub(super) struct Oai;

impl Kind for Oai {
    fn format(&self) -> &'static str {
        "oai-pmh"
    }

    fn names(&self) -> Names {
        Names { names: &["record"], any_case: false }
    }

    fn read(&mut self, text: &str) -> Result<Option<Record>, Broken> {
        let record = tree::parse(text)?;
        let key = record.line_at("header/identifier");
        let arxiv = record.first("metadata/arXiv").or_else(|| record.first("metadata/arXivRaw"));
        let found = match (record.first("metadata/dc"), arxiv) {
            (Some(core), _) => dublin_core(core),
            (None, Some(paper)) => arxiv_paper(paper),
            (None, None) => Record::default(),
        };
        Ok(Some(Record { key: found.key.clone().or(key), ..found }))
    }
}

fn dublin_core(core: &Element<'_>) -> Record {
    let identifiers = core.lines_at("identifier");
    let relations = core.lines_at("relation");
    let is_doi = |text: &&String| text.starts_with("10.") || text.to_lowercase().contains("doi");
    Record {
        title: core.text_at("title"),
        abstract_text: longest(core.all("description").into_iter().map(Element::text)),
        fields: Fields {
            authors: core.lines_at("creator").iter().filter_map(|name| person(name)).collect(),
            year: core.lines_at("date").iter().filter_map(|date| fields::year(date)).min(),
            venue: core.lines_at("source").into_iter().find(|source| !source.contains("://")),
            doi: identifiers.iter().chain(&relations).find(is_doi).and_then(|doi| fields::doi(doi)),
            url: identifiers.iter().find(|id| id.starts_with("http")).cloned(),
            keywords: core.lines_at("subject"),
            ..Fields::default()
        },
        ..Record::default()
    }
}

/// The longest text, the first of equal ones: among notes on pages and degrees it is the abstract.
fn longest(texts: impl Iterator<Item = String>) -> Option<String> {
    fields::present(&texts.reduce(|best, text| if text.len() > best.len() { text } else { best })?)
}

fn arxiv_paper(paper: &Element<'_>) -> Record {
    let id = paper.line_at("id");
    let date = paper.line_at("created").or_else(|| paper.line_at("version/date"));
    let listed =
        paper.all("authors").into_iter().flat_map(Element::children).filter_map(author).collect::<Vec<_>>();
    let written = || names::plain(&paper.line_at("authors").unwrap_or_default());
    Record {
        title: paper.text_at("title"),
        abstract_text: paper.text_at("abstract"),
        fields: Fields {
            authors: if listed.is_empty() { written() } else { listed },
            year: date.as_deref().and_then(fields::year),
            venue: paper.line_at("journal-ref"),
            doi: paper.line_at("doi").as_deref().and_then(fields::doi),
            url: id.as_ref().map(|id| format!("https://arxiv.org/abs/{id}")),
            ..Fields::default()
        },
        key: id,
        ..Record::default()
    }
}

fn author(author: &Element<'_>) -> Option<String> {
    names::joined([author.line_at("forenames"), author.line_at("keyname"), author.line_at("suffix")])
}
