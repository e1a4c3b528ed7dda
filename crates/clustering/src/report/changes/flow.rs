//! Papers on their way from the topics of before to those of now, drawn as ribbons.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::super::escape::markup;
use super::super::page_data::count;
use super::super::palette::{self, Look};
use super::names::Names;
use crate::ledger::number;
use crate::topic_map::LedgerEvent;

/// Flows that are drawn at most, the largest ones.
const MOST_FLOWS: usize = 16;
/// Papers that make a flow at least.
const LEAST_PAPERS: usize = 2;
/// Share of the topic that it leaves or reaches from which on a flow is drawn.
const LEAST_SHARE: f64 = 0.1;
/// Width of the drawing.
const WIDTH: f64 = 360.0;
/// Where ribbons begin; they end as far from the right.
const SIDE: f64 = 118.0;
/// Width of the bar of a topic.
const BAR: f64 = 5.0;
/// Height of all papers of one side together.
const HEIGHT: f64 = 150.0;
/// Room that a topic takes at least, for its name.
const ROOM: f64 = 17.0;
/// Room between topics.
const GAP: f64 = 7.0;
/// Width of a name, in letters.
const NAME: usize = 16;

/// Papers from a topic of before to one of now; both may be the same one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Ribbon<'a> {
    pub(super) from: &'a str,
    pub(super) to: &'a str,
    pub(super) papers: usize,
}

impl Ribbon<'_> {
    fn stays(&self) -> bool {
        self.from == self.to
    }
}

/// The flows that count, with what stayed in the topics that they leave or reach; from old to new by number.
pub(super) fn ribbons<'a>(events: &[&'a LedgerEvent]) -> Vec<Ribbon<'a>> {
    let topics: BTreeMap<&str, &LedgerEvent> =
        events.iter().map(|event| (event.topic.as_str(), *event)).collect();
    let mut flows: Vec<Ribbon<'a>> = topics
        .values()
        .flat_map(|event| {
            let from = event.came_from.iter();
            from.map(|flow| Ribbon { from: &flow.topic, to: &event.topic, papers: flow.papers })
        })
        .filter(|flow| counts(flow, &topics))
        .collect();
    flows.sort_by_key(|flow| (std::cmp::Reverse(flow.papers), number(flow.from), number(flow.to)));
    flows.truncate(MOST_FLOWS);
    let touched: BTreeSet<&str> = flows.iter().flat_map(|flow| [flow.from, flow.to]).collect();
    let stays = touched.iter().filter_map(|id| {
        let event = topics.get(id).filter(|event| event.shared > 0)?;
        Some(Ribbon { from: &event.topic, to: &event.topic, papers: event.shared })
    });
    flows.extend(stays);
    flows.sort_by_key(|flow| (number(flow.from), number(flow.to)));
    flows
}

fn counts(flow: &Ribbon<'_>, topics: &BTreeMap<&str, &LedgerEvent>) -> bool {
    let before = topics.get(flow.from).map_or(0, |event| event.before);
    let size = topics.get(flow.to).map_or(0, |event| event.size);
    let is_part = |whole: usize| flow.papers as f64 >= LEAST_SHARE * whole as f64;
    flow.papers >= LEAST_PAPERS && (is_part(before) || is_part(size))
}

/// The drawing as SVG with its text alternative; nothing where no flow counts.
pub(super) fn drawing(ribbons: &[Ribbon<'_>], names: &Names<'_>) -> String {
    if ribbons.is_empty() {
        return String::new();
    }
    let [left, right] = columns(ribbons);
    let height = left.bottom.max(right.bottom);
    let mut svg = format!(
        "<svg class=\"flow\" viewBox=\"0 0 {WIDTH} {height:.0}\" role=\"img\" aria-label=\"{}\">\
         <text class=\"head\" x=\"0\" y=\"12\">before</text>\
         <text class=\"head end\" x=\"{WIDTH}\" y=\"12\">now</text>",
        markup(&alternative(ribbons, names)),
    );
    push_ribbons(&mut svg, ribbons, &left, &right, names);
    push_topics(&mut svg, &left, SIDE - BAR, names);
    push_topics(&mut svg, &right, WIDTH - SIDE, names);
    svg.push_str("</svg>");
    svg
}

/// The flows as a sentence.
pub(super) fn alternative(ribbons: &[Ribbon<'_>], names: &Names<'_>) -> String {
    let said = ribbons.iter().map(|flow| {
        let (papers, from) = (count(flow.papers, "paper"), names.plain(flow.from));
        if flow.stays() {
            format!("{papers} stayed in {from}")
        } else {
            format!("{papers} went from {from} to {}", names.plain(flow.to))
        }
    });
    format!("Papers from topics of before to topics of now: {}.", said.collect::<Vec<_>>().join("; "))
}

/// The topics of one side from top to bottom.
struct Column<'a> {
    topics: Vec<Stand<'a>>,
    bottom: f64,
}

struct Stand<'a> {
    id: &'a str,
    papers: usize,
    top: f64,
    height: f64,
}

