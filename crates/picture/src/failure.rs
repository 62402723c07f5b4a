//! Why a moment fails: the place, and what each process in it had read that let it there. Worked out
//! from the events of the run, so that no algorithm words its own failures.

mod past;

use crate::scene::Thing;
use crate::tag::tags;
use crate::words::ONLY_SECTION;
use catalog::{Cell, Life, Moment, Trace, Zone};
use past::Past;

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
}

/// A round of states.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Round {
    /// Who takes each of its steps.
    pub movers: Vec<Option<usize>>,
}

/// What a process had learnt when it took the branch that led here.
#[derive(Clone, PartialEq, Debug)]
pub struct Reason {
    pub who: usize,
    pub from: Source,
    /// What it had read, or received.
    pub value: String,
    /// What is there now, if that is something else.
    pub now: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    Cell(Cell),
    /// A message of that process.
    Process(usize),
}

/// How two values that were compared stand to each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sign {
    pub between: [Thing; 2],
    pub sign: &'static str,
}

/// The reason of the failure at a moment of a run; none if nothing fails there.
pub fn failure(trace: &Trace, moment: &Moment) -> Option<Failure> {
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
    let past = Past { trace, moment };
    if let Some(from) = trace.loops_from.filter(|_| moment.at == trace.steps.len()) {
        return Some(past.round(from));
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
        Some(shown.unwrap_or_else(|| past.last_step()))
    }
}

impl Failure {
    pub fn is_place(&self, thing: Thing) -> bool {
        self.places.contains(&thing)
    }

    /// Whether a thing is where it fails, or a reason.
    pub fn concerns(&self, thing: Thing) -> bool {
        let is_sign = self.signs.iter().any(|sign| sign.between.contains(&thing));
        let is_reason = self.reasons.iter().any(|reason| match reason.from {
            Source::Cell(cell) => thing == Thing::Cell(cell),
            Source::Process(who) => thing == Thing::Process(who),
        });
        let waits = matches!(thing, Thing::Process(who)
            if self.concerned.contains(&who)
                || self.waits.iter().any(|wait| wait.0 == who || wait.1 == who)
                || self.reasons.iter().any(|reason| reason.who == who));
        // nobody in particular is waited for: all that others will never do is a reason
        let is_open = self.is_deadlock && self.waits.is_empty();
        let is_open = is_open && matches!(thing, Thing::Process(_));
        self.is_place(thing) || is_sign || is_reason || waits || is_open
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
        let own = || self.reasons.iter().filter(|reason| reason.who == who);
        let mut has_read = false;
        for it in own() {
            let Source::Cell(cell) = it.from else { continue };
            if !std::mem::replace(&mut has_read, true) {
                told.push(Told::Words("had read".into()));
            }
            told.push(Told::Read(format!("{cell} = {}", it.value), it.now.clone()));
        }
        let tags = tags(&moment.view);
        for it in own() {
            if let Source::Process(from) = it.from {
                let from = tags.get(from).cloned().unwrap_or_else(|| from.to_string());
                // who it was does not stand on a line by itself
                told.push(Told::Words(format!("had {} from\u{a0}{from}", it.value)));
            }
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
    use catalog::Scenario;

    fn at(link: &str) -> Option<Failure> {
        let scenario = Scenario::parse(link).unwrap().scenario;
        failure(&scenario.trace(), &scenario.moment())
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
        assert_eq!(it.signs.iter().map(|sign| sign.sign).collect::<Vec<_>>(), ["="]);
        assert!(it.concerns(Thing::Process(0)) && it.is_room);
    }

    /// Each had read the other's flag when it was down: that both are up now is compared by nobody.
    #[test]
    fn what_has_changed_since_it_was_read_has_no_sign() {
        let it = at("burns-lynch?looks-again=no&v=1&run=QASQAS.kGlG").unwrap();
        assert!(it.reasons.iter().all(|reason| reason.now.is_some()));
        assert_eq!(it.signs, []);
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
        assert_eq!(it.signs.iter().map(|sign| sign.sign).collect::<Vec<_>>(), ["≠"]);
        assert_eq!(it.reasons.len(), 2);
    }

    /// One participant has committed and the other one has aborted.
    #[test]
    fn sections_that_a_property_names_are_the_place() {
        let it = at("two-phase-commit?impatient=yes&v=1&run=YEJEe9I0IEN.svpY").unwrap();
        assert_eq!(it.places, [Thing::Process(1), Thing::Process(2)]);
        assert_eq!(it.signs.iter().map(|sign| sign.sign).collect::<Vec<_>>(), ["≠"]);
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
