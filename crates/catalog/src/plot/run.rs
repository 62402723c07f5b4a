//! One random run, and what is counted of it.

use super::runs::OPERATIONS;
use crate::Scenario;
use crate::engine::Simulator;
use model::{Action, Count, Event, Log, Stepped, Zone};

pub struct Run {
    live: Simulator,
    count: Count,
    /// The process of which it is counted; none: all.
    only: Option<u8>,
    /// How many steps have been taken.
    taken: u64,
    processes: Vec<Process>,
    /// Of each row.
    zones: Vec<Option<Zone>>,
    messages: u64,
}

#[derive(Clone, Copy, Default)]
struct Process {
    /// Of the operation that is under way.
    attempts: u64,
    steps: u64,
    /// When it began to wait.
    asked: u64,
    /// How many operations are through, or how often it has entered.
    done: usize,
}

impl Run {
    pub fn new(start: &Scenario, count: Count, only: Option<u8>) -> Run {
        let live = start.entry().live(&start.setting);
        let processes = vec![Process::default(); live.view().processes.len()];
        let zones = live.rows().iter().map(|row| row.zone).collect();
        Run { live, count, only, taken: 0, processes, zones, messages: 0 }
    }

    /// What may be done next, faults aside, in the order of the page.
    pub fn moves(&self) -> Vec<Action> {
        let mut moves = Vec::new();
        self.live.outcomes(&mut |action, stepped, _| {
            let is_possible = matches!(stepped, Stepped::Ran(_));
            moves.extend((is_possible && !action.is_fault()).then_some(action));
        });
        moves
    }

    /// Takes a step, and gives what is counted of an operation that is through with it, in
    /// hundredths.
    pub fn step(&mut self, action: Action) -> Option<u64> {
        let mut events = Vec::new();
        let Stepped::Ran(row) = self.live.step(action, &mut Log::to(&mut events)) else {
            return None;
        };
        self.taken += 1;
        let sent = events.iter().filter(|event| matches!(event, Event::Send { .. })).count();
        self.messages += sent as u64;
        let to = events.iter().rev().find_map(|event| match event {
            Event::Moved { to, .. } => Some(*to),
            _ => None,
        });
        let who = crate::moment::whose(action, self.processes.len())?;
        let it = &mut self.processes[usize::from(who)];
        if self.count == Count::Messages {
            it.done += usize::from(to == Some(Zone::Critical));
            return None;
        }
        if self.count == Count::Waits {
            match to {
                Some(Zone::Waiting) => it.asked = self.taken,
                Some(Zone::Critical) => {
                    it.done += 1;
                    let is_counted = it.done <= OPERATIONS && self.only == Some(who);
                    return is_counted.then_some(100 * (self.taken - it.asked));
                }
                _ => {}
            }
            return None;
        }
        let zone = self.zones[usize::from(row)].filter(|zone| *zone != Zone::Remainder);
        it.steps += u64::from(zone.is_some());
        it.attempts += u64::from(zone.is_some_and(|zone| Count::Attempts(zone) == self.count));
        if to != Some(Zone::Remainder) {
            return None;
        }
        let Process { attempts, steps, done, .. } = *it;
        *it = Process { done: done + 1, ..Process::default() };
        let value = if self.count == Count::Steps { steps } else { attempts };
        (done < OPERATIONS).then_some(100 * value)
    }

    /// Whether every process has done so many.
    pub fn is_enough(&self) -> bool {
        self.processes.iter().all(|process| process.done >= OPERATIONS)
    }

    /// What is counted of the run as a whole, in hundredths.
    pub fn mean(&self) -> Option<u64> {
        let entries: u64 = self.processes.iter().map(|process| process.done as u64).sum();
        let is_asked = self.count == Count::Messages;
        (100 * self.messages + entries / 2).checked_div(entries).filter(|_| is_asked)
    }
}
