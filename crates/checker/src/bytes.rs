//! States as words: hashed and compared eight bytes at a time.
//!
//! Comparing slices with `==` would call `memcmp`, which wasm runs byte by byte. Where the compiler knows
//! how many words there are, as `WORDS` says unless it is zero, everything takes half as long.

/// Calls a function for states of so many words: of each number that most states have there is one of
/// its own.
macro_rules! for_words {
    ($words:expr, $($call:ident).+ :: <_> $arguments:tt) => {
        match $words {
            1 => $($call).+::<1> $arguments,
            2 => $($call).+::<2> $arguments,
            3 => $($call).+::<3> $arguments,
            4 => $($call).+::<4> $arguments,
            5 => $($call).+::<5> $arguments,
            6 => $($call).+::<6> $arguments,
            _ => $($call).+::<0> $arguments,
        }
    };
}
pub(crate) use for_words;
pub use model::WORD;

/// The words of a state.
#[inline]
fn words<const WORDS: usize>(state: &[u8]) -> &[[u8; WORD]] {
    let words = state.as_chunks().0;
    if WORDS > 0 { &words[..WORDS] } else { words }
}

/// A hash that is the same on every target: all bits of it are worth using.
///
/// The halves of each word, each with a key added, are multiplied, and the products summed (Black
/// et al., UMAC, 1999): no product waits for another, and no target needs more than a 64-bit one.
#[inline]
pub fn hash<const WORDS: usize>(state: &[u8]) -> u64 {
    let words = words::<WORDS>(state);
    assert!(words.len() <= KEYS.len(), "a word of a state needs a key");
    let products = words.iter().zip(&KEYS).map(|(it, key)| product(u64::from_le_bytes(*it), key));
    mix(products.fold(0, u64::wrapping_add))
}

#[inline]
fn product(word: u64, key: &[u32; 2]) -> u64 {
    let [low, high] = halves(word);
    u64::from(low.wrapping_add(key[0])) * u64::from(high.wrapping_add(key[1]))
}

/// Whether two states are equal.
#[inline]
pub fn same<const WORDS: usize>(one: &[u8], other: &[u8]) -> bool {
    let (one, other) = (words::<WORDS>(one), words::<WORDS>(other));
    let differences = one
        .iter()
        .zip(other)
        .fold(0, |all, (one, other)| all | (u64::from_le_bytes(*one) ^ u64::from_le_bytes(*other)));
    differences == 0
}

const fn halves(word: u64) -> [u32; 2] {
    [word as u32, (word >> 32) as u32]
}

/// Odd, without pattern: 2^64 divided by the golden ratio.
const MIX: u64 = 0x9e37_79b9_7f4a_7c15;

/// Spreads what is in the high bits over the low ones, and the other way round.
const fn mix(sum: u64) -> u64 {
    let product = (sum ^ (sum >> 32)).wrapping_mul(MIX);
    product ^ (product >> 32)
}

/// One for each word: packed, with each array at the beginning of a word, a state may be nearly twice as long
/// as before.
const KEYS: [[u32; 2]; 1_032] = {
    let mut keys = [[0; 2]; 1_032];
    let mut at = 0;
    while at < keys.len() {
        keys[at] = halves(mix(MIX.wrapping_mul(at as u64 + 1)));
        at += 1;
    }
    keys
};

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_byte_counts() {
        fn check<const N: usize, const WORDS: usize>() {
            let zero = [0_u8; N];
            for at in 0..N {
                let mut one = zero;
                one[at] = 1;
                assert!(!same::<WORDS>(&zero, &one) && same::<WORDS>(&one, &one));
                assert_ne!(hash::<WORDS>(&zero), hash::<WORDS>(&one));
                assert_eq!(hash::<WORDS>(&one), hash::<0>(&one));
            }
        }
        check::<8, 1>();
        check::<16, 2>();
        check::<40, 0>();
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
                    hashes.push(hash::<5>(&state));
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
        assert_eq!(hash::<1>(&[1_u8, 2, 3, 0, 0, 0, 0, 0]), 6_544_014_453_199_234_293);
    }
}
