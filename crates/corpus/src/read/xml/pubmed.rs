//! `PubMed`: articles and chapters of books.

use super::{
    super::fields,
    Kind, names,
    scan::Names,
    tree::{self, Broken, Element},
};
use crate::{Fields, Record};

pub(super) struct PubMed;

impl Kind for PubMed {
    fn format(&self) -> &'static str {
        "pubmed"
    }

    fn names(&self) -> Names {
        Names { names: &["PubmedArticle", "PubmedBookArticle"], any_case: false }
    }

    fn read(&mut self, text: &str) -> Result<Option<Record>, Broken> {
        let element = tree::parse(text)?;
        Ok(Some(match element.first("BookDocument") {
            Some(document) => chapter(&element, document),
            None => article(&element),
        }))
    }
}

fn article(element: &Element<'_>) -> Record {
    let text = |path: &str| element.text_at(&format!("MedlineCitation/{path}"));
    let line = |path: &str| element.line_at(&format!("MedlineCitation/{path}"));
    Record {
        key: line("PMID"),
        title: text("Article/ArticleTitle").or_else(|| text("Article/VernacularTitle")),
        abstract_text: sections(element, "MedlineCitation/Article/Abstract")
            .or_else(|| sections(element, "MedlineCitation/OtherAbstract")),
        fields: Fields {
            authors: authors(element, "MedlineCitation/Article/AuthorList"),
            year: year(element, "MedlineCitation/Article/Journal/JournalIssue/PubDate")
                .or_else(|| year(element, "MedlineCitation/Article/ArticleDate")),
            venue: line("Article/Journal/Title").or_else(|| line("Article/Journal/ISOAbbreviation")),
            doi: marked(element, "MedlineCitation/Article/ELocationID", "EIdType")
                .or_else(|| marked(element, "PubmedData/ArticleIdList/ArticleId", "IdType")),
            keywords: element.lines_at("MedlineCitation/KeywordList/Keyword"),
            ..Fields::default()
        },
        ..Record::default()
    }
}

fn chapter(element: &Element<'_>, document: &Element<'_>) -> Record {
    let book = document.text_at("Book/BookTitle");
    let own = authors(document, "AuthorList");
    Record {
        key: document.line_at("PMID"),
        title: document.text_at("ArticleTitle").or_else(|| book.clone()),
        abstract_text: sections(document, "Abstract"),
        fields: Fields {
            authors: if own.is_empty() { authors(document, "Book/AuthorList") } else { own },
            year: year(document, "Book/PubDate"),
            venue: document.line_at("Book/BookTitle"),
            doi: marked(document, "ArticleIdList/ArticleId", "IdType")
                .or_else(|| marked(element, "PubmedBookData/ArticleIdList/ArticleId", "IdType")),
            keywords: document.lines_at("KeywordList/Keyword"),
            ..Fields::default()
        },
        ..Record::default()
    }
}

/// The sections of the first abstract at `path`, each with its label.
fn sections(element: &Element<'_>, path: &str) -> Option<String> {
    let parts = element.first(path)?.children().filter(|part| part.name == "AbstractText").map(section);
    fields::present(&parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" "))
}

fn section(part: &Element<'_>) -> String {
    let text = part.text();
    let label = part.attribute("Label").filter(|label| !label.trim().is_empty() && *label != "UNLABELLED");
    match label {
        Some(label) if !text.is_empty() => format!("{}: {text}", label.trim().trim_end_matches(':')),
        _ => text,
    }
}

fn authors(element: &Element<'_>, path: &str) -> Vec<String> {
    let lists = element.all(path).into_iter().filter(|list| !list.says("Type", "editors"));
    let authors = lists.flat_map(Element::children).filter(|author| !author.says("ValidYN", "N"));
    authors.filter_map(author).collect()
}

fn author(author: &Element<'_>) -> Option<String> {
    let given = author.line_at("ForeName").or_else(|| author.line_at("Initials"));
    names::joined([given, author.line_at("LastName"), author.line_at("Suffix")])
        .or_else(|| author.line_at("CollectiveName"))
}

fn year(element: &Element<'_>, path: &str) -> Option<i32> {
    let date = element.first(path)?;
    fields::year(&date.line_at("Year").or_else(|| date.line_at("MedlineDate"))?)
}

/// The DOI among elements whose attribute `kind` tells what they are.
fn marked(element: &Element<'_>, path: &str, kind: &str) -> Option<String> {
    let ids = element.all(path);
    let doi = ids.iter().find(|id| id.says(kind, "doi") && !id.says("ValidYN", "N"))?;
    fields::doi(&doi.line())
}
