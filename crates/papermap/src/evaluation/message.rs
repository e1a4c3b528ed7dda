//! What `papermap eval --format json` prints.

use serde::Serialize;

/// Version of the shape of [`Evaluation`]; a field that is added does not change it.
pub(crate) const SCHEMA_VERSION: u32 = 1;

/// How good a map is.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Evaluation {
    /// [`SCHEMA_VERSION`].
    pub(crate) schema_version: u32,
    /// Title of the map.
    pub(crate) title: String,
    /// Papers of the map.
    pub(crate) papers: usize,
    /// Topics of the map.
    pub(crate) topics: usize,
    /// What the map says of itself.
    pub(crate) figures: Figures,
    /// How it agrees with known labels; `null` without labels.
    pub(crate) agreement: Option<Agreement>,
}

/// Figures of the map that need no labels; `null` where the map is too small for one, or does not hold what it is made of.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Figures {
    /// Mean over topics of the cosine silhouette of their papers, -1 to 1.
    pub(crate) macro_silhouette: Option<f64>,
    /// Mean cosine of papers of one topic over that of any two papers.
    pub(crate) cohesion_ratio: f64,
    /// Mean over topics of how well each comes back when part of the papers is grouped again, 0 to 1.
    pub(crate) stability: Option<f64>,
    /// Mean over topics of the normalised pointwise mutual information of pairs of their phrases, -1 to 1; documents are
    /// the papers of the map.
    pub(crate) phrase_coherence: Option<f64>,
    /// Distinct phrases over phrases of all topics, 0 to 1.
    pub(crate) phrase_diversity: Option<f64>,
    /// Distinct parts of labels over parts of labels of all topics, 0 to 1.
    pub(crate) label_diversity: Option<f64>,
    /// Median over topics of the share of their papers that hold a phrase of their label, 0 to 1.
    pub(crate) label_coverage: Option<f64>,
}

/// How the topics of labelled papers agree with their labels.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Agreement {
    /// File name of the labels.
    pub(crate) file: String,
    /// Papers of the map that have a label; all scores are over these.
    pub(crate) papers: usize,
    /// Papers of the map that have none.
    pub(crate) papers_without_label: usize,
    /// Labels that these papers have.
    pub(crate) labels: usize,
    /// Topics that these papers are in.
    pub(crate) topics: usize,
    /// 0 to 1.
    pub(crate) v_measure: f64,
    /// 1 where every topic holds papers of one label alone.
    pub(crate) homogeneity: f64,
    /// 1 where all papers of a label are in one topic.
    pub(crate) completeness: f64,
    /// -0.5 to 1; 0 by chance.
    pub(crate) adjusted_rand_index: f64,
    /// At most 1; 0 by chance; normalised by the mean of the entropies.
    pub(crate) adjusted_mutual_information: f64,
    /// Mean share of a paper's nearest labelled papers, by vectors, that have its label, 0 to 1; `null` for a single paper.
    pub(crate) neighbour_purity: Option<f64>,
    /// How many nearest papers that is of.
    pub(crate) neighbours: usize,
    /// Papers with several keys whose labels differ; the label of the first key counts.
    pub(crate) papers_of_several_labels: usize,
    /// Keys in the file that are those of no paper.
    pub(crate) keys_of_no_paper: usize,
    /// Records of the file without key or label.
    pub(crate) records_without_label: usize,
    /// Records of the file that give a key another label than an earlier record; the earlier one counts.
    pub(crate) records_that_contradict: usize,
}
