//! Which of what a waiting process reads keeps it where it is.

use super::{ROUNDS_MAX, Runner};
use crate::ir::{PointId, Rule, SlotId, Trigger, Variable};
use crate::machine::write;
use model::{Cell, Event, Log, Stepped};

/// So many other values are tried, and of so many reads, with so much work.
const TRIES_MAX: usize = 200;
const WORK_MAX: usize = 1_000_000;
const READS_MAX: usize = 10;

/// What a process reads until it would begin again, or goes on.
struct Round {
    reads: Vec<Event>,
    passes: bool,
    /// The last point in the text from which it reads.
    furthest: PointId,
}

/// What a process waits for: where the round begins, with which step, and what it comes to.
struct Wait<'s> {
    process: usize,
    rule: Rule,
    state: &'s [u8],
    round: Round,
    tries: usize,
    /// The work that may have been done when the last one is tried.
    until: usize,
}

impl Runner<'_> {
    /// What a process that waits reads, without what would not help if it were otherwise.
    pub fn blocking_reads_of(&mut self, state: &[u8], process: usize) -> Vec<Event> {
        let state = self.beginning(state, process);
        let me = &self.program.processes[process];
        let point = self.machine.point(&state, process);
        let mut told = Vec::new();
        let until = self.machine.work + WORK_MAX;
        for rule in me.rules_on(Trigger::Own, point) {
            let round = self.round(&state, process, rule);
            let wait = Wait { process, rule, state: &state, round, tries: TRIES_MAX, until };
            let found = self.decisive(wait);
            told.extend(
                found.into_iter().filter(|event| !told.contains(event)).collect::<Vec<_>>(),
            );
        }
        told
    }

    /// The state in which the round of its `await` begins: of all through which it goes, the first in the text.
    fn beginning(&mut self, state: &[u8], process: usize) -> Vec<u8> {
        let mut states = vec![state.to_vec()];
        for _ in 0..ROUNDS_MAX {
            let last = states[states.len() - 1].clone();
            let point = self.machine.point(&last, process);
            let me = &self.program.processes[process];
            let rule = me.own(point).filter(|_| me.points[point].busy_waits.is_some());
            let next = rule.and_then(|rule| self.after(&last, process, rule, &mut Vec::new()));
            match next.filter(|next| !states.contains(next)) {
                Some(next) => states.push(next),
                None => break,
            }
        }
        let first = states.into_iter().min_by_key(|state| self.machine.point(state, process));
        first.unwrap_or_else(|| state.to_vec())
    }

    /// The state after a step, if it is possible, with what it reads.
    fn after(
        &mut self,
        state: &[u8],
        process: usize,
        rule: Rule,
        reads: &mut Vec<Event>,
    ) -> Option<Vec<u8>> {
        let (mut events, mut in_vain, mut next) = (Vec::new(), Vec::new(), None);
        let told = (&mut Log::to(&mut in_vain), None);
        let rules = &mut std::iter::once(rule);
        let mut after = state.to_vec();
        let taken = &mut |_, stepped, state: &mut [u8], of_step| {
            events.extend::<Vec<Event>>(of_step);
            if let Stepped::Ran(_) = stepped {
                next = Some(state.to_vec());
            }
        };
        self.ways(rules, (process, None), state, &mut after, told, taken);
        for event in events.into_iter().chain(in_vain) {
            if matches!(event, Event::Read { .. }) && !reads.contains(&event) {
                reads.push(event);
            }
        }
        next
    }

    fn round(&mut self, state: &[u8], process: usize, mut rule: Rule) -> Round {
        let first = self.machine.point(state, process);
        let (mut state, mut reads, mut furthest) = (state.to_vec(), Vec::new(), first);
        for _ in 0..ROUNDS_MAX {
            let Some(next) = self.after(&state, process, rule, &mut reads) else { break };
            let point = self.machine.point(&next, process);
            let own = self.program.processes[process].own(point);
            let returns = self.returns.last() == Some(&true);
            let Some(own) = own.filter(|_| !self.passes(&next, process, returns)) else {
                return Round { reads, passes: true, furthest };
            };
            if point == first {
                break;
            }
            (state, rule, furthest) = (next, own, furthest.max(point));
        }
        Round { reads, passes: false, furthest }
    }

    /// What would have to be otherwise: of what it reads or else also of what is its own; or the last read.
    fn decisive(&mut self, mut wait: Wait<'_>) -> Vec<Event> {
        let reads = wait.round.reads.clone();
        let of_reads = reads.iter().map(|read| {
            (read.clone(), cell_of(read).map_or(Vec::new(), |cell| self.slots_of(cell)))
        });
        let mut candidates: Vec<(Event, Vec<SlotId>)> =
            of_reads.filter(|(_, slots)| !slots.is_empty()).collect();
        let mut found = self.helpful(&mut wait, &candidates);
        if found.is_empty() && !reads.is_empty() {
            candidates.extend(self.own(wait.state, wait.process));
            found = self.helpful(&mut wait, &candidates);
        }
        if found.is_empty() { reads.last().cloned().into_iter().collect() } else { found }
    }

    /// The values in every smallest set of which other ones would take the process further.
    fn helpful(&mut self, wait: &mut Wait<'_>, all: &[(Event, Vec<SlotId>)]) -> Vec<Event> {
        let all = &all[..all.len().min(READS_MAX)];
        let mut sets: Vec<usize> = (1..1 << all.len()).collect();
        sets.sort_by_key(|set| set.count_ones());
        let members =
            |set: usize| all.iter().enumerate().filter(move |(nth, _)| set >> nth & 1 != 0);
        let mut found: Vec<usize> = Vec::new();
        for set in sets {
            let slots: Vec<SlotId> = members(set).flat_map(|(_, value)| value.1.clone()).collect();
            let has_smaller = found.iter().any(|smaller| smaller & set == *smaller);
            if !has_smaller && self.is_helped(wait, &mut wait.state.to_vec(), &slots) {
                found.push(set);
            }
        }
        let union = found.into_iter().fold(0, |all, set| all | set);
        members(union).map(|(_, value)| value.0.clone()).collect()
    }

    /// A process's own variables, which it reads for free.
    fn own(&self, state: &[u8], process: usize) -> Vec<(Event, Vec<SlotId>)> {
        let own = self.program.processes[process].locals.iter().filter(|own| own.count.is_none());
        let shared = self.program.shared.iter().filter(|array| array.owned);
        let elements = shared.map(|array| {
            let nth = process.saturating_sub(array.first as usize);
            array.slot + nth * array.words.width()..array.slot + (nth + 1) * array.words.width()
        });
        let all = own.map(|own| own.slot..own.slot + own.words.width()).chain(elements);
        let read = all.filter_map(|slots| {
            let event = crate::view::written(self, state, process, slots.start)?;
            let Event::Write { cell, value, .. } = event else { return None };
            let read = Event::Read { cell, value, overlaps: false, replicas: Vec::new() };
            Some((read, slots.collect()))
        });
        read.collect()
    }

    /// Whether the process gets further with some values of these slots.
    fn is_helped(&mut self, wait: &mut Wait<'_>, state: &mut [u8], slots: &[SlotId]) -> bool {
        let Some((slot, others)) = slots.split_first() else {
            wait.tries = wait.tries.saturating_sub(1);
            let round = self.round(state, wait.process, wait.rule);
            return round.passes || round.furthest > wait.round.furthest;
        };
        let slot = &self.program.slots[*slot];
        (0..slot.count()).any(|code| {
            write(state, slot, code as u64);
            let may = wait.tries > 0 && self.machine.work < wait.until;
            may && self.is_helped(wait, state, others)
        })
    }

    /// Where the value of a shared cell lies.
    pub fn slots_of(&self, cell: Cell) -> Vec<SlotId> {
        let of = |variable: &Variable| {
            let nth = if cell.single { 0 } else { i64::from(cell.index) - variable.first };
            let is_there = 0 <= nth && nth < variable.count.unwrap_or(1) as i64;
            let first = variable.slot + nth.max(0) as usize * variable.words.width();
            is_there.then(|| (first..first + variable.words.width()).collect())
        };
        let mut shared = self.program.shared.iter().filter(|variable| variable.name == cell.array);
        shared.find_map(of).unwrap_or_default()
    }
}

fn cell_of(read: &Event) -> Option<Cell> {
    match read {
        Event::Read { cell, .. } => Some(*cell),
        _ => None,
    }
}
