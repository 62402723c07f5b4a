//! How much it takes until operations end: whether there is a bound to it, and which.
//!
//! A question makes of the states with an operation pending a graph whose steps have costs: a step
//! of the process itself costs one, or what the property says. There is no bound if a strongly
//! connected part has a step that costs something, or if a process has to wait at a cost. Otherwise
//! the most is that of a longest way through the parts, each of which costs nothing to stay in.

use crate::cheapest::Cheapest;
use crate::effort::Effort;
use crate::kept::{Known, Said};
use crate::lasso::{self, Go};
use crate::parts::{Next, Parts};
use crate::paths::{Edge, Paths, run_to};
use crate::question::{Asked, Question, Seen};
use model::{Action, Kind, PROCESSES_MAX};

/// No bound.
const UNBOUNDED: u32 = u32::MAX;

/// At most that many bytes are needed for each state, besides those for its part and its steps.
pub const BYTES: usize = 20;

pub struct Efforts {
    /// Those that are left, the one in hand last.
    questions: Vec<Question>,
    said: Said,
    parts: Parts,
    /// Of each state: the most that is still to come; or from where it was reached at least cost.
    states: Vec<u32>,
    /// Where most is to come.
    most: Begin,
    /// Whether the process in question has operations at all.
    is_pending: bool,
    phase: Phase,
    /// The next state to look at.
    next: u32,
    cheapest: Cheapest,
    /// A part with a step that costs something, in order.
    part: Vec<u32>,
    /// One for each property about operations.
    findings: Vec<Effort>,
}

/// What is looked for.
#[derive(Clone, Copy, Default)]
enum Phase {
    /// The first state in which a process has to wait.
    #[default]
    Waits,
    /// Parts, and what is to come there.
    Parts,
    /// Where most is to come.
    Begins,
}

/// Where an operation is looked at first, what that costs in all, and from where it is reached.
#[derive(Clone, Copy, Default)]
struct Begin {
    cost: u32,
    to: u32,
    from: Option<u32>,
}

impl Efforts {
    /// What properties of these kinds ask for; none if there is no memory.
    pub fn new(paths: &dyn Paths, kinds: impl Iterator<Item = Kind>) -> Option<Efforts> {
        let (mut questions, mut findings) = (Vec::new(), Vec::new());
        for (at, kind) in kinds.enumerate().filter(|(_, kind)| kind.is_of_operations()) {
            let all = if kind == Kind::LockFree { 1 } else { PROCESSES_MAX };
            questions.extend((0..all).map(|who| Question { at, kind, who }));
            findings.push(Effort::new(at, kind));
        }
        questions.reverse();
        let len = paths.states() as usize;
        let mut states = Vec::new();
        states.try_reserve_exact(len).ok()?;
        states.resize(len, 0);
        Some(Efforts {
            questions,
            said: Said::default(),
            parts: Parts::new(paths.states())?,
            states,
            most: Begin::default(),
            is_pending: false,
            phase: Phase::default(),
            next: 0,
            cheapest: Cheapest::default(),
            part: Vec::new(),
            findings,
        })
    }

    pub fn findings(&self) -> &[Effort] {
        &self.findings
    }

    pub fn failures(&self) -> usize {
        self.findings.iter().filter(|it| it.fails()).count()
    }

    pub fn bytes(&self) -> usize {
        let Efforts { parts, states, part, said, cheapest, .. } = self;
        let numbers = (states.capacity() + part.capacity()) * size_of::<u32>();
        parts.bytes() + numbers + said.bytes() + cheapest.bytes()
    }

    /// Looks at up to that many states; false when all is known, or if what is said takes more than
    /// so many bytes.
    pub fn advance(&mut self, known: Known<'_>, states: usize, said_max: usize) -> bool {
        let mut said = std::mem::take(&mut self.said);
        let goes_on = (0..states).all(|_| self.advance_by_one(known, &mut said, said_max));
        if goes_on {
            self.said = said;
        } else {
            self.parts.close();
            self.states = Vec::new();
        }
        goes_on
    }

    fn advance_by_one(&mut self, known: Known<'_>, said: &mut Said, said_max: usize) -> bool {
        let Some(&question) = self.questions.last() else { return false };
        said.turn_to(question.at, !question.kind.is_progress());
        match said.grow(known, said_max) {
            Some(true) => return true,
            Some(false) => {}
            None => {
                self.findings.clear();
                return false;
            }
        }
        let asked = Asked { question, said };
        let goes_on = match question.kind {
            Kind::LeastCost => self.cheapest.advance(known, &asked, &mut self.states),
            _ => self.look(known, &asked),
        };
        if !goes_on {
            self.conclude(known, &asked);
            self.questions.pop();
            self.parts.begin();
            self.states.fill(0);
            (self.most, self.is_pending) = Default::default();
            (self.phase, self.next, self.cheapest) = Default::default();
        }
        true
    }

