//! `papers.csv` and `topics.csv`.

use std::borrow::Cow;
use std::collections::BTreeMap;

use csv::Writer;

use super::ReportError;
use crate::topic_map::{AreaEntry, PaperEntry, TopicEntry, TopicMap};

/// What joins a list inside one cell.
const JOINT: &str = "; ";

const TOPIC_COLUMNS: [&str; 14] = [
    "id",
    "label",
    "area",
    "size",
    "share",
    "phrases",
    "representatives",
    "cohesion",
    "separation",
    "stability",
    "coverage",
    "nearest",
    "borderline",
    "area_label",
];

/// Renders one row a paper, in the order of the map.
///
/// Scores have four decimals, positions five; `loose` and `vanished` are `true` or `false`; `added` is a run's
/// number. Free text that a spreadsheet would take for a formula gets a `'` in
/// front; `key` stays as the dump gave it.
pub(super) fn papers(map: &TopicMap) -> Result<Vec<u8>, ReportError> {
    let labels: BTreeMap<&str, &str> =
        map.topics.iter().map(|topic| (topic.id.as_str(), topic.label.as_str())).collect();
    let mut writer = Writer::from_writer(Vec::new());
    writer.write_record([
        "id",
        "key",
        "title",
        "topic",
        "topic_label",
        "score",
        "x",
        "y",
        "year",
        "sources",
        "second_topic",
        "loose",
        "added",
        "vanished",
    ])?;
    for paper in &map.papers {
        writer.write_record(paper_row(paper, labels.get(paper.topic.as_str()).unwrap_or(&"")))?;
    }
    finish(writer)
}

fn paper_row(paper: &PaperEntry, label: &str) -> [String; 14] {
    let title = paper.title.as_deref().filter(|title| !title.is_empty()).unwrap_or(&paper.headline);
    [
        paper.id.clone(),
        paper.keys.iter().min().cloned().unwrap_or_default(),
        guarded(title).into_owned(),
        paper.topic.clone(),
        guarded(label).into_owned(),
        format!("{:.4}", paper.score),
        format!("{:.5}", paper.x),
        format!("{:.5}", paper.y),
        paper.fields.year.map(|year| year.to_string()).unwrap_or_default(),
        guarded(&paper.sources.join(JOINT)).into_owned(),
        paper.second.clone().unwrap_or_default(),
        paper.loose.to_string(),
        paper.added.to_string(),
        paper.vanished.to_string(),
    ]
}

/// The bytes of `topics.csv`: one row a topic, in the order given.
///
/// Shares and figures have four decimals, and a figure that was not measured is empty. `nearest` lists topics as
/// `t5 0.4123` with the cosine of the centres, `borderline` papers as `p… t5 0.0123` with the topic they lean to and
/// the margin.
///
/// # Errors
/// [`ReportError::Csv`], which only a fault of the encoder gives.
pub fn topics(topics: &[TopicEntry], areas: &[AreaEntry]) -> Result<Vec<u8>, ReportError> {
    let labels: BTreeMap<&str, &str> =
        areas.iter().map(|area| (area.id.as_str(), area.label.as_str())).collect();
    let mut writer = Writer::from_writer(Vec::new());
    writer.write_record(TOPIC_COLUMNS)?;
    for topic in topics {
        let area = topic.area.as_deref().and_then(|id| labels.get(id)).copied().unwrap_or_default();
        writer.write_record(topic_row(topic).into_iter().chain(evidence_cells(topic, area)))?;
    }
    finish(writer)
}

fn topic_row(topic: &TopicEntry) -> [String; 7] {
    let phrases: Vec<&str> = topic.phrases.iter().map(|phrase| phrase.text.as_str()).collect();
    [
        topic.id.clone(),
        guarded(&topic.label).into_owned(),
        topic.area.clone().unwrap_or_default(),
        topic.size.to_string(),
        format!("{:.4}", topic.share),
        guarded(&phrases.join(JOINT)).into_owned(),
        topic.representatives.join(JOINT),
    ]
}

fn evidence_cells(topic: &TopicEntry, area_label: &str) -> [String; 7] {
    let figure = |value: Option<f64>| value.map(|value| format!("{value:.4}")).unwrap_or_default();
    let evidence = &topic.evidence;
    let nearest: Vec<String> =
        evidence.nearest.iter().map(|near| format!("{} {:.4}", near.topic, near.cosine)).collect();
    let borderline: Vec<String> = evidence
        .borderline
        .iter()
        .map(|paper| format!("{} {} {:.4}", paper.paper, paper.leans_to, paper.margin))
        .collect();
    [
        figure(Some(topic.cohesion)),
        figure(evidence.separation),
        figure(evidence.stability),
        figure(Some(evidence.coverage)),
        nearest.join(JOINT),
        borderline.join(JOINT),
        guarded(area_label).into_owned(),
    ]
}

