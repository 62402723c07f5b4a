//! What the steps before a moment say of its failure.

use super::{Failure, Reason, Round, Sign, Source};
use crate::scene::Thing;
use crate::words::ONLY_SECTION;
use catalog::{Action, Cell, Enabledness, Event, Life, Moment, ProcessView, Shape, Trace, Zone};

/// Reasons of one process.
const REASONS_MAX: usize = 2;

pub struct Past<'a> {
    pub trace: &'a Trace,
    pub moment: &'a Moment,
}

impl Past<'_> {
    /// The steps of a process up to this moment, latest first.
    fn steps(&self, who: usize) -> impl Iterator<Item = &catalog::Step> {
        let taken = self.moment.at.min(self.trace.steps.len());
        let steps = self.trace.steps[..taken].iter().rev();
        steps.filter(move |step| step.process.map(usize::from) == Some(who))
    }

    fn is_own(&self, cell: Cell, who: usize) -> bool {
        let arrays = &self.moment.view.arrays;
        let array = arrays.iter().find(|array| array.name == cell.array);
        array.is_some_and(|array| array.owned) && usize::from(cell.index) == who
    }

    fn value(&self, cell: Cell) -> Option<&str> {
        let array = self.moment.view.arrays.iter().find(|array| array.name == cell.array)?;
        Some(&array.get(cell)?.value)
    }

    /// Whose value a cell has: its owner's, or that of its last writer.
    fn owner(&self, cell: Cell) -> Option<usize> {
        let array = self.moment.view.arrays.iter().find(|array| array.name == cell.array)?;
        if array.owned {
            return Some(cell.index.into());
        }
        array.get(cell)?.writer.map(usize::from)
    }

    fn reason(&self, who: usize, cell: Cell, value: &str) -> Reason {
        let now = self.value(cell).filter(|text| *text != value).map(Into::into);
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
            let sets_out =
                |event: &Event| matches!(event, Event::Moved { from: Zone::Remainder, .. });
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

    pub fn shared(&self, inside: &[usize]) -> Failure {
        let mut failure = Failure {
            places: inside.iter().map(|&it| Thing::Process(it)).collect(),
            is_room: true,
            ..Failure::default()
        };
        for &who in inside {
            let rivals: Vec<usize> = inside.iter().copied().filter(|it| *it != who).collect();
            failure.reasons.extend(self.reasons(who, &rivals));
        }
        // what one has read of the other is compared with what the other has read of it, if it is still there
        for pair in inside.windows(2) {
            let of = |who: usize| {
                failure.reasons.iter().find_map(|reason| match reason.from {
                    Source::Cell(cell) if self.is_own(cell, who) && reason.now.is_none() => {
                        Some(cell)
                    }
                    _ => None,
                })
            };
            if let (Some(a), Some(b)) = (of(pair[0]), of(pair[1]))
                && a.array == b.array
                // what waits in a store buffer was not compared
                && ![a, b].iter().any(|cell| self.is_pending(*cell))
                && let (Some(left), Some(right)) = (self.value(a), self.value(b))
            {
                let between = [Thing::Cell(a), Thing::Cell(b)];
                failure.signs.push(Sign { between, sign: sign(left, right) });
            }
        }
        failure
    }

    fn is_pending(&self, cell: Cell) -> bool {
        let mut writes = self.moment.view.buffers.iter().flat_map(|buffer| &buffer.writes);
        writes.any(|write| write.cell == cell)
    }

    pub fn disagreement(&self, decided: &[usize]) -> Failure {
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
    pub fn contradiction(&self) -> Option<Failure> {
        let history = self.moment.view.history.as_ref()?;
        let (events, _) = history.contradiction.as_ref()?;
        let concerned = events.map(|event| history.events[event].process.into());
        Some(Failure { concerned: concerned.into(), ..Failure::default() })
    }

    /// Those in the sections that a broken property names, where these have names of their own.
    pub fn named(&self) -> Option<Failure> {
        let claim = self.trace.claims.iter().find(|claim| self.moment.broken.contains(&claim.0))?.1;
        let words: Vec<&str> =
            claim.split(|letter: char| !letter.is_alphanumeric() && letter != '_').collect();
        let processes = self.moment.view.processes.iter().enumerate();
        let inside: Vec<(usize, Zone)> = processes
            .map(|process| (process.0, process.1.zone))
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
        for pair in inside.windows(2).filter(|window| window[0].1 != window[1].1) {
            let between = [Thing::Process(pair[0].0), Thing::Process(pair[1].0)];
            failure.signs.push(Sign { between, sign: "≠" });
        }
        Some(failure)
    }

    /// A run that goes round: those that never move, or else all that do.
    pub fn round(&self, from: usize) -> Failure {
        let steps = &self.trace.steps[from.min(self.trace.steps.len())..];
        let movers: Vec<Option<usize>> =
            steps.iter().map(|step| step.process.map(usize::from)).collect();
        let processes = self.moment.view.processes.iter().enumerate();
        let is_held_up = |it: &(usize, &ProcessView)| {
            it.1.life == Life::Running
                && it.1.zone != Zone::Remainder
                && !movers.contains(&Some(it.0))
        };
        let mut places: Vec<Thing> =
            processes.filter(is_held_up).map(|process| Thing::Process(process.0)).collect();
        if places.is_empty() {
            let is_moved = |it: &usize| movers.contains(&Some(*it));
            let all = 0..self.moment.view.processes.len();
            places = all.filter(is_moved).map(Thing::Process).collect();
        }
        Failure { places, round: Some(Round { movers }), ..Failure::default() }
    }

    /// Who waits for whom, and at which cells.
    pub fn deadlock(&self) -> Failure {
        let waits = self.moment.waits();
        let mut failure = Failure { is_deadlock: true, waits, ..Failure::default() };
        for choice in &self.moment.next {
            let is_wait = choice.possible == Enabledness::Waits
                && matches!(choice.action, Action::Step { .. });
            let Some(who) = choice.process.map(usize::from).filter(|_| is_wait) else { continue };
            if !failure.places.contains(&Thing::Process(who)) {
                failure.places.push(Thing::Process(who));
                failure.places.extend(choice.cell.map(Thing::Cell));
            }
        }
        failure
    }

    /// The cell, or the word that it is a part of.
    fn whole(&self, cell: Cell) -> Vec<Cell> {
        let array = self.moment.view.arrays.iter().find(|array| array.name == cell.array);
        match array.filter(|array| array.shape == Shape::Word) {
            Some(word) => (0..word.cells.len()).map(|it| word.cell(it)).collect(),
            None => vec![cell],
        }
    }

    /// Where nothing else is known: what the last step touched, and what its process had read.
    pub fn last_step(&self) -> Failure {
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
        failure.concerned = self.where_it_went();
        failure
    }

    /// Those who stand in the section that the last step led into: a second leader is one beside the first.
    fn where_it_went(&self) -> Vec<usize> {
        let mut moved = self.moment.events.iter().filter_map(|event| match event {
            Event::Moved { to: to @ Zone::Named(name), .. } if *name != ONLY_SECTION => Some(*to),
            _ => None,
        });
        let Some(section) = moved.next() else { return Vec::new() };
        let processes = self.moment.view.processes.iter().enumerate();
        processes.filter(|process| process.1.zone == section).map(|process| process.0).collect()
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
