//! What can be said of a state in a few words: where processes are, and what variables are.

use program::ir::{Program, SlotId, Variable};
use program::{Compiled, SYMBOLS, Words, live};
use std::collections::BTreeSet;

/// A variable of one number, or one for each process.
pub struct Cell {
    pub name: String,
    /// Its slot, or that of each process that has one.
    pub slots: Vec<Option<SlotId>>,
    /// The text names the process behind it, or in front of it.
    pub whose: Whose,
    pub kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whose {
    Nobody,
    /// An array with an element for each process.
    Each,
    /// A variable that each process has for itself; what it is worth depends on where the process is.
    Own,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    Bool,
    /// Numbers of processes from one on, and symbols.
    Process(usize),
    /// The lowest and the highest number, and symbols.
    Number(i64, i64, Vec<i64>),
}

/// A cell, and whose it is.
pub type At = (usize, Option<usize>);

/// One thing that can be said of a state.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Fact {
    In(usize, &'static str),
    Bool(At, bool),
    IsProcess(At, usize),
    /// It is a symbol, or the lowest number.
    Is(At, i64),
    IsNot(At, i64),
    Less(At, At),
    AtMost(At, At),
    Equal(At, At),
    Differ(At, At),
    /// The pair with the process behind it comes before the other pair.
    Before(At, At),
}

pub struct Facts<'a> {
    pub compiled: &'a Compiled,
    pub cells: Vec<Cell>,
    /// Of each process and point, which of its own variables are still read.
    live: Vec<Vec<BTreeSet<SlotId>>>,
}

