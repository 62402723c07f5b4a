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

/// A loop within a part, in order, that keeps every promise: short, but not always a shortest one. It begins
/// where the part is nearest.
pub fn through(paths: &dyn Paths, part: &[u32]) -> Lasso {
    let start = part[0];
    let mut edges = Vec::new();
    let mut open = Open::at(paths, start, &mut edges);
    let mut lasso = Lasso { start, steps: Vec::new() };
    let mut at = start;
    while !open.0.is_empty() {
        let keeps_one = |it: &Edge, there: &[Edge]| open.is_kept_by(it) || open.is_left_by(there);
        let path = nearest(paths, part, at, keeps_one);
        for edge in &path {
            open.take(edge);
            paths.steps(edge.to, &mut edges);
            open.visit(&edges);
            lasso.steps.push(edge.action);
            at = edge.to;
        }
    }
    if at != start || lasso.steps.is_empty() {
        let back = nearest(paths, part, at, |it, _| it.to == start);
        lasso.steps.extend(back.iter().map(|it| it.action));
    }
    lasso
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

/// The shortest way within a part to a step that is `wanted`; it is shown what is possible behind
/// the step.
fn nearest(
    paths: &dyn Paths,
    part: &[u32],
    from: u32,
    wanted: impl Fn(&Edge, &[Edge]) -> bool,
) -> Vec<Edge> {
    let place = |state: u32| part.binary_search(&state);
    // how each state of the part was reached: from where, by which step
    let mut came: Vec<Option<(u32, Edge)>> = vec![None; part.len()];
    let mut queue = VecDeque::from([from]);
    let (mut edges, mut there) = (Vec::new(), Vec::new());
    while let Some(state) = queue.pop_front() {
        paths.steps(state, &mut edges);
        for edge in &edges {
            let Ok(at) = place(edge.to) else { continue };
            paths.steps(edge.to, &mut there);
            if wanted(edge, &there) {
                let mut path = vec![*edge];
                let mut state = state;
                while state != from {
                    let at = place(state).expect("in the part");
                    let (before, edge) = came[at].expect("it was reached");
                    path.push(edge);
                    state = before;
                }
                path.reverse();
                return path;
            }
            if edge.to != from && came[at].is_none() {
                came[at] = Some((state, *edge));
                queue.push_back(edge.to);
            }
        }
    }
    unreachable!("a strongly connected part that keeps every promise has such a step")
}
