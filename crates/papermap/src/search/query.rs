//! What is searched for.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use papermap_corpus::identity::paper_id;
use papermap_corpus::{Reason, clean, content, without_notices};
use serde::Deserialize;

use crate::inputs::STDIN_NAME;

/// Header that a table of queries may have.
const BATCH_HEADER: &str = "id\ttext";

/// A text to search with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Query {
    /// What the answer calls it.
    pub(crate) id: String,
    /// The text, cleaned as papers are and without their notices.
    pub(crate) text: String,
    /// Content id that a paper of this abstract has.
    pub(crate) paper_id: String,
}

impl Query {
    /// Cleans the text as papers are cleaned.
    ///
    /// # Errors
    /// A text that is blank, or of which cleaning leaves no word.
    pub(crate) fn new(id: &str, raw: &str) -> Result<Self> {
        let cleaned = clean(raw);
        let text = without_notices(&cleaned).into_owned();
        let text = if text.trim().is_empty() { cleaned } else { text };
        let says_something = text.chars().any(char::is_alphanumeric)
            && content::fault(&text) != Some(Reason::EmptyAfterCleaning);
        ensure!(
            says_something,
            "the query is empty{}; give an abstract, or a few words of one",
            if raw.trim().is_empty() { "" } else { ": cleaning leaves no word of it" }
        );
        Ok(Self { id: id.to_owned(), paper_id: paper_id(None, Some(raw)), text })
    }

    /// Whether most letters are none of the Latin script, which the built-in model was trained on.
    pub(crate) fn is_mostly_foreign(&self) -> bool {
        let letters = || self.text.chars().filter(|c| c.is_alphabetic());
        2 * letters().filter(|&c| !is_latin(c)).count() > letters().count()
    }
}

fn is_latin(c: char) -> bool {
    matches!(c, '\0'..='\u{24f}' | '\u{1e00}'..='\u{1eff}' | '\u{fb00}'..='\u{fb06}' | '\u{ff21}'..='\u{ff5a}')
}

/// Reads a text from a file, or from standard input for `-`, as a dump's text is read.
///
/// # Errors
/// A file that cannot be read, or that is not UTF-8.
pub(crate) fn read_text(path: &Path) -> Result<String> {
    let mut bytes = Vec::new();
    if path.as_os_str() == "-" {
        io::stdin().lock().read_to_end(&mut bytes).context("standard input cannot be read")?;
    } else {
        let mut file = File::open(path).with_context(|| {
            format!("{}: cannot be opened; check the path and its permissions", path.display())
        })?;
        file.read_to_end(&mut bytes).with_context(|| format!("{}: cannot be read", path.display()))?;
    }
    let text = String::from_utf8(bytes)
        .with_context(|| format!("{}: not UTF-8 text; convert it, for example with iconv", path.display()))?;
    Ok(text.trim_start_matches('\u{feff}').replace("\r\n", "\n").replace('\r', "\n"))
}

/// Reads many queries: TSV `id<TAB>text`, or JSON Lines with `id` and `text`.
///
/// # Errors
/// The first line that is no query, by its number; no query at all.
pub(crate) fn read_batch(path: &Path) -> Result<Vec<Query>> {
    let content = read_text(path)?;
    let shown = if path.as_os_str() == "-" { STDIN_NAME.into() } else { path.to_string_lossy() };
    let mut queries = Vec::new();
    for (index, line) in content.lines().enumerate() {
        if line.trim().is_empty() || (index == 0 && line == BATCH_HEADER) {
            continue;
        }
        let at = || format!("{shown}, line {}", index + 1);
        let (id, text) = batch_line(line).with_context(at)?;
        queries.push(Query::new(&id, &text).with_context(at)?);
    }
    ensure!(
        !queries.is_empty(),
        "{shown}: no query in it; expected lines `id<TAB>text`, or JSON Lines with id and text"
    );
    Ok(queries)
}

#[derive(Deserialize)]
struct JsonQuery {
    id: JsonId,
    text: String,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum JsonId {
    Text(String),
    Number(serde_json::Number),
}

fn batch_line(line: &str) -> Result<(String, String)> {
    if line.trim_start().starts_with('{') {
        let query: JsonQuery =
            serde_json::from_str(line).context("expected an object with \"id\" and \"text\"")?;
        let id = match query.id {
            JsonId::Text(id) => id,
            JsonId::Number(number) => number.to_string(),
        };
        return Ok((id, query.text));
    }
    match line.split_once('\t') {
        Some((id, text)) => Ok((id.to_owned(), text.to_owned())),
        None => bail!("no tab; expected `id<TAB>text`, or a JSON object with \"id\" and \"text\""),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_query_without_letters_is_refused() {
        for text in ["", "  \n", "?!... --", "\u{feff}"] {
            assert!(Query::new("q", text).unwrap_err().to_string().contains("empty"), "{text:?}");
        }
        assert!(Query::new("q", "graph").is_ok());
    }

    #[test]
    fn scripts_are_told_apart() {
        let foreign = |text| Query::new("q", text).unwrap().is_mostly_foreign();
        assert!(foreign("グラフニューラルネットワーク GNN"));
        assert!(!foreign("Schrödinger operators with α and β on Čech complexes"));
    }

    #[test]
    fn both_kinds_of_lines_are_read() {
        let root = tempfile::tempdir().unwrap();
        let file = root.path().join("q");
        fs::write(&file, "\u{feff}id\ttext\na\tfirst text\r\n\r\n{\"id\": 7, \"text\": \"second\"}\n")
            .unwrap();
        let queries = read_batch(&file).unwrap();
        let ids: Vec<(&str, &str)> =
            queries.iter().map(|query| (query.id.as_str(), query.text.as_str())).collect();
        assert_eq!(ids, [("a", "first text"), ("7", "second")]);
    }

    #[test]
    fn a_bad_line_is_named() {
        let root = tempfile::tempdir().unwrap();
        let file = root.path().join("q");
        for content in ["a\tok\nno tab here\n", "a\tok\n{\"id\": \"x\"}\n", "a\tok\nb\t...\n"] {
            fs::write(&file, content).unwrap();
            let error = format!("{:#}", read_batch(&file).unwrap_err());
            assert!(error.contains("line 2"), "{error}");
        }
        fs::write(&file, "\n").unwrap();
        assert!(read_batch(&file).unwrap_err().to_string().contains("no query"));
    }
}
