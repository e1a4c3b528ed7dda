//! Which new topic goes on from which old one.

use std::collections::{BTreeMap, BTreeSet};

use super::assignment::heaviest;
use super::{Kind, PreviousTopic};

/// Weight of the shared papers beside that of the likeness of the centres.
const OF_PAPERS: f64 = 0.7;
/// What a shared paper weighs; all scores of a map together weigh less.
const PAPER: i64 = 1 << 32;
/// What a score of 1 weighs.
const SCORE: f64 = 1e6;

/// The new topics' ids.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Followed {
    /// Permanent id of every new topic, in the order they came in.
    pub ids: Vec<String>,
    /// The next free number.
    pub next_number: u64,
}

/// Gives every new topic, a set of paper ids, the id of the previous topic that it goes on from, or a new one.
///
/// A previous topic may go on in a new one that holds at least half of the papers of the smaller of both; of the previous one only those
/// count that are in `topics` still. Of all ways to pair these, the one in which most papers keep their topic, so that the
/// larger part of a split and the larger of two that merged goes on; ties by the greatest sum of `0.7 shared / smaller + 0.3
/// likeness`, where `likeness` is the cosine of the centres of an old and a new topic, by their places. New ids are the letter of their kind and the next free number, larger topics
/// first, ties by the smallest paper id. Cost is linear in the number of papers, but for sorting and for the pairing of
/// topics that hang together by shared papers, which is cubic in their number.
#[must_use]
pub fn follow(
    kind: Kind,
    previous: &[PreviousTopic],
    next_number: u64,
    topics: &[BTreeSet<&str>],
    likeness: &dyn Fn(usize, usize) -> f64,
) -> Followed {
    let mut ids = vec![String::new(); topics.len()];
    for component in components(pairs(previous, topics, likeness)) {
        for (old, new) in matched(&component) {
            ids[new].clone_from(&previous[old].id);
        }
    }
    let next_number = mint(kind, &mut ids, topics, next_number.max(1));
    Followed { ids, next_number }
}

/// An old and a new topic that may be the same.
#[derive(Debug, Clone, Copy)]
struct Pair {
    old: usize,
    new: usize,
    weight: i64,
}

fn pairs(
    previous: &[PreviousTopic],
    topics: &[BTreeSet<&str>],
    likeness: &dyn Fn(usize, usize) -> f64,
) -> Vec<Pair> {
    let home: BTreeMap<&str, usize> = topics
        .iter()
        .enumerate()
        .flat_map(|(topic, papers)| papers.iter().map(move |paper| (*paper, topic)))
        .collect();
    let mut pairs = Vec::new();
    for (old, topic) in previous.iter().enumerate() {
        let mut shared: BTreeMap<usize, usize> = BTreeMap::new();
        for new in topic.papers.iter().filter_map(|paper| home.get(paper.as_str())) {
            *shared.entry(*new).or_default() += 1;
        }
        let left: usize = shared.values().sum();
        for (new, shared) in shared {
            let smaller = left.min(topics[new].len());
            if shared * 2 >= smaller {
                let overlap = shared as f64 / smaller as f64;
                let score = OF_PAPERS * overlap + (1.0 - OF_PAPERS) * likeness(old, new).clamp(0.0, 1.0);
                pairs.push(Pair { old, new, weight: shared as i64 * PAPER + (score * SCORE) as i64 });
            }
        }
    }
    pairs
}

/// The pairs in groups that have no topic in common.
fn components(mut pairs: Vec<Pair>) -> Vec<Vec<Pair>> {
    let mut components = Vec::new();
    while let Some(first) = pairs.pop() {
        let mut component = vec![first];
        let mut reached = 0;
        while reached < component.len() {
            let one = component[reached];
            let touches = |pair: &Pair| pair.old == one.old || pair.new == one.new;
            component.extend(pairs.iter().copied().filter(touches));
            pairs.retain(|pair| !touches(pair));
            reached += 1;
        }
        components.push(component);
    }
    components
}

/// The heaviest one-to-one pairs of a component.
fn matched(component: &[Pair]) -> Vec<(usize, usize)> {
    let places = |of: fn(&Pair) -> usize| {
        component.iter().map(of).collect::<BTreeSet<_>>().into_iter().collect::<Vec<_>>()
    };
    let (olds, news) = (places(|pair| pair.old), places(|pair| pair.new));
    let mut weights = vec![vec![0; news.len()]; olds.len()];
    for pair in component {
        let place = |of: &[usize], one| of.binary_search(&one).unwrap_or_default();
        weights[place(&olds, pair.old)][place(&news, pair.new)] = pair.weight;
    }
    heaviest(&weights).into_iter().map(|(old, new)| (olds[old], news[new])).collect()
}

