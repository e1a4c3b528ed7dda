//! Topics, which paper is in which, and the ledger.

use anyhow::{Context, Result};
use papermap_clustering::topic_map::{AreaEntry, Choice, Evidence, LedgerEvent, TopicEntry, Update};
use rusqlite::params;

use super::meta::Splits;
use super::{Store, areas};

/// What forming topics gives.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Formed {
    /// The topics, in any order.
    pub(crate) topics: Vec<TopicEntry>,
    /// The areas, in the order of the map.
    pub(crate) areas: Vec<AreaEntry>,
    /// One entry a paper, in the order of papers.
    pub(crate) assignments: Vec<Assignment>,
    /// What happened in this run.
    pub(crate) events: Vec<LedgerEvent>,
    /// What this run changed.
    pub(crate) update: Update,
    /// Papers when the topics were last formed or fitted.
    pub(crate) fitted: usize,
    /// The parts that edits ever split off, by topic and query.
    pub(crate) splits: Splits,
    /// Edits that match nothing any more, in words.
    pub(crate) stale: Vec<String>,
    /// How the number of topics was chosen.
    pub(crate) choice: Choice,
    /// The next free number of a topic id.
    pub(crate) next_topic: u64,
    /// The next free number of an area id.
    pub(crate) next_area: u64,
    /// Score under which a hit of a query is weak.
    pub(crate) weak_floor: f32,
}

/// Where a paper is.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Assignment {
    pub(crate) paper: String,
    pub(crate) topic: String,
    /// The topic that it would be in without edits.
    pub(crate) base: String,
    pub(crate) second: Option<String>,
    pub(crate) score: f64,
    pub(crate) loose: bool,
    pub(crate) x: f64,
    pub(crate) y: f64,
}

impl Store {
    /// Replaces the topics and adds to the ledger.
    pub(crate) fn put_formed(&self, formed: &Formed) -> Result<()> {
        self.connection.execute_batch(
            "DELETE FROM topics; DELETE FROM evidence; DELETE FROM assignments; DELETE FROM seconds; DELETE FROM bases;",
        )?;
        formed.topics.iter().try_for_each(|topic| self.put_topic(topic))?;
        formed.assignments.iter().try_for_each(|place| self.put_assignment(place))?;
        self.put_areas(&formed.areas)?;
        for (position, event) in formed.events.iter().enumerate() {
            self.put_event(position, event)?;
        }
        self.put_update(&formed.update)?;
        self.put_own_labels(&formed.topics)?;
        self.put_fitted(formed.fitted)?;
        self.put_splits(&formed.splits)?;
        self.put_stale(&formed.stale)?;
        self.put_weak_floor(formed.weak_floor)?;
        self.put_next_topic(formed.next_topic)?;
        self.put_next_area(formed.next_area)?;
        self.put_choice(&formed.choice)
    }

