//! The states that are looked at: one part for each variable without an owner, and one for each process.

use crate::bits::{all_values, and, mask, or, with_code};
use crate::owners::Owners;
use program::effects::effects;
use program::ir::{Program, Rule, SlotId};
use program::{Compiled, live, points, written};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// States of which each is one state of every part.
pub struct Space {
    pub parts: Vec<Part>,
}

/// What some slots can be, as states in which all others are zero.
pub struct Part {
    pub slots: BTreeSet<SlotId>,
    pub states: Vec<Vec<u8>>,
}

/// So many combinations of what one step reads are tried.
const READ_MAX: usize = 1 << 20;

impl Space {
    /// Every process is where it can come to by itself. None if that is more than so many states.
    pub fn local(compiled: &Compiled, beginnings: &[Vec<u8>], max: usize) -> Option<Space> {
        let program = compiled.program();
        let owners = Owners::new(program);
        let mut parts = common(program, &owners, beginnings, max)?;
        for process in 0..program.processes.len() {
            let alone = Alone { compiled, owners: &owners, process, constants: &parts[0].states };
            let states = alone.states(beginnings, max)?;
            parts.push(Part { slots: owners.own[process].clone(), states });
        }
        Some(Space { parts })
    }

    /// Every process is anywhere, and every variable is anything. None if one part is more than so many states.
    pub fn by_type(compiled: &Compiled, beginnings: &[Vec<u8>], max: usize) -> Option<Space> {
        let program = compiled.program();
        let owners = Owners::new(program);
        let mut parts = common(program, &owners, beginnings, max)?;
        for (process, own) in owners.own.iter().enumerate() {
            let places = places(compiled, beginnings, process, max)?;
            let half_read: BTreeSet<SlotId> =
                places.iter().flat_map(|place| place.1.clone()).collect();
            let point = program.processes[process].point;
            let is_other = |slot: &&SlotId| **slot != point && !program.half_read.contains(slot);
            let others: Vec<SlotId> = own.iter().filter(is_other).copied().collect();
            parts.push(Part {
                slots: half_read.into_iter().chain([point]).collect(),
                states: places.into_iter().map(|(state, _)| state).collect(),
            });
            parts.extend(others.into_iter().map(|slot| every_value(program, slot)));
        }
        Some(Space { parts })
    }

    /// How many there are; none if that is beyond counting.
    pub fn size(&self) -> Option<u128> {
        self.parts.iter().try_fold(1_u128, |size, part| size.checked_mul(part.states.len() as u128))
    }

    pub fn contains(&self, program: &Program, state: &[u8]) -> bool {
        self.parts.iter().all(|part| part.contains(program, state))
    }
}

impl Part {
    pub fn contains(&self, program: &Program, state: &[u8]) -> bool {
        self.states.contains(&and(state, &mask(program, &self.slots)))
    }
}

fn every_value(program: &Program, slot: SlotId) -> Part {
    let states = all_values(program, &[slot], usize::MAX).unwrap_or_default();
    Part { slots: BTreeSet::from([slot]), states }
}

/// What nobody writes, and then each slot that several write.
fn common(
    program: &Program,
    owners: &Owners,
    beginnings: &[Vec<u8>],
    max: usize,
) -> Option<Vec<Part>> {
    let kept = mask(program, &owners.constant);
    let constants: BTreeSet<Vec<u8>> = beginnings.iter().map(|state| and(state, &kept)).collect();
    let slots = owners.constant.clone();
    let mut parts = vec![Part { slots, states: constants.into_iter().collect() }];
    for slot in &owners.common {
        if program.slots[*slot].count() as u128 > max as u128 {
            return None;
        }
        parts.push(every_value(program, *slot));
    }
    Some(parts)
}

/// Where a process can stand, with each value of what it has half read there: a state, and its half-read slots.
pub fn places(
    compiled: &Compiled,
    beginnings: &[Vec<u8>],
    process: usize,
    max: usize,
) -> Option<Vec<(Vec<u8>, Vec<SlotId>)>> {
    let program = compiled.program();
    let local = compiled.local();
    let first: BTreeSet<usize> =
        beginnings.iter().map(|state| local.point(state, process)).collect();
    let first: Vec<usize> = first.into_iter().collect();
    let own = written(program, process).intersection(&program.half_read).copied().collect();
    let live = live(program, process, &own);
    let mut all = Vec::new();
    for point in points(program, process, &first) {
        let slots: Vec<SlotId> = live[point].iter().copied().collect();
        let stand = with_code(program, program.processes[process].point, point as u64);
        for values in all_values(program, &slots, max)? {
            all.push((or(&values, &stand), slots.clone()));
        }
        if all.len() > max {
            return None;
        }
    }
    Some(all)
}

/// A process for itself: whatever it reads of the others may be anything.
struct Alone<'a> {
    compiled: &'a Compiled,
    owners: &'a Owners,
    process: usize,
    constants: &'a [Vec<u8>],
}

impl Alone<'_> {
    fn states(&self, beginnings: &[Vec<u8>], max: usize) -> Option<Vec<Vec<u8>>> {
        let program = self.compiled.program();
        let kept = mask(program, &self.owners.own[self.process]);
        let mut seen: HashSet<Vec<u8>> = HashSet::new();
        let mut all: Vec<Vec<u8>> = Vec::new();
        for beginning in beginnings.iter().map(|state| and(state, &kept)) {
            if seen.insert(beginning.clone()) {
                all.push(beginning);
            }
        }
        let mut local = self.compiled.local();
        let mut read: BTreeMap<usize, Vec<Vec<u8>>> = BTreeMap::new();
        let mut at = 0;
        while at < all.len() {
            let state = all[at].clone();
            at += 1;
            for rule in local.rules(self.process, local.point(&state, self.process)) {
                let read = match read.entry(rule.code) {
                    Entry::Occupied(known) => known.into_mut(),
                    Entry::Vacant(new) => new.insert(self.what_it_reads(rule)?),
                };
                for values in &*read {
                    local.each(self.process, rule, &or(&state, values), &mut |after| {
                        let after = and(after, &kept);
                        if !seen.contains(&after) {
                            seen.insert(after.clone());
                            all.push(after);
                        }
                    });
                }
            }
            if all.len() > max {
                return None;
            }
        }
        Some(all)
    }

    /// All that a step may find in what others write, and in what nobody writes.
    fn what_it_reads(&self, rule: Rule) -> Option<Vec<Vec<u8>>> {
        let program = self.compiled.program();
        let own = &self.owners.own[self.process];
        let read = effects(program, &[rule.code]).reads;
        let is_others = |slot: &&SlotId| {
            !own.contains(slot)
                && !self.owners.constant.contains(slot)
                && !program.forgotten.contains(slot)
        };
        let others: Vec<SlotId> = read.iter().filter(is_others).copied().collect();
        let of_others = all_values(program, &others, READ_MAX)?;
        let kept = mask(program, &read.intersection(&self.owners.constant).copied().collect());
        let constants: BTreeSet<Vec<u8>> =
            self.constants.iter().map(|constant| and(constant, &kept)).collect();
        let all = of_others
            .iter()
            .flat_map(|values| constants.iter().map(|constant| or(constant, values)));
        Some(all.collect())
    }
}
