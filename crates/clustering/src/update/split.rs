//! More groups by splitting the widest.

use super::fit::Fitted;
use super::{Before, squared_length};
use crate::choose_k::{best_topics, sizes};
use crate::kmeans::means;
use crate::{ClusterError, UnitRows};

/// Splits groups in two until `wanted` hold rows: each time the one with the greatest sum of squared distances to its mean,
/// ties by lower group; a locked one never, nor one whose rows are all alike. The larger part keeps the number.
///
/// # Errors
/// [`ClusterError::KMeans`].
pub(super) fn to(
    rows: &UnitRows,
    fitted: Fitted,
    wanted: usize,
    before: &Before,
    seed: u64,
) -> Result<Fitted, ClusterError> {
    let Fitted { mut labels, mut groups, centres } = fitted;
    let mut whole = before.locked.clone();
    let mut used = sizes(&labels, groups).iter().filter(|size| **size > 0).count();
    while used < wanted {
        let Some(group) = widest(rows, &labels, groups, &whole) else { break };
        let members: Vec<usize> = (0..labels.len()).filter(|&row| labels[row] == group).collect();
        if let Some(half) = lesser_half(&rows.select(&members), seed)? {
            for place in half {
                labels[members[place]] = groups;
            }
            groups += 1;
            used += 1;
        } else {
            whole.resize(groups, false);
            whole[group] = true;
        }
    }
    Ok(Fitted { labels, groups, centres })
}

fn widest(rows: &UnitRows, labels: &[usize], groups: usize, whole: &[bool]) -> Option<usize> {
    let sizes = sizes(labels, groups);
    let means = means(rows, labels, groups);
    let spread = |group: usize| sizes[group] as f64 * (1.0 - squared_length(means.row(group)));
    let free = (0..groups).filter(|&group| sizes[group] > 1 && whole.get(group) != Some(&true));
    free.map(|group| (group, spread(group)))
        .reduce(|best, one| if one.1 > best.1 { one } else { best })
        .map(|(group, _)| group)
}

/// The rows of the lesser of two halves; none where the rows are alike.
fn lesser_half(rows: &UnitRows, seed: u64) -> Result<Option<Vec<usize>>, ClusterError> {
    let found = best_topics(rows, 2, seed)?;
    let [first, second] =
        [0, 1].map(|half| (0..rows.len()).filter(|&row| found.labels[row] == half).collect::<Vec<_>>());
    let lesser = if first.len() < second.len() { first } else { second };
    Ok((!lesser.is_empty() && lesser.len() < rows.len()).then_some(lesser))
}
