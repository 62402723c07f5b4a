//! The bitstate filter, which knows most visited states, and random orders.

use crate::fingerprints::fingerprint;
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::Rng;

/// Three bits are set for each state, at places that depend on the seed.
pub struct BitstateFilter {
    words: Vec<u64>,
    seed: u64,
}

impl BitstateFilter {
    pub fn new(bytes: usize) -> BitstateFilter {
        BitstateFilter { words: vec![0; (bytes / size_of::<u64>()).max(1)], seed: 0 }
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

/// Shuffles: every order is about as likely.
pub fn shuffle<T>(random: &mut SplitMix64, all: &mut [T]) {
    for last in (1..all.len()).rev() {
        all.swap(last, (random.next_u64() % (last as u64 + 1)) as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_xoshiro::rand_core::SeedableRng;

    /// Other numbers would make other searches of published seeds.
    #[test]
    fn numbers_of_a_seed_never_change() {
        let mut random = SplitMix64::seed_from_u64(0);
        let numbers = [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4, 0x06c4_5d18_8009_454f];
        assert_eq!(numbers.map(|_| random.next_u64()), numbers);
    }

    #[test]
    fn every_order_is_as_likely() {
        let mut random = SplitMix64::seed_from_u64(1);
        let mut counts = [[0_u32; 4]; 4];
        for _ in 0..4000 {
            let mut all = [0, 1, 2, 3];
            shuffle(&mut random, &mut all);
            for (place, &it) in all.iter().enumerate() {
                counts[place][it] += 1;
            }
        }
        // four times the standard deviation on either side
        assert!(counts.iter().flatten().all(|it| (890..1110).contains(it)), "{counts:?}");
    }

    /// Three bits of 6,400 for each of a hundred states: few seem to have been there.
    #[test]
    fn what_is_marked_is_known() {
        let mut filter = BitstateFilter::new(800);
        let new = (0..100_u8).filter(|it| filter.mark(&[*it])).count();
        assert!((98..=100).contains(&new), "{new}");
        assert!((0..100_u8).all(|it| !filter.mark(&[it])));
        filter.clear(1);
        assert!(filter.mark(&[0]));
    }
}
