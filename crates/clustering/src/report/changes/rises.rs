//! Topics whose share is greater or smaller among the new papers, each with its interval.

use std::fmt::Write;

use super::super::page_data::percent;
use super::names::Names;
use crate::topic_map::{Rise, Update};

/// Topics that are shown at most, those with the greatest difference.
const MOST_TOPICS: usize = 12;
/// Width of a plot.
const WIDTH: f64 = 240.0;
/// Height of a plot.
const HEIGHT: f64 = 16.0;
/// Room left and right of the scale.
const MARGIN: f64 = 6.0;

/// Which way a share goes, where the interval leaves no doubt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Trend {
    Rising,
    Falling,
    Open,
}

impl Trend {
    fn of(rise: &Rise) -> Self {
        if rise.low > 0.0 {
            Self::Rising
        } else if rise.high < 0.0 {
            Self::Falling
        } else {
            Self::Open
        }
    }

    const fn word(self) -> &'static str {
        match self {
            Self::Rising => "rising",
            Self::Falling => "falling",
            Self::Open => "open",
        }
    }
}

/// The topics with the greatest differences, from the most rising to the most falling; ties as the topics come.
fn shown(update: &Update) -> Vec<(&str, Rise)> {
    let rises = update.topics.iter().filter_map(|change| Some((change.topic.as_str(), change.rise?)));
    let mut rises: Vec<(&str, Rise)> = rises.collect();
    rises.sort_by(|a, b| {
        let is_open = |rise: &Rise| Trend::of(rise) == Trend::Open;
        is_open(&a.1).cmp(&is_open(&b.1)).then(difference(&b.1).abs().total_cmp(&difference(&a.1).abs()))
    });
    rises.truncate(MOST_TOPICS);
    rises.sort_by(|a, b| difference(&b.1).total_cmp(&difference(&a.1)));
    rises
}

fn difference(rise: &Rise) -> f64 {
    rise.new - rise.before
}

/// What the intervals say, in a sentence; none where no topic has one.
pub(super) fn finding(update: &Update) -> Option<String> {
    let rises: Vec<Rise> = update.topics.iter().filter_map(|change| change.rise).collect();
    if rises.is_empty() {
        return None;
    }
    let number = |trend| rises.iter().filter(|rise| Trend::of(rise) == trend).count();
    let found = match [Trend::Rising, Trend::Falling, Trend::Open].map(number) {
        [0, 0, _] => "No topic clearly rises or falls: every interval holds a difference of 0".to_owned(),
        [rising, falling, 0] => format!("Clearly rising: {rising}. Clearly falling: {falling}"),
        [rising, falling, _] => format!(
            "Clearly rising: {rising}. Clearly falling: {falling}. For the others the interval holds a difference of 0"
        ),
    };
    let more = if rises.len() > MOST_TOPICS {
        format!(" Shown are the {MOST_TOPICS} with the greatest differences, clear ones first.")
    } else {
        String::new()
    };
    Some(format!(
        "{found}. Compared are the shares of a topic among the new papers and among those of before; with 95 % confidence all \
         intervals together hold the true differences.{more}"
    ))
}

/// A row a topic with a dot for the difference and a line for its interval, all on one scale.
pub(super) fn plot(update: &Update, names: &Names<'_>) -> String {
    let shown = shown(update);
    let ends = shown.iter().flat_map(|(_, rise)| [rise.low.abs(), rise.high.abs()]);
    let reach = ends.fold(0.001, f64::max);
    let mut html = "<ul class=\"rises\">\n".to_owned();
    for (topic, rise) in &shown {
        let trend = Trend::of(rise);
        let word = if trend == Trend::Open { "not clear" } else { trend.word() };
        let _ = writeln!(
            html,
            "<li class=\"{}\"><span>{}</span>{}<small><b>{word}</b> {}</small></li>",
            trend.word(),
            names.html(topic),
            row(rise, reach),
            figures(rise),
        );
    }
    html.push_str("</ul>\n");
    html
}

fn row(rise: &Rise, reach: f64) -> String {
    let x = |value: f64| WIDTH / 2.0 + value / reach * (WIDTH / 2.0 - MARGIN);
    let middle = HEIGHT / 2.0;
    format!(
        "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" aria-hidden=\"true\"><path class=\"zero\" d=\"M{0:.1},0V{HEIGHT}\"/>\
         <path class=\"span\" d=\"M{1:.1},{middle}H{2:.1}\"/><circle cx=\"{3:.1}\" cy=\"{middle}\" r=\"4.5\"/></svg>",
        x(0.0),
        x(rise.low),
        x(rise.high),
        x(difference(rise)),
    )
}

/// The difference with its interval, then the shares.
fn figures(rise: &Rise) -> String {
    format!(
        "{} points ({} to {}): {} of the new papers, {} of those before",
        points(difference(rise)),
        points(rise.low),
        points(rise.high),
        percent(rise.new),
        percent(rise.before),
    )
}

/// Percentage points with their sign.
fn points(value: f64) -> String {
    let text = format!("{:+.1}", value * 100.0);
    if text == "-0.0" { "+0.0".to_owned() } else { text.replace('-', "\u{2212}") }
}

/// The same as a list of Markdown, clear ones only.
pub(super) fn lines(update: &Update, names: &Names<'_>) -> String {
    let mut text = String::new();
    for (topic, rise) in shown(update).iter().filter(|(_, rise)| Trend::of(rise) != Trend::Open) {
        let _ =
            writeln!(text, "- {} is {}: {}", names.markdown(topic), Trend::of(rise).word(), figures(rise));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::testing::{map, update};
    use super::*;

    #[test]
    fn only_an_interval_without_0_marks_a_topic() {
        let map = map();
        let html = plot(&update(), &Names::of(&map));
        let places = ["<li class=\"rising\">", "<li class=\"open\">", "<li class=\"falling\">"];
        let places: Vec<usize> = places.iter().map(|part| html.find(part).unwrap()).collect();
        assert!(places.is_sorted(), "{html}");
        assert!(html.contains(
            "<b>rising</b> +65.0 points (+30.0 to +80.0): 75\u{a0}% of the new papers, 10\u{a0}% of"
        ));
        assert!(html.contains("\u{2212}50.0 points (\u{2212}60.0 to \u{2212}10.0)"));
    }

    #[test]
    fn a_sentence_says_when_none_is_clear() {
        let mut update = update();
        assert!(finding(&update).unwrap().starts_with("Clearly rising: 1. Clearly falling: 1. "));
        update.topics.retain(|change| change.topic == "t2");
        assert!(finding(&update).unwrap().starts_with("No topic clearly rises or falls"));
        update.topics.clear();
        assert_eq!(finding(&update), None);
    }

    #[test]
    fn clear_ones_stay_when_there_are_many() {
        let mut update = update();
        let open = update.topics[1].clone();
        update.topics.extend((10..60).map(|id| {
            let mut change = open.clone();
            change.topic = format!("t{id}");
            if let Some(rise) = &mut change.rise {
                rise.new = 0.99;
            }
            change
        }));
        let said = finding(&update).unwrap();
        assert!(
            said.ends_with("Shown are the 12 with the greatest differences, clear ones first."),
            "{said}"
        );
        let shown = shown(&update);
        assert_eq!(shown.len(), MOST_TOPICS);
        assert!(shown.iter().any(|(topic, _)| *topic == "t1") && shown.last().unwrap().0 == "t3");
    }
}
