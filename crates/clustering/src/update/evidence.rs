//! What speaks for leaving groups as they are, for fitting them, and for forming them anew.

use super::fit::Fitted;
use super::{Before, Updated};
use crate::choose_k::{Chosen, TopicCount};
use crate::topic_map::Way;

/// Share of the rows of a group under whose likeness a new row is novel.
pub(super) const NOVEL: f64 = 0.05;
/// Standard errors above that share that chance does not explain.
const STANDARD_ERRORS: f64 = 3.0;
/// A new group holds at least this share of the rows of the median one of before, grown as all rows have.
const LEAST_SHARE: f64 = 0.2;
/// A new group holds at least this many rows.
const LEAST_ROWS: usize = 5;
/// Growth since the last fit at which groups are fitted again.
const GROWN: f64 = 1.25;
/// Growth since the last fit at which a number that was not asked for is chosen anew at once.
const DOUBLED: f64 = 2.0;

/// The figures of an update.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Evidence {
    rows: usize,
    fitted: usize,
    new: usize,
    pub(super) novel: usize,
    /// Rows that a new group holds at least.
    pub(super) least: usize,
    is_auto: bool,
    /// Groups that were asked for, where there were fewer and rows for more.
    asked: Option<usize>,
    groups: usize,
    has_locks: bool,
}

/// What is to be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    Join,
    Refit,
    StartOver,
}

impl Evidence {
    pub(super) fn new(before: &Before, new: usize, novel: usize, count: &TopicCount) -> Self {
        let known = before.home.len() - new;
        Self {
            rows: before.home.len(),
            fitted: if before.fitted == 0 { known } else { before.fitted },
            new,
            novel,
            least: least(before, known),
            is_auto: *count == TopicCount::Auto,
            asked: count.finest().filter(|&asked| before.groups < asked.min(before.home.len())),
            groups: before.groups,
            has_locks: before.locked.contains(&true),
        }
    }

    /// Novel rows that chance explains at most.
    fn chance(&self) -> f64 {
        let expected = NOVEL * self.new as f64;
        expected + STANDARD_ERRORS * (expected * (1.0 - NOVEL)).sqrt()
    }

    /// Whether there are more novel rows than chance explains, and enough of them to be half of a new group.
    pub(super) fn is_novel(&self) -> bool {
        self.novel as f64 > self.chance() && 2 * self.novel >= self.least
    }

    pub(super) fn has_grown(&self) -> bool {
        self.rows as f64 >= GROWN * self.fitted as f64
    }

    pub(super) fn verdict(&self) -> Verdict {
        let has_doubled = self.rows as f64 >= DOUBLED * self.fitted as f64;
        let may_start_over = (self.is_auto || self.asked.is_some()) && !self.has_locks;
        match () {
            () if has_doubled && may_start_over => Verdict::StartOver,
            () if self.is_novel() || self.has_grown() || self.asked.is_some() => Verdict::Refit,
            () => Verdict::Join,
        }
    }

    pub(super) fn of_join(&self) -> String {
        let is_more = self.novel as f64 > self.chance();
        let what = if is_more { "they make no topic of their own, and all" } else { "the" };
        format!("{}: {what} new papers joined the topics that were there", self.of_novelty())
    }

    fn of_novelty(&self) -> String {
        let verb = if self.novel == 1 { "is" } else { "are" };
        format!(
            "{} of {} new papers {verb} unlike the topics that were there, where chance explains {:.0}",
            self.novel,
            self.new,
            self.chance()
        )
    }

    fn of_growth(&self) -> String {
        format!(
            "the map has grown from {} to {} papers since its topics were last fitted",
            self.fitted, self.rows
        )
    }

