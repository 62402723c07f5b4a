//! How much it takes until operations end: whether there is a bound to it, and which.
//!
//! A question makes of the states with an operation pending a graph whose steps have costs: a step
//! of the process itself costs one, or what the property says. There is no bound if a strongly
//! connected part has a step that costs something, or if a process has to wait at a cost. Otherwise
//! the most is that of a longest way through the parts, each of which costs nothing to stay in. Where
//! all steps lead to later states, each state is a part by itself. The least is there whether or not
//! there is a bound.
//!
//! It is asked of all processes together, as a step is read once for all of them, and of the strongly
//! connected parts of the whole graph, each after all to which it leads. Where in such a part the operation
//! of a process is pending all along, that is a part of its graph, too; a process for which that is not so
//! somewhere, and yet its steps lead back there, is looked at once more, alone.

use crate::report::components::{Components, Next, Subgraph};
use crate::report::operation_finding::{OperationFinding, is_better};
use crate::report::operation_labels::{self, OperationLabels};
use crate::report::operation_query::{LabelledQuery, OperationQuery};
use crate::report::part_order::{self, PartOrder};
use crate::report::state_graph::StateGraph;
use crate::report::transition_store::GraphView;
use model::{Action, ClaimKind, Pids};

mod conclusion;
mod steps;

use steps::Seen;

/// No bound, or, of the least, no way to the end of the operation.
const UNBOUNDED: u32 = u32::MAX;

/// At most that many bytes are needed for each state of so many processes, besides those for its part and its steps.
pub fn bytes(processes: usize) -> usize {
    processes * size_of::<u32>() + part_order::BYTES
}

/// One question, and how far it is answered.
pub struct CostAnalysis {
    question: OperationQuery,
    /// One for each process, up to the last that has operations; for lock-freedom only the first.
    lanes: Vec<Lane>,
    /// Of each state and lane: the most or the least that is still to come, whichever is in question.
    to_come: Vec<u32>,
    /// Of the lane that is looked at alone.
    parts: Option<Components>,
    phase: Phase,
    /// The next state to look at, or the next place in the order of the whole graph.
    next: u32,
    found: OperationFinding,
}

/// What is known of the operations of one process, or for lock-freedom of all.
#[derive(Default)]
struct Lane {
    /// Its parts are not those of the whole graph: it is to be looked at alone, or was.
    is_alone: bool,
    was_alone: bool,
    /// A part with a step that costs something, in order.
    part: Vec<u32>,
    /// With which operation the most or the least is to come.
    best: Option<Begin>,
}

/// What is looked for.
#[derive(Clone, Copy)]
enum Phase {
    /// The first state in which a process has to wait at a cost.
    Stuck,
    /// The most or the least that is to come, part by part, and the operation with which that is to come.
    Parts,
    /// What is to come to a process whose parts are others.
    Alone,
    /// The operation with which that is to come.
    Begins,
}

/// Where an operation is looked at first, what that costs in all, and the step with which it begins.
#[derive(Clone, Copy)]
struct Begin {
    cost: u32,
    to: u32,
    by: Option<(u32, Action)>,
}

impl CostAnalysis {
    /// None if there is no memory.
    pub fn new(
        question: OperationQuery,
        labels: &OperationLabels,
        known: GraphView<'_>,
    ) -> Option<CostAnalysis> {
        let last = labels.anybody.checked_ilog2().map_or(0, |it| it as usize + 1);
        let lanes = if question.kind == ClaimKind::LockFree { last.min(1) } else { last };
        let count = known.states() as usize;
        let none = if question.kind == ClaimKind::LeastCost { UNBOUNDED } else { 0 };
        Some(CostAnalysis {
            question,
            to_come: filled(count * lanes, none)?,
            lanes: (0..lanes).map(|_| Lane::default()).collect(),
            parts: None,
            phase: if question.may_be_stuck(labels) { Phase::Stuck } else { Phase::Parts },
            next: 0,
            found: OperationFinding::new(question.kind),
        })
    }

    pub fn at(&self) -> usize {
        self.question.at
    }

    pub fn found(self) -> OperationFinding {
        self.found
    }

    pub fn bytes(&self) -> usize {
        let parts = self.lanes.iter().map(|lane| lane.part.capacity());
        let numbers = self.to_come.capacity() + parts.sum::<usize>();
        self.parts.as_ref().map_or(0, Components::bytes) + numbers * size_of::<u32>()
    }

    /// Examines up to that many states; false when the question is answered, none if there is no memory.
    pub fn advance(
        &mut self,
        known: GraphView<'_>,
        labels: &OperationLabels,
        order: &PartOrder,
        states: usize,
    ) -> Option<bool> {
        for _ in 0..states {
            if !self.look(known, labels, order)? {
                self.conclude(known, labels);
                return Some(false);
            }
        }
        Some(true)
    }

