//! What two papers must share to be compared at all.
//!
//! A pair is a candidate where any of its keys is equal: a band of the `MinHash` signature over word shingles, the
//! first words, the title, the DOI, or the arXiv id.

use crate::{
    Paper,
    near::{identifiers, title, words::Words},
};

/// Words of a shingle.
const SHINGLE: usize = 3;
/// Hash functions of a signature.
const HASHES: usize = BANDS * ROWS;
/// Bands of a signature: 16 of 4 rows find 99 % of the pairs with an overlap of 0.7, and 1 in 10,000 with 0.05.
const BANDS: usize = 16;
const ROWS: usize = 4;
/// Words that a text and its cut copy have in common at the start.
const FIRST_WORDS: usize = 12;
/// Texts with fewer letters and digits have no near duplicates.
pub(super) const LEAST_LETTERS: usize = 100;

/// Keys of a paper.
pub(super) const KEYS: usize = BANDS + 4;

/// The keys of one paper; 0 stands for none.
pub(super) type Sketch = [u32; KEYS];

/// The keys of `paper`.
pub(super) fn sketch(paper: &Paper) -> Sketch {
    let mut sketch = [0; KEYS];
    let words = Words::of_abstract(paper);
    if words.letters().len() >= LEAST_LETTERS {
        sketch[..BANDS].copy_from_slice(&bands(&shingles(&words)));
        sketch[BANDS] =
            key(words.iter().take(FIRST_WORDS).fold(SEED, |hash, word| mix(hash, word_hash(word))));
    }
    let whole = |text: String| key(word_hash(&text));
    sketch[BANDS + 1] = title::telling(paper).map_or(0, whole);
    sketch[BANDS + 2] = identifiers::doi(paper).map_or(0, whole);
    sketch[BANDS + 3] = identifiers::arxiv(paper).map_or(0, whole);
    sketch
}

/// Hashes of the word shingles of a text, sorted, each once; one for a text that is shorter than a shingle.
pub(super) fn shingles(words: &Words) -> Vec<u32> {
    let hashes: Vec<u64> = words.iter().map(word_hash).collect();
    let shingle = |words: &[u64]| {
        let hash = words.iter().fold(SEED, |hash, &word| mix(hash, word));
        (hash >> 32) as u32
    };
    let mut shingles: Vec<u32> = if hashes.len() < SHINGLE {
        vec![shingle(&hashes)]
    } else {
        hashes.windows(SHINGLE).map(shingle).collect()
    };
    shingles.sort_unstable();
    shingles.dedup();
    shingles
}

/// Bands of the `MinHash` signature (Broder 1997), as in locality-sensitive hashing (Indyk and Motwani 1998).
fn bands(shingles: &[u32]) -> [u32; BANDS] {
    let mut least = [u32::MAX; HASHES];
    for &shingle in shingles {
        for (least, &(factor, offset)) in least.iter_mut().zip(&FUNCTIONS) {
            *least = (*least).min(shingle.wrapping_mul(factor).wrapping_add(offset));
        }
    }
    let mut bands = [0; BANDS];
    for (band, rows) in bands.iter_mut().zip(least.chunks_exact(ROWS)) {
        *band = key(rows.iter().fold(SEED, |hash, &row| mix(hash, u64::from(row))));
    }
    bands
}

/// Factors (odd) and offsets of the hash functions.
const FUNCTIONS: [(u32, u32); HASHES] = {
    let mut functions = [(0, 0); HASHES];
    let mut state = SEED;
    let mut i = 0;
    while i < HASHES {
        state = mix(state, i as u64);
        functions[i] = ((state >> 32) as u32 | 1, state as u32);
        i += 1;
    }
    functions
};

const SEED: u64 = 0x9e37_79b9_7f4a_7c15;

fn key(hash: u64) -> u32 {
    ((hash >> 32) as u32).max(1)
}

/// FNV-1a (Fowler, Noll and Vo), then one round of mixing.
fn word_hash(word: &str) -> u64 {
    let hash = word.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    mix(SEED, hash)
}

/// Takes `value` into `hash`, by the finaliser of `SplitMix64` (Steele, Lea and Flood 2014).
const fn mix(hash: u64, value: u64) -> u64 {
    let mut z = hash.rotate_left(5) ^ value;
    z = z.wrapping_add(SEED);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbered(from: usize, to: usize) -> Words {
        Words::of(&(from..to).map(|i| format!("w{i}")).collect::<Vec<_>>().join(" "))
    }

    /// How many bands two texts share whose shingles overlap by `shared` of 100.
    fn shared_bands(shared: usize) -> usize {
        let step = 100 - shared;
        let [a, b] = [numbered(0, 102), numbered(step, step + 102)].map(|words| bands(&shingles(&words)));
        a.iter().zip(&b).filter(|(a, b)| a == b).count()
    }

    #[test]
    fn shingles_are_runs_of_words() {
        assert_eq!(shingles(&numbered(0, 102)).len(), 100);
        assert_eq!(shingles(&numbered(0, 2)).len(), 1);
        let [a, b] = [shingles(&Words::of("a b c")), shingles(&Words::of("c b a"))];
        assert_ne!(a, b);
    }

    #[test]
    fn the_more_texts_overlap_the_more_bands_they_share() {
        assert_eq!(shared_bands(100), BANDS);
        assert!(shared_bands(95) > 6, "{}", shared_bands(95));
        assert_eq!(shared_bands(0), 0);
    }

    /// The share of equal minima is an unbiased estimate of the overlap, so its mean must be near.
    #[test]
    fn nearly_all_pairs_above_the_threshold_are_candidates() {
        let found = (0..200).filter(|&i| {
            let (from, shift) = (i * 1000, 17);
            let [a, b] = [numbered(from, from + 102), numbered(from + shift, from + shift + 102)]
                .map(|words| bands(&shingles(&words)));
            a.iter().zip(&b).any(|(a, b)| a == b)
        });
        assert!(found.count() >= 194);
    }
}
