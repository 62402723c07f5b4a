//! A program as a [`System`], for the checker, the player and the reports.

use super::Compiled;
use super::costs::{self, counted};
use crate::channel::Network;
use crate::ir::{Claim, Trigger};
use crate::machine::write;
use crate::runner::Runner;
use model::{
    Action, Check, ClaimKind, Claimed, Event, Expansion, Fairness, Log, PerProcess, Pids, RowId,
    Stepped, System, Tariff, Unreached, Witness,
};
use std::sync::atomic::Ordering;

impl System for Compiled {
    fn width(&self) -> usize {
        self.program.width
    }

    fn init(&self, state: &mut [u8]) {
        self.begin(&mut self.runner(), state);
    }

    fn processes(&self) -> usize {
        self.program.processes.len()
    }

    fn choices_left(&self, state: &[u8]) -> usize {
        self.runner().choices_left(state)
    }

    fn actions(&self, state: &[u8], offer: &mut dyn FnMut(Action)) {
        let mut after = state.to_vec();
        self.runner().each(state, &mut after, false, &mut |action, _, _, _| offer(action));
    }

    fn attempts(
        &self,
        state: &[u8],
        listens: bool,
        told: &mut dyn FnMut(Action, Stepped, &[u8], Vec<Event>),
    ) {
        let mut after = state.to_vec();
        if !listens {
            self.runner().each(state, &mut after, false, &mut |action, stepped, after, events| {
                let after = if let Stepped::Ran(_) = stepped { after } else { state };
                told(action, stepped, after, events);
            });
            return;
        }
        let [mut runner, mut beside] = [(); 2].map(|()| self.telling_runner());
        runner.each(state, &mut after, true, &mut |action, stepped, after, mut events| {
            let who = who(action);
            if let (Stepped::Waits, Some(who)) = (stepped, who) {
                events = beside.blocking_reads_of(state, who);
            }
            let mut all = Vec::new();
            self.tell(&beside, (state, after), who, stepped, events, &mut Log::to(&mut all));
            let after = if let Stepped::Ran(_) = stepped { after } else { state };
            told(action, stepped, after, all);
        });
    }

