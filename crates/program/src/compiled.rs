//! A program that is ready to run.

use crate::channel::Network;
use crate::coverage::CoverageItems;
use crate::flat::{Flat, flatten};
use crate::ir::{Claim, Explained, Flag, ProcessStatus, Program, Property, Slot, Symmetry};
use crate::machine::Ran;
use crate::monitor::Specification;
use crate::runner::Runner;
use crate::stage::looks;
use crate::view::Sent;
use model::{
    Action, ClaimKind, Claimed, Event, Fairness, Log, MessageId, Shape, Stepped, System, Zone,
};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

mod costs;
mod events;
mod explain;
mod reached;
mod serial;
mod system;

pub use serial::{Done, NotSerial, SERIAL_MAX, Transactions};

/// A program that is ready to run.
pub struct Compiled {
    program: Program,
    quick: Flat,
    /// The same with events.
    told: Flat,
    claimed: Vec<Claimed>,
    coverage: CoverageItems,
    /// The coverage items that searches have reached.
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
    /// What the text declares and nothing depends on, a sentence for each.
    unused: Vec<String>,
    /// What the one claim consists of that is to be explained.
    pub(crate) explained: Option<Explained>,
    /// What the operations do one at a time, if that is asked: found once.
    pub(crate) right: OnceLock<Option<Arc<Specification>>>,
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
    /// Whether the process looks there for what it waits for.
    looks: Vec<bool>,
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
        program.step_work = program.share();
        let is_at_end = |property: &Property| matches!(property.claim, Claim::End(_));
        let claimed = program.properties.iter().map(|property| Claimed {
            name: property.name,
            words: property.words,
            kind: property.kind,
            applies: property.premise_of.is_none() && !property.is_tacit,
            given: property.given,
            premise_of: property.premise_of,
            at_end: is_at_end(property.premise_of.map_or(property, |of| &program.properties[of])),
        });
        let points = program.processes.iter().enumerate().map(|(process, it)| Points {
            slot: program.slots[it.point].clone(),
            sections: it.points.iter().map(|point| point.section).collect(),
            zones: it.points.iter().map(|point| it.sections[point.section].zone).collect(),
            looks: (0..it.points.len()).map(|at| looks(&program, process, at)).collect(),
        });
        let coverage = CoverageItems::new(&program);
        let mut compiled = Compiled {
            awaited: crate::view::awaited(&program),
            points: points.collect(),
            quick: flatten(&program, &coverage, false),
            told: flatten(&program, &coverage, true),
            reached: (0..coverage.count).map(|_| AtomicBool::new(false)).collect(),
            coverage,
            claimed: claimed.collect(),
            shapes: crate::stage::shapes(&program),
            program,
            symmetry: None,
            interpreted: None,
            unused: Vec::new(),
            explained: None,
            right: OnceLock::new(),
        };
        compiled.symmetry = compiled.usable_symmetry();
        compiled
    }

    /// The same program, which tells that it runs no machine code, and why.
    pub fn interpreted_because(&self, why: &str) -> Compiled {
        let same = Compiled::new(self.program.clone()).with_unused(self.unused.clone());
        Compiled { interpreted: Some(interpreted(why)), ..same }
    }

    /// The same program without what only properties of infinite executions remember: for a search that is
    /// asked for none.
    #[must_use]
    pub fn for_safety(&self) -> Compiled {
        let mut program = self.program.clone();
        let is_wait = |flag: &Flag| flag.ends().is_some();
        program.monitors.retain(|monitor| !monitor.flag().is_some_and(is_wait));
        Compiled::new(program).with_unused(self.unused.clone())
    }

    /// The same program, with what its text declares and nothing depends on, a sentence for each.
    #[must_use]
    pub fn with_unused(mut self, unused: Vec<String>) -> Compiled {
        self.unused = unused;
        self
    }

    /// The same program, with what one of its claims consists of.
    #[must_use]
    pub fn explaining(mut self, claim: Explained) -> Compiled {
        self.explained = Some(claim);
        self
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
            let context = crate::machine::Context::of(process);
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
    pub fn mail(&self, state: &[u8], nth: usize) -> MessageId {
        let channels = self.program.channels.as_ref().expect("a program with messages");
        Network::new(channels).name(state, nth)
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
        self.program.choices_made.is_some_and(|slot| {
            let slot = &self.program.slots[slot];
            slot.decode(crate::machine::read(state, slot)) < self.program.any.len() as i64
        })
    }

    /// Why a process cannot run the lines before its first step, and which process.
    pub fn cannot_begin(&self) -> Option<(usize, String)> {
        let mut state = vec![0; self.width()];
        let mut runner = self.runner();
        let mut ran = self.program.initial.iter().enumerate().map(|(process, &block)| {
            let context = crate::machine::Context::of(process);
            (process, runner.machine.run(block, context, &mut state, &mut Log::off()))
        });
        ran.find_map(|(process, ran)| match ran {
            Ran::Done | Ran::Blocked | Ran::NoSuchOutcome => None,
            ran => Some((process, ran.why(&self.program))),
        })
    }

    /// Whether a step that stays possible has to be taken in the end.
    pub fn has_to_happen(&self, before: &[u8], action: Action, after: &[u8]) -> bool {
        match action {
            // nobody has to leave the remainder section
            Action::Step { process, .. } => {
                let zone = |state| self.zone_of(state, usize::from(process));
                zone(before) != Zone::Remainder || zone(after) == Zone::Remainder
            }
            Action::Deliver(mail) | Action::DeliverAs(mail, _) => {
                let channels = self.program.channels.as_ref();
                channels.is_some_and(|channels| !channels.kinds[usize::from(mail.kind)].may_stay)
            }
            // nobody has to send a request again
            Action::Timeout(_) => self.program.store.is_none(),
            _ => !action.is_fault(),
        }
    }

    /// The weak-fairness constraint on a step.
    fn weak_fairness(&self, before: &[u8], action: Action, after: &[u8]) -> Option<Fairness> {
        if !self.has_to_happen(before, action, after) {
            return None;
        }
        match action {
            Action::Deliver(mail) | Action::DeliverAs(mail, _) => {
                let network = Network::new(self.program.channels.as_ref()?);
                let entry = network.entry(before, network.find(before, mail)?);
                Some(Fairness::message(&short(entry)))
            }
            Action::Arrive(process, which) => {
                let buffers = &self.program.buffers;
                let buffer =
                    buffers.iter().find(|buffer| buffer.process == usize::from(process))?;
                let place = usize::from(which).saturating_sub(1);
                let cell = buffer.pending(&self.program.slots, before).nth(place)?.0;
                Some(Fairness::arrival(process, if buffer.overtakes { cell as u16 } else { 0 }))
            }
            _ => Fairness::of(action),
        }
    }

    /// What a write makes of the number of which the cell is a byte.
    fn number_after(&self, runner: &Runner<'_>, state: &[u8], event: &Event) -> Option<String> {
        let Event::Write { cell, .. } = event else { return None };
        let variable = self.program.shared.iter().find(|variable| variable.name == cell.array)?;
        let number = crate::view::number_of(runner, state, variable)?;
        Some(format!("{} is {number}.", variable.name))
    }

    /// What a state has for a property: for an `Always` or `Sometimes` one or zero, for the others
    /// the value; none where it does not count.
    fn value(&self, runner: &mut Runner<'_>, property: usize, state: &mut [u8]) -> Option<i64> {
        let property = &self.program.properties[property];
        if runner.choices_left(state) > 0 {
            return (property.kind == ClaimKind::Always).then_some(1);
        }
        match &property.claim {
            // what cannot be computed does not hold
            Claim::State(query) => {
                let value = runner.query(*query, state);
                value.or_else(|| (property.kind == ClaimKind::Always).then_some(0))
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

/// Whether nobody can take a step, faults aside.
fn is_final(runner: &mut Runner<'_>, state: &[u8]) -> bool {
    let mut is_final = true;
    let mut after = state.to_vec();
    runner.each(state, &mut after, false, &mut |action, stepped, _, _| {
        let is_step = matches!(stepped, Stepped::Ran(_) | Stepped::BoundReached | Stepped::Error);
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
pub(crate) fn is_over(standing: ProcessStatus) -> bool {
    matches!(standing, ProcessStatus::Ended | ProcessStatus::Decided)
}
