//! What can happen in a state.

use crate::eval::{Eval, Stop};
use crate::machine::{Attempt, JUMPED, Machine, OUT, Steps};
use crate::op::Op;
use crate::state::{Life, State};
use crate::world::Fault;
use listing::tree::{Cause, PartKind, Storage};

/// Who or what moves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Label {
    /// A process: a line, a rule or a message that it takes.
    Step(usize),
    Timeout(usize),
    Crash(usize),
    /// A message from one to another is lost, or there twice.
    Lose(usize, usize),
    Duplicate(usize, usize),
}

impl Label {
    pub fn is_fault(self) -> bool {
        !matches!(self, Label::Step(_) | Label::Timeout(_))
    }
}

/// All that can happen in a state.
#[derive(Default)]
pub struct Moves {
    pub all: Vec<(Label, State)>,
    /// Why a step cannot be computed.
    pub wrong: Option<String>,
    pub beyond: bool,
    /// Nobody can take a step, faults aside.
    pub is_final: bool,
    /// And yet somebody waits.
    pub is_deadlock: bool,
    pub is_enabled: bool,
}

impl Moves {
    fn add(&mut self, label: Label, steps: Steps) {
        let can = steps.wrong.is_some() || steps.beyond || !steps.states.is_empty();
        self.is_enabled |= can && !label.is_fault();
        self.all.extend(steps.states.into_iter().map(|state| (label, state)));
        self.wrong = self.wrong.take().or(steps.wrong);
        self.beyond |= steps.beyond;
    }
}

impl Machine {
    pub fn moves(&self, state: &State) -> Moves {
        let mut moves = Moves::default();
        let n = state.processes.len();
        for me in 0..n {
            self.rules(state, me, &mut moves);
        }
        let lines = (0..n).map(|me| (me, self.step(state, me)));
        let lines: Vec<(usize, Steps)> = lines.collect();
        // looks of those who would look for ever, where nobody else can move, are not followed
        let can = |it: &Steps| it.wrong.is_some() || it.beyond || !it.states.is_empty();
        let is_idle = !moves.is_enabled
            && lines.iter().all(|(me, it)| !can(it) || self.looks_in_vain(state, *me));
        if !is_idle {
            for (me, steps) in lines {
                moves.add(Label::Step(me), steps);
            }
        }
        self.faults(state, &mut moves);
        moves.is_final = !moves.is_enabled;
        moves.is_deadlock = moves.is_final && (0..n).any(|me| self.waits(state, me));
        moves
    }

    /// Whether an `await` of several accesses comes out false in this state for good.
    fn looks_in_vain(&self, state: &State, me: usize) -> bool {
        let process = &state.processes[me];
        let Some(Op::Await(_)) =
            self.codes[me].all.get(process.at).map(|instruction| &instruction.kind)
        else {
            return false;
        };
        let mut again = state.clone();
        again.processes[me].log.clear();
        self.comes_out_false(state, me) && self.comes_out_false(&again, me)
    }

    /// Whatever it reads, and without a change.
    fn comes_out_false(&self, state: &State, me: usize) -> bool {
        match self.attempt(state, me, false) {
            Attempt::Access(access) => {
                let mut steps = Steps::default();
                let outcomes = self.access(state, me, &access, false, &mut steps);
                let is_false =
                    |it: &State| it.shared == state.shared && self.comes_out_false(it, me);
                steps.wrong.is_none()
                    && !steps.beyond
                    && outcomes.iter().all(|outcome| is_false(&outcome.0))
            }
            Attempt::Waits => true,
            // or a line behind it has nothing to choose from
            Attempt::Free(states) => {
                let steps = self.settle_all(states, me);
                steps.wrong.is_none() && !steps.beyond && steps.states.is_empty()
            }
            _ => false,
        }
    }

    /// Whether a process waits where nobody can take a step.
    fn waits(&self, state: &State, me: usize) -> bool {
        let process = &state.processes[me];
        if process.life == Life::Crashed {
            return process.at != OUT;
        }
        if process.life != Life::Running {
            return false;
        }
        let role = self.world.role_of(me);
        if !self.codes[me].has_lines
            && role.sections.first().is_none_or(|section| *section == process.section)
        {
            return false;
        }
        let rests = role.parts.iter().any(|part| match &part.kind {
            PartKind::Rests(names, condition) => {
                names.iter().any(|name| name.text == process.section)
                    && condition
                        .as_ref()
                        .is_none_or(|condition| self.direct(state, me).truth(condition) == Ok(true))
            }
            _ => false,
        });
        !rests
    }

