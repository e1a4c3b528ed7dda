//! Answers as text and CSV.

use anyhow::{Context, Result};
use papermap_clustering::report::guarded;

use crate::search::hits::{Answer, Hit};
use crate::terminal::output::escape_control;
use crate::terminal::wrap::wrap;

/// Columns before the text of a hit: rank, score, spaces.
const INDENT: usize = 13;

/// The hits for reading: rank, score and title, then topic, id and reasons; without a hit, that there is none.
pub(crate) fn text(answer: &Answer, width: usize) -> String {
    if answer.hits.is_empty() {
        return "The map holds no other paper.\n".to_owned();
    }
    answer.hits.iter().map(|hit| paragraph(hit, width)).collect::<Vec<_>>().join("\n")
}

fn paragraph(hit: &Hit, width: usize) -> String {
    let mut lines = wrap(&shown(&hit.title), width, INDENT);
    let mark = format!("{:>3}. {:>6.3}", hit.rank, hit.score);
    if let Some(first) = lines.first_mut() {
        first.replace_range(..INDENT, &format!("{mark:INDENT$}"));
    }
    lines.extend(wrap(&shown(&place(hit)), width, INDENT));
    if let Some(reasons) = hit.reasons.as_ref().filter(|reasons| !reasons.is_empty()) {
        lines.extend(wrap(&shown(&format!("shared: {}", reasons.join(", "))), width, INDENT));
    }
    lines.join("\n") + "\n"
}

/// Text that breaks lines at white space only where we break them.
fn shown(text: &str) -> String {
    escape_control(&text.split_whitespace().collect::<Vec<_>>().join(" ")).into_owned()
}

fn place(hit: &Hit) -> String {
    let mut parts = vec![format!("{} {}", hit.topic, hit.topic_label), hit.id.clone()];
    parts.extend(hit.key.clone());
    if hit.same {
        parts.push("the same paper".to_owned());
    }
    if hit.weak {
        parts.push("weak".to_owned());
    }
    parts.join(" · ")
}

/// The hits as CSV, with a guard against formulas in free text.
///
/// # Errors
/// The encoder's.
pub(crate) fn csv(answer: &Answer) -> Result<String> {
    let columns = ["rank", "id", "key", "title", "topic", "topic_label", "score", "same", "weak", "reasons"];
    let rows = answer.hits.iter().map(|hit| {
        vec![
            hit.rank.to_string(),
            hit.id.clone(),
            hit.key.clone().unwrap_or_default(),
            guarded(&hit.title).into_owned(),
            hit.topic.clone(),
            guarded(&hit.topic_label).into_owned(),
            format!("{:.6}", hit.score),
            hit.same.to_string(),
            hit.weak.to_string(),
            guarded(&hit.reasons.clone().unwrap_or_default().join("; ")).into_owned(),
        ]
    });
    csv_file(&columns, rows)
}

/// A CSV file in UTF-8 with a header.
///
/// # Errors
/// The encoder's.
pub(crate) fn csv_file(columns: &[&str], rows: impl Iterator<Item = Vec<String>>) -> Result<String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(columns)?;
    for row in rows {
        writer.write_record(row)?;
    }
    let bytes = writer.into_inner().context("the table cannot be written as CSV")?;
    Ok(String::from_utf8(bytes)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer() -> Answer {
        let hit = Hit {
            rank: 1,
            id: "p1".into(),
            key: Some("k".into()),
            keys: vec!["k".into()],
            title: "=SUM: a title that is rather long\u{1b}[1m for the line".into(),
            topic: "t2".into(),
            topic_label: "graph learning".into(),
            score: 0.5,
            same: false,
            weak: true,
            reasons: Some(vec!["message passing".into(), "graphs".into()]),
        };
        Answer { query: "text".into(), hits: vec![hit] }
    }

    #[test]
    fn a_hit_reads_well() {
        let text = text(&answer(), 50);
        let expected = "  1.  0.500  =SUM: a title that is rather
             long\\u{1b}[1m for the line
             t2 graph learning · p1 · k · weak
             shared: message passing, graphs
";
        assert_eq!(text, expected);
    }

    #[test]
    fn no_hit_is_said() {
        let nothing = Answer { query: "p1".into(), hits: Vec::new() };
        assert_eq!(text(&nothing, 50), "The map holds no other paper.\n");
    }

    #[test]
    fn free_text_is_no_formula() {
        let table = csv(&answer()).unwrap();
        assert!(table.lines().nth(1).unwrap().starts_with("1,p1,k,'=SUM"), "{table}");
    }
}
