//! The whole result as one serialisable value, which every report is rendered from.
//!
//! `topic-map.json` is this value as it stands. [`SCHEMA_VERSION`] rises when a field changes its meaning or
//! goes away; a new field does not raise it. Numbers are finite; a missing value is `null`, a missing list is
//! empty. Nothing here holds a clock time, an absolute path, a command line or a thread count.

use std::collections::BTreeMap;

use papermap_corpus::Fields;
use serde::{Deserialize, Serialize};

/// Version of the JSON schema.
pub const SCHEMA_VERSION: u32 = 1;

/// A topic map.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TopicMap {
    /// [`SCHEMA_VERSION`] of the writer.
    pub schema_version: u32,
    /// Title of the map.
    pub title: String,
    /// Sums.
    pub counts: Counts,
    /// The dumps, by name, then digest.
    pub sources: Vec<SourceEntry>,
    /// The papers, by id.
    pub papers: Vec<PaperEntry>,
    /// The topics, largest first, ties by id number.
    pub topics: Vec<TopicEntry>,
    /// Groups of topics; empty while there are few topics.
    pub areas: Vec<AreaEntry>,
    /// What happened to topics, oldest first.
    pub ledger: Vec<LedgerEvent>,
    /// What each run that formed topics changed, oldest first.
    #[serde(default)]
    pub updates: Vec<Update>,
    /// How the number of topics was chosen.
    pub choice: Choice,
    /// What the result follows from.
    pub receipt: Receipt,
}

/// Sums over the map: `records = papers + duplicates + set_aside`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Dumps read.
    pub dumps: usize,
    /// Records in them.
    pub records: usize,
    /// Different papers.
    pub papers: usize,
    /// Records that are another record's paper.
    pub duplicates: usize,
    /// Records set aside.
    pub set_aside: usize,
    /// Records set aside by reason.
    pub set_aside_by_reason: BTreeMap<String, usize>,
    /// Papers whose text looks damaged.
    pub suspect: usize,
    /// Papers in a language other than English, the model's.
    #[serde(default)]
    pub other_language: usize,
    /// Papers that are one of several versions of a work.
    #[serde(default)]
    pub versions: usize,
    /// Topics.
    pub topics: usize,
    /// Papers that sit loosely in their topic.
    pub loose: usize,
    /// Papers longer than the model reads.
    pub cut_papers: usize,
    /// Tokens that the model did not read.
    pub cut_tokens: usize,
    /// Tokens of all papers, read or not.
    pub tokens: usize,
}

/// One dump.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceEntry {
    /// File name.
    pub name: String,
    /// SHA-256 of the decompressed content, in hex.
    pub digest: String,
    /// Format that was recognised.
    pub format: String,
    /// Encoding that was recognised.
    pub encoding: String,
    /// Venue that the header names.
    pub venue: Option<String>,
    /// Year that the header names.
    pub year: Option<i32>,
    /// Records found.
    pub records: usize,
    /// Records that became new papers when the dump was read.
    pub papers: usize,
    /// Records whose paper the map or another record held already.
    pub duplicates: usize,
    /// Records set aside.
    pub set_aside: Vec<SetAside>,
    /// SHA-256 of the newer version of this dump, where there is one.
    #[serde(default)]
    pub replaced_by: Option<String>,
}

/// One record set aside.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SetAside {
    /// Line of the dump (from 1).
    pub line: u64,
    /// Reason, such as `no-abstract`.
    pub reason: String,
    /// What was found, in a few words.
    pub detail: String,
}

