//! Why a moment fails: the place, and what each process in it had read that let it there. Worked out
//! from the events of the run, so that no algorithm words its own failures.

use crate::scene::Thing;
use catalog::{Action, Cell, Event, Life, Moment, Possible, ProcessView, Shape, Trace, Zone};

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

/// Reasons of one process.
const REASONS_MAX: usize = 2;

/// The reason of the failure at a moment of a run; none if nothing fails there.
pub fn failure(trace: &Trace, moment: &Moment) -> Option<Failure> {
    let is_inside = |zone| matches!(zone, Zone::Critical | Zone::Processing);
    let processes = moment.view.processes.iter().enumerate();
    let inside: Vec<usize> =
        processes.clone().filter(|it| is_inside(it.1.zone)).map(|it| it.0).collect();
    let decided: Vec<usize> =
        processes.filter(|it| it.1.decided.is_some()).map(|it| it.0).collect();
    let disagree = decided
        .windows(2)
        .any(|it| moment.view.processes[it[0]].decided != moment.view.processes[it[1]].decided);
    let past = Past { trace, moment };
    if let Some(from) = trace.loops_from.filter(|_| moment.at == trace.steps.len()) {
        return Some(past.round(from));
    }
    if moment.broken.is_empty() {
        return moment.is_deadlock().then(|| past.deadlock());
    }
    let excludes =
        moment.view.processes.iter().any(|it| it.zone == Zone::Critical) || inside.len() > 1;
    if inside.len() > 1 && excludes {
        Some(past.shared(&inside))
    } else if disagree {
        Some(past.disagreement(&decided))
    } else if let Some(failure) = past.contradiction().or_else(|| past.named()) {
        Some(failure)
    } else {
        Some(past.last_step())
    }
}

struct Past<'a> {
    trace: &'a Trace,
    moment: &'a Moment,
}