    /// Everything is read at once.
    fn direct<'a>(&'a self, state: &'a State, me: usize) -> Eval<'a> {
        let names = self.codes[me].all[0].names.clone();
        Eval { me: Some(me), names, ..Eval::property(&self.world, state, None) }
    }

    fn rules(&self, state: &State, me: usize, moves: &mut Moves) {
        let life = state.processes[me].life;
        let code = &self.codes[me];
        for (at, rule) in code.rules.iter().enumerate() {
            if (life == Life::Crashed) != rule.is_for_crashed {
                continue;
            }
            let begin = |mut state: State| {
                state.processes[me].at = rule.at;
                state
            };
            match rule.cause {
                Cause::When if life == Life::Running && !self.is_over(state, me) => {
                    moves.add(Label::Step(me), self.rule(state, begin(state.clone()), me, at));
                }
                Cause::Timeout if life == Life::Running || life == Life::Crashed => {
                    moves.add(Label::Timeout(me), self.rule(state, begin(state.clone()), me, at));
                }
                Cause::Message { .. } => {
                    for mail in self.arriving(state) {
                        match self.begin_receipt(state, mail, me, at) {
                            None => {}
                            Some(Err(why)) => {
                                moves.add(
                                    Label::Step(me),
                                    Steps { wrong: Some(why), ..Steps::default() },
                                );
                            }
                            Some(Ok(begun)) => {
                                moves.add(Label::Step(me), self.rule(state, begun, me, at));
                            }
                        }
                    }
                }
                _ => {}
            }
        }
    }

    /// A process of rules alone that has passed as often as its role says stays where it began.
    fn is_over(&self, state: &State, me: usize) -> bool {
        let role = self.world.role_of(me);
        let process = &state.processes[me];
        !self.codes[me].has_lines
            && role.passes.is_some_and(|most| most > 1 && process.passes >= most)
            && role.sections.first() == Some(&process.section)
    }

    /// One step as a whole, if the guard is true.
    fn rule(&self, before: &State, mut begun: State, me: usize, at: usize) -> Steps {
        let rule = &self.codes[me].rules[at];
        begun.processes[me].log.clear();
        begun.processes[me].writes.clear();
        if let Some(guard) = &rule.guard {
            let mut eval = self.direct(&begun, me);
            eval.names = rule.names.clone();
            match eval.truth(guard) {
                Ok(true) => {}
                Ok(false) => return Steps::default(),
                Err(Stop::Wrong(why)) => return Steps { wrong: Some(why), ..Steps::default() },
                Err(why) => panic!("a guard: {why:?}"),
            }
        }
        let Steps { states, wrong, beyond } =
            self.run_whole(begun, me, |op| matches!(op, Op::EndRule));
        let mut landed = Steps { states: Vec::new(), wrong, beyond };
        for mut state in states {
            let process = &mut state.processes[me];
            if std::mem::take(&mut process.is_sent) && process.life != Life::Ended {
                process.at = JUMPED;
                process.life = Life::Running;
            }
            let jumped = state.processes[me].at == JUMPED || state.processes[me].at == 0;
            self.land(&mut state, me, before);
            match jumped {
                true => landed.add(self.stand(state, me)),
                false => landed.states.push(state),
            }
        }
        landed
    }

    /// Where a rule has sent a process: a local line that comes first is a step of its own there.
    fn stand(&self, mut state: State, me: usize) -> Steps {
        loop {
            let at = state.processes[me].at;
            let Some(instruction) = self.codes[me].all.get(at) else { break };
            let eval = self.eval(&state, me, &instruction.names);
            let is_passed = match &instruction.kind {
                Op::Section(_) | Op::Jump(_) | Op::EndPass => true,
                Op::Branch(it, _) => eval.constant_truth(it).is_some(),
                _ => false,
            };
            match self.attempt(&state, me, false) {
                Attempt::Free(mut states) if is_passed => state = states.remove(0),
                Attempt::Free(_) => break,
                _ => return self.settle(state, me),
            }
        }
        Steps { states: vec![state], ..Steps::default() }
    }

