//! How far a process goes in a step.

use crate::code::Code;
use crate::eval::{Access, Eval, Names, Stop};
use crate::op::{Instruction, Op};
use crate::state::{Cell, Life, State};
use crate::world::World;
use listing::tree::Expr;
use std::collections::BTreeSet;

pub struct Machine {
    pub world: World,
    /// Of each process.
    pub codes: Vec<Code>,
    /// What each reads for free.
    pub free: Vec<BTreeSet<Cell>>,
}

/// What comes of an instruction.
pub enum Attempt {
    /// This comes first.
    Access(Access),
    /// It takes no step of its own. All outcomes.
    Free(Vec<State>),
    /// It is a step of its own.
    Step(Vec<State>),
    Waits,
    /// It is a step that cannot be computed.
    Wrong(String),
    /// Nor can the step to which it belongs.
    WrongBefore(String),
    /// It is a step that leads beyond what is followed.
    Beyond,
}

/// The steps of a process, or of the rest.
#[derive(Default)]
pub struct Steps {
    pub states: Vec<State>,
    pub wrong: Option<String>,
    pub beyond: bool,
}

impl Steps {
    pub fn add(&mut self, other: Steps) {
        self.states.extend(other.states);
        self.wrong = self.wrong.take().or(other.wrong);
        self.beyond |= other.beyond;
    }

    pub fn fail(why: String) -> Steps {
        Steps { wrong: Some(why), ..Steps::default() }
    }
}

/// Why a whole step cannot be computed that goes round for ever.
pub const ENDLESS: &str = "a step that does not end";

/// More than any step has.
const INSTRUCTIONS_MAX: usize = 2_000;

/// Where a process stands that has no more lines.
pub const OUT: usize = usize::MAX;
/// And one that a whole step has sent to a section.
pub const JUMPED: usize = usize::MAX - 1;

impl Machine {
    pub fn world(&self) -> &World {
        &self.world
    }

    pub fn new(world: World) -> Machine {
        let n = world.roster.all();
        let mut machine = Machine { codes: Vec::new(), free: vec![BTreeSet::new(); n], world };
        machine.codes = (0..n).map(|me| Code::new(&machine.world, me)).collect();
        machine.free = crate::own::own_elements(&machine);
        machine.mark();
        machine
    }

    pub fn eval<'a>(&'a self, state: &'a State, me: usize, names: &Names) -> Eval<'a> {
        Eval {
            state: Some(state),
            me: Some(me),
            log: Some(&state.processes[me].log),
            free: Some(&self.free[me]),
            seen: match self.codes.get(me).and_then(|code| code.all.get(state.processes[me].at)) {
                Some(Instruction { kind: Op::ElseIf(..), .. }) => state.processes[me].known.clone(),
                _ => [].into(),
            },
            ..Eval::constant(&self.world, names.clone())
        }
    }

    /// Takes the step in hand, and goes on as far as nothing more is accessed.
    pub fn step(&self, state: &State, me: usize) -> Steps {
        match self.attempt(state, me, false) {
            Attempt::Access(access) => {
                let mut steps = Steps::default();
                for (outcome, was_possible) in self.access(state, me, &access, false, &mut steps) {
                    if was_possible {
                        steps.add(self.after_access(&outcome, me));
                    }
                }
                steps
            }
            Attempt::Step(states) => self.settle_all(states, me),
            Attempt::Free(states) => self.settle_all(states, me),
            Attempt::Waits => Steps::default(),
            Attempt::Wrong(why) | Attempt::WrongBefore(why) => Steps::fail(why),
            Attempt::Beyond => Steps { beyond: true, ..Steps::default() },
        }
    }

