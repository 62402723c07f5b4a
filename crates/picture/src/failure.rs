//! Why a moment fails: the place, and what each process in it had read that let it there. Worked out
//! from the events of the run, so that no algorithm words its own failures.

mod evidence;
mod past;

pub use evidence::{Chain, Crack, Evidence};

use crate::scene::Thing;
use crate::words::ONLY_SECTION;
use catalog::reason::{Reason as Said, Sum};
use catalog::{Cell, Life, Moment, NO_DEADLOCK, Scenario, Trace, Zone};
use past::Past;

/// Of more numbers with one name their sum is drawn.
pub const ADDENDS_MAX: usize = 4;

/// A failure, as far as a picture shows it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Failure {
    /// What is where it must not be.
    pub places: Vec<Thing>,
    /// The room is shared.
    pub is_room: bool,
    pub is_deadlock: bool,
    pub reasons: Vec<Reason>,
    pub signs: Vec<Sign>,
    /// Who waits for whom, and the cell that the other one holds.
    pub waits: Vec<(usize, usize, Option<Cell>)>,
    /// The run goes round for ever.
    pub round: Option<Round>,
    /// Processes whose past is the reason.
    pub concerned: Vec<usize>,
    /// What is said of it names these.
    pub cells: Vec<Cell>,
    /// The words of the claim.
    pub named: Vec<String>,
    pub evidence: Vec<Evidence>,
    pub cracks: Vec<Crack>,
    pub chains: Vec<Chain>,
    pub sum: Option<Sum>,
}

/// A round of states.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Round {
    /// Who takes each of its steps.
    pub movers: Vec<Option<usize>>,
}

/// What a process had read when it took the branch that led here.
#[derive(Clone, PartialEq, Debug)]
pub struct Reason {
    pub who: usize,
    pub cell: Cell,
    pub value: String,
    /// What is there now, if that is something else.
    pub now: Option<String>,
}

/// How two values that were compared stand to each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sign {
    pub between: [Thing; 2],
    pub sign: String,
}

/// The reason of the failure at a moment; none if nothing fails there.
pub fn failure(scenario: &Scenario, moment: &Moment) -> Option<Failure> {
    failure_of(&scenario.trace(), moment, scenario.reason_shown().as_ref())
}

/// The same of a moment of a run, with what is `said` of it.
pub fn failure_of(trace: &Trace, moment: &Moment, said: Option<&Said>) -> Option<Failure> {
    let past = Past { trace, moment };
    match (of_run(&past, said), said) {
        (Some(found), Some(said)) => Some(found.with(said, &past)),
        // nothing moves any more, and what was to come has not come
        (None, Some(said)) => Some(past.deadlock().with(said, &past)),
        (found, None) => found,
    }
}

/// What the events of the run show.
fn of_run(past: &Past<'_>, said: Option<&Said>) -> Option<Failure> {
    let Past { trace, moment } = *past;
    let is_inside = |zone| matches!(zone, Zone::Critical | Zone::Processing);
    let processes = moment.view.processes.iter().enumerate();
    let inside: Vec<usize> = processes
        .clone()
        .filter(|process| is_inside(process.1.zone))
        .map(|process| process.0)
        .collect();
    let decided: Vec<usize> =
        processes.filter(|process| process.1.decided.is_some()).map(|process| process.0).collect();
    let disagree = decided.windows(2).any(|window| {
        moment.view.processes[window[0]].decided != moment.view.processes[window[1]].decided
    });
    if let Some(from) = trace.loops_from.filter(|_| moment.at == trace.steps.len()) {
        return Some(past.round(from));
    }
    if said.is_some_and(|said| said.property == NO_DEADLOCK) {
        return Some(past.deadlock());
    }
    if moment.broken.is_empty() {
        return moment.is_deadlock().then(|| past.deadlock());
    }
    // a cache and a disk may work at once; two workers on one item must not
    let roles = inside.windows(2).all(|it| {
        let [a, b] = [it[0], it[1]].map(|it| moment.view.processes[it].role);
        a == b
    });
    let excludes =
        moment.view.processes.iter().any(|process| process.zone == Zone::Critical) || roles;
    if inside.len() > 1 && excludes {
        Some(past.shared(&inside))
    } else if disagree {
        Some(past.disagreement(&decided))
    } else if trace.breaks_at(moment.at).is_empty() && moment.at > 0 {
        // what broke earlier is no fault of this step
        None
    } else {
        let shown = past.contradiction().or_else(|| past.named());
        Some(shown.unwrap_or_else(|| past.last_step(said)))
    }
}

