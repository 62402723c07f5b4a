//! Which lines of a log a step explains.

use crate::fact::{Fact, facts, kind};
use crate::log::{Line, Log};
use crate::order::Position;
use crate::state::Place;
use model::{Action, Event, Row};
use program::Compiled;

impl Log {
    /// Where in the log a step can lead to from a position.
    pub fn explained(&self, step: &Step, position: &Position) -> Vec<Explained> {
        let logged: Vec<&Fact> = step.facts.iter().filter(|fact| self.has(fact)).collect();
        let mut found = Vec::new();
        if !logged.is_empty() {
            self.explain(step, &logged, &(position.clone(), Vec::new()), &mut found);
            return found;
        }
        if !self.is_whole {
            found.push((position.clone(), Vec::new()));
        }
        for (line, after) in self.order.next(position) {
            let line = &self.lines[line];
            if line.event.is_none() && self.is_of(line, step) {
                found.push((after, Vec::new()));
            }
        }
        found
    }

    /// Every fact that is in the log whenever it happens is in the next line, or in one of several that follow.
    /// A known divergence may say something else of the same kind.
    fn explain(
        &self,
        step: &Step,
        left: &[&Fact],
        (position, passed): &Explained,
        found: &mut Vec<Explained>,
    ) {
        for (number, after) in self.order.next(position) {
            let line = &self.lines[number];
            let Some(said) = line.event.as_ref().filter(|_| !line.is_start) else { continue };
            let mut go_on = |fits: &dyn Fn(&Fact) -> bool, passed: Vec<usize>| {
                let rest: Vec<&Fact> = left.iter().copied().filter(|fact| !fits(fact)).collect();
                let explained = (after.clone(), passed);
                match rest.len() {
                    0 if !found.contains(&explained) => found.push(explained),
                    0 => {}
                    few if few < left.len() => self.explain(step, &rest, &explained, found),
                    _ => {}
                }
            };
            if self.is_of(line, step) {
                go_on(&|fact| said.fits(fact), passed.clone());
            }
            if line.known.is_some() && is_by(line, step) {
                let passed = passed.iter().copied().chain([number]).collect();
                go_on(&|fact| said.kind() == kind(fact.verb, &fact.name), passed);
            }
        }
    }

    /// Whether all is so that a line says beside its event.
    fn is_of(&self, line: &Line, step: &Step) -> bool {
        !line.is_start
            && is_by(line, step)
            && line.row.as_ref().is_none_or(|row| step.row.label == *row)
            && self.holds(line, &step.place)
    }

    pub fn holds(&self, line: &Line, place: &Place) -> bool {
        line.state.iter().all(|claim| self.states.fit(claim, line.process, place))
    }
}

/// Where a step leads in the log, and the lines that are passed over with it.
pub type Explained = (Position, Vec<usize>);

/// Whether it says that who takes the step does.
fn is_by(line: &Line, step: &Step) -> bool {
    line.process.is_none_or(|process| step.process == process)
}

/// A step that is possible.
pub struct Step<'a> {
    process: u8,
    row: &'a Row,
    facts: Vec<Fact>,
    place: Place<'a>,
}

impl<'a> Step<'a> {
    pub fn new(
        system: &'a Compiled,
        (action, row): (Action, &'a Row),
        events: Vec<Event>,
        after: &'a [u8],
    ) -> Step<'a> {
        let (facts, place) = (facts(action, row, &events), Place::new(system, after));
        Step { process: action.process(), row, facts, place }
    }
}
