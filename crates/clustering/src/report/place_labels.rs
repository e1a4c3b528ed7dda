//! Labels that do not overlap and stay inside the drawing.
//!
//! Labels are taken in the order given, the important ones first. Each goes to the nearest free place around its
//! point, if there is one off the dots; one that finds none nearby shrinks to its number, which the legend explains.

/// With more dots than this, labels lie over them.
const MOST_DOTS: usize = 400;
/// How far a label moves to leave the dots free.
const DOT_REACH: f64 = 100.0;
/// Room that a dot needs around its middle.
const DOT_ROOM: f64 = 8.0;
/// Size of the letters.
pub(super) const FONT: f64 = 19.0;
/// Distance of the lines.
pub(super) const LINE: f64 = 22.0;
/// Height of a number alone.
const NUMBER_HEIGHT: f64 = 26.0;
/// Room inside the frame of a label.
pub(super) const PADDING: f64 = 5.0;
/// Most letters a line.
const LINE_UNITS: f64 = 12.5;
/// How far a full label may move.
const REACH: f64 = 150.0;

/// A label to place.
#[derive(Debug, Clone)]
pub(super) struct Wish<'a> {
    /// Where it would best be.
    pub(super) x: f64,
    /// Where it would best be.
    pub(super) y: f64,
    /// Number of the topic.
    pub(super) number: &'a str,
    /// Label of the topic.
    pub(super) text: &'a str,
}

/// A placed label.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Placed {
    /// Index of its wish.
    pub(super) wish: usize,
    /// The room it takes.
    pub(super) frame: Frame,
    /// Its lines; none where only the number is shown.
    pub(super) lines: Vec<String>,
    /// Whether the lines hold less than the text.
    pub(super) is_cut: bool,
}

/// A rectangle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Frame {
    /// Left side.
    pub(super) left: f64,
    /// Top side.
    pub(super) top: f64,
    /// Width.
    pub(super) width: f64,
    /// Height.
    pub(super) height: f64,
}

impl Frame {
    /// Whether the rectangles share an area.
    pub(super) fn overlaps(&self, other: &Self) -> bool {
        self.left < other.left + other.width
            && other.left < self.left + self.width
            && self.top < other.top + other.height
            && other.top < self.top + self.height
    }

    /// Whether a dot in this place would touch it.
    fn touches(&self, (x, y): (f64, f64)) -> bool {
        let side = 2.0 * DOT_ROOM;
        self.overlaps(&Self { left: x - DOT_ROOM, top: y - DOT_ROOM, width: side, height: side })
    }

    /// The rectangle of this size around a point, moved into a drawing.
    fn around(x: f64, y: f64, (width, height): (f64, f64), drawing: (f64, f64)) -> Self {
        let left = (x - width / 2.0).clamp(0.0, (drawing.0 - width).max(0.0));
        let top = (y - height / 2.0).clamp(0.0, (drawing.1 - height).max(0.0));
        Self { left, top, width, height }
    }
}

/// Places the labels in a drawing of this width and height, with dots in these places.
///
/// The frames are disjoint and inside. A label without room even for its number is left out; in a drawing of
/// 1,200 by 800 that begins beyond some hundreds.
pub(super) fn place(wishes: &[Wish<'_>], dots: &[(f64, f64)], width: f64, height: f64) -> Vec<Placed> {
    let dots = if dots.len() > MOST_DOTS { &[] } else { dots };
    let mut space = Space { width, height, dots, placed: Vec::with_capacity(wishes.len()) };
    for (index, wish) in wishes.iter().enumerate() {
        let (lines, is_cut) = wrapped(wish.text);
        let full = (full_width(wish.number, &lines), LINE * lines.len().max(1) as f64 + 2.0 * PADDING);
        let number = (number_width(wish.number) + 2.0 * PADDING, NUMBER_HEIGHT);
        let full = space.clear(wish, full, DOT_REACH).or_else(|| space.free(wish, full, REACH));
        if let Some(frame) = full {
            space.placed.push(Placed { wish: index, frame, lines, is_cut });
        } else if let Some(frame) = space.free(wish, number, width.hypot(height)) {
            space.placed.push(Placed { wish: index, frame, lines: Vec::new(), is_cut: true });
        }
    }
    space.placed
}

/// The drawing with what is in it so far.
struct Space<'a> {
    width: f64,
    height: f64,
    dots: &'a [(f64, f64)],
    placed: Vec<Placed>,
}

