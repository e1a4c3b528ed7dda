//! The best rows so far.

/// The rows with the highest cosines among those offered, best first, ties by lower row; the order of offers is of no
/// importance.
#[derive(Debug, Clone)]
pub(super) struct Best {
    most: usize,
    found: Vec<(usize, f32)>,
}

impl Best {
    /// Keeps `most` rows.
    pub(super) fn new(most: usize) -> Self {
        Self { most, found: Vec::new() }
    }

    /// What a cosine must reach to be taken; one that is equal is taken where its row is lower.
    pub(super) fn floor(&self) -> f32 {
        match self.found.last() {
            _ if self.most == 0 => f32::INFINITY,
            Some(last) if self.found.len() == self.most => last.1,
            _ => f32::NEG_INFINITY,
        }
    }

    /// Takes `row` if it is among the best.
    pub(super) fn offer(&mut self, row: usize, cosine: f32) {
        let is_better = |&(other, best): &(usize, f32)| cosine.total_cmp(&best).then(other.cmp(&row)).is_lt();
        let is_full = self.found.len() == self.most;
        if self.most == 0 || is_full && self.found.last().is_some_and(is_better) {
            return;
        }
        let place = self.found.partition_point(is_better);
        if is_full {
            self.found.pop();
        }
        self.found.insert(place, (row, cosine));
    }

    /// The rows and their cosines.
    pub(super) fn into_found(self) -> Vec<(usize, f32)> {
        self.found
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_order_of_offers_is_of_no_importance(
            offers in proptest::collection::vec(-3_i8..4, 0..40).prop_map(|steps| {
                steps.into_iter().map(|step| f32::from(step) / 4.0).enumerate().collect::<Vec<_>>()
            }).prop_shuffle(),
            most in 0_usize..50,
        ) {
            let mut best = Best::new(most);
            for &(row, cosine) in &offers {
                if cosine >= best.floor() {
                    best.offer(row, cosine);
                }
            }
            let mut slow = offers;
            slow.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
            slow.truncate(most);
            prop_assert_eq!(best.into_found(), slow);
        }
    }
}
