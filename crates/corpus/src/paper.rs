//! What a reader takes from a dump, and what it becomes.

use serde::{Deserialize, Serialize};

use crate::{headline::headline, language::language, without_notices};

/// One entry of a dump as its reader found it: texts raw, nothing cleaned.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Record {
    /// Line of the dump (from 1) on which the record starts.
    pub line: u64,
    /// The dump's own id of the record.
    pub key: Option<String>,
    /// Title as it stands in the dump.
    pub title: Option<String>,
    /// Abstract as it stands in the dump; `None` where the dump has none.
    pub abstract_text: Option<String>,
    /// Bibliographic fields.
    pub fields: Fields,
}

/// The bibliographic fields that may reach the store and the report; nothing else of a record can.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fields {
    /// Authors in their order.
    pub authors: Vec<String>,
    /// Year of publication.
    pub year: Option<i32>,
    /// Conference or journal.
    pub venue: Option<String>,
    /// Digital object identifier, without a resolver's address.
    pub doi: Option<String>,
    /// Address of the paper.
    pub url: Option<String>,
    /// Keywords in their order.
    pub keywords: Vec<String>,
    /// Decision or status at the venue.
    pub decision: Option<String>,
}

/// Title and abstract as they stood in the dump that gave the cleaned ones.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RawText {
    /// Title before cleaning.
    pub title: Option<String>,
    /// Abstract before cleaning.
    pub abstract_text: String,
}

/// Where a paper was found.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Source {
    /// File name of the dump, never a path.
    pub name: String,
    /// SHA-256 of the dump's decompressed content, in hex, as [`crate::read::Dump::digest`] has it.
    pub digest: String,
    /// Line of the dump (from 1).
    pub line: u64,
    /// The dump's own id of the paper.
    pub key: Option<String>,
}

/// A record after cleaning and deduplication.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Paper {
    /// Permanent content id: `p` and 16 hex digits, see [`crate::identity`].
    pub id: String,
    /// Cleaned title.
    pub title: Option<String>,
    /// Cleaned abstract; empty only where a paper without one was kept for its title.
    pub abstract_text: String,
    /// The title, or a headline made from the abstract; see [`crate::headline()`].
    pub headline: String,
    /// The texts before cleaning.
    pub raw: RawText,
    /// Bibliographic fields.
    pub fields: Fields,
    /// Language of the texts as an ISO 639-3 code; `None` where it cannot be told.
    pub language: Option<String>,
    /// Every place the paper was found in, sorted.
    pub sources: Vec<Source>,
    /// Content ids of the near duplicates that joined the paper, sorted.
    pub aliases: Vec<String>,
    /// What all versions of one work share: the smallest of their ids; `None` for a paper without other versions.
    pub work: Option<String>,
}

/// The language that the built-in model reads, as an ISO 639-3 code.
pub const MODEL_LANGUAGE: &str = "eng";

impl Paper {
    /// Makes anew what follows from the cleaned texts: headline and language.
    pub fn refresh(&mut self) {
        self.headline = headline(self.title.as_deref(), &self.abstract_text);
        self.language = language(self.title.as_deref(), &self.abstract_text);
    }

    /// Whether the texts are in a language other than English, the language of the model.
    #[must_use]
    pub fn is_in_other_language(&self) -> bool {
        self.language.as_deref().is_some_and(|language| language != MODEL_LANGUAGE)
    }

    /// The ids that the paper's dumps gave it, sorted, each once.
    #[must_use]
    pub fn keys(&self) -> Vec<&str> {
        let mut keys: Vec<&str> = self.sources.iter().filter_map(|source| source.key.as_deref()).collect();
        keys.sort_unstable();
        keys.dedup();
        keys
    }

    /// The text that is embedded: title, `". "` (no second stop), abstract; one alone without the other.
    ///
    /// The abstract is without copyright lines, links to code and web addresses, see [`crate::without_notices()`].
    #[must_use]
    pub fn embedded_text(&self) -> String {
        let text = without_notices(&self.abstract_text);
        match self.title.as_deref() {
            Some(title) if text.is_empty() => title.to_owned(),
            Some(title) if title.ends_with(['.', '?', '!']) => format!("{title} {text}"),
            Some(title) => format!("{title}. {text}"),
            None => text.into_owned(),
        }
    }
}