impl<'a> Facts<'a> {
    pub fn new(compiled: &'a Compiled) -> Facts<'a> {
        let program = compiled.program();
        let count = program.processes.len();
        let mut cells = Vec::new();
        for variable in program.shared.iter().filter(|variable| variable.words.width() == 1) {
            shared_cells(program, variable, count, &mut cells);
        }
        own_cells(program, &mut cells);
        let live = (0..count).map(|process| {
            let locals = program.processes[process].locals.iter();
            let slots =
                locals.flat_map(|local| local.slot..local.slot + local.words.width()).collect();
            live(program, process, &slots)
        });
        Facts { compiled, cells, live: live.collect() }
    }

    fn value(&self, (cell, whose): At, state: &[u8]) -> Option<i64> {
        let slot = (*self.cells[cell].slots.get(whose.unwrap_or(0))?)?;
        Some(self.compiled.program().slots[slot].value(state))
    }

    pub fn is_true(&self, fact: &Fact, state: &[u8]) -> bool {
        let value = |at: At| self.value(at, state);
        let both = |a: At, b: At| Some((value(a)?, value(b)?));
        match *fact {
            Fact::In(process, section) => self.compiled.zone_of(state, process).name() == section,
            Fact::Bool(at, is) => value(at).is_some_and(|value| (value != 0) == is),
            Fact::IsProcess(at, process) => self.names(at, state) == Some(process),
            Fact::Is(at, wanted) => value(at) == Some(wanted),
            Fact::IsNot(at, other) => value(at).is_some_and(|value| value != other),
            Fact::Less(a, b) => both(a, b).is_some_and(|(a, b)| is_numbers(a, b) && a < b),
            Fact::AtMost(a, b) => both(a, b).is_some_and(|(a, b)| is_numbers(a, b) && a <= b),
            Fact::Equal(a, b) => both(a, b).is_some_and(|(a, b)| a == b),
            Fact::Differ(a, b) => both(a, b).is_some_and(|(a, b)| a != b),
            Fact::Before(a, b) => {
                both(a, b).is_some_and(|(x, y)| is_numbers(x, y) && (x, a.1) < (y, b.1))
            }
        }
    }

    /// The process that a variable names.
    fn names(&self, at: At, state: &[u8]) -> Option<usize> {
        let Kind::Process(base) = self.cells[at.0].kind else { return None };
        let value = self.value(at, state).filter(|value| *value < SYMBOLS)?;
        Some(usize::try_from(value).ok()? + base)
    }

    /// All that is true of a state; of a process's own variables only those that it still reads.
    pub fn of(&self, state: &[u8]) -> Vec<Fact> {
        let mut facts = Vec::new();
        for process in 0..self.live.len() {
            facts.push(Fact::In(process, self.compiled.zone_of(state, process).name()));
        }
        let all = self.all(state);
        for at in &all {
            self.alone(*at, state, &mut facts);
        }
        for (nth, a) in all.iter().enumerate() {
            for b in &all[nth + 1..] {
                self.compared(*a, *b, state, &mut facts);
            }
        }
        facts
    }

    /// The cells of which something is said.
    fn all(&self, state: &[u8]) -> Vec<At> {
        let mut all = Vec::new();
        let local = self.compiled.local();
        for (nth, cell) in self.cells.iter().enumerate() {
            if cell.whose == Whose::Nobody {
                all.push((nth, None));
                continue;
            }
            for (process, slot) in cell.slots.iter().enumerate() {
                let is_read =
                    |slot: &SlotId| self.live[process][local.point(state, process)].contains(slot);
                if slot.is_some_and(|slot| cell.whose == Whose::Each || is_read(&slot)) {
                    all.push((nth, Some(process)));
                }
            }
        }
        all
    }

    fn alone(&self, at: At, state: &[u8], facts: &mut Vec<Fact>) {
        let Some(value) = self.value(at, state) else { return };
        match &self.cells[at.0].kind {
            Kind::Bool => facts.push(Fact::Bool(at, value != 0)),
            Kind::Process(_) => facts.push(match self.names(at, state) {
                Some(process) => Fact::IsProcess(at, process),
                None => Fact::Is(at, value),
            }),
            Kind::Number(low, high, symbols) => {
                for known in symbols.iter().chain((low <= high).then_some(low)) {
                    facts.push(match value == *known {
                        true => Fact::Is(at, *known),
                        false => Fact::IsNot(at, *known),
                    });
                }
            }
        }
    }

    /// Two variables of one domain.
    fn compared(&self, a: At, b: At, state: &[u8], facts: &mut Vec<Fact>) {
        let kinds = [a, b].map(|at| &self.cells[at.0].kind);
        let Some((x, y)) = self.value(a, state).zip(self.value(b, state)) else { return };
        if kinds[0] != kinds[1] || *kinds[0] == Kind::Bool {
            return;
        }
        let equal = if x == y { Fact::Equal(a, b) } else { Fact::Differ(a, b) };
        if matches!(kinds[0], Kind::Process(_)) || !is_numbers(x, y) {
            return facts.push(equal);
        }
        let (lower, higher) = if x <= y { (a, b) } else { (b, a) };
        // an order says less than that two are not the same, so it is true by chance less often
        facts.push(if x == y { Fact::AtMost(higher, lower) } else { Fact::Less(lower, higher) });
        facts.push(Fact::AtMost(lower, higher));
        if a.0 == b.0 {
            let (first, second) = if (x, a.1) < (y, b.1) { (a, b) } else { (b, a) };
            facts.push(Fact::Before(first, second));
        }
        facts.push(equal);
    }
}

fn is_numbers(a: i64, b: i64) -> bool {
    a < SYMBOLS && b < SYMBOLS
}

fn kind(program: &Program, slot: SlotId, words: &Words) -> Option<Kind> {
    if let Some(first) = program.inductive[0].names.get(&slot) {
        return Some(Kind::Process(*first));
    }
    let slot = &program.slots[slot];
    match words {
        Words::Bool => Some(Kind::Bool),
        Words::Plain(_) => Some(Kind::Number(slot.low, slot.high, slot.symbols.clone())),
        _ => None,
    }
}

fn shared_cells(program: &Program, variable: &Variable, processes: usize, cells: &mut Vec<Cell>) {
    let Some(kind) = kind(program, variable.slot, &variable.words) else { return };
    let cell = |name: String, slots, whose| Cell { name, slots, whose, kind: kind.clone() };
    let Some(count) = variable.count else {
        cells.push(cell(variable.name.into(), vec![Some(variable.slot)], Whose::Nobody));
        return;
    };
    if let Some(first) = program.inductive[0].by_process.get(&variable.slot) {
        let mut slots = vec![None; processes];
        (0..count).for_each(|nth| slots[first + nth] = Some(variable.slot + nth));
        cells.push(cell(variable.name.into(), slots, Whose::Each));
        return;
    }
    for nth in 0..count {
        let counted = (variable.first + nth as i64).to_string();
        let label = variable.labels.get(nth).map_or(counted, |label| (*label).into());
        let name = format!("{}[{label}]", variable.name);
        cells.push(cell(name, vec![Some(variable.slot + nth)], Whose::Nobody));
    }
}

/// What processes have for themselves, by name.
fn own_cells(program: &Program, cells: &mut Vec<Cell>) {
    let first = cells.len();
    for (process, me) in program.processes.iter().enumerate() {
        for variable in
            me.locals.iter().filter(|local| local.count.is_none() && local.words.width() == 1)
        {
            let Some(kind) = kind(program, variable.slot, &variable.words) else { continue };
            let is_same = |cell: &&mut Cell| cell.name == variable.name && cell.kind == kind;
            if let Some(cell) = cells[first..].iter_mut().find(is_same) {
                cell.slots[process] = Some(variable.slot);
                continue;
            }
            let mut slots = vec![None; program.processes.len()];
            slots[process] = Some(variable.slot);
            cells.push(Cell { name: variable.name.into(), slots, whose: Whose::Own, kind });
        }
    }
}