impl Space<'_> {
    /// The nearest frame off all labels and dots.
    fn clear(&self, wish: &Wish<'_>, size: (f64, f64), reach: f64) -> Option<Frame> {
        self.frames(wish, size, reach)
            .find(|frame| self.is_free(frame) && !self.dots.iter().any(|&dot| frame.touches(dot)))
    }

    /// The nearest frame off all labels.
    fn free(&self, wish: &Wish<'_>, size: (f64, f64), reach: f64) -> Option<Frame> {
        self.frames(wish, size, reach).find(|frame| self.is_free(frame))
    }

    fn is_free(&self, frame: &Frame) -> bool {
        self.placed.iter().all(|other| !frame.overlaps(&other.frame))
    }

    /// Frames by rings around the point, inside the drawing.
    fn frames(&self, wish: &Wish<'_>, size: (f64, f64), reach: f64) -> impl Iterator<Item = Frame> {
        let (x, y, drawing) = (wish.x, wish.y, (self.width, self.height));
        let fits = size.0 <= drawing.0 && size.1 <= drawing.1;
        let rings = if fits { (reach / 8.0) as usize + 1 } else { 0 };
        (0..rings).flat_map(ring).map(move |(dx, dy)| Frame::around(x + dx, y + dy, size, drawing))
    }
}

/// Steps of one ring, those above and below the point first.
fn ring(number: usize) -> impl Iterator<Item = (f64, f64)> {
    let radius = 8.0 * number as f64;
    let steps = if number == 0 { 1 } else { 16 };
    (0..steps).map(move |step| {
        let half = f64::from((step + 1) / 2) * if step % 2 == 0 { 1.0 } else { -1.0 };
        let angle = half * std::f64::consts::TAU / 16.0 - std::f64::consts::FRAC_PI_2;
        (1.3 * radius * angle.cos(), radius * angle.sin())
    })
}

fn full_width(number: &str, lines: &[String]) -> f64 {
    let widest = lines.iter().map(|line| units(line)).fold(0.0, f64::max);
    number_width(number) + 6.0 + widest * FONT + 2.0 * PADDING
}

/// Width of the badge that holds the number.
pub(super) fn number_width(number: &str) -> f64 {
    (units(number) * FONT * 0.8 + 10.0).max(22.0)
}

/// The text on one line or two, and whether it lost anything.
fn wrapped(text: &str) -> (Vec<String>, bool) {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if units(line) + units(word) + 0.3 <= LINE_UNITS => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    let mut is_cut = lines.len() > 2;
    if is_cut {
        lines.truncate(2);
        let kept = lines[1].trim_end_matches(|c: char| !c.is_alphanumeric());
        lines[1] = format!("{kept}…");
    }
    for line in &mut lines {
        let whole = line.clone();
        *line = shortened(line, LINE_UNITS);
        is_cut |= *line != whole;
    }
    (lines, is_cut)
}

/// The text cut to a width, with an ellipsis where something is gone.
pub(super) fn shortened(text: &str, most: f64) -> String {
    if units(text) <= most {
        return text.to_owned();
    }
    let mut used = units("…");
    let mut kept = String::new();
    for c in text.chars() {
        used += unit(c);
        if used > most {
            break;
        }
        kept.push(c);
    }
    format!("{}…", kept.trim_end_matches(|c: char| !c.is_alphanumeric()))
}

