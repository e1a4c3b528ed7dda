//! Fewer groups by merging the nearest.

use super::Before;
use super::fit::Fitted;
use crate::UnitRows;
use crate::choose_k::sizes;
use crate::kmeans::means;

/// Merges groups until `wanted` hold rows: each time the two that raise the spread least (Ward 1963), ties by lower groups; a
/// locked one never. The merged group has the lower number. Cost `O(groups² width)` and `O(groups²)` a merge.
pub(super) fn to(rows: &UnitRows, fitted: Fitted, wanted: usize, before: &Before) -> Fitted {
    let mut labels = fitted.labels;
    let mut sizes = sizes(&labels, fitted.groups);
    let mut left = sizes.iter().filter(|size| **size > 0).count();
    while left > wanted {
        let Some((into, gone)) = cheapest(rows, &labels, &sizes, before) else { break };
        labels.iter_mut().filter(|label| **label == gone).for_each(|label| *label = into);
        sizes[into] += sizes[gone];
        sizes[gone] = 0;
        left -= 1;
    }
    Fitted { labels, groups: fitted.groups, centres: fitted.centres }
}

fn cheapest(rows: &UnitRows, labels: &[usize], sizes: &[usize], before: &Before) -> Option<(usize, usize)> {
    let means = means(rows, labels, sizes.len());
    let is_free = |group: &usize| sizes[*group] > 0 && before.locked.get(*group) != Some(&true);
    let free: Vec<usize> = (0..sizes.len()).filter(is_free).collect();
    let cost = |a: usize, b: usize| {
        let squared: f64 =
            means.row(a).iter().zip(means.row(b)).map(|(x, y)| (f64::from(*x) - f64::from(*y)).powi(2)).sum();
        let [a, b] = [sizes[a] as f64, sizes[b] as f64];
        squared * a * b / (a + b)
    };
    let pairs =
        free.iter().enumerate().flat_map(|(place, &a)| free[place + 1..].iter().map(move |&b| (a, b)));
    let costs = pairs.map(|(a, b)| (cost(a, b), a, b));
    costs.min_by(|x, y| x.0.total_cmp(&y.0).then((x.1, x.2).cmp(&(y.1, y.2)))).map(|(_, a, b)| (a, b))
}
