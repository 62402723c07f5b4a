//! Futures that were left: stepping from the past keeps what had come after it.

use catalog::Action;
use std::rc::Rc;

/// More than this many are hardly told apart; the oldest goes.
const BRANCHES_MAX: usize = 9;

/// What is told when one has to go.
pub const FORGOTTEN: &str = "Only nine branches are kept. The oldest was dropped.";

/// Oldest first. Together with the current run they are a tree, of which they are the leaves.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Branches(Vec<Branch>);

#[derive(Clone, PartialEq, Debug)]
pub struct Branch {
    pub run: Rc<[Action]>,
    /// Where it goes round, as in a scenario.
    pub loops_from: Option<usize>,
    /// The first property that fails in it.
    pub breaks: Option<&'static str>,
}

/// Where a branch leaves another run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fork {
    /// Which branch it leaves; none if the current run.
    pub parent: Option<usize>,
    /// How many steps both have in common.
    pub at: usize,
    /// The step with which it leaves.
    pub first: Action,
    /// How many steps follow there.
    pub steps: usize,
    /// What fails first in the branch.
    pub breaks: Option<&'static str>,
}

impl Branches {
    /// Keeps a run that is left at step `at`, if anything is left behind. True if the oldest had
    /// to go for it.
    pub fn keep(&mut self, left: Branch, at: usize) -> bool {
        if at >= left.run.len() || self.0.iter().any(|branch| branch.run.starts_with(&left.run)) {
            return false;
        }
        self.forget_beginnings_of(&left.run);
        self.0.push(left);
        let is_full = self.0.len() > BRANCHES_MAX;
        if is_full {
            self.0.remove(0);
        }
        is_full
    }

    /// What is on screen anyway is no other branch.
    pub fn forget_beginnings_of(&mut self, current: &[Action]) {
        self.0.retain(|branch| !current.starts_with(&branch.run));
    }

    /// Where each branch leaves: the run that it goes along with furthest, of the current one and
    /// of those that are newer than itself.
    pub fn forks(&self, current: &[Action]) -> Vec<Fork> {
        let fork = |(nth, it): (usize, &Branch)| {
            let (mut parent, mut at) = (None, common(&it.run, current));
            for newer in (nth + 1..self.0.len()).rev() {
                let further = common(&it.run, &self.0[newer].run);
                if further > at {
                    (parent, at) = (Some(newer), further);
                }
            }
            // a branch has at least one step, and is hardly ever the beginning of another run
            let first = it.run[at.min(it.run.len() - 1)];
            Fork { parent, at, first, steps: it.run.len() - at, breaks: it.breaks }
        };
        self.0.iter().enumerate().map(fork).collect()
    }

    /// Takes a branch out, to become the current run.
    pub fn take(&mut self, nth: usize) -> Option<Branch> {
        (nth < self.0.len()).then(|| self.0.remove(nth))
    }
}

/// How many steps two runs have in common.
pub fn common(a: &[Action], b: &[Action]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}
