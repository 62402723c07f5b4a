//! States as bytes: hashed and compared eight at a time.
//!
//! Comparing slices with `==` would call `memcmp`, which wasm runs byte by byte.

/// A hash that is the same on every target: all bits of it are worth using.
///
/// The halves of each word, each with a key added, are multiplied, and the products summed (Black
/// et al., UMAC, 1999): no product waits for another, and no target needs more than a 64-bit one.
#[inline]
pub fn hash(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks();
    assert!(words.len() < KEYS.len(), "a word of a state needs a key");
    finish(sum_of(words), words.len(), rest, bytes)
}

/// The hashes of states of the same size, one after the other. Where their number of words is known
/// to the compiler, this takes half as long.
pub fn hash_all(states: &[u8], width: usize, hashes: &mut [u64]) {
    macro_rules! of_words {
        ($($words:literal)*) => {
            match width / 8 {
                $($words => hash_words::<$words>(states, width, hashes),)*
                _ => {
                    let states = states.chunks_exact(width);
                    hashes.iter_mut().zip(states).for_each(|(it, state)| *it = hash(state));
                }
            }
        };
    }
    of_words!(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16);
}

fn hash_words<const WORDS: usize>(states: &[u8], width: usize, hashes: &mut [u64]) {
    for (hash, state) in hashes.iter_mut().zip(states.chunks_exact(width)) {
        let (words, rest) = state.as_chunks();
        let words: &[[u8; 8]; WORDS] = words.try_into().expect("a state has so many words");
        *hash = finish(sum_of(words), WORDS, rest, state);
    }
}

#[inline]
fn sum_of(words: &[[u8; 8]]) -> u64 {
    let products = words.iter().zip(&KEYS).map(|(it, key)| product(u64::from_le_bytes(*it), key));
    products.fold(0, u64::wrapping_add)
}

/// The hash of a state, given the sum of its whole words, how many they are, and what is left.
#[inline]
fn finish(sum: u64, words: usize, rest: &[u8], state: &[u8]) -> u64 {
    let last = if rest.is_empty() { 0 } else { product(last_word(state), &KEYS[words]) };
    mix(sum.wrapping_add(last))
}

#[inline]
fn product(word: u64, key: &[u32; 2]) -> u64 {
    let [low, high] = halves(word);
    u64::from(low.wrapping_add(key[0])) * u64::from(high.wrapping_add(key[1]))
}

/// Whether two states of the same size are equal.
#[inline]
pub fn same(one: &[u8], other: &[u8]) -> bool {
    let (words, rest) = one.as_chunks::<8>();
    let mut differences = 0;
    for (one, other) in words.iter().zip(other.as_chunks().0) {
        differences |= u64::from_le_bytes(*one) ^ u64::from_le_bytes(*other);
    }
    if !rest.is_empty() {
        differences |= last_word(one) ^ last_word(other);
    }
    differences == 0
}

/// Copies a state to a place of the same size.
#[inline]
pub fn copy(to: &mut [u8], from: &[u8]) {
    let (places, rest) = to.as_chunks_mut::<8>();
    let words = from.as_chunks::<8>().0;
    places.iter_mut().zip(words).for_each(|(place, word)| *place = *word);
    match (rest.is_empty(), to.last_chunk_mut(), from.last_chunk::<8>()) {
        (true, ..) => {}
        (false, Some(place), Some(word)) => *place = *word,
        _ => to.copy_from_slice(from),
    }
}

/// The last eight bytes, which may overlap other words; filled with zeros where there are fewer.
#[inline]
fn last_word(bytes: &[u8]) -> u64 {
    let mut word = [0; 8];
    match bytes.last_chunk() {
        Some(chunk) => word = *chunk,
        None => word[..bytes.len()].copy_from_slice(bytes),
    }
    u64::from_le_bytes(word)
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

/// One for each word.
const KEYS: [[u32; 2]; 64] = {
    let mut keys = [[0; 2]; 64];
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