impl<'a> Column<'a> {
    fn new(order: &[&'a str], ribbons: &[Ribbon<'a>], side: Side, unit: f64) -> Self {
        let mut bottom = 20.0;
        let stand = |&id: &&'a str| {
            let papers = ribbons.iter().filter(|flow| side.of(flow) == id).map(|flow| flow.papers).sum();
            let height = papers as f64 * unit;
            let room = height.max(ROOM);
            let top = bottom + (room - height) / 2.0;
            bottom += room + GAP;
            Stand { id, papers, top, height }
        };
        let topics = order.iter().map(stand).collect();
        Self { topics, bottom }
    }

    fn top(&self, id: &str) -> f64 {
        self.topics.iter().find(|stand| stand.id == id).map_or(0.0, |stand| stand.top)
    }
}

#[derive(Clone, Copy)]
enum Side {
    Left,
    Right,
}

impl Side {
    fn of<'a>(self, flow: &Ribbon<'a>) -> &'a str {
        match self {
            Self::Left => flow.from,
            Self::Right => flow.to,
        }
    }

    fn other(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }
}

/// Both sides, each topic near the middle of the topics that it exchanges papers with.
fn columns<'a>(ribbons: &[Ribbon<'a>]) -> [Column<'a>; 2] {
    let papers: usize = ribbons.iter().map(|flow| flow.papers).sum();
    let unit = HEIGHT / papers.max(1) as f64;
    let mut left = ids(ribbons, Side::Left);
    let mut right = by_middle(ribbons, Side::Right, &left);
    left = by_middle(ribbons, Side::Left, &right);
    right = by_middle(ribbons, Side::Right, &left);
    [Column::new(&left, ribbons, Side::Left, unit), Column::new(&right, ribbons, Side::Right, unit)]
}

fn ids<'a>(ribbons: &[Ribbon<'a>], side: Side) -> Vec<&'a str> {
    let ids: BTreeSet<&str> = ribbons.iter().map(|flow| side.of(flow)).collect();
    let mut ids: Vec<&str> = ids.into_iter().collect();
    ids.sort_by_key(|id| number(id));
    ids
}

/// The topics of a side by the mean place of their papers on the other one (Sugiyama 1981), ties by number.
fn by_middle<'a>(ribbons: &[Ribbon<'a>], side: Side, others: &[&str]) -> Vec<&'a str> {
    let middle = |id: &str| {
        let of = ribbons.iter().filter(|flow| side.of(flow) == id);
        let (mut sum, mut papers) = (0.0, 0.0);
        for flow in of {
            let place = others.iter().position(|other| *other == side.other().of(flow)).unwrap_or_default();
            sum += flow.papers as f64 * place as f64;
            papers += flow.papers as f64;
        }
        sum / f64::max(papers, 1.0)
    };
    let mut ids = ids(ribbons, side);
    ids.sort_by(|a, b| middle(a).total_cmp(&middle(b)));
    ids
}