/// One paper.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PaperEntry {
    /// Permanent content id.
    pub id: String,
    /// The ids that its dumps gave it, sorted.
    pub keys: Vec<String>,
    /// Title, where the dumps have one.
    pub title: Option<String>,
    /// Title or headline; never empty.
    pub headline: String,
    /// Cleaned abstract.
    #[serde(rename = "abstract")]
    pub abstract_text: String,
    /// Bibliographic fields, flat in the JSON.
    #[serde(flatten)]
    pub fields: Fields,
    /// Language of its texts as an ISO 639-3 code, where it can be told.
    #[serde(default)]
    pub language: Option<String>,
    /// What all versions of one work share: the smallest of their ids; `null` for a paper without other versions.
    #[serde(default)]
    pub work: Option<String>,
    /// File names of its dumps, sorted, each once.
    pub sources: Vec<String>,
    /// Id of its topic.
    pub topic: String,
    /// Id of the topic whose centre is nearest among the others; `null` where there is one topic.
    #[serde(default)]
    pub second: Option<String>,
    /// Number of the run that brought it; 0 where an older program did.
    #[serde(default)]
    pub added: u32,
    /// Whether all its dumps have newer versions, which hold it no more.
    #[serde(default)]
    pub vanished: bool,
    /// Membership in its topic, 0 to 1.
    pub score: f64,
    /// Whether it sits loosely in its topic.
    pub loose: bool,
    /// Position on the map, 0 to 1 from left to right.
    pub x: f64,
    /// Position on the map, 0 to 1 from bottom to top.
    pub y: f64,
    /// Tokens of its text.
    pub tokens: usize,
    /// Tokens that the model did not read.
    pub tokens_cut: usize,
}

/// One topic.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TopicEntry {
    /// Permanent id: `t1`, `t2` …; never used again.
    pub id: String,
    /// Up to six words that name the subject, or what a person calls it; different for every topic.
    pub label: String,
    /// The label that its papers gave it, where a person gave it another one.
    #[serde(default)]
    pub own_label: Option<String>,
    /// Id of its area, the smallest that holds it; `null` where there are no areas.
    pub area: Option<String>,
    /// Papers in it.
    pub size: usize,
    /// `size` over all papers, 0 to 1.
    pub share: f64,
    /// Mean cosine of its papers to its centre, -1 to 1.
    pub cohesion: f64,
    /// Phrases that mark it, best first; empty where no usable word is left.
    pub phrases: Vec<Phrase>,
    /// Ids of papers that stand for it, most central first.
    pub representatives: Vec<String>,
    /// How well it holds together and stands apart.
    #[serde(default)]
    pub evidence: Evidence,
    /// Position of its label on the map, 0 to 1.
    pub x: f64,
    /// Position of its label on the map, 0 to 1.
    pub y: f64,
}

/// What speaks for a topic, and where it ends.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Evidence {
    /// Mean over its papers of the cosine to its centre less the cosine to the nearest other centre, -2 to 2; `null`
    /// where there is one topic.
    pub separation: Option<f64>,
    /// How well it comes back when part of the papers is grouped again: mean greatest Jaccard index with a topic of such
    /// a run, 0 to 1; `null` where it was not measured.
    pub stability: Option<f64>,
    /// Share of its papers that hold at least one phrase of its label, 0 to 1.
    pub coverage: f64,
    /// The nearest other topics, nearest first, at most 3.
    pub nearest: Vec<NearTopic>,
    /// Its papers that lean to another topic most, at most 5.
    pub borderline: Vec<Borderline>,
}

/// A topic near another one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NearTopic {
    /// Id of the near topic.
    pub topic: String,
    /// Cosine of the two centres, -1 to 1.
    pub cosine: f64,
}

/// A paper between two topics.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Borderline {
    /// Id of the paper.
    pub paper: String,
    /// Id of the other topic.
    pub leans_to: String,
    /// Cosine to the centre of its own topic less that to the other one; below 0 where it is nearer to the other.
    pub margin: f64,
}

/// A phrase of a topic with the shares of papers that hold it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Phrase {
    /// The phrase as its papers write it most often.
    pub text: String,
    /// Share of the topic's papers that hold it, 0 to 1.
    pub inside: f64,
    /// Share of all other papers that hold it, 0 to 1.
    pub outside: f64,
}

