//! How many topics.

use std::fmt;
use std::str::FromStr;

mod grid;
mod null;
mod partition;
mod quality;
mod ranking;
mod resample;
mod search;
mod small;

pub(crate) use partition::{best_topics, half_squares};
pub use quality::{adjusted_rand_index, cohesion_ratio, silhouette};
pub(crate) use quality::{similarities, sizes};
pub(crate) use search::choose_smoothed;
pub use search::{Chosen, choose};

/// How many topics are wanted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum TopicCount {
    /// As many as the papers speak for.
    #[default]
    Auto,
    /// This many, or one a different paper where there are fewer of these.
    Exactly(usize),
    /// Nested levels of these many, rising; the topics are the last one, the others are areas.
    Levels(Vec<usize>),
}

impl TopicCount {
    /// The number that was asked for, of the finest level; none for `Auto`.
    #[must_use]
    pub fn finest(&self) -> Option<usize> {
        match self {
            Self::Auto => None,
            Self::Exactly(count) => Some(*count),
            Self::Levels(counts) => counts.last().copied(),
        }
    }
}

impl fmt::Display for TopicCount {
    /// `auto`, `20`, `8,24,80`; [`FromStr`] reads it again.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Auto => formatter.write_str("auto"),
            Self::Exactly(count) => write!(formatter, "{count}"),
            Self::Levels(counts) => {
                let counts: Vec<String> = counts.iter().map(usize::to_string).collect();
                formatter.write_str(&counts.join(","))
            }
        }
    }
}

impl FromStr for TopicCount {
    type Err = WrongCount;

    /// Reads `auto`, a number, or several numbers with commas, in any order.
    ///
    /// # Errors
    /// [`WrongCount`] for anything else, 0, and a number that stands twice.
    fn from_str(text: &str) -> Result<Self, WrongCount> {
        if text == "auto" {
            return Ok(Self::Auto);
        }
        let number = |part: &str| part.trim().parse().ok().filter(|count| *count > 0).ok_or(WrongCount);
        let mut counts: Vec<usize> = text.split(',').map(number).collect::<Result<_, _>>()?;
        counts.sort_unstable();
        match counts[..] {
            [count] => Ok(Self::Exactly(count)),
            _ if counts.windows(2).all(|pair| pair[0] < pair[1]) => Ok(Self::Levels(counts)),
            _ => Err(WrongCount),
        }
    }
}

/// A text that says no number of topics.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected `auto`, a whole number from 1, or different ones for nested levels, such as 8,24,80")]
pub struct WrongCount;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read_as_they_are_written() {
        for text in ["auto", "20", "8,24,80"] {
            assert_eq!(text.parse::<TopicCount>().unwrap().to_string(), text);
        }
        assert_eq!("80, 8,24".parse(), Ok(TopicCount::Levels(vec![8, 24, 80])));
        for text in ["", "0", "-1", "x", "1.5", "8,8", "8,,24", "8,0", "9999999999999999999999"] {
            assert_eq!(text.parse::<TopicCount>(), Err(WrongCount), "{text}");
        }
    }
}
