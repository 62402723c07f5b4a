//! How much it takes until operations end: whether there is a bound to it, and which.
//!
//! A question makes of the states with an operation pending a graph whose steps have costs: a step
//! of the process itself costs one, or what the property says. There is no bound if a strongly
//! connected part has a step that costs something, or if a process has to wait at a cost. Otherwise
//! the most is that of a longest way through the parts, each of which costs nothing to stay in. Where
//! all steps lead to later states, each state is a part by itself. The least is there whether or not
//! there is a bound.

use crate::components::{Components, Next};
use crate::lasso::{self, Go};
use crate::operation_finding::{OperationFinding, is_better};
use crate::operation_labels::OperationLabels;
use crate::operation_query::{LabelledQuery, OperationQuery, StepEffect};
use crate::state_graph::{Edge, StateGraph, run_to};
use crate::transition_store::GraphView;
use model::{Action, Kind};

/// No bound, or, of the least, no way to the end of the operation.
const UNBOUNDED: u32 = u32::MAX;

/// At most that many bytes are needed for each state, besides those for its part and its steps.
pub const BYTES: usize = 8;

/// One question, and how far it is answered.
pub struct CostAnalysis {
    question: OperationQuery,
    parts: Components,
    /// Of each state: the most or the least that is still to come, whichever is in question.
    states: Vec<u32>,
    /// With which operation that is to come.
    best: Option<Begin>,
    phase: Phase,
    /// The next state to look at.
    next: u32,
    /// Some steps do not lead to later states.
    leads_back: bool,
    /// Less was found to come somewhere than was known before.
    is_less: bool,
    /// A part with a step that costs something, in order.
    part: Vec<u32>,
    /// From there on it does not matter whether a process has to wait: another one has to before.
    stuck_end: u32,
    found: OperationFinding,
}

/// What is looked for.
#[derive(Clone, Copy, Default)]
enum Phase {
    /// The first state in which a process has to wait.
    #[default]
    Waits,
    /// The most or the least that is to come, from the last state to the first: all that is needed
    /// where steps lead to later states. Where they do not, again until there is nothing less.
    Ahead,
    /// Strongly connected components, and the most that is to come there.
    Components,
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
    /// None if there is no memory. Of the same property, `found` is what was found of others.
    pub fn new(
        question: OperationQuery,
        labels: &OperationLabels,
        known: GraphView<'_>,
        found: &OperationFinding,
    ) -> Option<CostAnalysis> {
        let is_anybodys = question.all().any(|it| labels.has_any(it));
        let len = if is_anybodys { known.states() } else { 0 };
        let mut states = Vec::new();
        states.try_reserve_exact(len as usize).ok()?;
        states.resize(len as usize, 0);
        Some(CostAnalysis {
            question,
            parts: Components::new(len)?,
            states,
            best: None,
            phase: Phase::default(),
            next: 0,
            leads_back: false,
            is_less: false,
            part: Vec::new(),
            stuck_end: found.stuck.map_or(known.states(), |it| it.0),
            found: OperationFinding::new(question.kind),
        })
    }

    pub fn found(self) -> OperationFinding {
        self.found
    }

    pub fn bytes(&self) -> usize {
        let numbers = self.states.capacity() + self.part.capacity();
        self.parts.bytes() + numbers * size_of::<u32>()
    }

    /// Examines up to that many states; false when the question is answered.
    pub fn advance(
        &mut self,
        known: GraphView<'_>,
        labels: &OperationLabels,
        states: usize,
    ) -> bool {
        let asked = LabelledQuery { question: self.question, labels };
        let is_anybodys = !self.states.is_empty();
        if is_anybodys && (0..states).all(|_| self.look(known, &asked)) {
            return true;
        }
        self.conclude(known, &asked);
        false
    }

    /// At one state, or one part; false when the question is answered.
    fn look(&mut self, known: GraphView<'_>, asked: &LabelledQuery<'_>) -> bool {
        let LabelledQuery { question, labels } = *asked;
        let state = self.next;
        match self.phase {
            Phase::Waits if question.kind == Kind::LeastCost => {
                self.states.fill(UNBOUNDED);
                (self.phase, self.next) = (Phase::Ahead, known.states());
            }
            Phase::Waits => {
                if state == self.stuck_end {
                    (self.phase, self.next) = (Phase::Ahead, known.states());
                    return state == known.states();
                }
                self.next += 1;
                if question.is_pending(labels, state)
                    && let Some(who) = question.stuck(labels, known, state)
                {
                    self.found.stuck = Some((state, who));
                    return false;
                }
            }
            Phase::Ahead => match state.checked_sub(1) {
                _ if self.leads_back && question.kind != Kind::LeastCost => {
                    (self.phase, self.next) = (Phase::Components, 0);
                }
                Some(state) => {
                    self.next = state;
                    self.sum(known, asked, state);
                }
                None if std::mem::take(&mut self.is_less) && self.leads_back => {
                    self.next = known.states();
                }
                None => self.phase = Phase::Begins,
            },
            Phase::Components => match self.parts.advance(&known, asked) {
                Next::Found { .. } => self.judge(known, asked),
                Next::Visited { .. } | Next::Busy => {}
                Next::Over => {
                    self.phase = Phase::Begins;
                    return self.part.is_empty();
                }
            },
            Phase::Begins => {
                self.next += 1;
                return self.begin(known, asked, state);
            }
        }
        true
    }