impl Failure {
    /// Whether a variable is a term of the sum.
    pub fn is_term(&self, name: &str) -> bool {
        let mut added = self.sum.iter().flat_map(|sum| &sum.addends);
        added.any(|(words, all)| all.len() <= ADDENDS_MAX && *words == name.replace('_', " "))
    }

    pub fn is_place(&self, thing: Thing) -> bool {
        self.places.contains(&thing)
    }

    /// Whether a thing is where it fails, or a reason.
    pub fn concerns(&self, thing: Thing) -> bool {
        let is_sign = self.signs.iter().any(|sign| sign.between.contains(&thing));
        let is_read = self.reasons.iter().any(|reason| thing == Thing::Cell(reason.cell))
            || self.cells.iter().any(|cell| thing == Thing::Cell(*cell));
        let mut messages = self.evidence.iter();
        let is_told =
            messages.any(|message| [message.from, message.to].map(Thing::Process).contains(&thing));
        let waits = matches!(thing, Thing::Process(who)
            if self.concerned.contains(&who)
                || self.waits.iter().any(|wait| wait.0 == who || wait.1 == who)
                || self.reasons.iter().any(|reason| reason.who == who));
        // nobody in particular is waited for: all that others will never do is a reason
        let is_open = self.is_deadlock && self.waits.is_empty();
        let is_open = is_open && matches!(thing, Thing::Process(_));
        self.is_place(thing) || is_sign || is_read || is_told || waits || is_open
    }

    /// What a process had learnt, in words: "had read", and "number[1] = 1".
    pub fn told(&self, who: usize, moment: &Moment) -> Vec<Told> {
        let mut told = Vec::new();
        let process = &moment.view.processes[who];
        let is_place = self.is_place(Thing::Process(who));
        if let Some(decided) = process.decided.as_ref().filter(|_| is_place) {
            told.push(Told::Words(format!("decided {decided}")));
        }
        if let Zone::Named(name) = process.zone
            && is_place
            && name != ONLY_SECTION
        {
            told.push(Told::Words(name.into()));
        }
        if let Some(round) = self.round.as_ref().filter(|_| is_place) {
            let steps = round.movers.iter().filter(|mover| **mover == Some(who)).count();
            told.push(Told::Words(match steps {
                0 => "never moves".into(),
                1 => "moves once in each round".into(),
                _ => format!("moves {steps} times in each round"),
            }));
        }
        let own = self.reasons.iter().filter(|reason| reason.who == who);
        for (nth, Reason { cell, value, now, .. }) in own.enumerate() {
            if nth == 0 {
                told.push(Told::Words("had read".into()));
            }
            told.push(Told::Read(format!("{cell} = {value}"), now.clone()));
        }
        if self.is_deadlock && process.life == Life::Running {
            told.extend(crate::words::waits(moment, who).map(Told::Words));
        }
        told
    }
}

