//! Candidate executions: the accesses of a test, from which write each read takes its value, and the order of the
//! writes to each cell.

use crate::{Op, Register, Test, Value};
use std::collections::BTreeMap;

/// Where a value comes from.
#[derive(Clone, Copy, Debug)]
pub enum Source {
    Number(u32),
    /// What this access has read.
    Read(usize),
}

/// An access to memory. An exchange reads and writes at once.
#[derive(Debug)]
pub struct Access {
    pub thread: usize,
    pub cell: usize,
    pub reads: bool,
    pub writes: Option<Source>,
    /// How many fences of its thread stand before it.
    pub fences: usize,
}

/// The accesses of a test, thread by thread.
pub struct Accesses {
    pub all: Vec<Access>,
    pub names: Vec<String>,
    pub cells: usize,
    begin: Vec<u32>,
    /// What is in a register at the end.
    registers: BTreeMap<Register, Source>,
}

/// What happens at one cell.
pub struct Choice {
    /// Each read with the write that it reads from; none: what the cell begins with.
    pub reads_from: Vec<(usize, Option<usize>)>,
    /// The writes in the order in which they take effect.
    pub order: Vec<usize>,
}

/// One choice for each cell.
pub struct Execution<'a> {
    pub accesses: &'a Accesses,
    pub choices: &'a [&'a Choice],
}

impl Access {
    pub fn is_exchange(&self) -> bool {
        self.reads && self.writes.is_some()
    }
}

impl Accesses {
    pub fn of(test: &Test) -> Accesses {
        let names: Vec<String> = test.cells.keys().cloned().collect();
        let number = |name: &String| names.iter().position(|known| known == name).unwrap_or(0);
        let mut registers: BTreeMap<Register, Source> = test
            .registers
            .iter()
            .map(|(name, value)| (name.clone(), Source::Number(*value)))
            .collect();
        let mut all: Vec<Access> = Vec::new();
        for (thread, ops) in test.threads.iter().enumerate() {
            let mut fences = 0;
            for op in ops {
                let source = |value: &Value| match value {
                    Value::Number(number) => Source::Number(*number),
                    Value::Register(name) => *registers.get(name).unwrap_or(&Source::Number(0)),
                };
                let (cell, reads, writes) = match op {
                    Op::Fence => {
                        fences += 1;
                        continue;
                    }
                    Op::Move(to, from) => {
                        let source = source(from);
                        registers.insert(to.clone(), source);
                        continue;
                    }
                    Op::Store(cell, from) => (cell, None, Some(source(from))),
                    Op::Load(to, cell) => (cell, Some(to), None),
                    Op::Exchange(cell, register) => {
                        (cell, Some(register), Some(source(&Value::Register(register.clone()))))
                    }
                };
                if let Some(register) = reads {
                    registers.insert(register.clone(), Source::Read(all.len()));
                }
                let reads = reads.is_some();
                all.push(Access { thread, cell: number(cell), reads, writes, fences });
            }
        }
        let begin = test.cells.values().copied().collect();
        Accesses { all, cells: names.len(), names, begin, registers }
    }

    /// All that can happen at a cell; none if that is more than so much.
    pub fn choices(&self, cell: usize, max: usize) -> Option<Vec<Choice>> {
        let of_cell = |nth: &usize| self.all[*nth].cell == cell;
        let (mut reads, mut writes) = (Vec::new(), Vec::new());
        for nth in (0..self.all.len()).filter(of_cell) {
            if self.all[nth].reads {
                reads.push(nth);
            }
            if self.all[nth].writes.is_some() {
                writes.push(nth);
            }
        }
        let exponent = u32::try_from(reads.len()).ok()?;
        let sources = (writes.len() + 1).checked_pow(exponent)?;
        let orders = (1..=writes.len()).try_fold(1usize, usize::checked_mul)?;
        if sources.checked_mul(orders)? > max {
            return None;
        }
        let mut all = Vec::new();
        for order in permutations(&writes) {
            for nth in 0..sources {
                let mut rest = nth;
                let reads_from = reads.iter().map(|read| {
                    let from = rest % (writes.len() + 1);
                    rest /= writes.len() + 1;
                    (*read, from.checked_sub(1).map(|from| writes[from]))
                });
                let reads_from: Vec<_> = reads_from.collect();
                if reads_from.iter().all(|(read, from)| Some(*read) != *from) {
                    all.push(Choice { reads_from, order: order.clone() });
                }
            }
        }
        Some(all)
    }
}

fn permutations(items: &[usize]) -> Vec<Vec<usize>> {
    let Some((first, rest)) = items.split_first() else { return vec![Vec::new()] };
    let mut all = Vec::new();
    for shorter in permutations(rest) {
        for at in 0..=shorter.len() {
            let mut order = shorter.clone();
            order.insert(at, *first);
            all.push(order);
        }
    }
    all
}

impl<'a> Execution<'a> {
    pub fn new(accesses: &'a Accesses, choices: &'a [&'a Choice]) -> Execution<'a> {
        Execution { accesses, choices }
    }

    /// What a register has at the end.
    pub fn register(&self, register: &Register) -> Option<u32> {
        let source = self.accesses.registers.get(register).unwrap_or(&Source::Number(0));
        self.value(*source, self.accesses.all.len())
    }

    /// What is in a cell at the end.
    pub fn last(&self, name: &str) -> Option<u32> {
        let cell = self.accesses.names.iter().position(|known| known == name)?;
        match self.choices[cell].order.last() {
            Some(write) => self.written(*write, self.accesses.all.len()),
            None => Some(self.accesses.begin[cell]),
        }
    }

    pub fn read(&self, access: usize) -> Option<u32> {
        self.value(Source::Read(access), self.accesses.all.len())
    }

    /// What an access writes, looked for through at most so many others.
    pub fn written(&self, access: usize, depth: usize) -> Option<u32> {
        self.value(self.accesses.all[access].writes?, depth)
    }

    fn value(&self, source: Source, depth: usize) -> Option<u32> {
        let access = match source {
            Source::Number(number) => return Some(number),
            Source::Read(access) => access,
        };
        let cell = self.accesses.all[access].cell;
        let from = self.choices[cell].reads_from.iter().find(|(read, _)| *read == access)?.1;
        match from {
            None => Some(self.accesses.begin[cell]),
            Some(write) => self.written(write, depth.checked_sub(1)?),
        }
    }
}
