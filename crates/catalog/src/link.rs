//! How a run becomes the end of a link, and comes back. `docs/LINKS.md` is the specification.

mod bits;
mod run;

pub(crate) use run::{Decoded, RUN_MAX, decode, encode};

use bits::DIGITS;

/// Four characters that tell a whole link from one that was cut or altered.
pub(crate) fn check(text: &str) -> String {
    // FNV-1a, <http://www.isthe.com/chongo/tech/comp/fnv/>, folded to 24 bits
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let folded = hash ^ (hash >> 24) ^ (hash >> 48);
    (0..4).map(|at| char::from(DIGITS[(folded >> (6 * at)) as usize & 63])).collect()
}
