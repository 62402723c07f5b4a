//! How a run becomes the end of a link, and comes back. `docs/LINKS.md` is the specification.

mod bits;
pub(crate) mod digits;
mod run;
pub(crate) mod text;

pub(crate) use run::{Decoded, RUN_MAX, decode, encode};

use bits::DIGITS;

/// Four characters that tell a whole link from one that was cut or altered.
pub(crate) fn check(text: &str) -> String {
    let folded = fold(text);
    (0..4).map(|at| char::from(DIGITS[(folded >> (6 * at)) as usize & 63])).collect()
}

/// FNV-1a, <http://www.isthe.com/chongo/tech/comp/fnv/>, folded to its lowest 24 bits.
fn fold(text: &str) -> u64 {
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    hash ^ (hash >> 24) ^ (hash >> 48)
}
