//! Ranking the papers of a map for a query.

use anyhow::{Context, Result};
use papermap_clustering::UnitRows;
use papermap_clustering::neighbours::nearest;
use papermap_kernels::dot;
use serde::Serialize;

use crate::digest;
use crate::store::{Store, StoredPaper};

/// The answer to one query.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Answer {
    /// Id of the query.
    pub(crate) query: String,
    /// The papers, best first.
    pub(crate) hits: Vec<Hit>,
}

/// One paper of an answer.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Hit {
    /// From 1.
    pub(crate) rank: usize,
    /// Content id of the paper.
    pub(crate) id: String,
    /// The smallest id that a dump gave it.
    pub(crate) key: Option<String>,
    /// All ids that dumps gave it, sorted.
    pub(crate) keys: Vec<String>,
    /// Title or headline.
    pub(crate) title: String,
    /// Id of its topic.
    pub(crate) topic: String,
    /// Label of its topic.
    pub(crate) topic_label: String,
    /// Cosine, -1 to 1, to six places.
    pub(crate) score: f64,
    /// Whether it is the paper that the query is.
    pub(crate) same: bool,
    /// Whether it scores no higher than papers that have little to do with each other.
    pub(crate) weak: bool,
    /// Phrases that query and paper share; only for a single query.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) reasons: Option<Vec<String>>,
}

/// What is to be ranked, and what is wanted of it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Wanted {
    /// Papers at most.
    pub(crate) top: usize,
    /// Least score.
    pub(crate) min_score: Option<f64>,
    /// Whether the paper that the query is stays out.
    pub(crate) no_self: bool,
}

/// The papers of a map with their vectors, ready to be searched.
#[derive(Debug)]
pub(crate) struct Index {
    ids: Vec<String>,
    digests: Vec<[u8; 32]>,
    rows: UnitRows,
    floor: f32,
}

impl Index {
    /// Loads the vectors of all papers.
    pub(crate) fn load(store: &Store) -> Result<Self> {
        let encoder = store.encoder()?.context("the map is not finished; run `papermap map` again")?;
        let (ids, digests): (Vec<_>, Vec<_>) = store.text_digests()?.into_iter().unzip();
        let rows = UnitRows::try_from(store.vectors(&encoder.fingerprint, &digests, encoder.dim)?)?;
        Ok(Self { ids, digests, rows, floor: store.weak_floor()? })
    }

    /// Row of a paper.
    pub(crate) fn position(&self, id: &str) -> Option<usize> {
        self.ids.binary_search_by(|other| other.as_str().cmp(id)).ok()
    }

    /// Vector of the paper at `row`.
    pub(crate) fn vector(&self, row: usize) -> &[f32] {
        self.rows.row(row)
    }

    /// Score under which a hit is weak.
    pub(crate) fn floor(&self) -> f32 {
        self.floor
    }

    /// Row of the paper that a query is: of the same embedded text, or of the same content id.
    pub(crate) fn same(&self, text: &str, paper_id: &str) -> Option<usize> {
        let wanted = digest::of_text(text);
        self.digests.iter().position(|digest| *digest == wanted).or_else(|| self.position(paper_id))
    }

    /// Rows and cosines, the paper that the query is first, then best first, ties by lower row.
    pub(crate) fn rank(&self, vector: &[f32], same: Option<usize>, wanted: Wanted) -> Vec<(usize, f64)> {
        let most = wanted.top.saturating_add(1).min(self.rows.len());
        let mut found = nearest(&self.rows, vector, most);
        if let Some(same) = same {
            found.retain(|(row, _)| *row != same);
            if !wanted.no_self {
                found.insert(0, (same, dot(self.rows.row(same), vector)));
            }
        }
        found.truncate(wanted.top);
        let scores = found.into_iter().map(|(row, cosine)| (row, score(cosine)));
        scores.filter(|(_, score)| wanted.min_score.is_none_or(|least| *score >= least)).collect()
    }

    /// Looks up what the store knows about the ranked papers.
    pub(crate) fn describe(
        &self,
        store: &Store,
        ranked: &[(usize, f64)],
        same: Option<usize>,
    ) -> Result<Vec<(Hit, StoredPaper)>> {
        let hits = ranked.iter().enumerate().map(|(index, &(row, score))| {
            let id = &self.ids[row];
            let stored =
                store.paper(id)?.with_context(|| format!("paper {id} is not in the store any more"))?;
            let same = same == Some(row);
            let weak = !same && score < f64::from(self.floor);
            Ok((hit(store, index + 1, &stored, score, same, weak)?, stored))
        });
        hits.collect()
    }
}

fn hit(store: &Store, rank: usize, stored: &StoredPaper, score: f64, same: bool, weak: bool) -> Result<Hit> {
    let paper = &stored.paper;
    let (topic, topic_label) = store.topic_of(&paper.id)?;
    let keys: Vec<String> = paper.keys().into_iter().map(str::to_owned).collect();
    Ok(Hit {
        rank,
        id: paper.id.clone(),
        key: keys.first().cloned(),
        keys,
        title: paper.title.as_ref().unwrap_or(&paper.headline).clone(),
        topic,
        topic_label,
        score,
        same,
        weak,
        reasons: None,
    })
}

/// A cosine to six places, within -1 and 1.
fn score(cosine: f32) -> f64 {
    ((f64::from(cosine) * 1e6).round() / 1e6).clamp(-1.0, 1.0)
}

#[cfg(test)]
mod tests {
    use ndarray::array;

    use super::*;

    fn index() -> Index {
        let rows = array![[1.0_f32, 0.0], [0.6, 0.8], [0.0, 1.0], [1.0, 0.0]];
        Index {
            ids: ["a", "b", "c", "d"].map(str::to_owned).to_vec(),
            digests: ["ta", "tb", "tc", "td"].map(digest::of_text).to_vec(),
            rows: UnitRows::try_from(rows).unwrap(),
            floor: 0.2,
        }
    }

    fn rows(same: Option<usize>, top: usize, min_score: Option<f64>, no_self: bool) -> Vec<usize> {
        let wanted = Wanted { top, min_score, no_self };
        index().rank(&[1.0, 0.0], same, wanted).into_iter().map(|(row, _)| row).collect()
    }

    #[test]
    fn the_paper_itself_is_first_or_left_out() {
        assert_eq!(rows(None, 10, None, false), [0, 3, 1, 2]);
        assert_eq!(rows(Some(3), 10, None, false), [3, 0, 1, 2]);
        assert_eq!(rows(Some(3), 2, None, true), [0, 1]);
        assert_eq!(rows(Some(2), 1, None, false), [2]);
    }

    #[test]
    fn a_floor_leaves_out_what_is_below() {
        assert_eq!(rows(None, 10, Some(0.6), false), [0, 3, 1]);
        assert!(rows(Some(0), 10, Some(1.0), true) == [3]);
    }

    #[test]
    fn a_query_is_known_by_its_text_or_its_id() {
        assert_eq!(index().same("tb", "z"), Some(1));
        assert_eq!(index().same("other", "c"), Some(2));
        assert_eq!(index().same("other", "z"), None);
    }

    #[test]
    fn scores_never_exceed_one() {
        let shown = [1.000_000_1, 0.999_999_9, -1.1, 0.25].map(|cosine| score(cosine).to_string());
        assert_eq!(shown, ["1", "1", "-1", "0.25"]);
    }
}
