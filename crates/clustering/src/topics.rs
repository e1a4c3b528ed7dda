//! From papers and vectors to topics: the one way in.

use std::collections::{BTreeMap, BTreeSet};

use ndarray::Array2;

use crate::choose_k::{TopicCount, choose, sizes};
use crate::describe::{
    Describing, Description, EmbedPhrases, Former, LabelStyle, StopWords, Words, describe,
};
use crate::evidence::{TopicEvidence, evidence};
use crate::kmeans::means;
use crate::layout::{Point, layout, middles};
use crate::ledger::{Followed, PreviousTopic, events, follow};
use crate::membership::{Membership, memberships};
use crate::rows::at_unit_length;
use crate::step::{OnStep, report};
use crate::topic_map::{AreaEntry, Borderline, Choice, Evidence, LedgerEvent, NearTopic, TopicEntry};
use crate::{ClusterError, UnitRows};

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
#[derive(Clone)]
pub struct TopicParams<'a> {
    /// How many topics.
    pub count: TopicCount,
    /// Seed of every random choice.
    pub seed: u64,
    /// Embeds the phrases that may name topics, at most 40 a topic.
    pub embed_phrases: EmbedPhrases<'a>,
}

/// The map before this run; the default for a first run.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Previous {
    /// Its topics.
    pub topics: Vec<PreviousTopic>,
    /// Its areas.
    pub areas: Vec<AreaEntry>,
    /// The next free number of a topic id; 0 and 1 both mean that none was used.
    pub next_number: u64,
    /// The next free number of an area id; 0 and 1 both mean that none was used.
    pub next_area: u64,
    /// Runs so far; the events of this run carry the next number.
    pub run: u32,
}

/// Everything about the topics of a set of papers.
#[derive(Debug, Clone, PartialEq)]
pub struct Topics {
    /// One for every paper, by id.
    pub papers: Vec<PaperPlace>,
    /// Largest first, ties by the number of the id.
    pub topics: Vec<TopicEntry>,
    /// Groups of topics, coarsest level first, in a level largest first; empty where the topics are few.
    pub areas: Vec<AreaEntry>,
    /// How the number of topics was chosen.
    pub choice: Choice,
    /// What happened to topics in this run.
    pub events: Vec<LedgerEvent>,
    /// The next free number of a topic id.
    pub next_number: u64,
    /// The next free number of an area id.
    pub next_area: u64,
}

/// Where one paper is.
#[derive(Debug, Clone, PartialEq)]
pub struct PaperPlace {
    /// Id of the paper.
    pub id: String,
    /// Id of its topic.
    pub topic: String,
    /// Id of the topic that is nearest among the others, where there is one.
    pub second: Option<String>,
    /// Membership in its topic, 0 to 1.
    pub score: f64,
    /// Whether it sits loosely in its topic.
    pub loose: bool,
    /// Position on the map, 0 to 1.
    pub x: f64,
    /// Position on the map, 0 to 1.
    pub y: f64,
}

