//! Futures that were left: stepping from the past keeps what had come after it.

use catalog::Action;
use std::rc::Rc;

/// More than this many are hardly told apart; the oldest goes.
const BRANCHES_MAX: usize = 9;

#[derive(Clone, PartialEq, Debug, Default)]
pub struct Branches(Vec<Rc<[Action]>>);

/// Where another run leaves the current one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fork {
    /// How many steps both have in common.
    pub at: usize,
    /// How many steps follow there.
    pub steps: usize,
}

impl Branches {
    /// Keeps a run that is left at step `at`, if anything is left behind.
    pub fn keep(&mut self, run: &[Action], at: usize) {
        if at >= run.len() || self.0.iter().any(|it| it.starts_with(run)) {
            return;
        }
        self.0.retain(|it| !run.starts_with(it));
        self.0.push(run.into());
        if self.0.len() > BRANCHES_MAX {
            self.0.remove(0);
        }
    }

    /// What is on screen anyway is no other branch.
    pub fn forget_beginnings_of(&mut self, current: &[Action]) {
        self.0.retain(|it| !current.starts_with(it));
    }

    pub fn forks(&self, current: &[Action]) -> Vec<Fork> {
        let fork = |run: &Rc<[Action]>| {
            let at = common(current, run);
            Fork { at, steps: run.len() - at }
        };
        self.0.iter().map(fork).collect()
    }

    /// Takes a branch out, to become the current run.
    pub fn take(&mut self, current: &[Action], nth: usize) -> Option<Vec<Action>> {
        let run = (nth < self.0.len()).then(|| self.0.remove(nth))?;
        debug_assert!(!current.starts_with(&run));
        Some(run.to_vec())
    }
}

/// How many steps two runs have in common.
pub fn common(a: &[Action], b: &[Action]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}
