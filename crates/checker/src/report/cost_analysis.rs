//! How much it takes until operations end: whether there is a bound to it, and which.
//!
//! A question makes of the states with an operation pending a graph whose steps have costs: a step
//! of the process itself costs one, or what the property says. There is no bound if a strongly
//! connected part has a step that costs something, or if a process has to wait at a cost. Otherwise
//! the most is that of a longest way through the parts, each of which costs nothing to stay in. Where
//! all steps lead to later states, each state is a part by itself. The least is there whether or not
//! there is a bound.
//!
//! It is asked of all processes together, as a step is read once for all of them. Each has a graph of
//! its own. Where in a part of the whole graph its operation is pending all along, that is a part of
//! its graph, too; a process for which that is not so somewhere is looked at once more, alone.

use crate::report::components::{Components, Next, Subgraph};
use crate::report::operation_finding::{OperationFinding, is_better};
use crate::report::operation_labels::{self, OperationLabels};
use crate::report::operation_query::{LabelledQuery, OperationQuery};
use crate::report::part_order::{self, PartOrder};
use crate::report::state_graph::StateGraph;
use crate::report::transition_store::GraphView;
use model::{Action, Kind, Pids};

mod conclusion;
mod steps;

use steps::Seen;

/// No bound, or, of the least, no way to the end of the operation.
const UNBOUNDED: u32 = u32::MAX;

/// At most that many bytes are needed for each state of so many processes, besides those for its part
/// and its steps.
pub fn bytes(processes: usize) -> usize {
    processes * size_of::<u32>() + size_of::<Pids>() + part_order::BYTES
}

/// One question, and how far it is answered.
pub struct CostAnalysis {
    question: OperationQuery,
    /// One for each process, up to the last that has operations; for lock-freedom only the first.
    lanes: Vec<Lane>,
    /// Of each state and lane: the most or the least that is still to come, whichever is in question.
    to_come: Vec<u32>,
    /// Of each state, a set of the lanes of which an operation begins with a step from there. Of costs
    /// only.
    beginners: Vec<Pids>,
    /// Of the lane that is looked at alone.
    parts: Option<Components>,
    phase: Phase,
    /// The next state to look at, or the next place in the order.
    next: u32,
    found: OperationFinding,
}

/// What is known of the operations of one process, or for lock-freedom of all.
#[derive(Default)]
struct Lane {
    /// Some of its steps do not lead to later states.
    leads_back: bool,
    /// Its parts are not those of the whole graph.
    is_alone: bool,
    /// A part with a step that costs something, in order.
    part: Vec<u32>,
    /// With which operation the most or the least is to come.
    best: Option<Begin>,
}

