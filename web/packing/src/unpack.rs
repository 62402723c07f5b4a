//! LZMA, as in `.lzma` files with lc = 4, lp = pb = 0 and their size in the header. Names are those of
//! its [specification](https://www.7-zip.org/sdk.html).
//!
//! No index can be out of bounds, as all are taken modulo a size: what is damaged comes out as
//! something else, and is no program.

use crate::BYTES_MAX;

/// In front of what is packed: the properties, the size of the dictionary, the size of all.
const SIZE: u32 = 5;
/// The first byte of the range coder is zero, the next four are its first code.
const CODE: u32 = 14;
const FIRST: u32 = 18;

/// More bytes than one symbol takes.
const SYMBOL_BYTES: u32 = 24;

/// The places of the probabilities, by what they are of.
const IS_MATCH: u32 = 0;
const IS_REP: u32 = 12;
const IS_REP_G0: u32 = 24;
const IS_REP0_LONG: u32 = 36;
const IS_REP_G1: u32 = 48;
const IS_REP_G2: u32 = 60;
/// Two choices, two trees of three bits, one of eight.
const LEN: u32 = 72;
const REP_LEN: u32 = LEN + 2 + 8 + 8 + 256;
/// Four trees of six bits.
const POS_SLOTS: u32 = REP_LEN + 2 + 8 + 8 + 256;
const POSITIONS: u32 = POS_SLOTS + 4 * 64;
const ALIGN: u32 = POSITIONS + 115;
const LITERALS: u32 = 2048;
const PROBABILITIES: usize = 16384;

/// Of 2048 that a bit is zero.
const HALF: u16 = 1024;

pub struct Unpacker {
    pub input: [u8; BYTES_MAX],
    pub output: [u8; BYTES_MAX],
    probabilities: [u16; PROBABILITIES],
    /// How far it is in the input; zero before it has begun.
    at: u32,
    /// How far it is in the output.
    len: u32,
    range: u32,
    code: u32,
    state: u32,
    /// The last four distances, less one.
    rep: [u32; 4],
}

impl Unpacker {
    #[expect(clippy::large_stack_arrays, reason = "it is a static")]
    pub const fn new() -> Unpacker {
        Unpacker {
            input: [0; BYTES_MAX],
            output: [0; BYTES_MAX],
            probabilities: [0; PROBABILITIES],
            at: 0,
            len: 0,
            range: 0,
            code: 0,
            state: 0,
            rep: [0; 4],
        }
    }

    /// See [`crate::advance`].
    pub fn advance(&mut self, bytes: u32, is_all: bool) -> u32 {
        let end = if is_all { bytes } else { bytes.saturating_sub(SYMBOL_BYTES) };
        if self.at == 0 && end >= FIRST {
            self.begin();
        }
        let size = self.word(SIZE);
        if self.at == 0 || size as usize > BYTES_MAX {
            return 0;
        }
        while self.at <= end && self.len < size {
            self.symbol();
        }
        // who is past the end has read what is not there
        if self.len < size || self.at > bytes { 0 } else { size }
    }

    fn begin(&mut self) {
        self.probabilities.fill(HALF);
        (self.range, self.code) = (u32::MAX, self.word(CODE).swap_bytes());
        (self.at, self.len, self.state, self.rep) = (FIRST, 0, 0, [0; 4]);
    }

    fn byte(&self, at: u32) -> u32 {
        self.input[at as usize % BYTES_MAX].into()
    }

    /// The lowest byte comes first.
    fn word(&self, at: u32) -> u32 {
        (0..4).fold(0, |word, nth| word | self.byte(at + nth) << (8 * nth))
    }

    /// What is so far behind.
    fn behind(&self, distance: u32) -> u32 {
        self.output[self.len.wrapping_sub(distance) as usize % BYTES_MAX].into()
    }

    fn symbol(&mut self) {
        if self.bit(IS_MATCH + self.state) == 0 {
            return self.literal();
        }
        let after = if self.state < 7 { 7 } else { 10 };
        if self.bit(IS_REP + self.state) == 0 {
            let length = self.length(LEN);
            let distance = self.distance(length);
            self.latest(3, distance);
            self.copy(length);
            self.state = after;
            return;
        }
        if self.bit(IS_REP_G0 + self.state) != 0 {
            let nth = match self.bit(IS_REP_G1 + self.state) {
                0 => 1,
                _ => 2 + self.bit(IS_REP_G2 + self.state),
            };
            self.latest(nth as usize, self.rep[nth as usize % 4]);
        } else if self.bit(IS_REP0_LONG + self.state) == 0 {
            self.copy(1);
            self.state = after + if self.state < 7 { 2 } else { 1 };
            return;
        }
        let length = self.length(REP_LEN);
        self.copy(length);
        self.state = after + 1;
    }

    /// A distance comes before those that come before the `nth`.
    fn latest(&mut self, nth: usize, distance: u32) {
        for at in (1..=nth % 4).rev() {
            self.rep[at] = self.rep[at - 1];
        }
        self.rep[0] = distance;
    }

    fn copy(&mut self, length: u32) {
        for _ in 0..length {
            self.put(self.behind(self.rep[0].wrapping_add(1)));
        }
    }

    fn put(&mut self, byte: u32) {
        self.output[self.len as usize % BYTES_MAX] = byte as u8;
        self.len += 1;
    }

