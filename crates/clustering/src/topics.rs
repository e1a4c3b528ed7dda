//! From papers and vectors to topics: the one way in.

mod account;
mod areas;
mod grouping;
mod groups;
mod labels;
mod naming;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use ndarray::Array2;

use crate::choose_k::TopicCount;
use crate::describe::{Description, EmbedPhrases, LabelStyle, StopWords};
use crate::edits::{Bases, Edits, Shown, SplitPart, apply};
use crate::evidence::{TopicEvidence, evidence};
use crate::kmeans::means;
use crate::layout::{Old, Point, layout, middles};
use crate::ledger::{Kind, Now, PreviousTopic, events};
use crate::membership::{Membership, memberships};
use crate::rows::at_unit_length;
use crate::step::{OnStep, report};
use crate::topic_map::{
    AreaEntry, Borderline, Choice, Evidence, LedgerEvent, NearTopic, TopicEntry, Update, Way,
};
use crate::{ClusterError, UnitRows};

use areas::Levels;
use grouping::Grouped;
use groups::{Groups, followed_ids};
use naming::{Level, Naming};

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
    /// Language as an ISO 639-3 code, where it can be told.
    pub language: Option<&'a str>,
}

/// What is wanted.
#[derive(Clone, Copy)]
pub struct TopicParams<'a> {
    /// How many topics.
    pub count: &'a TopicCount,
    /// Seed of every random choice.
    pub seed: u64,
    /// Embeds the phrases that may name topics, at most 40 a topic.
    pub embed_phrases: EmbedPhrases<'a>,
    /// What is kept out of phrases and labels.
    pub stop_words: &'a StopWords,
    /// Whether the topics of before are to be kept.
    pub asked: Asked,
    /// What a person decided.
    pub edits: &'a Edits,
}

/// What is to become of the topics of before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    /// They go on, and change as far as new papers speak for it.
    Update,
    /// Topics are formed without regard to them, and matched to them afterwards.
    Refit,
}

/// The map before this run; the default for a first run.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Previous {
    /// Its topics, as they were shown.
    pub topics: Vec<PreviousTopic>,
    /// Where its papers were, by paper id.
    pub places: BTreeMap<String, PreviousPlace>,
    /// Papers that it held when its topics were last formed or fitted; 0 where that is not known.
    pub fitted: usize,
    /// How the number of topics was chosen.
    pub choice: Choice,
    /// How well its topics came back over resampled runs, by id, where that was measured.
    pub stability: BTreeMap<String, f64>,
    /// Ids of the topics that edits split off, by the topic and the query of the split.
    pub splits: BTreeMap<(String, String), SplitPart>,
    /// Its areas.
    pub areas: Vec<AreaEntry>,
    /// The next free number of a topic id; 0 and 1 both mean that none was used.
    pub next_number: u64,
    /// The next free number of an area id; 0 and 1 both mean that none was used.
    pub next_area: u64,
    /// Runs so far; the events of this run carry the next number.
    pub run: u32,
}

/// Where a paper was.
#[derive(Debug, Clone, PartialEq)]
pub struct PreviousPlace {
    /// Id of the topic that it was in before edits.
    pub base: String,
    /// Position on the map.
    pub point: Point,
}

