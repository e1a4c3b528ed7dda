//! The card of each topic in the page.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::escape::markup;
use super::markdown::papers_by_topic;
use super::page_data::{count, percent};
use super::palette::{self, Look};
use super::sections;
use crate::topic_map::{PaperEntry, Phrase, TopicEntry, TopicMap};

/// A topic with more than this share of the papers is pointed out.
const LARGE_SHARE: f64 = 0.5;

/// Renders the cards, in the order of the map; under the name of their area where there are areas.
pub(super) fn render(map: &TopicMap) -> String {
    let by_id: BTreeMap<&str, &PaperEntry> =
        map.papers.iter().map(|paper| (paper.id.as_str(), paper)).collect();
    let areas: BTreeMap<&str, &str> =
        map.areas.iter().map(|area| (area.id.as_str(), area.label.as_str())).collect();
    let by_topic = papers_by_topic(map);
    let mut html = String::new();
    for topic in &map.topics {
        let area = topic.area.as_deref().and_then(|id| areas.get(id)).copied();
        let papers = by_topic.get(topic.id.as_str()).map_or(&[][..], Vec::as_slice);
        push_card(&mut html, topic, area, papers, &by_id);
    }
    html
}

fn push_card(
    html: &mut String,
    topic: &TopicEntry,
    area: Option<&str>,
    papers: &[&PaperEntry],
    by_id: &BTreeMap<&str, &PaperEntry>,
) {
    let (id, look) = (markup(&topic.id), Look::of(&topic.id));
    let _ =
        writeln!(html, "<article class=\"card c{}\" id=\"{id}\" aria-labelledby=\"{id}-name\">", look.colour);
    if let Some(area) = area {
        let _ = writeln!(html, "<p class=\"area\" dir=\"auto\">{}</p>", markup(area));
    }
    let _ = writeln!(
        html,
        "<h3 id=\"{id}-name\"><a class=\"badge\" href=\"#{id}\" title=\"Link to this topic\">{}</a> \
         <span dir=\"auto\">{}</span></h3>",
        markup(palette::number(&topic.id)),
        markup(&topic.label),
    );
    let _ = writeln!(
        html,
        "<p class=\"size\">{} {}, {} of all{}</p>{}",
        sections::mark(&topic.id),
        count(topic.size, "paper"),
        percent(topic.share),
        if topic.share > LARGE_SHARE { ": more than half of the map" } else { "" },
        bar(topic.share, None),
    );
    push_phrases(html, &topic.phrases);
    push_representatives(html, topic, by_id);
    push_papers(html, papers);
    html.push_str("</article>\n");
}

fn push_phrases(html: &mut String, phrases: &[Phrase]) {
    if phrases.is_empty() {
        return;
    }
    html.push_str("<h4>Phrases</h4><ul class=\"phrases\">\n");
    for phrase in phrases {
        let _ = writeln!(
            html,
            "<li><b dir=\"auto\">{}</b> <small>in {} of this topic, {} elsewhere</small>{}</li>",
            markup(&phrase.text),
            percent(phrase.inside),
            percent(phrase.outside),
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

fn push_representatives(html: &mut String, topic: &TopicEntry, by_id: &BTreeMap<&str, &PaperEntry>) {
    let papers: Vec<&&PaperEntry> =
        topic.representatives.iter().filter_map(|id| by_id.get(id.as_str())).collect();
    if papers.is_empty() {
        return;
    }
    html.push_str("<h4>Papers that stand for it</h4><ul class=\"titles\">\n");
    for paper in papers {
        let _ = writeln!(html, "<li>{}</li>", link(paper));
    }
    html.push_str("</ul>\n");
}

fn push_papers(html: &mut String, papers: &[&PaperEntry]) {
    let _ = writeln!(
        html,
        "<details><summary>All {}</summary><ol class=\"titles\">",
        count(papers.len(), "paper")
    );
    for paper in papers {
        let loose = if paper.loose { " <small>loose</small>" } else { "" };
        let _ = writeln!(html, "<li id=\"{}\">{}{loose}</li>", markup(&paper.id), link(paper));
    }
    html.push_str("</ol></details>\n");
}

fn link(paper: &PaperEntry) -> String {
    format!("<a href=\"#{}\" dir=\"auto\">{}</a>", markup(&paper.id), markup(&paper.headline))
}
