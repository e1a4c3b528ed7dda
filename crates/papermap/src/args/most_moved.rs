//! How many papers of before an update may take to another topic.

use std::fmt;
use std::str::FromStr;

/// A share of the papers of before, or a number of them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum MostMoved {
    /// In percent, 0 to 100.
    Percent(f64),
    Papers(usize),
}

impl MostMoved {
    /// Whether `moved` of `known` papers are allowed to change topic.
    pub(crate) fn allows(self, moved: usize, known: usize) -> bool {
        match self {
            Self::Percent(percent) => 100.0 * moved as f64 <= percent * known as f64,
            Self::Papers(papers) => moved <= papers,
        }
    }
}

impl FromStr for MostMoved {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let percent = text.strip_suffix('%').map(|number| number.trim_end().parse());
        match (percent, text.parse()) {
            (Some(Ok(percent)), _) if (0.0..=100.0).contains(&percent) => Ok(Self::Percent(percent)),
            (None, Ok(papers)) => Ok(Self::Papers(papers)),
            _ => Err(
                "expected a share of the papers such as 1% (from 0% to 100%), or a whole number of papers"
                    .to_owned(),
            ),
        }
    }
}

impl fmt::Display for MostMoved {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Percent(percent) => write!(formatter, "{percent}%"),
            Self::Papers(papers) => write!(formatter, "{papers}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_and_numbers_are_read() {
        assert_eq!("1%".parse(), Ok(MostMoved::Percent(1.0)));
        assert_eq!("0.5 %".parse(), Ok(MostMoved::Percent(0.5)));
        assert_eq!("20".parse(), Ok(MostMoved::Papers(20)));
        for text in ["", "%", "-1%", "101%", "1.5", "-1", "x", "NaN%", "inf%"] {
            assert!(text.parse::<MostMoved>().is_err(), "{text}");
        }
    }

    #[test]
    fn the_limit_itself_is_allowed() {
        assert!(MostMoved::Percent(1.0).allows(3, 300) && !MostMoved::Percent(1.0).allows(4, 300));
        assert!(MostMoved::Percent(0.0).allows(0, 0) && !MostMoved::Percent(0.0).allows(1, 300));
        assert!(MostMoved::Papers(2).allows(2, 3) && !MostMoved::Papers(2).allows(3, 3));
    }
}
