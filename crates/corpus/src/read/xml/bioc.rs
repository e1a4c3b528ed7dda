//! `BioC` collections: documents as passages, each with a kind.

use super::{
    super::fields,
    Kind, names,
    scan::Names,
    tree::{self, Broken, Element},
};
use crate::{Fields, Record};

pub(super) struct BioC;

impl Kind for BioC {
    fn format(&self) -> &'static str {
        "bioc"
    }

    fn names(&self) -> Names {
        Names { names: &["document"], any_case: false }
    }

    fn read(&mut self, text: &str) -> Result<Option<Record>, Broken> {
        Ok(Some(record(&tree::parse(text)?)))
    }
}

fn record(document: &Element<'_>) -> Record {
    let passages = document.all("passage");
    let about = |key: &str| {
        let own = std::iter::once(document).chain(passages.iter().copied());
        own.flat_map(|element| said(element, key)).next()
    };
    Record {
        key: document.line_at("id"),
        title: passages
            .iter()
            .find(|passage| is(passage, &["title", "front"]))
            .and_then(|passage| text(passage)),
        abstract_text: summary(&passages),
        fields: Fields {
            authors: authors(document, &passages),
            year: about("year").as_deref().and_then(fields::year),
            venue: about("journal"),
            doi: about("article-id_doi").as_deref().and_then(fields::doi),
            keywords: about("kwd").map(|list| fields::split_list(&list, Some(','))).unwrap_or_default(),
            ..Fields::default()
        },
        ..Record::default()
    }
}

/// The abstract's passages, each heading followed by a colon; the one that says `Abstract` left out.
fn summary(passages: &[&Element<'_>]) -> Option<String> {
    let mut summary = String::new();
    for passage in passages.iter().filter(|passage| is(passage, &["abstract"])) {
        let Some(text) = text(passage) else { continue };
        let is_heading = said(passage, "type").any(|kind| kind.contains("title"));
        if is_heading && text.eq_ignore_ascii_case("abstract") {
            continue;
        }
        let mark = if is_heading && text.ends_with(char::is_alphanumeric) { ": " } else { " " };
        summary.extend([&*text, mark]);
    }
    fields::present(&summary)
}

/// Whether the passage is of one of `kinds`, by its section where it names one.
fn is(passage: &Element<'_>, kinds: &[&str]) -> bool {
    let section = said(passage, "section_type").next().or_else(|| said(passage, "type").next());
    let kind = section.unwrap_or_default().to_lowercase();
    kinds.contains(&&*kind) || kinds.contains(&"abstract") && kind.starts_with("abstract")
}

/// What an element says of itself under `key`.
fn said(element: &Element<'_>, key: &str) -> impl Iterator<Item = String> {
    let infons = element.all("infon").into_iter();
    infons.filter(move |infon| infon.says("key", key)).filter_map(|infon| fields::present(&infon.line()))
}

fn text(passage: &Element<'_>) -> Option<String> {
    passage.text_at("text").or_else(|| {
        let sentences: Vec<_> = passage.all("sentence/text").into_iter().map(Element::text).collect();
        fields::present(&sentences.join(" "))
    })
}

/// Names such as `surname:Roe;given-names:R` under `name_0`, `name_1` and so on, or one list under `authors`.
fn authors(document: &Element<'_>, passages: &[&Element<'_>]) -> Vec<String> {
    let named = |element: &&Element<'_>| -> Vec<String> {
        let infons = element.all("infon").into_iter();
        let names = infons.filter(|infon| infon.attribute("key").is_some_and(|key| key.starts_with("name_")));
        names.filter_map(|infon| author(&infon.line())).collect()
    };
    let all = || std::iter::once(document).chain(passages.iter().copied());
    let found = all().map(|element| named(&element)).find(|names| !names.is_empty());
    found.unwrap_or_else(|| {
        let list = all().flat_map(|element| said(element, "authors")).next().unwrap_or_default();
        names::with_initials(&list)
    })
}

fn author(parts: &str) -> Option<String> {
    let part = |key: &str| parts.split(';').find_map(|part| part.strip_prefix(key)).map(str::to_owned);
    names::joined([part("given-names:"), part("surname:"), part("suffix:")])
}
