//! A whole run, past and future: what the listing's history and the space-time diagram show.

use crate::engine::{Place, Simulator};
use crate::operations::{self, Operation};
use crate::order::Order;
use crate::round::{Round, Unserved};
use crate::unmet::{self, Unmet};
use crate::words::{self, Piece};
use model::work::Allowance;
use model::{Action, Cell, Event, IN_DOMAINS, Log, NO_DEADLOCK, Row, RowId, Stepped, View, Zone};
use serde::Serialize;

/// The most work of finding out what a loop breaks.
const LOOP_WORK: usize = 20 * program::STATE_WORK;

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Trace {
    /// Lanes: the processes, and behind them the replicas of a store.
    pub processes: usize,
    /// How many of the lanes are replicas.
    pub replicas: usize,
    pub rows: Vec<Row>,
    pub steps: Vec<Step>,
    /// How many of the steps, at the beginning, only choose an initial value: they do not count.
    pub choices: usize,
    /// Messages from sending to delivery, and values from writing to reading.
    pub arrows: Vec<Arrow>,
    /// Who waited, was in the critical section, or had decided, from which step to which.
    pub spans: Vec<Span>,
    /// In the order of their calls.
    #[serde(skip)]
    pub operations: Vec<Operation>,
    /// The first step that the model would not take; the run ends before it.
    pub refused: Option<Refused>,
    /// The properties that the run breaks by going round and round, if it has a loop.
    pub loop_breaks: Vec<&'static str>,
    /// Of each of them, who gets nowhere in the loop.
    #[serde(skip)]
    pub unserved: Vec<Unserved>,
    /// What fails because the run ends here.
    #[serde(skip)]
    pub unmet: Vec<Unmet>,
    /// How many steps lead to where the run goes round from.
    #[serde(skip)]
    pub loops_from: Option<usize>,
    /// What each property claims, by its name.
    #[serde(skip)]
    pub claims: Vec<(&'static str, &'static str)>,
    #[serde(skip)]
    pub order: Order,
    /// Whose lanes have the same names in every other view.
    #[serde(skip)]
    first: View,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Step {
    #[serde(serialize_with = "crate::words::as_text")]
    pub action: Action,
    /// Whose lane the step is in; none for what the network does by itself.
    pub process: Option<u8>,
    pub row: RowId,
    pub events: Vec<Event>,
    /// Cells that it writes and leaves as they were.
    #[serde(skip)]
    pub kept: Vec<Cell>,
    /// Properties that hold before this step and not after it.
    pub breaks: Vec<&'static str>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Arrow {
    /// Index of the step that sent or wrote.
    pub from: usize,
    /// Index of the step that received, lost or read.
    pub to: usize,
    pub kind: ArrowKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ArrowKind {
    Message,
    /// The message never arrives: `to` is the step at which the network lost it.
    Lost,
    /// A process reads what another one wrote.
    ReadsFrom,
}

/// A stay in a zone worth drawing, from just after step `from` to step `to`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Span {
    pub process: u8,
    pub zone: Zone,
    /// Index of the step that entered the zone.
    pub from: usize,
    /// Index of the step that left it; none if the run ends there.
    pub to: Option<usize>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Refused {
    /// Index of the step in the link's run.
    pub step: usize,
    /// A sentence: which step, and why not.
    pub why: String,
}

/// What was spent up to a moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Counts {
    pub messages: usize,
    pub accesses: usize,
    /// Entries into the critical section.
    pub entries: usize,
}

impl Trace {
    /// How many steps the first actions of the run are: choosing an initial value is none.
    pub fn steps_in(&self, actions: usize) -> usize {
        actions.saturating_sub(self.choices)
    }

    /// What holds before the step that led to here and not after it; at the end of a run that goes
    /// round, what the loop breaks, and of one that does not begin, what fails by that.
    pub fn breaks_at(&self, at: usize) -> Vec<&'static str> {
        let step = at.checked_sub(1).and_then(|step| self.steps.get(step));
        if self.steps.is_empty() && self.loops_from.is_none() {
            return self.unmet.iter().map(|unmet| unmet.property).collect();
        }
        let is_round = self.loops_from.is_some() && at == self.steps.len();
        let round = if is_round { &self.loop_breaks[..] } else { &[] };
        round.iter().chain(step.iter().flat_map(|step| &step.breaks)).copied().collect()
    }

    /// What is counted after so many actions, how many there have been, and how many there are in all:
    /// steps, or initial values until all of them are chosen.
    pub fn count(&self, actions: usize) -> (&'static str, usize, usize) {
        match actions < self.choices {
            true => ("initial value", actions, self.choices),
            false => ("step", self.steps_in(actions), self.steps_in(self.steps.len())),
        }
    }

    /// "step 4", or "initial value 1" where the action chooses one.
    pub fn name_of(&self, action: usize) -> String {
        match action < self.choices {
            true => format!("initial value {}", action + 1),
            false => format!("step {}", action + 1 - self.choices),
        }
    }

    /// What happened in a step, in a sentence.
    pub fn said(&self, step: usize) -> Vec<Piece> {
        words::step(self.told(&self.steps[step]), &self.first)
    }

    /// What was done in a step, within a sentence and without why.
    pub fn did(&self, step: usize) -> Option<Vec<Piece>> {
        words::deed(self.told(self.steps.get(step)?), &self.first)
    }

    fn told<'a>(&'a self, step: &'a Step) -> words::Told<'a> {
        let Step { action, row, events, kept, .. } = step;
        words::Told { action: *action, row: &self.rows[usize::from(*row)], events, kept }
    }

    /// The last of the first `at` steps that wrote a shared variable.
    pub fn writer_of(&self, cell: Cell, at: usize) -> Option<usize> {
        let writes = |it: &(usize, &Step)| {
            let mut events = it.1.events.iter();
            events.any(
                |event| matches!(event, Event::Write { cell: written, .. } if *written == cell),
            )
        };
        let mut steps = self.steps.iter().enumerate().take(at);
        steps.rfind(writes).map(|it| it.0)
    }

    /// What is there before its first step: whose lanes have the same names in every other view.
    pub fn start(&self) -> &View {
        &self.first
    }

    /// What a lane is called: "process 1", "replica 0".
    pub fn lane(&self, lane: usize) -> String {
        self.first.name(lane)
    }

    /// The same at the lane itself.
    pub fn label(&self, lane: usize) -> String {
        self.first.label(lane)
    }

    /// Counts over the first `at` steps.
    pub fn counts(&self, at: usize) -> Counts {
        let mut counts = Counts::default();
        for event in self.steps.iter().take(at).flat_map(|step| &step.events) {
            match event {
                Event::Send { .. } => counts.messages += 1,
                Event::Read { .. } | Event::Write { .. } => counts.accesses += 1,
                Event::Moved { to: Zone::Critical, .. } => counts.entries += 1,
                _ => {}
            }
        }
        counts
    }
}

