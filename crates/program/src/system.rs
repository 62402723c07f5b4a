//! A program as a [`System`], for the checker, the player and the reports.

use crate::channel::Bag;
use crate::flat::{Flat, flatten};
use crate::ir::{Claim, Program, Slot, Standing, Symmetry};
use crate::machine::Ran;
use crate::parts::Parts;
use crate::runner::Runner;
use crate::view::Sent;
use costs::counted;
use model::{
    Action, Check, Claimed, Event, Expansion, Fairness, Kind, Log, Mail, PerProcess, Pids, Row,
    Shape, Stepped, System, Tariff, Unreached, View, Witness, Zone,
};
use std::sync::atomic::{AtomicBool, Ordering};

mod costs;
mod reached;
mod serial;

pub use serial::{NotSerial, SERIAL_MAX};

/// A program that is ready to run.
pub struct Compiled {
    program: Program,
    quick: Flat,
    /// The same with events.
    told: Flat,
    claimed: Vec<Claimed>,
    parts: Parts,
    /// The parts that searches have reached.
    reached: Vec<AtomicBool>,
    /// For each process what takes it from section to section, in a few words.
    pub(crate) awaited: Vec<Sent>,
    pub(crate) symmetry: Option<Symmetry>,
    /// Of each process.
    points: Vec<Points>,
    /// How each shared variable lies.
    shapes: Vec<Shape>,
    /// Why it runs no machine code, where it was to.
    interpreted: Option<String>,
}

/// What is told of a program that was to run machine code.
pub fn interpreted(why: &str) -> String {
    format!("The interpreter searches it, which takes longer. {why}")
}

/// Where a state says at which point a process is, and what is known of the points: analyses ask it
/// of every step.
struct Points {
    slot: Slot,
    sections: Vec<usize>,
    zones: Vec<Zone>,
}

impl Points {
    #[inline]
    fn point(&self, state: &[u8]) -> usize {
        crate::machine::read(state, &self.slot) as usize
    }

    #[inline]
    fn section(&self, state: &[u8]) -> usize {
        self.sections[self.point(state)]
    }
}

impl Compiled {
    pub fn new(mut program: Program) -> Compiled {
        program.pack();
        let claimed = program.properties.iter().map(|it| Claimed {
            name: it.name,
            words: it.words,
            kind: it.kind,
            applies: it.premise_of.is_none(),
            given: it.given,
            premise_of: it.premise_of,
        });
        let points = program.processes.iter().map(|it| Points {
            slot: program.slots[it.point].clone(),
            sections: it.points.iter().map(|it| it.section).collect(),
            zones: it.points.iter().map(|point| it.sections[point.section].zone).collect(),
        });
        let parts = Parts::new(&program);
        let mut compiled = Compiled {
            awaited: crate::view::awaited(&program),
            points: points.collect(),
            quick: flatten(&program, &parts, false),
            told: flatten(&program, &parts, true),
            reached: (0..parts.count).map(|_| AtomicBool::new(false)).collect(),
            parts,
            claimed: claimed.collect(),
            shapes: crate::stage::shapes(&program),
            program,
            symmetry: None,
            interpreted: None,
        };
        compiled.symmetry = compiled.usable_symmetry();
        compiled
    }

    /// The same program, which tells that it runs no machine code, and why.
    pub fn interpreted_because(&self, why: &str) -> Compiled {
        Compiled { interpreted: Some(interpreted(why)), ..Compiled::new(self.program.clone()) }
    }

    /// The initial state.
    pub(crate) fn start(&self) -> Vec<u8> {
        let mut state = vec![0; self.width()];
        self.init(&mut state);
        state
    }

    /// Writes the initial state.
    fn begin(&self, runner: &mut Runner<'_>, state: &mut [u8]) {
        state.fill(0);
        for (process, &block) in self.program.initial.iter().enumerate() {
            let context = crate::machine::Context { process, outcome: 0 };
            runner.machine.run(block, context, state, &mut Log::off());
        }
        let before = state.to_vec();
        runner.remember(&before, state, None);
    }

    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The name of the message at a position.
    ///
    /// # Panics
    /// If the program has no channels.
    pub fn mail(&self, state: &[u8], nth: usize) -> Mail {
        let channels = self.program.channels.as_ref().expect("a program with messages");
        Bag::new(channels).name(state, nth)
    }

    /// The zone that a process is in.
    #[inline]
    pub fn zone_of(&self, state: &[u8], process: usize) -> Zone {
        let points = &self.points[process];
        points.zones[points.point(state)]
    }

    pub(crate) fn shapes(&self) -> &[Shape] {
        &self.shapes
    }

