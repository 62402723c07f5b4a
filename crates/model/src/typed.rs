//! A model as a system: all the code that is compiled for each algorithm.

use crate::sleep_set::Tried;
use crate::{
    Action, Batch, Check, Claim, Claimed, Expansion, Fairness, Log, Model, PROCESSES_MAX,
    PerProcess, Plain, Property, Renaming, Row, SleepSet, Stepped, Symmetric, Symmetry, System,
    View, Witness, Zone,
};
use zerocopy::{FromZeros, IntoBytes};

/// How many states are checked together: property by property, so that the target of each call
/// stays predictable.
const CHECKED_AT_ONCE: usize = 32;

/// Any [`Model`], as a [`System`].
pub struct Typed<M: Model> {
    pub model: M,
    properties: Vec<Claimed>,
    symmetry: Option<Names<M>>,
}

/// What a symmetric model knows of names.
struct Names<M: Model> {
    symmetric: fn(&M) -> u8,
    renamed: fn(&M, &M::State, &Renaming) -> M::State,
    keys: fn(&M, &M::State) -> [u64; PROCESSES_MAX],
    heeds_names: fn(&M, &str) -> bool,
}

impl<M: Model> Typed<M> {
    pub fn new(model: M) -> Typed<M> {
        let claimed = |it: &Property<M>| Claimed {
            name: it.name,
            words: it.words,
            kind: it.kind(),
            applies: (it.applies)(&model),
        };
        let properties = model.properties().iter().map(claimed).collect();
        Typed { model, properties, symmetry: None }
    }

    /// The bytes as a state.
    ///
    /// # Panics
    /// If they are not a state of the model.
    #[inline]
    pub fn state(bytes: &[u8]) -> M::State {
        read(bytes)
    }

    fn property(&self, at: usize) -> &Claim<M> {
        &self.model.properties()[at].claim
    }
}

impl<M: Symmetric> Typed<M> {
    /// A system that knows its symmetry.
    pub fn symmetric(model: M) -> Typed<M> {
        let names = Names {
            symmetric: M::alike,
            renamed: M::renamed,
            keys: M::keys,
            heeds_names: M::heeds_names,
        };
        Typed { symmetry: Some(names), ..Typed::new(model) }
    }
}

#[inline]
fn read<S: Plain>(bytes: &[u8]) -> S {
    S::try_read_from_bytes(bytes).ok().expect("these bytes are a state of the model")
}

impl<M: Model> System for Typed<M> {
    fn width(&self) -> usize {
        const { assert!(size_of::<M::State>() > 0, "a state has at least one byte") };
        size_of::<M::State>()
    }

    fn init(&self, state: &mut [u8]) {
        state.copy_from_slice(self.model.init().as_bytes());
    }

    fn actions(&self, state: &[u8], mut offer: &mut dyn FnMut(Action)) {
        self.model.actions(&read(state), &mut offer);
    }

    fn step(&self, state: &mut [u8], action: Action, log: &mut Log<'_>) -> Stepped {
        let mut after: M::State = read(state);
        let stepped = self.model.step(&mut after, action, log);
        state.copy_from_slice(after.as_bytes());
        stepped
    }

    fn fairness(&self, before: &[u8], action: Action, after: &[u8]) -> Option<Fairness> {
        self.model.fairness(&read(before), action, &read(after))
    }

    fn expand(&self, batch: Batch<'_>, expansion: &mut Expansion) {
        let mut sleep_sets = batch.sleep_sets.iter().copied();
        for before in batch.states.chunks_exact(size_of::<M::State>()) {
            let before: M::State = read(before);
            let sleep_set = sleep_sets.next().unwrap_or_default();
            let tried = Tried::from(sleep_set);
            let mut attempts = Attempts { model: &self.model, before: &before, expansion, tried };
            let slept =
                self.model.awake(&before, sleep_set, &mut |action| attempts.attempt(action));
            expansion.skip(slept.steps, slept.waits);
            expansion.end_state();
        }
    }

    fn rows(&self) -> Vec<Row> {
        self.model.rows()
    }

    fn zones(&self) -> &[Zone] {
        self.model.zones()
    }

    fn view(&self, state: &[u8]) -> View {
        self.model.view(&read(state))
    }

    fn properties(&self) -> &[Claimed] {
        &self.properties
    }

    fn check_states(&self, states: &[u8], checks: &mut [Check]) {
        let mut typed = [M::State::new_zeroed(); CHECKED_AT_ONCE];
        let mut first = 0;
        for some in states.chunks(CHECKED_AT_ONCE * size_of::<M::State>()) {
            let some = some.chunks_exact(size_of::<M::State>());
            let typed = &mut typed[..some.len()];
            typed.iter_mut().zip(some).for_each(|(state, bytes)| *state = read(bytes));
            for check in &mut *checks {
                self.check_some(typed, first, check);
            }
            first += typed.len();
        }
    }

