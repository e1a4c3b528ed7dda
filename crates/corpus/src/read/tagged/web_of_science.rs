//! The plain text of Web of Science.

use super::{Dialect, Tags, is_one_of, sample_lines};
use crate::read::{Format, Parsed, ReadOptions, error::Fault};

/// Lines such as `PT J`; further lines of a value stand behind three spaces.
pub(in crate::read) struct WebOfScience;

const WEB_OF_SCIENCE: Dialect = Dialect {
    format: "web of science",
    tag,
    first: "PT",
    last: Some("ER"),
    outside: &["FN", "VR", "EF"],
    blank_closes: false,
    lines_are_items: true,
    tags: Tags {
        key: &["UT"],
        title: &["TI"],
        abstract_text: &["AB"],
        authors: &["AF", "AU"],
        year: &["PY", "EY"],
        venue: &["SO", "CT"],
        doi: &["DI"],
        url: &[],
        keywords: &["DE", "ID"],
    },
};

impl Format for WebOfScience {
    fn name(&self) -> &'static str {
        "web-of-science"
    }

    /// The first line is of the file's head or a record's, and a type of publication follows with other tags.
    fn recognises(&self, content: &str) -> bool {
        let starts = sample_lines(content).next().and_then(tag);
        let starts = starts.is_some_and(|(name, _)| is_one_of(name, &["FN", "VR", "PT"]));
        let has = |names: &[&str]| WEB_OF_SCIENCE.sample(content).any(|(name, _)| names.contains(&name));
        let is_type = |(name, value): (&str, &str)| name == "PT" && value.trim().len() == 1;
        starts && WEB_OF_SCIENCE.sample(content).any(is_type) && has(&["AU", "TI", "SO"])
    }

    fn read(&self, content: &str, _options: &ReadOptions) -> Result<Parsed, Fault> {
        Ok(WEB_OF_SCIENCE.read(content))
    }
}

/// `TI value`: two characters at the start of the line, and a space or nothing.
fn tag(line: &str) -> Option<(&str, &str)> {
    let [b'A'..=b'Z', b'A'..=b'Z' | b'0'..=b'9', ..] = line.as_bytes() else { return None };
    let (name, value) = line.split_at(2);
    (value.is_empty() || value.starts_with(' ')).then_some((name, value))
}
