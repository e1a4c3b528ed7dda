//! Which phrases are listed for a topic.

use super::thin::{Candidate, Mark, repeats};

/// Phrases that are listed at most down to each mark, and the togetherness that one must have with those before it.
const RULES: [(Mark, usize, f64); 3] =
    [(Mark::Firm, usize::MAX, 0.35), (Mark::Fair, 5, 0.6), (Mark::Faint, 3, 0.6)];

/// Up to `most` phrases of a topic of `size` papers from `candidates`, best first.
///
/// Firm ones, and others where these are few; none repeats another or is seldom held together with those before it.
pub(crate) fn list(candidates: &[Candidate], size: usize, most: usize) -> Vec<&Candidate> {
    let mut listed = Vec::new();
    for (mark, at_most, together) in RULES {
        let pool = candidates.iter().filter(|one| one.mark == mark).collect();
        extend(&mut listed, pool, size, (most.min(at_most), together));
    }
    listed
}

/// Adds from `pool` what is best together with what is listed and held by many papers, until there are `most`.
fn extend<'a>(
    listed: &mut Vec<&'a Candidate>,
    mut pool: Vec<&'a Candidate>,
    size: usize,
    (most, least_together): (usize, f64),
) {
    let reach = |one: &Candidate| (one.holders.len() as f64 / size as f64).sqrt();
    while listed.len() < most {
        pool.retain(|one| !listed.iter().any(|better| repeats(one, better)));
        let together = pool.iter().map(|one| togetherness(one, listed, size)).enumerate();
        let close = together.filter(|(_, together)| *together >= least_together);
        let values = close.map(|(at, together)| (at, together * reach(pool[at]) * pool[at].score));
        let Some((best, _)) = values.max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0))) else { return };
        listed.push(pool.remove(best));
    }
}

/// How often papers hold `one` together with those that are `listed`, as a share of what chance would bring, each at
/// most 1; 1 where none is listed.
fn togetherness(one: &Candidate, listed: &[&Candidate], size: usize) -> f64 {
    let with = |other: &&Candidate| {
        let both = one.holders.iter().filter(|holder| other.holders.binary_search(holder).is_ok()).count();
        let chance = one.holders.len() as f64 * other.holders.len() as f64 / size as f64;
        (both as f64 / chance.max(f64::MIN_POSITIVE)).min(1.0)
    };
    if listed.is_empty() { 1.0 } else { listed.iter().map(with).sum::<f64>() / listed.len() as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(text: &str, score: f64, holders: &[u32], mark: Mark) -> Candidate {
        let stem = text.bytes().map(u32::from).sum();
        Candidate { mark, holders: holders.to_vec(), ..Candidate::new(text, vec![stem], score) }
    }

    fn listed(candidates: &[Candidate]) -> Vec<&str> {
        list(candidates, 8, 10).iter().map(|one| one.text.as_str()).collect()
    }

    #[test]
    fn what_is_seldom_held_together_is_not_listed() {
        let all = [
            candidate("protein", 3.0, &[0, 1, 2], Mark::Firm),
            candidate("planet", 2.5, &[5, 6], Mark::Firm),
            candidate("folding", 1.0, &[0, 1], Mark::Firm),
        ];
        assert_eq!(listed(&all), ["protein", "folding"]);
    }

    #[test]
    fn firm_phrases_come_first_and_repetition_never() {
        let all = [
            candidate("chains", 3.0, &[0, 1], Mark::Fair),
            candidate("protein", 2.0, &[0, 1], Mark::Firm),
            candidate("proteins", 1.0, &[0, 1], Mark::Firm),
        ];
        assert_eq!(listed(&all), ["protein", "chains"]);
    }
}