    /// What is to come in a state, as far as it is known of those to which steps lead.
    fn sum(&mut self, known: GraphView<'_>, asked: &LabelledQuery<'_>, state: u32) {
        let LabelledQuery { question, labels } = *asked;
        if !question.is_pending(labels, state) {
            return;
        }
        let is_least = question.kind == Kind::LeastCost;
        let mut sum = if is_least { UNBOUNDED } else { 0 };
        for step in known.numbered(state) {
            let seen = question.see(labels, state, step.1);
            self.leads_back |= seen.stays && step.1.to <= state;
            let to_come = self.to_come(asked, state, step, &seen).0;
            sum = if is_least { sum.min(to_come) } else { sum.max(to_come) };
        }
        self.is_less |= sum < self.states[state as usize];
        self.states[state as usize] = sum;
    }

    /// What a step costs and all that is to come after it, and of that what the step costs.
    fn to_come(
        &self,
        asked: &LabelledQuery<'_>,
        from: u32,
        step: (usize, &Edge),
        seen: &StepEffect,
    ) -> (u32, u32) {
        let LabelledQuery { question, labels } = *asked;
        let cost = question.cost(labels, from, step);
        let after = match seen.stays {
            true => self.states[step.1.to as usize],
            false if seen.ends || question.kind != Kind::LeastCost => 0,
            false => UNBOUNDED,
        };
        (cost.saturating_add(after), cost)
    }

    /// What is to come in the part that was found last.
    fn judge(&mut self, known: GraphView<'_>, asked: &LabelledQuery<'_>) {
        let LabelledQuery { question, labels } = *asked;
        let (mut most, mut goes_round) = (0, false);
        for &state in &self.parts.found {
            for (number, edge) in known.numbered(state) {
                let StepEffect { stays, .. } = question.see(labels, state, edge);
                let cost = question.cost(labels, state, (number, edge));
                let is_inside = stays && self.parts.is_inside(edge.to);
                goes_round |= is_inside && cost > 0;
                let to_come = match stays {
                    true if is_inside => {
                        if cost > 0 {
                            UNBOUNDED
                        } else {
                            0
                        }
                    }
                    true => self.states[edge.to as usize],
                    false => 0,
                };
                most = most.max(cost.saturating_add(to_come));
            }
        }
        for &state in &self.parts.found {
            self.states[state as usize] = most;
        }
        let is_nearer = || self.part.first() > self.parts.found.iter().min();
        if goes_round && (self.part.is_empty() || is_nearer()) {
            self.part = self.parts.in_order();
        }
    }

    /// What an operation costs that begins with a step from a state; false when there is no such
    /// state. Of steps of one's own the most may be to come to an operation that is under way.
    fn begin(&mut self, known: GraphView<'_>, asked: &LabelledQuery<'_>, state: u32) -> bool {
        let LabelledQuery { question, labels } = *asked;
        let Some(&to_come) = self.states.get(state as usize) else { return false };
        let mut try_it = |cost, to, by| {
            if cost < UNBOUNDED
                && self.best.is_none_or(|it| is_better(question.kind, cost, it.cost))
            {
                self.best = Some(Begin { cost, to, by });
            }
        };
        let is_progress = question.kind.is_progress();
        if state == 0 || is_progress {
            try_it(to_come, state, None);
        }
        if !is_progress && labels.begins(question.who, state) {
            for (number, edge) in known.numbered(state) {
                if question.see(labels, state, edge).begins {
                    let cost = question.cost(labels, state, (number, edge));
                    let to_come = self.states[edge.to as usize];
                    try_it(cost.saturating_add(to_come), edge.to, Some((state, edge.action)));
                }
            }
        }
        true
    }

    /// All is known that was asked.
    fn conclude(&mut self, known: GraphView<'_>, asked: &LabelledQuery<'_>) {
        let LabelledQuery { question, labels } = *asked;
        if !self.part.is_empty() {
            let mut go = |from, edge: &Edge| match question.see(labels, from, edge).stays {
                true if asked.cost(known, from, edge) > 0 => Go::There,
                true => Go::On,
                false => Go::No,
            };
            self.found.lasso = Some(lasso::around(&known, &self.part, &mut go));
            return;
        }
        // another one's is told
        if self.found.stuck.is_some() || self.stuck_end < known.states() {
            return;
        }
        let is_least = question.kind == Kind::LeastCost;
        // nobody's operations cost nothing at most
        if question.kind == Kind::LockFree || is_least && self.best.is_none() {
            return;
        }
        self.found.value = Some(self.best.map_or(0, |it| it.cost));
        self.found.run = self.best.map(|it| self.run(known, asked, it)).unwrap_or_default();
    }

    /// A run to where that is to come, and on until it has come.
    fn run(&self, known: GraphView<'_>, asked: &LabelledQuery<'_>, best: Begin) -> Vec<Action> {
        let Begin { to: mut at, by, .. } = best;
        let mut run = run_to(&known, by.map_or(at, |it| it.0));
        run.extend(by.map(|it| it.1));
        let OperationQuery { kind, who, .. } = asked.question;
        loop {
            let rest = self.states[at as usize];
            if rest == 0 && kind != Kind::LeastCost {
                return run;
            }
            let operation = asked.labels.operations[at as usize][who];
            let stays = |edge: &Edge| asked.labels.operations[edge.to as usize][who] == operation;
            let path = lasso::nearest(&known, at, &mut |from, edge| {
                let step = (known.number(from, edge), edge);
                let seen = asked.question.see(asked.labels, from, edge);
                match self.to_come(asked, from, step, &seen) {
                    (to_come, _) if to_come != rest => Go::No,
                    (_, 0) if stays(edge) => Go::On,
                    _ => Go::There,
                }
            });
            let path = path.expect("what is to come comes");
            run.extend(path.iter().map(|it| it.action));
            match path.last() {
                Some(last) if stays(last) => at = last.to,
                _ => return run,
            }
        }
    }
}
