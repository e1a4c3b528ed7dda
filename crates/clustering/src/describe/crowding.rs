//! Phrases that mark many topics mark none.

use std::collections::BTreeMap;

use super::thin::{Candidate, Mark};

/// Topics that a phrase marks at most.
const MARKED: usize = 2;

/// Makes every phrase faint in all topics but the two whose papers hold it most, by share of their `sizes`, ties by
/// topic.
pub(crate) fn thin_out(topics: &mut [Vec<Candidate>], sizes: &[usize]) {
    let mut shares: BTreeMap<Vec<u32>, Vec<(f64, usize)>> = BTreeMap::new();
    for (topic, candidates) in topics.iter().enumerate() {
        for one in candidates {
            let share = f64::from(one.inside) / sizes[topic].max(1) as f64;
            shares.entry(one.stems.clone()).or_default().push((share, topic));
        }
    }
    for shares in shares.values_mut() {
        shares.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        shares.truncate(MARKED);
    }
    for (topic, candidates) in topics.iter_mut().enumerate() {
        let crowded = |one: &Candidate| !shares[&one.stems].iter().any(|(_, marked)| *marked == topic);
        candidates.iter_mut().filter(|one| crowded(one)).for_each(|one| one.mark = Mark::Faint);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phrase_marks_the_two_topics_that_hold_it_most() {
        let holding = |inside: u32| vec![Candidate { inside, ..Candidate::new("graph", vec![7], 1.0) }];
        let mut topics = [holding(3), holding(2), holding(3), Vec::new(), holding(9)];
        thin_out(&mut topics, &[10, 4, 10, 5, 100]);
        let marks: Vec<Option<Mark>> = topics.iter().map(|topic| topic.first().map(|one| one.mark)).collect();
        let [firm, faint] = [Mark::Firm, Mark::Faint].map(Some);
        assert_eq!(marks, [firm, firm, faint, None, faint]);
    }
}
