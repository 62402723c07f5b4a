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
use std::ops::Range;

/// The words of a state.
#[inline]
fn words<const WORDS: usize>(state: &[u8]) -> &[[u8; WORD]] {
    let words = state.as_chunks().0;
    if WORDS > 0 { &words[..WORDS] } else { words }
}

/// A hash that is the same on every target: all bits of it are worth using.
///
/// The halves of each word, each with a key added, are multiplied, and the products summed (Black
/// et al., UMAC, 1999): no product waits for another, and no target needs more than a 64-bit one. A state may go on
/// with words that are zero and not there: `zeros` is what they add ([`hash_of_zeros`]).
#[inline]
pub fn hash<const WORDS: usize>(state: &[u8], zeros: u64) -> u64 {
    let words = words::<WORDS>(state);
    assert!(words.len() <= KEYS.len(), "a word of a state needs a key");
    let products = words.iter().zip(&KEYS).map(|(it, key)| product(u64::from_le_bytes(*it), key));
    mix(products.fold(zeros, u64::wrapping_add))
}

/// What some words of a state add to its hash if they are zero.
pub fn hash_of_zeros(words: Range<usize>) -> u64 {
    KEYS[words].iter().map(|key| product(0, key)).fold(0, u64::wrapping_add)
}

/// The first of some states that has words other than zero behind the first `least`, and how many words it has up to
/// the last of these.
pub fn first_wider(states: &[u8], width: usize, least: usize) -> Option<(usize, usize)> {
    let rest = |state| &words::<0>(state)[least..];
    let all =
        |words: &[[u8; WORD]]| words.iter().fold(0, |all, word| all | u64::from_le_bytes(*word));
    let at = states.chunks_exact(width).position(|state| all(rest(state)) != 0)?;
    let wider = rest(&states[at * width..][..width]);
    let used = wider.iter().rposition(|word| *word != [0; WORD])? + 1;
    Some((at, least + used))
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
                assert_ne!(hash::<WORDS>(&zero, 0), hash::<WORDS>(&one, 0));
                assert_eq!(hash::<WORDS>(&one, 0), hash::<0>(&one, 0));
            }
        }
        check::<8, 1>();
        check::<16, 2>();
        check::<40, 0>();
    }

    #[test]
    fn words_that_are_zero_need_not_be_there() {
        let mut states = [0_u8; 80];
        states[1] = 7;
        states[41] = 9;
        assert_eq!(hash::<1>(&states[..8], hash_of_zeros(1..5)), hash::<0>(&states[..40], 0));
        assert_eq!(first_wider(&states, 40, 1), None);
        states[63] = 1;
        assert_eq!(first_wider(&states, 40, 1), Some((1, 3)));
        assert_eq!(first_wider(&states, 40, 3), None);
        states[39] = 1;
        assert_eq!(first_wider(&states, 40, 3), Some((0, 5)));
        assert_eq!(first_wider(&states, 40, 5), None);
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
                    hashes.push(hash::<5>(&state, 0));
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
        assert_eq!(hash::<1>(&[1_u8, 2, 3, 0, 0, 0, 0, 0], 0), 6_544_014_453_199_234_293);
    }
}
