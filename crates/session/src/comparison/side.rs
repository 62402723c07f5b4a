//! One of the runs that are side by side.

use catalog::{
    Action, Choice, Enabledness, Life, Moment, ProcessView, Row, RowId, Scenario, Trace, View,
    Walk, work,
};

/// The most work of all steps and moments of a run: its process skips each turn behind that.
const WORK_MAX: usize = 40 * catalog::STATE_WORK;

/// A run that follows the schedule.
pub struct Side {
    /// The setting alone.
    pub start: Scenario,
    walk: Walk,
    run: Vec<Action>,
    /// After so many steps.
    moments: Vec<Moment>,
    /// How many steps it has taken after so many entries of the schedule.
    taken: Vec<usize>,
    trace: Trace,
    /// What its steps and moments have taken so far.
    work: usize,
}

impl Side {
    /// At the start of the setting.
    pub fn new(scenario: &Scenario) -> Side {
        let start = scenario.start();
        let walk = Walk::new(&start);
        let (moments, trace) = (vec![walk.moment()], start.trace());
        Side { start, walk, run: Vec::new(), moments, taken: vec![0], trace, work: 0 }
    }

    /// Whether only options that count something are turned.
    pub fn is_published(&self) -> bool {
        self.start.text.is_none() && self.start == self.start.start_of_size()
    }

    /// Takes the step of that name; where it has none, another one of the same process; where that
    /// process can do nothing, it skips its turn.
    pub(super) fn push(&mut self, entry: Action) {
        let from = work::done();
        let chosen =
            choose(self.last(), entry).map(|choice| choice.action).filter(|_| self.work < WORK_MAX);
        if let Some(action) = chosen.filter(|chosen| self.walk.step(*chosen)) {
            self.run.push(action);
            self.moments.push(self.walk.moment());
        }
        self.work += work::done().wrapping_sub(from);
        self.taken.push(self.run.len());
    }

    pub(super) fn settle(&mut self) {
        self.trace = self.start.with_run(self.run.clone()).trace();
    }

    pub(super) fn last(&self) -> &Moment {
        &self.moments[self.run.len()]
    }

    pub(super) fn trace(&self) -> &Trace {
        &self.trace
    }

    /// How many steps it has taken after so many entries.
    pub fn taken(&self, at: usize) -> usize {
        self.taken[at]
    }

    pub fn moment(&self, at: usize) -> &Moment {
        &self.moments[self.taken[at]]
    }

    /// The step that came of an entry of the schedule, counted from 0; none where the turn was skipped.
    pub fn step(&self, entry: usize) -> Option<usize> {
        (self.taken[entry + 1] > self.taken[entry]).then_some(self.taken[entry])
    }

    /// The scenario at the moment after so many entries.
    pub fn scenario(&self, at: usize) -> Scenario {
        Scenario { at: self.taken[at], ..self.start.with_run(self.run.clone()) }
    }

    /// Nobody here will take a step once more.
    pub(super) fn is_done(&self) -> bool {
        self.last().view.processes.iter().all(|process| process.life != Life::Running)
    }

    /// Whether both are in the same state after so many entries. What follows from a state by the lines of a
    /// listing, which may differ, is left out, and so is who wrote what.
    pub(super) fn is_same(&self, other: &Side, at: usize) -> bool {
        let (mut one, mut another) = (self.moment(at).view.clone(), other.moment(at).view.clone());
        let mut places = one.processes.iter().zip(&another.processes);
        let has_same_lines = self.lines() == other.lines();
        let is_place = |(a, b): (&ProcessView, &ProcessView)| match (a.row, b.row) {
            // a line that was changed is at the same place
            (Some(a), Some(b)) if has_same_lines => self.line(a) == other.line(b),
            (Some(a), Some(b)) => self.row(a).text == other.row(b).text,
            (a, b) => a == b,
        };
        places.all(is_place) && {
            bare(&mut one);
            bare(&mut another);
            one == another
        }
    }

    fn row(&self, row: RowId) -> &Row {
        &self.trace.rows[usize::from(row)]
    }

    /// How many lines the options leave.
    fn lines(&self) -> usize {
        self.trace.rows.iter().filter(|row| !row.left_out).count()
    }

    /// How many of them stand before a row.
    fn line(&self, row: RowId) -> usize {
        self.trace.rows[..usize::from(row)].iter().filter(|row| !row.left_out).count()
    }
}

/// Leaves what a state itself has.
fn bare(view: &mut View) {
    view.crash = None;
    for it in &mut view.processes {
        *it = ProcessView {
            row: None,
            status: String::new(),
            owes: Vec::new(),
            awaits: Vec::new(),
            ..it.clone()
        };
    }
    for it in view.arrays.iter_mut().flat_map(|array| &mut array.cells) {
        it.writer = None;
    }
    let rows = view.rows.iter_mut().map(|row| &mut row.cells);
    let replicas = view.replicas.iter_mut().map(|replica| &mut replica.cells);
    for it in rows.chain(replicas).flatten() {
        (it.writer, it.late) = (None, None);
    }
}

/// What an entry of the schedule comes to in a moment.
pub(super) fn choose(moment: &Moment, entry: Action) -> Option<&Choice> {
    let mut possible = moment.next.iter().filter(|choice| choice.possible == Enabledness::Now);
    let process = whose(entry);
    let same = possible.clone().find(|choice| choice.action == entry);
    let is_own = |choice: &&Choice| process.is_some() && !choice.fault && choice.process == process;
    same.or_else(|| possible.find(is_own))
}

/// The process whose own step, or whose delivery, an entry is; none for a fault.
pub fn whose(entry: Action) -> Option<u8> {
    match entry {
        Action::Step { process, .. } => Some(process),
        Action::Deliver(mail) | Action::DeliverAs(mail, _) => Some(mail.to),
        _ => None,
    }
}
