//! The run: steps that a reader takes, and other runs in its place.

use super::branches::{self, Branch, Branches};
use super::{FORGOTTEN, Showing, State};
use catalog::{Action, Scenario, is_called};
use std::{mem, rc::Rc};

impl State {
    /// A step that the reader takes, who may leave what a link or a search has.
    pub(super) fn act_by_hand(&mut self, action: Action) {
        self.playing = None;
        self.is_own |= self.scenario.run.get(self.at()) != Some(&action);
        self.act(action);
    }

    /// Takes a step: along the run where it agrees, on a new branch where it does not.
    pub(super) fn act(&mut self, action: Action) {
        let at = self.at();
        if self.scenario.run.get(at) != Some(&action) {
            self.leave(at);
            self.scenario.run.truncate(at);
            self.scenario.loops_from = None;
            self.scenario.forget_words();
            self.scenario.run.push(action);
            self.scenario.picked = self.scenario.picked.filter(|&step| step < at);
            self.showing = None;
        }
        self.scenario.at = at + 1;
        self.rounds = 0;
        Rc::make_mut(&mut self.held).retain(|&held| held != action);
    }

    pub(super) fn seek(&mut self, at: usize) {
        self.playing = None;
        self.rounds = 0;
        self.scenario.at = at.min(self.len());
    }

    /// Puts a run on show for a property.
    pub(super) fn show(&mut self, run: Vec<Action>, loops_from: Option<usize>, showing: Showing) {
        let is_tried = is_called(&showing.property, mem::take(&mut self.tried));
        let (jumps, notices, undo) = (self.jumps, self.notices.clone(), self.undo.clone());
        // what was found begins where runs begin
        if self.scenario.state.take().is_some() {
            (self.branches, self.scenario.run) = (Branches::default(), Vec::new());
        }
        self.switch(run, loops_from);
        // one way back for the change and what comes of it
        if is_tried {
            (self.jumps, self.notices, self.undo) = (jumps, notices, undo);
        }
        self.showing = Some(showing);
    }

    /// Goes to where a branch has left this run.
    pub(super) fn go_to_branch(&mut self, nth: usize) {
        if let Some(Branch { run, loops_from, .. }) = self.branches.take(nth) {
            self.scenario.at = self.switch(run.to_vec(), loops_from);
        }
    }

    /// Puts another run in the place of this one, which stays reachable; how many steps both have
    /// in common.
    fn switch(&mut self, run: Vec<Action>, loops_from: Option<usize>) -> usize {
        self.jump();
        let fork = branches::common(&self.scenario.run, &run);
        self.leave(fork);
        self.held = Rc::default();
        self.scenario = Scenario { loops_from, ..self.scenario.with_run(run) };
        fork
    }

    /// Keeps the run as a branch that leaves at step `at`.
    pub(super) fn leave(&mut self, at: usize) {
        let Scenario { run, loops_from, .. } = &self.scenario;
        let breaks = self.trace.steps.iter().find_map(|step| step.breaks.first().copied());
        let left = Branch { run: run[..].into(), loops_from: *loops_from, breaks };
        if self.branches.keep(left, at) {
            self.notices.retain(|notice| notice != FORGOTTEN);
            self.notices.push(FORGOTTEN.into());
        }
    }
}
