//! Where variables lie in a state: each takes as few bits as its domain needs.
//!
//! A variable lies within a word of 64 bits, and so does an array if it fits. The elements of one
//! that does not take whole bytes. Messages take whole bytes, and begin where the variables end.
//!
//! The bytes of a message are one number, the lowest first. Its highest bits are the channel, then the
//! kind, then the fields in their order: so that where messages are sorted, they are sorted by that.

use crate::ir::{Binary, Channels, Expr, Order, Program, Slot};
use std::ops::Range;

/// The bits that a state is a whole number of.
const WORD: usize = 64;

impl Program {
    /// Gives each variable and each field of a message its bits. Where they lay before does not matter.
    pub(crate) fn pack(&mut self) {
        for slot in &mut self.slots {
            slot.size = bits(slot.count());
        }
        let mut groups: Vec<Range<usize>> = Vec::new();
        let mut next = 0;
        for Array { slots, stride } in arrays(self) {
            space_evenly(&mut self.slots[slots.clone()], stride);
            groups.extend((next..slots.start).map(|slot| slot..slot + 1));
            next = slots.end;
            groups.push(slots);
        }
        groups.extend((next..self.slots.len()).map(|slot| slot..slot + 1));
        let size = |group: &Range<usize>, slots: &[Slot]| -> usize {
            slots[group.clone()].iter().map(|slot| slot.size).sum()
        };
        // the largest first, and in each word what still fits
        groups.sort_by_key(|group| std::cmp::Reverse(size(group, &self.slots)));
        let mut used: Vec<usize> = Vec::new();
        for group in groups {
            let bits = size(&group, &self.slots);
            let slots = &mut self.slots[group];
            if bits > WORD {
                for it in slots.iter_mut() {
                    it.size = it.size.next_power_of_two().max(8);
                }
                let end = place(slots, used.len() * WORD);
                used.resize(end / WORD, WORD);
                used.extend((!end.is_multiple_of(WORD)).then_some(end % WORD));
                continue;
            }
            let word = used.iter().position(|it| it + bits <= WORD).unwrap_or(used.len());
            used.resize(used.len().max(word + 1), 0);
            used[word] = place(slots, word * WORD + used[word]) - word * WORD;
        }
        let mut end = used.last().map_or(0, |last| (used.len() - 1) * WORD + last).div_ceil(8);
        if let Some(channels) = &mut self.channels {
            channels.pack();
            channels.at = end;
            end += 1 + channels.capacity * channels.entry;
        }
        self.width = end.max(1).next_multiple_of(WORD / 8);
    }
}

impl Channels {
    fn pack(&mut self) {
        let head = 8 + if self.kinds.len() > 1 { bits(self.kinds.len() as i64) } else { 0 };
        let mut bits_max = head;
        // at first from the highest bit on
        for kind in &mut self.kinds {
            let mut end = head;
            for slot in kind.fields.iter_mut().flat_map(|field| &mut field.0) {
                slot.size = bits(slot.count());
                // within eight bytes
                let ahead = (end + slot.size).next_multiple_of(8) - (end + slot.size);
                end += slot.size + if ahead + slot.size > WORD { ahead } else { 0 };
                slot.at = end;
            }
            bits_max = bits_max.max(end);
        }
        let behind = if self.order == Order::SelfAtOnce { 8 } else { 0 };
        self.entry = (bits_max + behind).div_ceil(8);
        let fields =
            self.kinds.iter_mut().flat_map(|kind| &mut kind.fields).flat_map(|it| &mut it.0);
        fields.for_each(|slot| slot.at = 8 * self.entry - slot.at);
    }
}

/// How many bits tell so many values apart; at least one.
pub fn bits(count: i64) -> usize {
    (i64::BITS - (count - 1).max(1).leading_zeros()) as usize
}

/// Lets slots follow each other from a bit on. Returns where they end.
fn place(slots: &mut [Slot], mut at: usize) -> usize {
    for slot in slots {
        slot.at = at;
        at += slot.size;
    }
    at
}

/// Gives slots that lie so many apart the same size, so that elements have the same distance: variables of
/// several processes, for example, between which lie their control states, of which some may have more.
fn space_evenly(slots: &mut [Slot], stride: usize) {
    for first in 0..stride.min(slots.len()) {
        let sizes = slots[first..].iter().step_by(stride).map(|slot| slot.size);
        let size = sizes.max().unwrap_or_default();
        slots[first..].iter_mut().step_by(stride).for_each(|slot| slot.size = size);
    }
}

/// Slots that code finds by an index.
struct Array {
    slots: Range<usize>,
    /// How many slots one element is behind the other.
    stride: usize,
}

/// The arrays, in order. Those that lie among each other are together.
fn arrays(program: &Program) -> Vec<Array> {
    let mut all = Vec::new();
    for block in &program.blocks {
        block.each_place(&mut |place| {
            if let Some(index) = &place.index {
                let last = most(&index.value, index.count).saturating_mul(index.stride);
                let end = place.slot.saturating_add(last).saturating_add(1);
                let slots = place.slot..end.min(program.slots.len());
                all.push(Array { slots, stride: index.stride.max(1) });
            }
        });
    }
    all.sort_by_key(|array| array.slots.start);
    let mut arrays: Vec<Array> = Vec::new();
    for array in all {
        match arrays.last_mut().filter(|last| array.slots.start < last.slots.end) {
            Some(last) => {
                last.slots.end = last.slots.end.max(array.slots.end);
                last.stride = last.stride.max(array.stride);
            }
            None => arrays.push(array),
        }
    }
    arrays
}

/// The most that an index can be, of so many values.
fn most(index: &Expr, count: usize) -> usize {
    let most_of = |expr: &Expr| most(expr, count);
    match index {
        Expr::Const(value) => usize::try_from(*value).unwrap_or(0),
        Expr::Binary(Binary::Add, one, other) => most_of(one).saturating_add(most_of(other)),
        Expr::Binary(Binary::Multiply, one, other) => most_of(one).saturating_mul(most_of(other)),
        Expr::Below(_, bound) => {
            count.min(usize::try_from(bound.count).unwrap_or(0)).saturating_sub(1)
        }
        _ => count.saturating_sub(1),
    }
}