impl Past<'_> {
    /// The steps of a process up to this moment, latest first.
    fn steps(&self, who: usize) -> impl Iterator<Item = &catalog::Step> {
        let taken = self.moment.at.min(self.trace.steps.len());
        let steps = self.trace.steps[..taken].iter().rev();
        steps.filter(move |it| it.process.map(usize::from) == Some(who))
    }

    fn is_own(&self, cell: Cell, who: usize) -> bool {
        let arrays = &self.moment.view.arrays;
        let array = arrays.iter().find(|it| it.name == cell.array);
        array.is_some_and(|it| it.owned) && usize::from(cell.index) == who
    }

    fn value(&self, cell: Cell) -> Option<&str> {
        let array = self.moment.view.arrays.iter().find(|it| it.name == cell.array)?;
        Some(&array.get(cell)?.value)
    }

    /// Whose value a cell has: its owner's, or that of its last writer.
    fn owner(&self, cell: Cell) -> Option<usize> {
        let array = self.moment.view.arrays.iter().find(|it| it.name == cell.array)?;
        if array.owned {
            return Some(cell.index.into());
        }
        array.get(cell)?.writer.map(usize::from)
    }

    fn reason(&self, who: usize, cell: Cell, value: &str) -> Reason {
        let now = self.value(cell).filter(|it| *it != value).map(Into::into);
        Reason { who, from: Source::Cell(cell), value: value.into(), now }
    }

    /// What a process has read and received on its way to where it is, latest first: since it left
    /// the remainder section. `rivals` come first.
    fn reasons(&self, who: usize, rivals: &[usize]) -> Vec<Reason> {
        let mut found: Vec<(bool, Reason)> = Vec::new();
        for step in self.steps(who) {
            for event in step.events.iter().rev() {
                let reason = match event {
                    Event::Read { cell, value, .. } if !self.is_own(*cell, who) => {
                        let is_rival = self.owner(*cell).is_some_and(|it| rivals.contains(&it));
                        (is_rival, self.reason(who, *cell, value))
                    }
                    Event::Receive { from, text, .. } => {
                        let other = usize::from(*from);
                        let from = Source::Process(other);
                        let reason = Reason { who, from, value: text.clone(), now: None };
                        (rivals.contains(&other), reason)
                    }
                    _ => continue,
                };
                if !found.iter().any(|it| it.1.from == reason.1.from) {
                    found.push(reason);
                }
            }
            let sets_out = |it: &Event| matches!(it, Event::Moved { from: Zone::Remainder, .. });
            if step.events.iter().any(sets_out) {
                break;
            }
        }
        // stable: the latest stay first
        found.sort_by_key(|it| !it.0);
        if found.first().is_some_and(|it| it.0) {
            found.retain(|it| it.0);
            // one read of each rival tells enough
            found.truncate(rivals.len().max(1));
        }
        found.truncate(REASONS_MAX);
        found.into_iter().map(|it| it.1).collect()
    }

    fn shared(&self, inside: &[usize]) -> Failure {
        let mut failure = Failure {
            places: inside.iter().map(|&it| Thing::Process(it)).collect(),
            is_room: true,
            ..Failure::default()
        };
        for &who in inside {
            let rivals: Vec<usize> = inside.iter().copied().filter(|it| *it != who).collect();
            failure.reasons.extend(self.reasons(who, &rivals));
        }
        // what one has read of the other is compared with what the other has read of it
        for pair in inside.windows(2) {
            let of = |who: usize| {
                failure.reasons.iter().find_map(|it| match it.from {
                    Source::Cell(cell) if self.is_own(cell, who) => Some(cell),
                    _ => None,
                })
            };
            if let (Some(a), Some(b)) = (of(pair[0]), of(pair[1]))
                && a.array == b.array
                && let (Some(left), Some(right)) = (self.value(a), self.value(b))
            {
                let between = [Thing::Cell(a), Thing::Cell(b)];
                failure.signs.push(Sign { between, sign: sign(left, right) });
            }
        }
        failure
    }

    fn disagreement(&self, decided: &[usize]) -> Failure {
        let mut failure = Failure {
            places: decided.iter().map(|&it| Thing::Process(it)).collect(),
            ..Failure::default()
        };
        for &who in decided {
            let mut reasons = self.reasons(who, &[]);
            // whom it followed is known from the decision: the reason is why it followed that one
            let value = &self.moment.view.processes[who].decided;
            if reasons.len() > 1 && Some(&reasons[0].value) == value.as_ref() {
                reasons.remove(0);
            }
            failure.reasons.extend(reasons.into_iter().take(1));
        }
        for pair in decided.windows(2) {
            let value = |it: usize| &self.moment.view.processes[it].decided;
            if value(pair[0]) != value(pair[1]) {
                let between = [Thing::Process(pair[0]), Thing::Process(pair[1])];
                failure.signs.push(Sign { between, sign: "≠" });
            }
        }
        failure
    }

    /// The processes of two events whose stamps contradict what led to what.
    fn contradiction(&self) -> Option<Failure> {
        let history = self.moment.view.history.as_ref()?;
        let (events, _) = history.contradiction.as_ref()?;
        let concerned = events.map(|it| history.events[it].process.into());
        Some(Failure { concerned: concerned.into(), ..Failure::default() })
    }

    /// Those in the sections that a broken property names, where these have names of their own.
    fn named(&self) -> Option<Failure> {
        let claim = self.trace.claims.iter().find(|it| self.moment.broken.contains(&it.0))?.1;
        let words: Vec<&str> = claim.split(|it: char| !it.is_alphanumeric() && it != '_').collect();
        let processes = self.moment.view.processes.iter().enumerate();
        let inside: Vec<(usize, Zone)> = processes
            .map(|it| (it.0, it.1.zone))
            .filter(|it| matches!(it.1, Zone::Named(name) if words.contains(&name)))
            .collect();
        if inside.len() < 2 {
            return None;
        }
        let mut failure = Failure {
            places: inside.iter().map(|it| Thing::Process(it.0)).collect(),
            ..Failure::default()
        };
        for &(who, _) in &inside {
            failure.reasons.extend(self.reasons(who, &[]).into_iter().take(1));
        }
        for pair in inside.windows(2).filter(|it| it[0].1 != it[1].1) {
            let between = [Thing::Process(pair[0].0), Thing::Process(pair[1].0)];
            failure.signs.push(Sign { between, sign: "≠" });
        }
        Some(failure)
    }

    /// A run that goes round: those that never move, or else all that do.
    fn round(&self, from: usize) -> Failure {
        let steps = &self.trace.steps[from.min(self.trace.steps.len())..];
        let movers: Vec<Option<usize>> =
            steps.iter().map(|it| it.process.map(usize::from)).collect();
        let processes = self.moment.view.processes.iter().enumerate();
        let is_held_up = |it: &(usize, &ProcessView)| {
            it.1.life == Life::Running
                && it.1.zone != Zone::Remainder
                && !movers.contains(&Some(it.0))
        };
        let mut places: Vec<Thing> =
            processes.filter(is_held_up).map(|it| Thing::Process(it.0)).collect();
        if places.is_empty() {
            let is_moved = |it: &usize| movers.contains(&Some(*it));
            let all = 0..self.moment.view.processes.len();
            places = all.filter(is_moved).map(Thing::Process).collect();
        }
        Failure { places, round: Some(Round { movers }), ..Failure::default() }
    }

    /// Who waits for whom: for those it names, or for those who hold what it wants.
    fn deadlock(&self) -> Failure {
        let mut failure = Failure { is_deadlock: true, ..Failure::default() };
        for choice in &self.moment.next {
            let is_wait =
                choice.possible == Possible::Waits && matches!(choice.action, Action::Step { .. });
            let Some(who) = choice.process.map(usize::from).filter(|_| is_wait) else { continue };
            if failure.places.contains(&Thing::Process(who)) {
                continue;
            }
            failure.places.push(Thing::Process(who));
            failure
                .waits
                .extend(choice.waits_for.iter().map(|&it| (who, usize::from(it), choice.cell)));
            let Some(cell) = choice.cell else { continue };
            failure.places.push(Thing::Cell(cell));
            let array = self.moment.view.arrays.iter().find(|it| it.name == cell.array);
            let shown = array.and_then(|it| it.get(cell));
            let holders = shown.map(|it| it.holders.clone()).unwrap_or_default();
            failure.waits.extend(holders.into_iter().map(|it| (who, usize::from(it), Some(cell))));
        }
        failure.waits.retain(|it| it.0 != it.1);
        failure.waits.sort_unstable();
        failure.waits.dedup();
        failure
    }

    /// The cell, or the word that it is a part of.
    fn whole(&self, cell: Cell) -> Vec<Cell> {
        let array = self.moment.view.arrays.iter().find(|it| it.name == cell.array);
        match array.filter(|it| it.shape == Shape::Word) {
            Some(word) => {
                (0..word.cells.len()).map(|it| Cell { index: it as u8, ..cell }).collect()
            }
            None => vec![cell],
        }
    }

    /// Where nothing else is known: what the last step touched, and what its process had read.
    fn last_step(&self) -> Failure {
        let mut failure = Failure::default();
        for event in &self.moment.events {
            if let Event::Read { cell, .. } | Event::Write { cell, .. } = event {
                failure.places.extend(self.whole(*cell).into_iter().map(Thing::Cell));
            }
        }
        if let Some(who) = self.moment.actor.map(usize::from) {
            failure.places.push(Thing::Process(who));
            failure.reasons = self.reasons(who, &[]);
        }
        failure
    }
}

