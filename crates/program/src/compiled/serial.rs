//! Serial executions: one process after the other, each from its beginning to its end.

use super::Compiled;
use crate::ir::{Cause, Query, Standing, TempId};
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
    /// What a query leaves in these temporaries at the end of each serial execution.
    pub fn serial_results(
        &self,
        query: Query,
        values: Range<TempId>,
    ) -> Result<BTreeSet<Vec<i64>>, NotSerial> {
        let count = self.program.processes.len();
        if count > SERIAL_MAX {
            return Err(NotSerial::TooManyProcesses);
        }
        if !self.program.any.is_empty() {
            return Err(NotSerial::Open);
        }
        let mut found = BTreeSet::new();
        let mut left = STATES_MAX;
        let work = Allowance::of(WORK_MAX);
        // states between two processes, with the set of those that have run
        let mut open = vec![(self.start(), 0u8)];
        let mut seen = BTreeSet::new();
        while let Some((mut state, done)) = open.pop() {
            if done.count_ones() as usize == count {
                let mut runner = self.runner();
                if runner.query(query, &mut state).is_some() {
                    found.insert(runner.machine.registers[values.clone()].to_vec());
                }
                continue;
            }
            for process in (0..count).filter(|it| done & 1 << it == 0) {
                for end in self.alone(&state, process, &mut left, work)? {
                    let next = (end, done | 1 << process);
                    if seen.insert(next.clone()) {
                        open.push(next);
                    }
                }
            }
        }
        Ok(found)
    }

    /// The states in which a process that runs alone has come to its end, or has decided.
    fn alone(
        &self,
        from: &[u8],
        process: usize,
        left: &mut usize,
        work: Allowance,
    ) -> Result<Vec<Vec<u8>>, NotSerial> {
        let mut runner = self.runner();
        let (mut open, mut seen) = (vec![from.to_vec()], BTreeSet::from([from.to_vec()]));
        let (mut ends, mut after) = (Vec::new(), from.to_vec());
        while let Some(state) = open.pop() {
            *left = left.checked_sub(1).ok_or(NotSerial::TooManyStates)?;
            let is_over =
                matches!(runner.standing(&state, process), Standing::Ended | Standing::Decided);
            let waits = self.program.buffers.iter().find(|buffer| buffer.process == process);
            if is_over
                && waits.is_none_or(|buffer| {
                    buffer.pending(&self.program.slots, &state).next().is_none()
                })
            {
                ends.push(state);
                continue;
            }
            let (mut next, mut leads_nowhere, mut in_vain) = (Vec::new(), None, Vec::new());
            let log = &mut Log::to(&mut in_vain);
            let taken = &mut |_, stepped, state: &mut [u8], events| match stepped {
                Stepped::Ran(_) => next.push(state.to_vec()),
                _ => leads_nowhere = Some(events),
            };
            runner.outcomes(&state, &mut after, process, log, None, taken);
            let arrives = (&mut *log, None);
            runner.on(Cause::Arrival, (process, None), &state, &mut after, arrives, taken);
            if runner.machine.work > STATE_WORK || work.is_spent() {
                return Err(NotSerial::TooManyStates);
            }
            if let Some(events) = leads_nowhere {
                let why = events.into_iter().rev().find_map(|event| match event {
                    Event::Note { text } => Some(text),
                    _ => None,
                });
                return Err(NotSerial::LeadsNowhere(process, why.unwrap_or_default()));
            }
            open.extend(next.into_iter().filter(|it| seen.insert(it.clone())));
        }
        if ends.is_empty() { Err(NotSerial::NoEnd(process)) } else { Ok(ends) }
    }
}
