//! JATS and its forerunner, the NLM archiving tag set: journal articles, one or many.

use super::{
    super::{fields, people::person},
    Kind, names,
    scan::Names,
    tree::{self, Broken, Element},
};
use crate::{Fields, Record};

pub(super) struct Jats;

impl Kind for Jats {
    fn format(&self) -> &'static str {
        "jats"
    }

    fn names(&self) -> Names {
        Names { names: &["article"], any_case: false }
    }

    fn read(&mut self, text: &str) -> Result<Option<Record>, Broken> {
        Ok(Some(record(&tree::parse(text)?)))
    }
}

const META: &str = "front/article-meta";

fn record(article: &Element<'_>) -> Record {
    let Some(meta) = article.first(META) else { return Record::default() };
    Record {
        key: ["pmcid", "pmc", "pmid", "doi", "publisher-id"].iter().find_map(|kind| id(meta, kind)),
        title: title(meta),
        abstract_text: summary(meta),
        fields: Fields {
            authors: authors(meta),
            year: year(meta),
            venue: article
                .line_at("front/journal-meta/journal-title-group/journal-title")
                .or_else(|| article.line_at("front/journal-meta/journal-title")),
            doi: id(meta, "doi").as_deref().and_then(fields::doi),
            url: address(meta),
            keywords: keywords(meta),
            ..Fields::default()
        },
        ..Record::default()
    }
}

fn id(meta: &Element<'_>, kind: &str) -> Option<String> {
    let ids = meta.all("article-id");
    fields::present(&ids.iter().find(|id| id.says("pub-id-type", kind))?.line())
}

fn title(meta: &Element<'_>) -> Option<String> {
    let title = meta.text_at("title-group/article-title")?;
    match meta.text_at("title-group/subtitle") {
        Some(subtitle) if title.ends_with(char::is_alphanumeric) => Some(format!("{title}: {subtitle}")),
        Some(subtitle) => Some(format!("{title} {subtitle}")),
        None => Some(title),
    }
}

/// Abstracts that show or advertise the article instead of telling what it says.
const SIDE_KINDS: [&str; 7] =
    ["graphical", "teaser", "toc", "key-points", "highlights", "author-highlights", "precis"];

/// The abstract without a kind; else the first that tells what the article says; else a translated one.
fn summary(meta: &Element<'_>) -> Option<String> {
    let all = meta.all("abstract");
    let is_plain = |one: &&&Element<'_>| one.attribute("abstract-type").is_none();
    let is_told = |one: &&&Element<'_>| !SIDE_KINDS.iter().any(|kind| one.says("abstract-type", kind));
    let best = all.iter().find(is_plain).or_else(|| all.iter().find(is_told)).copied();
    best.or_else(|| meta.first("trans-abstract")).and_then(body)
}

/// The text without its heading, which says that it is an abstract.
fn body(summary: &Element<'_>) -> Option<String> {
    summary.text_without(&["title", "label"])
}

fn authors(meta: &Element<'_>) -> Vec<String> {
    let groups = meta.all("contrib-group").into_iter().flat_map(|group| group.all("contrib"));
    let writes =
        |contrib: &&Element<'_>| contrib.attribute("contrib-type").is_none_or(|kind| kind == "author");
    groups.chain(meta.all("contrib")).filter(writes).filter_map(author).collect()
}

fn author(contrib: &Element<'_>) -> Option<String> {
    let name = ["name", "name-alternatives/name", "string-name", "name-alternatives/string-name"];
    let name = name.iter().find_map(|path| contrib.first(path));
    let parts = |name: &Element<'_>| {
        names::joined([name.line_at("given-names"), name.line_at("surname"), name.line_at("suffix")])
    };
    name.and_then(|name| parts(name).or_else(|| person(&name.line()))).or_else(|| contrib.line_at("collab"))
}

/// The year in which the journal brought the article, not the one in which an archive released it.
fn year(meta: &Element<'_>) -> Option<i32> {
    let dates = meta.all("pub-date").into_iter().filter(|date| !date.says("pub-type", "pmc-release"));
    dates.filter_map(|date| fields::year(&date.line_at("year")?)).min()
}

fn address(meta: &Element<'_>) -> Option<String> {
    let links = meta.all("self-uri").into_iter().filter_map(|link| link.attribute("href"));
    links.filter(|link| link.starts_with("http")).find_map(|link| fields::present(&link))
}

fn keywords(meta: &Element<'_>) -> Vec<String> {
    let groups = meta.all("kwd-group").into_iter();
    let told = groups
        .filter(|group| !group.attribute("kwd-group-type").is_some_and(|kind| kind.starts_with("abbr")));
    told.flat_map(|group| group.lines_at("kwd")).collect()
}
