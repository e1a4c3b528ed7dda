//! How the number of topics was chosen: the reason, the scores as a curve, and what they leave open.

use std::fmt::Write;

use super::escape::markup;
use super::page_data::{count, grouped};
use crate::topic_map::{Candidate, Choice};

/// Width of the chart of candidates.
const WIDTH: f64 = 640.0;
/// Height of its plot.
const HEIGHT: f64 = 150.0;
/// Room around the plot.
const MARGIN: f64 = 28.0;
/// Numbers below the chart at most.
const MOST_NUMBERS: usize = 14;
/// Half the width of the ends of an error bar.
const SERIF: f64 = 3.0;

/// Why there are as many topics as there are, with a chart of the numbers that were tried.
pub(super) fn render(choice: &Choice) -> String {
    let mut html = format!("<p dir=\"auto\">{}</p>", markup(&choice.reason));
    for finding in findings(choice) {
        let _ = write!(html, "<p>{finding}</p>");
    }
    if choice.candidates.len() > 1 {
        html.push_str(&chart(choice));
    }
    if !choice.candidates.is_empty() {
        html.push_str(&figures(choice));
    }
    html
}

/// What the scores say and what they leave open, a sentence each.
pub(super) fn findings(choice: &Choice) -> Vec<String> {
    let mut found = Vec::new();
    match choice.flat {
        Some([first, last]) if first < last => {
            let (first, last) = (grouped(first), grouped(last));
            found.push(format!(
                "Between {first} and {last} topics the curve is nearly flat: most numbers there score within a tenth of \
                 the best, and what was taken lies in the middle of those."
            ));
        }
        Some([only, _]) => {
            let best =
                format!("{} score best, and no other number within the error of it", count(only, "topic"));
            let taken = "; what was taken lies in the middle of the numbers that score well";
            found.push(format!("{best}{}.", if only == choice.chosen { "" } else { taken }));
        }
        None => {}
    }
    if let Some(number) = choice.falls_off {
        found.push(format!(
            "From {} on, every number scores lower by a tenth or more.",
            count(number, "topic")
        ));
    }
    if let Some(chosen) = choice.candidates.iter().find(|tried| tried.topics == choice.chosen) {
        found.push(format!(
            "Grouped again on part of the papers, {} agree with these by an adjusted Rand index of {:.2}; 1 is the \
             same grouping, 0 is chance.",
            count(chosen.topics, "topic"),
            chosen.stability,
        ));
    }
    found
}

fn chart(choice: &Choice) -> String {
    let scale = Scale::of(&choice.candidates);
    let points: Vec<String> = (choice.candidates.iter().enumerate())
        .map(|(place, tried)| format!("{:.1},{:.1}", scale.x(place), scale.y(tried.score)))
        .collect();
    let mut svg = format!(
        "<svg class=\"chart\" viewBox=\"0 0 {WIDTH} {}\" role=\"img\" \
         aria-label=\"Combined score by number of topics; {} was chosen. The figures are in the table below.\">",
        HEIGHT + 34.0,
        choice.chosen,
    );
    svg.push_str(&bands(choice, &scale));
    let _ = write!(svg, "<polyline points=\"{}\"/>", points.join(" "));
    let stride = points.len().div_ceil(MOST_NUMBERS);
    let chosen = choice.candidates.iter().position(|tried| tried.topics == choice.chosen);
    for (place, tried) in choice.candidates.iter().enumerate() {
        push_point(&mut svg, tried, scale.x(place), &scale, Some(place) == chosen);
        let is_near = chosen.is_some_and(|chosen| chosen != place && chosen.abs_diff(place) < stride);
        if Some(place) == chosen || (place % stride == 0 && !is_near) {
            push_number(&mut svg, tried, scale.x(place), Some(place) == chosen);
        }
    }
    svg.push_str("</svg>");
    let _ = write!(svg, "<p class=\"caption\">{}</p>", caption(choice));
    svg
}

fn caption(choice: &Choice) -> String {
    let mut caption = "Combined score by number of topics; higher is better.".to_owned();
    if choice.candidates.iter().any(|tried| tried.error > 0.0) {
        caption.push_str(" Bars: one standard error.");
    }
    if choice.flat.is_some() {
        caption.push_str(" Shaded: within the error of the best.");
    }
    if choice.falls_off.is_some() {
        caption.push_str(" Dashed: where it falls off.");
    }
    caption
}

