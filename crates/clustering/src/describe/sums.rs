//! Sums over many documents at a time.

use std::hash::{BuildHasher, Hash};
use std::ops::AddAssign;

use rayon::prelude::*;

use super::hash::FastMap;

/// Parts of a sum; as many threads can add at a time.
const PARTS: usize = 16;
/// Documents whose values wait to be added at most.
const BATCH: usize = 2048;
/// Documents that one thread takes at a time.
const TAKEN: usize = 64;

/// The sum of the values of each key, in parts by the hash of the key.
#[derive(Debug)]
pub(crate) struct Sums<K, V> {
    parts: Vec<FastMap<K, V>>,
}

impl<K: Hash + Eq + Send + Sync + Copy, V: AddAssign + Default + Send + Sync + Copy> Sums<K, V> {
    pub(crate) fn new() -> Self {
        Self { parts: (0..PARTS).map(|_| FastMap::default()).collect() }
    }

    /// Sums what `each` puts forward for every document. Values must be whole, so that their order does not matter.
    pub(crate) fn of<D: Sync>(documents: &[D], each: impl Fn(&D, &mut dyn FnMut(K, V)) + Sync) -> Self {
        let mut sums = Self::new();
        for batch in documents.chunks(BATCH) {
            let found: Vec<Vec<Vec<(K, V)>>> =
                batch.par_chunks(TAKEN).map(|taken| sums.sorted_out(taken, &each)).collect();
            sums.parts.par_iter_mut().enumerate().for_each(|(part, sum)| {
                found.iter().flat_map(|found| &found[part]).for_each(|&(key, value)| {
                    *sum.entry(key).or_default() += value;
                });
            });
        }
        sums
    }

    fn sorted_out<D>(&self, documents: &[D], each: &impl Fn(&D, &mut dyn FnMut(K, V))) -> Vec<Vec<(K, V)>> {
        let mut parts = vec![Vec::new(); PARTS];
        for document in documents {
            each(document, &mut |key, value| parts[self.part(&key)].push((key, value)));
        }
        parts
    }

    fn part(&self, key: &K) -> usize {
        // The map itself uses the low and the highest bits.
        (self.parts[0].hasher().hash_one(key) >> 40) as usize % PARTS
    }

    pub(crate) fn get(&self, key: &K) -> Option<&V> {
        self.parts[self.part(key)].get(key)
    }

    /// Keeps the sums that are `wanted`.
    pub(crate) fn retain(&mut self, wanted: impl Fn(&V) -> bool + Sync) {
        self.parts.par_iter_mut().for_each(|part| {
            part.retain(|_, value| wanted(value));
            part.shrink_to_fit();
        });
    }

    /// Takes in the sums of other keys.
    pub(crate) fn extend(&mut self, other: Self) {
        self.parts.iter_mut().zip(other.parts).for_each(|(part, other)| part.extend(other));
    }

    /// All keys with their sums, in rising order.
    pub(crate) fn into_sorted(self) -> Vec<(K, V)>
    where
        K: Ord,
    {
        let mut all: Vec<(K, V)> = self.parts.into_iter().flatten().collect();
        all.par_sort_unstable_by_key(|(key, _)| *key);
        all
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;
    use crate::testing::in_pool;

    proptest! {
        #[test]
        fn sums_are_those_of_one_map(documents in prop::collection::vec(prop::collection::vec(0_u32..50, 0..20), 0..200), threads in 1_usize..4) {
            let mut slow: BTreeMap<u32, u32> = BTreeMap::new();
            documents.iter().flatten().for_each(|&key| *slow.entry(key).or_default() += 1);
            let sums = in_pool(threads, || {
                Sums::of(&documents, |document: &Vec<u32>, put: &mut dyn FnMut(u32, u32)| document.iter().for_each(|&key| put(key, 1)))
            });
            prop_assert!(slow.iter().all(|(key, value)| sums.get(key) == Some(value)));
            prop_assert_eq!(sums.into_sorted(), slow.into_iter().collect::<Vec<_>>());
        }
    }
}