    fn finding(&mut self, question: Question) -> &mut Effort {
        let mut all = self.findings.iter_mut();
        all.find(|it| it.at == question.at).expect("it was asked for")
    }

    /// At one state, or one part; false when the question is answered.
    fn look(&mut self, known: Known<'_>, asked: &Asked<'_>) -> bool {
        let Asked { question, said } = *asked;
        let state = self.next;
        match self.phase {
            Phase::Waits => {
                let stuck = self.finding(question).stuck;
                if state == known.states() || stuck.is_some_and(|it| it.0 <= state) {
                    (self.phase, self.next) = (Phase::Parts, 0);
                    return self.is_pending && stuck.is_none();
                }
                self.next += 1;
                if question.is_pending(said, state) {
                    self.is_pending = true;
                    if let Some(who) = question.stuck(said, known, state) {
                        self.finding(question).stuck = Some((state, who));
                        return false;
                    }
                }
            }
            Phase::Parts => match self.parts.advance(&known, asked) {
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

    /// What is to come in the part that was found last.
    fn judge(&mut self, known: Known<'_>, asked: &Asked<'_>) {
        let Asked { question, said } = *asked;
        let (mut most, mut goes_round) = (0, false);
        for &state in &self.parts.found {
            for (number, edge) in known.numbered(state) {
                let Seen { stays, .. } = question.see(said, state, edge);
                let cost = question.cost(said, state, (number, edge));
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
    fn begin(&mut self, known: Known<'_>, asked: &Asked<'_>, state: u32) -> bool {
        let Asked { question, said } = *asked;
        let Some(&to_come) = self.states.get(state as usize) else { return false };
        let mut try_it = |cost, to, from| {
            if cost > self.most.cost {
                self.most = Begin { cost, to, from };
            }
        };
        if state == 0 || question.kind.is_progress() {
            try_it(to_come, state, None);
        }
        if question.kind == Kind::MostCost {
            for (number, edge) in known.numbered(state) {
                if question.see(said, state, edge).begins {
                    let cost = question.cost(said, state, (number, edge));
                    try_it(cost + self.states[edge.to as usize], edge.to, Some(state));
                }
            }
        }
        true
    }

    /// All is known that was asked.
    fn conclude(&mut self, known: Known<'_>, asked: &Asked<'_>) {
        let Asked { question, said } = *asked;
        let part = std::mem::take(&mut self.part);
        if !part.is_empty() {
            let finding = self.finding(question);
            if finding.lasso.as_ref().is_none_or(|it| it.start > part[0]) {
                let mut go = |from, edge: &Edge| match question.see(said, from, edge).stays {
                    true if asked.cost(known, from, edge) > 0 => Go::There,
                    true => Go::On,
                    false => Go::No,
                };
                finding.lasso = Some(lasso::around(&known, &part, &mut go));
            }
            return;
        }
        if self.finding(question).stuck.is_some() {
            return;
        }
        let (value, is_least) = match question.kind {
            Kind::LeastCost => (self.cheapest.cost(), true),
            Kind::LockFree => return,
            _ => (Some(self.most.cost), false),
        };
        let Some(value) = value else { return };
        let found = self.finding(question).value;
        if found.is_none_or(|found| if is_least { value < found } else { value > found }) {
            let run = match is_least {
                true => self.cheapest.run(known, asked, &self.states),
                false => self.dearest(known, asked),
            };
            let finding = self.finding(question);
            (finding.value, finding.run) = (Some(value), run);
        }
    }

    /// A run to where most is to come, and on until it has come.
    fn dearest(&self, known: Known<'_>, asked: &Asked<'_>) -> Vec<Action> {
        let Begin { from, to, .. } = self.most;
        let (mut run, mut at) = (run_to(&known, from.unwrap_or(to)), to);
        if let Some(from) = from {
            let to_it = known.numbered(from).filter(|(_, it)| it.to == to);
            let step = to_it.max_by_key(|it| asked.question.cost(asked.said, from, *it));
            run.extend(step.map(|(_, it)| it.action));
        }
        loop {
            let rest = self.states[at as usize];
            if rest == 0 {
                return run;
            }
            let as_much = |it: &u32| self.states[*it as usize] == rest;
            let part: Vec<u32> = (0..known.states()).filter(as_much).collect();
            let mut stays = true;
            let path = lasso::nearest(&known, &part, at, &mut |from, edge| {
                let seen = asked.question.see(asked.said, from, edge);
                let cost = asked.cost(known, from, edge);
                let to_come = if seen.stays { self.states[edge.to as usize] } else { 0 };
                if cost > 0 && cost + to_come == rest {
                    stays = seen.stays;
                    return Go::There;
                }
                if seen.stays && to_come == rest { Go::On } else { Go::No }
            });
            let path = path.expect("what is to come comes");
            run.extend(path.iter().map(|it| it.action));
            match path.last() {
                Some(last) if stays => at = last.to,
                _ => return run,
            }
        }
    }
}
