//! Fingerprints in place of states, 64 bits each.
//!
//! Two states with the same fingerprint are taken for one, so a search may miss states: it proves
//! nothing. If fingerprints are as good as random, the chance that any two of N states have the same
//! one is below N² / 2⁶⁵ (the birthday bound; [Stern and Dill, 1995][compaction] on keeping hashes
//! instead of states, [Holzmann, 1998][bitstate] on keeping less).
//!
//! [compaction]: https://doi.org/10.1007/3-540-60385-9_13
//! [bitstate]: https://doi.org/10.1023/A:1008696026254

use std::hash::{DefaultHasher, Hasher};

/// The bytes of a fingerprint.
pub const WIDTH: usize = size_of::<u64>();

/// Not the hash by which tables find states: that one is quick, and this one as good as random.
pub fn fingerprint(seed: u64, state: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write_u64(seed);
    hasher.write(state);
    hasher.finish()
}

/// The fingerprint of a state, as bytes.
pub fn of(state: &[u8]) -> [u8; WIDTH] {
    fingerprint(0, state).to_le_bytes()
}

/// The fingerprints of some states of that width, one after the other.
pub fn of_all(states: &[u8], width: usize, fingerprints: &mut Vec<u8>) {
    fingerprints.clear();
    states.chunks_exact(width).for_each(|state| fingerprints.extend(of(state)));
}