/// Groups, names and places `papers`; `rows` holds the vector of each, in the same order.
///
/// The order of the papers does not matter: they are taken by id. The result follows from papers, vectors, parameters
/// and the previous topics alone, whatever the number of threads. Topics are formed afresh and take on the ids of the
/// previous topics whose papers they share, and on their labels, as long as the papers still use the words of these.
/// With the papers of the previous run the result is the same and there is no event. Progress runs to 100.
///
/// # Errors
/// [`ClusterError::RowCount`], [`ClusterError::DuplicateId`], [`ClusterError::NoTopics`], [`ClusterError::KMeans`],
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
    let chosen = choose(&rows, &params.count, params.seed, &search)?;
    report(on_step, CHOSEN, STEPS)?;
    let points = layout(&rows, &chosen.labels, chosen.k);
    report(on_step, LAID_OUT, STEPS)?;
    let groups = groups(&papers, &chosen.labels, chosen.k);
    let followed = follow(&previous.topics, previous.next_number, &groups);
    let order = order(&followed, &groups);
    let labels: Vec<usize> = chosen.labels.iter().map(|&label| position(&order, label)).collect();
    let stability: Vec<Option<f64>> =
        order.iter().map(|&topic| chosen.stability.get(topic).copied()).collect();
    let parts = Parts {
        papers: &papers,
        rows: &rows,
        labels: &labels,
        points: &points,
        stability: &stability,
        embed: params.embed_phrases,
    };
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
    /// Of every topic, where it was measured.
    stability: &'a [Option<f64>],
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
            next_area: previous.next_area.max(1),
            areas: Vec::new(),
            topics,
            choice,
        })
    }

    fn places(&self, followed: &Followed, members: &[Membership]) -> Vec<PaperPlace> {
        let place = |paper: usize| PaperPlace {
            id: self.papers[paper].id.to_owned(),
            topic: followed.ids[self.labels[paper]].clone(),
            second: members[paper].second.map(|second| followed.ids[second.topic].clone()),
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
    ) -> Result<Vec<TopicEntry>, ClusterError> {
        let k = groups.len();
        let centres = at_unit_length(&means(self.rows, self.labels, k));
        let evidence = evidence(self.rows, self.labels, &centres, members);
        let described = self.described(followed, &centres, previous)?;
        let middles = middles(self.points, self.labels, k);
        let sizes = sizes(self.labels, k);
        let entry = |(topic, (described, evidence)): (usize, (Description, TopicEvidence))| TopicEntry {
            id: followed.ids[topic].clone(),
            label: described.label,
            area: None,
            size: sizes[topic],
            share: sizes[topic] as f64 / self.papers.len() as f64,
            cohesion: evidence.cohesion,
            phrases: described.phrases,
            representatives: self.ids(&evidence.representatives),
            evidence: self.named(evidence, topic, followed, members),
            x: middles[topic][0],
            y: middles[topic][1],
        };
        Ok(described.into_iter().zip(evidence).enumerate().map(entry).collect())
    }

    fn described(
        &self,
        followed: &Followed,
        centres: &Array2<f32>,
        previous: &Previous,
    ) -> Result<Vec<Description>, ClusterError> {
        let texts: Vec<(&str, &str)> =
            self.papers.iter().map(|paper| (paper.title.unwrap_or(""), paper.abstract_text)).collect();
        let names: Vec<usize> = followed.ids.iter().map(|id| number(id)).collect();
        let former = self.former(followed, &previous.topics);
        let about = Describing {
            labels: self.labels,
            names: &names,
            former: &former,
            centres,
            embed_phrases: self.embed,
            siblings: &[],
            style: LabelStyle::Full,
            stop_words: &StopWords::default(),
        };
        describe(&Words::read(&texts, &[]), &about)
    }

    /// The evidence with the ids of papers and topics.
    fn named(
        &self,
        evidence: TopicEvidence,
        topic: usize,
        followed: &Followed,
        members: &[Membership],
    ) -> Evidence {
        let borderline = |&paper: &usize| {
            let second = members[paper].second?;
            let [paper, leans_to] = [self.papers[paper].id, &followed.ids[second.topic]].map(str::to_owned);
            Some(Borderline { paper, leans_to, margin: second.margin })
        };
        let near = |(topic, cosine): (usize, f64)| NearTopic { topic: followed.ids[topic].clone(), cosine };
        Evidence {
            separation: evidence.separation,
            stability: self.stability[topic],
            coverage: 0.0,
            nearest: evidence.nearest.into_iter().map(near).collect(),
            borderline: evidence.borderline.iter().filter_map(borderline).collect(),
        }
    }

    fn ids(&self, papers: &[usize]) -> Vec<String> {
        papers.iter().map(|&paper| self.papers[paper].id.to_owned()).collect()
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
}

#[cfg(test)]
mod tests;
