//! Processes: where they stand, and what they do.

use super::{BlockId, Query, SlotId, Variable};
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
    /// It is within an `await` with several accesses.
    pub spins: bool,
    /// The step is a `pause`: no access.
    pub pauses: bool,
    /// Messages that are received here: kind, and what takes one.
    pub receives: Vec<(u8, Rule)>,
}

/// A step that begins with a guard, wherever the process stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rule {
    pub code: BlockId,
    pub row: RowId,
    pub outcomes: i64,
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
    pub whens: Vec<Rule>,
    /// Of each kind of message, what to do on one.
    pub on_message: Vec<Vec<Rule>>,
    /// Of each kind of message, what becomes of one that reaches the process when it has crashed;
    /// none: the message stays on its way.
    pub when_crashed: Vec<Vec<Rule>>,
    pub on_timeout: Vec<Rule>,
    /// The same, once it has crashed.
    pub on_timeout_when_crashed: Vec<Rule>,
    /// What a crash does; none: this process does not crash.
    pub on_crash: Vec<Rule>,
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
    /// What it does by itself, on messages and after time-outs: all but the steps from its points.
    pub fn rules_mut(&mut self) -> impl Iterator<Item = &mut Rule> {
        let received = self.points.iter_mut().flat_map(|it| &mut it.receives).map(|it| &mut it.1);
        let on_message = self.on_message.iter_mut().chain(&mut self.when_crashed).flatten();
        let time_outs = self.on_timeout.iter_mut().chain(&mut self.on_timeout_when_crashed);
        self.whens.iter_mut().chain(received).chain(on_message).chain(time_outs)
    }

    /// What it does after time-outs while it stands in such a section.
    pub fn time_outs(&self, standing: Standing) -> &[Rule] {
        match standing {
            Standing::Ended | Standing::Decided => &[],
            Standing::Crashed => &self.on_timeout_when_crashed,
            Standing::Rest | Standing::Waits => &self.on_timeout,
        }
    }

    pub fn has_time_outs(&self) -> bool {
        !self.on_timeout.is_empty() || !self.on_timeout_when_crashed.is_empty()
    }

    /// Whether it has lines in its sections, not only rules.
    pub fn has_lines(&self) -> bool {
        self.points.iter().any(|it| it.code.is_some() || !it.receives.is_empty())
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
