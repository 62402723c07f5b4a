//! What is claimed or asked of a program.

use super::{Query, SlotId};
use crate::value::Words;
use model::ClaimKind;
use std::collections::BTreeMap;

#[derive(Clone, PartialEq, Debug)]
pub struct Property {
    pub name: &'static str,
    pub words: &'static str,
    pub kind: ClaimKind,
    pub claim: Claim,
    pub line: usize,
    /// What it holds for, where that is less than it seems to say: a sentence, or nothing.
    pub given: &'static str,
    /// Its number among the properties, where this is no property but the premise of that one: if it
    /// is never true, that one says nothing.
    pub premise_of: Option<usize>,
    /// It is no property of the text, and a verdict only if it fails.
    pub is_tacit: bool,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Claim {
    /// Holds in every state, or in some state.
    State(Query),
    /// Holds in every state in which nobody can take a step.
    End(Query),
    /// A number, where it counts.
    Measure(Query),
    /// The processes that wait: a query for each.
    Waiting(Vec<Query>),
    /// What an execution comes to.
    Outcome(Vec<Said>),
    /// Operations: for each process the sections that belong to one; and what they cost. Where one
    /// follows the other at once, `passes` has the slot that counts them and the section in which
    /// they begin.
    Operation {
        sections: Vec<Vec<bool>>,
        passes: Vec<Option<(SlotId, usize)>>,
        cost: Option<Charge>,
    },
}

/// A property that is to be true behind each step from a state in which it is true.
#[derive(Clone, PartialEq, Debug)]
pub struct Inductive {
    /// Its number among the properties.
    pub property: usize,
    /// What it consists of: each part, and its line in the text.
    pub conjuncts: Vec<(Query, usize)>,
    /// The slots that have the number of a process, and from which one it is counted.
    pub names: BTreeMap<SlotId, usize>,
    /// The first slots of arrays with an element for each process from one on, and that one.
    pub by_process: BTreeMap<SlotId, usize>,
}

/// A value that is told: the query leaves so many numbers, the first in its result.
#[derive(Clone, PartialEq, Debug)]
pub struct Said {
    pub query: Query,
    pub width: usize,
    pub words: Words,
}

/// What readers see at each moment beside the picture, in the words of the text: one value, or that
/// of each process.
#[derive(Clone, PartialEq, Debug)]
pub struct Watched {
    pub words: &'static str,
    pub parts: Vec<Said>,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Charge {
    /// The process's own steps.
    Steps,
    /// Those that it takes in these sections.
    StepsIn(Vec<Vec<bool>>),
    /// Messages that the process sends, and those sent to it.
    Messages,
    /// Entries of other processes into these sections.
    Overtakes(Vec<Vec<bool>>),
    /// What all processes are charged together, charged to process 0.
    Run(Box<Charge>),
}
