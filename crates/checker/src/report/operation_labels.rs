//! What properties about operations say of each state and step.

use crate::report::at_once::at_once;
use crate::report::state_graph::{Edge, StateGraph};
use crate::report::transition_store::{GraphView, append};
use model::{Action, PerProcess, Pid, Pids, Tariff, packed, set_of};
use std::ops::Range;

/// Who has an operation pending in each state, and what steps cost, by properties about the same
/// operations.
#[derive(Default)]
pub struct OperationLabels {
    /// One of the properties.
    at: usize,
    pub operations: Vec<PerProcess>,
    /// The same as sets: of whom one is pending. They fit the caches.
    pub pending: Vec<Pids>,
    /// The sets do not say which operations these are: a step ends one, and the next one of the same process
    /// begins. May be, until all steps are compared, those from so many states are.
    pub has_several: bool,
    compared: u32,
    pub costs: Vec<Costs>,
    /// Of whom one is pending in any state.
    pub anybody: Pids,
}

/// What steps cost, by properties that charge the same.
pub struct Costs {
    /// One of the properties.
    at: usize,
    tariff: Option<Tariff>,
    /// The rates of each state, as sets if they are enough.
    sets: Vec<Pids>,
    /// If not; where there is no tariff, what each step costs.
    numbers: Vec<PerProcess>,
}

impl OperationLabels {
    /// By properties such as the one at `at`.
    pub fn of(at: usize) -> OperationLabels {
        OperationLabels { at, ..OperationLabels::default() }
    }

    /// The number of the costs that such a property asks for, as this one does.
    pub fn ask(&mut self, graph: &dyn StateGraph, at: usize) -> usize {
        let at = graph.system().charges_like(at);
        let known = self.costs.iter().position(|cost| cost.at == at);
        known.unwrap_or_else(|| {
            let tariff = graph.system().tariff(at);
            self.costs.push(Costs { at, tariff, sets: Vec::new(), numbers: Vec::new() });
            self.costs.len() - 1
        })
    }

    /// Whether there is nothing further to learn.
    pub fn is_whole(&self, graph: GraphView<'_>) -> bool {
        self.operations.len() == graph.states() as usize
            && (self.compared == graph.states() || !self.has_several)
    }

    /// Learns more of up to that many states, each of so many workers. None if there is no memory.
    pub fn grow(&mut self, graph: GraphView<'_>, workers: usize, states: usize) -> Option<()> {
        let all = graph.states();
        if self.operations.len() == all as usize {
            self.compare(graph, workers * states);
            return Some(());
        }
        if self.operations.is_empty() {
            self.operations.try_reserve_exact(all as usize).ok()?;
            self.pending.try_reserve_exact(all as usize).ok()?;
            for costs in &mut self.costs {
                let count = if costs.tariff.is_some() { all as usize } else { graph.count() };
                match costs.is_by_sets() {
                    true => costs.sets.try_reserve_exact(count).ok()?,
                    false => costs.numbers.try_reserve_exact(count).ok()?,
                }
            }
        }
        let mut next = self.operations.len() as u32;
        let mut parts = Vec::new();
        for _ in 0..workers {
            let end = next.saturating_add(states as u32).min(all);
            parts.push(LabelledStates { states: next..end, ..LabelledStates::default() });
            next = end;
        }
        at_once(&mut parts, |states| self.label(graph, states));
        for LabelledStates { operations, costs, .. } in parts {
            self.has_several |= operations.iter().flatten().fold(0, |all, it| all | it) > 1;
            self.pending.extend(operations.iter().map(set_of));
            self.anybody = self.pending.iter().fold(self.anybody, |all, it| all | it);
            append(&mut self.operations, &operations)?;
            for (all, new) in self.costs.iter_mut().zip(costs) {
                match all.is_by_sets() {
                    true => all.sets.extend(new.iter().map(set_of)),
                    false => append(&mut all.numbers, &new)?,
                }
            }
        }
        Some(())
    }

