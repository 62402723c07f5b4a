//! Steps: which there are in a state, and what each leads to.

mod blocking_reads;
mod initial;
mod look_again;
mod monitors;
mod store;
mod stuck;

use crate::channel::Network;
use crate::flat::Flat;
use crate::ir::{CRASHES, NetworkFault, ProcessStatus, Program, Query, Rule, Trigger};
use crate::machine::{Context, Machine, Ran};
use model::{Action, Event, Log, MessageId, Stepped};

/// The most rounds of an `await` that are tried to see whether it can ever pass.
pub const ROUNDS_MAX: usize = 64;

pub struct Runner<'a> {
    pub program: &'a Program,
    pub machine: Machine<'a>,
    /// Some process can read in vain again and again.
    can_spin: bool,
    /// Of each outcome that was offered last, whether it leads back to the beginning of its `await`.
    returns: Vec<bool>,
}

/// Steps, of which each that is possible may run.
type Rules<'r> = &'r mut dyn Iterator<Item = Rule>;

/// Takes each outcome of a process's step: the choice, what came of it, the state after it, and its events if
/// somebody listens.
pub type Taken<'b> = dyn FnMut(u8, Stepped, &mut [u8], Vec<Event>) + 'b;

impl<'a> Runner<'a> {
    pub fn new(program: &'a Program, flat: &'a Flat) -> Runner<'a> {
        let can_spin = program
            .processes
            .iter()
            .any(|process| process.points.iter().any(|point| point.busy_waits.is_some()));
        Runner { program, machine: Machine::new(program, flat), can_spin, returns: Vec::new() }
    }

    pub fn section(&self, state: &[u8], process: usize) -> usize {
        let point = self.machine.point(state, process);
        self.program.processes[process].points[point].section
    }

    pub fn status(&self, state: &[u8], process: usize) -> ProcessStatus {
        self.program.processes[process].status(self.machine.point(state, process))
    }

    /// The value of a query, or nothing where it cannot be computed.
    pub fn query(&mut self, query: Query, state: &mut [u8]) -> Option<i64> {
        self.try_query(query, state).ok()
    }

    /// The same, or why it has none.
    pub fn try_query(&mut self, query: Query, state: &mut [u8]) -> Result<i64, Ran> {
        match self.machine.run(query.code, Context::of(0), state, &mut Log::off()) {
            Ran::Done => Ok(self.machine.registers[query.result]),
            other => Err(other),
        }
    }

    /// Offers each outcome that a process's next step has in `before`.
    ///
    /// Returns what to say where it has none.
    pub fn outcomes(
        &mut self,
        before: &[u8],
        after: &mut [u8],
        process: usize,
        log: &mut Log<'_>,
        only: Option<u8>,
        taken: &mut Taken<'_>,
    ) -> Stepped {
        if self.choices_left(before) > 0 {
            self.initial_values(before, after, process, log, only, taken);
            return Stepped::Refused;
        }
        let found = self.on(Trigger::Own, (process, None), before, after, (log, only), taken);
        if found { Stepped::Refused } else { self.blocked_status(before, process) }
    }

    /// What it means that a process can take no step.
    pub fn blocked_status(&mut self, state: &[u8], process: usize) -> Stepped {
        let me = &self.program.processes[process];
        let point = self.machine.point(state, process);
        let section = &me.sections[me.points[point].section];
        let waits = me.has_line(point) || section.is == ProcessStatus::Waits;
        match waits && !self.rests(state, process) {
            true => Stepped::Waits,
            false => Stepped::Done,
        }
    }

    /// Whether the text says that a process rests where it stands, and a condition for it is true.
    pub fn rests(&mut self, state: &[u8], process: usize) -> bool {
        let section = self.section(state, process);
        let rests = self.program.processes[process].sections[section].rests;
        rests.is_some_and(|query| self.query(query, &mut state.to_vec()) == Some(1))
    }

    /// Offers each outcome of a process's steps of a trigger, with the message that lies somewhere in hand.
    /// Returns whether there is one.
    pub fn on(
        &mut self,
        trigger: Trigger,
        (process, message): (usize, Option<usize>),
        before: &[u8],
        after: &mut [u8],
        told: (&mut Log<'_>, Option<u8>),
        taken: &mut Taken<'_>,
    ) -> bool {
        if self.choices_left(before) > 0 {
            return false;
        }
        let point = self.machine.point(before, process);
        let rules = &mut self.program.processes[process].rules_on(trigger, point);
        self.ways(rules, (process, message), before, after, told, taken)
    }

    /// Offers each outcome of some steps of a process. Returns whether there is one.
    pub fn ways(
        &mut self,
        rules: Rules<'_>,
        (process, message): (usize, Option<usize>),
        before: &[u8],
        after: &mut [u8],
        (log, only): (&mut Log<'_>, Option<u8>),
        taken: &mut Taken<'_>,
    ) -> bool {
        // a step is named by its rank, and an open outcome by which of its rule's it is, so that a name
        // does not depend on what else is possible: from one on, or behind the steps before it
        let mut next = 0u8;
        let mut found = false;
        let mut seen_in_vain = Vec::new();
        self.returns.clear();
        for rule in rules {
            let first = next.max(1);
            for outcome in 0..rule.outcomes.max(1) {
                after.copy_from_slice(before);
                let mut events = Vec::new();
                let mut own = if log.is_on() { Log::to(&mut events) } else { Log::off() };
                let context = Context { process, outcome, message };
                self.unpack(context, before);
                let ran = self.machine.run(rule.code, context, after, &mut own);
                let stepped = match ran {
                    Ran::Blocked => {
                        if seen_in_vain.is_empty() && message.is_none() {
                            seen_in_vain = events;
                        }
                        if rule.outcomes > 1 {
                            continue;
                        }
                        break;
                    }
                    Ran::NoSuchOutcome => continue,
                    Ran::Done => Stepped::Ran(rule.row),
                    Ran::NoRoom | Ran::LeavesLimit { .. } | Ran::TooLong | Ran::Fault(_) => {
                        self.not_followed(ran, &mut own)
                    }
                };
                found = true;
                let choice = match self.machine.has_chosen {
                    true => first.saturating_add(outcome as u8),
                    false => next,
                };
                if only.is_none_or(|only| only == choice) {
                    self.returns.push(self.machine.begins_again);
                    // outcomes of a choice are told apart by what they set
                    let is_silent = events.iter().all(|event| match event {
                        Event::Receive { .. } => self.machine.has_chosen,
                        event => matches!(event, Event::Note { .. } | Event::Chose { .. }),
                    });
                    let (chosen, mut events): (Vec<Event>, Vec<Event>) =
                        events.into_iter().partition(|event| matches!(event, Event::Chose { .. }));
                    if let Stepped::Ran(_) = stepped {
                        if log.is_on() {
                            if is_silent && rule.trigger != Trigger::Arrival {
                                let set = crate::view::set(self, before, after, process);
                                events.extend(if set.is_empty() { chosen } else { set });
                            }
                            events.extend(crate::view::set_of_others(self, before, after, process));
                        }
                        self.settle(before, after, (rule.trigger, process));
                    }
                    taken(choice, stepped, after, events);
                }
                next = choice.saturating_add(1);
            }
        }
        if !found {
            for event in seen_in_vain {
                log.tell(|| event);
            }
        }
        found
    }

    /// Puts what is in the message in hand where code reads it.
    fn unpack(&mut self, context: Context, state: &[u8]) {
        if let (Some(channels), Some(nth)) = (&self.program.channels, context.message) {
            let network = Network::new(channels);
            network.unpack(network.entry(state, nth), &mut self.machine.registers);
        }
    }

    /// What a step is that leads nowhere, and why.
    fn not_followed(&self, ran: Ran, log: &mut Log<'_>) -> Stepped {
        log.tell(|| Event::Note { text: ran.why(self.program) });
        if let Ran::Fault(_) = ran { Stepped::Error } else { Stepped::BoundReached }
    }

    /// What each step from a state is where a limit of the text ends the search there, and why.
    pub fn beyond_limits(&mut self, state: &[u8]) -> Option<(Stepped, String)> {
        let limits = &self.program.limits;
        if limits.is_empty() || self.choices_left(state) > 0 {
            return None;
        }
        let mut state = state.to_vec();
        limits.iter().find_map(|&limit| match self.try_query(limit, &mut state) {
            Ok(0) => Some((Stepped::BoundReached, "A limit ends the search here.".to_owned())),
            Ok(_) => None,
            Err(ran) => {
                let why = ran.why(self.program);
                Some((Stepped::Error, format!("A limit cannot be computed: {why}")))
            }
        })
    }

    /// The state right after a crash, whether or not there is one more.
    pub fn after_crash(&mut self, process: usize, before: &[u8]) -> Option<Vec<u8>> {
        let (mut before, mut scratch) = (before.to_vec(), before.to_vec());
        let crashes = self.program.counters.iter().find(|counter| counter.0 == CRASHES)?;
        self.machine.set(&mut before, crashes.1, 0);
        let (log, mut after) = ((&mut Log::off(), None), None);
        self.on(
            Trigger::Crash,
            (process, None),
            &before,
            &mut scratch,
            log,
            &mut |_, it, state, _| {
                after = matches!(it, Stepped::Ran(_)).then(|| state.to_vec());
            },
        );
        after
    }

    /// Offers each outcome of the delivery of the message that lies at `nth`. Returns whether somebody
    /// takes it.
    pub fn deliver(
        &mut self,
        nth: usize,
        before: &[u8],
        after: &mut [u8],
        told: (&mut Log<'_>, Option<u8>),
        taken: &mut Taken<'_>,
    ) -> bool {
        let Some(channels) = &self.program.channels else { return false };
        let MessageId { to, kind, .. } = Network::new(channels).name(before, nth);
        self.on(Trigger::Message(kind), (to.into(), Some(nth)), before, after, told, taken)
    }

    /// Two messages of one channel to a process: the first, which it does not take, and one that it would take.
    pub fn stands_before(&mut self, state: &[u8], process: usize) -> Option<[MessageId; 2]> {
        let network = Network::new(self.program.channels.as_ref()?);
        let mut is_taken = |nth: usize| {
            let log = (&mut Log::off(), None);
            self.deliver(nth, state, &mut state.to_vec(), log, &mut |_, _, _, _| ())
        };
        let mine = (0..network.len(state))
            .filter(|nth| usize::from(network.name(state, *nth).to) == process);
        let (first, behind): (Vec<usize>, Vec<usize>) =
            mine.partition(|nth| network.may_arrive(state, *nth));
        if first.iter().any(|nth| is_taken(*nth)) {
            return None;
        }
        let wanted = behind.into_iter().find(|nth| is_taken(*nth))?;
        let before = first.into_iter().rfind(|nth| *nth < wanted)?;
        Some([before, wanted].map(|nth| network.name(state, nth)))
    }

    /// The network loses or doubles a message; nothing where it never does.
    pub fn tamper(
        &mut self,
        fault: &NetworkFault,
        mail: MessageId,
        before: &[u8],
        after: &mut [u8],
        log: &mut Log<'_>,
    ) -> Option<Stepped> {
        let nth = Network::new(self.program.channels.as_ref()?).find(before, mail)?;
        if fault.exempt.contains(&mail.kind) {
            return None;
        }
        after.copy_from_slice(before);
        let context = Context { message: Some(nth), ..Context::of(0) };
        let mut events = Vec::new();
        let mut own = if log.is_on() { Log::to(&mut events) } else { Log::off() };
        let stepped = match self.machine.run(fault.rule.code, context, after, &mut own) {
            Ran::Blocked | Ran::NoSuchOutcome => return None,
            Ran::Done => {
                self.forget_step(after);
                Stepped::Ran(fault.rule.row)
            }
            ran @ (Ran::NoRoom | Ran::LeavesLimit { .. } | Ran::TooLong | Ran::Fault(_)) => {
                self.not_followed(ran, &mut own)
            }
        };
        log.tell_all(|| events);
        Some(stepped)
    }

    /// Attempts every action of a state, in the order in which actions are offered; with events, if somebody
    /// listens.
    pub fn each(
        &mut self,
        before: &[u8],
        after: &mut [u8],
        listens: bool,
        taken: &mut dyn FnMut(Action, Stepped, &mut [u8], Vec<Event>),
    ) {
        let program = self.program;
        if let Some((stepped, text)) = self.beyond_limits(before) {
            for process in program.steppers() {
                let why = listens.then(|| Event::Note { text: text.clone() });
                taken(Action::step(process as u8), stepped, after, why.into_iter().collect());
            }
            return;
        }
        let mut in_vain = Vec::new();
        let log = &mut if listens { Log::to(&mut in_vain) } else { Log::off() };
        let is_stuck = self.is_stuck(before);
        for process in program.steppers() {
            let point = &program.processes[process].points[self.machine.point(before, process)];
            let action = |choice| Action::Step { process: process as u8, choice };
            if is_stuck && point.busy_waits.is_some() {
                taken(action(0), self.blocked_status(before, process), after, Vec::new());
                continue;
            }
            let taken_too = &mut |choice, stepped, state: &mut [u8], events| {
                taken(action(choice), stepped, state, events);
            };
            let none = self.outcomes(before, after, process, log, None, taken_too);
            if none != Stepped::Refused {
                taken(action(0), none, after, Vec::new());
            }
        }
        if self.choices_left(before) > 0 {
            return;
        }
        for process in program.steppers() {
            let who = process as u8;
            let taken_too = &mut |it, stepped, after: &mut [u8], events| {
                taken(Action::time_out(who, it), stepped, after, events);
            };
            self.on(Trigger::Timeout, (process, None), before, after, (log, None), taken_too);
        }
        for process in program.buffers.iter().map(|buffer| buffer.process) {
            let taken_too = &mut |it, stepped, after: &mut [u8], events| {
                taken(Action::Arrive(process as u8, it), stepped, after, events);
            };
            self.on(Trigger::Arrival, (process, None), before, after, (log, None), taken_too);
        }
        if let Some(channels) = &program.channels {
            self.each_of_network(&Network::new(channels), before, after, log, taken);
        }
        for process in 0..program.processes.len() {
            let who = process as u8;
            let taken_too = &mut |_, stepped, after: &mut [u8], events| {
                taken(Action::Crash(who), stepped, after, events);
            };
            self.on(Trigger::Crash, (process, None), before, after, (log, None), taken_too);
        }
    }

    /// Attempts whatever can become of the messages on their way.
    fn each_of_network(
        &mut self,
        network: &Network<'_>,
        before: &[u8],
        after: &mut [u8],
        log: &mut Log<'_>,
        taken: &mut dyn FnMut(Action, Stepped, &mut [u8], Vec<Event>),
    ) {
        for nth in (0..network.len(before)).filter(|&nth| network.is_offered(before, nth)) {
            let mail = network.name(before, nth);
            let taken_too = &mut |it, stepped, after: &mut [u8], events| {
                taken(Action::deliver(mail, it), stepped, after, events);
            };
            if !self.deliver(nth, before, after, (log, None), taken_too) {
                taken(Action::Deliver(mail), Stepped::Refused, after, Vec::new());
            }
        }
        for fault in &self.program.network_faults {
            for nth in 0..network.len(before) {
                let mail = network.name(before, nth);
                let mut events = Vec::new();
                let own = &mut if log.is_on() { Log::to(&mut events) } else { Log::off() };
                if let Some(stepped) = self.tamper(fault, mail, before, after, own) {
                    taken(fault.of(mail), stepped, after, events);
                }
            }
        }
    }
}
