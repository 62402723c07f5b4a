//! A test as a text of the language: a role for each thread, a shared variable for each cell, and registers as
//! variables of their thread.

use crate::{Condition, FINAL_STATES, Op, Quantifier, Register, Test, Value, Variable, threads};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// How deep a condition can be nested before a part of it gets a line of its own.
const DEPTH_MAX: usize = 3;
/// A longer claim is not repeated as a comment.
const COMMENT_MAX: usize = 100;

struct Names<'a> {
    cells: BTreeMap<&'a str, String>,
}

pub fn write(test: &Test) -> String {
    let names = Names::of(test);
    let most = largest(test).max(1);
    let mut text = format!("algorithm {}\n\n", test.name);
    let claim = format!("A litmus test for x86: {}", test.claim);
    if claim.len() <= COMMENT_MAX {
        _ = writeln!(text, "# {claim}");
    }
    text += "option memory: tso, pso, sequential\n";
    _ = writeln!(text, "define buffer: {}", test.pending_max().max(1));
    if !test.cells.is_empty() {
        text.push('\n');
    }
    for (cell, value) in &test.cells {
        _ = writeln!(text, "shared {}: 0..{most}{}", names.cell(cell), begins(*value));
    }
    for nth in 0..test.threads.len() {
        text += &thread(test, nth, most, &names);
    }
    text + &claimed(test, &names)
}

/// The domain of all: from 0 to the largest number that can be in one.
fn largest(test: &Test) -> u32 {
    let written = test.threads.iter().flatten().filter_map(|op| match op {
        Op::Store(_, Value::Number(value)) | Op::Move(_, Value::Number(value)) => Some(*value),
        _ => None,
    });
    written
        .chain(test.cells.values().copied())
        .chain(test.registers.values().copied())
        .max()
        .unwrap_or(0)
}

fn begins(value: u32) -> String {
    if value == 0 { String::new() } else { format!(" = {value}") }
}

fn thread(test: &Test, nth: usize, most: u32, names: &Names<'_>) -> String {
    let mut text = format!("\nP{nth}:\n");
    for register in registers(test, nth) {
        let value = test.registers.get(&register).copied().unwrap_or(0);
        _ = writeln!(text, "  own {}: 0..{most}{}", own(&register), begins(value));
    }
    text += "  run:\n";
    for op in &test.threads[nth] {
        _ = writeln!(text, "    {}", statement(op, names));
    }
    if test.threads[nth].is_empty() {
        text += "    skip\n";
    }
    if has_to_drain(test, nth) {
        text += "    fence    # The end is when nothing is pending\n";
    }
    text
}

/// A process can come to its end with pending writes, and its cells are not final before these have arrived.
fn has_to_drain(test: &Test, nth: usize) -> bool {
    let is_drained = |op: &Op| matches!(op, Op::Fence | Op::Exchange(..));
    let last = test.threads[nth].rsplit(is_drained).next().unwrap_or_default();
    let names_a_cell =
        || test.condition.variables().iter().any(|variable| matches!(variable, Variable::Cell(_)));
    test.quantifier == Quantifier::Exists && threads::pending_max(last) > 0 && names_a_cell()
}

/// Those that it uses, that begin with something, or that are observed.
fn registers(test: &Test, nth: usize) -> BTreeSet<Register> {
    let mut all: BTreeSet<Register> = test.registers.keys().cloned().collect();
    for op in test.threads.iter().flatten() {
        match op {
            Op::Load(register, _)
            | Op::Exchange(_, register)
            | Op::Store(_, Value::Register(register)) => drop(all.insert(register.clone())),
            Op::Move(to, value) => {
                all.insert(to.clone());
                if let Value::Register(from) = value {
                    all.insert(from.clone());
                }
            }
            Op::Store(..) | Op::Fence => {}
        }
    }
    all.extend(test.observed.iter().filter_map(|variable| match variable {
        Variable::Register(register) => Some(register.clone()),
        Variable::Cell(_) => None,
    }));
    all.retain(|register| register.thread == nth);
    all
}

