//! Processes: where they stand, and what they do.

use super::{BlockId, PointId, Query, SlotId, Variable};
use model::{RowId, Zone};

/// Where a process can stand between two steps.
#[derive(Clone, PartialEq, Debug)]
pub struct Point {
    /// An index into the sections of the process.
    pub section: usize,
    /// The step from here; none if there is none but those of rules.
    pub code: Option<BlockId>,
    pub row: RowId,
    /// How many outcomes the step has, where it leaves some open.
    pub outcomes: i64,
    /// Where the `await` with several accesses begins that it is within.
    pub spins: Option<PointId>,
    /// The step is a `pause`: no access.
    pub pauses: bool,
}

/// A step that is there whenever its cause is and its guard allows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rule {
    pub cause: Cause,
    pub at: At,
    pub code: BlockId,
    pub row: RowId,
    pub outcomes: i64,
}

/// What a step follows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Cause {
    /// Nothing but where the process stands.
    Own,
    Timeout,
    /// A message of that kind, which is in hand.
    Message(u8),
    Crash,
    /// A write of the process is pending.
    Arrival,
}

/// Where a process has to stand for a rule to apply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum At {
    Point(PointId),
    /// Wherever it has something left to do.
    Work,
    /// Wherever it has neither crashed nor decided.
    Undecided,
    /// Wherever it has not crashed.
    Up,
    Crashed,
    Anywhere,
}

/// One process.
#[derive(Clone, PartialEq, Debug)]
pub struct Process {
    pub role: &'static str,
    /// Its number among those of its role, if they are several.
    pub number: Option<usize>,
    /// Where it stands.
    pub point: SlotId,
    pub points: Vec<Point>,
    pub sections: Vec<Section>,
    /// All that it does but the steps from its points; those at one point come before the others.
    pub rules: Vec<Rule>,
    pub awaited: Vec<Awaited>,
    pub locals: Vec<Variable>,
    pub decision: Option<Variable>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Section {
    pub zone: Zone,
    pub is: Standing,
    /// While this is true, nobody minds that the process cannot go on.
    pub rests: Option<Query>,
}

impl Process {
    /// The steps of a cause where the process stands at a point, in their order.
    pub fn rules_on(&self, cause: Cause, point: PointId) -> impl Iterator<Item = Rule> {
        let own = self.own(point).filter(|_| cause == Cause::Own);
        let applies = move |it: &&Rule| it.cause == cause && self.is_at(it.at, point);
        own.into_iter().chain(self.rules.iter().filter(applies).copied())
    }

    /// The step from a point.
    pub fn own(&self, point: PointId) -> Option<Rule> {
        let Point { code, row, outcomes, .. } = self.points[point];
        let at = At::Point(point);
        code.map(|code| Rule { cause: Cause::Own, at, code, row, outcomes })
    }

    pub fn is_at(&self, at: At, point: PointId) -> bool {
        let standing = self.standing(point);
        match at {
            At::Point(it) => it == point,
            At::Work => matches!(standing, Standing::Rest | Standing::Waits),
            At::Undecided => !matches!(standing, Standing::Decided | Standing::Crashed),
            At::Up => standing != Standing::Crashed,
            At::Crashed => standing == Standing::Crashed,
            At::Anywhere => true,
        }
    }

    pub fn standing(&self, point: PointId) -> Standing {
        self.sections[self.points[point].section].is
    }

    /// The rules of a cause, wherever the process stands.
    pub fn all_on(&self, cause: Cause) -> impl Iterator<Item = &Rule> {
        self.rules.iter().filter(move |it| it.cause == cause)
    }

    /// Whether it has rules of a cause.
    pub fn has(&self, cause: Cause) -> bool {
        self.all_on(cause).next().is_some()
    }

    /// The kinds of messages that are received at a point, and there only.
    pub fn received_at(&self, point: PointId) -> impl Iterator<Item = u8> {
        self.rules.iter().filter(move |it| it.at == At::Point(point)).filter_map(|it| {
            match it.cause {
                Cause::Message(kind) => Some(kind),
                _ => None,
            }
        })
    }

    /// Whether there is a line at a point: a step, or a message to receive.
    pub fn has_line(&self, point: PointId) -> bool {
        self.points[point].code.is_some() || self.received_at(point).next().is_some()
    }

    /// What the steps that begin at a point run.
    pub fn codes_at(&self, point: PointId) -> impl Iterator<Item = BlockId> {
        let here = self.rules.iter().filter(move |it| it.at == At::Point(point));
        self.points[point].code.into_iter().chain(here.map(|it| it.code))
    }

    /// What all its steps run, with what each follows; a crash is none of its steps.
    pub fn codes(&self) -> impl Iterator<Item = (Cause, BlockId)> {
        let own = self.points.iter().filter_map(|it| it.code).map(|it| (Cause::Own, it));
        let rules = self.rules.iter().filter(|it| it.cause != Cause::Crash);
        own.chain(rules.map(|it| (it.cause, it.code)))
    }

    /// Whether it has lines in its sections, not only rules.
    pub fn has_lines(&self) -> bool {
        (0..self.points.len()).any(|point| self.has_line(point))
    }
}

/// Whom a process waits for in a section.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Awaited {
    pub section: usize,
    pub process: usize,
    /// Whether it still does.
    pub query: Query,
}

/// What it means to stand in a section without a step to take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// The process may stay for ever, and nobody minds.
    Rest,
    /// It wants to go on.
    Waits,
    /// It has nothing left to do.
    Ended,
    Decided,
    Crashed,
}