    /// One that tells what steps do.
    pub(crate) fn telling_runner(&self) -> Runner<'_> {
        Runner::new(&self.program, &self.told)
    }

    pub(crate) fn runner(&self) -> Runner<'_> {
        Runner::new(&self.program, &self.quick)
    }

    /// Whether initial values are still to be chosen.
    pub fn is_open(&self, state: &[u8]) -> bool {
        self.program.begun.is_some_and(|slot| {
            let slot = &self.program.slots[slot];
            slot.decode(crate::machine::read(state, slot)) < self.program.any.len() as i64
        })
    }

    /// Why a process cannot run the lines before its first step, and which process.
    pub fn cannot_begin(&self) -> Option<(usize, String)> {
        let mut state = vec![0; self.width()];
        let mut runner = self.runner();
        let mut ran = self.program.initial.iter().enumerate().map(|(process, &block)| {
            let context = crate::machine::Context { process, outcome: 0 };
            (process, runner.machine.run(block, context, &mut state, &mut Log::off()))
        });
        ran.find_map(|(process, ran)| match ran {
            Ran::Fault(fault) => Some((process, fault.words(&self.program))),
            Ran::Beyond => Some((process, "A value leaves a limit.".into())),
            _ => None,
        })
    }

    /// The weak-fairness constraint on a step.
    fn weak_fairness(&self, before: &[u8], action: Action, after: &[u8]) -> Option<Fairness> {
        match action {
            Action::Step { process, .. } => {
                let zone = |state| self.zone_of(state, usize::from(process));
                Fairness::of_step(action, zone(before), zone(after))
            }
            Action::Deliver(mail) | Action::DeliverAs(mail, _) => {
                let channels = self.program.channels.as_ref()?;
                if channels.kinds[usize::from(mail.kind)].may_stay {
                    return None;
                }
                let bag = Bag::new(channels);
                let entry = bag.entry(before, bag.find(before, mail)?);
                Some(Fairness::message(&short(entry)))
            }
            // nobody has to send a request again
            Action::Timeout(_) if self.program.store.is_some() => None,
            _ => Fairness::of(action),
        }
    }

    /// What a write makes of the number of which the cell is a byte.
    fn number_after(&self, runner: &Runner<'_>, state: &[u8], event: &Event) -> Option<String> {
        let Event::Write { cell, .. } = event else { return None };
        let variable = self.program.shared.iter().find(|it| it.name == cell.array)?;
        let number = crate::view::number_of(runner, state, variable)?;
        Some(format!("{} is {number}.", variable.name))
    }

    /// What a state has for a property: for an `Always` or `Sometimes` one or zero, for the others
    /// the value; none where it does not count.
    fn value(&self, runner: &mut Runner<'_>, property: usize, state: &mut [u8]) -> Option<i64> {
        let property = &self.program.properties[property];
        if runner.unbegun(state) > 0 {
            return (property.kind == Kind::Always).then_some(1);
        }
        match &property.claim {
            // what cannot be computed does not hold
            Claim::State(query) => {
                let value = runner.query(*query, state);
                value.or_else(|| (property.kind == Kind::Always).then_some(0))
            }
            Claim::Measure(query) => runner.query(*query, state).filter(|&it| it >= 0),
            Claim::End(query) => {
                let holds = runner.query(*query, state).is_some_and(|it| it != 0);
                Some(i64::from(holds || !is_final(runner, state)))
            }
            _ => None,
        }
    }
}

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
        self.runner().unbegun(state)
    }

    fn actions(&self, state: &[u8], offer: &mut dyn FnMut(Action)) {
        let mut after = state.to_vec();
        self.runner().each(state, &mut after, &mut |action, _, _| offer(action));
    }

    fn step(&self, state: &mut [u8], action: Action, log: &mut Log<'_>) -> Stepped {
        let flat = if log.is_on() { &self.told } else { &self.quick };
        let mut runner = Runner::new(&self.program, flat);
        let before = state.to_vec();
        let mut after = before.clone();
        let is_there = |process: u8| usize::from(process) < self.program.processes.len();
        let steps = |process: u8| self.program.steppers().contains(&process.into());
        let mut events = Vec::new();
        let mut own = if log.is_on() { Log::to(&mut events) } else { Log::off() };
        let (mut scratch, mut result) = (before.clone(), None);
        let mut taken = |_: u8, stepped: Stepped, state: &mut [u8]| {
            result = Some(stepped);
            after.copy_from_slice(state);
        };
        let (who, stepped) = match action {
            _ if !runner.is_within_limits(&before) => {
                own.tell(|| Event::Note { text: "A limit ends the search here.".to_owned() });
                (None, Stepped::Beyond)
            }
            Action::Step { process, choice } if steps(process) => {
                let who = usize::from(process);
                let point = &self.program.processes[who].points[runner.machine.point(&before, who)];
                let only = Some(choice);
                let none = runner.outcomes(&before, &mut scratch, who, &mut own, only, &mut taken);
                let is_stuck = point.spins && runner.is_stuck(&before);
                let none = if choice == 0 { none } else { Stepped::Refused };
                let still = is_stuck.then(|| runner.stands_still(&before, who));
                (Some(who), still.or(result).unwrap_or(none))
            }
            Action::Timeout(process) | Action::TimeoutAs(process, _) if steps(process) => {
                let who = usize::from(process);
                let only = if let Action::TimeoutAs(_, choice) = action { choice } else { 0 };
                let log = (&mut own, Some(only));
                runner.timeout(who, &before, &mut scratch, log, &mut taken);
                (Some(who), result.unwrap_or(Stepped::Refused))
            }
            Action::Crash(process) if is_there(process) => {
                let who = usize::from(process);
                (Some(who), runner.crash(who, &before, &mut after, &mut own))
            }
            Action::Deliver(mail) | Action::DeliverAs(mail, _) => {
                let only = if let Action::DeliverAs(_, choice) = action { choice } else { 0 };
                let bag = self.program.channels.as_ref().map(Bag::new);
                let nth = bag.as_ref().and_then(|it| it.find(&before, mail));
                let may = bag.zip(nth).filter(|(it, nth)| it.may_arrive(&before, *nth));
                if let Some((_, nth)) = may {
                    let log = (&mut own, Some(only));
                    runner.deliver(nth, &before, &mut scratch, log, &mut taken);
                }
                (Some(usize::from(mail.to)), result.unwrap_or(Stepped::Refused))
            }
            Action::Lose(mail) => (None, runner.tamper(mail, false, &mut after, &mut own)),
            Action::Duplicate(mail) => (None, runner.tamper(mail, true, &mut after, &mut own)),
            _ => (None, Stepped::Refused),
        };
        if let (Stepped::Ran(_), Some(who)) = (stepped, who) {
            let zone = |state: &[u8]| {
                self.program.processes[who].sections[runner.section(state, who)].zone
            };
            let (from, to) = (zone(&before), zone(&after));
            if from != to {
                own.tell(|| Event::Moved { from, to });
            }
            let happened = crate::history::happened(&runner, &before, &after, who);
            if let Some(event) = happened {
                own.tell(|| event);
            }
        }
        match stepped {
            Stepped::Ran(_) => {
                state.copy_from_slice(&after);
                let mut read = Vec::new();
                for event in events {
                    if matches!(event, Event::Read { .. }) {
                        // within one step it is the same access
                        if read.contains(&event) {
                            continue;
                        }
                        read.push(event.clone());
                    }
                    let number = self.number_after(&runner, state, &event);
                    log.tell(|| event);
                    if let Some(text) = number {
                        log.tell(|| Event::Note { text });
                    }
                }
            }
            // what it has seen
            Stepped::Waits => {
                let reads = events.into_iter().filter(|it| matches!(it, Event::Read { .. }));
                reads.for_each(|event| log.tell(|| event));
            }
            // why there is no going on
            Stepped::Beyond | Stepped::Error => {
                let notes = events.into_iter().filter(|it| matches!(it, Event::Note { .. }));
                notes.for_each(|event| log.tell(|| event));
            }
            _ => {}
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
        let mut stood = vec![false; self.parts.count];
        for before in states.chunks_exact(self.width()) {
            runner.each(before, &mut after, &mut |action, stepped, after| {
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

    fn rows(&self) -> Vec<Row> {
        self.program.rows.clone()
    }

    fn zones(&self) -> &'static [Zone] {
        self.program.zones
    }

    fn view(&self, state: &[u8]) -> View {
        crate::view::view(self, state)
    }

    fn interpreted(&self) -> Option<String> {
        self.interpreted.clone()
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
                let is_measure = matches!(kind, Kind::Most | Kind::Least);
                // a value is told in 32 bits
                let value = if is_measure { value.min(u32::MAX.into()) } else { value };
                let best = check.witness.map(|it| i64::from(it.value));
                let decides = match kind {
                    Kind::Always => value == 0,
                    Kind::Sometimes => value != 0,
                    Kind::Most => best.is_none_or(|best| value > best),
                    Kind::Least => best.is_none_or(|best| value < best),
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
            if runner.unbegun(&state) > 0 {
                continue;
            }
            for (at, query) in queries.iter().take(Pids::BITS as usize).enumerate() {
                *set |= Pids::from(runner.query(*query, &mut state).unwrap_or(0) != 0) << at;
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
        counted(&self.program.properties[property].claim).map(|it| self.tariff_of(it))
    }

    fn rates(&self, property: usize, states: &[u8], all: &mut [PerProcess]) {
        match counted(&self.program.properties[property].claim) {
            Some(cost) => self.rate(cost, states, all),
            None => all.fill(PerProcess::default()),
        }
    }
}

/// Whether nobody can take a step, faults aside.
fn is_final(runner: &mut Runner<'_>, state: &[u8]) -> bool {
    let mut is_final = true;
    let mut after = state.to_vec();
    runner.each(state, &mut after, &mut |action, stepped, _| {
        let is_step = matches!(stepped, Stepped::Ran(_) | Stepped::Beyond | Stepped::Error);
        is_final &= !is_step || action.is_fault();
    });
    is_final
}

/// The bytes of a message, or where they are too many a digest of them.
fn short(entry: &[u8]) -> Vec<u8> {
    let used = entry.iter().rposition(|&it| it != 0).map_or(0, |at| at + 1);
    if used < 14 {
        return entry[..used].to_vec();
    }
    // FNV-1a
    let hash = entry.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    hash.to_le_bytes().to_vec()
}

/// Whether a process in such a section has nothing left to do.
pub(crate) fn is_over(standing: Standing) -> bool {
    matches!(standing, Standing::Ended | Standing::Decided)
}