    fn step(&self, state: &mut [u8], action: Action, log: &mut Log<'_>) -> Stepped {
        let flat = if log.is_on() { &self.told } else { &self.quick };
        let mut runner = Runner::new(&self.program, flat);
        let before = state.to_vec();
        let mut after = before.clone();
        let is_there = |process: u8| usize::from(process) < self.program.processes.len();
        let steps = |process: u8| self.program.steppers().contains(&process.into());
        let (mut events, mut in_vain) = (Vec::new(), Vec::new());
        let mut own = if log.is_on() { Log::to(&mut in_vain) } else { Log::off() };
        let (mut scratch, mut result) = (before.clone(), None);
        let mut taken = |_: u8, stepped: Stepped, state: &mut [u8], told: Vec<Event>| {
            result = Some(stepped);
            after.copy_from_slice(state);
            events = told;
        };
        let beyond = runner.beyond_limits(&before);
        let stepped = match action {
            _ if let Some((stepped, text)) = beyond => {
                events = vec![Event::Note { text }];
                stepped
            }
            Action::Step { process, choice } if steps(process) => {
                let who = usize::from(process);
                let point = &self.program.processes[who].points[runner.machine.point(&before, who)];
                let only = Some(choice);
                let none = runner.outcomes(&before, &mut scratch, who, &mut own, only, &mut taken);
                let is_stuck = point.busy_waits.is_some() && runner.is_stuck(&before);
                let none = if choice == 0 { none } else { Stepped::Refused };
                let still = is_stuck.then(|| runner.blocked_status(&before, who));
                let stepped = still.or(result).unwrap_or(none);
                if stepped == Stepped::Waits && own.is_on() {
                    events = runner.blocking_reads_of(&before, who);
                }
                stepped
            }
            Action::Timeout(process) | Action::TimeoutAs(process, _) if steps(process) => {
                let who = usize::from(process);
                let only = if let Action::TimeoutAs(_, choice) = action { choice } else { 0 };
                let log = (&mut own, Some(only));
                runner.on(Trigger::Timeout, (who, None), &before, &mut scratch, log, &mut taken);
                result.unwrap_or(Stepped::Refused)
            }
            Action::Arrive(process, which) if steps(process) => {
                let log = (&mut own, Some(which));
                let who = (usize::from(process), None);
                runner.on(Trigger::Arrival, who, &before, &mut scratch, log, &mut taken);
                result.unwrap_or(Stepped::Refused)
            }
            Action::Crash(process) if is_there(process) => {
                let who = usize::from(process);
                let log = (&mut own, None);
                runner.on(Trigger::Crash, (who, None), &before, &mut scratch, log, &mut taken);
                result.unwrap_or(Stepped::Refused)
            }
            Action::Deliver(mail) | Action::DeliverAs(mail, _) => {
                let only = if let Action::DeliverAs(_, choice) = action { choice } else { 0 };
                let network = self.program.channels.as_ref().map(Network::new);
                let nth = network.as_ref().and_then(|network| network.find(&before, mail));
                let may = network.zip(nth).filter(|(it, nth)| it.may_arrive(&before, *nth));
                if let Some((_, nth)) = may {
                    let log = (&mut own, Some(only));
                    runner.deliver(nth, &before, &mut scratch, log, &mut taken);
                }
                result.unwrap_or(Stepped::Refused)
            }
            Action::Lose(mail) | Action::Duplicate(mail) => {
                let log = &mut if log.is_on() { Log::to(&mut events) } else { Log::off() };
                let fault = self
                    .program
                    .network_faults
                    .iter()
                    .find(|network_fault| network_fault.of(mail) == action);
                let stepped =
                    fault.and_then(|fault| runner.tamper(fault, mail, &before, &mut after, log));
                stepped.unwrap_or(Stepped::Refused)
            }
            _ => Stepped::Refused,
        };
        self.tell(&runner, (&before, &after), who(action), stepped, events, log);
        if let Stepped::Ran(_) = stepped {
            state.copy_from_slice(&after);
        }
        stepped
    }

    fn fairness(&self, before: &[u8], action: Action, after: &[u8]) -> Option<Fairness> {
        let weak = self.weak_fairness(before, action, after)?;
        if self.is_strongly_fair()
            && let Stepped::Ran(row) = self.step(&mut before.to_vec(), action, &mut Log::off())
            && self.program.strongly.contains(&row)
        {
            return Some(weak.strongly(row));
        }
        Some(weak)
    }

    fn is_strongly_fair(&self) -> bool {
        !self.program.strongly.is_empty()
    }

    fn expand(&self, states: &[u8], expansion: &mut Expansion) {
        let mut runner = self.runner();
        let mut after = vec![0; self.width()];
        let mut stood = vec![false; self.coverage.count];
        for before in states.chunks_exact(self.width()) {
            runner.each(before, &mut after, false, &mut |action, stepped, after, _| {
                if expansion.attempt(action, stepped) {
                    self.stand(after, &mut stood);
                    expansion.add(after, action, || self.fairness(before, action, after).is_some());
                }
            });
            // runs do not end in a choice of initial values that an assumption excludes
            if self.is_open(before) {
                expansion.goes_on();
            }
            expansion.end_state();
        }
        for (part, reached) in self.reached.iter().enumerate() {
            if stood[part] || runner.machine.reached[part] {
                reached.store(true, Ordering::Relaxed);
            }
        }
    }

    fn unreached(&self) -> Unreached {
        self.unreached_beside(|_| false)
    }

    fn symmetry(&self) -> Option<&dyn model::Symmetry> {
        self.symmetry.as_ref().map(|_| self as &dyn model::Symmetry)
    }

    fn line(&self, state: &[u8], process: usize) -> Option<RowId> {
        let point = &self.program.processes[process].points[self.points[process].point(state)];
        point.code.filter(|_| !point.pauses).map(|_| point.row)
    }

    fn looks(&self, state: &[u8], process: usize) -> bool {
        self.points[process].looks[self.points[process].point(state)]
    }

