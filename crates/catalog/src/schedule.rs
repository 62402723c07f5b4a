//! Random schedules that repeat: the same seed gives the same run, natively and in wasm.

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// Which of `choices` a random scheduler takes at step `at`, zero if there are none.
///
/// A function of its arguments alone, so that a run can be continued from anywhere.
pub fn pick(seed: u32, at: usize, choices: usize) -> usize {
    let mut random = SplitMix64::seed_from_u64(u64::from(seed) << 32 | at as u64);
    (random.next_u64() % choices.max(1) as u64) as usize
}
