//! Serial executions: one transaction after the other, each from its beginning to its end.

use super::{Compiled, is_over};
use crate::ir::{Query, SlotId, TempId, Trigger};
use crate::runner::Runner;
use crate::work::STATE_WORK;
use model::work::Allowance;
use model::{Event, Log, Stepped};
use std::collections::BTreeSet;
use std::ops::Range;

/// The most processes: five come one after the other in 120 orders.
pub const SERIAL_MAX: usize = 5;
/// The most states of all serial executions of one property.
const STATES_MAX: usize = 20_000;
/// The most work that it takes to find them.
const WORK_MAX: usize = 20 * STATE_WORK;

/// What a process does is a transaction, or several that it does in turn.
#[derive(Clone, Debug)]
pub struct Transactions {
    /// Where it does several: the section in which each begins, and what counts how often that was left.
    pub passes: Option<(usize, SlotId)>,
    /// The section in which it has given up.
    pub aborted: Option<usize>,
    /// The last one may be left out: it gives up, or crashes.
    pub may_lack: bool,
}

/// How far each process has come: the transactions that are done where it has not ended.
pub type Done = Vec<Option<u8>>;

/// Why there are no results of serial executions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotSerial {
    TooManyProcesses,
    TooManyStates,
    /// There are several initial states.
    Open,
    /// This process does not come to its end alone.
    NoEnd(usize),
    /// This process alone comes to a step that leads nowhere, and why.
    LeadsNowhere(usize, String),
}

impl Compiled {
    /// What a query leaves in these temporaries at the end of each serial execution, with what was done.
    pub fn serial_results(
        &self,
        query: Query,
        values: Range<TempId>,
        all: &[Transactions],
    ) -> Result<BTreeSet<(Done, Vec<i64>)>, NotSerial> {
        if all.len() > SERIAL_MAX {
            return Err(NotSerial::TooManyProcesses);
        }
        if !self.program.any.is_empty() {
            return Err(NotSerial::Open);
        }
        let mut found = BTreeSet::new();
        let (mut left, work) = (STATES_MAX, Allowance::of(WORK_MAX));
        // states between two transactions
        let mut open = vec![(self.start(), vec![Some(0); all.len()])];
        let mut seen = BTreeSet::new();
        while let Some((mut state, done)) = open.pop() {
            if (0..all.len()).all(|process| done[process].is_none() || all[process].may_lack) {
                let mut runner = self.runner();
                if runner.query(query, &mut state).is_some() {
                    let result = runner.machine.registers[values.clone()].to_vec();
                    found.insert((done.clone(), result));
                }
            }
            for (process, transactions) in all.iter().enumerate() {
                let Some(count) = done[process] else { continue };
                let alone = Alone { compiled: self, process, transactions, work };
                for (end, is_over) in alone.ends(&state, &mut left)? {
                    let mut next = done.clone();
                    next[process] = (!is_over).then_some(count + 1);
                    if seen.insert((end.clone(), next.clone())) {
                        open.push((end, next));
                    }
                }
            }
        }
        Ok(found)
    }
}

/// A process that runs alone.
struct Alone<'a> {
    compiled: &'a Compiled,
    process: usize,
    transactions: &'a Transactions,
    work: Allowance,
}

/// Where a process stands within its transaction.
#[derive(PartialEq)]
enum Stands {
    Within,
    /// It is done, and the process has ended or decided.
    AtEnd,
    BeforeNext,
    /// It gave up.
    Aborted,
}

impl Alone<'_> {
    /// The states in which the transaction that comes next is done, and whether that was the last one.
    fn ends(&self, from: &[u8], left: &mut usize) -> Result<Vec<(Vec<u8>, bool)>, NotSerial> {
        let (mut open, mut seen) = (vec![from.to_vec()], BTreeSet::from([from.to_vec()]));
        let (mut ends, mut aborts) = (Vec::new(), false);
        let mut runner = self.compiled.runner();
        while let Some(state) = open.pop() {
            *left = left.checked_sub(1).ok_or(NotSerial::TooManyStates)?;
            let stands = self.stands(&runner, from, &state);
            if stands == Stands::Aborted {
                aborts = true;
                continue;
            }
            let is_over = stands != Stands::Within;
            if is_over && !self.has_pending(&state) {
                ends.push((state, stands == Stands::AtEnd));
                continue;
            }
            let next = self.behind(&mut runner, &state, is_over)?;
            open.extend(next.into_iter().filter(|state| seen.insert(state.clone())));
        }
        match ends.is_empty() && !aborts {
            true => Err(NotSerial::NoEnd(self.process)),
            false => Ok(ends),
        }
    }

    fn stands(&self, runner: &Runner<'_>, from: &[u8], state: &[u8]) -> Stands {
        let me = &self.compiled.program.processes[self.process];
        let point = runner.machine.point(state, self.process);
        let section = me.points[point].section;
        if is_over(me.status(point)) {
            return Stands::AtEnd;
        }
        if self.transactions.aborted == Some(section) && !me.has_line(point) {
            return Stands::Aborted;
        }
        let passes = self.transactions.passes;
        let is_next = passes.is_some_and(|(first, counter)| {
            let slot = &self.compiled.program.slots[counter];
            section == first && slot.value(state) != slot.value(from)
        });
        if is_next { Stands::BeforeNext } else { Stands::Within }
    }

    /// Whether its writes still have to reach memory.
    fn has_pending(&self, state: &[u8]) -> bool {
        let program = &self.compiled.program;
        let mut mine = program.buffers.iter().filter(|buffer| buffer.process == self.process);
        mine.any(|buffer| buffer.pending(&program.slots, state).next().is_some())
    }

    /// The states behind one step, or behind a write that reaches memory, which is all where it is over.
    fn behind(
        &self,
        runner: &mut Runner<'_>,
        state: &[u8],
        is_over: bool,
    ) -> Result<Vec<Vec<u8>>, NotSerial> {
        let (mut next, mut leads_nowhere, mut in_vain) = (Vec::new(), None, Vec::new());
        let (mut after, log) = (state.to_vec(), &mut Log::to(&mut in_vain));
        let taken = &mut |_, stepped, state: &mut [u8], events| match stepped {
            Stepped::Ran(_) => next.push(state.to_vec()),
            _ => leads_nowhere = Some(events),
        };
        if !is_over {
            runner.outcomes(state, &mut after, self.process, log, None, taken);
        }
        let arrives = (&mut *log, None);
        runner.on(Trigger::Arrival, (self.process, None), state, &mut after, arrives, taken);
        if runner.machine.work > STATE_WORK || self.work.is_spent() {
            return Err(NotSerial::TooManyStates);
        }
        let Some(events) = leads_nowhere else { return Ok(next) };
        let why = events.into_iter().rev().find_map(|event| match event {
            Event::Note { text } => Some(text),
            _ => None,
        });
        Err(NotSerial::LeadsNowhere(self.process, why.unwrap_or_default()))
    }
}
