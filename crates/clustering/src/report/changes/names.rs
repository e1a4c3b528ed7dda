//! What topics are called, those that are no more too.

use std::collections::BTreeMap;

use super::super::escape::{self, markup};
use super::super::known::Known;
use super::super::palette::{self, Look};
use super::super::topic_cards::topic_link;
use crate::topic_map::TopicMap;

/// Topics of now and of earlier runs.
pub(super) struct Names<'a> {
    pub(super) known: Known<'a>,
    /// The last label of every topic that the ledger tells of.
    last: BTreeMap<&'a str, &'a str>,
}

impl<'a> Names<'a> {
    pub(super) fn of(map: &'a TopicMap) -> Self {
        let last = map.ledger.iter().map(|event| (event.topic.as_str(), event.label.as_str())).collect();
        Self { known: Known::of(map), last }
    }

    /// The label as it is shown, or was last.
    pub(super) fn label(&self, id: &str) -> &'a str {
        let shown = self.known.topics.get(id).map(|topic| topic.label.as_str());
        shown.or_else(|| self.last.get(id).copied()).unwrap_or_default()
    }

    /// Number and label as HTML; a link where the topic is in the map.
    pub(super) fn html(&self, id: &str) -> String {
        topic_link(&self.known, id).unwrap_or_else(|| {
            format!(
                "<span class=\"tag\"><span class=\"badge c{}\">{}</span> <span dir=\"auto\">{}</span></span>",
                Look::of(id).colour,
                markup(palette::number(id)),
                markup(self.label(id)),
            )
        })
    }

    /// Id and label as they are.
    pub(super) fn plain(&self, id: &str) -> String {
        format!("{id} {}", self.label(id)).trim_end().to_owned()
    }

    /// Id and label for Markdown.
    pub(super) fn markdown(&self, id: &str) -> String {
        escape::markdown(&self.plain(id))
    }
}
