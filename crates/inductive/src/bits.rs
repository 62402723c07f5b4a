//! Slots as bits of a state: what belongs to different slots is put together by `or`.

use program::ir::{Program, SlotId};
use std::collections::BTreeSet;

/// The bits of some slots.
pub fn mask(program: &Program, slots: &BTreeSet<SlotId>) -> Vec<u8> {
    let mut mask = vec![0; program.width];
    for slot in slots {
        let slot = &program.slots[*slot];
        for bit in slot.at..slot.at + slot.size {
            mask[bit / 8] |= 1 << (bit % 8);
        }
    }
    mask
}

/// A state in which all other slots are zero, with a value as it is stored.
pub fn with_code(program: &Program, slot: SlotId, code: u64) -> Vec<u8> {
    let mut state = vec![0; program.width];
    let slot = &program.slots[slot];
    for nth in 0..slot.size {
        let bit = slot.at + nth;
        state[bit / 8] |= ((code >> nth & 1) as u8) << (bit % 8);
    }
    state
}

/// How a value of a slot is stored in a state.
pub fn code_of(program: &Program, slot: SlotId, state: &[u8]) -> u64 {
    let slot = &program.slots[slot];
    (0..slot.size).fold(0, |code, nth| {
        let bit = slot.at + nth;
        code | u64::from(state[bit / 8] >> (bit % 8) & 1) << nth
    })
}

pub fn and(state: &[u8], mask: &[u8]) -> Vec<u8> {
    state.iter().zip(mask).map(|(byte, kept)| byte & kept).collect()
}

pub fn or(state: &[u8], other: &[u8]) -> Vec<u8> {
    state.iter().zip(other).map(|(byte, more)| byte | more).collect()
}

/// All values of some slots, in order: the last one changes first. None if they are more than so many.
pub fn all_values(program: &Program, slots: &[SlotId], max: usize) -> Option<Vec<Vec<u8>>> {
    let mut all = vec![vec![0; program.width]];
    for slot in slots {
        let count = u64::try_from(program.slots[*slot].count()).ok()?;
        if all.len() as u64 * count > max as u64 {
            return None;
        }
        let codes = (0..count).map(|code| with_code(program, *slot, code)).collect::<Vec<_>>();
        all = all.iter().flat_map(|state| codes.iter().map(|code| or(state, code))).collect();
    }
    Some(all)
}
