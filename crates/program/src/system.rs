//! A program as a [`System`], for the checker, the player and the reports.

use crate::channel::Bag;
use crate::flat::{Flat, flatten};
use crate::ir::{Charge, Claim, Program, Standing};
use crate::runner::Runner;
use model::{
    Action, Batch, Check, Claimed, Event, Expansion, Fairness, Kind, Log, PerProcess, Row, Shape,
    SleepSet, Stepped, System, View, Witness, Zone,
};

/// A program that is ready to run.
pub struct Compiled {
    program: Program,
    quick: Flat,
    /// The same with events.
    told: Flat,
    claimed: Vec<Claimed>,
    /// How each shared variable lies.
    shapes: Vec<Shape>,
}

impl Compiled {
    pub fn new(program: Program) -> Compiled {
        let claimed = program.properties.iter().map(|it| Claimed {
            name: it.name,
            words: it.words,
            kind: it.kind,
            applies: true,
        });
        Compiled {
            quick: flatten(&program, false),
            told: flatten(&program, true),
            claimed: claimed.collect(),
            shapes: crate::stage::shapes(&program),
            program,
        }
    }

    pub fn program(&self) -> &Program {
        &self.program
    }

    pub(crate) fn shapes(&self) -> &[Shape] {
        &self.shapes
    }

