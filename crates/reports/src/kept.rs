//! What is looked at again and again, and so kept: the graph, and what a property says of it.

use crate::at_once::at_once;
use crate::paths::{Edge, Paths};
use model::{Action, PROCESSES_MAX, PerProcess, Pid, Fairness};
use std::ops::Range;

/// A state that was not seen.
pub const NOWHERE: u32 = u32::MAX;

/// All steps.
#[derive(Default)]
pub struct Kept {
    /// Of each state, where its steps end.
    ends: Vec<u32>,
    steps: Vec<Edge>,
}

impl Kept {
    /// Takes the steps of one more state; none if there are more than so many bytes for it, and
    /// false if there is no further state.
    pub fn grow(&mut self, paths: &dyn Paths, room: &mut Vec<Edge>, bytes: usize) -> Option<bool> {
        if self.bytes() > bytes {
            return None;
        }
        if self.is_whole(paths) {
            return Some(false);
        }
        let steps = paths.steps(self.states(), room);
        self.steps.try_reserve(steps.len()).ok()?;
        self.steps.extend_from_slice(steps);
        self.end().then_some(true)
    }

    /// One more step of the state after the last; where it leads is to follow. False if there is
    /// no memory for it.
    pub fn step(&mut self, action: Action, is_owed: bool) -> bool {
        let is_room = self.steps.try_reserve(1).is_ok();
        if is_room {
            self.steps.push(Edge { to: NOWHERE, action, is_owed });
        }
        is_room
    }

    /// Where the last steps lead, in order.
    pub fn lead(&mut self, to: &[u32]) {
        let last = self.steps.iter_mut().rev();
        last.zip(to.iter().rev()).for_each(|(step, to)| step.to = *to);
    }

    /// Where steps lead is called something else.
    pub fn redirect(&mut self, to: impl Fn(u32) -> u32) {
        self.steps.iter_mut().for_each(|it| it.to = to(it.to));
    }

    /// A state has no further step. False if there is no memory for it.
    pub fn end(&mut self) -> bool {
        let is_room = self.ends.try_reserve(1).is_ok();
        if is_room {
            self.ends.push(self.steps.len() as u32);
        }
        is_room
    }

    /// None is kept, but there is room for as many.
    pub fn clear(&mut self) {
        self.ends.clear();
        self.steps.clear();
    }

    /// The steps of the states that come next. False if there is no memory for them.
    pub fn append(&mut self, next: &Kept) -> bool {
        let before = self.steps.len() as u32;
        let ends: Vec<u32> = next.ends.iter().map(|it| before + it).collect();
        add(&mut self.steps, &next.steps).is_some() && add(&mut self.ends, &ends).is_some()
    }

    /// Of how many states.
    pub fn states(&self) -> u32 {
        self.ends.len() as u32
    }

    pub fn is_whole(&self, paths: &dyn Paths) -> bool {
        self.states() == paths.states()
    }

    /// The numbers of the steps from a state.
    fn numbers(&self, state: u32) -> Range<usize> {
        let from = state.checked_sub(1).map_or(0, |before| self.ends[before as usize]);
        from as usize..self.ends[state as usize] as usize
    }

    pub fn bytes(&self) -> usize {
        self.ends.capacity() * size_of::<u32>() + self.steps.capacity() * size_of::<Edge>()
    }
}

/// The same paths, with all steps kept.
#[derive(Clone, Copy)]
pub struct Known<'a> {
    pub paths: &'a dyn Paths,
    pub kept: &'a Kept,
}

impl Known<'_> {
    /// The steps from a state, each with its number.
    pub fn numbered(&self, state: u32) -> impl Iterator<Item = (usize, &Edge)> {
        let numbers = self.kept.numbers(state);
        numbers.clone().zip(&self.kept.steps[numbers])
    }

    /// The number of a step from a state.
    pub fn number(&self, from: u32, edge: &Edge) -> usize {
        let is_it = |it: &Edge| (it.to, it.action) == (edge.to, edge.action);
        let found = self.numbered(from).find(|(_, it)| is_it(it));
        found.expect("all steps are kept").0
    }
}

