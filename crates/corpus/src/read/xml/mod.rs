//! XML dumps, recognised by their elements: one file a format, each of which reads one record at a time.
//!
//! Records are first found as stretches of text ([`scan`]), then read as trees ([`tree`]), so that a fault in one
//! costs no other.

mod acl;
mod atom;
mod bioc;
mod entity;
mod jats;
mod names;
mod oai;
mod pubmed;
mod scan;
mod text;
mod trec;
mod tree;

use super::{Format, Parsed, ReadOptions, error::Fault, lines};
use crate::{NotTaken, Reason, Record};
use scan::{Names, Piece, Pieces, Tags};
use tree::Broken;

/// Papers in XML, whatever the file is called.
pub(super) struct Xml;

/// A format in XML.
trait Kind {
    /// What it is called.
    fn format(&self) -> &'static str;
    /// The elements that are records.
    fn names(&self) -> Names;
    /// Takes note of what stands between two records.
    fn pass(&mut self, _between: &str) {}
    /// The record in `text`, a whole element; `None` where it only tells something of the records after it.
    fn read(&mut self, text: &str) -> Result<Option<Record>, Broken>;
}

impl Format for Xml {
    fn name(&self) -> &'static str {
        "xml"
    }

    fn recognises(&self, content: &str) -> bool {
        kind(content).is_some()
    }

    fn read(&self, content: &str, _options: &ReadOptions) -> Result<Parsed, Fault> {
        let mut kind = kind(content).ok_or(Fault::UnsupportedFormat("no XML of a kind that is known"))?;
        Ok(read(content, kind.as_mut()))
    }
}

/// How many tags at the start of a document tell its format.
const HEAD: usize = 200;

fn kind(content: &str) -> Option<Box<dyn Kind>> {
    if !content.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}').starts_with('<') {
        return None;
    }
    let head: Vec<_> = Tags::new(content).take(HEAD).filter(|tag| !tag.is_end).collect();
    let root = head.first()?;
    let has = |name: &str| head.iter().any(|tag| tag.name == name);
    let has_any_case = |name: &str| head.iter().any(|tag| tag.name.eq_ignore_ascii_case(name));
    Some(match root.name {
        "html" => return None,
        "feed" if has("entry") || root.attributes.contains("w3.org/2005/Atom") => Box::new(atom::Atom),
        "entry" if has("summary") => Box::new(atom::Atom),
        _ if root.name.starts_with("Pubmed") => Box::new(pubmed::PubMed),
        "collection" if has("volume") => Box::new(acl::Acl::default()),
        "volume" if has("paper") => Box::new(acl::Acl::default()),
        _ if has("document") && has("passage") => Box::new(bioc::BioC),
        _ if has("article") && has("article-meta") => Box::new(jats::Jats),
        "OAI-PMH" if has("header") => Box::new(oai::Oai),
        "ListRecords" | "record" if has("header") && has("metadata") => Box::new(oai::Oai),
        _ if has_any_case("doc") && (has_any_case("docno") || has_any_case("docid")) => Box::new(trec::Trec),
        _ => return None,
    })
}

fn read(content: &str, kind: &mut dyn Kind) -> Parsed {
    let mut reader = Reader {
        content,
        lines: lines::Counter::new(content, 1),
        parsed: Parsed { format: kind.format(), ..Parsed::default() },
    };
    let mut pieces = Pieces::new(content, kind.names());
    for piece in pieces.by_ref() {
        reader.take(&piece, kind);
    }
    if !pieces.is_cut {
        reader.close(&content[pieces.end..], kind.names());
    }
    reader.parsed.not_taken.sort();
    reader.parsed
}

struct Reader<'a> {
    content: &'a str,
    lines: lines::Counter<'a>,
    parsed: Parsed,
}

impl Reader<'_> {
    fn take(&mut self, piece: &Piece<'_>, kind: &mut dyn Kind) {
        kind.pass(piece.before);
        let line = self.lines.line_at(piece.start);
        let text = &self.content[piece.start..piece.end];
        let record = match &piece.fault {
            Some(fault) => Err(fault.clone()),
            None => kind.read(text).map_err(|broken| located(text, line, &broken)),
        };
        match record {
            Ok(Some(record)) => self.parsed.records.push(Record { line, ..record }),
            Ok(None) => {}
            Err(detail) => self.set_aside(line, detail),
        }
    }

    /// Names the fault of a document that ends between two records.
    fn close(&mut self, rest: &str, names: Names) {
        let Some(root) = Tags::new(self.content).next().filter(|root| !root.is_empty) else { return };
        let is_record = names.holds(root.name);
        if !is_record && !Tags::new(rest).any(|tag| tag.is_end && tag.is_closed && tag.name == root.name) {
            let detail = format!("the dump ends before its `</{}>`", root.name);
            self.set_aside(lines::count(self.content), detail);
        }
    }

    fn set_aside(&mut self, line: u64, detail: String) {
        self.parsed.not_taken.push(NotTaken { line, reason: Reason::Unreadable, detail });
    }
}

/// The fault and the line that it is on, where that is not the first one of the record.
fn located(text: &str, first: u64, broken: &Broken) -> String {
    let at = text.floor_char_boundary(broken.at.min(text.len()));
    match lines::ends(&text[..at]) {
        0 => broken.detail.clone(),
        lines => format!("line {}: {}", first + lines, broken.detail),
    }
}

#[cfg(test)]
mod tests;
