//! The clauses of a reason as drawings: messages with their steps, crashes, and overwritten values.

use super::{Failure, Past, Reason, Said, Sign};
use crate::scene::Thing;
use catalog::names_in;
use catalog::reason::Fact;

/// So many messages are drawn.
const MESSAGES_MAX: usize = 6;

/// A message that is a reason.
#[derive(Clone, PartialEq, Debug)]
pub struct Evidence {
    pub from: usize,
    pub to: usize,
    pub text: String,
    /// The number of the step that the clause names.
    pub step: usize,
}

/// What a variable of a process was, one value after the other, each with its step.
#[derive(Clone, PartialEq, Debug)]
pub struct Chain {
    pub who: usize,
    pub name: &'static str,
    pub values: Vec<(String, usize)>,
}

/// A process crashed in that step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Crack {
    pub who: usize,
    pub step: usize,
}

impl Failure {
    /// Adds the reason in the banner, which replaces what was inferred from the run.
    pub(super) fn with(mut self, said: &Said, past: &Past<'_>) -> Failure {
        let facts = || said.clauses.iter().flat_map(|clause| &clause.facts);
        if facts().any(|fact| matches!(fact, Fact::Received { .. } | Fact::Sent { .. })) {
            self.evidence.clear();
        }
        if facts().any(|fact| matches!(fact, Fact::Read { .. })) {
            self.reasons.clear();
        }
        let mut all: Vec<&Fact> = facts().collect();
        // of two reads of a cell the last one is what counts
        all.sort_by_key(|fact| (matches!(fact, Fact::Read { .. }), fact.step()));
        for fact in all {
            self.take(fact, past);
        }
        if self.is_deadlock {
            self.places.extend(said.who.iter().copied().map(Thing::Process));
        }
        self.concerned.extend(facts().flat_map(Fact::processes));
        self.cells = past.cells_in(&said.text());
        self.named = names_in(past.claim(said.property)).map(str::to_owned).collect();
        self.sum.clone_from(&said.sum);
        if self.sum.is_none() {
            self.measured(said);
        }
        let processes = past.moment.view.processes.iter().enumerate();
        let has_term =
            processes.filter(|(_, own)| own.locals.iter().any(|own| self.is_term(own.0)));
        let has_term: Vec<usize> = has_term.map(|(who, _)| who).collect();
        self.concerned.extend(has_term);
        self
    }

    fn take(&mut self, fact: &Fact, past: &Past<'_>) {
        let number = |step: usize| past.trace.steps_in(step + 1);
        match fact {
            Fact::Read { who, cell, value, .. } => {
                let is_same = |other: &Reason| (other.who, other.cell) == (*who, *cell);
                self.reasons.retain(|other| !is_same(other));
                self.reasons.push(past.read(*who, *cell, value));
            }
            Fact::Received { step, who, from, text } => {
                let (text, step) = (text.clone(), number(*step));
                self.add(Evidence { from: *from, to: *who, text, step });
            }
            Fact::Sent { step, who, to, text } => {
                let (text, step) = (text.clone(), number(*step));
                self.add(Evidence { from: *who, to: *to, text, step });
            }
            Fact::Waits { who } | Fact::WaitsFor { who, .. } if self.is_deadlock => {
                let place = Thing::Process(*who);
                if !self.is_place(place) {
                    self.places.push(place);
                }
            }
            Fact::Became { step, who, name, value } => {
                let value = (value.clone(), number(*step));
                let is_same = |chain: &&mut Chain| (chain.who, chain.name) == (*who, *name);
                match self.chains.iter_mut().find(is_same) {
                    Some(chain) => chain.values.push(value),
                    None => self.chains.push(Chain { who: *who, name, values: vec![value] }),
                }
            }
            Fact::Crashed { step, who } => {
                self.cracks.push(Crack { who: *who, step: number(*step) });
            }
            _ => {}
        }
    }

    /// Puts the measure between the first two processes of the claim.
    fn measured(&mut self, said: &Said) {
        let ([one, other, ..], Some(measure)) = (&said.who[..], &said.measure) else { return };
        let between = [*one, *other].map(Thing::Process);
        if between.iter().all(|thing| self.is_place(*thing)) {
            self.signs.retain(|sign| {
                !sign.between.iter().all(|thing| matches!(thing, Thing::Process(_)))
            });
            self.signs.push(Sign { between, sign: measure.clone() });
        }
    }

    /// A message that was sent and received is one.
    pub(super) fn add(&mut self, found: Evidence) {
        let is_same = |other: &Evidence| {
            (other.from, other.to) == (found.from, found.to) && other.text == found.text
        };
        if self.evidence.len() < MESSAGES_MAX && !self.evidence.iter().any(is_same) {
            self.evidence.push(found);
        }
    }
}