    pub(crate) fn runner(&self) -> Runner<'_> {
        Runner::new(&self.program, &self.quick)
    }

    /// What a state has for a property: for an `Always` or `Sometimes` one or zero, for the others
    /// the value; none where it does not count.
    fn value(&self, runner: &mut Runner<'_>, property: usize, state: &mut [u8]) -> Option<i64> {
        let property = &self.program.properties[property];
        if runner.unbegun(state) > 0 {
            return (property.kind == Kind::Always).then_some(1);
        }
        match &property.claim {
            Claim::State(query) => runner.query(*query, state),
            Claim::Measure(query) => runner.query(*query, state).filter(|&it| it >= 0),
            Claim::End(query) => {
                let holds = runner.query(*query, state)? != 0;
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
        state.fill(0);
        let mut runner = self.runner();
        for (process, &block) in self.program.initial.iter().enumerate() {
            let context = crate::machine::Context { process, outcome: 0 };
            runner.machine.run(block, context, state, &mut Log::off());
        }
        let before = state.to_vec();
        runner.remember(&before, state, None);
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
        let mut events = Vec::new();
        let mut own = if log.is_on() { Log::to(&mut events) } else { Log::off() };
        let (who, stepped) = match action {
            Action::Step { process, choice } if is_there(process) => {
                let who = usize::from(process);
                let point = &self.program.processes[who].points[runner.machine.point(&before, who)];
                let mut result = None;
                let none = if point.spins && runner.is_stuck(&before) {
                    Stepped::Waits
                } else {
                    let mut taken = |_: u8, stepped: Stepped, after: &mut [u8]| {
                        result = Some((stepped, after.to_vec()));
                    };
                    runner.outcomes(&before, &mut after, who, &mut own, Some(choice), &mut taken)
                };
                if let Some((stepped, state)) = result {
                    after = state;
                    (Some(who), stepped)
                } else if choice == 0 {
                    (Some(who), none)
                } else {
                    (Some(who), Stepped::Refused)
                }
            }
            Action::Timeout(process) if is_there(process) => {
                let who = usize::from(process);
                (Some(who), runner.timeout(who, &before, &mut after, &mut own))
            }
            Action::Crash(process) if is_there(process) => {
                let who = usize::from(process);
                (Some(who), runner.crash(who, &before, &mut after, &mut own))
            }
            Action::Deliver(mail) => {
                let bag = self.program.channels.as_ref().map(Bag::new);
                let nth = bag.as_ref().and_then(|it| it.find(&before, mail));
                let may = bag.zip(nth).filter(|(it, nth)| it.may_arrive(&before, *nth));
                match may {
                    Some((_, nth)) => {
                        let who = Some(usize::from(mail.to));
                        (who, runner.deliver(nth, &before, &mut after, &mut own))
                    }
                    None => (None, Stepped::Refused),
                }
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
        }
        match stepped {
            Stepped::Ran(_) => {
                state.copy_from_slice(&after);
                for event in events {
                    log.tell(|| event);
                }
            }
            // why there is no going on
            Stepped::Beyond => {
                let notes = events.into_iter().filter(|it| matches!(it, Event::Note { .. }));
                notes.for_each(|event| log.tell(|| event));
            }
            // what it saw that makes it wait
            Stepped::Waits => {
                let reads = events.into_iter().filter(|it| matches!(it, Event::Read { .. }));
                reads.for_each(|event| log.tell(|| event));
            }
            _ => {}
        }
        stepped
    }

    fn fairness(&self, before: &[u8], action: Action, after: &[u8]) -> Option<Fairness> {
        let runner = self.runner();
        fairness(&self.program, &runner, before, action, after)
    }

    fn expand(&self, batch: Batch<'_>, expansion: &mut Expansion) {
        let mut runner = self.runner();
        let mut after = vec![0; self.width()];
        let watcher = self.runner();
        for before in batch.states.chunks_exact(self.width()) {
            runner.each(before, &mut after, &mut |action, stepped, after| {
                if expansion.attempt(action, stepped) {
                    expansion.add(after, action, SleepSet::default(), || {
                        fairness(&self.program, &watcher, before, action, after).is_some()
                    });
                }
            });
            expansion.end_state();
        }
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
                let is_measure = matches!(kind, Kind::Most | Kind::Least);
                let value = if is_measure { u32::try_from(value).unwrap_or(u32::MAX) } else { 0 };
                check.witness = Some(Witness { at, value });
                if !is_measure {
                    break;
                }
            }
        }
    }

    fn waiting(&self, property: usize, state: &[u8]) -> u8 {
        let Claim::Waiting(queries) = &self.program.properties[property].claim else { return 0 };
        let mut runner = self.runner();
        if runner.unbegun(state) > 0 {
            return 0;
        }
        let mut state = state.to_vec();
        let waits = |(at, query): (usize, &crate::ir::Query)| {
            u8::from(runner.query(*query, &mut state).unwrap_or(0) != 0) << at
        };
        queries.iter().take(8).enumerate().map(waits).fold(0, |set, it| set | it)
    }

    fn outcome(&self, property: usize, state: &[u8]) -> String {
        let Claim::Outcome(parts) = &self.program.properties[property].claim else {
            return String::new();
        };
        let mut runner = self.runner();
        let mut state = state.to_vec();
        let mut all = Vec::new();
        for (query, width, words) in parts {
            if runner.query(*query, &mut state).is_none() {
                all.push("?".to_owned());
                continue;
            }
            let first = query.result;
            let mut values = runner.machine.registers[first..first + width].iter().copied();
            all.push(words.say(&self.program.symbols, &mut values));
        }
        all.join(" and ")
    }

    fn operations(&self, property: usize, state: &[u8]) -> PerProcess {
        let mut all = PerProcess::default();
        if let Claim::Operation { sections, .. } = &self.program.properties[property].claim {
            let runner = self.runner();
            for (process, sections) in sections.iter().enumerate() {
                all[process] = u8::from(sections[runner.section(state, process)]);
            }
        }
        all
    }

    fn charge(&self, property: usize, before: &[u8], action: Action, after: &[u8]) -> PerProcess {
        let mut all = PerProcess::default();
        let Claim::Operation { cost: Some(cost), .. } = &self.program.properties[property].claim
        else {
            return all;
        };
        let runner = self.runner();
        match cost {
            Charge::Steps => {
                if let Action::Step { process, .. } = action {
                    let who = usize::from(process);
                    let point = runner.machine.point(before, who);
                    all[who] = u8::from(!self.program.processes[who].points[point].pauses);
                }
            }
            Charge::Overtakes(sections) => {
                let is_in = |state: &[u8], it: usize| sections[it][runner.section(state, it)];
                let others = 0..self.program.processes.len();
                for it in others.clone().filter(|&it| is_in(after, it) && !is_in(before, it)) {
                    others.clone().filter(|&other| other != it).for_each(|other| all[other] += 1);
                }
            }
            Charge::Messages => {
                let Some(channels) = &self.program.channels else { return all };
                if action.is_fault() || before == after {
                    return all;
                }
                let bag = Bag::new(channels);
                let delivered = match action {
                    Action::Deliver(mail) => bag.find(before, mail),
                    _ => None,
                };
                let whose = |state: &[u8], nth: usize| {
                    let it = bag.entry(state, nth);
                    let answers = channels.kinds[usize::from(it[1])].answers;
                    usize::from(if answers { it[0] & 15 } else { it[0] >> 4 })
                };
                (0..bag.len(after)).for_each(|nth| all[whose(after, nth)] += 1);
                let there = (0..bag.len(before)).filter(|&nth| Some(nth) != delivered);
                there.for_each(|nth| {
                    let who = whose(before, nth);
                    all[who] = all[who].saturating_sub(1);
                });
            }
        }
        all
    }
}

/// Whether nobody can take a step, faults aside.
fn is_final(runner: &mut Runner<'_>, state: &[u8]) -> bool {
    let mut is_final = true;
    let mut after = state.to_vec();
    runner.each(state, &mut after, &mut |action, stepped, _| {
        let is_step = matches!(stepped, Stepped::Ran(_) | Stepped::Beyond);
        is_final &= !is_step || action.is_fault();
    });
    is_final
}

fn fairness(
    program: &Program,
    runner: &Runner<'_>,
    before: &[u8],
    action: Action,
    after: &[u8],
) -> Option<Fairness> {
    match action {
        Action::Step { process, .. } => {
            let who = usize::from(process);
            let zone = |state| program.processes[who].sections[runner.section(state, who)].zone;
            Fairness::of_step(action, zone(before), zone(after))
        }
        Action::Deliver(mail) => {
            let bag = Bag::new(program.channels.as_ref()?);
            let entry = bag.entry(before, bag.find(before, mail)?);
            Some(Fairness::message(&short(entry)))
        }
        _ => Fairness::of(action),
    }
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
