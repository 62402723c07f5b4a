//! One run of one system, at the state that it has come to.

use model::{
    Action, Cell, Claimed, Fairness, Kind, Log, Mail, Row, Stepped, System, View, Zone, per_process,
};
use std::sync::Arc;

pub struct Live {
    system: Arc<dyn System>,
    state: Vec<u8>,
    /// Before the last step.
    before: Vec<u8>,
}

impl Live {
    /// A run that has not begun.
    pub fn new(system: Arc<dyn System>) -> Live {
        Live { state: system.initial(), before: system.initial(), system }
    }

    /// Takes a step, or stays where it was and says why not.
    pub fn step(&mut self, action: Action, log: &mut Log<'_>) -> Stepped {
        let before = self.state.clone();
        let stepped = self.system.step(&mut self.state, action, log);
        if let Stepped::Ran(_) = stepped {
            self.before = before;
        }
        stepped
    }

    /// Goes to a state that this run has come to before.
    pub fn go_to(&mut self, state: &[u8]) {
        state.clone_into(&mut self.state);
        state.clone_into(&mut self.before);
    }

    /// What a step would do.
    pub fn attempt(&self, action: Action, log: &mut Log<'_>) -> Stepped {
        self.system.step(&mut self.state.clone(), action, log)
    }

    /// How many initial values are still to be chosen: these actions are no steps.
    pub fn choices_left(&self) -> usize {
        self.system.choices_left(&self.state)
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

    /// Why properties that are violated here cannot be computed, or those about what recurs: sentences.
    pub fn impossible(&self, broken: &[&'static str]) -> Vec<(&'static str, String)> {
        let all = self.system.properties().iter().enumerate();
        let is_asked =
            |property: &Claimed| property.kind.is_awaited() || broken.contains(&property.name);
        let why = |(at, property): (usize, &Claimed)| {
            Some((property.name, self.system.impossible(at, &self.before, &self.state)?))
        };
        all.filter(|(_, property)| is_asked(property)).filter_map(why).collect()
    }

    /// What each property claims, by its name.
    pub fn claims(&self) -> Vec<(&'static str, &'static str)> {
        self.system.properties().iter().map(|it| (it.name, it.words)).collect()
    }

    /// Who waits and which operations are pending, for each property that asks for it.
    pub fn pending(&self) -> Vec<Pending> {
        let mut pending = Vec::new();
        for (at, property) in self.system.properties().iter().enumerate().filter(|it| it.1.applies)
        {
            let of = match property.kind {
                kind if kind.is_awaited() => {
                    let waiting = self.system.waiting_in(at, &self.state);
                    per_process(waiting).to_vec()
                }
                kind if kind.is_progress() => self.system.operations_in(at, &self.state).to_vec(),
                _ => continue,
            };
            pending.push(Pending { property: property.name, kind: property.kind, of });
        }
        pending
    }

    /// The weak-fairness constraint that a step meets, if it is possible here.
    pub fn fairness(&self, action: Action) -> Option<Fairness> {
        let mut after = self.state.clone();
        match self.system.step(&mut after, action, &mut Log::off()) {
            Stepped::Ran(_) => self.system.fairness(&self.state, action, &after),
            _ => None,
        }
    }

    pub fn view(&self) -> View {
        self.system.view(&self.state)
    }

    /// Which messages would take a process on from here, where it waits for them alone, and from whom.
    pub fn helped_by(&self, process: u8) -> Option<(String, Option<u8>)> {
        self.system.helped_by(&self.state, process.into())
    }

    /// Whether another process can still change that cell, or send what a process waits for.
    pub fn can_help(&self, process: u8, whom: u8, cell: Option<Cell>) -> bool {
        self.system.can_help(&self.state, process.into(), whom.into(), cell)
    }

    /// A message that a process does not take, and one behind it for which it waits.
    pub fn stands_before(&self, process: u8) -> Option<[Mail; 2]> {
        self.system.stands_before(&self.state, process.into())
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

/// What an execution is judged by, at one state of it.
#[derive(Clone)]
pub struct Pending {
    pub property: &'static str,
    pub kind: Kind,
    /// A number for each process, which is zero where nothing is pending, and changes when something
    /// ends.
    pub of: Vec<u8>,
}
