//! Litmus tests: a few threads of stores, loads, exchanges and fences, the results of which a small machine of its own
//! finds, too.

use super::super::searches::report;
use checker::Outcome;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Memory {
    Sequential,
    Tso,
    Pso,
}

pub const MEMORIES: [(Memory, &str); 3] =
    [(Memory::Sequential, "sequential"), (Memory::Tso, "tso"), (Memory::Pso, "pso")];

/// What is written: a number, or what a register has.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Source {
    Number(u8),
    Register(String),
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Op {
    Store(String, Source),
    Load(String, String),
    Set(String, u8),
    Exchange(String, String),
    Fence,
    StoreFence,
}

/// What stands in a queue where no later write passes.
const MARK: &str = "";

/// `x=1; W x 2, F, R y a | S a 1, X x a`: what the cells begin with, and of each thread its operations.
pub struct Litmus {
    threads: Vec<Vec<Op>>,
    cells: BTreeMap<String, u8>,
    registers: Vec<BTreeMap<String, u8>>,
}

/// Of a final state all cells and then, thread by thread, all registers, each in the order of their names.
pub type Finals = BTreeSet<Vec<u8>>;

impl Litmus {
    pub fn new(text: &str) -> Litmus {
        let (begin, threads) = text.split_once(';').unwrap_or(("", text));
        let mut it = Litmus { threads: Vec::new(), cells: BTreeMap::new(), registers: Vec::new() };
        for thread in threads.split('|') {
            let mut ops = Vec::new();
            let mut registers = BTreeMap::new();
            for op in thread.split(',') {
                let words: Vec<&str> = op.split_whitespace().collect();
                let name = |at: usize| words[at].to_owned();
                let op = match words[0] {
                    "F" => Op::Fence,
                    "FS" => Op::StoreFence,
                    "W" => Op::Store(
                        name(1),
                        match words[2].parse() {
                            Ok(number) => Source::Number(number),
                            Err(_) => Source::Register(name(2)),
                        },
                    ),
                    "R" => Op::Load(name(2), name(1)),
                    "S" => Op::Set(name(1), words[2].parse().expect("a number")),
                    "X" => Op::Exchange(name(1), name(2)),
                    other => panic!("{other}"),
                };
                if let Op::Store(cell, _) | Op::Load(_, cell) | Op::Exchange(cell, _) = &op {
                    it.cells.entry(cell.clone()).or_insert(0);
                }
                if let Op::Load(to, _)
                | Op::Set(to, _)
                | Op::Exchange(_, to)
                | Op::Store(_, Source::Register(to)) = &op
                {
                    registers.entry(to.clone()).or_insert(0);
                }
                ops.push(op);
            }
            it.threads.push(ops);
            it.registers.push(registers);
        }
        for one in begin.split_whitespace() {
            let (name, value) = one.split_once('=').expect("a value");
            let value = value.parse().expect("a number");
            match name.split_once(':') {
                Some((thread, name)) => {
                    let thread: usize = thread.parse().expect("a thread");
                    it.registers[thread].insert(name.into(), value);
                }
                None => drop(it.cells.insert(name.into(), value)),
            }
        }
        it
    }

    /// The same in the language.
    pub fn text(&self) -> String {
        let mut values: Vec<u8> = self.cells.values().copied().collect();
        values.extend(self.registers.iter().flat_map(BTreeMap::values));
        for op in self.threads.iter().flatten() {
            if let Op::Store(_, Source::Number(it)) | Op::Set(_, it) = op {
                values.push(*it);
            }
        }
        let most = values.into_iter().max().unwrap_or(0).max(1);
        let mut text = String::from(
            "algorithm Litmus\noption memory: sequential, tso, pso\noption buffer: 1, 2, 3, 4, 5, 6\n",
        );
        for (cell, value) in &self.cells {
            _ = writeln!(text, "shared m_{cell}: 0..{most} = {value}");
        }
        let mut results: Vec<String> = self.cells.keys().map(|key| format!("m_{key}")).collect();
        for (nth, (ops, registers)) in self.threads.iter().zip(&self.registers).enumerate() {
            _ = writeln!(text, "t{nth}:");
            let own = |text: &str| format!("r{nth}_{text}");
            for (name, value) in registers {
                _ = writeln!(text, "  own {}: 0..{most} = {value}", own(name));
                results.push(own(name));
            }
            text += "  run:\n";
            for op in ops {
                let line = match op {
                    Op::Store(cell, Source::Number(it)) => format!("    m_{cell} ← {it}\n"),
                    Op::Store(cell, Source::Register(it)) => {
                        format!("    m_{cell} ← {}\n", own(it))
                    }
                    Op::Load(to, cell) => format!("    {} ← m_{cell}\n", own(to)),
                    Op::Set(to, it) => format!("    {} ← {it}\n", own(to)),
                    Op::Exchange(cell, to) => format!("    {0} ← swap(m_{cell}, {0})\n", own(to)),
                    Op::Fence => "    fence\n".into(),
                    Op::StoreFence => "    fence stores\n".into(),
                };
                text.push_str(&line);
            }
        }
        text + &format!("outcomes results: {}\n", results.join(", "))
    }

