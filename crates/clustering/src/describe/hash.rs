//! A fast hash for keys of a few numbers; nothing depends on its order.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A map with this hash.
pub(crate) type FastMap<K, V> = HashMap<K, V, BuildHasherDefault<FoldHasher>>;

/// Multiplies and folds: the high half of the product is mixed into the low one.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct FoldHasher(u64);

const ODD: u64 = 0x9E37_79B9_7F4A_7C15;

impl Hasher for FoldHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for part in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..part.len()].copy_from_slice(part);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u32(&mut self, value: u32) {
        self.write_u64(u64::from(value));
    }

    fn write_u64(&mut self, value: u64) {
        let product = u128::from(self.0.rotate_left(23) ^ value).wrapping_mul(u128::from(ODD));
        self.0 = product as u64 ^ (product >> 64) as u64;
    }
}
