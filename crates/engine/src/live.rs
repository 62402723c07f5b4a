//! One run of one system, at the state that it has come to.

use model::{Action, Log, Row, Stepped, System, View, Zone};
use std::sync::Arc;

pub struct Live {
    system: Arc<dyn System>,
    state: Vec<u8>,
}

impl Live {
    /// A run that has not begun.
    pub fn new(system: Arc<dyn System>) -> Live {
        Live { state: system.initial(), system }
    }

    /// Takes a step, or stays where it was and says why not.
    pub fn step(&mut self, action: Action, log: &mut Log<'_>) -> Stepped {
        self.system.step(&mut self.state, action, log)
    }

    /// What a step would do.
    pub fn attempt(&self, action: Action, log: &mut Log<'_>) -> Stepped {
        self.system.step(&mut self.state.clone(), action, log)
    }

    /// Every action worth trying here.
    pub fn actions(&self) -> Vec<Action> {
        self.system.offered(&self.state)
    }

    /// Properties that are violated here.
    pub fn broken(&self) -> Vec<&'static str> {
        let all = self.system.properties().iter().enumerate();
        let broken = all.filter(|(at, _)| self.system.is_violated(*at, &self.state));
        broken.map(|(_, it)| it.name).collect()
    }

    pub fn view(&self) -> View {
        self.system.view(&self.state)
    }

    /// The same bytes wherever the run has come to the same state, and only there.
    pub fn state(&self) -> Vec<u8> {
        self.state.clone()
    }

    pub fn rows(&self) -> Vec<Row> {
        self.system.rows()
    }

    pub fn zones(&self) -> &'static [Zone] {
        self.system.zones()
    }
}