impl PreviousPlace {
    /// The place of a paper of the run before.
    #[must_use]
    pub fn of(place: &PaperPlace) -> Self {
        Self { base: place.base.clone(), point: [place.x, place.y] }
    }
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
    /// What this run changed.
    pub update: Update,
    /// Papers when the topics were last formed or fitted.
    pub fitted: usize,
    /// The parts that edits ever split off, by topic and query.
    pub splits: BTreeMap<(String, String), SplitPart>,
    /// Edits that match nothing any more, in words.
    pub stale: Vec<String>,
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
    /// Id of the topic that it would be in without edits.
    pub base: String,
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
/// More than a dozen topics are grouped into areas, which have ids and labels of their own. With the papers of the previous run the result is the same and there is no event. Progress runs to 100.
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
    let grouped = grouping::group(&papers, &rows, params, previous, &search)?;
    report(on_step, CHOSEN, STEPS)?;
    let (bases, next_number) = base_ids(&papers, &rows, &grouped, previous);
    let ids: Vec<&str> = papers.iter().map(|paper| paper.id).collect();
    let bases = Bases { papers: &ids, rows: &rows, ids: &bases, next_number, splits: &previous.splits };
    let shown = apply(params.edits, bases, params.embed_phrases)?;
    let groups = Groups::new(&papers, &shown.ids, &previous.topics);
    let points = place(&papers, &rows, &groups, &grouped, previous);
    report(on_step, LAID_OUT, STEPS)?;
    let means = means(&rows, &groups.labels, groups.len());
    let parts = Parts {
        papers: &papers,
        rows: &rows,
        points: &points,
        members: &memberships(&rows, &groups.labels, groups.len()),
        bases: bases.ids,
        stability: &stability(bases.ids, &grouped),
        centres: &at_unit_length(&means),
        levels: &Levels::new(params.count, &means, &groups.sizes()),
        groups: &groups,
        edits: params.edits,
    };
    let topics = parts.finish(&Naming::new(&papers, params), previous, grouped, shown)?;
    report(on_step, STEPS, STEPS)?;
    Ok(topics)
}