/// Width of a text in bold sans serif, in sizes of its letters; never below what common fonts need.
pub(super) fn units(text: &str) -> f64 {
    text.chars().map(unit).sum()
}

fn unit(c: char) -> f64 {
    match c {
        'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | ' ' => 0.33,
        'f' | 't' | 'r' | '(' | ')' | '[' | ']' | '/' | '-' | '"' => 0.42,
        'm' | 'w' | 'M' | 'W' | '@' | '%' | '…' | '—' => 1.0,
        'A'..='Z' | '&' => 0.76,
        '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200f}' | '\u{fe00}'..='\u{fe0f}' => 0.0,
        '\u{1100}'.. => 1.25,
        _ => 0.63,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const WIDTH: f64 = 1200.0;
    const HEIGHT: f64 = 800.0;

    fn assert_disjoint_and_inside(placed: &[Placed]) {
        for (i, a) in placed.iter().enumerate() {
            let frame = a.frame;
            assert!(frame.left >= 0.0 && frame.top >= 0.0, "{frame:?}");
            assert!(frame.left + frame.width <= WIDTH && frame.top + frame.height <= HEIGHT, "{frame:?}");
            for b in &placed[..i] {
                assert!(!frame.overlaps(&b.frame), "{a:?} {b:?}");
            }
        }
    }

    fn long_label(index: usize) -> String {
        format!("electroencephalographically {index} counterrevolutionaries otorhinolaryngological")
    }

    #[test]
    fn long_labels_at_one_point_are_disjoint_inside_and_complete() {
        for count in [1, 6, 15, 40] {
            for (x, y) in [(600.0, 400.0), (0.0, 0.0), (1200.0, 800.0)] {
                let texts: Vec<String> = (0..count).map(long_label).collect();
                let wishes: Vec<Wish<'_>> =
                    texts.iter().map(|text| Wish { x, y, number: "12", text }).collect();
                let placed = place(&wishes, &[], WIDTH, HEIGHT);
                assert_eq!(placed.len(), count);
                assert_disjoint_and_inside(&placed);
                assert!(placed.iter().all(|label| label.is_cut));
            }
        }
    }

    #[test]
    fn a_label_alone_sits_on_its_point() {
        let placed =
            place(&[Wish { x: 600.0, y: 400.0, number: "1", text: "graph learning" }], &[], WIDTH, HEIGHT);
        assert_eq!(placed[0].lines, ["graph learning"]);
        assert!(!placed[0].is_cut);
        assert!((placed[0].frame.left + placed[0].frame.width / 2.0 - 600.0).abs() < 1e-9);
    }

    #[test]
    fn a_label_leaves_the_dots_free_where_it_can() {
        let dots = [(600.0, 400.0), (640.0, 410.0), (570.0, 380.0)];
        let placed = place(&[Wish { x: 600.0, y: 400.0, number: "1", text: "graphs" }], &dots, WIDTH, HEIGHT);
        assert!(dots.iter().all(|&dot| !placed[0].frame.touches(dot)));
    }

    #[test]
    fn long_lines_end_in_an_ellipsis() {
        let (lines, is_cut) = wrapped("deinstitutionalisation counterrevolutionaries and more");
        assert!(is_cut && lines.len() == 2);
        assert!(lines.iter().all(|line| units(line) <= LINE_UNITS));
        assert!(lines[1].ends_with('…'));
        assert_eq!(shortened("short", 10.0), "short");
    }

    proptest! {
        #[test]
        fn frames_are_disjoint_and_inside(
            labels in prop::collection::vec((-100.0..1300.0, -100.0..900.0, "\\PC{0,60}"), 0..60)
        ) {
            let wishes: Vec<Wish<'_>> = labels
                .iter()
                .map(|(x, y, text)| Wish { x: *x, y: *y, number: "7", text })
                .collect();
            let placed = place(&wishes, &[], WIDTH, HEIGHT);
            prop_assert_eq!(placed.len(), wishes.len());
            assert_disjoint_and_inside(&placed);
        }
    }
}
