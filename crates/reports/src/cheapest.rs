//! The least that an operation costs: states in the order of what it has cost to come there.
//!
//! Costs are small numbers, so that states wait in a row for each cost (R. B. Dial, [Algorithm 360:
//! shortest-path forest with topological ordering][paper], Communications of the ACM 12(11), 1969).
//!
//! [paper]: https://doi.org/10.1145/363269.363610

use crate::kept::Known;
use crate::paths::{Paths, run_to};
use crate::question::{Asked, Seen};
use model::Action;

/// Nothing is known of how a state is reached.
const UNKNOWN: u32 = 0;

#[derive(Default)]
pub struct Cheapest {
    /// The next state to ask whether an operation begins there.
    next: u32,
    /// For each cost: states, and from where they are reached.
    rows: Vec<Vec<(u32, u32)>>,
    /// The row in hand, and how much of it is done.
    cost: usize,
    done: usize,
    end: Option<End>,
}

/// The step with which an operation ends.
#[derive(Clone, Copy)]
struct End {
    cost: u32,
    from: u32,
    action: Action,
}

impl Cheapest {
    pub fn cost(&self) -> Option<u32> {
        self.end.map(|it| it.cost)
    }

    pub fn bytes(&self) -> usize {
        self.rows.iter().map(|it| it.capacity() * size_of::<(u32, u32)>()).sum()
    }

    /// Looks at one state; false when all is known. `came` has one more than the state from which
    /// each was reached.
    pub fn advance(&mut self, known: Known<'_>, asked: &Asked<'_>, came: &mut [u32]) -> bool {
        if self.next < known.states() {
            self.begin(known, asked);
            return true;
        }
        if self.end.is_some_and(|it| it.cost as usize <= self.cost) {
            return false;
        }
        let Some(row) = self.rows.get(self.cost) else { return false };
        let Some(&(state, from)) = row.get(self.done) else {
            (self.cost, self.done) = (self.cost + 1, 0);
            return true;
        };
        self.done += 1;
        if came[state as usize] == UNKNOWN {
            came[state as usize] = from + 1;
            self.expand(known, asked, state, came);
        }
        true
    }

    fn begin(&mut self, known: Known<'_>, asked: &Asked<'_>) {
        let Asked { question, said } = *asked;
        let state = self.next;
        self.next += 1;
        if state == 0 && question.is_pending(said, 0) {
            self.put(0, 0, 0);
        }
        for (number, edge) in known.numbered(state) {
            if question.see(said, state, edge).begins {
                let cost = question.cost(said, state, (number, edge));
                self.put(cost as usize, edge.to, state);
            }
        }
    }

    fn expand(&mut self, known: Known<'_>, asked: &Asked<'_>, state: u32, came: &[u32]) {
        let Asked { question, said } = *asked;
        for (number, edge) in known.numbered(state) {
            let Seen { stays, ends, .. } = question.see(said, state, edge);
            let cost = self.cost + question.cost(said, state, (number, edge)) as usize;
            if ends && self.end.is_none_or(|it| cost < it.cost as usize) {
                self.end = Some(End { cost: cost as u32, from: state, action: edge.action });
            }
            if stays && came[edge.to as usize] == UNKNOWN {
                self.put(cost, edge.to, state);
            }
        }
    }

    fn put(&mut self, cost: usize, state: u32, from: u32) {
        if self.rows.len() <= cost {
            self.rows.resize(cost + 1, Vec::new());
        }
        self.rows[cost].push((state, from));
    }

    /// A run that has an operation of that cost in it.
    pub fn run(&self, known: Known<'_>, asked: &Asked<'_>, came: &[u32]) -> Vec<Action> {
        let Asked { question, said } = *asked;
        let Some(End { mut from, action, .. }) = self.end else { return Vec::new() };
        let mut steps = vec![action];
        let operation = |state: u32| said.operations[state as usize][question.who];
        let mut is_whole = false;
        while !is_whole {
            let (state, before) = (from, came[from as usize] - 1);
            // one that is pending in the first state begins with no step
            if state == 0 && before == 0 {
                break;
            }
            is_whole = operation(before) != operation(state);
            let to_it = known.numbered(before).filter(|(_, it)| it.to == state);
            let step = to_it.min_by_key(|it| question.cost(said, before, *it));
            steps.push(step.expect("it was reached by a step").1.action);
            from = before;
        }
        let mut run = run_to(&known, from);
        run.extend(steps.iter().rev());
        run
    }
}
