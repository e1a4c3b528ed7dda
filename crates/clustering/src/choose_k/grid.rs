//! Which numbers of topics are tried.

/// Numbers tried at most.
const LONGEST: usize = 14;
/// Papers under which there is one topic: two topics of three papers each are the least that tell anything.
const FEWEST_PAPERS: usize = 6;
/// Most topics that a reader can take in at once.
const MOST_TOPICS: usize = 40;
/// Least number of topics of very many papers.
const LEAST_OF_MANY: f64 = 16.0;

/// The numbers of topics to try for `papers` papers, rising; none for too few papers.
///
/// From `√n / 4`, at least 2 and at most 16, so that no topic of many papers is a field of its own, to the least of
/// `n / 4`, `2 √n` and 40. All numbers between them where they are few, otherwise 14, evenly on a log scale.
pub(crate) fn candidates(papers: usize) -> Vec<usize> {
    if papers < FEWEST_PAPERS {
        return Vec::new();
    }
    let most = papers.div_ceil(4).min((2.0 * (papers as f64).sqrt()) as usize).min(MOST_TOPICS);
    let least = ((papers as f64).sqrt() / 4.0).round().clamp(2.0, LEAST_OF_MANY) as usize;
    if most + 1 - least <= LONGEST {
        return (least..=most).collect();
    }
    let step = (most as f64 / least as f64).ln() / (LONGEST - 1) as f64;
    let mut grid: Vec<usize> =
        (0..LONGEST).map(|index| (least as f64 * (step * index as f64).exp()).round() as usize).collect();
    grid.dedup();
    grid
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rises_and_stays_far_from_one_topic_a_paper() {
        for papers in 0..3000 {
            let grid = candidates(papers);
            assert!(grid.is_sorted() && grid.len() <= LONGEST);
            assert!(grid.iter().all(|k| *k >= 2 && *k * 2 < papers), "{papers}: {grid:?}");
        }
        assert_eq!(candidates(34), (2..=9).collect::<Vec<_>>());
        assert!(candidates(5).is_empty());
    }
}
