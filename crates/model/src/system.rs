//! What a search, a player and a report need to know of an algorithm, whatever it is made of.

use crate::expansion::Expansion;
use crate::{
    Action, ClaimKind, Event, Fairness, Log, PerProcess, Pids, Renaming, RowId,
    SYSTEM_PROCESSES_MAX, Stepped, Tariff,
};
use serde::Serialize;

/// A state is a whole number of words of so many bytes.
pub const WORD: usize = 8;

/// A finite transition system over flat byte states, every transition of which runs one row of a
/// listing.
///
/// The checker, the player and the reports know nothing else of an algorithm, so they are compiled
/// once.
///
/// A state is [`width`](System::width) bytes. States are canonical: two of them are the same if and
/// only if their bytes are. Callers only pass states that this system has made: by `init`, `step`,
/// `expand` or [`Symmetry::rename`]. Each slice that is called a state is exactly one state wide;
/// a slice of states is a whole number of states, one after the other.
///
/// A property is known by its index in [`properties`](System::properties).
///
/// Names, words and lists of sections are `'static`, because rows, views and verdicts are plain data
/// that outlive the system. A system that is made from a text has to leak each distinct one once.
pub trait System: Send + Sync {
    /// The bytes of a state: a multiple of [`WORD`], not zero, and the same for the life of the system.
    fn width(&self) -> usize;

    /// Writes the initial state.
    fn init(&self, state: &mut [u8]);

    /// How many initial values are still to be chosen in `state`. A run begins with these choices, one
    /// action each: they are no steps, and what they lead through are no states of the algorithm.
    fn choices_left(&self, state: &[u8]) -> usize;

    /// Offers every action worth trying in `state`, always in the same order. An offer may turn out
    /// to wait, to be done, or to be refused.
    fn actions(&self, state: &[u8], offer: &mut dyn FnMut(Action));

    /// Attempts every action worth trying in `state`, once each: shows what came of it and the state after it,
    /// as [`step`](System::step) does, and its events if somebody `listens`.
    fn attempts(
        &self,
        state: &[u8],
        listens: bool,
        told: &mut dyn FnMut(Action, Stepped, &[u8], Vec<Event>),
    ) {
        self.actions(state, &mut |action| {
            let (mut after, mut events) = (state.to_vec(), Vec::new());
            let log = &mut if listens { Log::to(&mut events) } else { Log::off() };
            let stepped = self.step(&mut after, action, log);
            told(action, stepped, &after, events);
        });
    }

