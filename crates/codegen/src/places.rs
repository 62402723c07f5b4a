//! Where the elements of an array lie: at distances that code can multiply.

use crate::bits::are_bytes;
use program::ir::{Binary, Expr, Index, Place, Program, Slot, SlotId};

/// More elements than that no array has.
const ELEMENTS_MAX: usize = 1 << 16;

/// An element of an array, as code finds it.
pub struct Element<'a> {
    /// The element with all indices zero.
    pub slot: SlotId,
    pub terms: Vec<Term<'a>>,
    /// All elements lie in one word of a state; else in whole bytes.
    pub is_in_word: bool,
}

pub struct Term<'a> {
    pub index: &'a Expr,
    /// How many values the index has, from zero on.
    pub count: usize,
    /// The index cannot have any other value.
    pub is_bounded: bool,
    /// The distance of two neighbours, in slots and in bits.
    slots: usize,
    pub bits: i32,
}

/// The element that a place means; none if the elements are not alike, or have no order to them.
pub fn element<'a>(program: &Program, place: &'a Place) -> Option<Element<'a>> {
    let mut element = Element { slot: place.slot, terms: Vec::new(), is_in_word: true };
    if let Some(index) = &place.index {
        element.collect(&index.value, index.stride, index)?;
    }
    let slots = &program.slots;
    let first = slots.get(element.slot)?;
    let mut count = 1usize;
    for term in &mut element.terms {
        count = count.checked_mul(term.count).filter(|&it| it <= ELEMENTS_MAX)?;
        if term.count > 1 {
            let second = slots.get(element.slot.checked_add(term.slots)?)?;
            term.bits = second.at as i32 - first.at as i32;
        }
    }
    let spans = element.terms.iter().map(|term| (term.count as i64 - 1) * i64::from(term.bits));
    let end = (first.at % 64) as i64 + spans.sum::<i64>() + first.size as i64;
    element.is_in_word = end <= 64;
    let is_found = element.is_in_word
        || are_bytes(first) && element.terms.iter().all(|term| term.bits % 8 == 0);
    let is_regular = is_found && (0..count).all(|nth| element.is_regular(slots, first, nth));
    is_regular.then_some(element)
}

impl<'a> Element<'a> {
    /// Takes a sum of indices apart, each of which counts so many slots.
    fn collect(&mut self, value: &'a Expr, stride: usize, whole: &Index) -> Option<()> {
        match value {
            Expr::Const(value) => {
                let slots = usize::try_from(*value).ok()?.checked_mul(stride)?;
                self.slot = self.slot.checked_add(slots)?;
            }
            Expr::Binary(Binary::Add, left, right) => {
                self.collect(left, stride, whole)?;
                self.collect(right, stride, whole)?;
            }
            Expr::Binary(Binary::Multiply, left, right) => {
                let ((inner, Expr::Const(factor)) | (Expr::Const(factor), inner)) =
                    (&**left, &**right)
                else {
                    return None;
                };
                let stride = stride.checked_mul(usize::try_from(*factor).ok()?)?;
                self.collect(inner, stride, whole)?;
            }
            Expr::Below(_, bound) => {
                let count = usize::try_from(bound.count).ok()?;
                self.add(value, count.min(whole.count), count <= whole.count, stride);
            }
            _ if std::ptr::eq(value, &raw const whole.value) => {
                self.add(value, whole.count, false, stride);
            }
            _ => return None,
        }
        Some(())
    }

    fn add(&mut self, index: &'a Expr, count: usize, is_bounded: bool, slots: usize) {
        self.terms.push(Term { index, count, is_bounded, slots, bits: 0 });
    }

    /// Whether the element of that number among all is like the first, and where it should be.
    fn is_regular(&self, slots: &[Slot], first: &Slot, nth: usize) -> bool {
        let (mut left, mut slot, mut at) = (nth, self.slot, first.at as i64);
        for term in &self.terms {
            let index = left % term.count;
            left /= term.count;
            slot += index * term.slots;
            at += index as i64 * i64::from(term.bits);
        }
        slots.get(slot).is_some_and(|slot| {
            slot.at as i64 == at
                && (slot.size, slot.low, slot.high) == (first.size, first.low, first.high)
                && (&slot.symbols, slot.is_limit) == (&first.symbols, first.is_limit)
        })
    }
}