impl Paths for Known<'_> {
    fn states(&self) -> u32 {
        self.kept.states()
    }

    fn parent(&self, state: u32) -> u32 {
        self.paths.parent(state)
    }

    fn outcome(&self, at: usize, state: u32) -> String {
        self.paths.outcome(at, state)
    }

    fn waiting(&self, state: u32) -> u64 {
        self.paths.waiting(state)
    }

    fn operations(&self, at: usize, state: u32) -> PerProcess {
        self.paths.operations(at, state)
    }

    fn charge(&self, at: usize, from: u32, action: Action, to: u32) -> PerProcess {
        self.paths.charge(at, from, action, to)
    }

    fn fairness(&self, from: u32, edge: &Edge) -> Option<Fairness> {
        self.paths.fairness(from, edge)
    }

    fn steps<'a>(&'a self, state: u32, _: &'a mut Vec<Edge>) -> &'a [Edge] {
        &self.kept.steps[self.kept.numbers(state)]
    }
}

/// What one property says: who has an operation pending in each state, and, where it is about
/// costs, what each step costs whom and in which states operations begin.
#[derive(Default)]
pub struct Said {
    at: usize,
    has_costs: bool,
    pub operations: Vec<PerProcess>,
    pub charges: Vec<PerProcess>,
    /// Of each state, those who begin an operation with a step from there.
    beginners: Vec<u8>,
    /// Whose operation is pending in any state.
    anybody: PerProcess,
}

impl Said {
    /// By the property at `at`.
    pub fn of(at: usize, has_costs: bool) -> Said {
        Said { at, has_costs, ..Said::default() }
    }

    /// Whether there is nothing further to learn.
    pub fn is_whole(&self, known: Known<'_>) -> bool {
        let asked = if self.has_costs { self.beginners.len() } else { self.operations.len() };
        asked == known.states() as usize
    }

    /// Learns more of up to that many states, each of so many workers. None if there is no memory.
    pub fn grow(&mut self, known: Known<'_>, workers: usize, states: usize) -> Option<()> {
        let all = known.states();
        let asks = self.operations.len() < all as usize;
        let mut next = if asks { self.operations.len() } else { self.beginners.len() } as u32;
        let mut parts = Vec::new();
        for _ in 0..workers {
            let end = next.saturating_add(states as u32).min(all);
            parts.push(Part { states: next..end, ..Part::default() });
            next = end;
        }
        at_once(&mut parts, |it| if asks { self.ask(known, it) } else { self.look(known, it) });
        for Part { operations, charges, beginners, .. } in parts {
            for it in &operations {
                self.anybody = std::array::from_fn(|i| self.anybody[i] | it[i]);
            }
            add(&mut self.operations, &operations)?;
            add(&mut self.charges, &charges)?;
            add(&mut self.beginners, &beginners)?;
        }
        Some(())
    }

    /// What is pending in some states, and what their steps cost.
    fn ask(&self, known: Known<'_>, part: &mut Part) {
        for state in part.states.clone() {
            part.operations.push(known.operations(self.at, state));
            if self.has_costs {
                let steps = known.numbered(state).map(|(_, it)| it);
                part.charges.extend(steps.map(|it| known.charge(self.at, state, it.action, it.to)));
            }
        }
    }

    /// Those who begin an operation with a step from each of some states.
    fn look(&self, known: Known<'_>, part: &mut Part) {
        for state in part.states.clone() {
            let before = self.operations[state as usize];
            let mut beginners = 0;
            for (_, edge) in known.numbered(state) {
                let after = self.operations[edge.to as usize];
                if after != before {
                    let begins = |&i: &usize| after[i] != 0 && after[i] != before[i];
                    beginners |= (0..PROCESSES_MAX).filter(begins).fold(0, |all, i| all | 1 << i);
                }
            }
            part.beginners.push(beginners);
        }
    }

    /// Whether a process has operations at all.
    pub fn has_any(&self, who: Pid) -> bool {
        self.anybody[who] != 0
    }

    /// Whether a process begins an operation with a step from a state.
    pub fn begins(&self, who: Pid, state: u32) -> bool {
        self.beginners[state as usize] >> who & 1 != 0
    }

    pub fn bytes(&self) -> usize {
        let numbers = self.operations.capacity() + self.charges.capacity();
        numbers * size_of::<PerProcess>() + self.beginners.capacity()
    }
}

/// What is said of some states.
#[derive(Default)]
struct Part {
    states: Range<u32>,
    operations: Vec<PerProcess>,
    charges: Vec<PerProcess>,
    beginners: Vec<u8>,
}

/// None if there is no memory.
fn add<T: Copy>(all: &mut Vec<T>, new: &[T]) -> Option<()> {
    all.try_reserve(new.len()).ok()?;
    all.extend_from_slice(new);
    Some(())
}
