//! Readers of dumps: one file per format, recognised by content and never by name.
//!
//! A new format is a `Format` in a file of its own and a line in `MARKED` or `SHAPED`.

mod bibtex;
mod columns;
mod contents;
mod csv;
mod encoding;
mod error;
mod fields;
mod foreign;
mod gzip;
mod header;
mod headless;
mod json;
mod labels;
mod lines;
mod markdown;
mod names;
mod options;
mod people;
mod prose;
mod quotes;
mod rows;
mod tagged;
mod text;

use std::io::Read;

use sha2::{Digest, Sha256};

use error::Fault;
pub use error::ReadError;
pub use fields::Field;
pub use options::{InputFormat, ReadOptions};

use crate::{NotTaken, Reason, Record};

/// What a dump holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dump {
    /// File name, never a path.
    pub name: String,
    /// SHA-256 of the decompressed content, in hex, so that a compressed dump and its plain twin are one; a compressed
    /// dump that is damaged or ends early has another digest than any whole one.
    pub digest: String,
    /// Format that was recognised: `text`, `json`, `json lines`, `csv`, `tsv`, `bibtex`, `medline`, `web of science`,
    /// `ris`, `endnote` or `empty`.
    pub format: String,
    /// `UTF-8`, or `UTF-8 with mark` when a byte-order mark was dropped.
    pub encoding: String,
    /// Venue that the dump's header names.
    pub venue: Option<String>,
    /// Year that the dump's header names.
    pub year: Option<i32>,
    /// The records, in the order of the dump.
    pub records: Vec<Record>,
    /// What could not become a record, in the order of lines.
    pub not_taken: Vec<NotTaken>,
}

/// What [`read_dumps`] found.
#[derive(Debug, Default)]
pub struct Dumps {
    /// The dumps: one, or one a member of an archive, in the order of their names.
    pub dumps: Vec<Dump>,
    /// Why members of an archive are no dumps, in the order of their names.
    pub refused: Vec<ReadError>,
}

/// A format of dumps.
trait Format: Sync {
    /// What `--input-format` calls it: lower case, no spaces.
    fn name(&self) -> &'static str;
    /// Whether `content` is in this format.
    fn recognises(&self, content: &str) -> bool;
    /// The records of `content`, which this format recognised or a person says is in it.
    fn read(&self, content: &str, options: &ReadOptions) -> Result<Parsed, Fault>;
}

/// What a [`Format`] finds.
#[derive(Debug, Default)]
struct Parsed {
    format: &'static str,
    venue: Option<String>,
    year: Option<i32>,
    records: Vec<Record>,
    not_taken: Vec<NotTaken>,
    /// Whether a record that the end of the content cuts off is still among `records`.
    keeps_cut_record: bool,
}

/// Formats that marks of their own tell, the most particular first.
const MARKED: [&dyn Format; 5] =
    [&bibtex::Bibtex, &tagged::Medline, &tagged::WebOfScience, &tagged::Ris, &tagged::EndNote];

/// Formats that are told by their shape where there is no mark; the last one recognises everything.
const SHAPED: [&dyn Format; 4] = [&json::Json, &csv::Csv, &markdown::Markdown, &text::Text];

/// Reads a dump, plain or gzip, and recognises its format by its content where `options` name none.
///
/// Records and faults come in the order of the dump. A fault of one record is kept in [`Dump::not_taken`] with
/// its line and costs no other record; a compressed dump that ends early gives what could be read. Memory is about
/// three times the decompressed content; time is linear.
///
/// # Errors
///
/// [`ReadError::Io`] when `source` fails; [`ReadError::NotADump`] for binary content; [`ReadError::Encoding`] for
/// text that is not UTF-8; [`ReadError::UnsupportedFormat`], [`ReadError::UnsupportedShape`] and
/// [`ReadError::NoAbstractColumn`] for text without a readable record. An empty dump is no error.
pub fn read_dumps(name: &str, source: &mut dyn Read, options: &ReadOptions) -> Result<Dumps, ReadError> {
    let mut bytes = Vec::new();
    source.read_to_end(&mut bytes).map_err(|source| ReadError::Io { name: name.to_owned(), source })?;
    let (bytes, cut) = gzip::decompress(bytes);
    let digest = digest(&bytes, cut.is_some());
    let content = encoding::decode(bytes).map_err(|fault| fault.of(name))?;
    let parsed = parse(&content.text, options).map_err(|fault| fault.of(name))?;
    let parsed = report_cut(parsed, &content.text, cut.or(content.cut));
    Ok(Dumps { dumps: vec![dump(name, digest, content.encoding, parsed)], refused: Vec::new() })
}

fn dump(name: &str, digest: String, encoding: &str, parsed: Parsed) -> Dump {
    Dump {
        name: name.to_owned(),
        digest,
        format: parsed.format.to_owned(),
        encoding: encoding.to_owned(),
        venue: parsed.venue,
        year: parsed.year,
        records: parsed.records,
        not_taken: parsed.not_taken,
    }
}

/// The only dump of `source`.
#[cfg(test)]
pub(crate) fn read_dump(name: &str, source: &mut dyn Read) -> Result<Dump, ReadError> {
    read_dumps(name, source, &ReadOptions::default()).map(|mut found| found.dumps.remove(0))
}

/// What follows damaged content in its digest: what could be read may be the whole content of a repaired dump.
const DAMAGED: &[u8] = b"\0damaged";

fn digest(content: &[u8], is_damaged: bool) -> String {
    let mark = if is_damaged { DAMAGED } else { b"" };
    hex(&Sha256::new().chain_update(content).chain_update(mark).finalize())
}

fn parse(content: &str, options: &ReadOptions) -> Result<Parsed, Fault> {
    if lines::is_blank(content) {
        return Ok(Parsed { format: "empty", ..Parsed::default() });
    }
    if let Some(format) = options.format {
        return format.0.read(content, options);
    }
    let recognised =
        |formats: &[&'static dyn Format]| formats.iter().copied().find(|format| format.recognises(content));
    let format = match recognised(&MARKED) {
        Some(format) => Some(format),
        None => foreign::check(content).map(|()| recognised(&SHAPED))?,
    };
    format.map_or(Ok(Parsed::default()), |format| format.read(content, options))
}

/// Sets aside the record that the early end of a dump cut off.
fn report_cut(mut parsed: Parsed, content: &str, cut: Option<String>) -> Parsed {
    let Some(detail) = cut else { return parsed };
    let after = parsed.records.last().map_or(0, |record| record.line);
    if let Some(fault) = parsed.not_taken.last_mut().filter(|fault| fault.line > after) {
        fault.detail = detail;
        return parsed;
    }
    let last = if parsed.keeps_cut_record { parsed.records.pop() } else { None };
    let line = last.map_or_else(|| lines::count(content), |record| record.line);
    parsed.not_taken.push(NotTaken { line, reason: Reason::Unreadable, detail });
    parsed.not_taken.sort();
    parsed
}

fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Dump {
        read_dump("dump", &mut &*bytes).unwrap()
    }

    #[test]
    fn an_empty_dump_holds_nothing() {
        for content in [&b""[..], b" \n\t\n", b"\xef\xbb\xbf"] {
            let dump = read(content);
            assert_eq!((dump.format.as_str(), dump.records.len(), dump.not_taken.len()), ("empty", 0, 0));
        }
    }

    #[test]
    fn the_digest_is_that_of_the_content() {
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(read(b"").digest, empty);
    }
}
