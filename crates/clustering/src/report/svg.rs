//! `map.svg`: the map as a drawing of its own.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::escape::markup;
use super::page_data::count;
use super::palette::{self, Look};
use super::place_labels::{self, FONT, LINE, PADDING, Placed, Wish};
use super::regions::{self, SIDE};
use super::sections;
use crate::topic_map::{PaperEntry, TopicEntry, TopicMap};

/// Width of the drawing.
const WIDTH: f64 = 1200.0;
/// Height of the map in it.
const MAP_HEIGHT: f64 = 820.0;
/// Height of the title above the map.
const TITLE_HEIGHT: f64 = 84.0;
/// Columns of the legend.
const COLUMNS: usize = 3;
/// Height of a row of the legend.
const ROW: f64 = 28.0;

const STYLE: &str = "
svg{--ground:#fdfcfa;--text:#1c1f24;--soft:#5c626b}
.ground{fill:var(--ground)}
text{font-family:'Helvetica Neue',Helvetica,Arial,'Liberation Sans',sans-serif;fill:var(--text)}
.title{font-size:32px;font-weight:700}
.sums{font-size:19px;fill:var(--soft)}
.land{fill:var(--ink);fill-opacity:.11;stroke:var(--ink);stroke-opacity:.3;stroke-width:1.5}
.dot{fill:var(--ink);stroke:var(--ground);stroke-width:.8}
.loose{fill-opacity:.45}
.label{font-size:19px;font-weight:700;paint-order:stroke;stroke:var(--ground);stroke-width:5px;stroke-linejoin:round}
.badge{fill:var(--ink);stroke:var(--ground);stroke-width:2}
.number{font-size:15px;font-weight:700;text-anchor:middle;fill:var(--on)}
.entry{font-size:17px}
";

/// Renders title, regions, papers, labels and, where a label had no room, a legend.
pub(super) fn render(map: &TopicMap, regions: &[String]) -> String {
    let labels = placed_labels(map);
    let legend: Vec<&TopicEntry> =
        if labels.len() < map.topics.len() || labels.iter().any(|label| label.lines.is_empty()) {
            map.topics.iter().collect()
        } else {
            Vec::new()
        };
    let legend_height = legend.len().div_ceil(COLUMNS) as f64 * ROW;
    let height = TITLE_HEIGHT + MAP_HEIGHT + legend_height + if legend.is_empty() { 0.0 } else { 24.0 };
    let mut svg = head(map, height);
    for (topic, path) in map.topics.iter().zip(regions) {
        push_land(&mut svg, topic, path);
    }
    push_dots(&mut svg, map);
    for label in &labels {
        push_label(&mut svg, &map.topics[label.wish], label);
    }
    for (place, topic) in legend.iter().enumerate() {
        push_entry(&mut svg, topic, place);
    }
    svg.push_str("</svg>\n");
    svg
}

fn placed_labels(map: &TopicMap) -> Vec<Placed> {
    let wishes: Vec<Wish<'_>> = map
        .topics
        .iter()
        .map(|topic| {
            let (x, y) = regions::stage(topic.x, topic.y);
            Wish { x: x * WIDTH, y: y * MAP_HEIGHT, number: palette::number(&topic.id), text: &topic.label }
        })
        .collect();
    let dots: Vec<(f64, f64)> = map
        .papers
        .iter()
        .map(|paper| regions::stage(paper.x, paper.y))
        .map(|(x, y)| (x * WIDTH, y * MAP_HEIGHT))
        .collect();
    place_labels::place(&wishes, &dots, WIDTH, MAP_HEIGHT)
}

fn head(map: &TopicMap, height: f64) -> String {
    let title = markup(&map.title);
    let shown = markup(&place_labels::shortened(&map.title, 34.0));
    let sums = format!("{} in {}", count(map.counts.papers, "paper"), count(map.counts.topics, "topic"));
    let marks = sections::marks();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-labelledby=\"name\">\n\
         <title id=\"name\">{title}: {sums}</title>\n\
         <style>{STYLE}{}@media (prefers-color-scheme:dark){{\nsvg{{--ground:#15181d;--text:#eceae5;--soft:#a3a9b3}}\n{}}}\n</style>\n\
         <defs>{marks}</defs>\n\
         <rect class=\"ground\" width=\"{WIDTH}\" height=\"{height}\"/>\n\
         <text class=\"title\" x=\"32\" y=\"48\">{shown}</text>\n\
         <text class=\"sums\" x=\"32\" y=\"76\">{sums}</text>\n",
        palette::rules("", false),
        palette::rules("", true),
    )
}

fn push_land(svg: &mut String, topic: &TopicEntry, path: &str) {
    if path.is_empty() {
        return;
    }
    let _ = writeln!(
        svg,
        "<path class=\"land c{}\" transform=\"translate(0 {TITLE_HEIGHT}) scale({} {})\" \
         vector-effect=\"non-scaling-stroke\" d=\"{path}\"/>",
        Look::of(&topic.id).colour,
        WIDTH / SIDE,
        MAP_HEIGHT / SIDE,
    );
}

fn push_dots(svg: &mut String, map: &TopicMap) {
    let scale = 3.0 * (map.papers.len().max(1) as f64).powf(-0.19);
    let mut by_topic: BTreeMap<&str, Vec<&PaperEntry>> = BTreeMap::new();
    for paper in &map.papers {
        by_topic.entry(&paper.topic).or_default().push(paper);
    }
    for topic in &map.topics {
        let look = Look::of(&topic.id);
        let _ = writeln!(svg, "<g class=\"c{}\">", look.colour);
        for paper in by_topic.get(topic.id.as_str()).into_iter().flatten() {
            push_dot(svg, paper, look, scale);
        }
        svg.push_str("</g>\n");
    }
}

