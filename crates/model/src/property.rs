//! What is claimed of an algorithm, in a form that a search can judge.

use crate::Model;
use serde::Serialize;

/// A named claim about reachable states.
pub struct Property<M: Model> {
    /// Short: "mutual exclusion".
    pub name: &'static str,
    /// In words: "At most one process is in the critical section."
    pub words: &'static str,
    pub claim: Claim<M>,
}

pub enum Claim<M: Model> {
    Always(fn(&M, &M::State) -> bool),
    Sometimes(fn(&M, &M::State) -> bool),
    Most(fn(&M, &M::State) -> u32),
    Least(fn(&M, &M::State) -> Option<u32>),
    Eventually(fn(&M, &M::State) -> u8),
    Outcomes(fn(&M, &M::State) -> String),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// True in every reachable state.
    Always,
    /// True in some reachable state: a question, or proof that the model is not vacuous.
    Sometimes,
    /// The largest value that a quantity takes.
    Most,
    /// The smallest value that a quantity takes where it counts.
    Least,
    /// What somebody waits for comes in the end, in every run.
    Eventually,
    /// How runs can end.
    Outcomes,
}

impl<M: Model> Property<M> {
    pub const fn always(
        name: &'static str,
        words: &'static str,
        holds: fn(&M, &M::State) -> bool,
    ) -> Property<M> {
        Property { name, words, claim: Claim::Always(holds) }
    }

    pub const fn sometimes(
        name: &'static str,
        words: &'static str,
        holds: fn(&M, &M::State) -> bool,
    ) -> Property<M> {
        Property { name, words, claim: Claim::Sometimes(holds) }
    }

    pub const fn most(
        name: &'static str,
        words: &'static str,
        measure: fn(&M, &M::State) -> u32,
    ) -> Property<M> {
        Property { name, words, claim: Claim::Most(measure) }
    }

    /// `measure` tells a value where it counts: of an entry that is complete, say.
    pub const fn least(
        name: &'static str,
        words: &'static str,
        measure: fn(&M, &M::State) -> Option<u32>,
    ) -> Property<M> {
        Property { name, words, claim: Claim::Least(measure) }
    }

    /// Nobody waits for ever, as long as every [`Promise`](crate::Promise) is kept. `waiting` tells
    /// who waits: a set, of processes or of anything else, in which each stays until it has what it
    /// waits for.
    pub const fn eventually(
        name: &'static str,
        words: &'static str,
        waiting: fn(&M, &M::State) -> u8,
    ) -> Property<M> {
        Property { name, words, claim: Claim::Eventually(waiting) }
    }

    /// `outcome` says in a few words what has come of a run that has ended: nobody can take a step,
    /// faults aside.
    pub const fn outcomes(
        name: &'static str,
        words: &'static str,
        outcome: fn(&M, &M::State) -> String,
    ) -> Property<M> {
        Property { name, words, claim: Claim::Outcomes(outcome) }
    }

    pub const fn kind(&self) -> Kind {
        match self.claim {
            Claim::Always(_) => Kind::Always,
            Claim::Sometimes(_) => Kind::Sometimes,
            Claim::Most(_) => Kind::Most,
            Claim::Least(_) => Kind::Least,
            Claim::Eventually(_) => Kind::Eventually,
            Claim::Outcomes(_) => Kind::Outcomes,
        }
    }

    /// Whether `state` breaks this claim.
    pub fn broken(&self, model: &M, state: &M::State) -> bool {
        matches!(self.claim, Claim::Always(holds) if !holds(model, state))
    }
}