/// The topic of every paper before edits, and the next free number.
fn base_ids(
    papers: &[PaperText<'_>],
    rows: &UnitRows,
    grouped: &Grouped,
    previous: &Previous,
) -> (Vec<String>, u64) {
    let mut bases: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for (paper, place) in &previous.places {
        bases.entry(&place.base).or_default().insert(paper.clone());
    }
    let base = |(id, papers): (&str, BTreeSet<String>)| PreviousTopic {
        id: id.to_owned(),
        label: String::new(),
        own_label: None,
        papers,
    };
    let bases: Vec<PreviousTopic> = bases.into_iter().map(base).collect();
    followed_ids(Kind::Topic, papers, rows, &grouped.labels, &bases, previous.next_number)
}

/// Positions of all papers; those of before stay unless topics were formed anew.
fn place(
    papers: &[PaperText<'_>],
    rows: &UnitRows,
    groups: &Groups<'_>,
    grouped: &Grouped,
    previous: &Previous,
) -> Vec<Point> {
    let old: Vec<Option<Point>> =
        papers.iter().map(|paper| Some(previous.places.get(paper.id)?.point)).collect();
    let old = match grouped.way {
        Way::First => Old::None,
        Way::StartedOver if !groups.are_those_of(&previous.topics) => Old::LiesUnder(&old),
        _ => Old::Stays(&old),
    };
    layout(rows, &groups.labels, groups.len(), old)
}

/// How well the topics came back over resampled runs, by id before edits.
fn stability(bases: &[String], grouped: &Grouped) -> BTreeMap<String, f64> {
    let of = |(id, &label): (&String, &usize)| Some((id.clone(), grouped.stability[label]?));
    bases.iter().zip(&grouped.labels).filter_map(of).collect()
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

/// What the result is put together from, papers by id, topics largest first.
struct Parts<'a> {
    papers: &'a [PaperText<'a>],
    rows: &'a UnitRows,
    points: &'a [Point],
    members: &'a [Membership],
    /// Of every paper, its topic before edits.
    bases: &'a [String],
    /// Of topics by id, where it was measured.
    stability: &'a BTreeMap<String, f64>,
    /// Of the topics, of unit length.
    centres: &'a Array2<f32>,
    levels: &'a Levels,
    groups: &'a Groups<'a>,
    edits: &'a Edits,
}

impl Parts<'_> {
    fn finish(
        &self,
        naming: &Naming<'_>,
        previous: &Previous,
        grouped: Grouped,
        shown: Shown,
    ) -> Result<Topics, ClusterError> {
        let (areas, next_area) = areas::areas(self, naming, previous)?;
        let renames = self.edits.renames.values().cloned();
        let avoided: Vec<String> = areas::labels_of(&areas).into_iter().chain(renames).collect();
        let level = Level { style: LabelStyle::Full, avoided: &avoided };
        let mut topics = self.topics(naming, previous, level)?;
        areas::assign(&areas, &mut topics);
        let mut by_edit = shown.by_edit;
        by_edit.extend(labels::decided(&mut topics, self.groups, previous, self.edits));
        let stale = shown.stale.into_iter().chain(labels::doubled(&topics, self.edits)).collect();
        let labels: Vec<String> = topics.iter().map(|topic| topic.label.clone()).collect();
        let now =
            Now { ids: &self.groups.ids, papers: &self.groups.papers, labels: &labels, by_edit: &by_edit };
        Ok(Topics {
            papers: (0..self.papers.len()).map(|paper| self.place(paper)).collect(),
            events: events(&previous.topics, &now, previous.run + 1),
            update: account::update(self.papers, self.groups, naming, previous, &grouped),
            fitted: grouped.fitted,
            splits: shown.splits,
            stale,
            next_number: shown.next_number,
            topics,
            areas,
            next_area,
            choice: grouped.choice,
        })
    }

    fn place(&self, paper: usize) -> PaperPlace {
        let member = self.members[paper];
        PaperPlace {
            id: self.papers[paper].id.to_owned(),
            topic: self.groups.id(self.groups.labels[paper]),
            base: self.bases[paper].clone(),
            second: member.second.map(|second| self.groups.id(second.topic)),
            score: member.score,
            loose: member.loose,
            x: self.points[paper][0],
            y: self.points[paper][1],
        }
    }

    fn topics(
        &self,
        naming: &Naming<'_>,
        previous: &Previous,
        level: Level<'_>,
    ) -> Result<Vec<TopicEntry>, ClusterError> {
        let labels = &self.groups.labels;
        let described =
            naming.describe(self.groups, &previous.topics, self.centres, self.levels.finest(), level)?;
        let evidence = evidence(self.rows, labels, self.centres, self.members);
        let middles = middles(self.points, labels, self.groups.len());
        let entry = |(topic, (described, evidence)): (usize, (Description, TopicEvidence))| TopicEntry {
            id: self.groups.id(topic),
            label: described.label,
            own_label: None,
            area: None,
            size: self.groups.papers[topic].len(),
            share: self.groups.share(topic),
            cohesion: evidence.cohesion,
            phrases: described.phrases,
            representatives: self.ids(&evidence.representatives),
            evidence: self.named(evidence, topic, described.coverage),
            x: middles[topic][0],
            y: middles[topic][1],
        };
        Ok(described.into_iter().zip(evidence).enumerate().map(entry).collect())
    }

    /// The evidence with the ids of papers and topics.
    fn named(&self, evidence: TopicEvidence, topic: usize, coverage: f64) -> Evidence {
        let borderline = |&paper: &usize| {
            let second = self.members[paper].second?;
            let paper = self.papers[paper].id.to_owned();
            Some(Borderline { paper, leans_to: self.groups.id(second.topic), margin: second.margin })
        };
        let near = |(topic, cosine): (usize, f64)| NearTopic { topic: self.groups.id(topic), cosine };
        Evidence {
            separation: evidence.separation,
            stability: self.stability.get(&self.groups.ids[topic]).copied(),
            coverage,
            nearest: evidence.nearest.into_iter().map(near).collect(),
            borderline: evidence.borderline.iter().filter_map(borderline).collect(),
        }
    }

    fn ids(&self, papers: &[usize]) -> Vec<String> {
        papers.iter().map(|&paper| self.papers[paper].id.to_owned()).collect()
    }
}
