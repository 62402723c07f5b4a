//! A model as a system: all the code that is compiled for each algorithm.

use crate::{Claim, Model, Plain, Property, Symmetric};
use model::{
    Action, Check, Claimed, Expansion, Fairness, Log, PerProcess, Pids, Renaming, RowId,
    SYSTEM_PROCESSES_MAX, Stepped, Symmetry, System, Unreached, WORD, Witness,
};
use std::sync::Arc;

/// Any [`Model`], as a [`System`].
struct Typed<M> {
    model: Arc<M>,
    properties: Vec<Claimed>,
    /// Of its own, so that a program that reduces nothing has none of its code.
    symmetry: Option<Box<dyn Symmetry + Send + Sync>>,
}

impl<M: Model> Typed<M> {
    fn new(model: M) -> Typed<M> {
        let claimed = |property: &Property<M>| Claimed {
            name: property.name,
            words: property.words,
            kind: property.kind(),
            given: "",
            premise_of: None,
            at_end: false,
            applies: (property.applies)(&model),
        };
        let properties = model.properties().iter().map(claimed).collect();
        Typed { model: Arc::new(model), properties, symmetry: None }
    }
}

/// A model as a system.
pub fn system_of<M: Model>(model: M) -> Arc<dyn System> {
    Arc::new(Typed::new(model))
}

/// A model as a system that knows its symmetry.
pub fn symmetric_system_of<M: Symmetric>(model: M) -> Arc<dyn System> {
    let typed = Typed::new(model);
    let names = Names(Arc::clone(&typed.model));
    Arc::new(Typed { symmetry: Some(Box::new(names)), ..typed })
}

/// The bytes as a state, as far as they are no filling.
///
/// # Panics
/// If they are not a state of the model.
#[inline]
pub fn read<S: Plain>(bytes: &[u8]) -> S {
    let Ok((state, _)) = S::try_read_from_prefix(bytes) else {
        panic!("a state of another system")
    };
    state
}

/// Puts a state where it was read.
fn write<S: Plain>(bytes: &mut [u8], state: &S) {
    bytes[..size_of::<S>()].copy_from_slice(state.as_bytes());
}

impl<M: Model> System for Typed<M> {
    fn width(&self) -> usize {
        const { assert!(size_of::<M::State>() > 0, "a state has at least one byte") };
        size_of::<M::State>().next_multiple_of(WORD)
    }

    fn init(&self, state: &mut [u8]) {
        state.fill(0);
        write(state, &self.model.init());
    }

    fn actions(&self, state: &[u8], offer: &mut dyn FnMut(Action)) {
        self.model.actions(&read(state), offer);
    }

    fn step(&self, state: &mut [u8], action: Action, log: &mut Log<'_>) -> Stepped {
        let mut after: M::State = read(state);
        let stepped = self.model.step(&mut after, action, log);
        write(state, &after);
        stepped
    }

    fn fairness(&self, before: &[u8], action: Action, after: &[u8]) -> Option<Fairness> {
        self.model.fairness(&read(before), action, &read(after))
    }

    fn is_strongly_fair(&self) -> bool {
        self.model.is_strongly_fair()
    }

    fn expand(&self, states: &[u8], expansion: &mut Expansion) {
        let mut bytes = vec![0; self.width()];
        for before in states.chunks_exact(self.width()) {
            let before: M::State = read(before);
            self.model.actions(&before, &mut |action| {
                let mut after = before;
                let stepped = self.model.step(&mut after, action, &mut Log::off());
                if expansion.attempt(action, stepped) {
                    let is_fair = || self.model.fairness(&before, action, &after).is_some();
                    write(&mut bytes, &after);
                    expansion.add(&bytes, action, is_fair);
                }
            });
            expansion.end_state();
        }
    }

    fn choices_left(&self, _: &[u8]) -> usize {
        0
    }

    fn processes(&self) -> usize {
        SYSTEM_PROCESSES_MAX
    }

    fn line(&self, _: &[u8], _: usize) -> Option<RowId> {
        None
    }

    fn looks(&self, _: &[u8], _: usize) -> bool {
        true
    }

    fn assumptions(&self) -> Vec<&'static str> {
        Vec::new()
    }

    fn remembers(&self) -> bool {
        false
    }

    fn forget(&self, _: &mut [u8]) {}

    fn unreached(&self) -> Unreached {
        Unreached::default()
    }

    fn properties(&self) -> &[Claimed] {
        &self.properties
    }

    fn check_states(&self, states: &[u8], checks: &mut [Check]) {
        for (at, state) in states.chunks_exact(self.width()).enumerate() {
            let state = read(state);
            for check in &mut *checks {
                let claim = self.claim(check.property);
                if let Some(value) = self.value(claim, &state) {
                    check.see(claim.kind(), Witness { at, value });
                }
            }
        }
    }

    fn waiting(&self, property: usize, states: &[u8], sets: &mut [Pids]) {
        let Claim::Eventually(waiting) = self.claim(property) else { return sets.fill(0) };
        for (state, set) in states.chunks_exact(self.width()).zip(sets) {
            *set = waiting(&self.model, &read(state));
        }
    }

    fn outcome(&self, property: usize, state: &[u8]) -> String {
        match self.claim(property) {
            Claim::Outcomes(outcome) => outcome(&self.model, &read(state)),
            _ => String::new(),
        }
    }

    fn operations(&self, property: usize, states: &[u8], all: &mut [PerProcess]) {
        let (Claim::Progress(_, of) | Claim::Cost(_, of, _)) = self.claim(property) else {
            return all.fill(PerProcess::default());
        };
        for (state, pending) in states.chunks_exact(self.width()).zip(all) {
            *pending = of(&self.model, &read(state));
        }
    }

    fn charge(&self, property: usize, before: &[u8], action: Action, after: &[u8]) -> PerProcess {
        match self.claim(property) {
            Claim::Cost(.., charge) => charge(&self.model, &read(before), action, &read(after)),
            _ => PerProcess::default(),
        }
    }

    fn symmetry(&self) -> Option<&dyn Symmetry> {
        Some(self.symmetry.as_deref()?)
    }
}

impl<M: Model> Typed<M> {
    fn claim(&self, property: usize) -> &Claim<M> {
        &self.model.properties()[property].claim
    }

    /// The value of a state where it may decide a claim.
    #[inline]
    fn value(&self, claim: &Claim<M>, state: &M::State) -> Option<u32> {
        match claim {
            Claim::Always(holds) => (!holds(&self.model, state)).then_some(0),
            Claim::Sometimes(holds) => holds(&self.model, state).then_some(0),
            Claim::Most(measure) => Some(measure(&self.model, state)),
            Claim::Least(measure) => measure(&self.model, state),
            Claim::Eventually(_) | Claim::Outcomes(_) | Claim::Progress(..) | Claim::Cost(..) => {
                None
            }
        }
    }
}

/// The symmetry of a model.
struct Names<M>(Arc<M>);

impl<M: Symmetric> Symmetry for Names<M> {
    fn symmetric(&self) -> Pids {
        self.0.alike()
    }

    fn rename(&self, state: &[u8], names: &Renaming, renamed: &mut [u8]) {
        renamed.fill(0);
        write(renamed, &self.0.renamed(&read(state), names));
    }

    fn keys(&self, state: &[u8]) -> [u64; SYSTEM_PROCESSES_MAX] {
        self.0.keys(&read(state))
    }

    fn heeds_names(&self, property: usize) -> bool {
        self.0.heeds_names(self.0.properties()[property].name)
    }
}