pub(crate) fn of(live: Simulator, run: &[Action], loops_from: Option<usize>) -> Trace {
    let mut walk = Walk::begin(live);
    let mut round = None;
    let work = Allowance::of(LOOP_WORK);
    for (index, &action) in run.iter().enumerate() {
        if loops_from == Some(index) {
            round = Some(Round::begin(&walk.live));
        }
        let keeps = round.as_ref().and_then(|_| walk.live.fairness(action));
        if !walk.step(action) {
            break;
        }
        if let Some(round) = &mut round {
            round.step(action, keeps, &walk.live);
        }
        // what a loop breaks is not known then
        round = round.filter(|_| !work.is_spent());
    }
    let trace = walk.trace(loops_from.is_some());
    let unserved = round.map_or_else(Vec::new, Round::breaks);
    let loop_breaks = unserved.iter().map(|unserved| unserved.property).collect();
    Trace { loop_breaks, unserved, loops_from, ..trace }
}

/// A run as far as it has been taken, which goes on from there.
pub(crate) struct Walk {
    live: Simulator,
    /// Where it was before each step, and is now.
    places: Vec<Place>,
    steps: Vec<Step>,
    broken: Vec<&'static str>,
    refused: Option<Refused>,
    choices: usize,
    first: View,
}

impl Walk {
    pub fn begin(live: Simulator) -> Walk {
        Walk {
            places: vec![live.place().clone()],
            steps: Vec::new(),
            broken: live.broken(),
            refused: None,
            choices: live.choices_left(),
            first: live.view(),
            live,
        }
    }

    /// Takes the steps of `run` that are not taken yet, after going back to where it leaves this one. How
    /// many it took.
    pub fn follow(&mut self, run: &[Action]) -> usize {
        let shared =
            self.steps.iter().zip(run).take_while(|(step, it)| step.action == **it).count();
        if shared < self.steps.len() {
            self.steps.truncate(shared);
            self.places.truncate(shared + 1);
            self.live.go_to(&self.places[shared]);
            self.broken = self.live.broken();
        }
        self.refused = None;
        let mut ahead = run[shared..].iter();
        while ahead.next().is_some_and(|action| self.step(*action)) {}
        self.steps.len() - shared
    }