/// A part of what stands beside a process at a failure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Told {
    Words(String),
    /// What it had read, and what is there now, if that is something else.
    Read(String, Option<String>),
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(link: &str) -> Option<Failure> {
        let scenario = Scenario::parse(link).unwrap().scenario;
        failure(&scenario, &scenario.moment())
    }

    /// The signs between cells, or between processes.
    fn signs(failure: &Failure, of_cells: bool) -> Vec<&str> {
        let is_cell = |thing: &Thing| matches!(thing, Thing::Cell(_));
        let signs =
            failure.signs.iter().filter(|sign| sign.between.iter().all(is_cell) == of_cells);
        signs.map(|sign| &*sign.sign).collect()
    }

    /// Both hold ticket 1, and each had read the other's.
    #[test]
    fn two_inside_are_told_by_what_each_had_read_of_the_other() {
        let link = "bakery?processes=2&tie-break=none&v=1&run=AAVBQX.fBdw";
        let it = at(link).unwrap();
        assert_eq!(it.places, [Thing::Process(0), Thing::Process(1)]);
        let moment = Scenario::parse(link).unwrap().scenario.moment();
        let had_read = |told: &str| [Told::Words("had read".into()), Told::Read(told.into(), None)];
        assert_eq!(it.told(0, &moment), had_read("number[1] = 1"));
        assert_eq!(it.told(1, &moment), had_read("number[0] = 1"));
        assert_eq!(signs(&it, true), ["="]);
        assert!(it.concerns(Thing::Process(0)) && it.is_room);
    }

    /// Each had read the other's flag when it was down: that both are up now is compared by nobody.
    #[test]
    fn what_has_changed_since_it_was_read_has_no_sign() {
        let it = at("burns-lynch?looks-again=no&v=1&run=QASQAS.kGlG").unwrap();
        assert!(it.reasons.iter().all(|reason| reason.now.is_some()));
        assert!(signs(&it, true).is_empty());
    }

    /// The cache and the disk, which may work at any time, are not to blame.
    #[test]
    fn what_was_read_of_a_bad_disk_is_the_reason() {
        let link = "stable-storage?crashes=0&decay=1&inspect=as-it-goes&v=1&run=Q4jH6IP.OtKO";
        let it = at(link).unwrap();
        assert!(it.is_place(Thing::Process(0)) && !it.concerns(Thing::Process(1)));
        let moment = Scenario::parse(link).unwrap().scenario.moment();
        assert!(it.told(0, &moment).contains(&Told::Read("V[copy][1] = decayed".into(), None)));
    }

    #[test]
    fn a_deadlock_is_told_by_who_holds_what_others_wait_for() {
        let it = at("two-phase-locking?processes=3-0&accounts=3&v=1&run=QAJS.GK82").unwrap();
        assert!(it.is_deadlock);
        let pairs: Vec<_> = it.waits.iter().map(|wait| (wait.0, wait.1)).collect();
        assert_eq!(pairs, [(0, 1), (1, 2), (2, 0)]);
    }

    #[test]
    fn different_decisions_are_joined_by_a_sign() {
        let it = at("register-consensus?v=1&run=A4jt.GgFJ").unwrap();
        assert_eq!(signs(&it, false), ["B ≠ A"]);
        assert!(!it.reasons.is_empty());
    }

    /// One participant has committed and the other one has aborted.
    #[test]
    fn sections_that_a_property_names_are_the_place() {
        let it = at("two-phase-commit?impatient=yes&v=1&run=YEJEe9I0IEN.svpY").unwrap();
        assert_eq!(it.places, [Thing::Process(1), Thing::Process(2)]);
        assert_eq!(signs(&it, false), ["committed ≠ aborted"]);
    }

    #[test]
    fn a_run_that_goes_round_is_told_by_who_moves() {
        let it = at("dijkstra-ring?machines=4&states=2&v=1&loop=4&run=Q48-l3DRDR.dAj4").unwrap();
        let round = it.round.unwrap();
        assert!(round.movers.len() > 3, "{round:?}");
        assert_eq!(it.places.len(), 4);
    }

    #[test]
    fn nothing_fails_where_all_is_well() {
        assert_eq!(at("bakery?v=1&run=QIRKBIBQ.yZu5"), None);
    }
}