/// Where candidates and scores lie in the chart.
struct Scale {
    numbers: Vec<usize>,
    low: f64,
    high: f64,
}

impl Scale {
    fn of(candidates: &[Candidate]) -> Self {
        let lows = candidates.iter().map(|tried| tried.score - tried.error);
        let highs = candidates.iter().map(|tried| tried.score + tried.error);
        Self {
            numbers: candidates.iter().map(|tried| tried.topics).collect(),
            low: lows.fold(f64::INFINITY, f64::min),
            high: highs.fold(f64::NEG_INFINITY, f64::max),
        }
    }

    fn step(&self) -> f64 {
        (WIDTH - 2.0 * MARGIN) / (self.numbers.len().max(2) - 1) as f64
    }

    fn x(&self, place: usize) -> f64 {
        MARGIN + self.step() * place as f64
    }

    fn y(&self, score: f64) -> f64 {
        let share = if self.high > self.low { (score - self.low) / (self.high - self.low) } else { 0.5 };
        MARGIN / 2.0 + (HEIGHT - MARGIN) * (1.0 - share)
    }

    /// The border left of the first candidate with at least so many topics; the right end where there is none.
    fn border(&self, topics: usize) -> f64 {
        let place = self.numbers.partition_point(|&number| number < topics);
        (MARGIN + self.step() * (place as f64 - 0.5)).clamp(MARGIN / 2.0, WIDTH - MARGIN / 2.0)
    }
}

/// The flat stretch and the fall.
fn bands(choice: &Choice, scale: &Scale) -> String {
    let mut svg = String::new();
    if let Some([first, last]) = choice.flat {
        let (left, right) = (scale.border(first), scale.border(last.saturating_add(1)));
        let _ = write!(
            svg,
            "<rect class=\"flat\" x=\"{left:.1}\" y=\"2\" width=\"{:.1}\" height=\"{}\"><title>Within the error of the best: \
             {first} to {last} topics</title></rect>",
            (right - left).max(0.0),
            HEIGHT - 4.0,
        );
    }
    if let Some(number) = choice.falls_off {
        let x = scale.border(number);
        let _ = write!(
            svg,
            "<line class=\"fall\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"2\" y2=\"{}\"><title>Falls off from {}</title></line>",
            HEIGHT - 2.0,
            count(number, "topic"),
        );
    }
    svg
}

fn push_point(svg: &mut String, tried: &Candidate, x: f64, scale: &Scale, is_chosen: bool) {
    let (class, radius) = if is_chosen { ("chosen", 6.5) } else { ("tried", 3.5) };
    if tried.error > 0.0 {
        let (top, bottom) = (scale.y(tried.score + tried.error), scale.y(tried.score - tried.error));
        let (left, right) = (x - SERIF, x + SERIF);
        let _ = write!(
            svg,
            "<path class=\"error\" d=\"M{left:.1},{top:.1}H{right:.1}M{x:.1},{top:.1}V{bottom:.1}\
             M{left:.1},{bottom:.1}H{right:.1}\"/>"
        );
    }
    let _ = write!(
        svg,
        "<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{:.1}\" r=\"{radius}\"><title>{}: {}</title></circle>",
        scale.y(tried.score),
        count(tried.topics, "topic"),
        score(tried),
    );
}

fn push_number(svg: &mut String, tried: &Candidate, x: f64, is_chosen: bool) {
    let class = if is_chosen { "chosen" } else { "tried" };
    let (y, topics) = (HEIGHT + 28.0, tried.topics);
    let _ = write!(svg, "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y}\">{topics}</text>");
}

fn score(tried: &Candidate) -> String {
    let error = if tried.error > 0.0 { format!(" ± {:.3}", tried.error) } else { String::new() };
    format!("{:.3}{error}", tried.score)
}

