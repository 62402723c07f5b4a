//! The smallest set of finished operations without an order, whatever the others did.
//!
//! Each other operation may have taken effect at any time between its call and its end, or not at all, and with any
//! result. Every order that some operations have leaves others without their results; a set without an order has one
//! of these. So candidates are smallest sets that meet all of what was left so far (hitting sets).

use crate::lookup::Lookup;
use crate::search::{Budget, Decision, Part, Step, decide};
use std::cmp::Reverse;
use std::collections::HashSet;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Culprits {
    /// In the order of their calls.
    pub operations: Vec<usize>,
    /// Whether no smaller set is without an order. In any case, each of these is needed.
    pub is_smallest: bool,
}

/// What was logged up to a line, which has no order.
pub struct Case<'a, 'b> {
    pub part: Part<'a>,
    pub value: u32,
    pub lookup: &'a mut Lookup<'b>,
    pub budget: &'a mut Budget<'b>,
}

/// A bound was met.
struct Met;

impl Case<'_, '_> {
    /// None if a bound was met before anything was found. `is_first`: what was logged before the last line has an order.
    pub fn culprits(mut self, is_first: bool) -> Option<Culprits> {
        let part = &self.part;
        let finished = part.operations.iter().filter(|nth| part.returned(**nth).is_some());
        let all: Vec<usize> = finished.copied().collect();
        let is_last = |nth: &usize| part.history.operations[*nth].ended() == Some(part.until);
        let last = all.iter().copied().find(|nth| is_first && is_last(nth));
        let steps = self.budget.steps / 2;
        self.budget.steps = steps;
        let (operations, is_smallest) = match self.smallest(&all, last) {
            Ok(found) => (found, true),
            Err(Met) => {
                self.budget.steps += steps;
                (self.needed(&all).ok()?, false)
            }
        };
        Some(Culprits { operations, is_smallest })
    }

    /// By size.
    fn smallest(&mut self, all: &[usize], last: Option<usize>) -> Result<Vec<usize>, Met> {
        // what was logged before has an order, so the last one to return has its part in this
        let mut left: Vec<Vec<usize>> = last.into_iter().map(|last| vec![last]).collect();
        let mut size = 1;
        loop {
            let mut candidate = Vec::new();
            while !self.meet(&left, size, &mut candidate)? {
                size += 1;
            }
            candidate.sort_unstable();
            let Some(mut explained) = self.explained(&candidate)? else { return Ok(candidate) };
            let mut never = Vec::new();
            self.grow(&mut explained, all, &mut never)?;
            never.sort_by_key(|nth| self.rank(*nth));
            left.push(never);
        }
    }

    /// Which of several a reader understands best: what can happen at any time, as a write, and what was called last.
    fn rank(&self, nth: usize) -> (bool, Reverse<usize>) {
        let result = self.part.returned(nth).and_then(|returned| returned.1);
        let needs = self.part.object.needs(&self.part.history.operations[nth].call, result);
        (needs.is_some(), Reverse(nth))
    }

    /// Adds as many of the others as have an order with these, and notes which have none.
    fn grow(
        &mut self,
        explained: &mut Vec<usize>,
        others: &[usize],
        never: &mut Vec<usize>,
    ) -> Result<(), Met> {
        let has: HashSet<usize> = explained.iter().copied().collect();
        let others: Vec<usize> = others.iter().copied().filter(|nth| !has.contains(nth)).collect();
        if others.is_empty() {
            return Ok(());
        }
        let together: Vec<usize> = explained.iter().chain(&others).copied().collect();
        match (self.explained(&together)?, &others[..]) {
            (Some(more), _) => *explained = more,
            (None, [one]) => never.push(*one),
            (None, _) => {
                let (early, late) = others.split_at(others.len() / 2);
                self.grow(explained, early, never)?;
                self.grow(explained, late, never)?;
            }
        }
        Ok(())
    }

    /// Leaves out one after the other, as long as the rest has no order.
    fn needed(&mut self, all: &[usize]) -> Result<Vec<usize>, Met> {
        let mut needed = all.to_vec();
        for nth in all {
            let rest: Vec<usize> = needed.iter().copied().filter(|other| other != nth).collect();
            if self.explained(&rest)?.is_none() {
                needed = rest;
            }
        }
        Ok(needed)
    }

    /// An order of these: they and all others that have their results in it. None if there is no order.
    fn explained(&mut self, fixed: &[usize]) -> Result<Option<Vec<usize>>, Met> {
        let mut explained: HashSet<usize> = fixed.iter().copied().collect();
        let ops = self.part.ops(|nth| explained.contains(&nth), self.lookup);
        match decide(&ops, self.value, self.lookup, self.budget) {
            Decision::Open => Err(Met),
            Decision::None => Ok(None),
            Decision::Order(order) => {
                let mut before = self.value;
                for Step { op, value } in order {
                    if self.has_its_result(ops[op].operation, before, value) {
                        explained.insert(ops[op].operation);
                    }
                    before = value;
                }
                Ok(Some(explained.into_iter().collect()))
            }
        }
    }

    fn has_its_result(&mut self, nth: usize, before: u32, after: u32) -> bool {
        let Some((_, result)) = self.part.returned(nth) else { return false };
        let call = self.lookup.call(&self.part.history.operations[nth].call, result);
        self.lookup.after(before, call).contains(&after)
    }

    /// Chooses so many that each of these sets has one of them, or says that more are needed.
    fn meet(
        &mut self,
        sets: &[Vec<usize>],
        size: usize,
        chosen: &mut Vec<usize>,
    ) -> Result<bool, Met> {
        if !self.budget.allows(1 + (sets.len() * (1 + chosen.len() / 8)) as u64) {
            return Err(Met);
        }
        let is_met = |set: &&Vec<usize>| set.iter().any(|nth| chosen.contains(nth));
        let mut open: Vec<&Vec<usize>> = sets.iter().filter(|set| !is_met(set)).collect();
        open.sort_by_key(|set| set.len());
        let Some(first) = open.first() else { return Ok(true) };
        // sets that have nothing in common need one each
        let (mut needed, mut known) = (chosen.len(), HashSet::<usize>::new());
        for set in &open {
            if set.iter().all(|nth| !known.contains(nth)) {
                known.extend(*set);
                needed += 1;
            }
        }
        if needed > size {
            return Ok(false);
        }
        for &nth in *first {
            chosen.push(nth);
            if self.meet(sets, size, chosen)? {
                return Ok(true);
            }
            chosen.pop();
        }
        Ok(false)
    }
}