    fn faults(&self, state: &State, moves: &mut Moves) {
        let kinds = |fault: &Fault, kind: usize| {
            fault.of.is_empty() || fault.of.contains(&self.world.messages[kind].name)
        };
        for (what, all) in [&self.world.losses, &self.world.duplicates].into_iter().enumerate() {
            for (nth, fault) in all.iter().enumerate() {
                if state.faults[what][nth] == 0 {
                    continue;
                }
                for (at, mail) in state.mail.iter().enumerate() {
                    if !kinds(fault, mail.kind) {
                        continue;
                    }
                    let mut next = state.clone();
                    next.faults[what][nth] -= 1;
                    let label = match what {
                        0 => {
                            next.mail.remove(at);
                            Label::Lose(mail.from, mail.to)
                        }
                        _ => {
                            next.mail.push(mail.clone());
                            Label::Duplicate(mail.from, mail.to)
                        }
                    };
                    let beyond = next.mail.len() > self.world.room;
                    let states = if beyond { Vec::new() } else { vec![next] };
                    moves.add(label, Steps { states, beyond, ..Steps::default() });
                }
            }
        }
        for (nth, fault) in self.world.crashes.iter().enumerate() {
            if state.faults[2][nth] == 0 {
                continue;
            }
            for me in 0..state.processes.len() {
                let role = self.world.role_of(me);
                let takes = |rule: &crate::op::Rule| {
                    matches!(rule.cause, Cause::Message { .. }) && !rule.is_for_crashed
                };
                let may = match state.processes[me].life {
                    Life::Running => true,
                    Life::Ended => self.codes[me].rules.iter().any(takes),
                    _ => false,
                };
                let crashes = match fault.of.is_empty() {
                    true => self.may_crash(me),
                    false => fault.of.contains(&role.noun),
                };
                if may && crashes {
                    moves.add(Label::Crash(me), self.crash(state, me, nth));
                }
            }
        }
    }

    /// Where a role says what follows a crash, only such roles crash; else all do.
    fn may_crash(&self, me: usize) -> bool {
        let says = |code: &crate::code::Code| {
            code.rules.iter().any(|rule| matches!(rule.cause, Cause::Crash))
        };
        says(&self.codes[me]) || !self.codes.iter().any(says)
    }

    fn crash(&self, state: &State, me: usize, nth: usize) -> Steps {
        let mut next = state.clone();
        next.faults[2][nth] -= 1;
        let code = &self.codes[me];
        let mut rules =
            code.rules.iter().filter(|rule| matches!(rule.cause, Cause::Crash)).peekable();
        // who says what follows a crash crashes only where one of the guards is true
        let says = rules.peek().is_some();
        let rule = loop {
            let Some(rule) = rules.next() else { break None };
            match rule.guard.as_ref().map_or(Ok(true), |guard| self.direct(state, me).truth(guard))
            {
                Ok(true) => break Some(rule),
                Ok(false) => {}
                Err(_) => return Steps::fail("a guard".into()),
            }
        };
        if says && rule.is_none() {
            return Steps::default();
        }
        let fresh = self.fresh(me);
        for (at, variable) in self.world.role_of(me).own.iter().enumerate() {
            if variable.storage == Storage::Own {
                next.processes[me].own[at].clone_from(&fresh[at]);
            }
        }
        self.end(&mut next, me, Life::Crashed);
        let Some(rule) = rule else { return Steps { states: vec![next], ..Steps::default() } };
        next.processes[me].at = rule.at;
        let mut steps = Steps::default();
        let settled = self.settle(next, me);
        let states = settled.states.clone();
        steps.add(Steps { states: Vec::new(), ..settled });
        for it in states {
            let at = it.processes[me].at;
            // an atomic line at the beginning is in the step of the crash
            if at == rule.at && matches!(code.all[at].kind, Op::Atomic) {
                steps.add(self.step(&it, me));
            } else {
                steps.states.push(it);
            }
        }
        steps
    }
}