    /// At one state, or one part; false when the question is answered.
    fn look(
        &mut self,
        known: GraphView<'_>,
        labels: &OperationLabels,
        order: &PartOrder,
    ) -> Option<bool> {
        if self.lanes.is_empty() {
            return Some(false);
        }
        let is_over = self.next == known.states();
        match self.phase {
            Phase::Stuck if is_over => (self.phase, self.next) = (Phase::Parts, 0),
            Phase::Stuck => {
                if let Some(who) = self.question.stuck(labels, known, self.next) {
                    self.found.stuck = Some((self.next, who));
                    return Some(false);
                }
                self.next += 1;
            }
            Phase::Parts if is_over => {
                if self.next_alone().is_some() {
                    self.parts = Some(Components::new(self.next)?);
                }
                (self.phase, self.next) = (Phase::Alone, 0);
            }
            Phase::Parts if order.is_forward(known) => {
                self.sum(known, labels, self.next.abs_diff(known.states() - 1));
                self.next += 1;
            }
            Phase::Parts => {
                let part = order.part(self.next);
                let is_done = match part {
                    [state] => {
                        self.sum(known, labels, *state);
                        true
                    }
                    _ if self.is_least() => self.lessen(known, labels, part),
                    _ => {
                        self.sum_part(known, labels, order, part);
                        true
                    }
                };
                if is_done {
                    self.next += part.len() as u32;
                }
            }
            Phase::Alone => match self.next_alone() {
                Some(lane) => self.look_alone(known, labels, lane),
                None if self.lanes.iter().any(|lane| !lane.part.is_empty()) => return Some(false),
                None if self.lanes.iter().any(|lane| lane.was_alone) => self.phase = Phase::Begins,
                None => return Some(false),
            },
            Phase::Begins if is_over => return Some(false),
            Phase::Begins => {
                let those = self.those(|lane| lane.was_alone);
                self.begin(known, labels, self.next, those);
                self.next += 1;
            }
        }
        Some(true)
    }

    fn next_alone(&self) -> Option<usize> {
        self.lanes.iter().position(|lane| lane.is_alone)
    }

    /// What is to come in a state that is a part by itself, and with what operations.
    fn sum(&mut self, known: GraphView<'_>, labels: &OperationLabels, state: u32) {
        let asked = self.question.pending(labels, state);
        if asked == 0 && self.question.cost.is_none() && state != 0 {
            return;
        }
        let seen = self.see(known, labels, state, asked, |to| to == state);
        self.put(state, asked, &seen);
        self.note(seen.grows, &[state]);
        if seen.begins || state == 0 || self.question.cost.is_none() {
            self.begin(known, labels, state, Pids::MAX);
        }
    }

    /// The least that is to come in a part of several states, as far as it is known; false if it has to be
    /// looked at again.
    fn lessen(&mut self, known: GraphView<'_>, labels: &OperationLabels, part: &[u32]) -> bool {
        let (mut is_less, mut begins) = (false, part.contains(&0));
        for &state in part {
            let asked = self.question.pending(labels, state);
            let seen = self.see(known, labels, state, asked, |_| false);
            begins |= seen.begins;
            is_less |= self.put(state, asked, &seen);
        }
        if !is_less && begins {
            for &state in part {
                self.begin(known, labels, state, Pids::MAX);
            }
        }
        !is_less
    }

    /// The most that is to come in a part of several states.
    fn sum_part(
        &mut self,
        known: GraphView<'_>,
        labels: &OperationLabels,
        order: &PartOrder,
        part: &[u32],
    ) {
        let pending = |state: u32| self.question.pending(labels, state);
        let all = part.iter().fold(0, |all, &it| all | pending(it));
        // of whom the part is one, too
        let whole = match self.question.kind {
            ClaimKind::LockFree | ClaimKind::ObstructionFree => 0,
            _ => part.iter().fold(all, |all, &it| all & pending(it) & !labels.others(part[0], it)),
        };
        let is_inside = |to| order.is_same(to, part[0]);
        let seen = self.judge(known, labels, part, whole, is_inside);
        self.note(seen.grows, part);
        let others = all & !whole;
        if others != 0 {
            let mut back = 0;
            for &state in part {
                for (_, edge) in known.numbered(state) {
                    if edge.to <= state && is_inside(edge.to) {
                        back |= self.question.effect(labels, state, edge).stays;
                    }
                }
            }
            for (at, lane) in self.lanes.iter_mut().enumerate() {
                lane.is_alone |= (others & back) >> at & 1 != 0;
            }
            // the last state is the first
            for &state in part {
                let asked = self.question.pending(labels, state) & others & !back;
                let seen = self.see(known, labels, state, asked, |_| false);
                self.put(state, asked, &seen);
            }
        }
        if seen.begins || self.question.cost.is_none() || part.contains(&0) {
            for &state in part {
                self.begin(known, labels, state, Pids::MAX);
            }
        }
    }

