//! Colour and mark of a topic.
//!
//! They belong to the topic's permanent number, not to its rank, so that a topic keeps its look as others come and
//! go. Ten colours, chosen to differ for readers with protanopia and deuteranopia too, and eight marks make eighty
//! pairs; the number stands beside both wherever a topic is named.

use std::fmt::Write;

/// Colours on a light ground, what is written on them, and their twins on a dark ground.
const COLOURS: [(&str, &str, &str); 10] = [
    ("#0f6f8b", "#fff", "#5eb0cf"),
    ("#b23265", "#fff", "#f37da4"),
    ("#9e8e00", DARK, "#daca59"),
    ("#7962cf", "#fff", "#b4a7fe"),
    ("#713228", "#fff", "#c27d72"),
    ("#169bcf", DARK, "#86d5fd"),
    ("#751775", "#fff", "#c072be"),
    ("#646300", "#fff", "#a4a451"),
    ("#c67983", DARK, "#feb7bf"),
    ("#333fa8", "#fff", "#7b90ef"),
];

/// The dark ground, and writing on light colours.
const DARK: &str = "#15181d";

/// Marks as paths around the origin, of about equal area, within 6 units.
const MARKS: [&str; 8] = [
    "M-4.6,0A4.6,4.6 0 1 0 4.6,0A4.6,4.6 0 1 0 -4.6,0Z",
    "M-4.1,-4.1H4.1V4.1H-4.1Z",
    "M0,-5.6L5.3,3.7H-5.3Z",
    "M0,-5.7L5.7,0L0,5.7L-5.7,0Z",
    "M0,5.6L5.3,-3.7H-5.3Z",
    "M-1.8,-5.3H1.8V-1.8H5.3V1.8H1.8V5.3H-1.8V1.8H-5.3V-1.8H-1.8Z",
    "M0,-5.4L5.1,-1.6L3.2,4.4H-3.2L-5.1,-1.6Z",
    "M0,-6L2,-2L6,0L2,2L0,6L-2,2L-6,0L-2,-2Z",
];

/// How a topic looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Look {
    /// Index of the colour.
    pub(super) colour: usize,
    /// Index of the mark.
    pub(super) mark: usize,
}

impl Look {
    /// The look of the topic with this id; eighty ids in a row all differ.
    pub(super) fn of(id: &str) -> Self {
        let index = number(id).parse::<usize>().unwrap_or(1).saturating_sub(1);
        Self {
            colour: index % COLOURS.len(),
            mark: (index % COLOURS.len() + index / COLOURS.len() % MARKS.len() * 11) % MARKS.len(),
        }
    }
}

/// The number that a reader sees for a topic: its id without the `t`.
pub(super) fn number(id: &str) -> &str {
    id.strip_prefix('t').filter(|rest| !rest.is_empty()).unwrap_or(id)
}

/// Paths of all marks.
pub(super) fn marks() -> &'static [&'static str] {
    &MARKS
}

/// Style rules that give `.c0` … their colour by `--ink`, and what is written on it by `--on`.
pub(super) fn rules(scope: &str, is_dark: bool) -> String {
    let mut rules = String::new();
    for (index, (light, on, dark)) in COLOURS.iter().enumerate() {
        let (ink, on) = if is_dark { (dark, &DARK) } else { (light, on) };
        let _ = writeln!(rules, "{scope}.c{index}{{--ink:{ink};--on:{on}}}");
    }
    rules
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn eighty_topics_in_a_row_look_different() {
        let looks: BTreeSet<Look> = (1..=80).map(|n| Look::of(&format!("t{n}"))).collect();
        assert_eq!(looks.len(), 80);
    }

    #[test]
    fn any_id_has_a_look() {
        for id in ["", "t", "t0", "tx", "t99999999999999999999999999"] {
            let look = Look::of(id);
            assert!(look.colour < COLOURS.len() && look.mark < MARKS.len());
        }
    }

    /// Red, green and blue in linear light.
    fn linear(hex: &str) -> [f64; 3] {
        [1, 3, 5].map(|at| {
            let value = f64::from(u8::from_str_radix(&hex[at..at + 2], 16).unwrap()) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        })
    }

    fn product(matrix: [[f64; 3]; 3], v: [f64; 3]) -> [f64; 3] {
        matrix.map(|row| row.iter().zip(v).map(|(a, b)| a * b).sum())
    }

    /// Oklab (Ottosson, 2020).
    fn oklab(rgb: [f64; 3]) -> [f64; 3] {
        let cones = product(
            [
                [0.412_221, 0.536_333, 0.051_446],
                [0.211_903, 0.680_700, 0.107_397],
                [0.088_302, 0.281_719, 0.629_979],
            ],
            rgb.map(|value| value.max(0.0)),
        );
        product(
            [
                [0.210_454, 0.793_618, -0.004_072],
                [1.977_998, -2.428_592, 0.450_594],
                [0.025_904, 0.782_772, -0.808_676],
            ],
            cones.map(f64::cbrt),
        )
    }

    fn contrast(hex: &str, ground: &str) -> f64 {
        let light = |hex: &str| {
            let [r, g, b] = linear(hex);
            0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05
        };
        let (a, b) = (light(hex), light(ground));
        a.max(b) / a.min(b)
    }

    #[test]
    fn colours_stand_out_from_their_ground() {
        for (light, on, dark) in COLOURS {
            assert!(contrast(light, "#fdfcfa") >= 3.0, "{light}");
            assert!(contrast(dark, DARK) >= 4.5, "{dark}");
            let on = if on == "#fff" { "#ffffff" } else { on };
            assert!(contrast(light, on) >= 4.5, "{light}");
        }
    }

    /// Simulations of full deuteranopia and protanopia (Machado, Oliveira and Fernandes, 2009).
    #[test]
    fn colours_differ_for_colour_blind_readers() {
        let normal = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        let deutan = [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ];
        let protan = [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ];
        for eye in [normal, deutan, protan] {
            let seen: Vec<[f64; 3]> =
                COLOURS.iter().map(|(light, ..)| oklab(product(eye, linear(light)))).collect();
            for (i, a) in seen.iter().enumerate() {
                for b in &seen[..i] {
                    let distance = a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt();
                    assert!(distance > 0.05, "{a:?} {b:?}: {distance}");
                }
            }
        }
    }
}
