//! States as bytes: hashed and compared eight at a time.
//!
//! The length is a constant wherever this is used, so that the loops unroll. Comparing slices with
//! `==` would call `memcmp`, which wasm runs byte by byte.

use model::Plain;

const WORD: usize = size_of::<u64>();

/// The state's bytes as words; the last one overlaps the one before it, or is filled with zeros.
#[inline]
fn words(bytes: &[u8]) -> impl Iterator<Item = u64> {
    let word = |chunk: &[u8]| {
        let mut word = [0; WORD];
        word[..chunk.len()].copy_from_slice(chunk);
        u64::from_le_bytes(word)
    };
    let tail = match bytes.len() {
        len if len % WORD == 0 => None,
        len => Some(word(&bytes[len.saturating_sub(WORD)..])),
    };
    bytes.chunks_exact(WORD).map(word).chain(tail)
}

/// A hash that is the same on every target: all bits of it are worth using.
///
/// The halves of each word, each with a key added, are multiplied, and the products summed (Black
/// et al., UMAC, 1999): no product waits for another, and no target needs more than a 64-bit one.
#[inline]
pub fn hash(state: &impl Plain) -> u64 {
    /// Odd, without pattern: 2^64 divided by the golden ratio.
    const KEY: u64 = 0x9e37_79b9_7f4a_7c15;
    let halves = |it: u64| [it as u32, (it >> 32) as u32];
    // the low bits of a product know nothing of the high bits of its factors
    let fold = |it: u64| it ^ (it >> 32);
    let mix = |it: u64| fold(fold(it).wrapping_mul(KEY));
    let keys = (1..).map(|at: u64| halves(mix(KEY.wrapping_mul(at))));
    let products = words(state.as_bytes()).zip(keys).map(|(word, [low_key, high_key])| {
        let [low, high] = halves(word);
        u64::from(low.wrapping_add(low_key)) * u64::from(high.wrapping_add(high_key))
    });
    mix(products.fold(0, u64::wrapping_add))
}

/// Whether two states are equal.
#[inline]
pub fn same<S: Plain>(one: &S, other: &S) -> bool {
    let pairs = words(one.as_bytes()).zip(words(other.as_bytes()));
    pairs.fold(0, |differences, (one, other)| differences | (one ^ other)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_byte_counts() {
        fn check<const N: usize>() {
            let zero = [0_u8; N];
            for at in 0..N {
                let mut one = zero;
                one[at] = 1;
                assert!(!same(&zero, &one) && same(&one, &one));
                assert_ne!(hash(&zero), hash(&one));
            }
        }
        check::<1>();
        check::<7>();
        check::<8>();
        check::<9>();
        check::<16>();
        check::<33>();
    }

    /// Small numbers in a few bytes are what states are made of.
    #[test]
    fn small_numbers_spread() {
        let mut hashes = Vec::new();
        for at in 0..40_u32 {
            for other in 0..at {
                for values in 0..64 {
                    let mut state = [0_u8; 40];
                    state[at as usize] = values / 8;
                    state[other as usize] = 1 + values % 8;
                    hashes.push(hash(&state));
                }
            }
        }
        let count = |part: fn(u64) -> u64| {
            let parts: HashSet<u64> = hashes.iter().map(|&hash| part(hash)).collect();
            parts.len()
        };
        let distinct = 39 * 40 / 2 * 56 + 40 * 8 - 8;
        assert_eq!(count(|hash| hash), distinct);
        // as many as throwing that many balls into 2^16 bins leaves taken, within two per cent
        #[expect(clippy::cast_precision_loss)]
        let taken = 65536.0 * (1.0 - (-(distinct as f64) / 65536.0).exp());
        let parts: [fn(u64) -> u64; 3] =
            [|hash| hash & 0xffff, |hash| hash >> 16 & 0xffff, |hash| hash >> 48];
        for part in parts {
            #[expect(clippy::cast_precision_loss)]
            let ratio = count(part) as f64 / taken;
            assert!((0.98..1.02).contains(&ratio), "{ratio}");
        }
    }

    /// Runs and reports must not depend on the target.
    #[test]
    fn the_hash_is_this_one() {
        assert_eq!(hash(&[1_u8, 2, 3]), 6_544_014_453_199_234_293);
    }
}
