//! `EndNote` tagged export, which refer had before it.

use super::{Dialect, Tags, sample_lines};
use crate::read::{Format, Parsed, ReadOptions, error::Fault};

/// Lines such as `%T Title`.
pub(in crate::read) struct EndNote;

const ENDNOTE: Dialect = Dialect {
    format: "endnote",
    tag,
    first: "%0",
    last: None,
    outside: &[],
    blank_closes: false,
    lines_are_items: true,
    tags: Tags {
        key: &["%F", "%M"],
        title: &["%T"],
        abstract_text: &["%X"],
        authors: &["%A"],
        year: &["%D", "%8"],
        venue: &["%J", "%B", "%S"],
        doi: &["%R"],
        url: &["%U"],
        keywords: &["%K"],
    },
};

/// Records without a type: a blank line is all that parts them.
const REFER: Dialect = Dialect { blank_closes: true, ..ENDNOTE };

impl Format for EndNote {
    fn name(&self) -> &'static str {
        ENDNOTE.format
    }

    fn recognises(&self, content: &str) -> bool {
        let starts = sample_lines(content).next().and_then(tag);
        let has = |wanted: &str| ENDNOTE.sample(content).any(|(name, _)| name == wanted);
        starts.is_some_and(|(name, _)| name == "%0" || has("%T") && (has("%A") || has("%X")))
    }

    fn read(&self, content: &str, _options: &ReadOptions) -> Result<Parsed, Fault> {
        let has_types = ENDNOTE.sample(content).any(|(name, _)| name == "%0");
        Ok(if has_types { ENDNOTE.read(content) } else { REFER.read(content) })
    }
}

/// `%T value`: a percent sign, one character, and a space or nothing.
fn tag(line: &str) -> Option<(&str, &str)> {
    let [
        b'%',
        b'0'..=b'9'
        | b'A'..=b'Z'
        | b'!'
        | b'?'
        | b'@'
        | b'*'
        | b'$'
        | b'>'
        | b'<'
        | b'&'
        | b'('
        | b')'
        | b'['
        | b']'
        | b'~'
        | b'^'
        | b'#'
        | b'+'
        | b'|',
        ..,
    ] = line.as_bytes()
    else {
        return None;
    };
    let (name, value) = line.split_at(2);
    (value.is_empty() || value.starts_with(' ')).then_some((name, value))
}
