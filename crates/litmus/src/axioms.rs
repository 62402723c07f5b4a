//! Memory by axioms: an execution is possible if what orders its accesses has no cycle.
//!
//! There are no store buffers here, so what a search finds can be compared with it.

mod candidates;
mod cycle;

use crate::{Test, Variable};
use candidates::{Accesses, Choice, Execution};
use std::collections::BTreeSet;
use std::fmt;

/// More executions are not looked at.
const EXECUTIONS_MAX: usize = 200_000;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Model {
    Sequential,
    Tso,
    Pso,
}

/// Why no execution satisfies a condition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Forbidden {
    /// In each that does there is a cycle; this is one of the shortest.
    Cycle(Cycle),
    /// Whoever reads whatever, it is false.
    ByValues,
}

/// Accesses, of which each comes before the next, and the last before the first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cycle(pub Vec<Event>);

/// An access of a cycle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    pub thread: usize,
    /// Its place among all accesses, which are told thread by thread.
    pub nth: usize,
    /// `W x=1`
    pub words: String,
    /// Why it comes before the next: `po`, `fence`, `rf`, `co` or `fr`.
    pub leads: &'static str,
}

/// `P0 W x=1 –po→ P0 R y=0 –fr→ P1 W y=1 –po→ P1 R x=0 –fr→ P0 W x=1`
impl fmt::Display for Cycle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Event { thread, words, leads, .. } in &self.0 {
            write!(f, "P{thread} {words} –{leads}→ ")?;
        }
        let first = &self.0[0];
        write!(f, "P{} {}", first.thread, first.words)
    }
}

impl Model {
    pub fn by_name(name: &str) -> Option<Model> {
        match name {
            "sequential" => Some(Model::Sequential),
            "tso" => Some(Model::Tso),
            "pso" => Some(Model::Pso),
            _ => None,
        }
    }
}

/// The values of what is observed in each possible execution; none if there are too many executions.
pub fn final_states(test: &Test, model: Model) -> Option<BTreeSet<Vec<u32>>> {
    let accesses = Accesses::of(test);
    let mut found = BTreeSet::new();
    let coherent = choices(&accesses, |cell, choice| cycle::is_coherent(&accesses, cell, choice))?;
    for_each(&coherent, |choices| {
        let execution = Execution::new(&accesses, choices);
        if let Some(values) = execution.values(test)
            && cycle::find(&execution, model).is_none()
        {
            found.insert(values);
        }
    })?;
    Some(found)
}

/// Why the condition of a test is true in no execution; none if it is in some, or if there are too many.
pub fn forbidden(test: &Test, model: Model) -> Option<Forbidden> {
    let accesses = Accesses::of(test);
    let coherent = choices(&accesses, |cell, choice| cycle::is_coherent(&accesses, cell, choice))?;
    match cycle_in(test, &accesses, &coherent, model)? {
        // each breaks the order of a single cell
        Forbidden::ByValues => cycle_in(test, &accesses, &choices(&accesses, |_, _| true)?, model),
        found @ Forbidden::Cycle(_) => Some(found),
    }
}

/// A shortest cycle in the executions that satisfy the condition; none if one of them has no cycle.
fn cycle_in(
    test: &Test,
    accesses: &Accesses,
    choices: &[Vec<Choice>],
    model: Model,
) -> Option<Forbidden> {
    let mut shortest: Option<Cycle> = None;
    let mut is_possible = false;
    for_each(choices, |choices| {
        let execution = Execution::new(accesses, choices);
        if is_possible || !execution.values(test).is_some_and(|values| test.satisfies(&values)) {
            return;
        }
        match cycle::find(&execution, model) {
            None => is_possible = true,
            Some(cycle) if shortest.as_ref().is_none_or(|known| cycle.len() < known.0.len()) => {
                shortest = Some(cycle::told(&execution, &cycle));
            }
            Some(_) => {}
        }
    })?;
    match shortest {
        _ if is_possible => None,
        Some(cycle) => Some(Forbidden::Cycle(cycle)),
        None => Some(Forbidden::ByValues),
    }
}

/// For each cell, who reads what and in which order writes take effect.
fn choices(
    accesses: &Accesses,
    is_wanted: impl Fn(usize, &Choice) -> bool,
) -> Option<Vec<Vec<Choice>>> {
    (0..accesses.cells)
        .map(|cell| {
            let all = accesses.choices(cell, EXECUTIONS_MAX)?;
            Some(all.into_iter().filter(|choice| is_wanted(cell, choice)).collect())
        })
        .collect()
}

/// Each combination of a choice for each cell, if there are not too many.
fn for_each(choices: &[Vec<Choice>], mut visit: impl FnMut(&[&Choice])) -> Option<()> {
    let count = choices.iter().try_fold(1usize, |count, cell| count.checked_mul(cell.len()))?;
    if count > EXECUTIONS_MAX {
        return None;
    }
    for nth in 0..count {
        let mut rest = nth;
        let mut taken = Vec::with_capacity(choices.len());
        for cell in choices {
            taken.push(&cell[rest % cell.len()]);
            rest /= cell.len();
        }
        visit(&taken);
    }
    Some(())
}

impl Execution<'_> {
    /// Of what is observed; none if a value would be its own cause.
    fn values(&self, test: &Test) -> Option<Vec<u32>> {
        let value = |variable: &Variable| match variable {
            Variable::Register(register) => self.register(register),
            Variable::Cell(name) => self.last(name),
        };
        test.observed.iter().map(value).collect()
    }
}
