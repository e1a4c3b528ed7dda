//! Shares that rise and fall, with intervals.

use crate::normal::quantile;
use crate::topic_map::Rise;

/// What may be wrong with any of the intervals.
const ERROR: f64 = 0.05;

/// For every group, its share of the new rows less that of the others, with an interval; none where one of both is empty.
///
/// Newcombe's interval of a difference of two shares (Newcombe 1998, method 10), from Wilson's of each, made wider so that all
/// groups together are inside theirs with 95 % confidence (Bonferroni).
pub(super) fn of_groups(labels: &[usize], is_new: &[bool], groups: usize) -> Vec<Option<Rise>> {
    let mut counts = vec![[0_usize; 2]; groups];
    for (&label, &is_new) in labels.iter().zip(is_new) {
        counts[label][usize::from(is_new)] += 1;
    }
    let totals = [0, 1].map(|side| counts.iter().map(|count| count[side]).sum::<usize>());
    if totals.contains(&0) {
        return vec![None; groups];
    }
    let z = quantile(1.0 - ERROR / (2.0 * groups.max(1) as f64));
    counts.into_iter().map(|count| Some(rise(count, totals, z))).collect()
}

fn rise(count: [usize; 2], totals: [usize; 2], z: f64) -> Rise {
    let [before, new] = [0, 1].map(|side| Estimate::new(count[side], totals[side], z));
    let difference = new.share - before.share;
    Rise {
        before: before.share,
        new: new.share,
        low: difference - (new.share - new.low).hypot(before.high - before.share),
        high: difference + (new.high - new.share).hypot(before.share - before.low),
    }
}

/// A share with Wilson's interval (Wilson 1927).
struct Estimate {
    share: f64,
    low: f64,
    high: f64,
}

impl Estimate {
    fn new(count: usize, total: usize, z: f64) -> Self {
        let [count, total] = [count as f64, total as f64];
        let share = count / total;
        let middle = count + z * z / 2.0;
        let half = z * (z * z / 4.0 + count * (1.0 - share)).sqrt();
        Self {
            share,
            low: ((middle - half) / (total + z * z)).max(0.0),
            high: ((middle + half) / (total + z * z)).min(1.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_is_newcombes() {
        // Newcombe 1998, table II, example (a): 56/70 less 48/80, method 10.
        let rise = rise([48, 56], [80, 70], 1.959_964);
        assert!((rise.new - rise.before - 0.2).abs() < 1e-12);
        assert!((rise.low - 0.0524).abs() < 5e-4 && (rise.high - 0.3339).abs() < 5e-4, "{rise:?}");
    }

    #[test]
    fn more_groups_make_wider_intervals_and_one_side_none() {
        let is_new: Vec<bool> = (0..200).map(|row| row % 4 == 0).collect();
        let [few, many] = [2, 10].map(|groups| {
            let labels: Vec<usize> =
                (0..200).map(|row| if row < 100 { 0 } else { 1 + row % (groups - 1) }).collect();
            of_groups(&labels, &is_new, groups)[0].unwrap()
        });
        assert!(many.low < few.low && few.low < 0.0 && few.high > 0.0);
        assert_eq!(of_groups(&[0, 1], &[true, true], 2), [None, None]);
    }
}
