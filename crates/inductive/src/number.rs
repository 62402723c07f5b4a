//! One number for each state by type: where each process is, with what it has half read there, and then the variables.

use crate::bits::{and, code_of, mask, or, with_code};
use crate::owners::{Owners, forgotten};
use crate::space::places;
use program::Compiled;
use program::ir::SlotId;
use std::collections::BTreeSet;

pub struct Types {
    /// Of each process.
    places: Vec<Places>,
    /// All variables that some line writes, in order.
    variables: Vec<SlotId>,
    /// What no line writes.
    constants: Vec<Vec<u8>>,
    constant: Vec<u8>,
}

struct Places {
    states: Vec<Vec<u8>>,
    mask: Vec<u8>,
}

/// So many places of one process are numbered.
const PLACES_MAX: usize = 100_000;

impl Types {
    /// None if a process has too many places.
    pub fn new(compiled: &Compiled, beginnings: &[Vec<u8>]) -> Option<Types> {
        let program = compiled.program();
        let owners = Owners::new(program);
        let (mut all, mut taken) = (Vec::new(), BTreeSet::new());
        for process in 0..program.processes.len() {
            let places = places(compiled, beginnings, process, PLACES_MAX)?;
            let own = owners.own[process].intersection(&program.half_read).copied();
            let slots: BTreeSet<SlotId> = own.chain([program.processes[process].point]).collect();
            let states = places.into_iter().map(|(state, _)| state).collect();
            all.push(Places { states, mask: mask(program, &slots) });
            taken.extend(slots);
        }
        let forgotten = forgotten(program);
        let is_written =
            |slot: &SlotId| !owners.constant.contains(slot) && !forgotten.contains(slot);
        let variables =
            (0..program.slots.len()).filter(|slot| is_written(slot) && !taken.contains(slot));
        let constant = mask(program, &owners.constant);
        let constants: BTreeSet<Vec<u8>> =
            beginnings.iter().map(|state| and(state, &constant)).collect();
        Some(Types {
            places: all,
            variables: variables.collect(),
            constants: constants.into_iter().collect(),
            constant,
        })
    }

    /// How many states there are by type; none if that is beyond counting.
    pub fn size(&self, compiled: &Compiled) -> Option<u128> {
        let places = self.places.iter().map(|place| place.states.len() as u128);
        let slots = &compiled.program().slots;
        let variables = self.variables.iter().map(|slot| slots[*slot].count() as u128);
        let mut all = places.chain([self.constants.len() as u128]).chain(variables);
        all.try_fold(1_u128, u128::checked_mul)
    }

    /// The number of a state; none of one that is none by type.
    pub fn number(&self, compiled: &Compiled, state: &[u8]) -> Option<u128> {
        let program = compiled.program();
        let mut number = 0_u128;
        let mut put = |digit: usize, radix: usize| {
            number = number.checked_mul(radix as u128)?.checked_add(digit as u128)?;
            Some(())
        };
        for places in &self.places {
            let here = and(state, &places.mask);
            let at = places.states.iter().position(|place| *place == here)?;
            put(at, places.states.len())?;
        }
        let constants = and(state, &self.constant);
        put(self.constants.iter().position(|known| *known == constants)?, self.constants.len())?;
        for slot in &self.variables {
            put(code_of(program, *slot, state) as usize, program.slots[*slot].count() as usize)?;
        }
        Some(number)
    }

    /// The state of a number.
    pub fn state(&self, compiled: &Compiled, mut number: u128) -> Option<Vec<u8>> {
        let program = compiled.program();
        let mut state = vec![0; program.width];
        let mut take = |radix: usize| {
            let digit = number % radix as u128;
            number /= radix as u128;
            digit as usize
        };
        for slot in self.variables.iter().rev() {
            let code = take(program.slots[*slot].count() as usize);
            state = or(&state, &with_code(program, *slot, code as u64));
        }
        state = or(&state, &self.constants[take(self.constants.len())]);
        for places in self.places.iter().rev() {
            state = or(&state, &places.states[take(places.states.len())]);
        }
        (number == 0).then_some(state)
    }
}