    fn waiting(&self, property: usize, state: &[u8]) -> u8 {
        match self.property(property) {
            Claim::Eventually(waiting) => waiting(&self.model, &read(state)),
            _ => 0,
        }
    }

    fn outcome(&self, property: usize, state: &[u8]) -> String {
        match self.property(property) {
            Claim::Outcomes(outcome) => outcome(&self.model, &read(state)),
            _ => String::new(),
        }
    }

    fn operations(&self, property: usize, state: &[u8]) -> PerProcess {
        match self.property(property) {
            Claim::Progress(_, of) | Claim::Cost(_, of, _) => of(&self.model, &read(state)),
            _ => PerProcess::default(),
        }
    }

    fn charge(&self, property: usize, before: &[u8], action: Action, after: &[u8]) -> PerProcess {
        match self.property(property) {
            Claim::Cost(.., charge) => charge(&self.model, &read(before), action, &read(after)),
            _ => PerProcess::default(),
        }
    }

    fn symmetry(&self) -> Option<&dyn Symmetry> {
        self.symmetry.is_some().then_some(self)
    }
}

impl<M: Model> Typed<M> {
    /// Checks one property in some states, `first` states after the first of the batch.
    fn check_some(&self, states: &[M::State], first: usize, check: &mut Check) {
        let Check { property, witness } = check;
        let model = &self.model;
        let mut improve = |value: Option<u32>, at: usize, is_better: fn(u32, u32) -> bool| {
            if let Some(value) = value
                && witness.is_none_or(|it| is_better(value, it.value))
            {
                *witness = Some(Witness { at: first + at, value });
            }
        };
        let mut states = states.iter().enumerate();
        match self.property(*property) {
            Claim::Most(measure) => states
                .for_each(|(at, state)| improve(Some(measure(model, state)), at, |a, b| a > b)),
            Claim::Least(measure) => {
                states.for_each(|(at, state)| improve(measure(model, state), at, |a, b| a < b));
            }
            Claim::Always(_) | Claim::Sometimes(_) if witness.is_some() => {}
            Claim::Always(holds) => {
                let found = states.find(|(_, state)| !holds(model, state));
                *witness = found.map(|(at, _)| Witness { at: first + at, value: 0 });
            }
            Claim::Sometimes(holds) => {
                let found = states.find(|(_, state)| holds(model, state));
                *witness = found.map(|(at, _)| Witness { at: first + at, value: 0 });
            }
            Claim::Eventually(_) | Claim::Outcomes(_) | Claim::Progress(..) | Claim::Cost(..) => {}
        }
    }
}

impl<M: Model> Symmetry for Typed<M> {
    fn symmetric(&self) -> u8 {
        self.symmetry.as_ref().map_or(0, |it| (it.symmetric)(&self.model))
    }

    fn rename(&self, state: &[u8], names: &Renaming, renamed: &mut [u8]) {
        match &self.symmetry {
            Some(it) => {
                let other = (it.renamed)(&self.model, &read(state), names);
                renamed.copy_from_slice(other.as_bytes());
            }
            None => renamed.copy_from_slice(state),
        }
    }

    fn keys(&self, state: &[u8]) -> [u64; PROCESSES_MAX] {
        let keys = |it: &Names<M>| (it.keys)(&self.model, &read(state));
        self.symmetry.as_ref().map_or([0; PROCESSES_MAX], keys)
    }

    fn heeds_names(&self, property: usize) -> bool {
        let name = self.properties[property].name;
        self.symmetry.as_ref().is_none_or(|it| (it.heeds_names)(&self.model, name))
    }
}

/// Steps from one state.
struct Attempts<'a, M: Model> {
    model: &'a M,
    before: &'a M::State,
    expansion: &'a mut Expansion,
    tried: Tried,
}

impl<M: Model> Attempts<'_, M> {
    /// Not inline, because kits offer actions at several places.
    #[inline(never)]
    fn attempt(&mut self, action: Action) {
        let Attempts { model, before, expansion, tried } = self;
        let (mut after, mut log) = (**before, Log::off());
        let stepped = model.step(&mut after, action, &mut log);
        let came = (stepped, log.touched());
        let sleep_set = match expansion.records_steps() {
            true => SleepSet::default(),
            false => model.lull(tried, before, action, came, &after),
        };
        if expansion.attempt(action, stepped) {
            let is_fair = || model.fairness(before, action, &after).is_some();
            expansion.add(after.as_bytes(), action, sleep_set, is_fair);
        }
    }
}
