//! Options of the algorithm: what becomes of the run when they change.

use super::{Branches, State};
use std::rc::Rc;

impl State {
    pub(super) fn turn(&mut self, knob: &str, value: &str) {
        let mut setting = self.scenario.setting.clone();
        if setting.set(knob, value) && setting != self.scenario.setting {
            self.set(setting);
        }
    }

    /// Turns knobs; the run stays as far as the new model takes it.
    pub(super) fn set(&mut self, setting: catalog::Setting) {
        if let Some(problem) = self.scenario.entry().problem(&setting) {
            self.notices.push(format!("With these options the listing cannot run. {problem}"));
            return;
        }
        let before = self.to_undo();
        self.jump();
        self.branches = Branches::default();
        self.held = Rc::default();
        self.scenario.setting = setting;
        // it is one of the program of other options
        self.scenario.state = None;
        self.scenario.forget_words();
        self.scenario.loops_from = None;
        self.trace = Rc::new(self.scenario.trace());
        if let Some(why) = self.cut_to_fit() {
            let len = self.len();
            self.notices.push(format!("With this option your run stops after step {len}. {why}"));
            self.undo = Some(before);
        }
    }

    /// Puts another memory in the place of this one. A text without the option is changed in the editor.
    pub(super) fn choose_memory(&mut self, name: &str) {
        let chosen = fences::Memory::named(name);
        let Some(other) = chosen.and_then(|memory| fences::with_memory(&self.scenario, memory))
        else {
            return;
        };
        if other.source() != self.scenario.source() {
            self.edit(true);
            self.write(other.source());
        }
        if self.errors().is_empty() {
            self.set(other.setting);
        }
    }

    /// Begins a new run with these values of options, and says so where there was one.
    pub(super) fn begin(&mut self, values: &[(&'static str, &'static str)]) {
        let mut setting = self.scenario.setting.clone();
        for (knob, value) in values {
            setting.set(knob, value);
        }
        let before = self.to_undo();
        let had_run = !self.is_empty();
        self.scenario.run.clear();
        self.scenario.at = 0;
        self.set(setting);
        if had_run {
            self.notices.push("Your run is put aside for this change.".into());
            self.undo = Some(before);
        }
    }

    /// The page as it is, to come back to it.
    fn to_undo(&self) -> Rc<State> {
        Rc::new(State { undo: None, ..self.clone() })
    }

    /// What the reader found since then stays, and the browser's way back leads here.
    pub(super) fn undo(&mut self) {
        if let Some(before) = self.undo.take() {
            *self = State { jumps: self.jumps + 1, score: self.score, ..State::clone(&before) };
        }
    }
}
