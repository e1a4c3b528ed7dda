//! Readers of dumps: one file per format, recognised by content and never by name.
//!
//! A new format is a `Format` in a file of its own and a line in `MARKED` or `SHAPED`.

mod bibtex;
mod columns;
mod container;
mod content;
mod contents;
mod csv;
mod encoding;
mod error;
mod feed;
mod fields;
mod foreign;
mod header;
mod headless;
mod json;
mod labels;
mod lines;
mod markdown;
mod names;
mod opening;
mod options;
mod people;
mod prose;
mod quotes;
mod rows;
mod tagged;
#[cfg(test)]
mod testing;
mod text;
mod xlsx;
mod xml;

use std::io::Read;

use error::Fault;
pub use error::ReadError;
pub use fields::Field;
pub use options::{InputFormat, ReadOptions};

use container::{Gauge, Peek};
use opening::Opening;

use crate::{NotTaken, Record};

/// What a dump holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dump {
    /// File name, never a path; of a member of an archive `archive.zip/member`.
    pub name: String,
    /// SHA-256 of the content, in hex, after decompression and before decoding, so that a compressed dump and its plain
    /// twin are one; a compressed dump that is damaged or ends early has another digest than any whole one.
    pub digest: String,
    /// Format that was recognised: `text`, `json`, `json lines`, `csv`, `tsv`, `bibtex`, `medline`, `web of science`,
    /// `ris`, `endnote`, one of XML (`atom`, `pubmed`, `acl anthology`, `jats`, `bioc`, `oai-pmh`, `trec`) or `empty`.
    pub format: String,
    /// What was understood: `UTF-8`, `UTF-16LE`, `Windows-1252`, `UTF-8 and Windows-1252`, …; `with mark` where
    /// byte-order marks were dropped.
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
const MARKED: [&dyn Format; 6] =
    [&xml::Xml, &bibtex::Bibtex, &tagged::Medline, &tagged::WebOfScience, &tagged::Ris, &tagged::EndNote];

/// Formats that are told by their shape where there is no mark; the last one recognises everything.
const SHAPED: [&dyn Format; 4] = [&json::Json, &csv::Csv, &markdown::Markdown, &text::Text];

/// What a dump that holds nothing is called instead of a format.
const FORMAT_OF_NOTHING: &str = "empty";

/// Reads the dump or the archive of dumps that `source` holds; formats are recognised by content where `options` name
/// none.
///
/// gzip, xz, Zstandard and zip are opened, also two in one another, such as `papers.jsonl.gz` in a zip archive. Any
/// encoding is understood; lines of UTF-8 and of Windows-1252 may be mixed.
///
/// Records and faults come in the order of the dump. A fault of one record is kept in [`Dump::not_taken`] with
/// its line and costs no other record; a compressed dump that ends early gives what could be read. Time is linear.
/// JSON Lines take the memory of their records alone, everything else that of the decompressed content too.
///
/// # Errors
///
/// [`ReadError::Io`] when `source` fails; [`ReadError::NotADump`] for binary content; [`ReadError::Unpacking`] and
/// [`ReadError::Exploded`] for containers whose content cannot be had; [`ReadError::NoMember`] for an archive without
/// a dump; [`ReadError::UnsupportedFormat`], [`ReadError::UnsupportedShape`] and [`ReadError::NoAbstractColumn`] for
/// text without a readable record. An empty dump is no error.
pub fn read_dumps(name: &str, source: &mut dyn Read, options: &ReadOptions) -> Result<Dumps, ReadError> {
    let gauge = Gauge::default();
    let mut opening = Opening { options, found: Dumps::default() };
    opening.take(name, Peek::new(gauge.watch(source)), &gauge, 0)?;
    Ok(opening.found)
}

/// The only dump of `source`.
#[cfg(test)]
pub(crate) fn read_dump(name: &str, source: &mut dyn Read) -> Result<Dump, ReadError> {
    read_dumps(name, source, &ReadOptions::default()).map(|mut found| found.dumps.remove(0))
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
