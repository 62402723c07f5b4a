//! A lane for each process, with its events one after the other: what led to an event is left of it.

use super::{Label, Plan, Side};
use crate::geometry::{Point, point};
use crate::viewport::Viewport;
use catalog::{HistoryView, View};

/// Where the events stand.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Marks {
    /// The radius of an event.
    pub r: f64,
    left: f64,
    pitch: f64,
}

pub fn plan(view: &View, history: &HistoryView, room: Viewport) -> Plan {
    let mut plan = Plan::new(view, room);
    let sizes = plan.sizes;
    let is_phone = room.is_phone();
    let aside = if is_phone { 78.0 } else { (room.w * 0.2).max(120.0) };
    let row = room.h / view.processes.len().max(1) as f64;
    let lines = (((row - 2.0 * plan.r - 20.0) / sizes.line) as usize).clamp(1, sizes.lines);
    let words = 14.0 + sizes.line * lines as f64;
    for process in 0..view.processes.len() {
        let above = ((row - 2.0 * plan.r - words) / 2.0).max(4.0);
        let y = row * process as f64 + super::overlap::down(row, plan.r, above);
        plan.homes.push(point(aside / 2.0, y));
        plan.labels.push(Label { side: Side::Below, width: aside, lines });
    }
    plan.bend = 0.0;
    let pitch = (room.w - aside) / history.events_max.max(1) as f64;
    let r = (pitch * 0.42).clamp(11.0, if is_phone { 15.0 } else { 21.0 });
    plan.marks = Some(Marks { r, left: aside + pitch / 2.0, pitch });
    plan
}

/// The length of the longest chain of causes before an event.
pub fn depth(history: &HistoryView, event: usize) -> usize {
    let causes = history.events[event].causes.iter();
    causes.map(|&cause| depth(history, cause) + 1).max().unwrap_or(0)
}

/// The last event of a process.
pub fn last(history: &HistoryView, process: usize) -> Option<usize> {
    history.events.iter().rposition(|event| usize::from(event.process) == process)
}

impl Plan {
    /// Where an event is.
    pub fn mark(&self, history: &HistoryView, event: usize) -> Point {
        self.spot(history.events[event].process.into(), depth(history, event))
    }

    /// Where a process's next event is, if this one leads to it.
    pub fn next_mark(&self, history: &HistoryView, process: usize, cause: usize) -> Point {
        let causes = last(history, process).into_iter().chain([cause]);
        let column = causes.map(|cause| depth(history, cause) + 1).max().unwrap_or(0);
        self.spot(process, column)
    }

    fn spot(&self, process: usize, column: usize) -> Point {
        let home = self.homes.get(process).copied().unwrap_or_default();
        let Some(marks) = self.marks else { return home };
        point(marks.left + marks.pitch * column as f64, home.y)
    }

    /// Whether there is room for so much below each event.
    pub fn has_room_below(&self, width: f64) -> bool {
        self.marks.is_some_and(|marks| width + 4.0 <= marks.pitch)
    }
}