/// What is looked for.
#[derive(Clone, Copy)]
enum Phase {
    /// The most or the least that is to come, from the last state to the first: all that is needed
    /// where steps lead to later states. And the first state in which a process has to wait.
    Ahead,
    /// The same where they do not, part by part.
    Parts,
    /// The same for a process whose parts are others.
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
        let lanes = if question.kind == Kind::LockFree { last.min(1) } else { last };
        let count = known.states() as usize;
        let none = if question.kind == Kind::LeastCost { UNBOUNDED } else { 0 };
        Some(CostAnalysis {
            question,
            to_come: filled(count * lanes, none)?,
            beginners: filled(if question.cost.is_some() && lanes > 0 { count } else { 0 }, 0)?,
            lanes: (0..lanes).map(|_| Lane::default()).collect(),
            parts: None,
            phase: Phase::Ahead,
            next: known.states(),
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
        let parts = self.lanes.iter().map(|it| it.part.capacity());
        let numbers = self.to_come.capacity() + parts.sum::<usize>();
        self.parts.as_ref().map_or(0, Components::bytes)
            + self.beginners.capacity() * size_of::<Pids>()
            + numbers * size_of::<u32>()
    }

    /// Whether it cannot go on without the parts of the whole graph.
    pub fn wants_order(&self) -> bool {
        matches!(self.phase, Phase::Parts)
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
            if self.wants_order() && !order.is_whole(known) {
                return Some(true);
            }
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
        match self.phase {
            Phase::Ahead => match self.next.checked_sub(1) {
                Some(state) => {
                    self.next = state;
                    self.sum(known, labels, state);
                }
                None if self.found.stuck.is_some() => return Some(false),
                None if self.lanes.iter().any(|it| it.leads_back) => self.phase = Phase::Parts,
                None => self.phase = Phase::Begins,
            },
            Phase::Parts if self.next == known.states() => {
                if self.next_alone().is_some() {
                    self.parts = Some(Components::new(self.next)?);
                }
                (self.phase, self.next) = (Phase::Alone, 0);
            }
            Phase::Parts => {
                let part = order.part(self.next);
                if self.sum_part(known, labels, order, part) {
                    self.next += part.len() as u32;
                }
            }
            Phase::Alone => match self.next_alone() {
                Some(lane) => self.look_alone(known, labels, lane),
                None if self.lanes.iter().any(|it| !it.part.is_empty()) => return Some(false),
                None => self.phase = Phase::Begins,
            },
            Phase::Begins => {
                if self.next == known.states() {
                    return Some(false);
                }
                self.begin(known, labels, self.next);
                self.next += 1;
            }
        }
        Some(true)
    }

    fn next_alone(&self) -> Option<usize> {
        self.lanes.iter().position(|it| it.is_alone)
    }

    /// What is to come in a state, as far as it is known of those to which steps lead, whether
    /// somebody has to wait, and whose operations begin.
    fn sum(&mut self, known: GraphView<'_>, labels: &OperationLabels, state: u32) {
        let pending = self.question.pending(labels, state);
        if pending == 0 && self.beginners.is_empty() {
            return;
        }
        let in_vain = if self.is_least() { 0 } else { self.those(|it| it.leads_back) };
        let asked = pending & !in_vain;
        let seen = self.see(known, labels, state, asked, |_| false);
        if pending != 0
            && !self.is_least()
            && let Some(who) = self.question.stuck(labels, known, state, seen.movers)
        {
            self.found.stuck = Some((state, who));
        }
        if let Some(it) = self.beginners.get_mut(state as usize) {
            *it = seen.beginners;
        }
        for (at, lane) in self.lanes.iter_mut().enumerate() {
            lane.leads_back |= seen.leads_back & pending & 1 << at != 0;
        }
        self.put(state, asked, &seen);
    }

    /// What is to come in a part of the whole graph, for those whose steps lead back; false if it has
    /// to be looked at again.
    fn sum_part(
        &mut self,
        known: GraphView<'_>,
        labels: &OperationLabels,
        order: &PartOrder,
        part: &[u32],
    ) -> bool {
        let back = self.those(|it| it.leads_back && !it.is_alone);
        let pending = |state: u32| self.question.pending(labels, state) & back;
        if self.is_least() {
            let mut is_less = false;
            for &state in part {
                let asked = self.question.pending(labels, state) & back;
                let seen = self.see(known, labels, state, asked, |_| false);
                is_less |= self.put(state, asked, &seen);
            }
            return !is_less || part.len() == 1;
        }
        let all = part.iter().fold(0, |all, &it| all | pending(it));
        // of whom the part is one, too
        let whole = match self.question.kind {
            _ if part.len() == 1 => all,
            Kind::LockFree | Kind::ObstructionFree => 0,
            _ => part.iter().fold(all, |all, &it| all & pending(it) & !labels.others(part[0], it)),
        };
        for (at, lane) in self.lanes.iter_mut().enumerate() {
            lane.is_alone |= (all & !whole) >> at & 1 != 0;
        }
        if whole != 0 {
            let is_inside = |to| order.is_same(to, part[0]);
            let grows = self.judge(known, labels, part, whole, is_inside);
            self.note(grows, part);
        }
        true
    }

    /// Looks for the parts of one alone.
    fn look_alone(&mut self, known: GraphView<'_>, labels: &OperationLabels, lane: usize) {
        let Some(mut parts) = self.parts.take() else { return };
        let asked = LabelledQuery { question: self.question, who: lane, labels };
        match parts.advance(&known, &asked) {
            Next::Found { .. } => {
                let is_inside = |to| parts.is_inside(to);
                let grows = self.judge(known, labels, &parts.found, 1 << lane, is_inside);
                self.note(grows, &parts.found);
            }
            Next::Visited { .. } | Next::Busy => {}
            Next::Over => {
                self.lanes[lane].is_alone = false;
                if let Some(next) = self.next_alone() {
                    let asked = LabelledQuery { who: next, ..asked };
                    parts.begin_with((0..known.states()).filter(|&it| asked.contains(&known, it)));
                }
            }
        }
        self.parts = Some(parts);
    }

    /// The most that is to come in a part of the graphs of some lanes. Returns for which of them it has
    /// a step that costs something.
    fn judge(
        &mut self,
        known: GraphView<'_>,
        labels: &OperationLabels,
        part: &[u32],
        asked: Pids,
        is_inside: impl Fn(u32) -> bool,
    ) -> Pids {
        let mut all = Seen::new(false);
        for &state in part {
            all.join(&self.see(known, labels, state, asked, &is_inside));
        }
        for &state in part {
            self.put(state, asked, &all);
        }
        all.grows
    }

    /// Keeps a part for those for whom it has a step that costs something, if it is the nearest.
    fn note(&mut self, grows: Pids, part: &[u32]) {
        for (_, lane) in self.lanes.iter_mut().enumerate().filter(|(at, _)| grows >> at & 1 != 0) {
            if lane.part.is_empty() || lane.part.first() > part.iter().min() {
                lane.part = part.to_vec();
                lane.part.sort_unstable();
            }
        }
    }

    /// Keeps what is to come in a state for some lanes. Returns whether it is less than before.
    fn put(&mut self, state: u32, asked: Pids, seen: &Seen) -> bool {
        let mut is_less = false;
        let known = self.to_come.chunks_exact_mut(self.lanes.len()).nth(state as usize);
        for (at, known) in known.into_iter().flatten().enumerate() {
            if asked >> at & 1 != 0 {
                is_less |= seen.sums[at] < *known;
                *known = seen.sums[at];
            }
        }
        is_less
    }

    fn is_least(&self) -> bool {
        self.question.kind == Kind::LeastCost
    }

    /// A set of lanes.
    fn those(&self, is_one: impl Fn(&Lane) -> bool) -> Pids {
        let all = self.lanes.iter().enumerate();
        all.filter(|(_, it)| is_one(it)).fold(0, |all, (at, _)| all | 1 << at)
    }

    /// What operations cost that begin with a step from a state. Of steps of one's own the most may be
    /// to come to an operation that is under way.
    fn begin(&mut self, known: GraphView<'_>, labels: &OperationLabels, state: u32) {
        let CostAnalysis { question, lanes, to_come, beginners, .. } = self;
        let count = lanes.len();
        let to_come = |state: u32, at: usize| to_come[state as usize * count + at];
        let try_it = |lane: &mut Lane, cost, to, by| {
            if cost < UNBOUNDED
                && lane.best.is_none_or(|it| is_better(question.kind, cost, it.cost))
            {
                lane.best = Some(Begin { cost, to, by });
            }
        };
        if state == 0 || question.cost.is_none() {
            for (at, lane) in lanes.iter_mut().enumerate() {
                try_it(lane, to_come(state, at), state, None);
            }
        }
        let beginners = beginners.get(state as usize).map_or(0, |it| *it);
        if beginners == 0 {
            return;
        }
        for step in known.numbered(state) {
            let begins = question.effect(labels, state, step.1).begins;
            let costs = question.costs(labels, state, step);
            let (to, action) = (step.1.to, step.1.action);
            for (at, lane) in lanes.iter_mut().enumerate().filter(|(at, _)| begins >> at & 1 != 0) {
                let cost = operation_labels::of(costs, at).saturating_add(to_come(to, at));
                try_it(lane, cost, to, Some((state, action)));
            }
        }
    }
}

fn filled<T: Copy>(len: usize, value: T) -> Option<Vec<T>> {
    let mut all = Vec::new();
    all.try_reserve_exact(len).ok()?;
    all.resize(len, value);
    Some(all)
}
