//! Runs that go round and round within one part of the graph.

use crate::state_graph::{Edge, StateGraph};
use model::{Action, Fairness};
use std::collections::VecDeque;

/// A loop, and where it begins.
#[derive(Clone)]
pub struct Lasso {
    pub start: u32,
    pub steps: Vec<Action>,
}

/// Whether a run can stay within a strongly connected part for ever: every promise is kept there,
/// or is about something that is not possible everywhere.
pub fn is_fair_cycle(
    graph: &dyn StateGraph,
    part: &[u32],
    is_inside: impl Fn(u32) -> bool,
) -> bool {
    let mut room = Vec::new();
    let mut open = Open::at(graph, part[0]);
    part.iter().any(|&state| {
        let promises = promises(graph, state);
        open.visit(&promises);
        let steps = graph.steps(state, &mut room).iter().zip(promises);
        steps.filter(|(it, _)| is_inside(it.to)).for_each(|(_, it)| open.keep(it));
        open.0.is_empty()
    })
}

/// The promises that the steps from a state are under.
fn promises(graph: &dyn StateGraph, state: u32) -> Vec<Option<Fairness>> {
    let mut room = Vec::new();
    graph.steps(state, &mut room).iter().map(|it| graph.fairness(state, it)).collect()
}

/// A loop within a part, in order, that keeps every promise and comes to a state that is concerned:
/// short, but not always a shortest one. It begins where the part is nearest.
pub fn through(graph: &dyn StateGraph, part: &[u32], is_concerned: &dyn Fn(u32) -> bool) -> Lasso {
    let start = part[0];
    let is_inside = |state: u32| part.binary_search(&state).is_ok();
    let mut open = Open::at(graph, start);
    let mut lasso = Lasso { start, steps: Vec::new() };
    let mut at = start;
    let mut has_come = is_concerned(start);
    while !open.0.is_empty() || !has_come {
        let mut keeps_one = |from, it: &Edge| {
            if !is_inside(it.to) {
                return Go::No;
            }
            let is_wanted = open.has(graph.fairness(from, it))
                || open.is_left_by(&promises(graph, it.to))
                || !has_come && is_concerned(it.to);
            if is_wanted { Go::There } else { Go::On }
        };
        let path = nearest(graph, at, &mut keeps_one).expect("a part that keeps all");
        for edge in &path {
            open.keep(graph.fairness(at, edge));
            open.visit(&promises(graph, edge.to));
            has_come |= is_concerned(edge.to);
            lasso.steps.push(edge.action);
            at = edge.to;
        }
    }
    if at != start || lasso.steps.is_empty() {
        let mut is_back = |_, it: &Edge| match is_inside(it.to) {
            true if it.to == start => Go::There,
            true => Go::On,
            false => Go::No,
        };
        let back = nearest(graph, at, &mut is_back).expect("a part is connected");
        lasso.steps.extend(back.iter().map(|it| it.action));
    }
    lasso
}

/// A loop within a part, in order, through the nearest step that is looked for there.
pub fn around(graph: &dyn StateGraph, part: &[u32], go: &mut dyn FnMut(u32, &Edge) -> Go) -> Lasso {
    let start = part[0];
    let mut inside = |from, it: &Edge| match part.binary_search(&it.to) {
        Ok(_) => go(from, it),
        Err(_) => Go::No,
    };
    let mut path = nearest(graph, start, &mut inside).expect("there is such a step");
    let at = path[path.len() - 1].to;
    if at != start {
        let mut is_back = |from, it: &Edge| match inside(from, it) {
            Go::No => Go::No,
            _ if it.to == start => Go::There,
            _ => Go::On,
        };
        path.extend(nearest(graph, at, &mut is_back).expect("a part is connected"));
    }
    Lasso { start, steps: path.iter().map(|it| it.action).collect() }
}

/// Promises that a run would break if it went on as it did so far.
struct Open(Vec<Fairness>);

impl Open {
    fn at(graph: &dyn StateGraph, state: u32) -> Open {
        Open(promises(graph, state).into_iter().flatten().collect())
    }

    /// A promise is kept if there is a moment at which it is about nothing.
    fn visit(&mut self, there: &[Option<Fairness>]) {
        self.0.retain(|it| there.contains(&Some(*it)));
    }

    fn keep(&mut self, promise: Option<Fairness>) {
        self.0.retain(|it| promise != Some(*it));
    }

    fn has(&self, promise: Option<Fairness>) -> bool {
        promise.is_some_and(|it| self.0.contains(&it))
    }

    /// Whether a state with these promises keeps one of them.
    fn is_left_by(&self, there: &[Option<Fairness>]) -> bool {
        self.0.iter().any(|it| !there.contains(&Some(*it)))
    }
}

/// What to make of a step on the search for one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Go {
    /// It is none to take.
    No,
    /// It leads on.
    On,
    /// It is one that is looked for.
    There,
}

/// The shortest way to a step that is looked for. None if there is no such step.
pub fn nearest(
    graph: &dyn StateGraph,
    from: u32,
    go: &mut dyn FnMut(u32, &Edge) -> Go,
) -> Option<Vec<Edge>> {
    // from where each state was reached, plus one: zeros cost little where nobody looks
    let mut came = vec![0_u32; graph.states() as usize];
    let mut queue = VecDeque::from([from]);
    let mut room = Vec::new();
    while let Some(state) = queue.pop_front() {
        for edge in graph.steps(state, &mut room) {
            match go(state, edge) {
                Go::No => {}
                Go::There => return Some(back(graph, from, state, *edge, &came, go)),
                Go::On => {
                    let came = &mut came[edge.to as usize];
                    if edge.to != from && *came == 0 {
                        *came = state + 1;
                        queue.push_back(edge.to);
                    }
                }
            }
        }
    }
    None
}

/// The way that ends with a step from a state.
fn back(
    graph: &dyn StateGraph,
    from: u32,
    mut state: u32,
    last: Edge,
    came: &[u32],
    go: &mut dyn FnMut(u32, &Edge) -> Go,
) -> Vec<Edge> {
    let (mut path, mut room) = (vec![last], Vec::new());
    while state != from {
        let before = came[state as usize] - 1;
        let leads_on = |it: &&Edge| it.to == state && go(before, it) == Go::On;
        let step = graph.steps(before, &mut room).iter().find(leads_on);
        path.push(*step.expect("by a step"));
        state = before;
    }
    path.reverse();
    path
}
