//! What a line works with besides the process's own variables.

use super::{Array, Program};
use crate::sleep_set::Footprint;
use crate::{Cell, Event, Log, PROCESSES_MAX, Pid, WritePhase};

/// One process's turn: at most one access to the shared memory.
pub struct Turn<'a, 'l, P: Program> {
    /// The process whose turn it is.
    pub i: Pid,
    /// How many processes there are.
    pub n: usize,
    pub(super) program: &'a P,
    pub(super) cells: &'a mut P::Cells,
    /// The way that an open step goes, plus one; zero where none was chosen.
    pub(super) choice: u8,
    /// How many ways the step could have gone; zero where it is not open.
    pub(super) open: u8,
    pub(super) accesses: u8,
    pub(super) footprint: std::cell::Cell<Footprint>,
    pub(super) log: &'a mut Log<'l>,
}

impl<P: Program> Turn<'_, '_, P> {
    /// Reads element `j` of a shared array.
    pub fn read(&mut self, array: Array, j: usize) -> u8 {
        self.access();
        self.touch(array, j, false);
        let value = self.cells.as_ref()[array.cell(j)];
        if self.log.is_on() {
            self.tell_read(array, j, value);
        }
        value
    }

    /// Apart from [`Self::read`], so that where nobody listens no room is made for an event.
    #[cold]
    #[inline(never)]
    fn tell_read(&mut self, array: Array, j: usize, value: u8) {
        self.log.tell(|| Event::Read {
            cell: cell(self.program, array, j),
            value: (array.show)(value),
            overlaps: false,
            replicas: Vec::new(),
        });
    }

    /// Which of so many ways this step goes, counted from zero, where the program leaves it open: an
    /// input, the toss of a coin. The program says that it [has choices](Program::has_choices).
    pub fn choose(&mut self, ways: u8) -> u8 {
        self.open = ways;
        self.choice.min(ways).saturating_sub(1)
    }

    /// Reads every element of a shared array at once: one indivisible access.
    pub fn read_all(&mut self, array: Array) -> [u8; PROCESSES_MAX] {
        let mut values = [0; PROCESSES_MAX];
        for (j, value) in values.iter_mut().enumerate().take(self.program.len(array)) {
            self.accesses = 0;
            *value = self.read(array, j);
        }
        values
    }

    /// Replaces element `j` and returns what it was: one indivisible access, such as
    /// fetch-and-add or compare-and-swap.
    pub fn update(&mut self, array: Array, j: usize, change: impl Fn(u8) -> u8) -> u8 {
        let old = self.read(array, j);
        self.accesses = 0;
        self.write(array, j, change(old));
        old
    }

    /// Replaces element `j` if what it holds is what is expected: compare-and-swap, one indivisible
    /// access. Says whether it did.
    pub fn compare_and_swap(
        &mut self,
        array: Array,
        j: usize,
        new: u8,
        is_expected: impl Fn(u8) -> bool,
    ) -> bool {
        let old = self.read(array, j);
        let swaps = is_expected(old);
        if swaps {
            self.accesses = 0;
            self.write(array, j, new);
        }
        swaps
    }

    /// Writes element `j`.
    pub fn write(&mut self, array: Array, j: usize, value: u8) {
        self.access();
        self.touch(array, j, true);
        self.cells.as_mut()[array.cell(j)] = value;
        if self.log.is_on() {
            self.tell_write(array, j, value);
        }
    }

    /// Changes a part of element `j`, such as one column of a row, without a look at the rest.
    pub fn write_part(&mut self, array: Array, j: usize, change: impl Fn(u8) -> u8) {
        self.write(array, j, change(self.cells.as_ref()[array.cell(j)]));
    }

    /// The environment changes element `j`, as when a crash takes with it what was in a cache: no
    /// access, as no process has written it.
    pub fn disturb(&mut self, array: Array, j: usize, change: impl Fn(u8) -> u8) {
        self.touch(array, j, true);
        let cell = &mut self.cells.as_mut()[array.cell(j)];
        *cell = change(*cell);
    }

    /// Element `j`, for the environment and for notes: no access, so that no process may act on it.
    pub fn peek(&self, array: Array, j: usize) -> u8 {
        self.touch(array, j, false);
        self.cells.as_ref()[array.cell(j)]
    }

    /// Sets element `j` as the environment does: a garbage collector, say, that keeps a record of
    /// who holds what. No access, and nothing is told.
    pub fn keep(&mut self, array: Array, j: usize, value: u8) {
        self.disturb(array, j, |_| value);
    }

    /// Decides on a value, for good.
    pub fn decide(&mut self, value: impl FnOnce() -> String) {
        self.log.tell(|| Event::Decided { value: value() });
    }

    /// Says what the process has learnt.
    pub fn note(&mut self, text: impl FnOnce() -> String) {
        self.log.tell(|| Event::Note { text: text() });
    }

    /// As [`Self::tell_read`].
    #[cold]
    #[inline(never)]
    fn tell_write(&mut self, array: Array, j: usize, value: u8) {
        self.log.tell(|| Event::Write {
            cell: cell(self.program, array, j),
            value: (array.show)(value),
            phase: WritePhase::Whole,
        });
    }

    #[inline]
    fn touch(&self, array: Array, j: usize, writes: bool) {
        self.footprint.set(self.footprint.get().and_cell(array.cell(j), writes));
    }

    fn access(&mut self) {
        if cfg!(debug_assertions) {
            assert_eq!(self.accesses, 0, "a step makes one access to the shared memory");
            self.accesses += 1;
        }
    }
}

fn cell<P: Program>(program: &P, array: Array, j: usize) -> Cell {
    Cell { array: array.name, index: j as u8, single: program.len(array) == 1 }
}

/// The shared variables, to look at and not to touch.
#[derive(Clone, Copy)]
pub struct Memory<'a>(pub(super) &'a [u8]);

impl Memory<'_> {
    pub fn get(&self, array: Array, j: usize) -> u8 {
        self.0[array.cell(j)]
    }
}
