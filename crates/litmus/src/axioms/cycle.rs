//! What orders accesses, and cycles in it.
//!
//! `po` is the order of a thread, `rf` leads from a write to who reads it, `co` from a write to those of the cell that
//! take effect later, `fr` from a read to the writes behind the one that it reads from. An exchange is one access, so
//! that nothing comes between its read and its write.

use super::candidates::{Access, Accesses, Choice, Execution};
use super::{Cycle, Event, Model};
use std::collections::VecDeque;

/// From an access to another one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Edge {
    from: usize,
    to: usize,
    word: &'static str,
}

/// Accesses of a thread to a cell take effect in their order, whatever the memory.
pub fn is_coherent(accesses: &Accesses, cell: usize, choice: &Choice) -> bool {
    shortest(&coherence(accesses, cell, choice), accesses.all.len()).is_none()
}

/// A shortest cycle that a memory forbids.
pub fn find(execution: &Execution<'_>, model: Model) -> Option<Vec<Edge>> {
    let accesses = execution.accesses;
    let count = accesses.all.len();
    let of_cells = || execution.choices.iter().enumerate();
    if model != Model::Sequential {
        let cycle = of_cells()
            .filter_map(|(cell, choice)| shortest(&coherence(accesses, cell, choice), count))
            .min_by_key(Vec::len);
        if cycle.is_some() {
            return cycle;
        }
    }
    let mut edges = program_order(accesses, |before, after| keeps(model, before, after));
    for (_, choice) in of_cells() {
        edges.extend(communication(choice).into_iter().filter(|edge| {
            // a thread reads its own write before others do
            let is_own = accesses.all[edge.from].thread == accesses.all[edge.to].thread;
            model == Model::Sequential || edge.word != "rf" || !is_own
        }));
    }
    shortest(&edges, count)
}

fn coherence(accesses: &Accesses, cell: usize, choice: &Choice) -> Vec<Edge> {
    let mut edges =
        program_order(accesses, |before, after| before.cell == cell && after.cell == cell);
    edges.extend(communication(choice));
    edges
}

/// Whether two accesses of a thread reach memory in their order.
fn keeps(model: Model, before: &Access, after: &Access) -> bool {
    let is_fenced = before.fences < after.fences || before.is_exchange() || after.is_exchange();
    match model {
        _ if is_fenced => true,
        Model::Sequential => true,
        Model::Tso => before.reads || after.writes.is_some(),
        // of writes to one cell, `co` says the order
        Model::Pso => before.reads,
    }
}

fn program_order(accesses: &Accesses, is_kept: impl Fn(&Access, &Access) -> bool) -> Vec<Edge> {
    let mut edges = Vec::new();
    for (from, before) in accesses.all.iter().enumerate() {
        for (to, after) in accesses.all.iter().enumerate().skip(from + 1) {
            if before.thread == after.thread && is_kept(before, after) {
                let word = if before.fences < after.fences { "fence" } else { "po" };
                edges.push(Edge { from, to, word });
            }
        }
    }
    edges
}

fn communication(choice: &Choice) -> Vec<Edge> {
    let mut edges = Vec::new();
    for (nth, from) in choice.order.iter().enumerate() {
        let behind = &choice.order[nth + 1..];
        edges.extend(behind.iter().map(|to| Edge { from: *from, to: *to, word: "co" }));
    }
    for (read, from) in &choice.reads_from {
        edges.extend(from.map(|from| Edge { from, to: *read, word: "rf" }));
        let at = from.and_then(|from| choice.order.iter().position(|write| *write == from));
        let behind = &choice.order[at.map_or(0, |at| at + 1)..];
        let others = behind.iter().filter(|write| *write != read);
        edges.extend(others.map(|to| Edge { from: *read, to: *to, word: "fr" }));
    }
    edges
}

/// A shortest cycle of a graph, if it has one.
fn shortest(edges: &[Edge], count: usize) -> Option<Vec<Edge>> {
    let mut next: Vec<Vec<Edge>> = vec![Vec::new(); count];
    for edge in edges {
        next[edge.from].push(*edge);
    }
    (0..count).filter_map(|start| back_to(start, &next)).min_by_key(Vec::len)
}

fn back_to(start: usize, next: &[Vec<Edge>]) -> Option<Vec<Edge>> {
    let mut came: Vec<Option<Edge>> = vec![None; next.len()];
    let mut open = VecDeque::from([start]);
    while let Some(at) = open.pop_front() {
        for edge in &next[at] {
            if came[edge.to].is_some() {
                continue;
            }
            came[edge.to] = Some(*edge);
            if edge.to == start {
                let mut cycle = vec![*edge];
                while cycle[cycle.len() - 1].from != start {
                    cycle.push(came[cycle[cycle.len() - 1].from]?);
                }
                cycle.reverse();
                return Some(cycle);
            }
            open.push_back(edge.to);
        }
    }
    None
}

/// The accesses of a cycle, each with what leads to the next.
pub fn told(execution: &Execution<'_>, cycle: &[Edge]) -> Cycle {
    let event = |edge: &Edge| Event {
        thread: execution.accesses.all[edge.from].thread,
        nth: edge.from,
        words: access(execution, edge.from),
        leads: edge.word,
    };
    Cycle(cycle.iter().map(event).collect())
}

fn access(execution: &Execution<'_>, nth: usize) -> String {
    let Access { cell, reads, writes, .. } = &execution.accesses.all[nth];
    let name = &execution.accesses.names[*cell];
    let shown = |value: Option<u32>| value.map_or("?".into(), |value| value.to_string());
    let read = || shown(execution.read(nth));
    let written = || shown(execution.written(nth, execution.accesses.all.len()));
    match (reads, writes) {
        (true, Some(_)) => format!("X {name}={}, then {}", read(), written()),
        (true, None) => format!("R {name}={}", read()),
        _ => format!("W {name}={}", written()),
    }
}