    fn interpreted(&self) -> Option<String> {
        self.interpreted.clone()
    }

    fn assumptions(&self) -> Vec<&'static str> {
        self.program.assumptions.iter().map(|(name, _)| *name).collect()
    }

    fn remembers(&self) -> bool {
        self.program.remembered().next().is_some()
    }

    fn forget(&self, state: &mut [u8]) {
        for slot in self.program.remembered() {
            write(state, &self.program.slots[slot], 0);
        }
    }

    fn properties(&self) -> &[Claimed] {
        &self.claimed
    }

    fn check_states(&self, states: &[u8], checks: &mut [Check]) {
        let mut runner = self.runner();
        let mut state = vec![0; self.width()];
        for check in checks {
            let kind = self.claimed[check.property].kind;
            for (at, bytes) in states.chunks_exact(self.width()).enumerate() {
                state.copy_from_slice(bytes);
                let Some(value) = self.value(&mut runner, check.property, &mut state) else {
                    continue;
                };
                let is_measure = matches!(kind, ClaimKind::Most | ClaimKind::Least);
                // a value is told in 32 bits
                let value = if is_measure { value.min(u32::MAX.into()) } else { value };
                let best = check.witness.map(|witness| i64::from(witness.value));
                let decides = match kind {
                    ClaimKind::Always => value == 0,
                    ClaimKind::Sometimes => value != 0,
                    ClaimKind::Most => best.is_none_or(|best| value > best),
                    ClaimKind::Least => best.is_none_or(|best| value < best),
                    _ => false,
                };
                if !decides {
                    continue;
                }
                let value = if is_measure { value as u32 } else { 0 };
                check.witness = Some(Witness { at, value });
                if !is_measure {
                    break;
                }
            }
        }
    }

    fn waiting(&self, property: usize, states: &[u8], sets: &mut [Pids]) {
        sets.fill(0);
        let Claim::Waiting(queries) = &self.program.properties[property].claim else { return };
        let mut runner = self.runner();
        let mut state = vec![0; self.width()];
        for (bytes, set) in states.chunks_exact(self.width()).zip(sets) {
            state.copy_from_slice(bytes);
            if runner.choices_left(&state) > 0 {
                continue;
            }
            for (at, query) in queries.iter().take(Pids::BITS as usize).enumerate() {
                *set |= Pids::from(runner.query(*query, &mut state) != Some(0)) << at;
            }
        }
    }

    fn outcome(&self, property: usize, state: &[u8]) -> String {
        let Claim::Outcome(parts) = &self.program.properties[property].claim else {
            return String::new();
        };
        crate::view::said(&mut self.runner(), state, parts).join(" and ")
    }

    fn operations(&self, property: usize, states: &[u8], all: &mut [PerProcess]) {
        let asked = costs::operations(&self.program.properties[property].claim);
        let Some((sections, passes)) = asked else { return all.fill(PerProcess::default()) };
        self.pending(sections, passes, states, all);
    }

    fn operations_like(&self, property: usize) -> usize {
        self.first_like(property, costs::operations)
    }

    fn charges_like(&self, property: usize) -> usize {
        self.first_like(property, counted)
    }

    fn tariff(&self, property: usize) -> Option<Tariff> {
        counted(&self.program.properties[property].claim).map(|charge| self.tariff_of(charge))
    }

    fn rates(&self, property: usize, states: &[u8], all: &mut [PerProcess]) {
        match counted(&self.program.properties[property].claim) {
            Some(cost) => self.rate(cost, states, all),
            None => all.fill(PerProcess::default()),
        }
    }
}

/// Whose step an action is; none where the network does something by itself.
fn who(action: Action) -> Option<usize> {
    match action {
        Action::Step { process, .. }
        | Action::Timeout(process)
        | Action::TimeoutAs(process, _)
        | Action::Arrive(process, _)
        | Action::Crash(process)
        | Action::Restart(process) => Some(process.into()),
        Action::Deliver(mail) | Action::DeliverAs(mail, _) => Some(mail.to.into()),
        Action::Lose(_) | Action::Duplicate(_) => None,
    }
}
