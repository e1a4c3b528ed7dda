//! From papers and vectors to topics: the one way in.

use std::collections::{BTreeMap, BTreeSet};

use papermap_kernels::dot;

use crate::choose_k::{TopicCount, choose, sizes};
use crate::describe::{Describing, Description, EmbedPhrases, Former, describe};
use crate::kmeans::means;
use crate::layout::{Point, layout, middles};
use crate::ledger::{Followed, PreviousTopic, events, follow};
use crate::membership::{Membership, memberships};
use crate::rows::at_unit_length;
use crate::step::{OnStep, report};
use crate::topic_map::{Choice, LedgerEvent, Phrase};
use crate::{ClusterError, UnitRows};

/// Papers that stand for a topic at most.
const REPRESENTATIVES: usize = 5;
/// Cosine above which two papers are too alike to both stand for a topic.
const TOO_ALIKE: f32 = 0.95;
/// Steps that are reported.
const STEPS: usize = 100;
/// Step after which the topics are known.
const CHOSEN: usize = 60;
/// Step after which the map is laid out.
const LAID_OUT: usize = 80;

/// The words of one paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PaperText<'a> {
    /// Permanent id; no two papers have the same.
    pub id: &'a str,
    /// Title, where there is one.
    pub title: Option<&'a str>,
    /// Cleaned abstract.
    pub abstract_text: &'a str,
}

/// What is wanted.
#[derive(Clone, Copy)]
pub struct TopicParams<'a> {
    /// How many topics.
    pub count: TopicCount,
    /// Seed of every random choice.
    pub seed: u64,
    /// Embeds the phrases that may name topics, at most 40 a topic.
    pub embed_phrases: EmbedPhrases<'a>,
}

/// The map before this run; the default for a first run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Previous {
    /// Its topics.
    pub topics: Vec<PreviousTopic>,
    /// The next free number of a topic id; 0 and 1 both mean that none was used.
    pub next_number: u64,
    /// Runs so far; the events of this run carry the next number.
    pub run: u32,
}

/// Everything about the topics of a set of papers.
#[derive(Debug, Clone, PartialEq)]
pub struct Topics {
    /// One for every paper, by id.
    pub papers: Vec<PaperPlace>,
    /// Largest first, ties by the number of the id.
    pub topics: Vec<Topic>,
    /// How the number of topics was chosen.
    pub choice: Choice,
    /// What happened to topics in this run.
    pub events: Vec<LedgerEvent>,
    /// The next free number of a topic id.
    pub next_number: u64,
}

/// Where one paper is.
#[derive(Debug, Clone, PartialEq)]
pub struct PaperPlace {
    /// Id of the paper.
    pub id: String,
    /// Id of its topic.
    pub topic: String,
    /// Membership in its topic, 0 to 1.
    pub score: f64,
    /// Whether it sits loosely in its topic.
    pub loose: bool,
    /// Position on the map, 0 to 1.
    pub x: f64,
    /// Position on the map, 0 to 1.
    pub y: f64,
}

/// One topic.
#[derive(Debug, Clone, PartialEq)]
pub struct Topic {
    /// Permanent id: `t1`, `t2` …
    pub id: String,
    /// Two to four words; different for every topic.
    pub label: String,
    /// Papers in it.
    pub size: usize,
    /// `size` over all papers, 0 to 1.
    pub share: f64,
    /// Mean cosine of its papers to its centre, -1 to 1.
    pub cohesion: f64,
    /// Phrases that mark it, best first.
    pub phrases: Vec<Phrase>,
    /// Ids of up to 5 papers that stand for it, most central first, none much like another.
    pub representatives: Vec<String>,
    /// Position on the map, 0 to 1.
    pub x: f64,
    /// Position on the map, 0 to 1.
    pub y: f64,
    /// Mean direction of its papers, of unit length.
    pub centre: Vec<f32>,
}

