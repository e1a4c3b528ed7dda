//! MEDLINE, as `PubMed` exports it.

use super::{Dialect, Tags, sample_lines};
use crate::read::{Format, Parsed, ReadOptions, error::Fault};

/// Lines such as `PMID- 123`; further lines of a value stand behind six spaces.
pub(in crate::read) struct Medline;

const MEDLINE: Dialect = Dialect {
    format: "medline",
    tag,
    first: "PMID",
    last: None,
    outside: &[],
    blank_closes: false,
    lines_are_items: false,
    tags: Tags {
        key: &["PMID", "UI"],
        title: &["TI", "BTI", "TT"],
        abstract_text: &["AB"],
        authors: &["FAU", "AU", "CN"],
        year: &["DP", "DEP"],
        venue: &["JT", "TA"],
        doi: &["LID", "AID"],
        url: &["URL"],
        keywords: &["OT", "MH"],
    },
};

impl Format for Medline {
    fn name(&self) -> &'static str {
        MEDLINE.format
    }

    fn recognises(&self, content: &str) -> bool {
        let starts = sample_lines(content).next().and_then(tag).is_some();
        let is_number = |value: &str| value.trim().bytes().all(|byte| byte.is_ascii_digit());
        starts && MEDLINE.sample(content).any(|(name, value)| name == "PMID" && is_number(value))
    }

    fn read(&self, content: &str, _options: &ReadOptions) -> Result<Parsed, Fault> {
        Ok(MEDLINE.read(content))
    }
}

/// `TI  - value`: two to four characters filled up with spaces, then a hyphen in the fifth column.
fn tag(line: &str) -> Option<(&str, &str)> {
    let head = line.as_bytes().first_chunk::<5>().filter(|head| head.is_ascii())?;
    let name = line[..4].trim_end();
    let letters = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit();
    let is_tag =
        head[4] == b'-' && head[0].is_ascii_uppercase() && name.len() > 1 && name.bytes().all(letters);
    let value = &line[5..];
    (is_tag && (value.is_empty() || value.starts_with(' '))).then_some((name, value))
}
