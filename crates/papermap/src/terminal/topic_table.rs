//! Tables of topics under the names of their areas.

use papermap_clustering::report::chapters;
use papermap_clustering::topic_map::{AreaEntry, TopicEntry};

use crate::terminal::output::escape_control;
use crate::terminal::table::{Side, counted, render};

/// A row for every topic, area by area; without areas in the order given.
pub(crate) fn by_area(
    columns: &[(&str, Side)],
    topics: &[TopicEntry],
    areas: &[AreaEntry],
    row: impl Fn(&TopicEntry) -> Vec<String>,
) -> String {
    let chapters = chapters(topics, areas);
    let rows: Vec<Vec<String>> =
        chapters.iter().flat_map(|chapter| &chapter.topics).map(|topic| row(topic)).collect();
    let table = render(columns, &rows);
    let mut lines = table.lines();
    let mut text = lines.next().map(line).unwrap_or_default();
    for chapter in &chapters {
        if let Some(area) = chapter.area {
            text.push_str(&heading(area, chapter.depth));
        } else if chapters.len() > 1 {
            text.push_str("\nno area\n");
        }
        text.extend(lines.by_ref().take(chapter.topics.len()).map(line));
    }
    text
}

fn line(text: &str) -> String {
    format!("{text}\n")
}

fn heading(area: &AreaEntry, depth: usize) -> String {
    let text = format!(
        "\n{}{} {}: {}, {}, {:.0} %\n",
        "  ".repeat(depth),
        area.id,
        area.label.replace('\n', " "),
        counted(area.topics.len(), "topic"),
        counted(area.size, "paper"),
        area.share * 100.0,
    );
    escape_control(&text).into_owned()
}

#[cfg(test)]
mod tests {
    use papermap_clustering::topic_map::Evidence;

    use super::*;

    fn topic(id: &str, area: Option<&str>) -> TopicEntry {
        TopicEntry {
            id: id.to_owned(),
            label: format!("label of {id}"),
            own_label: None,
            area: area.map(str::to_owned),
            size: 3,
            share: 0.25,
            cohesion: 0.5,
            phrases: Vec::new(),
            representatives: Vec::new(),
            evidence: Evidence::default(),
            x: 0.5,
            y: 0.5,
        }
    }

    fn area(id: &str, level: usize, parent: Option<&str>, topics: &[&str]) -> AreaEntry {
        AreaEntry {
            id: id.to_owned(),
            label: format!("area {id}"),
            level,
            parent: parent.map(str::to_owned),
            topics: topics.iter().map(|&topic| topic.to_owned()).collect(),
            size: 3 * topics.len(),
            share: 0.25 * topics.len() as f64,
            phrases: Vec::new(),
            x: 0.5,
            y: 0.5,
        }
    }

    fn table(topics: &[TopicEntry], areas: &[AreaEntry]) -> String {
        by_area(&[("id", Side::Left), ("label", Side::Left)], topics, areas, |topic| {
            vec![topic.id.clone(), topic.label.clone()]
        })
    }

    #[test]
    fn topics_stand_under_their_areas() {
        let topics =
            [topic("t1", Some("a3")), topic("t10", Some("a2")), topic("t3", Some("a3")), topic("t4", None)];
        let areas = [
            area("a1", 0, None, &["t1", "t10", "t3"]),
            area("a2", 1, Some("a1"), &["t10"]),
            area("a3", 1, Some("a1"), &["t1", "t3"]),
        ];
        assert_eq!(
            table(&topics, &areas),
            "id   label\n\n\
             a1 area a1: 3 topics, 9 papers, 75 %\n\n  \
             a2 area a2: 1 topic, 3 papers, 25 %\n\
             t10  label of t10\n\n  \
             a3 area a3: 2 topics, 6 papers, 50 %\n\
             t1   label of t1\n\
             t3   label of t3\n\n\
             no area\n\
             t4   label of t4\n"
        );
    }

    #[test]
    fn without_areas_it_is_a_plain_table() {
        assert_eq!(table(&[topic("t1", None)], &[]), "id  label\nt1  label of t1\n");
        assert_eq!(table(&[], &[]), "id  label\n");
    }
}