    /// Looks at the steps from up to that many states, until one is found that ends an operation and
    /// begins the next.
    fn compare(&mut self, graph: GraphView<'_>, states: usize) {
        let end = self.compared.saturating_add(states as u32).min(graph.states());
        let is_one = |from: u32| {
            let pending = self.pending[from as usize];
            let goes_on = |to: u32| pending & self.pending[to as usize] != 0;
            let mut steps = graph.numbered(from).map(|(_, it)| it.to).filter(|&to| goes_on(to));
            pending != 0
                && steps.any(|to| pending & self.pending[to as usize] & self.others(from, to) != 0)
        };
        let found = (self.compared..end).any(is_one);
        self.compared = if found { graph.states() } else { end };
        self.has_several = found || self.compared < graph.states();
    }

    /// What is pending in some states, and what their steps cost.
    fn label(&self, graph: GraphView<'_>, part: &mut LabelledStates) {
        let LabelledStates { states, operations, costs } = part;
        graph.operations(self.at, states.clone(), operations);
        for it in &self.costs {
            let mut numbers = Vec::new();
            if it.tariff.is_some() {
                graph.rates(it.at, states.clone(), &mut numbers);
            } else {
                for state in states.clone() {
                    let steps = graph.numbered(state).map(|(_, it)| it);
                    numbers
                        .extend(steps.map(|step| graph.charge(it.at, state, step.action, step.to)));
                }
            }
            costs.push(numbers);
        }
    }

    /// Those of whom another operation is pending in the one state than in the other, as far as sets do
    /// not say it.
    #[expect(clippy::inline_always, reason = "for every step")]
    #[inline(always)]
    pub fn others(&self, one: u32, other: u32) -> Pids {
        if !self.has_several {
            return 0;
        }
        let (one, other) = (self.operations[one as usize], self.operations[other as usize]);
        if one == other {
            return 0;
        }
        set_of(&std::array::from_fn(|who| u8::from(one[who] != other[who])))
    }

    pub fn bytes(&self) -> usize {
        let numbers = self.costs.iter().map(|cost| cost.numbers.capacity()).sum::<usize>();
        let sets = self.costs.iter().map(|cost| cost.sets.capacity()).sum::<usize>();
        let numbers = (self.operations.capacity() + numbers) * size_of::<PerProcess>();
        numbers + (sets + self.pending.capacity()) * size_of::<Pids>()
    }
}

impl Costs {
    fn is_by_sets(&self) -> bool {
        self.tariff.as_ref().is_some_and(Tariff::is_by_sets)
    }

    /// What a step costs each process, a byte for each.
    #[expect(clippy::inline_always, reason = "for every step")]
    #[inline(always)]
    pub fn of_step(&self, from: u32, number: usize, edge: &Edge) -> model::Costs {
        match &self.tariff {
            Some(tariff) => self.charge(tariff, from, edge.action, edge.to),
            None => packed(self.numbers[number]),
        }
    }

    #[expect(clippy::inline_always, reason = "for every step")]
    #[inline(always)]
    fn charge(&self, tariff: &Tariff, from: u32, action: Action, to: u32) -> model::Costs {
        if !self.sets.is_empty() {
            return tariff.charge_by_sets(self.sets[from as usize], action, self.sets[to as usize]);
        }
        let rates = |state: u32| &self.numbers[state as usize];
        packed(tariff.charge(rates(from), action, rates(to), from == to))
    }

    /// Whether a process is charged for its own steps.
    pub fn are_of_steps(&self) -> bool {
        self.tariff == Some(Tariff::OwnSteps)
    }

    /// Whether it can cost a process something to look and to wait, where nothing changes.
    pub fn has_looks(&self) -> bool {
        self.tariff.is_none() || self.are_of_steps()
    }

    /// What it costs a process to look and to wait.
    pub fn of_a_look(&self, graph: GraphView<'_>, state: u32, who: Pid) -> u32 {
        let step = Action::step(who as u8);
        let costs = match &self.tariff {
            Some(_) if !graph.looks(state, who) => 0,
            Some(tariff) => self.charge(tariff, state, step, state),
            None => packed(graph.charge(self.at, state, step, state)),
        };
        of(costs, who)
    }
}

/// What it is to one process, of what it costs each.
#[inline]
pub fn of(costs: model::Costs, who: Pid) -> u32 {
    (costs >> (8 * who) & 0xff) as u32
}

/// What is said of some states.
#[derive(Default)]
struct LabelledStates {
    states: Range<u32>,
    operations: Vec<PerProcess>,
    costs: Vec<Vec<PerProcess>>,
}
