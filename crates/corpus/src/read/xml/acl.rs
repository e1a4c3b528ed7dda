//! Collections of the ACL Anthology.

use super::{
    super::fields,
    Kind, names,
    scan::{Names, Tags},
    tree::{self, Broken, Element},
};
use crate::{Fields, Record};

/// Reader of a collection; what its papers share stands before them.
#[derive(Default)]
pub(super) struct Acl {
    collection: String,
    volume: String,
    venue: Option<String>,
    year: Option<i32>,
}

impl Kind for Acl {
    fn format(&self) -> &'static str {
        "acl anthology"
    }

    fn names(&self) -> Names {
        Names { names: &["paper", "meta"], any_case: false }
    }

    fn pass(&mut self, between: &str) {
        for tag in Tags::new(between).filter(|tag| !tag.is_end) {
            let id = || tree::value(tag.attributes, "id").unwrap_or_default().into_owned();
            match tag.name {
                "collection" => self.collection = id(),
                "volume" => {
                    *self = Self {
                        collection: std::mem::take(&mut self.collection),
                        volume: id(),
                        ..Self::default()
                    }
                }
                _ => {}
            }
        }
    }

    fn read(&mut self, text: &str) -> Result<Option<Record>, Broken> {
        let element = tree::parse(text)?;
        if element.name == "meta" {
            self.venue = element.line_at("journal-title").or_else(|| element.line_at("booktitle"));
            self.year = element.line_at("year").as_deref().and_then(fields::year);
            return Ok(None);
        }
        Ok(Some(self.paper(&element)))
    }
}

impl Acl {
    fn paper(&self, paper: &Element<'_>) -> Record {
        let key = self.key(paper);
        let year = paper.line_at("year").as_deref().and_then(fields::year);
        Record {
            title: paper.text_at("title"),
            abstract_text: paper.text_at("abstract"),
            fields: Fields {
                authors: paper.all("author").into_iter().filter_map(author).collect(),
                year: year.or(self.year),
                venue: paper.line_at("booktitle").or_else(|| self.venue.clone()),
                doi: paper.line_at("doi").as_deref().and_then(fields::doi),
                url: address(paper, key.as_deref()),
                ..Fields::default()
            },
            key,
            ..Record::default()
        }
    }

    /// The id as the Anthology forms it of collection, volume and paper.
    fn key(&self, paper: &Element<'_>) -> Option<String> {
        let (collection, volume) = (&self.collection, &self.volume);
        let id = paper.attribute("id")?;
        if collection.starts_with(|c: char| c.is_ascii_digit()) {
            return Some(format!("{collection}-{volume}.{id}"));
        }
        let numbers = volume.parse::<u32>().ok().zip(id.parse::<u32>().ok());
        match numbers.filter(|_| !collection.is_empty()) {
            Some((volume, id)) if is_workshop(collection, volume) => {
                Some(format!("{collection}-{volume:02}{id:02}"))
            }
            Some((volume, id)) => Some(format!("{collection}-{volume}{id:03}")),
            None => Some(id.into_owned()),
        }
    }
}

/// Whether volumes of `collection` are numbered with two digits.
fn is_workshop(collection: &str, volume: u32) -> bool {
    collection.starts_with('W') || collection == "C69" || collection == "D19" && volume >= 5
}

/// The address; in the files it is the id alone where the paper lies in the Anthology.
fn address(paper: &Element<'_>, key: Option<&str>) -> Option<String> {
    let url = paper.line_at("url")?;
    if url.contains("://") {
        return Some(url);
    }
    (Some(&*url) == key).then(|| format!("https://aclanthology.org/{url}/"))
}

fn author(author: &Element<'_>) -> Option<String> {
    names::joined([author.line_at("first"), author.line_at("last"), None])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(collection: &str, volume: &str, id: &str) -> Option<String> {
        let acl = Acl { collection: collection.into(), volume: volume.into(), ..Acl::default() };
        acl.key(&tree::parse(&format!("<paper id='{id}'/>")).unwrap())
    }

    #[test]
    fn ids_are_those_of_the_anthology() {
        for (collection, volume, id, expected) in [
            ("2020.acl", "main", "7", "2020.acl-main.7"),
            ("P18", "1", "2", "P18-1002"),
            ("W05", "1", "2", "W05-0102"),
            ("D19", "51", "2", "D19-5102"),
            ("D19", "1", "2", "D19-1002"),
            ("", "", "2", "2"),
        ] {
            assert_eq!(key(collection, volume, id).as_deref(), Some(expected));
        }
    }
}