/// Groups, names and places `papers`; `rows` holds the vector of each, in the same order.
///
/// The order of the papers does not matter: they are taken by id. The result follows from papers, vectors, parameters
/// and the previous topics alone, whatever the number of threads. Topics are formed afresh and take on the ids of the
/// previous topics whose papers they share, and on their labels, as long as the papers still use the words of these.
/// With the papers of the previous run the result is the same and there is no event. Progress runs to 100.
///
/// # Errors
/// [`ClusterError::RowCount`], [`ClusterError::DuplicateId`], [`ClusterError::NoTopics`], [`ClusterError::Fit`],
/// [`ClusterError::Phrases`], and [`ClusterError::Cancelled`] where `on_step` says stop.
pub fn map_topics(
    papers: &[PaperText<'_>],
    rows: &UnitRows,
    params: &TopicParams<'_>,
    previous: &Previous,
    on_step: OnStep<'_>,
) -> Result<Topics, ClusterError> {
    let (papers, rows) = by_id(papers, rows)?;
    let search = |done: usize, total: usize| on_step(done * CHOSEN / total.max(1), STEPS);
    let chosen = choose(&rows, params.count, params.seed, &search)?;
    report(on_step, CHOSEN, STEPS)?;
    let points = layout(&rows, &chosen.labels, chosen.k);
    report(on_step, LAID_OUT, STEPS)?;
    let groups = groups(&papers, &chosen.labels, chosen.k);
    let followed = follow(&previous.topics, previous.next_number, &groups);
    let order = order(&followed, &groups);
    let labels: Vec<usize> = chosen.labels.iter().map(|&label| position(&order, label)).collect();
    let parts =
        Parts { papers: &papers, rows: &rows, labels: &labels, points: &points, embed: params.embed_phrases };
    let topics = parts.finish(&arranged(&followed, &order), &order, &groups, previous, chosen.choice)?;
    report(on_step, STEPS, STEPS)?;
    Ok(topics)
}

/// Papers and rows by id.
fn by_id<'a>(
    papers: &[PaperText<'a>],
    rows: &UnitRows,
) -> Result<(Vec<PaperText<'a>>, UnitRows), ClusterError> {
    if papers.len() != rows.len() {
        return Err(ClusterError::RowCount { rows: rows.len(), papers: papers.len() });
    }
    let mut order: Vec<usize> = (0..papers.len()).collect();
    order.sort_by_key(|&paper| papers[paper].id);
    if let Some(pair) = order.windows(2).find(|pair| papers[pair[0]].id == papers[pair[1]].id) {
        return Err(ClusterError::DuplicateId { id: papers[pair[0]].id.to_owned() });
    }
    Ok((order.iter().map(|&paper| papers[paper]).collect(), rows.select(&order)))
}

fn groups<'a>(papers: &[PaperText<'a>], labels: &[usize], k: usize) -> Vec<BTreeSet<&'a str>> {
    let mut groups = vec![BTreeSet::new(); k];
    papers.iter().zip(labels).for_each(|(paper, &label)| {
        groups[label].insert(paper.id);
    });
    groups
}

/// Topics largest first, ties by the number of the id.
fn order(followed: &Followed, groups: &[BTreeSet<&str>]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..groups.len()).collect();
    let key = |topic: usize| (std::cmp::Reverse(groups[topic].len()), number(&followed.ids[topic]));
    order.sort_by_key(|&topic| key(topic));
    order
}

/// The number of a topic id.
fn number(id: &str) -> usize {
    id.trim_start_matches('t').parse().unwrap_or(usize::MAX)
}

fn position(order: &[usize], label: usize) -> usize {
    order.iter().position(|&topic| topic == label).unwrap_or_default()
}

fn arranged(followed: &Followed, order: &[usize]) -> Followed {
    Followed {
        ids: order.iter().map(|&topic| followed.ids[topic].clone()).collect(),
        continued: order.iter().map(|&topic| followed.continued[topic]).collect(),
        next_number: followed.next_number,
    }
}

/// What the topics are put together from, papers by id, topics largest first.
struct Parts<'a> {
    papers: &'a [PaperText<'a>],
    rows: &'a UnitRows,
    labels: &'a [usize],
    points: &'a [Point],
    embed: EmbedPhrases<'a>,
}

