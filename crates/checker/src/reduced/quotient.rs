//! A model whose states stand for classes of another's.

use super::asked;
use crate::bytes;
use model::{
    Action, Log, Model, PROCESSES_MAX, Pid, Plain, Property, Renaming, Row, Stepped, Symmetric,
    View, Zone,
};
use zerocopy::IntoBytes;

pub struct Quotient<M: Symmetric> {
    pub model: M,
    /// All ways to exchange names; the first changes nothing.
    renamings: Vec<Renaming>,
    /// Those that are alike, in order.
    alike: Vec<Pid>,
    properties: Vec<Property<Quotient<M>>>,
    /// For each property of the model, by how many names it is asked.
    asked: Vec<usize>,
}

impl<M: Symmetric> Quotient<M> {
    /// None if no two are alike.
    ///
    /// # Panics
    /// If the first state tells those apart that are said to be alike, which is a slip of the
    /// author.
    pub fn new(model: M) -> Option<Quotient<M>> {
        let set = model.alike();
        let alike: Vec<Pid> = (0..PROCESSES_MAX).filter(|i| set & 1 << i != 0).collect();
        let (renamings, properties) = (Renaming::all_of(set), asked::of(model.properties()));
        let names = |it: &Property<M>| if model.heeds_names(it.name) { renamings.len() } else { 1 };
        let asked = model.properties().iter().map(names).collect();
        let it = Quotient { model, renamings, alike, properties, asked };
        let init = it.model.init();
        assert!(it.class(&init).all(|other| is(&other, &init)), "who is alike begins alike");
        (it.renamings.len() > 1).then_some(it)
    }

    /// The states of a class that are to be asked for the property at `at`: any one, or all.
    #[inline]
    pub fn asked(&self, at: usize, state: &M::State) -> impl Iterator<Item = M::State> {
        self.class(state).take(self.asked[at])
    }

    /// The state by all names, itself first; a state that has several names comes as often.
    pub fn class(&self, state: &M::State) -> impl Iterator<Item = M::State> {
        self.renamings.iter().map(|names| self.model.renamed(state, names))
    }

    /// How many different states there are in a class.
    pub fn class_size(&self, state: &M::State) -> usize {
        let same = self.class(state).filter(|other| is(other, state)).count();
        self.renamings.len() / same
    }

    /// The state of its class that stands for all: of those whose keys are in order, the least.
    #[inline]
    pub fn representative(&self, state: &M::State) -> M::State {
        let keys = self.model.keys(state);
        let mut least: Option<M::State> = None;
        for names in &self.renamings {
            let keys = names.array(keys);
            if self.alike.windows(2).any(|it| keys[it[0]] > keys[it[1]]) {
                continue;
            }
            let other = self.model.renamed(state, names);
            if least.is_none_or(|least| other.as_bytes() < least.as_bytes()) {
                least = Some(other);
            }
        }
        least.unwrap_or(*state)
    }
}

pub fn is<S: Plain>(one: &S, other: &S) -> bool {
    bytes::same(one.as_bytes(), other.as_bytes())
}

impl<M: Symmetric> Model for Quotient<M> {
    type State = M::State;

    fn init(&self) -> M::State {
        self.model.init()
    }

    #[inline]
    fn actions(&self, state: &M::State, offer: &mut impl FnMut(Action)) {
        self.model.actions(state, offer);
    }

    #[inline]
    fn step(&self, state: &mut M::State, action: Action, log: &mut Log<'_>) -> Stepped {
        let stepped = self.model.step(state, action, log);
        if let Stepped::Ran(_) = stepped {
            *state = self.representative(state);
        }
        stepped
    }

    fn rows(&self) -> Vec<Row> {
        self.model.rows()
    }

    fn zones(&self) -> &'static [Zone] {
        self.model.zones()
    }

    fn properties(&self) -> &[Property<Self>] {
        &self.properties
    }

    fn view(&self, state: &M::State) -> View {
        self.model.view(state)
    }
}
