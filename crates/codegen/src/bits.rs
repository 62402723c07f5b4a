//! Variables as bits: read from the words of a state, and put there.

use crate::body::{Local, at};
use crate::emitter::Emitter;
use crate::places::Element;
use program::ir::Slot;

/// The bits of a word.
const WORD: usize = 64;

/// Where a variable lies, from a state on.
#[derive(Clone, Copy)]
pub enum Offset {
    Known,
    /// In the word of the slot, from the bit on that this local has.
    Shifted(Local),
    /// In whole bytes, from the slot's address on; so many bytes further as this local has, in 32 bits.
    Behind(Local),
}

impl Emitter<'_> {
    /// Computes where an element is; for [`Emitter::forget`].
    pub fn offset(&mut self, element: &Element<'_>) -> Offset {
        if element.terms.is_empty() {
            return Offset::Known;
        }
        let slot = &self.program.slots[element.slot];
        let unit = if element.is_in_word { 1 } else { 8 };
        let sum = self.body.borrow();
        let first = if element.is_in_word { slot.at % WORD } else { 0 };
        self.body.sink().i64_const(first as i64).local_set(sum);
        for term in &element.terms {
            self.value(term.index);
            if !term.is_bounded {
                let value = self.body.borrow();
                self.body.sink().local_tee(value).i64_const(term.count as i64).i64_ge_u();
                self.body.br_if(self.exits.ask);
                self.body.sink().local_get(value);
                self.body.give_back(value);
            }
            let mut sink = self.body.sink();
            if term.bits != unit {
                sink.i64_const(i64::from(term.bits / unit)).i64_mul();
            }
            sink.local_get(sum).i64_add().local_set(sum);
        }
        if element.is_in_word { Offset::Shifted(sum) } else { Offset::Behind(sum) }
    }

    pub fn forget(&mut self, offset: Offset) {
        if let Offset::Shifted(local) | Offset::Behind(local) = offset {
            self.body.give_back(local);
        }
    }

    /// Leaves the code in a slot of a state on the stack.
    pub fn get(&mut self, base: Local, slot: &Slot, offset: Offset) {
        match offset {
            Offset::Known => self.get_bits(base, slot, 8 * (slot.at / WORD)),
            Offset::Shifted(shift) => {
                let mut sink = self.body.sink();
                sink.local_get(base).i64_load(at(8 * (slot.at / WORD)));
                sink.local_get(shift).i64_shr_u().i64_const(ones(slot.size)).i64_and();
            }
            Offset::Behind(distance) => {
                let mut sink = self.body.sink();
                sink.local_get(base).local_get(distance).i32_wrap_i64().i32_add();
                self.body.load(slot.size / 8, slot.at / 8);
            }
        }
    }

    /// Leaves the code in a field of a message on the stack.
    pub fn get_field(&mut self, message: Local, offset: usize, field: &Slot) {
        let field = Slot { at: field.at + 8 * offset, ..field.clone() };
        self.get_bits(message, &field, field.at / 8);
    }

    /// The bits of a slot, which lie within the eight bytes from there on or are whole bytes.
    fn get_bits(&mut self, base: Local, slot: &Slot, from: usize) {
        self.body.sink().local_get(base);
        if are_bytes(slot) {
            return self.body.load(slot.size / 8, slot.at / 8);
        }
        let shift = slot.at - 8 * from;
        let mut sink = self.body.sink();
        sink.i64_load(at(from));
        if shift > 0 {
            sink.i64_const(shift as i64).i64_shr_u();
        }
        if shift + slot.size < WORD {
            sink.i64_const(ones(slot.size)).i64_and();
        }
    }

    /// Puts the code in a local into a slot of a state.
    pub fn put(&mut self, base: Local, slot: &Slot, offset: Offset, code: Local) {
        let (word, bit) = (8 * (slot.at / WORD), slot.at % WORD);
        match offset {
            Offset::Known if bit + slot.size <= WORD => {
                let mut sink = self.body.sink();
                sink.local_get(base);
                if slot.size == WORD {
                    sink.local_get(code).i64_store(at(word));
                    return;
                }
                sink.local_get(base)
                    .i64_load(at(word))
                    .i64_const(!(ones(slot.size) << bit))
                    .i64_and();
                sink.local_get(code);
                if bit > 0 {
                    sink.i64_const(bit as i64).i64_shl();
                }
                sink.i64_or().i64_store(at(word));
            }
            Offset::Shifted(shift) => {
                let mut sink = self.body.sink();
                sink.local_get(base).local_get(base).i64_load(at(word));
                sink.i64_const(!ones(slot.size)).local_get(shift).i64_rotl().i64_and();
                sink.local_get(code).local_get(shift).i64_shl().i64_or().i64_store(at(word));
            }
            Offset::Known => {
                self.body.sink().local_get(base).local_get(code);
                self.body.store(slot.size / 8, slot.at / 8);
            }
            Offset::Behind(distance) => {
                let mut sink = self.body.sink();
                sink.local_get(base).local_get(distance).i32_wrap_i64().i32_add().local_get(code);
                self.body.store(slot.size / 8, slot.at / 8);
            }
        }
    }

    /// Puts a code into a slot of a state.
    pub fn put_const(&mut self, base: Local, slot: &Slot, code: u64) {
        let (word, bit) = (8 * (slot.at / WORD), slot.at % WORD);
        self.body.sink().local_get(base);
        if bit + slot.size > WORD || slot.size == WORD {
            self.body.sink().i64_const(code as i64);
            return self.body.store(slot.size / 8, slot.at / 8);
        }
        let mut sink = self.body.sink();
        sink.local_get(base).i64_load(at(word));
        if code as i64 != ones(slot.size) {
            sink.i64_const(!(ones(slot.size) << bit)).i64_and();
        }
        if code != 0 {
            sink.i64_const((code << bit) as i64).i64_or();
        }
        sink.i64_store(at(word));
    }

    /// Puts the code on the stack into a slot of a state.
    pub fn put_top(&mut self, base: Local, slot: &Slot) {
        let code = self.body.borrow();
        self.body.sink().local_set(code);
        self.put(base, slot, Offset::Known, code);
        self.body.give_back(code);
    }
}

/// Whether a slot is bytes that one instruction can load.
pub fn are_bytes(slot: &Slot) -> bool {
    slot.at.is_multiple_of(8) && matches!(slot.size, 8 | 16 | 32 | 64)
}

fn ones(bits: usize) -> i64 {
    (u64::MAX >> (WORD - bits)) as i64
}
