//! Whether a run would fail without what a clause tells: it is tried. A value that was read is taken for another one,
//! a message that came does not come, and what the environment did is left out; then the rest of the run is taken as far
//! as it is possible. Where it fails all the same, the clause is true and no cause.

use super::{Clause, Fact, record::Record};
use crate::engine::Simulator;
use model::work::Allowance;
use model::{Cell, Event, Log, NO_DEADLOCK, Stepped};
use program::STATE_WORK;

/// So long a run is tried at all.
const RUN_MAX: usize = 400;
/// So much work is done to try what a reason says; what is left then is told as it is.
const WORK_MAX: usize = 20 * STATE_WORK;
/// So many other values of a cell.
const VALUES_MAX: usize = 16;

/// A run, with all its states.
pub struct Trial<'a> {
    record: &'a Record<'a>,
    property: &'a str,
    states: Vec<Vec<u8>>,
    live: Simulator,
    /// Of all clauses together.
    work: Allowance,
}

/// What is otherwise in a run.
enum Otherwise {
    /// This step is not taken.
    Without(usize),
    /// In these steps of its own a process sees a cell with another value.
    Sees { who: usize, cell: Cell, steps: std::ops::Range<usize>, value: Value },
}

impl Otherwise {
    /// What a process sees otherwise in a step.
    fn seen(&self, at: usize, by: Option<usize>) -> Option<(Cell, &Value)> {
        match self {
            Otherwise::Sees { who, cell, steps, value }
                if by == Some(*who) && steps.contains(&at) =>
            {
                Some((*cell, value))
            }
            _ => None,
        }
    }
}

enum Value {
    /// What it is in a state of the run.
    Of(usize),
    /// One of all that it can be.
    Nth(usize),
}

impl<'a> Trial<'a> {
    /// None where a run is too long, or cannot be judged by its states.
    pub fn of(record: &'a Record<'a>, property: &'a str) -> Option<Trial<'a>> {
        let is_of_states = property == NO_DEADLOCK || record.now().broken.contains(&property);
        let is_short = record.at() <= RUN_MAX && record.view().buffers.is_empty();
        if !is_of_states || !is_short {
            return None;
        }
        let mut live = record.scenario.live();
        let mut states = vec![live.state()];
        for step in record.steps() {
            live.step(step.action, &mut Log::off());
            states.push(live.state());
        }
        Some(Trial { record, property, states, live, work: Allowance::of(WORK_MAX) })
    }

    /// Whether the run does not fail in some way in which what is told would be otherwise; or that cannot be tried.
    pub fn is_needed(&self, clause: &Clause) -> bool {
        let mut all = self.otherwise(clause).into_iter().peekable();
        all.peek().is_none() || all.any(|otherwise| !self.fails(&otherwise))
    }

    fn otherwise(&self, clause: &Clause) -> Vec<Otherwise> {
        let mut all: Vec<Otherwise> = Vec::new();
        for fact in &clause.facts {
            match fact {
                Fact::Read { step, who, cell, .. } if self.property != NO_DEADLOCK => {
                    all.extend(self.sees(clause, *step, *who, *cell));
                }
                Fact::Received { step, .. }
                | Fact::Lost { step, .. }
                | Fact::Doubled { step, .. }
                | Fact::Crashed { step, .. }
                | Fact::TimedOut { step, .. }
                | Fact::Changed { step, .. } => all.push(Otherwise::Without(*step)),
                _ => {}
            }
        }
        all
    }

    /// Other values of a cell that was read: what was written to it later, or before what was read; or where nothing is
    /// told of that, any.
    fn sees(&self, clause: &Clause, step: usize, who: usize, cell: Cell) -> Vec<Otherwise> {
        let count = self.live.values_of(cell);
        if count == 0 {
            return Vec::new();
        }
        let mut written = clause.facts.iter().filter_map(|fact| match fact {
            Fact::Wrote { step, cell: of, who: by, .. } if *of == cell && *by != who => Some(*step),
            _ => None,
        });
        let sees = |steps, value| Otherwise::Sees { who, cell, steps, value };
        match written.next() {
            Some(wrote) if wrote < step => vec![sees(step..self.record.at(), Value::Of(wrote))],
            Some(wrote) => vec![sees(step..wrote, Value::Of(wrote + 1))],
            // beside others, it says what these came to
            None if clause.facts.len() > 1 => Vec::new(),
            None => (0..count.min(VALUES_MAX))
                .map(|nth| sees(step..step + 1, Value::Nth(nth)))
                .collect(),
        }
    }

    /// Whether the run fails all the same: each of its other steps is taken that is still possible.
    fn fails(&self, otherwise: &Otherwise) -> bool {
        let steps = self.record.steps();
        let first = match otherwise {
            Otherwise::Without(step) => *step,
            Otherwise::Sees { steps, .. } => steps.start,
        };
        let mut live = self.live.clone();
        live.go_to_state(&self.states[first]);
        let left_out = |at: usize| matches!(otherwise, Otherwise::Without(step) if *step == at);
        (first..steps.len()).filter(|at| !left_out(*at)).any(|at| {
            if self.work.is_spent() {
                return false;
            }
            let is_taken = self.takes(otherwise, &mut live, at);
            let is_end = at + 1 == steps.len();
            (is_taken || is_end) && self.is_broken(&live, is_end)
        })
    }

    /// Takes a step of the run as it is otherwise, if it is possible.
    fn takes(&self, otherwise: &Otherwise, live: &mut Simulator, at: usize) -> bool {
        let step = &self.record.steps()[at];
        let Some((cell, value)) = otherwise.seen(at, self.record.who(at)) else {
            return matches!(live.step(step.action, &mut Log::off()), Stepped::Ran(_));
        };
        let before = live.state();
        match value {
            Value::Of(state) => live.see(cell, &self.states[*state]),
            Value::Nth(nth) => live.see_value(cell, *nth),
        }
        let mut events = Vec::new();
        let stepped = live.step(step.action, &mut Log::to(&mut events));
        let writes =
            |event: &Event| matches!(event, Event::Write { cell: written, .. } if *written == cell);
        if !events.iter().any(writes) {
            live.see(cell, &before);
        }
        matches!(stepped, Stepped::Ran(_))
    }

    /// Whether it fails in the state of a run.
    fn is_broken(&self, live: &Simulator, is_end: bool) -> bool {
        match self.property {
            NO_DEADLOCK => is_end && is_deadlock(live),
            property => live.broken().contains(&property),
        }
    }
}

/// Somebody waits, and nobody can move.
fn is_deadlock(live: &Simulator) -> bool {
    let (mut waits, mut moves) = (false, false);
    live.outcomes(&mut |action, stepped, _| match stepped {
        Stepped::Waits => waits = true,
        Stepped::Done | Stepped::Refused => {}
        _ => moves |= !action.is_fault(),
    });
    waits && !moves
}