impl Parts<'_> {
    fn finish(
        &self,
        followed: &Followed,
        order: &[usize],
        groups: &[BTreeSet<&str>],
        previous: &Previous,
        choice: Choice,
    ) -> Result<Topics, ClusterError> {
        let groups: Vec<BTreeSet<&str>> = order.iter().map(|&topic| groups[topic].clone()).collect();
        let members = memberships(self.rows, self.labels, groups.len());
        let topics = self.topics(followed, &groups, &members, previous)?;
        let labels: Vec<String> = topics.iter().map(|topic| topic.label.clone()).collect();
        Ok(Topics {
            papers: self.places(followed, &members),
            events: events(&previous.topics, followed, &groups, &labels, previous.run + 1),
            next_number: followed.next_number,
            topics,
            choice,
        })
    }

    fn places(&self, followed: &Followed, members: &[Membership]) -> Vec<PaperPlace> {
        let place = |paper: usize| PaperPlace {
            id: self.papers[paper].id.to_owned(),
            topic: followed.ids[self.labels[paper]].clone(),
            score: members[paper].score,
            loose: members[paper].loose,
            x: self.points[paper][0],
            y: self.points[paper][1],
        };
        (0..self.papers.len()).map(place).collect()
    }

    fn topics(
        &self,
        followed: &Followed,
        groups: &[BTreeSet<&str>],
        members: &[Membership],
        previous: &Previous,
    ) -> Result<Vec<Topic>, ClusterError> {
        let k = groups.len();
        let centres = at_unit_length(&means(self.rows, self.labels, k));
        let texts: Vec<(&str, &str)> =
            self.papers.iter().map(|paper| (paper.title.unwrap_or(""), paper.abstract_text)).collect();
        let names: Vec<usize> = followed.ids.iter().map(|id| number(id)).collect();
        let former = self.former(followed, &previous.topics);
        let described = describe(&Describing {
            texts: &texts,
            labels: self.labels,
            names: &names,
            former: &former,
            centres: &centres,
            embed_phrases: self.embed,
        })?;
        let middles = middles(self.points, self.labels, k);
        let sizes = sizes(self.labels, k);
        let topic = |(topic, described): (usize, Description)| Topic {
            id: followed.ids[topic].clone(),
            label: described.label,
            size: sizes[topic],
            share: sizes[topic] as f64 / self.papers.len() as f64,
            cohesion: self.mean_cosine(topic, members),
            phrases: described.phrases,
            representatives: self.representatives(topic, members),
            x: middles[topic][0],
            y: middles[topic][1],
            centre: centres.row(topic).to_vec(),
        };
        Ok(described.into_iter().enumerate().map(topic).collect())
    }

    /// What the topics that go on were before.
    fn former(&self, followed: &Followed, previous: &[PreviousTopic]) -> BTreeMap<usize, Former> {
        let place = |id: &String| self.papers.binary_search_by_key(&id.as_str(), |paper| paper.id).ok();
        let former = |old: &PreviousTopic| Former {
            label: old.label.clone(),
            papers: old.papers.iter().filter_map(place).collect(),
        };
        let before = followed.continued.iter().map(|old| old.map(|old| former(&previous[old])));
        before.enumerate().filter_map(|(topic, former)| Some((topic, former?))).collect()
    }

    fn mean_cosine(&self, topic: usize, members: &[Membership]) -> f64 {
        let cosines: Vec<f64> = self.members(topic).map(|paper| members[paper].cosine).collect();
        cosines.iter().sum::<f64>() / cosines.len().max(1) as f64
    }

    fn representatives(&self, topic: usize, members: &[Membership]) -> Vec<String> {
        let mut order: Vec<usize> = self.members(topic).collect();
        order.sort_by(|&a, &b| members[b].cosine.total_cmp(&members[a].cosine).then(a.cmp(&b)));
        let mut kept: Vec<usize> = Vec::new();
        for paper in order {
            let alike = |other: &usize| dot(self.rows.row(paper), self.rows.row(*other)) > TOO_ALIKE;
            if kept.len() < REPRESENTATIVES && !kept.iter().any(alike) {
                kept.push(paper);
            }
        }
        kept.into_iter().map(|paper| self.papers[paper].id.to_owned()).collect()
    }

    fn members(&self, topic: usize) -> impl Iterator<Item = usize> {
        (0..self.labels.len()).filter(move |&paper| self.labels[paper] == topic)
    }
}

#[cfg(test)]
mod tests;
