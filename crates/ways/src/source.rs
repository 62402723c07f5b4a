//! A program in which the message that a step takes is part of the state.

use program::flow;
use program::ir::{BlockId, Program, Slot, SlotId};
use std::cell::Cell;
use std::collections::HashSet;
use std::ops::Range;

/// How many parts of expressions, or characters, are looked at or written for one model. The largest
/// published listing takes four fifths of it, the next one a hundredth.
pub const WORK_MAX: usize = 120_000_000;

pub struct Source {
    /// With slots for the message behind those of the state.
    pub program: Program,
    pub message: Message,
    /// The blocks in which loops begin.
    pub loops: HashSet<BlockId>,
    /// What is left of [`WORK_MAX`].
    work: Cell<usize>,
}

/// The slots of the message that a step takes.
pub struct Message {
    pub sender: SlotId,
    /// How many messages are on their way.
    pub count: SlotId,
    /// Of each kind the fields.
    kinds: Vec<Range<SlotId>>,
}

impl Message {
    pub fn fields(&self, kind: u8) -> Range<SlotId> {
        self.kinds[usize::from(kind)].clone()
    }

    /// Which field of its kind a slot is.
    pub fn position(&self, slot: SlotId) -> Option<usize> {
        let kind = self.kinds.iter().find(|kind| kind.contains(&slot))?;
        Some(slot - kind.start)
    }

    /// For each field the slots that it is, in some kind of message.
    pub fn columns(&self) -> Vec<Vec<SlotId>> {
        let count = self.kinds.iter().map(ExactSizeIterator::len).max().unwrap_or(0);
        let slots = |nth: usize| self.kinds.iter().filter_map(move |kind| kind.clone().nth(nth));
        (0..count).map(|nth| slots(nth).collect()).collect()
    }
}

impl Source {
    pub fn new(program: &Program) -> Source {
        let mut program = program.clone();
        let number = |high: usize| Slot {
            at: 0,
            size: 1,
            symbols: Vec::new(),
            low: 0,
            high: high as i64,
            is_limit: false,
        };
        let sender = program.slots.len();
        let capacity = program.channels.as_ref().map_or(0, |channels| channels.capacity);
        program.slots.push(number(program.processes.len() - 1));
        program.slots.push(number(capacity));
        let mut kinds = Vec::new();
        for kind in program.channels.iter().flat_map(|channels| &channels.kinds) {
            let first = program.slots.len();
            program.slots.extend(kind.fields.iter().flat_map(|field| &field.0).cloned());
            kinds.push(first..program.slots.len());
        }
        let message = Message { sender, count: sender + 1, kinds };
        let loops = flow::loops(&program, |_| true);
        let loops = loops.into_iter().map(|blocks| blocks[0]).collect();
        Source { program, message, loops, work: Cell::new(WORK_MAX) }
    }

    /// Counts work that is done, or about to be done.
    pub fn spend(&self, work: usize) {
        self.work.set(self.work.get().saturating_sub(work));
    }

    /// Counts what stays in memory until the step is written: dear, so that it is never more than some
    /// hundred megabytes.
    pub fn hold(&self, parts: usize) {
        self.spend(50 * parts);
    }

    /// All work is spent: whatever is written from now on is not used.
    pub fn is_spent(&self) -> bool {
        self.work.get() == 0
    }

    /// Says in which line of the text something is that is not exported, and was begun with so much work left. Where
    /// work has ended, that is the line only if it has taken most of it: else the lines are too many.
    pub fn in_line(&self, why: String, line: &str, left: usize) -> String {
        match self.is_spent() && left < WORK_MAX / 2 {
            true => why,
            false => format!("{why} This is in the line `{}`.", line.trim()),
        }
    }

    pub fn work_left(&self) -> usize {
        self.work.get()
    }

    pub fn require_work(&self) -> Result<(), String> {
        match self.is_spent() {
            true => Err("The algorithm is too large for a model.".into()),
            false => Ok(()),
        }
    }

    /// The slots of the state.
    pub fn slots(&self) -> &[Slot] {
        &self.program.slots[..self.message.sender]
    }
}