fn mint(kind: Kind, ids: &mut [String], topics: &[BTreeSet<&str>], mut next: u64) -> u64 {
    let mut new: Vec<usize> = (0..ids.len()).filter(|&topic| ids[topic].is_empty()).collect();
    new.sort_by(|&a, &b| {
        topics[b].len().cmp(&topics[a].len()).then(topics[a].first().cmp(&topics[b].first()))
    });
    for topic in new {
        ids[topic] = kind.id(next);
        next += 1;
    }
    next
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn set<'a>(papers: &[&'a str]) -> BTreeSet<&'a str> {
        papers.iter().copied().collect()
    }

    fn old(id: &str, papers: &[&str]) -> PreviousTopic {
        let papers = papers.iter().map(|&paper| paper.to_owned()).collect();
        PreviousTopic { id: id.to_owned(), label: id.to_uppercase(), own_label: None, papers }
    }

    fn followed(previous: &[PreviousTopic], next: u64, topics: &[BTreeSet<&str>]) -> Followed {
        follow(Kind::Topic, previous, next, topics, &|_, _| 0.5)
    }

    #[test]
    fn a_first_run_numbers_by_size_then_smallest_paper() {
        let followed = followed(&[], 1, &[set(&["c"]), set(&["x", "b"]), set(&["a", "z"])]);
        assert_eq!(followed.ids, ["t3", "t2", "t1"]);
        assert_eq!(followed.next_number, 4);
    }

    #[test]
    fn ids_follow_most_shared_papers_and_are_never_used_again() {
        let previous = [old("t1", &["a", "b", "c", "d"]), old("t2", &["e", "f"]), old("t4", &["g"])];
        let topics = [set(&["e", "f", "n"]), set(&["a", "b", "c"]), set(&["d", "o", "p"])];
        let followed = followed(&previous, 5, &topics);
        assert_eq!(followed.ids, ["t2", "t1", "t5"]);
        assert_eq!(followed.next_number, 6);
    }

    #[test]
    fn the_larger_half_of_a_split_keeps_the_id() {
        let previous = [old("t1", &["a", "b", "c", "d", "e"])];
        assert_eq!(followed(&previous, 2, &[set(&["a", "b"]), set(&["c", "d", "e"])]).ids, ["t2", "t1"]);
    }

    #[test]
    fn the_larger_of_two_that_merged_goes_on() {
        let previous = [old("t1", &["a", "b"]), old("t2", &["c", "d", "e"])];
        assert_eq!(followed(&previous, 3, &[set(&["a", "b", "c", "d", "e"])]).ids, ["t2"]);
    }

    #[test]
    fn less_than_half_is_a_new_topic() {
        let previous = [old("t1", &["a", "b", "c", "d"])];
        let topics =
            [set(&["a", "w", "x", "y"]), set(&["b", "c1", "c2"]), set(&["c", "e"]), set(&["d", "f", "g"])];
        assert_eq!(followed(&previous, 2, &topics).ids, ["t2", "t3", "t1", "t4"]);
    }

    #[test]
    fn of_equal_parts_the_liker_one_goes_on() {
        let previous = [old("t1", &["a", "b", "c", "d"])];
        let topics = [set(&["a", "b"]), set(&["c", "d"])];
        for like in [0, 1] {
            let likeness = |_: usize, new: usize| if new == like { 0.9 } else { 0.1 };
            assert_eq!(follow(Kind::Topic, &previous, 2, &topics, &likeness).ids[like], "t1");
        }
    }

    #[test]
    fn a_little_more_papers_count_more_than_a_liker_centre() {
        let previous = [old("t1", &["a", "b", "c", "d", "e", "f", "g"])];
        let topics = [set(&["a", "b", "c"]), set(&["d", "e", "f", "g"])];
        let likeness = |_: usize, new: usize| if new == 0 { 1.0 } else { 0.0 };
        assert_eq!(follow(Kind::Topic, &previous, 2, &topics, &likeness).ids, ["t2", "t1"]);
    }

    #[test]
    fn papers_that_left_the_map_take_no_id_away() {
        let previous = [old("t1", &["a", "b", "c", "d", "e", "f"])];
        assert_eq!(followed(&previous, 2, &[set(&["a", "b", "x", "y", "z"])]).ids, ["t1"]);
    }

    fn sizes(owners: &[usize]) -> [[usize; 4]; 4] {
        let mut shared = [[0; 4]; 4];
        for owner in owners {
            shared[owner / 4][owner % 4] += 1;
        }
        shared
    }

    /// The most papers that can keep their topic, by trying every way.
    fn most_kept(shared: &[[usize; 4]; 4], old: usize, taken: &mut [bool; 4]) -> usize {
        if old == 4 {
            return 0;
        }
        let left: usize = shared[old].iter().sum();
        let mut most = most_kept(shared, old + 1, taken);
        for new in 0..4 {
            let smaller = left.min((0..4).map(|old| shared[old][new]).sum());
            if !taken[new] && shared[old][new] > 0 && shared[old][new] * 2 >= smaller {
                taken[new] = true;
                most = most.max(shared[old][new] + most_kept(shared, old + 1, taken));
                taken[new] = false;
            }
        }
        most
    }

    proptest! {
        #[test]
        fn as_many_papers_as_can_keep_their_topic(owners in prop::collection::vec(0_usize..16, 1..40)) {
            let names: Vec<String> = (0..owners.len()).map(|paper| format!("p{paper:02}")).collect();
            let of = |is: &dyn Fn(usize) -> bool| -> Vec<&str> {
                names.iter().zip(&owners).filter(|(_, owner)| is(**owner)).map(|(name, _)| name.as_str()).collect()
            };
            let previous: Vec<PreviousTopic> =
                (0..4).map(|topic| old(&format!("t{topic}"), &of(&|owner| owner / 4 == topic))).collect();
            let topics: Vec<BTreeSet<&str>> = (0..4).map(|topic| set(&of(&|owner| owner % 4 == topic))).collect();
            let ids = followed(&previous, 4, &topics).ids;
            prop_assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), 4);
            let shared = sizes(&owners);
            let kept: usize = (0..4).flat_map(|old| (0..4).map(move |new| (old, new)))
                .filter(|(old, new)| ids[*new] == format!("t{old}"))
                .map(|(old, new)| shared[old][new])
                .sum();
            prop_assert_eq!(kept, most_kept(&shared, 0, &mut [false; 4]));
        }
    }

    #[test]
    fn all_pairs_together_weigh_most() {
        let previous = [old("t1", &["a", "b", "c", "d"]), old("t2", &["e", "f", "g"])];
        let topics = [set(&["a", "b", "e", "f"]), set(&["c", "d"])];
        assert_eq!(followed(&previous, 3, &topics).ids, ["t2", "t1"]);
    }
}