    fn literal(&mut self) {
        let last = if self.len == 0 { 0 } else { self.behind(1) };
        let from = LITERALS + 0x300 * (last >> 4);
        let mut symbol = 1;
        if self.state >= 7 {
            let mut matched = self.behind(self.rep[0].wrapping_add(1));
            while symbol < 0x100 {
                let expected = matched >> 7 & 1;
                matched <<= 1;
                let bit = self.bit(from + 0x100 * (1 + expected) + symbol);
                symbol = symbol << 1 | bit;
                if bit != expected {
                    break;
                }
            }
        }
        while symbol < 0x100 {
            symbol = symbol << 1 | self.bit(from + symbol);
        }
        self.put(symbol);
        self.state -= match self.state {
            0..4 => self.state,
            4..10 => 3,
            _ => 6,
        };
    }

    fn length(&mut self, of: u32) -> u32 {
        if self.bit(of) == 0 {
            2 + self.tree(of + 2, 3)
        } else if self.bit(of + 1) == 0 {
            10 + self.tree(of + 10, 3)
        } else {
            18 + self.tree(of + 18, 8)
        }
    }

    /// Less one.
    fn distance(&mut self, length: u32) -> u32 {
        let slot = self.tree(POS_SLOTS + 64 * (length - 2).min(3), 6);
        if slot < 4 {
            return slot;
        }
        let bits = (slot >> 1) - 1;
        let base = (2 | slot & 1) << bits;
        match slot {
            ..14 => base + self.reverse_tree(POSITIONS + base - slot, bits),
            _ => {
                let high = self.direct(bits - 4) << 4;
                base.wrapping_add(high).wrapping_add(self.reverse_tree(ALIGN, 4))
            }
        }
    }

    fn tree(&mut self, of: u32, bits: u32) -> u32 {
        let mut node = 1;
        for _ in 0..bits {
            node = node << 1 | self.bit(of + node);
        }
        node - (1 << bits)
    }

    /// The lowest bit comes first.
    fn reverse_tree(&mut self, of: u32, bits: u32) -> u32 {
        let (mut node, mut value) = (1, 0);
        for nth in 0..bits {
            let bit = self.bit(of + node);
            node = node << 1 | bit;
            value |= bit << nth;
        }
        value
    }

    /// Bits of which nothing is known.
    fn direct(&mut self, bits: u32) -> u32 {
        let mut value = 0;
        for _ in 0..bits {
            self.range >>= 1;
            let bit = u32::from(self.code >= self.range);
            self.code -= self.range * bit;
            value = value << 1 | bit;
            self.normalize();
        }
        value
    }

    fn bit(&mut self, of: u32) -> u32 {
        let zero = &mut self.probabilities[of as usize % PROBABILITIES];
        let bound = (self.range >> 11) * u32::from(*zero);
        let bit = u32::from(self.code >= bound);
        if bit == 0 {
            self.range = bound;
            *zero += (2048 - *zero) >> 5;
        } else {
            self.range -= bound;
            self.code -= bound;
            *zero -= *zero >> 5;
        }
        self.normalize();
        bit
    }

    fn normalize(&mut self) {
        if self.range < 1 << 24 {
            self.range <<= 8;
            self.code = self.code << 8 | self.byte(self.at);
            self.at += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    /// Unpacks what arrives so many bytes at a time.
    fn unpack(packed: &[u8], part: usize) -> Option<Vec<u8>> {
        static UNPACKER: Mutex<Unpacker> = Mutex::new(Unpacker::new());
        let mut unpacker = UNPACKER.lock().unwrap_or_else(|it| panic!("{it}"));
        unpacker.at = 0;
        let mut bytes = 0;
        for part in packed.chunks(part) {
            unpacker.input[bytes..][..part.len()].copy_from_slice(part);
            bytes += part.len();
            unpacker.advance(bytes as u32, false);
        }
        let size = unpacker.advance(bytes as u32, true) as usize;
        (size > 0).then(|| unpacker.output[..size].to_vec())
    }

    /// Bytes of every kind: equal ones, what was there before at all distances, and noise.
    fn samples() -> Vec<Vec<u8>> {
        let mut seed = 1_u64;
        let mut random = move || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) as usize
        };
        let noise: Vec<u8> = (0..70_000).map(|_| random() as u8).collect();
        let mut mixed = b"a line of a program, ".repeat(3);
        while mixed.len() < 300_000 {
            let from = random() % mixed.len();
            let len = (random() % 300).min(mixed.len() - from);
            mixed.extend_from_within(from..from + len);
            mixed.push(random() as u8);
        }
        vec![vec![7], vec![0; 100_000], noise, mixed, include_bytes!("unpack.rs").to_vec()]
    }

    #[test]
    fn what_was_packed_comes_out_however_it_arrives() {
        for sample in samples() {
            let packed = crate::pack(&sample).expect("small enough");
            for part in [1, 17, 4096, packed.len()] {
                assert!(unpack(&packed, part).is_some_and(|it| it == sample), "{part}");
            }
        }
    }

    #[test]
    fn what_is_cut_short_or_no_file_at_all_is_told() {
        let sample = samples().swap_remove(3);
        let packed = crate::pack(&sample).expect("small enough");
        for len in [0, 5, 13, 18, 1000, packed.len() / 2, packed.len() - 10] {
            assert_eq!(unpack(&packed[..len], 4096), None, "{len}");
        }
        assert_eq!(unpack(b"<!doctype html><title>There is no such page</title>", 4096), None);
    }

    #[test]
    fn what_is_too_large_is_not_packed() {
        assert!(crate::pack(&vec![0; BYTES_MAX + 1]).is_err());
    }
}
