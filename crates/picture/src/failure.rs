//! Why a moment fails: the place, and what each process in it had read that let it there. Worked out
//! from the events of the run, so that no algorithm words its own failures.

use crate::scene::Thing;
use catalog::{Action, Cell, Event, Life, Moment, Possible, Trace, Zone};

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
    if moment.broken.is_empty() {
        return moment.is_deadlock().then(|| past.deadlock());
    }
    let excludes =
        moment.view.processes.iter().any(|it| it.zone == Zone::Critical) || inside.len() > 1;
    if inside.len() > 1 && excludes {
        Some(past.shared(&inside))
    } else if disagree {
        Some(past.disagreement(&decided))
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
        Some(&array.cells.get(usize::from(cell.index))?.value)
    }

    /// Whose value a cell has: its owner's, or that of its last writer.
    fn owner(&self, cell: Cell) -> Option<usize> {
        let array = self.moment.view.arrays.iter().find(|it| it.name == cell.array)?;
        if array.owned {
            return Some(cell.index.into());
        }
        array.cells.get(usize::from(cell.index))?.writer.map(usize::from)
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
            failure.reasons.extend(self.reasons(who, &[]).into_iter().take(1));
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
            let shown = array.and_then(|it| it.cells.get(usize::from(cell.index)));
            let holders = shown.map(|it| it.holders.clone()).unwrap_or_default();
            failure.waits.extend(holders.into_iter().map(|it| (who, usize::from(it), Some(cell))));
        }
        failure.waits.retain(|it| it.0 != it.1);
        failure.waits.sort_unstable();
        failure.waits.dedup();
        failure
    }

    /// Where nothing else is known: what the last step touched, and what its process had read.
    fn last_step(&self) -> Failure {
        let mut failure = Failure::default();
        for event in &self.moment.events {
            if let Event::Read { cell, .. } | Event::Write { cell, .. } = event {
                failure.places.push(Thing::Cell(*cell));
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
            if self.waits.iter().any(|it| it.0 == who || it.1 == who)
                || self.reasons.iter().any(|it| it.who == who));
        self.is_place(thing) || is_sign || is_reason || waits
    }

    /// What a process had learnt, in words: "had read number[1] = 1".
    pub fn told(&self, who: usize, moment: &Moment) -> Vec<String> {
        let own = self.reasons.iter().filter(|it| it.who == who);
        let mut told: Vec<String> = own
            .map(|it| {
                let now = it.now.as_ref().map_or_else(String::new, |now| format!(", now {now}"));
                match it.from {
                    Source::Cell(cell) => format!("had read {cell} = {}{now}", it.value),
                    Source::Process(from) => {
                        format!("had received {} from {from}", it.value)
                    }
                }
            })
            .collect();
        told.dedup();
        let it = &moment.view.processes[who];
        if let Some(decided) = &it.decided
            && self.is_place(Thing::Process(who))
        {
            told.insert(0, format!("decided {decided}"));
        }
        if self.is_deadlock && it.life == Life::Running {
            told.extend(crate::words::waits(moment, who).map(|why| format!("waits: {why}")));
        }
        told
    }
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
        assert_eq!(it.told(0, &moment), ["had read number[1] = 1"]);
        assert_eq!(it.told(1, &moment), ["had read number[0] = 1"]);
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

    #[test]
    fn nothing_fails_where_all_is_well() {
        assert_eq!(at("bakery?v=1&run=QIRKBIBQ.yZu5"), None);
    }
}
