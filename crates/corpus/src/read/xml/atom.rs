//! Atom feeds, as arXiv gives them.

use super::{
    super::fields,
    Kind,
    scan::Names,
    tree::{self, Broken, Element},
};
use crate::{Fields, Record};

pub(super) struct Atom;

impl Kind for Atom {
    fn format(&self) -> &'static str {
        "atom"
    }

    fn names(&self) -> Names {
        Names { names: &["entry"], any_case: false }
    }

    fn read(&mut self, text: &str) -> Result<Option<Record>, Broken> {
        Ok(Some(record(&tree::parse(text)?)))
    }
}

fn record(entry: &Element<'_>) -> Record {
    let id = entry.line_at("id");
    let published = entry.line_at("published").or_else(|| entry.line_at("updated"));
    Record {
        key: id.as_deref().map(|id| id.rsplit_once("/abs/").map_or(id, |(_, id)| id).to_owned()),
        title: entry.text_at("title"),
        abstract_text: entry.text_at("summary").or_else(|| entry.text_at("content")),
        fields: Fields {
            authors: entry.lines_at("author/name"),
            year: published.as_deref().and_then(fields::year),
            venue: entry.line_at("journal_ref"),
            doi: entry.line_at("doi").as_deref().and_then(fields::doi),
            url: address(entry).or_else(|| id.filter(|id| id.starts_with("http"))),
            ..Fields::default()
        },
        ..Record::default()
    }
}

fn address(entry: &Element<'_>) -> Option<String> {
    let links = entry.all("link");
    let page = links.iter().find(|link| link.attribute("rel").is_none_or(|rel| rel == "alternate"))?;
    fields::present(&page.attribute("href")?)
}