fn finish(writer: Writer<Vec<u8>>) -> Result<Vec<u8>, ReportError> {
    writer.into_inner().map_err(|error| ReportError::Csv(error.into_error().into()))
}

/// Puts a `'` before text that a spreadsheet would run as a formula.
#[must_use]
pub fn guarded(text: &str) -> Cow<'_, str> {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        Cow::Owned(format!("'{text}"))
    } else {
        Cow::Borrowed(text)
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;

    fn rows(bytes: &[u8]) -> Vec<Vec<String>> {
        let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(bytes);
        reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect()
    }

    #[test]
    fn hostile_papers_come_back_with_all_cells_and_in_order() {
        let map = sample::hostile();
        let rows = rows(&papers(&map).unwrap());
        assert_eq!(
            rows[0].join(","),
            "id,key,title,topic,topic_label,score,x,y,year,sources,second_topic,loose,added,vanished"
        );
        assert_eq!(rows.len(), map.papers.len() + 1);
        for (row, paper) in rows[1..].iter().zip(&map.papers) {
            assert_eq!(row[0], paper.id);
            assert!(!row[2].starts_with(['=', '+', '-', '@', '\t', '\r']), "{:?}", row[2]);
        }
    }

    #[test]
    fn the_key_stays_raw_and_the_title_is_guarded() {
        let mut map = sample::map(1, 1);
        map.papers[0].keys = vec!["=2".to_owned(), "=1".to_owned()];
        map.papers[0].title = Some("=HYPERLINK(\"http://x\")".to_owned());
        map.papers[0].score = 0.123_456;
        map.papers[0].sources = vec!["a.txt".to_owned(), "b.txt".to_owned()];
        let rows = rows(&papers(&map).unwrap());
        assert_eq!(rows[1][1], "=1");
        assert_eq!(rows[1][2], "'=HYPERLINK(\"http://x\")");
        assert_eq!(rows[1][5], "0.1235");
        assert_eq!(rows[1][9], "a.txt; b.txt");
    }

    #[test]
    fn the_headline_stands_in_for_a_missing_title() {
        let mut map = sample::map(1, 1);
        map.papers[0].title = None;
        assert_eq!(rows(&papers(&map).unwrap())[1][2], map.papers[0].headline);
    }

    #[test]
    fn a_paper_names_its_second_topic_where_there_is_one() {
        let mut map = sample::map(8, 2);
        map.papers[3].second = None;
        map.papers[6].vanished = true;
        let rows = rows(&papers(&map).unwrap());
        assert_eq!(rows[1][10..], ["t2", "false", "1", "false"]);
        assert_eq!(rows[4][10..], ["", "false", "1", "false"]);
        assert_eq!(rows[7][10..], ["t2", "true", "1", "true"]);
    }

    #[test]
    fn topics_have_a_row_each() {
        let map = sample::hostile();
        let rows = rows(&topics(&map.topics, &map.areas).unwrap());
        let first = "id,label,area,size,share,phrases,representatives";
        let then = "cohesion,separation,stability,coverage,nearest,borderline,area_label";
        assert_eq!(rows[0].join(","), format!("{first},{then}"));
        assert_eq!(rows.len(), map.topics.len() + 1);
    }

    #[test]
    fn a_topic_has_its_evidence_and_area() {
        let mut map = sample::nested(12, 6, 2);
        map.areas[2].label = "-field".to_owned();
        let cells = rows(&topics(&map.topics, &map.areas).unwrap()).remove(2);
        let borderline = format!("{} t3 0.0100", map.papers[7].id);
        assert_eq!(cells[2], "a2");
        assert_eq!(
            cells[7..],
            ["0.5000", "0.2000", "0.8000", "0.7000", "t3 0.4000", &borderline, "field number 2"]
        );
        let cells = rows(&topics(&map.topics, &map.areas).unwrap()).remove(5);
        assert_eq!((cells[2].as_str(), cells[13].as_str()), ("a3", "'-field"));
        map.topics[0].evidence = crate::topic_map::Evidence::default();
        let cells = rows(&topics(&map.topics, &[]).unwrap()).remove(1);
        assert_eq!(cells[7..], ["0.5000", "", "", "0.0000", "", "", ""]);
    }
}
