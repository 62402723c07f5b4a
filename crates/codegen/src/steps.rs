//! The steps of one process: its own, those after a time-out or a crash, and those on messages.

use crate::body::{Label, Local, at};
use crate::emitter::{Emitter, Exits, Quiet};
use crate::functions::Name;
use crate::graph::Graph;
use crate::layout::{
    ARRIVE, ASK, BEYOND, CRASH, DELIVER, ENABLED, ERROR, MOVES, SPINS, STEP, TIMEOUT, WAITS,
};
use program::ir::{
    BlockId, Channels, Instruction, Monitor, PointId, Process, ProcessStatus, Rule, Stage, Trigger,
};
use wasm_encoder::{BlockType, ValType};

/// The parameters of these functions.
const BEFORE: Local = 0;
const AFTER: Local = 1;
const STEPS: Local = 2;
const NTH: Local = 3;

/// How steps are named, the part that is known, and what they are.
#[derive(Clone, Copy)]
pub struct StepName {
    pub name: u32,
    /// The environment does them, which nobody waits for.
    pub is_fault: bool,
    /// They are of a process: what properties remember changes with them.
    pub is_of_process: bool,
}

/// What a process finds besides successors.
#[derive(Clone, Copy)]
pub struct Tally {
    /// Where there can be several outcomes: the number of the next one, and of the first open one of a
    /// rule.
    choice: Option<(Local, Local)>,
    is_beyond: Local,
}