    fn put_topic(&self, topic: &TopicEntry) -> Result<()> {
        self.connection.execute(
            "INSERT INTO topics VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            params![
                number(&topic.id)?,
                topic.label,
                topic.size as i64,
                topic.cohesion,
                serde_json::to_string(&topic.phrases)?,
                serde_json::to_string(&topic.representatives)?,
                topic.x,
                topic.y,
            ],
        )?;
        self.put_evidence(topic)
    }

    fn put_evidence(&self, topic: &TopicEntry) -> Result<()> {
        let area = topic.area.as_deref().map(areas::number).transpose()?;
        let entry = serde_json::to_string(&topic.evidence)?;
        self.connection
            .execute("INSERT INTO evidence VALUES (?, ?, ?)", params![number(&topic.id)?, area, entry])?;
        Ok(())
    }

    fn put_assignment(&self, place: &Assignment) -> Result<()> {
        let Assignment { paper, topic, base, second, score, loose, x, y } = place;
        let insert = "INSERT INTO assignments VALUES (?, ?, ?, ?, ?, ?)";
        self.connection.prepare_cached(insert)?.execute(params![
            paper,
            number(topic)?,
            score,
            loose,
            x,
            y
        ])?;
        if base != topic {
            let insert = "INSERT INTO bases VALUES (?, ?)";
            self.connection.prepare_cached(insert)?.execute(params![paper, number(base)?])?;
        }
        if let Some(second) = second {
            let insert = "INSERT INTO seconds VALUES (?, ?)";
            self.connection.prepare_cached(insert)?.execute(params![paper, number(second)?])?;
        }
        Ok(())
    }

    /// The topics, largest first, ties by number; shares are of `papers`.
    pub(crate) fn topics(&self, papers: usize) -> Result<Vec<TopicEntry>> {
        let mut statement = self.connection.prepare(
            "SELECT number, label, size, cohesion, phrases, representatives, x, y, area, entry
             FROM topics LEFT JOIN evidence ON topic = number ORDER BY size DESC, number",
        )?;
        let mut rows = statement.query([])?;
        let mut own_labels = self.own_labels()?;
        let mut topics = Vec::new();
        while let Some(row) = rows.next()? {
            let size = row.get::<_, i64>(2)? as usize;
            topics.push(TopicEntry {
                id: id(row.get(0)?),
                label: row.get(1)?,
                own_label: own_labels.remove(&id(row.get(0)?)),
                area: row.get::<_, Option<i64>>(8)?.map(areas::id),
                size,
                share: size as f64 / papers.max(1) as f64,
                cohesion: row.get(3)?,
                phrases: serde_json::from_str(&row.get::<_, String>(4)?)?,
                representatives: serde_json::from_str(&row.get::<_, String>(5)?)?,
                evidence: evidence(row.get(9)?)?,
                x: row.get(6)?,
                y: row.get(7)?,
            });
        }
        Ok(topics)
    }

    /// Whether an older program formed the topics, without evidence for them.
    pub(crate) fn lacks_evidence(&self) -> Result<bool> {
        let query = "SELECT EXISTS (SELECT 1 FROM topics WHERE number NOT IN (SELECT topic FROM evidence))";
        Ok(self.connection.query_row(query, [], |row| row.get(0))?)
    }

    /// Where every paper is, by paper id.
    pub(crate) fn assignments(&self) -> Result<Vec<Assignment>> {
        let mut statement = self.connection.prepare(
            "SELECT paper, assignments.topic, score, loose, x, y, seconds.topic, ifnull(bases.topic, assignments.topic)
             FROM assignments LEFT JOIN seconds USING (paper) LEFT JOIN bases USING (paper) ORDER BY paper",
        )?;
        let rows = statement.query_map([], |row| {
            Ok(Assignment {
                paper: row.get(0)?,
                topic: id(row.get(1)?),
                base: id(row.get(7)?),
                second: row.get::<_, Option<i64>>(6)?.map(id),
                score: row.get(2)?,
                loose: row.get(3)?,
                x: row.get(4)?,
                y: row.get(5)?,
            })
        })?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// Id and label of the topic of a paper.
    pub(crate) fn topic_of(&self, paper: &str) -> Result<(String, String)> {
        let mut statement = self.connection.prepare_cached(
            "SELECT number, label FROM assignments JOIN topics ON number = topic WHERE paper = ?",
        )?;
        Ok(statement.query_row([paper], |row| Ok((id(row.get(0)?), row.get(1)?)))?)
    }
}

/// The evidence as it is stored; the default where an older program stored none.
fn evidence(entry: Option<String>) -> Result<Evidence> {
    entry.map_or_else(|| Ok(Evidence::default()), |entry| Ok(serde_json::from_str(&entry)?))
}

/// Number of the topic `t…`.
pub(super) fn number(id: &str) -> Result<i64> {
    let number = id.strip_prefix('t').and_then(|digits| digits.parse().ok());
    number.with_context(|| format!("{id} is no topic id; this is a fault of the program"))
}

pub(super) fn id(number: i64) -> String {
    format!("t{number}")
}
