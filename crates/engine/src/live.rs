//! A model with its state, and their types forgotten: what lets everything above be written once.

use crate::entry::Claimed;
use model::{Action, Claim, Kind, Log, Model, Promise, Property, Row, Stepped, View, Zone};
use zerocopy::IntoBytes;

/// One run of one model, at the state it has come to.
pub trait Live {
    /// Takes a step, or stays where it was and says why not.
    fn step(&mut self, action: Action, log: &mut Log<'_>) -> Stepped;
    /// What would come of a step.
    fn attempt(&self, action: Action, log: &mut Log<'_>) -> Stepped;
    /// Every action worth trying here.
    fn actions(&self) -> Vec<Action>;
    /// Properties that do not hold here.
    fn broken(&self) -> Vec<&'static str>;
    /// Who waits and which operations are pending, for each property that asks for it.
    fn pending(&self) -> Vec<Pending>;
    /// What a step, if it is possible here, keeps of what the scheduler may not put off for ever.
    fn promise(&self, action: Action) -> Option<Promise>;
    fn view(&self) -> View;
    /// The same bytes wherever the run has come to the same state, and only there.
    fn state(&self) -> Vec<u8>;
    fn rows(&self) -> Vec<Row>;
    fn zones(&self) -> &'static [Zone];
    fn claims(&self) -> Vec<Claimed>;
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

struct Run<M: Model> {
    model: M,
    state: M::State,
}

/// A run that has not begun.
pub fn start<M: Model>(model: M) -> Box<dyn Live> {
    Box::new(Run { state: model.init(), model })
}

impl<M: Model> Live for Run<M> {
    fn step(&mut self, action: Action, log: &mut Log<'_>) -> Stepped {
        self.model.step(&mut self.state, action, log)
    }

    fn attempt(&self, action: Action, log: &mut Log<'_>) -> Stepped {
        self.model.step(&mut self.state.clone(), action, log)
    }

    fn actions(&self) -> Vec<Action> {
        self.model.offered(&self.state)
    }

    fn broken(&self) -> Vec<&'static str> {
        let all = self.model.properties().iter();
        all.filter(|it| it.broken(&self.model, &self.state)).map(|it| it.name).collect()
    }

    fn pending(&self) -> Vec<Pending> {
        let of = |it: &Property<M>| match it.claim {
            Claim::Eventually(waiting) => {
                let waiting = waiting(&self.model, &self.state);
                Some((0..u8::BITS).map(|it| waiting >> it & 1).collect())
            }
            Claim::Progress(_, operations) => Some(operations(&self.model, &self.state).to_vec()),
            _ => None,
        };
        let pending =
            |it: &Property<M>| Some(Pending { property: it.name, kind: it.kind(), of: of(it)? });
        Property::asked_of(&self.model).filter_map(pending).collect()
    }

    fn promise(&self, action: Action) -> Option<Promise> {
        let mut after = self.state;
        match self.model.step(&mut after, action, &mut Log::off()) {
            Stepped::Ran(_) => self.model.promise(&self.state, action, &after),
            _ => None,
        }
    }

    fn view(&self) -> View {
        self.model.view(&self.state)
    }

    fn state(&self) -> Vec<u8> {
        self.state.as_bytes().to_vec()
    }

    fn rows(&self) -> Vec<Row> {
        self.model.rows()
    }

    fn zones(&self) -> &'static [Zone] {
        self.model.zones()
    }

    fn claims(&self) -> Vec<Claimed> {
        let claimed =
            |it: &Property<M>| Claimed { name: it.name, words: it.words, kind: it.kind() };
        Property::asked_of(&self.model).map(claimed).collect()
    }
}