/// The table of the figures, open where there is one row.
fn figures(choice: &Choice) -> String {
    let open = if choice.candidates.len() == 1 { " open" } else { "" };
    let mut html = format!(
        "<details{open}><summary>The figures</summary><div class=\"scroll\"><table><thead><tr>\
         <th scope=\"col\">Topics</th><th scope=\"col\">Silhouette</th><th scope=\"col\">Cohesion ratio</th>\
         <th scope=\"col\">Stability</th><th scope=\"col\">Score</th></tr></thead><tbody>\n"
    );
    for tried in &choice.candidates {
        let is_chosen = tried.topics == choice.chosen;
        let _ = writeln!(
            html,
            "<tr{}><th scope=\"row\">{}{}</th><td>{:.3}</td><td>{:.3}</td><td>{:.3}</td><td>{}</td></tr>",
            if is_chosen { " class=\"chosen\"" } else { "" },
            tried.topics,
            if is_chosen { " <span class=\"unseen\">chosen</span>" } else { "" },
            tried.silhouette,
            tried.cohesion_ratio,
            tried.stability,
            score(tried),
        );
    }
    html.push_str("</tbody></table></div></details>");
    html
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;

    fn choice() -> Choice {
        sample::map(34, 7).choice
    }

    fn drawn(choice: &Choice) -> String {
        chart(choice).split_inclusive("</svg>").next().unwrap().to_owned()
    }

    #[test]
    fn the_chart_is_well_formed_and_marks_the_choice() {
        let svg = drawn(&choice());
        sample::assert_well_formed(&svg);
        assert_eq!(svg.matches("<circle class=\"chosen\"").count(), 1);
        assert_eq!(svg.matches("<path class=\"error\"").count(), 7);
        assert_eq!((svg.matches("class=\"flat\"").count(), svg.matches("class=\"fall\"").count()), (1, 1));
        assert!(!svg.contains("NaN"));
    }

    #[test]
    fn the_flat_stretch_holds_its_candidates_and_the_fall_is_beyond() {
        let choice = choice();
        let scale = Scale::of(&choice.candidates);
        let (left, right) = (scale.border(4), scale.border(7));
        let inside = |place: usize| left < scale.x(place) && scale.x(place) < right;
        assert_eq!((0..7).filter(|&place| inside(place)).collect::<Vec<_>>(), [2, 3, 4]);
        assert!((scale.border(usize::MAX) - (WIDTH - MARGIN / 2.0)).abs() < 1e-9);
        assert!(scale.x(4) < scale.border(7) && scale.border(7) < scale.x(5));
    }

    #[test]
    fn error_bars_lie_inside_the_plot() {
        let choice = choice();
        let scale = Scale::of(&choice.candidates);
        for tried in &choice.candidates {
            for score in [tried.score - tried.error, tried.score + tried.error] {
                assert!((0.0..=HEIGHT).contains(&scale.y(score)));
            }
        }
    }

    #[test]
    fn what_the_scores_leave_open_is_said() {
        let mut choice = choice();
        assert_eq!(findings(&choice)[0], "6 topics score best, and no other number within the error of it.");
        choice.flat = Some([8, 8]);
        assert!(
            findings(&choice)[0]
                .ends_with("; what was taken lies in the middle of the numbers that score well.")
        );
        choice.flat = Some([12, 19]);
        let found = findings(&choice);
        assert_eq!(
            found[0],
            "Between 12 and 19 topics the curve is nearly flat: most numbers there score within a tenth of the best, and what was taken lies in the middle of those."
        );
        assert_eq!(found[1], "From 7 topics on, every number scores lower by a tenth or more.");
        assert!(found[2].contains("6 topics agree with these by an adjusted Rand index of 0.80"));
    }

    #[test]
    fn one_candidate_has_its_figures_and_none_its_reason() {
        let mut choice = choice();
        choice.candidates.retain(|tried| tried.topics == 6);
        (choice.flat, choice.falls_off) = (None, None);
        let html = render(&choice);
        assert!(html.contains("<details open>") && html.contains("index of 0.80") && !html.contains("<svg"));
        choice.candidates.clear();
        assert_eq!(render(&choice), "<p dir=\"auto\">Six topics score best.</p>");
    }

    #[test]
    fn equal_scores_make_a_level_line() {
        let mut choice = choice();
        for tried in &mut choice.candidates {
            (tried.score, tried.error) = (0.5, 0.0);
        }
        let scale = Scale::of(&choice.candidates);
        assert!((scale.y(0.5) - HEIGHT / 2.0).abs() < 1e-9);
        assert!(!drawn(&choice).contains("NaN") && !drawn(&choice).contains("class=\"error\""));
    }
}