/// How two values stand to each other.
fn sign(left: &str, right: &str) -> &'static str {
    let number = |text: &str| text.parse::<u32>().ok();
    match (number(left), number(right)) {
        _ if left == right => "=",
        (Some(left), Some(right)) if left < right => "<",
        (Some(_), Some(_)) => ">",
        _ => "≠",
    }
}

impl Failure {
    pub fn is_place(&self, thing: Thing) -> bool {
        self.places.contains(&thing)
    }

    /// Whether a thing is where it fails, or a reason.
    pub fn concerns(&self, thing: Thing) -> bool {
        let is_sign = self.signs.iter().any(|it| it.between.contains(&thing));
        let is_reason = self.reasons.iter().any(|it| match it.from {
            Source::Cell(cell) => thing == Thing::Cell(cell),
            Source::Process(who) => thing == Thing::Process(who),
        });
        let waits = matches!(thing, Thing::Process(who)
            if self.concerned.contains(&who)
                || self.waits.iter().any(|it| it.0 == who || it.1 == who)
                || self.reasons.iter().any(|it| it.who == who));
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
        {
            told.push(Told::Words(name.into()));
        }
        if let Some(round) = self.round.as_ref().filter(|_| is_place) {
            let steps = round.movers.iter().filter(|it| **it == Some(who)).count();
            told.push(Told::Words(match steps {
                0 => "never moves".into(),
                1 => "moves once in each round".into(),
                _ => format!("moves {steps} times in each round"),
            }));
        }
        let own = || self.reasons.iter().filter(|it| it.who == who);
        let mut has_read = false;
        for it in own() {
            let Source::Cell(cell) = it.from else { continue };
            if !std::mem::replace(&mut has_read, true) {
                told.push(Told::Words("had read".into()));
            }
            told.push(Told::Read(format!("{cell} = {}", it.value), it.now.clone()));
        }
        for it in own() {
            if let Source::Process(from) = it.from {
                told.push(Told::Words(format!("had {} from {from}", it.value)));
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
        assert_eq!(it.signs.iter().map(|it| it.sign).collect::<Vec<_>>(), ["="]);
        assert!(it.concerns(Thing::Process(0)) && it.is_room);
    }

    #[test]
    fn a_deadlock_is_told_by_who_holds_what_others_wait_for() {
        let it = at("two-phase-locking?processes=3-0&accounts=3&v=1&run=QAJS.GK82").unwrap();
        assert!(it.is_deadlock);
        let pairs: Vec<_> = it.waits.iter().map(|it| (it.0, it.1)).collect();
        assert_eq!(pairs, [(0, 1), (1, 2), (2, 0)]);
    }

    #[test]
    fn different_decisions_are_joined_by_a_sign() {
        let it = at("register-consensus?v=1&run=A4jt.GgFJ").unwrap();
        assert_eq!(it.signs.iter().map(|it| it.sign).collect::<Vec<_>>(), ["≠"]);
        assert_eq!(it.reasons.len(), 2);
    }

    /// One participant has committed and the other one has aborted.
    #[test]
    fn sections_that_a_property_names_are_the_place() {
        let it = at("two-phase-commit?impatient=yes&v=1&run=YEJEe9I0IEN.svpY").unwrap();
        assert_eq!(it.places, [Thing::Process(1), Thing::Process(2)]);
        assert_eq!(it.signs.iter().map(|it| it.sign).collect::<Vec<_>>(), ["≠"]);
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