    /// Behind an access, the instruction may have come out.
    fn after_access(&self, state: &State, me: usize) -> Steps {
        let op = &self.codes[me].all[state.processes[me].at].kind;
        match (self.attempt(state, me, false), op) {
            // the step whose read makes it false leads back to the beginning, and is not possible there
            (Attempt::Waits, Op::Await(_)) if state.processes[me].log.len() == 1 => {
                Steps::default()
            }
            (Attempt::Waits, Op::Choose(..)) => Steps::default(),
            (Attempt::Waits, _) => {
                let mut again = state.clone();
                again.processes[me].log.clear();
                Steps { states: vec![again], ..Steps::default() }
            }
            (Attempt::Free(states), _) => self.settle_all(states, me),
            (Attempt::Step(states), Op::Await(..)) => self.settle_all(states, me),
            (Attempt::WrongBefore(why), _) => Steps::fail(why),
            _ => Steps { states: vec![state.clone()], ..Steps::default() },
        }
    }

    pub fn settle_all(&self, states: Vec<State>, me: usize) -> Steps {
        let mut steps = Steps::default();
        for state in states {
            steps.add(self.settle(state, me));
        }
        steps
    }

    /// Runs lines that take no step.
    pub fn settle(&self, state: State, me: usize) -> Steps {
        let (mut steps, mut open) = (Steps::default(), vec![state]);
        let mut left = INSTRUCTIONS_MAX;
        while let Some(state) = open.pop() {
            left = left.checked_sub(1).expect("a step that does not end");
            match self.attempt(&state, me, false) {
                Attempt::Free(states) => open.extend(states),
                Attempt::WrongBefore(why) => steps.add(Steps::fail(why)),
                // where there is nothing to choose, the step is not possible
                Attempt::Waits if self.chooses(&state, me) => {}
                _ => steps.states.push(state),
            }
        }
        steps
    }

    /// Whether the next instruction chooses in the step before it.
    fn chooses(&self, state: &State, me: usize) -> bool {
        let instruction = self.codes[me].all.get(state.processes[me].at);
        matches!(instruction.map(|instruction| &instruction.kind), Some(Op::Choose(..)))
    }

    /// Runs what is one step as a whole, up to an instruction.
    pub fn run_whole(&self, state: State, me: usize, is_end: impl Fn(&Op) -> bool) -> Steps {
        let (mut steps, mut open) = (Steps::default(), vec![state]);
        let mut left = INSTRUCTIONS_MAX;
        while let Some(state) = open.pop() {
            if left == 0 {
                steps.add(Steps::fail(ENDLESS.into()));
                break;
            }
            left -= 1;
            let process = &state.processes[me];
            if process.life != Life::Running && process.at == OUT
                || process.at == JUMPED
                || process.at < OUT && is_end(&self.codes[me].all[process.at].kind)
            {
                steps.states.push(state);
                continue;
            }
            match self.attempt(&state, me, true) {
                Attempt::Free(states) | Attempt::Step(states) => open.extend(states),
                Attempt::Access(access) => {
                    let outcomes = self.access(&state, me, &access, true, &mut steps);
                    open.extend(outcomes.into_iter().map(|outcome| outcome.0));
                }
                Attempt::Waits => {}
                Attempt::Wrong(why) | Attempt::WrongBefore(why) => steps.add(Steps::fail(why)),
                Attempt::Beyond => steps.beyond = true,
            }
        }
        steps
    }

    /// What the next instruction of a process does; `whole`: within a step.
    pub fn attempt(&self, state: &State, me: usize, whole: bool) -> Attempt {
        let process = &state.processes[me];
        if process.at == OUT {
            return Attempt::Waits;
        }
        let instruction = &self.codes[me].all[process.at];
        if !process.writes.is_empty() {
            return self.write(state, me, whole);
        }
        let mut eval = self.eval(state, me, &instruction.names);
        match self.run(&mut eval, state, me, &instruction.kind, whole) {
            Ok(attempt) => attempt,
            Err(Stop::Access(access)) => Attempt::Access(access),
            Err(Stop::Wrong(why)) => match &instruction.kind {
                // the value of what is written is computed as it is written
                Op::Assign(targets, _) if self.has_shared(state, me, targets) => {
                    Attempt::Wrong(why)
                }
                Op::Send(..) | Op::Free(_) | Op::Receive(..) => Attempt::Wrong(why),
                _ => Attempt::WrongBefore(why),
            },
            Err(Stop::Unknown) => panic!("not known: {:?}", instruction.names),
        }
    }

