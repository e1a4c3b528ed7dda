//! The topics in the page: a card each, under the headings of their areas.

use std::fmt::Write;

use super::escape::markup;
use super::evidence_part;
use super::known::Known;
use super::outline::{Chapter, chapters};
use super::page_data::{count, percent};
use super::palette::{self, Look};
use super::sections;
use super::standing;
use crate::topic_map::{AreaEntry, PaperEntry, Phrase, TopicEntry, TopicMap};

/// Level of the headings of topics that lie in no area, and of areas that lie in none.
const TOP_LEVEL: usize = 3;
/// Level that no heading goes below.
const LAST_LEVEL: usize = 6;

/// A link to the paper; none for one that is not in the map.
pub(super) fn paper_link(known: &Known<'_>, id: &str) -> Option<String> {
    known.papers.get(id).copied().map(link)
}

/// A link to the topic by number and label; none for one that is not in the map.
pub(super) fn topic_link(known: &Known<'_>, id: &str) -> Option<String> {
    let topic = known.topics.get(id)?;
    Some(format!(
        "<a class=\"tag\" href=\"#{}\"><span class=\"badge c{}\">{}</span> <span dir=\"auto\">{}</span></a>",
        markup(id),
        Look::of(id).colour,
        markup(palette::number(id)),
        markup(&topic.label),
    ))
}

/// Renders the cards by area, in the order of the map.
pub(super) fn render(map: &TopicMap) -> String {
    let known = Known::of(map);
    let chapters = chapters(&map.topics, &map.areas);
    let mut html = String::new();
    for chapter in &chapters {
        if let Some(area) = chapter.area {
            push_area(&mut html, area, chapter.depth);
        } else if chapters.len() > 1 {
            let _ = writeln!(html, "<div class=\"area\"><h{TOP_LEVEL}>Other topics</h{TOP_LEVEL}></div>");
        }
        push_cards(&mut html, chapter, chapters.len() > 1, &known);
    }
    html
}

fn push_area(html: &mut String, area: &AreaEntry, depth: usize) {
    let level = (TOP_LEVEL + depth).min(LAST_LEVEL);
    let _ = writeln!(
        html,
        "<div class=\"area d{depth}\" id=\"{}\"><h{level} dir=\"auto\">{}</h{level}>\
         <p class=\"size\">{}, {}, {} of all</p>",
        markup(&area.id),
        markup(&area.label),
        count(area.topics.len(), "topic"),
        count(area.size, "paper"),
        percent(area.share),
    );
    push_phrases(html, &area.phrases, "area");
    html.push_str("</div>\n");
}

fn push_cards(html: &mut String, chapter: &Chapter<'_>, is_headed: bool, known: &Known<'_>) {
    if chapter.topics.is_empty() {
        return;
    }
    let level = (TOP_LEVEL + if is_headed { chapter.depth + 1 } else { 0 }).min(LAST_LEVEL);
    html.push_str("<div class=\"cards\">\n");
    for topic in &chapter.topics {
        push_card(html, topic, level, known);
    }
    html.push_str("</div>\n");
}

fn push_card(html: &mut String, topic: &TopicEntry, level: usize, known: &Known<'_>) {
    let (id, look) = (markup(&topic.id), Look::of(&topic.id));
    let _ = writeln!(
        html,
        "<article class=\"card c{}\" id=\"{id}\" aria-labelledby=\"{id}-name\">\
         <h{level} class=\"name\" id=\"{id}-name\"><a class=\"badge\" href=\"#{id}\" title=\"Link to this topic\">{}</a> \
         <span dir=\"auto\">{}</span></h{level}>",
        look.colour,
        markup(palette::number(&topic.id)),
        markup(&topic.label),
    );
    let _ = writeln!(
        html,
        "<p class=\"size\">{} {}, {} of all</p>{}{}",
        sections::mark(&topic.id),
        count(topic.size, "paper"),
        percent(topic.share),
        bar(topic.share, None),
        by_hand(topic),
    );
    if let Some(remark) = standing::large_topic(topic, known.topics.len()) {
        let _ = writeln!(html, "<p class=\"remark\">This topic {remark}.</p>");
    }
    evidence_part::push(html, topic, known);
    let part = (level + 1).min(LAST_LEVEL);
    if !topic.phrases.is_empty() {
        let _ = writeln!(html, "<h{part} class=\"part\">Phrases</h{part}>");
        push_phrases(html, &topic.phrases, "topic");
    }
    push_representatives(html, topic, part, known);
    push_papers(html, known.by_topic.get(topic.id.as_str()).map_or(&[][..], Vec::as_slice));
    html.push_str("</article>\n");
}

/// Says that a person gave the label, and what the papers would give.
fn by_hand(topic: &TopicEntry) -> String {
    topic.own_label.as_deref().map_or_else(String::new, |own| {
        format!(
            "<p class=\"hint\"><b>Named by hand</b>; its papers say <span dir=\"auto\">{}</span></p>",
            markup(own)
        )
    })
}

