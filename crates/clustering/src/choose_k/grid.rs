//! Which numbers of topics are tried.

/// All numbers that are ever tried: every one while a single topic more matters, then about an eighth more each time.
/// Fixed, so that a few papers more do not change what is compared.
const NUMBERS: [usize; 20] = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 18, 20, 23, 26, 30, 34, 40];
/// Papers under which there is one topic: two topics of three papers each are the least that tell anything.
const FEWEST_PAPERS: usize = 6;
/// Least number of topics of very many papers.
const LEAST_OF_MANY: f64 = 16.0;

/// The numbers of topics to try for `papers` papers, rising; none for too few papers.
///
/// From `√n / 4`, at least 2 and at most 16, so that no topic of many papers is a field of its own, to the least of
/// `n / 4`, `2 √n` and 40, which is as many as a reader can take in at once.
pub(crate) fn numbers(papers: usize) -> Vec<usize> {
    if papers < FEWEST_PAPERS {
        return Vec::new();
    }
    let most = papers.div_ceil(4).min((2.0 * (papers as f64).sqrt()) as usize);
    let least = ((papers as f64).sqrt() / 4.0).clamp(2.0, LEAST_OF_MANY) as usize;
    NUMBERS.into_iter().filter(|number| (least..=most).contains(number)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rises_and_stays_far_from_one_topic_a_paper() {
        for papers in 6..3000 {
            let numbers = numbers(papers);
            assert!(numbers.is_sorted() && !numbers.is_empty());
            assert!(numbers.iter().all(|k| *k >= 2 && *k * 2 < papers), "{papers}: {numbers:?}");
        }
        assert_eq!(numbers(34), (2..=9).collect::<Vec<_>>());
        assert_eq!(numbers(1_000_000).first(), Some(&16));
        assert!(numbers(5).is_empty());
    }
}
