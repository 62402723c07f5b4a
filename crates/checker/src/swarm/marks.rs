//! Which states were visited, more or less; and numbers that are random, more or less.

use crate::fingerprints::fingerprint;

/// Three bits are set for each state, at places that depend on the seed.
pub struct Marks {
    words: Vec<u64>,
    seed: u64,
}

impl Marks {
    pub fn new(bytes: usize) -> Marks {
        Marks { words: vec![0; (bytes / size_of::<u64>()).max(1)], seed: 0 }
    }

    pub fn clear(&mut self, seed: u64) {
        self.words.fill(0);
        self.seed = seed;
    }

    /// False if it seems to have been marked before.
    pub fn mark(&mut self, state: &[u8]) -> bool {
        let hash = fingerprint(self.seed, state);
        let bits = self.words.len() as u64 * 64;
        let mut is_new = false;
        for nth in 0..3 {
            // two hashes are as good as many (Kirsch and Mitzenmacher, 2008,
            // https://doi.org/10.1002/rsa.20208)
            let place = (hash >> 32).wrapping_add(nth * (hash & 0xffff_ffff | 1)) % bits;
            let (word, bit) = (&mut self.words[place as usize / 64], 1 << (place % 64));
            is_new |= *word & bit == 0;
            *word |= bit;
        }
        is_new
    }
}

/// `SplitMix64` (Steele, Lea and Flood, 2014, <https://doi.org/10.1145/2660193.2660195>).
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut it = self.0;
        it = (it ^ (it >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        it = (it ^ (it >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        it ^ (it >> 31)
    }

    /// Any order, each about as likely.
    pub fn shuffle<T>(&mut self, all: &mut [T]) {
        for last in (1..all.len()).rev() {
            all.swap(last, (self.next() % (last as u64 + 1)) as usize);
        }
    }
}
