//! Random schedules that repeat: the same seed gives the same run, natively and in wasm.

/// Which of `choices` a random scheduler takes at step `at`, zero if there are none.
///
/// A function of its arguments alone (`SplitMix64`, Steele, Lea and Flood 2014,
/// <https://doi.org/10.1145/2660193.2660195>), so that a run can be continued from anywhere.
pub fn pick(seed: u32, at: usize, choices: usize) -> usize {
    let mut z = (u64::from(seed) << 32 | at as u64).wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^= z >> 31;
    (z % choices.max(1) as u64) as usize
}
