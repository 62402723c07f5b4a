//! Runs side by side: one schedule drives all of them, and it is known where they part.

// pixels and counts are small
#![allow(clippy::cast_precision_loss)]

mod costs;
mod finding;
mod page;
mod random;
mod sheet;
mod side;
#[cfg(test)]
mod tests;

pub use finding::Finding;
pub use page::Page;
pub use random::RANDOM_MAX;
pub use side::Side;

use catalog::{Action, Scenario};

/// As many can be seen at once.
pub const SIDES_MAX: usize = 3;

#[derive(Default)]
pub struct Beside {
    sides: Vec<Side>,
    schedule: Vec<Action>,
    /// How many entries of the schedule have been taken.
    at: usize,
}

impl Beside {
    /// These settings under a schedule, from its start. Of settings of one algorithm the published one
    /// stands first.
    pub fn new(scenarios: &[Scenario], schedule: &[Action]) -> Beside {
        let mut sides: Vec<Side> = scenarios.iter().take(SIDES_MAX).map(Side::new).collect();
        if sides.windows(2).all(|window| window[0].start.slug == window[1].start.slug) {
            sides.sort_by_key(|side| !side.is_published());
        }
        let mut beside = Beside { sides, ..Beside::default() };
        for &entry in schedule {
            beside.push(entry);
        }
        beside.settle();
        beside
    }

    pub fn sides(&self) -> &[Side] {
        &self.sides
    }

    pub fn schedule(&self) -> &[Action] {
        &self.schedule
    }

    pub fn at(&self) -> usize {
        self.at
    }

    pub fn seek(&mut self, at: usize) {
        self.at = at.min(self.schedule.len());
    }

    /// Goes on from here with this entry. What was ahead is dropped, unless it began so.
    pub fn take(&mut self, entry: Action) {
        let at = self.at;
        if self.schedule.get(at) != Some(&entry) {
            let schedule = [&self.schedule[..at], &[entry]].concat();
            self.follow(&schedule);
        }
        self.at = at + 1;
    }

    /// Another schedule, which is at its start.
    pub fn follow(&mut self, schedule: &[Action]) {
        let starts: Vec<Scenario> = self.sides.iter().map(|side| side.start.clone()).collect();
        *self = Beside::new(&starts, schedule);
    }

    /// How many entries of another schedule are those of this one, from the start.
    pub fn common(&self, schedule: &[Action]) -> usize {
        self.schedule.iter().zip(schedule).take_while(|(a, b)| a == b).count()
    }

    fn push(&mut self, entry: Action) {
        for side in &mut self.sides {
            side.push(entry);
        }
        self.schedule.push(entry);
    }

    /// The schedule is whole.
    fn settle(&mut self) {
        for side in &mut self.sides {
            side.settle();
        }
    }

    /// Whether the sides have the same parts, so that their states can be compared.
    pub fn is_comparable(&self) -> bool {
        let like = |a: &Side, b: &Side| {
            a.start.slug == b.start.slug && a.trace().processes == b.trace().processes
        };
        self.sides.len() > 1 && self.sides.windows(2).all(|window| like(&window[0], &window[1]))
    }

    /// Whether the sides are in the same state after so many entries; also false where states cannot be
    /// compared.
    pub fn is_same(&self, at: usize) -> bool {
        self.is_comparable()
            && self.sides.windows(2).all(|window| window[0].is_same(&window[1], at))
    }

    /// After how many entries of the schedule the sides are in different states for the first time;
    /// none if they never are, or cannot be compared.
    pub fn part(&self) -> Option<usize> {
        let is_part = |at: &usize| !self.is_same(*at);
        (0..=self.schedule.len()).find(is_part).filter(|_| self.is_comparable())
    }
}
