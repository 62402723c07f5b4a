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
    pub busy_waits: Option<PointId>,
    /// The step is a `pause`: no access.
    pub pauses: bool,
}

/// A step that is there whenever its trigger is and its guard allows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rule {
    pub trigger: Trigger,
    pub at: Where,
    pub code: BlockId,
    pub row: RowId,
    pub outcomes: i64,
}

/// What a step follows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Trigger {
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
pub enum Where {
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
    pub is: ProcessStatus,
    /// While this is true, nobody minds that the process cannot go on.
    pub rests: Option<Query>,
}

impl Process {
    /// The steps of a trigger where the process stands at a point, in their order.
    pub fn rules_on(&self, trigger: Trigger, point: PointId) -> impl Iterator<Item = Rule> {
        let own = self.own(point).filter(|_| trigger == Trigger::Own);
        let applies = move |rule: &&Rule| rule.trigger == trigger && self.is_at(rule.at, point);
        own.into_iter().chain(self.rules.iter().filter(applies).copied())
    }

    /// The step from a point.
    pub fn own(&self, point: PointId) -> Option<Rule> {
        let Point { code, row, outcomes, .. } = self.points[point];
        let at = Where::Point(point);
        code.map(|code| Rule { trigger: Trigger::Own, at, code, row, outcomes })
    }

    pub fn is_at(&self, at: Where, point: PointId) -> bool {
        let status = self.status(point);
        match at {
            Where::Point(it) => it == point,
            Where::Work => matches!(status, ProcessStatus::Rest | ProcessStatus::Waits),
            Where::Undecided => !matches!(status, ProcessStatus::Decided | ProcessStatus::Crashed),
            Where::Up => status != ProcessStatus::Crashed,
            Where::Crashed => status == ProcessStatus::Crashed,
            Where::Anywhere => true,
        }
    }

    pub fn status(&self, point: PointId) -> ProcessStatus {
        self.sections[self.points[point].section].is
    }

    /// The rules of a trigger, wherever the process stands.
    pub fn all_on(&self, trigger: Trigger) -> impl Iterator<Item = &Rule> {
        self.rules.iter().filter(move |rule| rule.trigger == trigger)
    }

    /// Whether it has rules of a trigger.
    pub fn has(&self, trigger: Trigger) -> bool {
        self.all_on(trigger).next().is_some()
    }

    /// The kinds of messages that are received at a point, and there only.
    pub fn received_at(&self, point: PointId) -> impl Iterator<Item = u8> {
        self.rules.iter().filter(move |rule| rule.at == Where::Point(point)).filter_map(|rule| {
            match rule.trigger {
                Trigger::Message(kind) => Some(kind),
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
        let here = self.rules.iter().filter(move |rule| rule.at == Where::Point(point));
        self.points[point].code.into_iter().chain(here.map(|rule| rule.code))
    }

    /// What all its steps run, with what each follows; a crash is none of its steps.
    pub fn codes(&self) -> impl Iterator<Item = (Trigger, BlockId)> {
        let own = self.points.iter().filter_map(|point| point.code).map(|it| (Trigger::Own, it));
        let rules = self.rules.iter().filter(|rule| rule.trigger != Trigger::Crash);
        own.chain(rules.map(|rule| (rule.trigger, rule.code)))
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
pub enum ProcessStatus {
    /// The process may stay for ever, and nobody minds.
    Rest,
    /// It wants to go on.
    Waits,
    /// It has nothing left to do.
    Ended,
    Decided,
    Crashed,
}
