//! What comes of a test, in the words of herd.

use crate::Quantifier;
use crate::axioms::Forbidden;

/// How many final states there are, and how many of them satisfy the condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Observed {
    pub quantifier: Quantifier,
    pub satisfying: usize,
    pub states: usize,
    /// Whether these are all.
    pub is_whole: bool,
}

impl Observed {
    /// Whether the claim is true; none if it can still be both.
    pub fn ok(&self) -> Option<bool> {
        let Observed { quantifier, satisfying, states, is_whole } = *self;
        let with = quantifier.holds(satisfying, states);
        // what more could be found: another state of each kind
        let is_decided = is_whole
            || with == quantifier.holds(satisfying + 1, states + 1)
                && with == quantifier.holds(satisfying, states + 1);
        is_decided.then_some(with)
    }

    /// `allow`: some final state satisfies the condition; `forbid`: none does.
    pub fn verdict(&self) -> Option<&'static str> {
        match self.satisfying {
            0 => self.is_whole.then_some("forbid"),
            _ => Some("allow"),
        }
    }

    /// How many of the final states satisfy it.
    pub fn observation(&self) -> Option<&'static str> {
        match (self.satisfying, self.states - self.satisfying) {
            (0, _) => self.is_whole.then_some("never"),
            (_, 0) => self.is_whole.then_some("always"),
            _ => Some("sometimes"),
        }
    }

    /// `Ok under tso: Allow, Sometimes. 1 of 4 final states satisfies the condition.`
    pub fn sentence(&self, memory: &str) -> String {
        let ok = match self.ok() {
            Some(true) => "Ok",
            Some(false) => "No",
            None => "Undecided",
        };
        let words = match (self.verdict(), self.observation()) {
            (Some("forbid"), _) => "Forbid, Never. ",
            (Some(_), Some("always")) => "Allow, Always. ",
            (Some(_), Some(_)) => "Allow, Sometimes. ",
            (Some(_), None) => "Allow. ",
            (None, _) => "",
        };
        let states = match self.states {
            1 => "1 final state".to_owned(),
            count => format!("{count} final states"),
        };
        let satisfy = if self.satisfying == 1 { "satisfies" } else { "satisfy" };
        let so_far = if self.is_whole { "" } else { "So far " };
        let satisfying = self.satisfying;
        format!(
            "{ok} under {memory}: {words}{so_far}{satisfying} of {states} {satisfy} the condition."
        )
    }
}

impl Forbidden {
    pub fn sentence(&self) -> String {
        match self {
            Forbidden::Cycle(cycle) => format!("Forbidden by a cycle: {cycle}"),
            Forbidden::ByValues => "No write has a value that makes the condition true.".into(),
        }
    }
}