/// The phrases, each with the shares of papers that hold it: short on the screen, as a sentence for who cannot see it.
fn push_phrases(html: &mut String, phrases: &[Phrase], kind: &str) {
    if phrases.is_empty() {
        return;
    }
    html.push_str("<ul class=\"phrases\">\n");
    for phrase in phrases {
        let (inside, outside) = (percent(phrase.inside), percent(phrase.outside));
        let sentence = format!("in {inside} of this {kind}&#39;s papers, in {outside} of the others");
        let _ = writeln!(
            html,
            "<li><b dir=\"auto\">{}</b> <small title=\"{sentence}\"><span class=\"unseen\">{sentence}</span> \
             <span aria-hidden=\"true\">{inside} here, {outside} elsewhere</span></small>{}</li>",
            markup(&phrase.text),
            bar(phrase.inside, Some(phrase.outside)),
        );
    }
    html.push_str("</ul>\n");
}

/// A bar of a share, with a tick at another one.
fn bar(share: f64, tick: Option<f64>) -> String {
    let tick = tick.map_or_else(String::new, |at| {
        format!("<rect class=\"tick\" x=\"{:.1}\" width=\".8\" height=\"4\"/>", (at * 100.0).clamp(0.0, 99.2))
    });
    format!(
        "<svg class=\"bar\" viewBox=\"0 0 100 4\" preserveAspectRatio=\"none\" aria-hidden=\"true\">\
         <rect class=\"rail\" width=\"100\" height=\"4\"/><rect class=\"fill\" width=\"{:.1}\" height=\"4\"/>{tick}</svg>",
        (share * 100.0).clamp(0.0, 100.0),
    )
}

fn push_representatives(html: &mut String, topic: &TopicEntry, level: usize, known: &Known<'_>) {
    let papers: Vec<String> = topic.representatives.iter().filter_map(|id| paper_link(known, id)).collect();
    if papers.is_empty() {
        return;
    }
    let _ = writeln!(
        html,
        "<h{level} class=\"part\">Papers that stand for it</h{level}><ul class=\"titles central\">"
    );
    for paper in papers {
        let _ = writeln!(html, "<li>{paper}</li>");
    }
    html.push_str("</ul>\n");
}

fn push_papers(html: &mut String, papers: &[&PaperEntry]) {
    let _ = writeln!(
        html,
        "<details class=\"all\"><summary>All {}</summary>\
         <p class=\"hint\">With the membership of each, 0 to 1, and the number of its second topic.</p>\
         <ol class=\"titles\">",
        count(papers.len(), "paper")
    );
    for paper in papers {
        let second = paper.second.as_deref().map(palette::number).map(markup);
        let second = second.map_or_else(String::new, |number| format!(", then {number}"));
        let loose = if paper.loose { ", loose" } else { "" };
        let vanished = if paper.vanished { ", in no newest dump" } else { "" };
        let _ = writeln!(
            html,
            "<li id=\"{}\">{} <small>{:.2}{second}{loose}{vanished}</small></li>",
            markup(&paper.id),
            link(paper),
            paper.score,
        );
    }
    html.push_str("</ol></details>\n");
}

fn link(paper: &PaperEntry) -> String {
    format!("<a href=\"#{}\" dir=\"auto\">{}</a>", markup(&paper.id), markup(&paper.headline))
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;

    fn levels(html: &str) -> Vec<u32> {
        html.match_indices("<h").filter_map(|(at, _)| html[at + 2..].chars().next()?.to_digit(10)).collect()
    }

    #[test]
    fn headings_go_down_one_step_at_a_time_at_any_depth() {
        for depth in 0..3 {
            let html = render(&sample::nested(48, 12, depth));
            let levels = levels(&html);
            assert_eq!((levels[0], levels[levels.len() - 1]), (3, 4 + depth as u32));
            assert!(levels.windows(2).all(|pair| pair[1] <= pair[0] + 1), "{levels:?}");
            assert_eq!(html.matches("<article").count(), 12);
            sample::assert_well_formed(&format!("<div>{html}</div>"));
        }
    }

    #[test]
    fn areas_head_their_topics() {
        let html = render(&sample::nested(48, 12, 2));
        let places: Vec<usize> =
            ["id=\"a1\"", "id=\"a3\"", "id=\"t1\"", "id=\"a4\"", "id=\"t4\"", "id=\"a2\"", "id=\"t7\""]
                .map(|id| html.find(id).unwrap())
                .to_vec();
        assert!(places.is_sorted(), "{places:?}");
        assert!(html.contains("<p class=\"size\">6 topics, 24 papers, 50\u{a0}% of all</p>"));
        assert!(html.contains("in 42\u{a0}% of this area&#39;s papers, in 5\u{a0}% of the others"));
        assert!(!html.contains("Other topics"));
    }

    #[test]
    fn topics_outside_the_areas_come_under_a_heading_of_their_own() {
        let mut map = sample::nested(48, 12, 1);
        map.topics[5].area = None;
        let html = render(&map);
        assert!(html.find("Other topics").unwrap() < html.find("id=\"t6\"").unwrap());
        assert!(html.find("id=\"t12\"").unwrap() < html.find("Other topics").unwrap());
    }

    #[test]
    fn a_topic_above_half_is_pointed_out() {
        let mut map = sample::map(48, 6);
        assert!(!render(&map).contains("class=\"remark\""));
        map.topics[0].share = 0.62;
        assert!(render(&map).contains("This topic holds 62\u{a0}% of all papers: ask for more topics"));
    }

    #[test]
    fn a_paper_says_membership_second_topic_and_whether_it_is_loose() {
        let html = render(&sample::map(14, 2));
        assert!(html.contains("<small>0.25, then 2, loose</small>"), "{html}");
        assert!(html.contains("<small>1.00, then 2</small>"));
    }
}
