//! One run of one system, at the state that it has come to.

use model::{
    Action, Cell, ClaimKind, Claimed, Event, Fairness, Log, MessageId, Row, Stepped, System, View,
    Zone, per_process, work,
};
use program::Compiled;
use std::sync::Arc;

/// The most work of all steps of a run.
const RUN_WORK: usize = 20 * program::STATE_WORK;

/// Why a run is not followed further: a sentence.
const TOO_LONG: &str = "The steps before it have taken all the work that a run may take.";

#[derive(Clone)]
pub struct Simulator {
    system: Arc<Compiled>,
    now: Place,
    /// Before the last step.
    before: Vec<u8>,
    /// The run begins where a link says, perhaps in a state that no run reaches.
    pub begins_elsewhere: bool,
}

/// Where a run has come to, to go back to.
#[derive(Clone)]
pub struct Place {
    state: Vec<u8>,
    /// The work of all steps that led there.
    work: usize,
}

impl Simulator {
    /// A run that has not begun.
    pub fn new(system: Arc<Compiled>) -> Simulator {
        let initial = system.initial();
        let now = Place { state: initial.clone(), work: 0 };
        Simulator { now, before: initial, begins_elsewhere: false, system }
    }

    /// The same from another state.
    #[must_use]
    pub fn from(self, state: Vec<u8>) -> Simulator {
        let now = Place { state: state.clone(), work: 0 };
        Simulator { now, before: state, begins_elsewhere: true, ..self }
    }

    /// Takes a step, or stays where it was and says why not.
    pub fn step(&mut self, action: Action, log: &mut Log<'_>) -> Stepped {
        if self.now.work > RUN_WORK {
            log.tell(|| Event::Note { text: TOO_LONG.into() });
            return Stepped::BoundReached;
        }
        let (before, from) = (self.now.state.clone(), work::done());
        let stepped = self.system.step(&mut self.now.state, action, log);
        self.now.work += work::done().wrapping_sub(from);
        if let Stepped::Ran(_) = stepped {
            self.before = before;
        }
        stepped
    }

    /// Where this run is.
    pub fn place(&self) -> &Place {
        &self.now
    }

    /// Goes to where this run was before.
    pub fn go_to(&mut self, place: &Place) {
        self.now.clone_from(place);
        self.before.clone_from(&place.state);
    }

    /// Goes to a state of this system.
    pub fn go_to_state(&mut self, state: &[u8]) {
        self.go_to(&Place { state: state.to_vec(), work: 0 });
    }

    /// Shows what every action worth trying here would do, with the state after it and its events.
    pub fn attempts(&self, told: &mut dyn FnMut(Action, Stepped, &[u8], Vec<Event>)) {
        self.system.attempts(&self.now.state, true, told);
    }

    /// The same without events, which cost most of it.
    pub fn outcomes(&self, told: &mut dyn FnMut(Action, Stepped, &[u8])) {
        let told = &mut |action, stepped, after: &[u8], _| told(action, stepped, after);
        self.system.attempts(&self.now.state, false, told);
    }

    /// How many initial values are still to be chosen: these actions are no steps.
    pub fn choices_left(&self) -> usize {
        self.system.choices_left(&self.now.state)
    }

