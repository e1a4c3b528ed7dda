//! Words for topics and areas.

use std::collections::BTreeMap;

use ndarray::Array2;

use super::groups::Groups;
use super::{PaperText, TopicParams};
use crate::ClusterError;
use crate::describe::{Describing, Description, Former, LabelStyle, Words, describe, risen};
use crate::ledger::{PreviousTopic, number};
use crate::topic_map::RisenPhrase;

/// How the labels of one level are to be.
#[derive(Clone, Copy)]
pub(super) struct Level<'a> {
    pub(super) style: LabelStyle,
    /// Labels of coarser levels.
    pub(super) avoided: &'a [String],
}

/// The words of all papers, read once for all levels.
pub(super) struct Naming<'a> {
    papers: &'a [PaperText<'a>],
    words: Words,
    params: &'a TopicParams<'a>,
}

impl<'a> Naming<'a> {
    /// Reads the words of `papers`, which are in the order of their ids.
    pub(super) fn new(papers: &'a [PaperText<'a>], params: &'a TopicParams<'a>) -> Self {
        let texts: Vec<(&str, &str)> =
            papers.iter().map(|paper| (paper.title.unwrap_or(""), paper.abstract_text)).collect();
        let languages: Vec<Option<&str>> = papers.iter().map(|paper| paper.language).collect();
        Self { papers, words: Words::read(&texts, &languages), params }
    }

    /// Describes groups with `centres` of unit length; `siblings` is the area of each, empty where there are none.
    ///
    /// # Errors
    /// [`ClusterError::Phrases`], and what embedding the phrases says.
    pub(super) fn describe(
        &self,
        groups: &Groups<'_>,
        previous: &[PreviousTopic],
        centres: &Array2<f32>,
        siblings: &[usize],
        level: Level<'_>,
    ) -> Result<Vec<Description>, ClusterError> {
        let names: Vec<usize> = groups.ids.iter().map(|id| number(id)).collect();
        describe(
            &self.words,
            &Describing {
                labels: &groups.labels,
                names: &names,
                former: &self.former(groups, previous),
                centres,
                embed_phrases: self.params.embed_phrases,
                siblings,
                avoided: level.avoided,
                style: level.style,
                stop_words: self.params.stop_words,
            },
        )
    }

    /// Phrases that became more common with the papers that are new.
    pub(super) fn risen(&self, is_new: &[bool]) -> Vec<RisenPhrase> {
        risen(&self.words, is_new, self.params.stop_words)
    }

    /// What the groups that go on were before.
    fn former(&self, groups: &Groups<'_>, previous: &[PreviousTopic]) -> BTreeMap<usize, Former> {
        let place = |id: &String| self.papers.binary_search_by_key(&id.as_str(), |paper| paper.id).ok();
        let former = |old: &PreviousTopic| Former {
            label: old.own_label.clone().unwrap_or_else(|| old.label.clone()),
            papers: old.papers.iter().filter_map(place).collect(),
        };
        let before = groups.continued.iter().map(|old| old.map(|old| former(&previous[old])));
        before.enumerate().filter_map(|(group, former)| Some((group, former?))).collect()
    }
}
