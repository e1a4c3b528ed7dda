//! Pairs of papers that share a key.

use std::cmp::Ordering;

use crate::near::sketch::{KEYS, Sketch};

/// In a group of so many papers with one key, each is paired with each.
const SMALL_GROUP: usize = 32;
/// In a greater group each paper is paired with so many that share the most keys with it in order.
const WINDOW: usize = 8;

/// The pairs of `sketches` that share a key and of which one is `fresh`, sorted, the smaller index first.
///
/// In a group of more than 32 papers only the 8 next ones in the order of their sketches are paired with each, so the
/// time is O(n log n) whatever the papers.
pub(super) fn pairs(sketches: &[Sketch], fresh: &[bool]) -> Vec<(u32, u32)> {
    let mut pairs = Vec::new();
    for key in 0..KEYS {
        let order = sorted_by(key, sketches);
        for group in order.chunk_by(|a, b| a.0 == b.0) {
            let mut members: Vec<u32> = group.iter().map(|&(_, paper)| paper).collect();
            pair(&mut members, sketches, |a, b| {
                if fresh[a as usize] || fresh[b as usize] {
                    pairs.push((a.min(b), a.max(b)));
                }
            });
        }
        pairs.sort_unstable();
        pairs.dedup();
    }
    pairs
}

/// The papers that have the key, by its value, then index.
fn sorted_by(key: usize, sketches: &[Sketch]) -> Vec<(u32, u32)> {
    let mut order: Vec<(u32, u32)> =
        sketches.iter().enumerate().map(|(paper, sketch)| (sketch[key], paper as u32)).collect();
    order.retain(|&(value, _)| value != 0);
    order.sort_unstable();
    order
}

fn pair(members: &mut [u32], sketches: &[Sketch], mut add: impl FnMut(u32, u32)) {
    let window = if members.len() <= SMALL_GROUP { SMALL_GROUP } else { WINDOW };
    if members.len() > SMALL_GROUP {
        members.sort_unstable_by(|&a, &b| by_sketch(a, b, sketches));
    }
    for (i, &a) in members.iter().enumerate() {
        members[i + 1..].iter().take(window).for_each(|&b| add(a, b));
    }
}

fn by_sketch(a: u32, b: u32, sketches: &[Sketch]) -> Ordering {
    sketches[a as usize].cmp(&sketches[b as usize]).then(a.cmp(&b))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn sketch(values: &[u32]) -> Sketch {
        let mut sketch = [0; KEYS];
        sketch[..values.len()].copy_from_slice(values);
        sketch
    }

    /// Every pair that shares a key, one by one.
    fn slow(sketches: &[Sketch], fresh: &[bool]) -> Vec<(u32, u32)> {
        let mut pairs = Vec::new();
        for a in 0..sketches.len() {
            for b in a + 1..sketches.len() {
                let shares = sketches[a].iter().zip(&sketches[b]).any(|(a, b)| *a != 0 && a == b);
                if shares && (fresh[a] || fresh[b]) {
                    pairs.push((a as u32, b as u32));
                }
            }
        }
        pairs
    }

    proptest! {
        #[test]
        fn small_groups_are_paired_whole(
            papers in proptest::collection::vec((proptest::array::uniform3(0u32..4), any::<bool>()), 0..30),
        ) {
            let sketches: Vec<Sketch> = papers.iter().map(|(values, _)| sketch(values)).collect();
            let fresh: Vec<bool> = papers.iter().map(|&(_, fresh)| fresh).collect();
            prop_assert_eq!(pairs(&sketches, &fresh), slow(&sketches, &fresh));
        }
    }

    #[test]
    fn great_groups_are_paired_with_the_most_alike() {
        let sketches: Vec<Sketch> = (0..1000).map(|i| sketch(&[7, 1 + i % 500])).collect();
        let pairs = pairs(&sketches, &[true; 1000]);
        assert!(pairs.len() <= 9 * 1000, "{}", pairs.len());
        assert!((0..500).all(|i| pairs.contains(&(i, i + 500))));
    }
}
