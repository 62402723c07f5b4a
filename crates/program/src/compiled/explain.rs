//! What a reader may ask of a program, which no search asks.

use super::Compiled;
use crate::ir::Claim;
use crate::machine::{Ran, write};
use model::{Cell, MessageId, Row, View, Zone};

impl Compiled {
    /// The listing, in the words of this setting.
    pub fn rows(&self) -> Vec<Row> {
        self.program.rows.clone()
    }

    /// The sections that processes pass through, in the order in which they are drawn.
    pub fn zones(&self) -> &'static [Zone] {
        self.program.zones
    }

    pub fn view(&self, state: &[u8]) -> View {
        crate::view::view(self, state)
    }

    /// Where a process waits for messages and nothing else: which would take it on from here, in a few
    /// words, and who sends them, if it is one process.
    pub fn helped_by(&self, state: &[u8], process: usize) -> Option<(String, Option<u8>)> {
        crate::view::helped_by(self, state, process).map(|sent| (sent.words, sent.from))
    }

    /// Whether another process can still do what a process waits for: change that cell, or else send a message
    /// that takes it on.
    pub fn can_help(&self, state: &[u8], process: usize, whom: usize, cell: Option<Cell>) -> bool {
        crate::view::can_help(self, state, process, (whom, cell))
    }

    /// Whether somebody could go on in `now` if a process stood where it stood in `then`, an earlier state of
    /// the same run, and went on from there.
    pub fn would_help(&self, then: &[u8], now: &[u8], process: usize) -> bool {
        self.runner().would_help(then, now, process)
    }

    /// Whether a shared cell has the same value in two states.
    pub fn keeps(&self, one: &[u8], other: &[u8], cell: Cell) -> bool {
        let runner = self.runner();
        let slots = runner.slots_of(cell);
        let has = |state, slot| runner.machine.get(state, slot);
        !slots.is_empty() && slots.iter().all(|&slot| has(one, slot) == has(other, slot))
    }

    /// How many values a shared cell can have; 0 where that cannot be told.
    pub fn values_of(&self, cell: Cell) -> usize {
        let slots = self.runner().slots_of(cell);
        if slots.is_empty() {
            return 0;
        }
        let counts = slots.iter().map(|&slot| self.program.slots[slot].count() as usize);
        counts.fold(1, usize::saturating_mul)
    }

    /// Gives a shared cell one of its values.
    pub fn set_cell(&self, to: &mut [u8], cell: Cell, mut nth: usize) {
        for slot in self.runner().slots_of(cell) {
            let slot = &self.program.slots[slot];
            let count = slot.count() as usize;
            write(to, slot, (nth % count) as u64);
            nth /= count;
        }
    }

    /// Gives a shared cell the value that it has in another state.
    pub fn copy_cell(&self, to: &mut [u8], from: &[u8], cell: Cell) {
        let runner = self.runner();
        for slot in runner.slots_of(cell) {
            let value = runner.machine.get(from, slot);
            runner.machine.set(to, slot, value);
        }
    }

    /// Two messages to a process that waits: one that it does not take, and one behind it that it would take.
    pub fn stands_before(&self, state: &[u8], process: usize) -> Option<[MessageId; 2]> {
        self.runner().stands_before(state, process)
    }
    /// Why a property cannot be computed in a state, or of the step that led there: a sentence; or none.
    pub fn impossible(&self, property: usize, before: &[u8], state: &[u8]) -> Option<String> {
        let queries = match &self.program.properties[property].claim {
            Claim::State(query) | Claim::End(query) => {
                vec![self.program.about_step(*query).unwrap_or(*query)]
            }
            Claim::Waiting(queries) => queries.clone(),
            Claim::Measure(_) | Claim::Outcome(_) | Claim::Operation { .. } => return None,
        };
        let (mut runner, mut state) = (self.runner(), state.to_vec());
        runner.machine.before.extend_from_slice(before);
        queries.iter().find_map(|query| match runner.try_query(*query, &mut state) {
            Err(Ran::Fault(fault)) => Some(fault.words(&self.program)),
            _ => None,
        })
    }

    /// What stands in the way where processes differ by name only, and yet none is exchanged: a clause.
    pub fn no_symmetry(&self) -> Option<String> {
        self.hindrance()
    }
}