    /// Takes `action`, or leaves `state` as it was and says why not. Events go to `log`.
    fn step(&self, state: &mut [u8], action: Action, log: &mut Log<'_>) -> Stepped;

    /// The fairness constraint on the step from `before` to `after`; none where nobody has to take that step.
    /// All own steps of a process that are under one are under the same weak one, [`Fairness::of`].
    fn fairness(&self, before: &[u8], action: Action, after: &[u8]) -> Option<Fairness>;

    /// Takes every step from every state of a batch, in the order of [`actions`](System::actions),
    /// and adds the successors and what was found in each state to `expansion`.
    ///
    /// A search spends its time here and in [`check_states`](System::check_states), so a system that
    /// can do better than the default implementation should.
    fn expand(&self, states: &[u8], expansion: &mut Expansion) {
        let mut after = vec![0; self.width()];
        for before in states.chunks_exact(self.width()) {
            self.actions(before, &mut |action| {
                after.copy_from_slice(before);
                let stepped = self.step(&mut after, action, &mut Log::off());
                if expansion.attempt(action, stepped) {
                    let is_fair = || self.fairness(before, action, &after).is_some();
                    expansion.add(&after, action, is_fair);
                }
            });
            expansion.end_state();
        }
    }

    /// The line before which a process stands, if its own step is next there: none where that is a `pause`, and
    /// where only rules and messages take it on. Whether the step is possible is another question.
    fn line(&self, state: &[u8], process: usize) -> Option<RowId>;

    /// Whether a process that cannot go on looks again and again at what is shared, each time a step.
    fn looks(&self, state: &[u8], process: usize) -> bool;

    /// Whether some of its steps are under strong fairness.
    fn is_strongly_fair(&self) -> bool;

    /// Why searches of it run the interpreter, in whole or in part, where they were to run machine code:
    /// a sentence.
    fn interpreted(&self) -> Option<String> {
        None
    }

    /// How many processes take steps at most. Analyses need memory for each.
    fn processes(&self) -> usize;

    /// The memory that it takes for itself where so many threads search it, in bytes: for its machine
    /// code.
    fn bytes(&self, _threads: usize) -> usize {
        0
    }

    /// The names of the assumptions that restrict its initial states.
    fn assumptions(&self) -> Vec<&'static str>;

    /// Whether a state has more than the program: what properties remember of the run.
    fn remembers(&self) -> bool;

    /// Puts what properties remember back to nothing: what is left is the state of the program.
    fn forget(&self, state: &mut [u8]);

    /// What is claimed of the system. At most eight properties are of the kind `Eventually`.
    fn properties(&self) -> &[Claimed];

    /// Checks properties in every state of a batch: writes to each check the first state that
    /// decides it, or none.
    ///
    /// Every check is of the kind `Always`, `Sometimes`, `Most` or `Least`, and its witness is none
    /// when this is called.
    fn check_states(&self, states: &[u8], checks: &mut [Check]);

    /// For a property of the kind `Eventually`: writes for each state the set of those who wait in it,
    /// a bit for each.
    fn waiting(&self, _property: usize, _states: &[u8], sets: &mut [Pids]) {
        sets.fill(0);
    }

    /// For a property of the kind `Outcomes`: the outcome of an execution that ends in `state`.
    fn outcome(&self, _property: usize, _state: &[u8]) -> String {
        String::new()
    }

    /// For a progress condition or a cost: writes for each state the number of the operation that each
    /// process has pending, zero where there is none.
    fn operations(&self, _property: usize, _states: &[u8], all: &mut [PerProcess]) {
        all.fill(PerProcess::default());
    }

    /// The first property that is about the same operations as this one.
    fn operations_like(&self, property: usize) -> usize {
        property
    }

    /// The first property that charges the same for every step as this one.
    fn charges_like(&self, property: usize) -> usize {
        property
    }

    /// For a cost: the rule by which it charges, if there is one.
    fn tariff(&self, _property: usize) -> Option<Tariff> {
        None
    }

    /// For a cost with a tariff: writes the rates of each state.
    fn rates(&self, _property: usize, _states: &[u8], all: &mut [PerProcess]) {
        all.fill(PerProcess::default());
    }

    /// For a cost without a tariff: what a step charges to the operation of each process. With the same
    /// state twice, it is the charge for one look of a process that waits.
    fn charge(
        &self,
        _property: usize,
        _before: &[u8],
        _action: Action,
        _after: &[u8],
    ) -> PerProcess {
        PerProcess::default()
    }

    /// What no run has reached in the searches of this system.
    fn unreached(&self) -> Unreached;

    /// The symmetry between processes or replicas, where some differ by name only.
    fn symmetry(&self) -> Option<&dyn Symmetry>;

    /// The initial state.
    fn initial(&self) -> Vec<u8> {
        let mut state = vec![0; self.width()];
        self.init(&mut state);
        state
    }

    /// Every action that is offered in `state`.
    fn offered(&self, state: &[u8]) -> Vec<Action> {
        let mut all = Vec::new();
        self.actions(state, &mut |action| all.push(action));
        all
    }

    /// The witness of one property in some states.
    fn check(&self, property: usize, states: &[u8]) -> Option<Witness> {
        let mut check = [Check { property, witness: None }];
        self.check_states(states, &mut check);
        check[0].witness
    }

    /// For a property of the kind `Eventually`: a set of those who wait in `state`.
    fn waiting_in(&self, property: usize, state: &[u8]) -> Pids {
        let mut set = [0];
        self.waiting(property, state, &mut set);
        set[0]
    }

    /// For a progress condition or a cost: what is pending in `state`.
    fn operations_in(&self, property: usize, state: &[u8]) -> PerProcess {
        let mut pending = [PerProcess::default()];
        self.operations(property, state, &mut pending);
        pending[0]
    }

    /// Whether `state` violates the property, which must be an `Always` for that.
    fn is_violated(&self, property: usize, state: &[u8]) -> bool {
        self.properties()[property].kind == ClaimKind::Always
            && self.check(property, state).is_some()
    }
}

/// A property, before anything is known about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Claimed {
    /// Short: "mutual exclusion".
    pub name: &'static str,
    /// In words: "At most one process is in the critical section."
    pub words: &'static str,
    pub kind: ClaimKind,
    /// False if it is no property of the text: then only an `Always` that fails is a verdict.
    #[serde(skip)]
    pub applies: bool,
    /// What it holds for, where that is less than it seems to say: a sentence, or nothing.
    #[serde(skip)]
    pub given: &'static str,
    /// The property whose premise this is, by number; that says nothing where this is never true. It
    /// is a `Sometimes` that does not apply.
    #[serde(skip)]
    pub premise_of: Option<usize>,
    /// It is about the states in which runs end.
    #[serde(skip)]
    pub at_end: bool,
}

/// What no run has reached that was searched so far.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Unreached {
    /// Lines of the text, counted from 1, that are part of the program.
    pub lines: Vec<usize>,
    /// Sections in which no process was ever, with the number of a property that names them.
    pub sections: Vec<(usize, &'static str)>,
    /// What the text declares and nothing depends on, a sentence for each.
    pub unused: Vec<String>,
}

/// A property that is checked state by state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Check {
    pub property: usize,
    pub witness: Option<Witness>,
}

impl Check {
    /// Takes the witness if it is better than the one there is; `kind` is that of the property.
    #[inline]
    pub fn see(&mut self, kind: ClaimKind, witness: Witness) {
        let is_better = match (kind, self.witness) {
            (_, None) => true,
            (ClaimKind::Most, Some(known)) => witness.value > known.value,
            (ClaimKind::Least, Some(known)) => witness.value < known.value,
            _ => false,
        };
        if is_better {
            self.witness = Some(witness);
        }
    }
}

/// The state of a batch that decides a property: the first that violates an `Always`, the first that
/// satisfies a `Sometimes`, the first with the largest value of a `Most` or the smallest of a
/// `Least`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Witness {
    /// Which state of the batch, counted from zero.
    pub at: usize,
    /// The value of a `Most` or `Least`; zero for the other kinds.
    pub value: u32,
}

/// Processes, or the replicas of a store, that differ by name only.
///
/// Exchanging the names of symmetric ones commutes with taking steps: it maps the successors of a
/// state to the successors of the renamed state, and the initial state to itself.
pub trait Symmetry {
    /// The symmetric ones, a set.
    fn symmetric(&self) -> Pids;

    /// Writes `state` to `renamed`, with other names for the symmetric ones.
    fn rename(&self, state: &[u8], names: &Renaming, renamed: &mut [u8]);

    /// For each name a key by which to sort. A key depends on what the process does and not on its
    /// name; equal keys are allowed.
    fn keys(&self, state: &[u8]) -> [u64; SYSTEM_PROCESSES_MAX];

    /// Whether a property may tell symmetric ones apart. The checker then asks it by all names.
    fn heeds_names(&self, property: usize) -> bool;
}
