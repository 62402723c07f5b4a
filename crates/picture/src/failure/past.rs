//! What the steps before a moment say of its failure.

use super::{Evidence, Failure, Reason, Round, Said, Sign};
use crate::scene::Thing;
use crate::words::ONLY_SECTION;
use catalog::{
    Action, Cell, Enabledness, Event, Life, Moment, ProcessView, Shape, Trace, Zone, names_in,
};

/// Reasons of one process.
const REASONS_MAX: usize = 2;

/// What a process had read, or received.
enum Learnt {
    Read(Reason),
    Received(Evidence),
}

impl Learnt {
    fn value(&self) -> &str {
        match self {
            Learnt::Read(reason) => &reason.value,
            Learnt::Received(message) => &message.text,
        }
    }

    /// Whether it is of the same cell, or the same sender.
    fn is_of_same(&self, other: &Learnt) -> bool {
        match (self, other) {
            (Learnt::Read(one), Learnt::Read(other)) => one.cell == other.cell,
            (Learnt::Received(one), Learnt::Received(other)) => one.from == other.from,
            _ => false,
        }
    }
}

impl Failure {
    fn learn(&mut self, all: impl IntoIterator<Item = Learnt>) {
        for learnt in all {
            match learnt {
                Learnt::Read(reason) => self.reasons.push(reason),
                Learnt::Received(message) => self.add(message),
            }
        }
    }
}

pub struct Past<'a> {
    pub trace: &'a Trace,
    pub moment: &'a Moment,
}

impl Past<'_> {
    /// The steps of a process up to this moment with their numbers, latest first.
    fn steps(&self, who: usize) -> impl Iterator<Item = (usize, &catalog::Step)> {
        let taken = self.moment.at.min(self.trace.steps.len());
        let steps = self.trace.steps[..taken].iter().enumerate().rev();
        let own = steps.filter(move |(_, step)| step.process.map(usize::from) == Some(who));
        own.map(|(at, step)| (self.trace.steps_in(at + 1), step))
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

    pub fn read(&self, who: usize, cell: Cell, value: &str) -> Reason {
        // nothing has two names
        let is_same = |now: &&str| {
            *now == value || [*now, value].iter().all(|value| matches!(*value, "–" | "none"))
        };
        let now = self.value(cell).filter(|now| !is_same(now)).map(Into::into);
        Reason { who, cell, value: value.into(), now }
    }

    /// What a property claims.
    pub fn claim(&self, property: &str) -> &str {
        self.trace.claims.iter().find(|claim| claim.0 == property).map_or("", |claim| claim.1)
    }

    /// The cells that a sentence names.
    pub fn cells_in(&self, text: &str) -> Vec<Cell> {
        let arrays = self.moment.view.arrays.iter();
        let all = arrays.flat_map(|array| (0..array.cells.len()).map(|index| array.cell(index)));
        all.filter(|cell| names(text, &cell.to_string())).collect()
    }

    /// What a process has read and received on its way to where it is, latest first: since it left
    /// the remainder section. `rivals` come first.
    fn learnt(&self, who: usize, rivals: &[usize]) -> Vec<Learnt> {
        let mut found: Vec<(bool, Learnt)> = Vec::new();
        for (number, step) in self.steps(who) {
            for event in step.events.iter().rev() {
                let learnt = match event {
                    Event::Read { cell, value, .. } if !self.is_own(*cell, who) => {
                        let is_rival = self.owner(*cell).is_some_and(|it| rivals.contains(&it));
                        (is_rival, Learnt::Read(self.read(who, *cell, value)))
                    }
                    Event::Receive { from, text, .. } => {
                        let other = usize::from(*from);
                        let (to, text) = (who, text.clone());
                        let message = Evidence { from: other, to, text, step: number };
                        (rivals.contains(&other), Learnt::Received(message))
                    }
                    _ => continue,
                };
                if !found.iter().any(|known| known.1.is_of_same(&learnt.1)) {
                    found.push(learnt);
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
            failure.learn(self.learnt(who, &rivals));
        }
        // what one has read of the other is compared with what the other has read of it, if it is still there
        for pair in inside.windows(2) {
            let of = |who: usize| {
                let is_his =
                    |reason: &&Reason| self.is_own(reason.cell, who) && reason.now.is_none();
                failure.reasons.iter().find(is_his).map(|reason| reason.cell)
            };
            if let (Some(a), Some(b)) = (of(pair[0]), of(pair[1]))
                && a.array == b.array
                // what waits in a store buffer was not compared
                && ![a, b].iter().any(|cell| self.is_pending(*cell))
                && let (Some(left), Some(right)) = (self.value(a), self.value(b))
            {
                let between = [Thing::Cell(a), Thing::Cell(b)];
                failure.signs.push(Sign { between, sign: sign(left, right).into() });
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
            let mut learnt = self.learnt(who, &[]);
            // whom it followed is known from the decision: the reason is why it followed that one
            let value = &self.moment.view.processes[who].decided;
            if learnt.len() > 1 && Some(learnt[0].value()) == value.as_deref() {
                learnt.remove(0);
            }
            failure.learn(learnt.into_iter().take(1));
        }
        for pair in decided.windows(2) {
            let value = |it: usize| &self.moment.view.processes[it].decided;
            if value(pair[0]) != value(pair[1]) {
                let between = [Thing::Process(pair[0]), Thing::Process(pair[1])];
                failure.signs.push(Sign { between, sign: "≠".into() });
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
        let words: Vec<&str> = names_in(claim).collect();
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
            failure.learn(self.learnt(who, &[]).into_iter().take(1));
        }
        for pair in inside.windows(2).filter(|window| window[0].1 != window[1].1) {
            let between = [Thing::Process(pair[0].0), Thing::Process(pair[1].0)];
            failure.signs.push(Sign { between, sign: "≠".into() });
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

    /// The general case: the cells and processes in the sentence, or of the last step if it names none; and what the
    /// acting process had read.
    pub fn last_step(&self, said: Option<&Said>) -> Failure {
        let mut failure = Failure::default();
        let mut cells = said.map(|said| self.cells_in(&said.head)).unwrap_or_default();
        if cells.is_empty() {
            cells.extend(self.moment.events.iter().filter_map(|event| match event {
                Event::Read { cell, .. } | Event::Write { cell, .. } => Some(*cell),
                _ => None,
            }));
        }
        failure.places.extend(cells.into_iter().flat_map(|cell| self.whole(cell)).map(Thing::Cell));
        let actor = self.moment.actor.map(usize::from);
        failure.learn(actor.map(|who| self.learnt(who, &[])).unwrap_or_default());
        let named = said.map_or(&[][..], |said| &said.who);
        let is_process = |who: &usize| *who < self.moment.view.processes.len();
        let mut whom: Vec<usize> = named.iter().copied().filter(is_process).collect();
        if whom.is_empty() {
            whom.extend(actor);
        }
        failure.places.extend(whom.into_iter().map(Thing::Process));
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

/// Whether a text has a name by itself, and not as a part of a longer one. The article is none.
fn names(text: &str, name: &str) -> bool {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    let goes_on = |rest: &str| {
        rest.starts_with(is_part)
            || rest.starts_with('[')
            || rest.strip_prefix('.').is_some_and(|rest| rest.starts_with(is_part))
    };
    let mut found = text.match_indices(name);
    name != "a"
        && found.any(|(at, _)| {
            !text[..at].ends_with(|letter| is_part(letter) || letter == '.')
                && !goes_on(&text[at + name.len()..])
        })
}