/// A group of topics, or of areas.
///
/// Areas of one level hold every topic once; an area lies whole in one area of the level above.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AreaEntry {
    /// Id of the area: `a1`, `a2` …; never used again.
    pub id: String,
    /// Label of the area, shorter than those of topics.
    pub label: String,
    /// 0 for the coarsest level, one more for each finer one.
    #[serde(default)]
    pub level: usize,
    /// Id of the area of the level above that holds it; `null` on the coarsest.
    #[serde(default)]
    pub parent: Option<String>,
    /// Ids of its topics, largest first.
    pub topics: Vec<String>,
    /// Papers in it.
    #[serde(default)]
    pub size: usize,
    /// `size` over all papers, 0 to 1.
    #[serde(default)]
    pub share: f64,
    /// Phrases that mark it, best first.
    #[serde(default)]
    pub phrases: Vec<Phrase>,
    /// Position of its label on the map, 0 to 1.
    #[serde(default)]
    pub x: f64,
    /// Position of its label on the map, 0 to 1.
    #[serde(default)]
    pub y: f64,
}

/// One event in the life of a topic.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LedgerEvent {
    /// Number of the run (from 1) among those that changed the map.
    pub run: u32,
    /// Id of the topic.
    pub topic: String,
    /// What happened.
    pub event: TopicEvent,
    /// Papers in the topic after the run.
    pub size: usize,
    /// Papers in it before the run that are in the map still.
    #[serde(default)]
    pub before: usize,
    /// Papers in it that it already had before the run.
    pub shared: usize,
    /// Papers in it that the run brought to the map.
    #[serde(default)]
    pub added: usize,
    /// Other topics that papers of before came from, most papers first, ties by number.
    #[serde(default)]
    pub came_from: Vec<Flow>,
    /// Other topics that papers of before went to, most papers first, ties by number.
    #[serde(default)]
    pub went_to: Vec<Flow>,
    /// Label after the run; the last one for a retired topic.
    pub label: String,
    /// The label before, where the topic was renamed.
    #[serde(default)]
    pub former_label: Option<String>,
    /// Whether a person asked for it in the map's edits.
    #[serde(default)]
    pub by_edit: bool,
}

/// Papers on their way from or to a topic.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Flow {
    /// Id of the other topic.
    pub topic: String,
    /// Papers.
    pub papers: usize,
}

/// What can happen to a topic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TopicEvent {
    /// The topic is new.
    Born,
    /// The topic goes on with as many papers, though not the same ones.
    Kept,
    /// The topic goes on with more papers.
    Grew,
    /// The topic goes on with fewer papers.
    Shrank,
    /// At least two topics hold a quarter or more of its papers each; it goes on as the largest of these.
    Split,
    /// Other topics sent at least half of their papers to it and are no more.
    Merged,
    /// The topic is no more; its id is never used again.
    Retired,
    /// The topic is shown under another label.
    Renamed,
}

/// How a run came to its topics.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Way {
    /// There were none before.
    First,
    /// The papers of before kept their topics, and new ones joined these.
    Joined,
    /// The topics of before were fitted to all papers, together with new ones that new papers speak for.
    Refitted,
    /// Topics were formed without regard to those of before and matched to them afterwards.
    StartedOver,
}

/// What a run changed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Update {
    /// Number of the run (from 1) among those that changed the map.
    pub run: u32,
    /// How it came to its topics.
    pub way: Way,
    /// One sentence that says why, with the figures that decided.
    pub reason: String,
    /// Papers in the map after the run.
    pub papers: usize,
    /// Papers of before the run that are in the map still.
    pub known: usize,
    /// Papers that the run brought.
    pub new: usize,
    /// Papers that the run took out.
    pub gone: usize,
    /// Papers of before that changed topic.
    pub moved: usize,
    /// New papers that are less like their topic than nearly all papers that it had.
    pub novel: usize,
    /// Topics whose papers or share clearly changed, in the order of the topics; retired ones last.
    #[serde(default)]
    pub topics: Vec<TopicChange>,
    /// Phrases that are more common among the new papers than among those of before, clearest first.
    #[serde(default)]
    pub risen: Vec<RisenPhrase>,
}

