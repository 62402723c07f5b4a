//! Runs that go round and round within one part of the graph.

use crate::paths::{Edge, Paths};
use model::{Action, Promise};
use std::collections::VecDeque;

/// A loop, and where it begins.
#[derive(Clone)]
pub struct Lasso {
    pub start: u32,
    pub steps: Vec<Action>,
}

/// Whether a run can stay within a strongly connected part for ever: every promise is kept there,
/// or is about something that is not possible everywhere.
pub fn keeps_promises(paths: &dyn Paths, part: &[u32], is_inside: impl Fn(u32) -> bool) -> bool {
    let mut edges = Vec::new();
    let mut open = Open::at(paths, part[0], &mut edges);
    part.iter().any(|&state| {
        paths.steps(state, &mut edges);
        open.visit(&edges);
        edges.iter().filter(|it| is_inside(it.to)).for_each(|it| open.take(it));
        open.0.is_empty()
    })
}

/// A loop within a part, in order, that keeps every promise: short, but not always a shortest one.
/// It begins where the part is nearest.
pub fn through(paths: &dyn Paths, part: &[u32]) -> Lasso {
    let start = part[0];
    let is_inside = |state: u32| part.binary_search(&state).is_ok();
    let (mut edges, mut there) = (Vec::new(), Vec::new());
    let mut open = Open::at(paths, start, &mut edges);
    let mut lasso = Lasso { start, steps: Vec::new() };
    let mut at = start;
    while !open.0.is_empty() {
        let mut keeps_one = |_, it: &Edge| {
            if !is_inside(it.to) {
                return Go::No;
            }
            paths.steps(it.to, &mut there);
            let keeps_one = open.is_kept_by(it) || open.is_left_by(&there);
            if keeps_one { Go::There } else { Go::On }
        };
        let path = nearest(paths, part, at, &mut keeps_one).expect("a part that keeps all");
        for edge in &path {
            open.take(edge);
            paths.steps(edge.to, &mut edges);
            open.visit(&edges);
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
        let back = nearest(paths, part, at, &mut is_back).expect("a part is connected");
        lasso.steps.extend(back.iter().map(|it| it.action));
    }
    lasso
}

/// A loop within a part, in order, through the nearest step that is looked for there.
pub fn around(paths: &dyn Paths, part: &[u32], go: &mut dyn FnMut(u32, &Edge) -> Go) -> Lasso {
    let start = part[0];
    let mut inside = |from, it: &Edge| match part.binary_search(&it.to) {
        Ok(_) => go(from, it),
        Err(_) => Go::No,
    };
    let mut path = nearest(paths, part, start, &mut inside).expect("there is such a step");
    let at = path[path.len() - 1].to;
    if at != start {
        let mut is_back = |from, it: &Edge| match inside(from, it) {
            Go::No => Go::No,
            _ if it.to == start => Go::There,
            _ => Go::On,
        };
        path.extend(nearest(paths, part, at, &mut is_back).expect("a part is connected"));
    }
    Lasso { start, steps: path.iter().map(|it| it.action).collect() }
}

/// Promises that a run would break if it went on as it did so far.
struct Open(Vec<Promise>);

impl Open {
    fn at(paths: &dyn Paths, state: u32, edges: &mut Vec<Edge>) -> Open {
        paths.steps(state, edges);
        Open(edges.iter().filter_map(|it| it.promise).collect())
    }

    /// A promise is kept if there is a moment at which it is about nothing.
    fn visit(&mut self, edges: &[Edge]) {
        self.0.retain(|promise| edges.iter().any(|it| it.promise == Some(*promise)));
    }

    fn take(&mut self, edge: &Edge) {
        self.0.retain(|promise| edge.promise != Some(*promise));
    }

    fn is_kept_by(&self, edge: &Edge) -> bool {
        edge.promise.is_some_and(|it| self.0.contains(&it))
    }

    /// Whether a state from which `edges` lead keeps one of them.
    fn is_left_by(&self, edges: &[Edge]) -> bool {
        self.0.iter().any(|promise| edges.iter().all(|it| it.promise != Some(*promise)))
    }
}

/// What to make of a step on the search for one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Go {
    /// It is none of the part's.
    No,
    /// It leads on.
    On,
    /// It is one that is looked for.
    There,
}

/// The shortest way within a part, in order, to a step that is looked for; the step itself may lead
/// elsewhere. None if there is no such step.
pub fn nearest(
    paths: &dyn Paths,
    part: &[u32],
    from: u32,
    go: &mut dyn FnMut(u32, &Edge) -> Go,
) -> Option<Vec<Edge>> {
    let place = |state: u32| part.binary_search(&state);
    // from where each state of the part was reached
    let mut came: Vec<Option<u32>> = vec![None; part.len()];
    let mut queue = VecDeque::from([from]);
    let mut edges = Vec::new();
    while let Some(state) = queue.pop_front() {
        paths.steps(state, &mut edges);
        for edge in &edges {
            match go(state, edge) {
                Go::No => {}
                Go::There => {
                    return Some(back(paths, from, state, *edge, &|it| came[place(it).ok()?], go));
                }
                Go::On => {
                    let Ok(at) = place(edge.to) else { continue };
                    if edge.to != from && came[at].is_none() {
                        came[at] = Some(state);
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
    paths: &dyn Paths,
    from: u32,
    mut state: u32,
    last: Edge,
    came: &dyn Fn(u32) -> Option<u32>,
    go: &mut dyn FnMut(u32, &Edge) -> Go,
) -> Vec<Edge> {
    let (mut path, mut edges) = (vec![last], Vec::new());
    while state != from {
        let before = came(state).expect("it was reached");
        paths.steps(before, &mut edges);
        let leads_on = |it: &&Edge| it.to == state && go(before, it) == Go::On;
        path.push(*edges.iter().find(leads_on).expect("by a step"));
        state = before;
    }
    path.reverse();
    path
}
