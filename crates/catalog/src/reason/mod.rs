//! Why a run fails, in a sentence: what broke, what each had seen, and what was wrong with that. Made
//! from recorded facts by patterns, so that no algorithm words its own failures and no sentence says
//! more than the run.

mod awaited;
mod claimed;
mod concerned;
mod cut;
mod data;
mod fact;
mod faults;
mod forgot;
mod freed;
mod head;
mod loops;
mod messages;
mod operations;
mod otherwise;
mod places;
mod reads;
mod record;
mod serial;
mod sets;
mod stamps;
mod tried;
mod waits;
mod witnesses;

pub use fact::Fact;
pub use head::CLAIM_IS_FALSE;
pub use record::Record;

use crate::{Moment, Scenario, Trace, capital};
use head::{Broken, Head};
use model::{IN_DOMAINS, NO_DEADLOCK};
use tried::Trial;

/// In the place of a property: a run that goes round, whatever that breaks.
pub const ROUND: &str = "";

/// Clauses, and letters of the whole sentence.
const CLAUSES_MAX: usize = 3;
const LETTERS_MAX: usize = 220;

#[derive(Clone, PartialEq, Debug)]
pub struct Reason {
    pub property: &'static str,
    /// "Two are in the critical section."
    pub head: String,
    /// The same as what is to come, within a sentence: "two are inside".
    pub ahead: String,
    /// The processes that make the claim false.
    pub who: Vec<usize>,
    /// What is compared or counted of them: "0 ≠ 1", "2, at most 1".
    pub measure: Option<String>,
    /// The sum that is not what it has to be.
    pub sum: Option<Sum>,
    /// What each saw, why that was enough, what was wrong: in this order.
    pub clauses: Vec<Clause>,
}