fn statement(op: &Op, names: &Names<'_>) -> String {
    let value = |value: &Value| match value {
        Value::Number(number) => number.to_string(),
        Value::Register(register) => own(register),
    };
    match op {
        Op::Store(cell, from) => format!("{} ← {}", names.cell(cell), value(from)),
        Op::Load(register, cell) => format!("{} ← {}", own(register), names.cell(cell)),
        Op::Move(register, from) => format!("{} ← {}", own(register), value(from)),
        Op::Exchange(cell, register) => {
            format!("{0} ← swap({1}, {0})", own(register), names.cell(cell))
        }
        Op::Fence => "fence".to_owned(),
    }
}

fn own(register: &Register) -> String {
    format!("P{}_{}", register.thread, register.name.to_ascii_lowercase())
}

fn claimed(test: &Test, names: &Names<'_>) -> String {
    let mut claims = String::from("\n");
    let mut parts = Vec::new();
    let condition = names.condition(&test.condition, 0, &mut parts);
    for (nth, part) in parts.iter().enumerate() {
        _ = writeln!(claims, "define condition_{nth}: {part}");
    }
    _ = writeln!(claims, "define condition: {condition}\n");
    let name = test.quantifier.name();
    _ = match test.quantifier {
        Quantifier::Exists => {
            let ended = (0..test.threads.len()).map(|nth| format!("P{nth} in end and "));
            writeln!(claims, "reachable {name}: {}condition", ended.collect::<String>())
        }
        Quantifier::NotExists => writeln!(claims, "at end {name}: not condition"),
        Quantifier::Forall => writeln!(claims, "at end {name}: condition"),
    };
    if !test.observed.is_empty() {
        let observed = test.observed.iter().map(|variable| names.variable(variable));
        _ = writeln!(
            claims,
            "outcomes {FINAL_STATES}: {}",
            observed.collect::<Vec<_>>().join(", ")
        );
    }
    claims
}

impl<'a> Names<'a> {
    fn of(test: &'a Test) -> Names<'a> {
        let mut names = Names { cells: BTreeMap::new() };
        for cell in test.cells.keys() {
            let mut name = cell.clone();
            while !is_free(&name) || (name != *cell && test.cells.contains_key(&name)) {
                name.insert_str(0, "cell_");
            }
            names.cells.insert(cell, name);
        }
        names
    }

    fn cell(&self, cell: &str) -> &str {
        &self.cells[cell]
    }

    fn variable(&self, variable: &Variable) -> String {
        match variable {
            Variable::Register(register) => own(register),
            Variable::Cell(cell) => self.cell(cell).to_owned(),
        }
    }

    /// As an expression; what is nested too deep is added to the parts.
    fn condition(&self, condition: &Condition, depth: usize, parts: &mut Vec<String>) -> String {
        let (all, word) = match condition {
            Condition::Equal(variable, number) => {
                return format!("{} = {number}", self.variable(variable));
            }
            Condition::Not(inner) => {
                return match self.condition(inner, depth + 1, parts) {
                    text if text.starts_with('(') || !text.contains(' ') => format!("not {text}"),
                    text => format!("not ({text})"),
                };
            }
            Condition::And(all) if all.is_empty() => return "true".into(),
            Condition::Or(all) if all.is_empty() => return "false".into(),
            Condition::And(all) => (all, " and "),
            Condition::Or(all) => (all, " or "),
        };
        let inner = if depth >= DEPTH_MAX { 1 } else { depth + 1 };
        let all: Vec<String> = all.iter().map(|one| self.condition(one, inner, parts)).collect();
        let text = all.join(word);
        match depth {
            0 => text,
            DEPTH_MAX.. => {
                parts.push(text);
                format!("condition_{}", parts.len() - 1)
            }
            _ => format!("({text})"),
        }
    }
}

/// Whether a cell can be called so beside what else the text names.
fn is_free(name: &str) -> bool {
    let is_thread =
        || name.starts_with('P') && name[1..].starts_with(|char: char| char.is_ascii_digit());
    !listing::is_taken(name)
        && !is_thread()
        && !matches!(name, "run" | "end")
        && !name.starts_with("condition")
}