    pub(super) fn refitted(&self, fitted: Fitted, before: &Before) -> Updated {
        let born = fitted.born(before);
        let why = match self.asked {
            _ if self.is_novel() => self.of_novelty(),
            Some(asked) if !self.has_grown() => {
                format!("{asked} topics were asked for where {} were there", self.groups)
            }
            _ => self.of_growth(),
        };
        let what = match born {
            0 => "the topics were fitted to all papers, and none was born".to_owned(),
            1 => "the topics were fitted to all papers, and 1 was born".to_owned(),
            _ => format!("the topics were fitted to all papers, and {born} were born"),
        };
        Updated {
            labels: fitted.labels,
            way: Way::Refitted,
            reason: format!("{why}: {what}"),
            novel: self.novel,
            is_fitted: self.has_grown(),
            chosen: None,
        }
    }

    /// Groups that were formed anew, with the share of the spread that they save.
    pub(super) fn started_over(&self, labels: Vec<usize>, gain: f64) -> Updated {
        let what = format!("topics formed anew follow the papers {:.1} % more closely", 100.0 * gain);
        self.anew(labels, &what)
    }

    /// Groups in a number that was chosen anew.
    pub(super) fn chosen_anew(&self, mut chosen: Chosen) -> Updated {
        let labels = std::mem::take(&mut chosen.labels);
        let what = format!("topics were formed anew, {} of them as the papers now speak for", chosen.k);
        Updated { chosen: Some(chosen), ..self.anew(labels, &what) }
    }

    fn anew(&self, labels: Vec<usize>, what: &str) -> Updated {
        Updated {
            labels,
            way: Way::StartedOver,
            reason: format!("{}: {what}", self.of_growth()),
            novel: self.novel,
            is_fitted: true,
            chosen: None,
        }
    }
}

/// Rows that a new group holds at least.
fn least(before: &Before, known: usize) -> usize {
    let growth = before.home.len() as f64 / known.max(1) as f64;
    LEAST_ROWS.max((LEAST_SHARE * growth * median(&mut before.sizes())).ceil() as usize)
}

/// The median, 0 of nothing.
pub(super) fn median(sizes: &mut [usize]) -> f64 {
    sizes.sort_unstable();
    sizes.get(sizes.len() / 2).map_or(0.0, |size| *size as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn evidence(fitted: usize, new: usize, novel: usize, is_auto: bool) -> Evidence {
        Evidence {
            rows: 1000 + new,
            fitted,
            new,
            novel,
            least: 20,
            is_auto,
            has_locks: false,
            asked: None,
            groups: 9,
        }
    }

    #[test]
    fn chance_explains_a_twentieth_and_a_little_more() {
        assert_eq!(evidence(1000, 100, 11, true).verdict(), Verdict::Join);
        assert_eq!(evidence(1000, 100, 12, true).verdict(), Verdict::Refit);
    }

    #[test]
    fn a_few_novel_papers_make_no_topic() {
        assert_eq!(evidence(1000, 9, 9, true).verdict(), Verdict::Join);
        assert_eq!(evidence(1000, 10, 10, true).verdict(), Verdict::Refit);
    }

    #[test]
    fn growth_speaks_for_a_fit_and_at_twice_the_size_for_another_number() {
        assert_eq!(evidence(1000, 249, 0, true).verdict(), Verdict::Join);
        assert_eq!(evidence(1000, 250, 0, true).verdict(), Verdict::Refit);
        assert_eq!(evidence(500, 1, 0, true).verdict(), Verdict::StartOver);
        assert_eq!(evidence(500, 1, 0, false).verdict(), Verdict::Refit);
        assert_eq!(Evidence { has_locks: true, ..evidence(500, 1, 0, true) }.verdict(), Verdict::Refit);
    }

    #[test]
    fn a_number_that_was_asked_for_and_missed_speaks_for_a_fit() {
        let short = |fitted| Evidence { asked: Some(12), ..evidence(fitted, 1, 0, false) };
        assert_eq!((short(1000).verdict(), short(500).verdict()), (Verdict::Refit, Verdict::StartOver));
    }
}
