//! Runs that go round and round within one part of the graph.

use crate::report::state_graph::{Edge, StateGraph};
use model::{Action, Fairness};
use std::collections::{BTreeSet, VecDeque};

/// A loop, and where it begins.
#[derive(Clone)]
pub struct Lasso {
    pub start: u32,
    pub steps: Vec<Action>,
}

/// Whether a run can stay within a strongly connected part for ever.
pub enum Stays {
    /// Every promise is kept there, or is about something that is not possible: everywhere, or at all if
    /// it is strong.
    Yes,
    No,
    /// Strong promises are kept only where a run leaves out the states in which they are about something:
    /// it stays within these, if at all.
    Within(Vec<u32>),
}

pub fn can_stay(graph: &dyn StateGraph, part: &[u32], is_inside: impl Fn(u32) -> bool) -> Stays {
    let mut room = Vec::new();
    if somebody_leaves(graph, part, &is_inside, &mut room) {
        return Stays::No;
    }
    let mut open = Open::at(graph, part[0]);
    let has_strong = graph.is_strongly_fair();
    let (mut given, mut kept) = (BTreeSet::new(), BTreeSet::new());
    for &state in part {
        let promises = promises(graph, state);
        open.visit(&promises);
        given.extend(strong_of(&promises));
        let steps = graph.steps(state, &mut room).iter().zip(promises);
        for (_, promise) in steps.filter(|(step, _)| is_inside(step.to)) {
            open.keep(promise);
            kept.extend(promise);
        }
        if !has_strong && open.is_empty() {
            return Stays::Yes;
        }
    }
    if !open.is_empty() {
        return Stays::No;
    }
    let broken: BTreeSet<Fairness> = given.difference(&kept).copied().collect();
    if broken.is_empty() {
        return Stays::Yes;
    }
    let is_silent =
        |state: &u32| strong_of(&promises(graph, *state)).all(|promise| !broken.contains(&promise));
    Stays::Within(part.iter().copied().filter(is_silent).collect())
}

/// Whether there is a process that has to take a step in every state of a part, and each of its steps leads
/// out of it. Most parts in which a run cannot stay are of this kind, and no promise is asked for.
fn somebody_leaves(
    graph: &dyn StateGraph,
    part: &[u32],
    is_inside: impl Fn(u32) -> bool,
    room: &mut Vec<Edge>,
) -> bool {
    let (mut everywhere, mut inside) = (u64::MAX, 0);
    for &state in part {
        let mut there = 0;
        for edge in graph.steps(state, room).iter().filter(|step| step.is_fair) {
            if let Action::Step { process, .. } = edge.action {
                there |= 1 << process;
                inside |= u64::from(is_inside(edge.to)) << process;
            }
        }
        everywhere &= there;
        if everywhere == 0 {
            return false;
        }
    }
    everywhere & !inside != 0
}

/// The strong ones among the promises of a state.
fn strong_of(there: &[Option<Fairness>]) -> impl Iterator<Item = Fairness> {
    there.iter().flatten().copied().filter(|promise| promise.is_strong())
}

/// The promises that the steps from a state are under.
fn promises(graph: &dyn StateGraph, state: u32) -> Vec<Option<Fairness>> {
    let mut room = Vec::new();
    graph.steps(state, &mut room).iter().map(|step| graph.fairness(state, step)).collect()
}

/// A loop within a part, in order, that keeps every promise and comes to a state that is concerned:
/// short, but not always a shortest one. It begins where the part is nearest.
pub fn through(graph: &dyn StateGraph, part: &[u32], is_concerned: &dyn Fn(u32) -> bool) -> Lasso {
    let start = part[0];
    let is_inside = |state: u32| part.binary_search(&state).is_ok();
    let mut open = Open::at(graph, start);
    if graph.is_strongly_fair() {
        open.strong.extend(
            part.iter().flat_map(|&state| strong_of(&promises(graph, state)).collect::<Vec<_>>()),
        );
    }
    let mut lasso = Lasso { start, steps: Vec::new() };
    let mut at = start;
    let mut has_come = is_concerned(start);
    while !open.is_empty() || !has_come {
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
        lasso.steps.extend(back.iter().map(|edge| edge.action));
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
    Lasso { start, steps: path.iter().map(|edge| edge.action).collect() }
}

/// Promises that a run would break if it went on as it did so far.
struct Open {
    weak: Vec<Fairness>,
    strong: BTreeSet<Fairness>,
}

impl Open {
    fn at(graph: &dyn StateGraph, state: u32) -> Open {
        let weak = promises(graph, state).into_iter().flatten().flat_map(Fairness::all);
        let weak = weak.filter(|promise| !promise.is_strong()).collect();
        Open { weak, strong: BTreeSet::new() }
    }

    fn is_empty(&self) -> bool {
        self.weak.is_empty() && self.strong.is_empty()
    }

    /// A weak promise is kept if there is a moment at which it is about nothing.
    fn visit(&mut self, there: &[Option<Fairness>]) {
        let all = || there.iter().flatten().flat_map(|promise| promise.all());
        self.weak.retain(|promise| all().any(|given| given == *promise));
    }

    fn keep(&mut self, promise: Option<Fairness>) {
        for kept in promise.into_iter().flat_map(Fairness::all) {
            self.weak.retain(|open| *open != kept);
            self.strong.remove(&kept);
        }
    }

    fn has(&self, promise: Option<Fairness>) -> bool {
        let is_open =
            |fairness: Fairness| self.weak.contains(&fairness) || self.strong.contains(&fairness);
        promise.is_some_and(|promise| promise.all().any(is_open))
    }

    /// Whether a state with these promises keeps one of them.
    fn is_left_by(&self, there: &[Option<Fairness>]) -> bool {
        let all = || there.iter().flatten().flat_map(|promise| promise.all());
        self.weak.iter().any(|open| all().all(|given| given != *open))
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
        let leads_on = |edge: &&Edge| edge.to == state && go(before, edge) == Go::On;
        let step = graph.steps(before, &mut room).iter().find(leads_on);
        path.push(*step.expect("by a step"));
        state = before;
    }
    path.reverse();
    path
}