/// "1 + 2 + 2 = 5 ≠ 6"
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sum {
    /// Numbers, each time with what the text calls them: `recorded` of each node.
    pub addends: Vec<(String, Vec<String>)>,
    /// "5 ≠ 6"
    pub measure: String,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Clause {
    pub text: String,
    /// What it was made from.
    pub facts: Vec<Fact>,
}

impl Clause {
    fn new(text: impl AsRef<str>, facts: impl Into<Vec<Fact>>) -> Clause {
        Clause { text: capital(text.as_ref()) + ".", facts: facts.into() }
    }

    pub fn holds(&self, record: &Record) -> bool {
        !self.facts.is_empty() && self.facts.iter().all(|fact| fact.holds(record))
    }

    /// The steps that it names.
    pub fn steps(&self) -> impl Iterator<Item = usize> {
        self.facts.iter().filter_map(Fact::step)
    }
}

impl Reason {
    /// All clauses; empty if the head is all that is known.
    pub fn why(&self) -> String {
        let texts: Vec<&str> = self.clauses.iter().map(|clause| &*clause.text).collect();
        texts.join(" ")
    }

    /// The whole sentence.
    pub fn text(&self) -> String {
        [self.head.clone(), self.why()].join(" ").trim_end().to_owned()
    }
}

/// Why a property breaks in the last of the states, or [`ROUND`]. What cannot be computed has its reason in the head.
pub fn of(
    scenario: &Scenario,
    trace: &Trace,
    moments: &[Moment],
    property: &'static str,
) -> Reason {
    let record = Record { scenario, trace, moments };
    let Head { text, ahead, kind, who, measure, sum } = head::of(&record, property);
    let mut clauses = Vec::new();
    if property != IN_DOMAINS {
        let trial = Trial::of(&record, property);
        let is_cause = |clause: &Clause| {
            clause.holds(&record) && trial.as_ref().is_none_or(|trial| trial.is_needed(clause))
        };
        let letters = LETTERS_MAX.saturating_sub(text.chars().count());
        clauses = told(evidence(&record, property, &kind, &who), letters, is_cause);
        if clauses.is_empty() {
            clauses = told(otherwise(&record, &kind), letters, is_cause);
        }
    }
    Reason { property, head: text, ahead, who, measure, sum, clauses }
}

/// The first clauses that are causes and have room.
fn told(found: Vec<Clause>, letters: usize, is_cause: impl Fn(&Clause) -> bool) -> Vec<Clause> {
    let (mut left, mut clauses) = (letters, Vec::new());
    for clause in found {
        let more = clause.text.chars().count() + 1;
        let fits = clauses.len() < CLAUSES_MAX && more <= left;
        if fits && !clauses.contains(&clause) && is_cause(&clause) {
            left -= more;
            clauses.push(clause);
        }
    }
    clauses
}

/// What may be said, most telling first.
fn evidence(record: &Record, property: &str, kind: &Broken, witnesses: &[usize]) -> Vec<Clause> {
    let mut found = match kind {
        Broken::Loop(from) => return loops::of(record, *from),
        Broken::Stuck => return waits::of(record),
        Broken::Operations | Broken::Touched => return Vec::new(),
        Broken::End => return waits::at_end(record),
        Broken::Shared(inside) => {
            [reads::of_each_other(record, inside), messages::of_each_other(record, inside)].concat()
        }
        Broken::Order { first, passed } => {
            let read = reads::of(record, *first, &[*passed]);
            [read, messages::of_each_other(record, &[*first, *passed])].concat()
        }
        Broken::Decided(who) => [
            messages::ignored(record, who),
            messages::apart(record, who),
            reads::of_deciders(record, who),
        ]
        .concat(),
        Broken::Said => {
            let apart = messages::apart(record, witnesses);
            [apart, cut::of(record, property), data::of(record)].concat()
        }
        Broken::Value | Broken::Unknown => [cut::of(record, property), data::of(record)].concat(),
    };
    found.extend(faults::of(record));
    found
}

/// And where none of that is a cause.
fn otherwise(record: &Record, kind: &Broken) -> Vec<Clause> {
    match kind {
        Broken::Shared(who) | Broken::Decided(who) => reads::last_of(record, who),
        Broken::Order { first, .. } => reads::last_of(record, &[*first]),
        Broken::Value => match reads::of_others(record) {
            found if found.is_empty() => reads::of_actor(record),
            found => found,
        },
        // the head says what the last step did
        _ => Vec::new(),
    }
}

impl Scenario {
    /// Why it fails at the cursor: a reason for each property that breaks in this step, or by the loop at
    /// whose end the run is.
    pub fn reasons(&self) -> Vec<Reason> {
        let trace = self.trace();
        let broken = match self.at {
            0 => [broken_at_first(&self.moment()), trace.breaks_at(0)].concat(),
            at => trace.breaks_at(at.min(trace.steps.len())),
        };
        if broken.is_empty() {
            return Vec::new();
        }
        let moments = self.moments_so_far();
        broken.iter().map(|property| of_run(self, &trace, moments.as_deref(), property)).collect()
    }

    /// The first of them, which a picture shows.
    pub fn reason_shown(&self) -> Option<Reason> {
        self.reasons().into_iter().next()
    }

    /// The same as sentences, each without what one before it has said.
    pub fn reasons_told(&self) -> Vec<String> {
        let mut said: Vec<String> = Vec::new();
        let mut told = Vec::new();
        for Reason { head, clauses, .. } in self.reasons() {
            let all = std::iter::once(head).chain(clauses.into_iter().map(|clause| clause.text));
            let new: Vec<String> = all.filter(|part| !said.contains(part)).collect();
            if !new.is_empty() {
                told.push(new.join(" "));
            }
            said.extend(new);
        }
        told
    }

    /// Why a property breaks at the cursor, or [`ROUND`].
    pub fn reason(&self, trace: &Trace, property: &'static str) -> Reason {
        of_run(self, trace, self.moments_so_far().as_deref(), property)
    }
}

/// Where the run is too much to look back at, what fails is all that is said.
fn of_run(
    scenario: &Scenario,
    trace: &Trace,
    moments: Option<&[Moment]>,
    property: &'static str,
) -> Reason {
    let only_head = || {
        let ahead = checker::failing(property);
        let head = format!("{}.", capital(&ahead));
        let (measure, sum) = (None, None);
        Reason { property, head, ahead, who: Vec::new(), measure, sum, clauses: Vec::new() }
    };
    moments.map_or_else(only_head, |moments| of(scenario, trace, moments, property))
}

/// What fails in the first state breaks in no step.
fn broken_at_first(moment: &Moment) -> Vec<&'static str> {
    let deadlock = moment.is_deadlock().then_some(NO_DEADLOCK);
    moment.broken.iter().copied().chain(deadlock).collect()
}

/// "process 0", "processes 0 and 1", "coordinator 0 and participant 1".
fn group(record: &Record, who: &[usize]) -> String {
    let role = |process: usize| record.view().processes.get(process).map(|shown| shown.role);
    let names: Vec<String> = match who {
        [first, _, ..] if who.iter().all(|process| role(*process) == role(*first)) => {
            let role = role(*first).unwrap_or("replica");
            let plural = if role.ends_with('s') { "es" } else { "s" };
            let numbers: Vec<String> = who.iter().map(ToString::to_string).collect();
            return format!("{role}{plural} {}", list(&numbers));
        }
        _ => who.iter().map(|process| record.name(*process)).collect(),
    };
    list(&names)
}

/// "0, 1 and 2"
pub(crate) fn list(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [some @ .., last] => format!("{} and {last}", some.join(", ")),
    }
}