impl Emitter<'_> {
    fn begin(&mut self, process: usize) {
        (self.before, self.after, self.base, self.process) = (BEFORE, AFTER, BEFORE, process);
    }

    /// Ends the function, also for code that needs the interpreter.
    fn finish(&mut self) {
        self.body.sink().local_get(AFTER).local_get(STEPS).return_();
        self.body.end();
        self.found(ASK);
        self.body.sink().local_get(AFTER).local_get(STEPS);
    }

    pub fn steps(&mut self, process: usize) {
        self.begin(process);
        let program = self.program;
        let me = &program.processes[process];
        let first = self.body.local(ValType::I32);
        let traits = self.body.local(ValType::I32);
        let choice = (self.body.local(ValType::I32), self.body.local(ValType::I32));
        let tally = Tally { choice: None, is_beyond: self.body.local(ValType::I32) };
        let kind = StepName::new(STEP | (process as u32) << 8);
        self.body.sink().local_get(AFTER).local_set(first);
        let end = self.body.block();
        let whens = self.body.block();
        let mut labels: Vec<Label> = me.points.iter().map(|_| self.body.block()).collect();
        labels.reverse();
        self.point(BEFORE, process);
        self.body.br_table(&labels);
        for (at, point) in me.points.iter().enumerate() {
            self.body.end();
            let standing = me.status(at);
            let waits = me.has_line(at) || standing == ProcessStatus::Waits;
            let bits =
                if waits { WAITS } else { 0 } | if point.busy_waits.is_some() { SPINS } else { 0 };
            self.body.sink().i32_const(bits as i32).local_set(traits);
            let own = me.own(at);
            let has_whens = me.all_on(Trigger::Own).any(|rule| me.is_at(rule.at, at));
            let chooses = own.is_some_and(|own| own.outcomes > 1 || self.chooses(own.code));
            let tally = Tally { choice: (has_whens || chooses).then_some(choice), ..tally };
            if let Some(rule) = own {
                self.own(rule, Some(at), kind, tally);
            }
            self.body.br(if has_whens { whens } else { end });
        }
        self.body.end();
        self.whens(me, traits, kind, Tally { choice: Some(choice), ..tally });
        self.body.end();
        let mut sink = self.body.sink();
        sink.local_get(AFTER).local_get(first).i32_ne().local_get(tally.is_beyond).i32_or();
        self.body.when(BlockType::Empty);
        if program
            .processes
            .iter()
            .any(|process| process.points.iter().any(|point| point.busy_waits.is_some()))
        {
            let mut sink = self.body.sink();
            sink.i32_const(SPINS as i32).i32_const(MOVES as i32);
            sink.local_get(traits).i32_const(SPINS as i32).i32_and().select();
            self.found_too();
        }
        self.body.otherwise();
        self.rest(me, traits);
        self.body.sink().local_get(traits);
        self.found_too();
        self.body.end();
        self.finish();
    }

    /// Rules that apply wherever the process stands: one that does is a step, also of a process that busy-waits.
    fn whens(&mut self, me: &Process, traits: Local, kind: StepName, tally: Tally) {
        let busy_waits =
            me.has(Trigger::Own) && me.points.iter().any(|point| point.busy_waits.is_some());
        let [start, was_beyond] = [(); 2].map(|()| self.body.local(ValType::I32));
        if busy_waits {
            let mut sink = self.body.sink();
            sink.local_get(AFTER).local_set(start);
            sink.local_get(tally.is_beyond).local_set(was_beyond);
            sink.i32_const(0).local_set(tally.is_beyond);
        }
        for &rule in me.all_on(Trigger::Own) {
            self.own(rule, None, kind, tally);
        }
        if busy_waits {
            let mut sink = self.body.sink();
            sink.i32_const(!(SPINS as i32)).i32_const(-1);
            sink.local_get(AFTER).local_get(start).i32_ne().local_get(tally.is_beyond).i32_or();
            sink.select().local_get(traits).i32_and().local_set(traits);
            sink.local_get(tally.is_beyond).local_get(was_beyond).i32_or();
            sink.local_set(tally.is_beyond);
        }
    }

    /// A process that cannot go on does not wait where its section lets it rest.
    fn rest(&mut self, me: &Process, traits: Local) {
        let process = self.process;
        for (section, query) in me.sections.iter().enumerate() {
            let Some(query) = query.rests else { continue };
            let here = me.points.iter().map(|point| point.section == section).collect::<Vec<_>>();
            self.is_among(BEFORE, process, &here);
            self.body.when(BlockType::Empty);
            let rests = self.query_or(0, query, BEFORE);
            let mut sink = self.body.sink();
            sink.i32_const(!(WAITS as i32)).i32_const(-1);
            sink.local_get(rests).i64_const(1).i64_eq().select();
            sink.local_get(traits).i32_and().local_set(traits);
            self.body.end();
        }
        self.begin(process);
    }

    /// All outcomes of a step.
    pub fn own(&mut self, rule: Rule, ran: Option<PointId>, kind: StepName, tally: Tally) {
        if let Some((next, first)) = tally.choice {
            let mut sink = self.body.sink();
            sink.local_get(next).local_get(next).i32_eqz().i32_add().local_set(first);
        }
        let number = (rule.outcomes > 1).then(|| {
            let number = self.body.local(ValType::I64);
            self.body.sink().i64_const(0).local_set(number);
            (number, self.body.repeat())
        });
        let blocked = self.body.block();
        let beyond = self.body.block();
        let error = self.body.block();
        let ask = self.exits.ask;
        let exits = Exits { done: beyond, blocked, beyond, error, ask, quiet: None };
        if let Some((number, _)) = number {
            let outcome = self.body.local(ValType::I64);
            self.body.sink().local_get(number).local_set(outcome);
            self.outcome = Some(outcome);
        }
        if tally.choice.is_some() {
            let chosen = self.body.local(ValType::I32);
            self.body.sink().i32_const(0).local_set(chosen);
            self.chosen = Some(chosen);
        }
        self.take(rule, ran, exits, kind.is_of_process);
        self.outcome = None;
        let chosen = self.chosen.take();
        let outcome = number.as_ref().map(|number| number.0);
        self.open(tally, chosen, outcome);
        self.add(kind, tally.choice.map(|choice| choice.0));
        self.next_choice(tally);
        self.body.br(blocked);
        self.body.end();
        self.found(ERROR);
        self.body.end();
        self.found(if kind.is_fault { BEYOND } else { BEYOND | ENABLED });
        self.body.sink().i32_const(1).local_set(tally.is_beyond);
        self.open(tally, chosen, outcome);
        self.next_choice(tally);
        self.body.end();
        if let Some((number, again)) = number {
            let mut sink = self.body.sink();
            sink.local_get(number).i64_const(1).i64_add().local_tee(number);
            sink.i64_const(rule.outcomes).i64_lt_s();
            self.body.br_if(again);
            self.body.end();
        }
    }

    /// The number of an open outcome, up to 255.
    fn open(&mut self, tally: Tally, chosen: Option<Local>, outcome: Option<Local>) {
        let (Some((next, first)), Some(chosen)) = (tally.choice, chosen) else { return };
        self.body.sink().local_get(chosen);
        self.body.when(BlockType::Empty);
        self.body.sink().local_get(first);
        if let Some(outcome) = outcome {
            self.body.sink().local_get(outcome).i32_wrap_i64().i32_add();
        }
        let mut sink = self.body.sink();
        sink.local_tee(next).i32_const(255).local_get(next).i32_const(255).i32_lt_u().select();
        sink.local_set(next);
        self.body.end();
    }

    /// Choices are numbered up to 255.
    fn next_choice(&mut self, tally: Tally) {
        let Some((choice, _)) = tally.choice else { return };
        let mut sink = self.body.sink();
        sink.local_get(choice).local_get(choice).i32_const(255).i32_lt_u().i32_add();
        sink.local_set(choice);
    }

    /// Writes the code of a step. What follows runs where the step was taken; it has been added to
    /// what properties remember.
    fn take(&mut self, rule: Rule, ran: Option<PointId>, exits: Exits, is_of_process: bool) {
        let remembers = is_of_process && !self.program.monitors.is_empty();
        let quiet = self.body.block();
        let done = self.body.block();
        let quiet = ran.filter(|_| remembers).map(|ran| Quiet { label: quiet, ran });
        self.code(rule.code, Exits { done, quiet, ..exits }, false);
        self.body.end();
        if remembers {
            self.remember_from(rule.trigger, ran);
        }
        if !is_of_process {
            self.forget_step();
        }
        self.body.end();
    }

    /// Updates what properties remember: where a replica lets somebody go on, after that one's step.
    fn remember_from(&mut self, trigger: Trigger, ran: Option<PointId>) {
        let program = self.program;
        if trigger == Trigger::Arrival {
            // it is nobody's step
            let remember = self.functions.index(Name::Remember(program.processes.len()));
            self.body.sink().local_get(AFTER).i32_const(0).local_get(BEFORE).call(remember);
            return;
        }
        let replicas = program.store.as_ref().map(|store| store.replicas.clone());
        let Some(replicas) = replicas.filter(|replica| replica.contains(&self.process)) else {
            return self.remember_step(self.process, ran);
        };
        let done = self.body.block();
        for process in 0..replicas.start {
            self.point(BEFORE, process);
            self.point(AFTER, process);
            self.body.sink().i32_ne();
            self.body.when(BlockType::Empty);
            self.remember_step(process, None);
            self.body.br(done);
            self.body.end();
        }
        self.remember_step(self.process, ran);
        self.body.end();
    }

    /// What the network does by itself is no step that a property is about.
    fn forget_step(&mut self) {
        let program = self.program;
        for flag in program.monitors.iter().filter_map(Monitor::flag) {
            if flag.is_of_steps() {
                let slot = &program.slots[flag.slot];
                self.put_const(AFTER, slot, slot.encode(0).unwrap_or_default());
            }
        }
    }

    fn remember_step(&mut self, process: usize, ran: Option<PointId>) {
        let remember = self.functions.index(Name::Remember(process));
        self.body.sink().local_get(AFTER);
        match ran {
            Some(ran) => {
                self.body.sink().i32_const(ran as i32);
            }
            None => self.point(BEFORE, process),
        }
        self.body.sink().local_get(BEFORE).call(remember);
    }

    /// Adds the state after the step to the successors.
    fn add(&mut self, kind: StepName, choice: Option<Local>) {
        if self.program.store.as_ref().is_some_and(|store| !store.useless.is_empty()) {
            let take_out = self.functions.index(Name::TakeOutUseless);
            self.body.sink().local_get(AFTER).call(take_out);
        }
        self.body.sink().local_get(STEPS).i32_const(kind.name as i32);
        for (part, shift) in [(self.message, 8), (choice, 16)] {
            let Some(part) = part else { continue };
            self.body.sink().local_get(part).i32_const(shift).i32_shl().i32_or();
        }
        self.body.sink().i32_store(at(0));
        self.body.advance(STEPS, 4);
        self.body.advance(AFTER, self.layout.width as i32);
    }

    /// All outcomes of the rules of a trigger, each where it applies.
    fn rules_on(&mut self, trigger: Trigger, kind: StepName, tally: Tally) {
        let me = &self.program.processes[self.process];
        let rules: Vec<Rule> = me.all_on(trigger).copied().collect();
        for alike in rules.chunk_by(|one, other| one.at == other.at) {
            let here: Vec<bool> =
                (0..me.points.len()).map(|point| me.is_at(alike[0].at, point)).collect();
            let is_anywhere = !here.contains(&false);
            if !is_anywhere {
                self.is_among(BEFORE, self.process, &here);
                self.body.when(BlockType::Empty);
            }
            for &rule in alike {
                self.own(rule, None, kind, tally);
            }
            if !is_anywhere {
                self.body.end();
            }
        }
    }

    /// A count of outcomes, from none on.
    fn tally(&mut self) -> Tally {
        let mut local = || self.body.local(ValType::I32);
        Tally { choice: Some((local(), local())), is_beyond: local() }
    }

    /// Of what has one outcome.
    pub fn no_tally(&mut self) -> Tally {
        Tally { choice: None, is_beyond: self.body.local(ValType::I32) }
    }

    pub fn steps_after(&mut self, trigger: Trigger, process: usize) {
        self.begin(process);
        let is_fault = trigger == Trigger::Crash;
        let name = match trigger {
            Trigger::Crash => CRASH,
            Trigger::Arrival => ARRIVE,
            _ => TIMEOUT,
        };
        let name = name | (process as u32) << 8;
        let tally = if is_fault { self.no_tally() } else { self.tally() };
        self.rules_on(trigger, StepName { is_fault, ..StepName::new(name) }, tally);
        self.finish();
    }

    pub fn deliver(&mut self, channels: &Channels, process: usize) {
        self.begin(process);
        self.message = Some(NTH);
        let entry = self.body.local(ValType::I32);
        self.address(channels, NTH);
        self.body.sink().local_set(entry);
        let tally = self.tally();
        for kind in 0..channels.kinds.len() as u8 {
            if !self.program.processes[process].has(Trigger::Message(kind)) {
                continue;
            }
            self.is_kind(channels, entry, kind);
            self.body.when(BlockType::Empty);
            self.unpack(channels, kind.into(), entry);
            self.rules_on(Trigger::Message(kind), StepName::new(DELIVER), tally);
            self.body.end();
        }
        self.finish();
    }

    /// Leaves on the stack whether the process stands at one of the points that are marked.
    pub fn is_among(&mut self, base: Local, process: usize, marked: &[bool]) {
        let marked: Vec<usize> = (0..marked.len()).filter(|&it| marked[it]).collect();
        match marked.last() {
            None => {
                self.body.sink().i32_const(0);
            }
            Some(0..64) => {
                let mask = marked.iter().fold(0, |mask, it| mask | 1u64 << it);
                self.body.sink().i64_const(mask as i64);
                self.raw(base, self.program.processes[process].point);
                // a shift takes only the lowest six bits
                self.body.sink().i64_shr_u().i32_wrap_i64().i32_const(1).i32_and();
                if self.program.processes[process].points.len() > 64 {
                    self.point(base, process);
                    self.body.sink().i32_const(64).i32_lt_u().i32_and();
                }
            }
            Some(_) => {
                self.body.sink().i32_const(0);
                for at in marked {
                    self.point(base, process);
                    self.body.sink().i32_const(at as i32).i32_eq().i32_or();
                }
            }
        }
    }

    /// Whether code leaves an outcome open.
    fn chooses(&self, code: BlockId) -> bool {
        let program = self.program;
        let graph = Graph::new(program, code, true);
        let mut instructions = graph.order.iter().flat_map(|&it| &program.blocks[it].instructions);
        instructions.any(|instruction| matches!(instruction, Instruction::Choose(..)))
    }

    /// Whether a step from one point to another changes nothing that properties remember.
    pub fn is_quiet(&self, ran: PointId, now: PointId) -> bool {
        self.program.monitors.iter().all(|monitor| {
            let Some(overtaking) = monitor.overtaking() else { return false };
            let me = &self.program.processes[self.process];
            let stage = |point: PointId| overtaking.stages[self.process][me.points[point].section];
            match (stage(ran), stage(now)) {
                (Stage::First, _) => ran == now && !me.has_lines(),
                (_, Stage::Between) | (Stage::Outside, Stage::First) => true,
                _ => false,
            }
        })
    }
}

impl StepName {
    fn new(name: u32) -> StepName {
        StepName { name, is_fault: false, is_of_process: true }
    }
}
