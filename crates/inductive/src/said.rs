//! Facts in words: as a line of the text, and of one state.

use crate::facts::{At, Fact, Facts, Whose};
use program::SYMBOLS;
use std::collections::BTreeMap;

/// What each process is called.
pub struct Letters {
    names: BTreeMap<usize, String>,
}

const LETTERS: [&str; 8] = ["i", "j", "k", "l", "m", "n", "p", "q"];

impl Letters {
    /// By their numbers, as the page calls them.
    pub fn numbers(facts: &Facts<'_>) -> Letters {
        let processes = &facts.compiled.program().processes;
        let is_one_role = processes.iter().all(|process| process.role == processes[0].role);
        let name = |(at, process): (usize, &program::ir::Process)| {
            let name = match (process.number, is_one_role) {
                (None, _) => process.role.to_owned(),
                (Some(_), true) => at.to_string(),
                (Some(_), false) => format!("{} {at}", process.role),
            };
            (at, name)
        };
        Letters { names: processes.iter().enumerate().map(name).collect() }
    }

    /// A letter for each of some processes; who is alone in a role is called by it.
    fn bound(facts: &Facts<'_>, processes: &[usize]) -> Letters {
        let program = facts.compiled.program();
        let variables =
            program.processes.iter().flat_map(|process| &process.locals).chain(&program.shared);
        let taken: Vec<&str> = variables.map(|variable| variable.name).collect();
        let is_free = |letter: &&str| {
            !taken.contains(letter) && !program.symbols.iter().any(|symbol| symbol == letter)
        };
        let mut free = LETTERS.into_iter().filter(is_free);
        let name = |process: &usize| {
            let me = &program.processes[*process];
            let name = match me.number {
                None => me.role.to_owned(),
                Some(_) => free.next().map_or_else(|| format!("i{process}"), str::to_owned),
            };
            (*process, name)
        };
        Letters { names: processes.iter().map(name).collect() }
    }

    fn of(&self, process: usize) -> &str {
        self.names.get(&process).map_or("", String::as_str)
    }
}

impl Fact {
    /// The processes that it speaks of.
    pub fn processes(&self) -> Vec<usize> {
        match *self {
            Fact::In(process, _) => vec![process],
            Fact::IsProcess((_, whose), process) => whose.into_iter().chain([process]).collect(),
            Fact::Bool((_, whose), _) | Fact::Is((_, whose), _) | Fact::IsNot((_, whose), _) => {
                whose.into_iter().collect()
            }
            Fact::Less(a, b)
            | Fact::AtMost(a, b)
            | Fact::Equal(a, b)
            | Fact::Differ(a, b)
            | Fact::Before(a, b) => a.1.into_iter().chain(b.1).collect(),
        }
    }

    /// The same of other processes.
    pub fn renamed(&self, name: &BTreeMap<usize, usize>) -> Fact {
        let to = |process: usize| name.get(&process).copied().unwrap_or(process);
        let at = |(cell, whose): At| (cell, whose.map(to));
        match *self {
            Fact::In(process, section) => Fact::In(to(process), section),
            Fact::Bool(a, is) => Fact::Bool(at(a), is),
            Fact::IsProcess(a, process) => Fact::IsProcess(at(a), to(process)),
            Fact::Is(a, value) => Fact::Is(at(a), value),
            Fact::IsNot(a, value) => Fact::IsNot(at(a), value),
            Fact::Less(a, b) => Fact::Less(at(a), at(b)),
            Fact::AtMost(a, b) => Fact::AtMost(at(a), at(b)),
            Fact::Equal(a, b) => Fact::Equal(at(a), at(b)),
            Fact::Differ(a, b) => Fact::Differ(at(a), at(b)),
            Fact::Before(a, b) => Fact::Before(at(a), at(b)),
        }
    }

    pub fn words(&self, facts: &Facts<'_>, letters: &Letters) -> String {
        let cell = |at: At| cell_words(facts, at, letters);
        let number = |value: i64| match usize::try_from(value - SYMBOLS) {
            Ok(symbol) => facts.compiled.program().symbols[symbol].clone(),
            Err(_) => value.to_string().replace('-', "−"),
        };
        let pair =
            |at: At| format!("({}, {})", cell(at), at.1.map_or("", |process| letters.of(process)));
        match *self {
            Fact::In(process, section) => format!("{} in {section}", letters.of(process)),
            Fact::Bool(at, true) => cell(at),
            Fact::Bool(at, false) => format!("not {}", cell(at)),
            Fact::IsProcess(at, process) => format!("{} = {}", cell(at), letters.of(process)),
            Fact::Is(at, value) => format!("{} = {}", cell(at), number(value)),
            Fact::IsNot(at, value) => format!("{} ≠ {}", cell(at), number(value)),
            Fact::Less(a, b) => format!("{} < {}", cell(a), cell(b)),
            Fact::AtMost(a, b) => format!("{} ≤ {}", cell(a), cell(b)),
            Fact::Equal(a, b) => format!("{} = {}", cell(a), cell(b)),
            Fact::Differ(a, b) => format!("{} ≠ {}", cell(a), cell(b)),
            Fact::Before(a, b) => format!("{} < {}", pair(a), pair(b)),
        }
    }
}

fn cell_words(facts: &Facts<'_>, (cell, whose): At, letters: &Letters) -> String {
    let cell = &facts.cells[cell];
    let Some(process) = whose else { return cell.name.clone() };
    let is_alone = facts.compiled.program().processes[process].number.is_none();
    match (cell.whose, is_alone) {
        (Whose::Own, true) => format!("{}.{}", letters.of(process), cell.name),
        _ => format!("{}[{}]", cell.name, letters.of(process)),
    }
}

/// A line of an `inductive` claim: none of this is ever true together, whoever the processes are.
pub fn never(facts: &Facts<'_>, all: &[Fact], processes: &[usize]) -> String {
    let program = facts.compiled.program();
    let letters = Letters::bound(facts, processes);
    let of_many = |process: &&usize| program.processes[**process].number.is_some();
    let bound: Vec<usize> = processes.iter().filter(of_many).copied().collect();
    let is_one_role =
        program.processes.iter().all(|process| process.role == program.processes[0].role);
    let mut binders = String::new();
    let mut said: Vec<String> = Vec::new();
    for (nth, process) in bound.iter().enumerate() {
        let name = letters.of(*process);
        let role = program.processes[*process].role;
        match (nth, is_one_role) {
            (1, true) => binders = format!("some {} ≠ {name}: ", letters.of(bound[0])),
            (_, true) if nth == 0 => binders = format!("some {name}: "),
            (_, true) => binders += &["some ", name, " in process: "].concat(),
            (_, false) => binders += &["some ", name, " in ", role, ": "].concat(),
        }
        let first = if is_one_role && nth < 2 { nth } else { 0 };
        for other in
            bound[first..nth].iter().filter(|other| program.processes[**other].role == role)
        {
            said.push(format!("{} ≠ {name}", letters.of(*other)));
        }
    }
    said.extend(all.iter().map(|fact| fact.words(facts, &letters)));
    format!("never {binders}{}", said.join(" and "))
}