    /// A `choose` among the first lines of a role is a step of its own, before what it reads.
    fn mark(&mut self) {
        let first = self.first();
        for me in 0..self.codes.len() {
            for choice in self.first_choices(&first, me) {
                if let Op::BeforeChoice(is_step) = &mut self.codes[me].all[choice].kind {
                    *is_step = true;
                }
            }
        }
    }

    /// Whether an expression names something shared.
    fn asks_shared(&self, expr: &Expr) -> bool {
        let is_shared = |text: &str| self.world.shared(text).is_some();
        expr.name().is_some_and(is_shared) || expr.parts().iter().any(|part| self.asks_shared(part))
    }

    /// Whether it cannot be computed without a step.
    fn is_access(&self, found: &Result<(), Stop>, exprs: &[&Expr]) -> bool {
        match found {
            Err(Stop::Access(_)) => true,
            Err(Stop::Unknown) => exprs.iter().any(|expr| self.asks_shared(expr)),
            _ => false,
        }
    }

    /// Where a process chooses before its first access.
    fn first_choices(&self, first: &State, me: usize) -> Vec<usize> {
        let (mut reached, mut open, mut found) = (BTreeSet::new(), vec![0], Vec::new());
        while let Some(at) = open.pop() {
            if !reached.insert(at) {
                continue;
            }
            let instruction = &self.codes[me].all[at];
            match &instruction.kind {
                // it is the first step
                Op::BeforeChoice(_) => found.push(at),
                Op::Branch(condition, to) | Op::ElseIf(condition, to) => {
                    let mut eval = self.eval(first, me, &instruction.names);
                    match (eval.constant_truth(condition), eval.truth(condition)) {
                        (Some(true), _) => open.push(at + 1),
                        (Some(false), _) => open.push(*to),
                        (None, Err(Stop::Access(_))) => {}
                        (None, Err(Stop::Unknown)) if self.asks_shared(condition) => {}
                        (None, _) => open.extend([at + 1, *to]),
                    }
                }
                Op::Jump(to) => open.push(*to),
                Op::Become(to) => {
                    let entry = self.codes[me].entry(to);
                    open.extend((entry != OUT).then_some(entry));
                }
                Op::Section(_) => open.push(at + 1),
                Op::Let(_, value) | Op::Propose(value) => {
                    let found = self.eval(first, me, &instruction.names).eval(value).map(drop);
                    open.extend((!self.is_access(&found, &[value])).then_some(at + 1));
                }
                Op::Each(binder, asks, _) => {
                    let asks: Vec<&Expr> = asks.iter().collect();
                    let mut eval = self.eval(first, me, &instruction.names);
                    let found = eval.bindings(std::slice::from_ref(binder), &asks).map(drop);
                    open.extend((!self.is_access(&found, &[])).then_some(at + 1));
                }
                Op::Next(_, _, to) => open.extend([at + 1, *to]),
                Op::Assign(targets, values) => {
                    let mut eval = self.eval(first, me, &instruction.names);
                    let places: Result<Vec<_>, Stop> =
                        targets.iter().map(|target| eval.target(target)).collect();
                    let is_access = places.and_then(|places| {
                        self.values(&mut eval, me, &places, values)?;
                        Ok(places.iter().any(|place| self.is_shared(place)))
                    });
                    if !matches!(is_access, Ok(true) | Err(Stop::Access(_))) {
                        open.push(at + 1);
                    }
                }
                _ => {}
            }
        }
        found
    }
}

impl Code {
    /// Whether the instruction is one of a rule that is one step.
    pub fn is_in_rule(&self, at: usize) -> bool {
        let rule = self.rules.iter().rev().find(|rule| rule.at <= at);
        rule.is_some_and(|rule| !matches!(rule.cause, listing::tree::Cause::Crash))
    }

    /// Where the lines of a section begin; of a section without lines, none.
    pub fn entry(&self, section: &str) -> usize {
        self.sections.get(section).copied().unwrap_or(OUT)
    }
}