/// What a run changed of one topic.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TopicChange {
    /// Id of the topic.
    pub topic: String,
    /// Papers of before that were in it and are in the map still.
    pub before: usize,
    /// New papers in it.
    pub added: usize,
    /// Papers of before that came from other topics.
    pub came: usize,
    /// Papers of before that went to other topics.
    pub went: usize,
    /// Papers that the run took out of the map.
    pub gone: usize,
    /// Its share of the new papers less its share of those of before, both as the topics are now; `null` where one of
    /// the two sets is empty.
    pub rise: Option<Rise>,
}

/// A difference of two shares with its interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Rise {
    /// Share among the papers of before, 0 to 1.
    pub before: f64,
    /// Share among the new papers, 0 to 1.
    pub new: f64,
    /// Lower end of the interval of the difference, -1 to 1; all topics together are inside theirs with 95 % confidence.
    pub low: f64,
    /// Upper end of the interval, -1 to 1.
    pub high: f64,
}

/// A phrase that became more common.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RisenPhrase {
    /// The phrase as papers write it most often.
    pub text: String,
    /// Papers of before that hold it.
    pub before: usize,
    /// New papers that hold it.
    pub new: usize,
}

/// How the number of topics was chosen.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Choice {
    /// `auto`, the number asked for, or the numbers of nested levels, such as `8,24,80`.
    pub requested: String,
    /// Number of topics; of the finest level where there are several.
    pub chosen: usize,
    /// One sentence that says why.
    pub reason: String,
    /// The numbers that were tried, in rising order; empty where none was.
    pub candidates: Vec<Candidate>,
    /// First and last of the numbers that score about as well as the best: lower by no more than its standard error, or by
    /// a tenth of it where that is more.
    #[serde(default)]
    pub flat: Option<[usize; 2]>,
    /// The first number beyond `flat`; from there on all score clearly lower. `null` where no such number was tried.
    #[serde(default)]
    pub falls_off: Option<usize>,
}

/// One number of topics that was tried.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Candidate {
    /// Number of topics.
    pub topics: usize,
    /// Mean over topics of the mean cosine silhouette, -1 to 1; a topic of one paper counts 0.
    pub silhouette: f64,
    /// Mean cosine inside topics over mean cosine of all pairs.
    pub cohesion_ratio: f64,
    /// Mean adjusted Rand index of the runs on resampled papers with each other, -1 to 1.
    pub stability: f64,
    /// Mean over the runs of silhouette, at least 0, times agreement with the other runs, at least 0; higher is better.
    pub score: f64,
    /// Standard error of `score`.
    #[serde(default)]
    pub error: f64,
}

/// What the result follows from.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Receipt {
    /// Number of the run that gave it.
    #[serde(default)]
    pub run: u32,
    /// Version of the program.
    pub program: String,
    /// Name of the model.
    pub model: String,
    /// Revision of the model, where it is a known one.
    pub model_revision: Option<String>,
    /// SHA-256 over everything the vectors depend on.
    pub fingerprint: String,
    /// Tokens that the model reads of a text, special ones included.
    pub token_limit: usize,
    /// Precision of the encoder.
    pub precision: String,
    /// Instruction path of the encoder.
    pub isa: String,
    /// Version of the cleaning rules.
    pub cleaning: u32,
    /// Seed of every random choice.
    pub seed: u64,
    /// SHA-256 over the words that were to be kept out of phrases and labels; `null` where there were none.
    #[serde(default)]
    pub stop_words: Option<String>,
    /// SHA-256 over the edits of topics; `null` where there were none.
    #[serde(default)]
    pub edits: Option<String>,
    /// SHA-256 of every dump, in the order of `sources`.
    pub inputs: Vec<String>,
    /// SHA-256 over the vectors of all papers, in their order, as little-endian float32; `null` from an older program.
    #[serde(default)]
    pub vectors: Option<String>,
    /// SHA-256 over this file as compact JSON with `null` here; `null` from an older program.
    #[serde(default)]
    pub result: Option<String>,
}