    /// What a search of the text finds.
    pub fn searched(&self, memory: &str, places: usize) -> Finals {
        let places = places.to_string();
        let report = report(&self.text(), &[("memory", memory), ("buffer", &places)]);
        let verdict = report.verdicts.iter().find(|verdict| verdict.property == "results");
        let Some(Outcome::Ends(ends)) = verdict.map(|verdict| &verdict.outcome) else {
            panic!("{report:?}")
        };
        let numbers = |value: &str| {
            let all = value.split(" and ").map(|text| text.parse().expect("a number"));
            all.collect::<Vec<u8>>()
        };
        ends.iter().map(|end| numbers(&end.value)).collect()
    }

    /// What threads with a queue of writes each come to, all orders tried.
    pub fn finals(&self, memory: Memory, places: usize) -> Finals {
        let threads = self.registers.iter().map(|registers| Thread {
            at: 0,
            registers: registers.clone(),
            queue: Vec::new(),
        });
        let start = State { cells: self.cells.clone(), threads: threads.collect() };
        let (mut seen, mut open) = (BTreeSet::from([start.clone()]), vec![start]);
        let mut finals = Finals::new();
        while let Some(state) = open.pop() {
            let next = self.successors(&state, memory, places);
            if next.is_empty() {
                let registers = state.threads.iter().flat_map(|thread| thread.registers.values());
                finals.insert(state.cells.values().chain(registers).copied().collect());
            }
            open.extend(next.into_iter().filter(|state| seen.insert(state.clone())));
        }
        finals
    }

    fn successors(&self, state: &State, memory: Memory, places: usize) -> Vec<State> {
        let mut all = Vec::new();
        for (nth, ops) in self.threads.iter().enumerate() {
            let me = &state.threads[nth];
            for (at, (cell, value)) in me.queue.iter().enumerate() {
                if cell == MARK {
                    continue;
                }
                let before = &me.queue[..at];
                let may = match memory {
                    Memory::Pso => before.iter().all(|it| it.0 != *cell && it.0 != MARK),
                    _ => before.is_empty(),
                };
                if may {
                    let mut next = state.clone();
                    let queue = &mut next.threads[nth].queue;
                    queue.remove(at);
                    if queue.first().is_some_and(|it| it.0 == MARK) {
                        queue.remove(0);
                    }
                    next.cells.insert(cell.clone(), *value);
                    all.push(next);
                }
            }
            let Some(op) = ops.get(me.at) else { continue };
            let mut next = state.clone();
            let new = &mut next.threads[nth];
            new.at += 1;
            match op {
                Op::Store(cell, source) => {
                    let value = match source {
                        Source::Number(it) => *it,
                        Source::Register(it) => me.registers[it],
                    };
                    match memory {
                        Memory::Sequential => drop(next.cells.insert(cell.clone(), value)),
                        _ if me.queue.iter().filter(|it| it.0 != MARK).count() == places => {
                            continue;
                        }
                        _ => new.queue.push((cell.clone(), value)),
                    }
                }
                Op::Load(to, cell) => {
                    let mine = me.queue.iter().rev().find(|it| it.0 == *cell);
                    let value = mine.map_or(state.cells[cell], |mine| mine.1);
                    new.registers.insert(to.clone(), value);
                }
                Op::Set(to, it) => drop(new.registers.insert(to.clone(), *it)),
                Op::Exchange(..) | Op::Fence if !me.queue.is_empty() => continue,
                Op::Exchange(cell, register) => {
                    new.registers.insert(register.clone(), state.cells[cell]);
                    next.cells.insert(cell.clone(), me.registers[register]);
                }
                Op::Fence => {}
                Op::StoreFence => match me.queue.last() {
                    Some((cell, _)) if memory == Memory::Pso && cell != MARK => {
                        new.queue.push((MARK.into(), 0));
                    }
                    _ => {}
                },
            }
            all.push(next);
        }
        all
    }
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct State {
    cells: BTreeMap<String, u8>,
    threads: Vec<Thread>,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Thread {
    at: usize,
    registers: BTreeMap<String, u8>,
    queue: Vec<(String, u8)>,
}