    /// Looks for the parts of one alone.
    fn look_alone(&mut self, known: GraphView<'_>, labels: &OperationLabels, lane: usize) {
        let Some(mut parts) = self.parts.take() else { return };
        let asked = LabelledQuery { question: self.question, who: lane, labels };
        match parts.advance(&known, &asked) {
            Next::Found { .. } => {
                let is_inside = |to| parts.is_inside(to);
                let seen = self.judge(known, labels, &parts.found, 1 << lane, is_inside);
                self.note(seen.grows, &parts.found);
            }
            Next::Visited { .. } | Next::Busy => {}
            Next::Over => {
                let lane = &mut self.lanes[lane];
                (lane.is_alone, lane.was_alone, lane.best) = (false, true, None);
                if let Some(next) = self.next_alone() {
                    let asked = LabelledQuery { who: next, ..asked };
                    let count = known.states();
                    parts.begin_with(count, (0..count).filter(|&it| asked.contains(it)));
                }
            }
        }
        self.parts = Some(parts);
    }

    /// The most that is to come in a part of the graphs of some lanes.
    fn judge(
        &mut self,
        known: GraphView<'_>,
        labels: &OperationLabels,
        part: &[u32],
        asked: Pids,
        is_inside: impl Fn(u32) -> bool,
    ) -> Seen {
        let mut all = Seen::new(false);
        for &state in part {
            all.join(&self.see(known, labels, state, asked, &is_inside));
        }
        for &state in part {
            self.put(state, asked, &all);
        }
        all
    }

    /// Keeps a part for those for whom it has a step that costs something, if it is the nearest.
    fn note(&mut self, grows: Pids, part: &[u32]) {
        if grows == 0 {
            return;
        }
        for (_, lane) in self.lanes.iter_mut().enumerate().filter(|(at, _)| grows >> at & 1 != 0) {
            if lane.part.is_empty() || lane.part.first() > part.iter().min() {
                lane.part = part.to_vec();
                lane.part.sort_unstable();
            }
        }
    }

    /// Keeps what is to come in a state for some lanes. Returns whether it is less than before.
    fn put(&mut self, state: u32, asked: Pids, seen: &Seen) -> bool {
        let (mut is_less, lanes) = (false, self.lanes.len());
        let known = &mut self.to_come[state as usize * lanes..][..lanes];
        for ((at, known), &sum) in known.iter_mut().enumerate().zip(&seen.sums) {
            if asked >> at & 1 != 0 {
                is_less |= sum < *known;
                *known = sum;
            }
        }
        is_less
    }

    fn is_least(&self) -> bool {
        self.question.kind == ClaimKind::LeastCost
    }

    /// A set of lanes.
    fn those(&self, is_one: impl Fn(&Lane) -> bool) -> Pids {
        let all = self.lanes.iter().enumerate();
        all.filter(|(_, it)| is_one(it)).fold(0, |all, (at, _)| all | 1 << at)
    }

    /// What operations of some lanes cost that begin with a step from a state. Of steps of one's own the
    /// most may be to come to an operation that is under way.
    fn begin(&mut self, known: GraphView<'_>, labels: &OperationLabels, state: u32, asked: Pids) {
        let CostAnalysis { question, lanes, to_come, .. } = self;
        let count = lanes.len();
        let to_come = |state: u32, at: usize| to_come[state as usize * count + at];
        let mut try_it = |at: usize, begin: Begin| {
            if begin.cost < UNBOUNDED && asked >> at & 1 != 0 {
                let best = &mut lanes[at].best;
                if best.is_none_or(|best| begin.is_better(question.kind, &best)) {
                    *best = Some(begin);
                }
            }
        };
        if state == 0 || question.cost.is_none() {
            (0..count)
                .for_each(|at| try_it(at, Begin { cost: to_come(state, at), to: state, by: None }));
        }
        if question.cost.is_none() {
            return;
        }
        for step in known.numbered(state) {
            let begins = question.effect(labels, state, step.1).begins;
            if begins == 0 {
                continue;
            }
            let costs = question.costs_of_begin(labels, state, step);
            let (to, by) = (step.1.to, Some((state, step.1.action)));
            for at in (0..count).filter(|at| begins >> at & 1 != 0) {
                let cost = operation_labels::of(costs, at).saturating_add(to_come(to, at));
                try_it(at, Begin { cost, to, by });
            }
        }
    }
}

impl Begin {
    /// In which state it begins.
    fn from(&self) -> u32 {
        self.by.map_or(self.to, |it| it.0)
    }

    /// Whether it costs more, or less, whichever is asked for; of equal ones the first is the better one.
    fn is_better(&self, kind: ClaimKind, than: &Begin) -> bool {
        let is_first = self.cost == than.cost && self.from() < than.from();
        is_first || is_better(kind, self.cost, than.cost)
    }
}

fn filled<T: Copy>(len: usize, value: T) -> Option<Vec<T>> {
    let mut all = Vec::new();
    all.try_reserve_exact(len).ok()?;
    all.resize(len, value);
    Some(all)
}