fn push_dot(svg: &mut String, paper: &PaperEntry, look: Look, scale: f64) {
    let (x, y) = regions::stage(paper.x, paper.y);
    let _ = writeln!(
        svg,
        "<use href=\"#m{}\" class=\"dot{}\" transform=\"translate({:.1} {:.1}) scale({scale:.2})\"><title>{}</title></use>",
        look.mark,
        if paper.loose { " loose" } else { "" },
        x * WIDTH,
        y * MAP_HEIGHT + TITLE_HEIGHT,
        markup(&paper.headline),
    );
}

fn push_label(svg: &mut String, topic: &TopicEntry, label: &Placed) {
    let number = palette::number(&topic.id);
    let (frame, badge) = (label.frame, place_labels::number_width(number));
    let (left, top) = (frame.left + PADDING, frame.top + TITLE_HEIGHT);
    let middle = top + frame.height / 2.0;
    let _ = write!(
        svg,
        "<g class=\"c{}\"><title>{}: {}</title>",
        Look::of(&topic.id).colour,
        markup(&topic.label),
        count(topic.size, "paper"),
    );
    push_badge(svg, left, middle, badge, number);
    for (line, text) in label.lines.iter().enumerate() {
        let baseline = top + PADDING + LINE * line as f64 + FONT * 0.87;
        let x = left + badge + 6.0;
        let _ = write!(svg, "<text class=\"label\" x=\"{x:.1}\" y=\"{baseline:.1}\">{}</text>", markup(text));
    }
    svg.push_str("</g>\n");
}

fn push_badge(svg: &mut String, left: f64, middle: f64, width: f64, number: &str) {
    let _ = write!(
        svg,
        "<rect class=\"badge\" x=\"{left:.1}\" y=\"{:.1}\" width=\"{width:.1}\" height=\"22\" rx=\"11\"/>\
         <text class=\"number\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
        middle - 11.0,
        left + width / 2.0,
        middle + 5.3,
        markup(number),
    );
}

fn push_entry(svg: &mut String, topic: &TopicEntry, place: usize) {
    let column = WIDTH / COLUMNS as f64;
    let left = (place % COLUMNS) as f64 * column + 32.0;
    let middle = TITLE_HEIGHT + MAP_HEIGHT + (place / COLUMNS) as f64 * ROW + 14.0;
    let (look, number) = (Look::of(&topic.id), palette::number(&topic.id));
    let badge = place_labels::number_width(number);
    let room = (column - badge - 90.0) / 17.0;
    let _ = write!(svg, "<g class=\"c{}\"><title>{}</title>", look.colour, markup(&topic.label));
    push_badge(svg, left, middle, badge, number);
    let _ = writeln!(
        svg,
        "<use href=\"#m{}\" class=\"dot\" transform=\"translate({:.1} {middle:.1}) scale(1.3)\"/>\
         <text class=\"entry\" x=\"{:.1}\" y=\"{:.1}\">{}</text></g>",
        look.mark,
        left + badge + 16.0,
        left + badge + 30.0,
        middle + 5.5,
        markup(&place_labels::shortened(&topic.label, room)),
    );
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;

    fn drawn(map: &TopicMap) -> String {
        render(map, &regions::regions(map))
    }

    #[test]
    fn hostile_text_leaves_it_well_formed() {
        let map = sample::hostile();
        let svg = drawn(&map);
        sample::assert_well_formed(&svg);
        assert!(!svg.contains(['\u{3}', '\u{fffe}', '\u{1b}']));
        assert!(svg.contains("😀"));
    }

    #[test]
    fn each_paper_is_a_dot_with_its_headline() {
        let map = sample::map(34, 7);
        let svg = drawn(&map);
        assert_eq!(svg.matches("class=\"dot").count(), 34);
        for paper in &map.papers {
            assert!(svg.contains(&format!("<title>{}</title>", markup(&paper.headline))));
        }
    }

    /// Every dot with the class of its group.
    fn coloured(svg: &str) -> BTreeMap<String, String> {
        let mut group = String::new();
        let mut dots = BTreeMap::new();
        for line in svg.lines() {
            if line.starts_with("<g class=\"c") {
                line.clone_into(&mut group);
            } else if line.contains("class=\"dot") {
                dots.insert(line.to_owned(), group.clone());
            }
        }
        dots
    }

    #[test]
    fn topics_keep_their_colours_whatever_their_rank() {
        let map = sample::map(60, 12);
        let mut turned = map.clone();
        turned.topics.reverse();
        let dots = coloured(&drawn(&map));
        assert_eq!(dots.len(), 60);
        assert_eq!(dots, coloured(&drawn(&turned)));
    }

    #[test]
    fn every_topic_is_named_by_label_or_legend() {
        for (papers, topics) in [(1, 1), (24, 6), (60, 15), (160, 40)] {
            let mut map = sample::map(papers, topics);
            for topic in &mut map.topics {
                (topic.x, topic.y) = (0.5, 0.5);
            }
            let svg = drawn(&map);
            sample::assert_well_formed(&svg);
            for topic in &map.topics {
                assert!(svg.contains(&format!("<title>{}", markup(&topic.label))), "{}", topic.label);
            }
        }
    }
}
