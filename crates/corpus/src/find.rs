//! One record to the paper that it is, or why it is none.

use crate::{
    GatherOptions, NotTaken, Paper, RawText, Reason, Record, Source, clean::clean, content,
    identity::paper_id, language::language,
};

/// A record that is a paper.
#[derive(Debug)]
pub(crate) struct Find {
    /// The paper, its headline left for later.
    pub(crate) paper: Paper,
    /// Whether its text shows damage.
    pub(crate) is_suspect: bool,
}

/// The paper that a record of the dump `name` is, or why it is none.
pub(crate) fn find(
    mut record: Record,
    name: &str,
    digest: &str,
    options: GatherOptions,
) -> Result<Find, NotTaken> {
    let mut cleaned = record.abstract_text.as_deref().map(clean).unwrap_or_default();
    let title = record.title.as_deref().map(clean).filter(|title| !title.is_empty());
    if let Some((reason, detail)) = fault(&record, &cleaned) {
        if !(options.keep_title_only && lacks_abstract(reason) && says_enough(&record, title.as_deref())) {
            return Err(NotTaken { line: record.line, reason, detail });
        }
        record.abstract_text = None;
        cleaned.clear();
    }
    let id = paper_id(record.title.as_deref(), record.abstract_text.as_deref());
    let source =
        Source { name: name.to_owned(), digest: digest.to_owned(), line: record.line, key: record.key };
    let raw = RawText {
        title: record.title.filter(|_| title.is_some()),
        abstract_text: record.abstract_text.unwrap_or_default(),
    };
    Ok(Find {
        is_suspect: content::is_suspect(&cleaned),
        paper: Paper {
            id,
            language: language(title.as_deref(), &cleaned),
            title,
            abstract_text: cleaned,
            raw,
            fields: record.fields,
            sources: vec![source],
            ..Paper::default()
        },
    })
}

fn fault(record: &Record, cleaned: &str) -> Option<(Reason, String)> {
    let Some(raw) = record.abstract_text.as_deref() else {
        return Some((Reason::NoAbstract, "the record has no abstract".to_owned()));
    };
    if raw.trim().is_empty() {
        return Some((Reason::NoAbstract, "the abstract is blank".to_owned()));
    }
    if is_withdrawn(record) {
        return Some((Reason::Withdrawn, "the status says so".to_owned()));
    }
    content::fault(cleaned).map(|reason| (reason, content::excerpt(raw)))
}

fn is_withdrawn(record: &Record) -> bool {
    record.fields.decision.as_deref().is_some_and(content::says_withdrawn)
}

/// Whether a record without an abstract can be a paper by its cleaned title.
fn says_enough(record: &Record, title: Option<&str>) -> bool {
    !is_withdrawn(record) && title.is_some_and(|title| content::fault(title).is_none())
}

/// Whether a fault leaves a record without an abstract, and nothing worse.
fn lacks_abstract(reason: Reason) -> bool {
    matches!(reason, Reason::NoAbstract | Reason::Placeholder | Reason::EmptyAfterCleaning)
}
