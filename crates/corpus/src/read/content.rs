//! From the bytes of one dump to its records.

use super::{
    Dump, FORMAT_OF_NOTHING, Format, MARKED, Parsed, ReadOptions, SHAPED, container::Content, encoding,
    error::Fault, feed::Feed, foreign, json, lines,
};
use crate::{NotTaken, Reason, Record};

/// The most that is kept of a dump that is read as a whole.
const LARGEST: u64 = 4 << 30;

/// Bytes of the longest text that is taken for an abstract.
const LONGEST_TEXT: usize = 4 << 20;

/// Reads the dump that `content` is.
pub(super) fn read(name: &str, content: Content<'_>, options: &ReadOptions) -> Result<Dump, Fault> {
    let mut feed = Feed::new(content.bytes);
    let found = if lines_of_json(&mut feed, options) {
        json::stream(&mut feed, options)
    } else {
        whole(&mut feed, options)
    };
    let (digest, fault) = feed.finish();
    let Found { mut parsed, encoding, last_line, cut } = found?;
    if let (Some(fault), Some(container), FORMAT_OF_NOTHING) = (&fault, content.container, parsed.format) {
        let damaged = format!("a {} that is damaged at its start ({fault})", container.name());
        return Err(Fault::NotADump(damaged));
    }
    if let Some(detail) = fault.as_ref().map(describe).or(cut) {
        report_cut(&mut parsed, last_line, detail);
    }
    Ok(dump(name, digest, encoding, parsed))
}

/// The dump of what was `parsed`.
pub(super) fn dump(name: &str, digest: String, encoding: String, mut parsed: Parsed) -> Dump {
    report_long(&mut parsed);
    Dump {
        name: name.to_owned(),
        digest,
        format: parsed.format.to_owned(),
        encoding,
        venue: parsed.venue,
        year: parsed.year,
        records: parsed.records,
        not_taken: parsed.not_taken,
    }
}

/// What was found in a dump.
pub(super) struct Found {
    pub(super) parsed: Parsed,
    pub(super) encoding: String,
    /// The last line that holds something.
    pub(super) last_line: u64,
    /// Why the last letter is lost.
    pub(super) cut: Option<String>,
}

/// Whether the dump can be read value by value.
fn lines_of_json(feed: &mut Feed<'_>, options: &ReadOptions) -> bool {
    options.format.is_none_or(|format| format.name() == json::Json.name()) && json::is_lines(feed)
}

fn whole(feed: &mut Feed<'_>, options: &ReadOptions) -> Result<Found, Fault> {
    let mut bytes = Vec::new();
    if feed.fill(&mut bytes, LARGEST) {
        return Err(Fault::TooLarge("4 GiB"));
    }
    let text = encoding::decode(bytes)?;
    let parsed = parse(&text.content, options)?;
    let last_line = lines::count(&text.content);
    Ok(Found { parsed, encoding: text.encoding, last_line, cut: text.cut })
}

fn parse(content: &str, options: &ReadOptions) -> Result<Parsed, Fault> {
    if lines::is_blank(content) {
        return Ok(Parsed { format: FORMAT_OF_NOTHING, ..Parsed::default() });
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

/// Sets aside records whose abstract is longer than any abstract can be.
fn report_long(parsed: &mut Parsed) {
    let length = |record: &Record| record.abstract_text.as_ref().map_or(0, String::len);
    for record in parsed.records.extract_if(.., |record| length(record) > LONGEST_TEXT) {
        let detail =
            format!("the abstract has {} bytes; more than {LONGEST_TEXT} are no abstract", length(&record));
        parsed.not_taken.push(NotTaken { line: record.line, reason: Reason::Unreadable, detail });
    }
    parsed.not_taken.sort();
}

/// Sets aside the record that the early end of a dump cut off.
fn report_cut(parsed: &mut Parsed, last_line: u64, detail: String) {
    let after = parsed.records.last().map_or(0, |record| record.line);
    if let Some(fault) = parsed.not_taken.last_mut().filter(|fault| fault.line > after) {
        fault.detail = detail;
        return;
    }
    let last = if parsed.keeps_cut_record { parsed.records.pop() } else { None };
    let line = last.map_or(last_line, |record| record.line);
    parsed.not_taken.push(NotTaken { line, reason: Reason::Unreadable, detail });
    parsed.not_taken.sort();
}

fn describe(fault: &std::io::Error) -> String {
    format!("the compressed data is damaged or ends early here ({fault}); what was before it is kept")
}