    /// Properties that are violated here.
    pub fn broken(&self) -> Vec<&'static str> {
        let all = self.system.properties().iter().enumerate();
        let broken = all.filter(|(at, _)| self.system.is_violated(*at, &self.now.state));
        broken.map(|(_, it)| it.name).collect()
    }

    /// Why properties that are violated here cannot be computed, or those about what recurs: sentences.
    pub fn impossible(&self, broken: &[&'static str]) -> Vec<(&'static str, String)> {
        let all = self.system.properties().iter().enumerate();
        let is_asked =
            |property: &Claimed| property.kind.is_awaited() || broken.contains(&property.name);
        let why = |(at, property): (usize, &Claimed)| {
            Some((property.name, self.system.impossible(at, &self.before, &self.now.state)?))
        };
        all.filter(|(_, property)| is_asked(property)).filter_map(why).collect()
    }

    /// What each property claims, by its name.
    pub fn claims(&self) -> Vec<(&'static str, &'static str)> {
        self.system.properties().iter().map(|property| (property.name, property.words)).collect()
    }

    /// Who waits and which operations are pending, for each property that asks for it.
    pub fn pending(&self) -> Vec<Pending> {
        let mut pending = Vec::new();
        for (at, property) in self.system.properties().iter().enumerate().filter(|it| it.1.applies)
        {
            let of = match property.kind {
                kind if kind.is_awaited() => {
                    let waiting = self.system.waiting_in(at, &self.now.state);
                    per_process(waiting).to_vec()
                }
                kind if kind.is_progress() => {
                    self.system.operations_in(at, &self.now.state).to_vec()
                }
                _ => continue,
            };
            pending.push(Pending { property: property.name, kind: property.kind, of });
        }
        pending
    }

    /// The fairness constraints that a step meets, if it is possible here.
    pub fn fairness(&self, action: Action) -> Option<Fairness> {
        let mut after = self.now.state.clone();
        let stepped = self.system.step(&mut after, action, &mut Log::off());
        self.constraint(action, stepped, &after)
    }

    /// The same of every step that is possible.
    pub fn constraints(&self) -> Vec<Fairness> {
        let mut all = Vec::new();
        self.outcomes(&mut |action, stepped, after| {
            all.extend(self.constraint(action, stepped, after).into_iter().flat_map(Fairness::all));
        });
        all
    }

    fn constraint(&self, action: Action, stepped: Stepped, after: &[u8]) -> Option<Fairness> {
        let is_possible = matches!(stepped, Stepped::Ran(_));
        is_possible.then(|| self.system.fairness(&self.now.state, action, after)).flatten()
    }

    pub fn view(&self) -> View {
        self.system.view(&self.now.state)
    }

    /// Which messages would take a process on from here, where it waits for them alone, and from whom.
    pub fn helped_by(&self, process: u8) -> Option<(String, Option<u8>)> {
        self.system.helped_by(&self.now.state, process.into())
    }

    /// Whether another process can still change that cell, or send what a process waits for.
    pub fn can_help(&self, process: u8, whom: u8, cell: Option<Cell>) -> bool {
        self.system.can_help(&self.now.state, process.into(), whom.into(), cell)
    }

    /// Whether somebody could go on if a process stood again where it stood in an earlier state of this run,
    /// and did from there what it does now.
    pub fn would_help(&self, earlier: &[u8], process: u8) -> bool {
        self.system.would_help(earlier, &self.now.state, process.into())
    }

    /// The cells that the last step wrote and left as they were.
    pub fn kept(&self, events: &[Event]) -> Vec<Cell> {
        let written = events.iter().filter_map(|event| match event {
            Event::Write { cell, .. } => Some(*cell),
            _ => None,
        });
        written.filter(|cell| self.system.keeps(&self.before, &self.now.state, *cell)).collect()
    }

    /// A cell gets the value that it has in another state.
    pub fn see(&mut self, cell: Cell, other: &[u8]) {
        self.system.copy_cell(&mut self.now.state, other, cell);
    }

    /// How many values a cell can have; 0 where that cannot be told.
    pub fn values_of(&self, cell: Cell) -> usize {
        self.system.values_of(cell)
    }

    /// A cell gets one of its values.
    pub fn see_value(&mut self, cell: Cell, nth: usize) {
        self.system.set_cell(&mut self.now.state, cell, nth);
    }

    /// A message that a process does not take, and one behind it for which it waits.
    pub fn stands_before(&self, process: u8) -> Option<[MessageId; 2]> {
        self.system.stands_before(&self.now.state, process.into())
    }

    /// The same bytes wherever the run has come to the same state, and only there.
    pub fn state(&self) -> Vec<u8> {
        self.now.state.clone()
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
    pub kind: ClaimKind,
    /// A number for each process, which is zero where nothing is pending, and changes when something
    /// ends.
    pub of: Vec<u8>,
}