    /// False if the model does not take it.
    fn step(&mut self, action: Action) -> bool {
        let mut events = Vec::new();
        let stepped = self.live.step(action, &mut Log::to(&mut events));
        let index = self.steps.len();
        let Stepped::Ran(row) = stepped else {
            let why = words::refusal(index, action, stepped, &events, &self.first);
            self.refused = Some(Refused { step: index, why });
            return false;
        };
        let now = self.live.broken();
        let breaks = now.iter().filter(|text| !self.broken.contains(text)).copied().collect();
        self.broken = now;
        self.places.push(self.live.place().clone());
        let kept = self.live.kept(&events);
        self.steps.push(Step { action, process: lane(action), row, events, kept, breaks });
        true
    }

    /// What it shows by now, without the loop that it may end in.
    pub fn trace(&self, goes_round: bool) -> Trace {
        let mut steps = self.steps.clone();
        let unmet = if goes_round { Vec::new() } else { unmet::at_end(&self.live, &self.places) };
        if let Some(last) = steps.last_mut() {
            last.breaks.extend(built_in(&self.live));
            last.breaks.extend(unmet.iter().map(|unmet| unmet.property));
        }
        let replicas = self.first.replicas.len();
        let processes = self.first.processes.len() + replicas;
        let arrows = crate::order::arrows(&steps);
        Trace {
            processes,
            replicas,
            rows: self.live.rows(),
            choices: self.choices,
            spans: spans(&steps),
            operations: operations::of(&steps),
            order: Order::new(processes, replicas, &steps, &arrows),
            arrows,
            steps,
            refused: self.refused.clone(),
            loop_breaks: Vec::new(),
            unserved: Vec::new(),
            unmet,
            loops_from: None,
            claims: self.live.claims(),
            first: self.first.clone(),
        }
    }
}

/// What the end of a run breaks besides the claims of a text.
fn built_in(live: &Simulator) -> Option<&'static str> {
    let (mut fails, mut waits, mut goes_on) = (false, false, false);
    live.outcomes(&mut |action, stepped, _| match stepped {
        Stepped::Error => fails = true,
        Stepped::Ran(_) | Stepped::BoundReached => goes_on |= !action.is_fault(),
        Stepped::Waits => waits = true,
        Stepped::Done | Stepped::Refused => {}
    });
    let is_stuck = waits && !goes_on;
    fails.then_some(IN_DOMAINS).or(is_stuck.then_some(NO_DEADLOCK))
}

/// Whose lane an action belongs to.
fn lane(action: Action) -> Option<u8> {
    let is_of_network = matches!(action, Action::Lose(_) | Action::Duplicate(_));
    (!is_of_network).then_some(action.process())
}

fn is_drawn(zone: Zone) -> bool {
    use Zone::{Crashed, Critical, Decided, Processing, Waiting};
    matches!(zone, Waiting | Critical | Processing | Decided | Crashed)
}

fn spans(steps: &[Step]) -> Vec<Span> {
    let mut spans: Vec<Span> = Vec::new();
    for (index, step) in steps.iter().enumerate() {
        for event in &step.events {
            let (Event::Moved { from, to }, Some(process)) = (event, step.process) else {
                continue;
            };
            let open = |span: &&mut Span| span.process == process && span.zone == *from;
            if let Some(span) = spans.iter_mut().rev().find(open)
                && span.to.is_none()
            {
                span.to = Some(index);
            }
            if is_drawn(*to) {
                spans.push(Span { process, zone: *to, from: index, to: None });
            }
        }
    }
    spans
}

#[cfg(test)]
mod tests {
    use crate::Scenario;

    #[test]
    fn a_run_into_a_deadlock_breaks_something() {
        let breaks = |link| {
            let trace = Scenario::parse(link).unwrap().scenario.trace();
            trace.steps.last().unwrap().breaks.clone()
        };
        let circle = "two-phase-locking?processes=3-0&accounts=3&v=1&run=QAJS.GK82";
        assert_eq!(breaks(circle), ["no deadlock", "all come to their end"]);
        // all are done, or somebody can go on
        assert!(breaks("two-phase-locking?order=standard&v=1&run=QGOcdYv.2H9X").is_empty());
        assert!(breaks("bakery?v=1&run=QIRKBIBQ.yZu5").is_empty());
    }
}