fn push_ribbons(
    svg: &mut String,
    ribbons: &[Ribbon<'_>],
    left: &Column<'_>,
    right: &Column<'_>,
    names: &Names<'_>,
) {
    let unit = HEIGHT / ribbons.iter().map(|flow| flow.papers).sum::<usize>().max(1) as f64;
    let mut used: BTreeMap<(bool, &str), f64> = BTreeMap::new();
    for source in &left.topics {
        for target in &right.topics {
            let Some(flow) = ribbons.iter().find(|flow| flow.from == source.id && flow.to == target.id)
            else {
                continue;
            };
            let width = flow.papers as f64 * unit;
            let mut start = |is_left: bool, id, top: f64| {
                let used = used.entry((is_left, id)).or_default();
                *used += width;
                top + *used - width
            };
            let from = start(true, source.id, left.top(source.id));
            let to = start(false, target.id, right.top(target.id));
            push_ribbon(svg, flow, [from, to, width], names);
        }
    }
}

fn push_ribbon(svg: &mut String, flow: &Ribbon<'_>, [from, to, width]: [f64; 3], names: &Names<'_>) {
    let (start, end, middle) = (SIDE, WIDTH - SIDE, WIDTH / 2.0);
    let (below, under) = (from + width, to + width);
    let class = if flow.stays() { "stays" } else { "moves" };
    let _ = write!(
        svg,
        "<path class=\"{class} c{}\" d=\"M{start},{from:.1}C{middle},{from:.1} {middle},{to:.1} {end},{to:.1}V{under:.1}\
         C{middle},{under:.1} {middle},{below:.1} {start},{below:.1}Z\"><title>{}: {} → {}</title></path>",
        Look::of(flow.from).colour,
        count(flow.papers, "paper"),
        markup(&names.plain(flow.from)),
        markup(&names.plain(flow.to)),
    );
}

fn push_topics(svg: &mut String, column: &Column<'_>, x: f64, names: &Names<'_>) {
    let is_left = x < WIDTH / 2.0;
    let (class, place) = if is_left { ("end", x - 5.0) } else { ("start", x + BAR + 5.0) };
    for stand in &column.topics {
        let Stand { id, papers, top, height } = stand;
        let _ = write!(
            svg,
            "<rect class=\"c{}\" x=\"{x}\" y=\"{top:.1}\" width=\"{BAR}\" height=\"{:.1}\"/>\
             <text class=\"{class}\" x=\"{place}\" y=\"{:.1}\"><title>{}: {}</title>{}</text>",
            Look::of(id).colour,
            height.max(1.0),
            top + height / 2.0 + 4.0,
            markup(&names.plain(id)),
            count(*papers, "paper"),
            markup(&short(palette::number(id), names.label(id))),
        );
    }
}

/// Number and label, cut to the room there is; letters beyond the Latin ones count twice.
fn short(number: &str, label: &str) -> String {
    let whole = format!("{number} {label}");
    let mut width = 0;
    let mut text = String::new();
    for c in whole.chars() {
        width += if u32::from(c) < 0x250 { 1 } else { 2 };
        if width > NAME {
            return format!("{}…", text.trim_end());
        }
        text.push(c);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::super::sample;
    use super::super::testing;
    use super::*;

    fn told(map: &crate::topic_map::TopicMap) -> Vec<(&str, &str, usize)> {
        let events: Vec<&LedgerEvent> = map.ledger.iter().collect();
        ribbons(&events).iter().map(|flow| (flow.from, flow.to, flow.papers)).collect()
    }

    #[test]
    fn flows_come_with_what_stayed() {
        let map = testing::map();
        let expected = [("t1", "t1", 50), ("t3", "t3", 45), ("t3", "t6", 20), ("t9", "t1", 30)];
        assert_eq!(told(&map), expected);
    }

    #[test]
    fn a_few_papers_of_large_topics_are_no_flow() {
        let mut map = testing::map();
        map.ledger[1].came_from[0].papers = 1;
        map.ledger[2].came_from[0].papers = 2;
        assert!(told(&map).is_empty());
    }

    #[test]
    fn the_drawing_is_well_formed_and_says_all_in_words() {
        let mut map = testing::map();
        map.topics[2].label = "<b>&\"'\u{0}".to_owned();
        let names = Names::of(&map);
        let events: Vec<&LedgerEvent> = map.ledger.iter().collect();
        let svg = drawing(&ribbons(&events), &names);
        sample::assert_well_formed(&svg);
        assert_eq!(svg.matches("<path").count(), 4);
        assert!(svg.contains("30 papers went from t9 gone subject to t1 subject number 0"));
        assert!(!svg.contains("NaN") && drawing(&[], &names).is_empty());
    }

    #[test]
    fn ribbons_fill_the_bars_of_their_topics() {
        let map = testing::map();
        let events: Vec<&LedgerEvent> = map.ledger.iter().collect();
        let ribbons = ribbons(&events);
        for column in columns(&ribbons) {
            assert!((column.topics.iter().map(|stand| stand.height).sum::<f64>() - HEIGHT).abs() < 1e-9);
            assert!(column.topics.windows(2).all(|pair| pair[0].top + pair[0].height < pair[1].top));
        }
    }

    #[test]
    fn long_names_are_cut() {
        assert_eq!(short("3", "graph"), "3 graph");
        assert_eq!(short("31", "graph neural networks"), "31 graph neural…");
        assert_eq!(short("3", "日本語の題名日本語の題名"), "3 日本語の題名日…");
    }
}
