//! What a step looks like on a space-time diagram.

use catalog::{Action, Event, Step, Zone};
use serde::Serialize;

/// The most telling thing that a step does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    Read,
    Write,
    Send,
    Receive,
    Enter,
    Leave,
    Decide,
    Crash,
    Lose,
    Double,
    Other,
}

impl Mark {
    pub fn of(step: &Step) -> Mark {
        match step.action {
            Action::Crash(_) => return Mark::Crash,
            Action::Deliver(_) | Action::DeliverAs(..)
                if matches!(step.events.first(), Some(Event::Lost { .. })) =>
            {
                return Mark::Lose;
            }
            Action::Deliver(_) | Action::DeliverAs(..) => return Mark::Receive,
            Action::Lose(_) => return Mark::Lose,
            Action::Duplicate(_) => return Mark::Double,
            _ => {}
        }
        let marks = step.events.iter().map(|event| match event {
            Event::Crashed => (0, Mark::Crash),
            Event::Decided { .. } => (1, Mark::Decide),
            Event::Receive { .. } => (2, Mark::Receive),
            Event::Send { .. } => (3, Mark::Send),
            Event::Write { .. } => (4, Mark::Write),
            Event::Read { .. } => (5, Mark::Read),
            Event::Moved { to: Zone::Critical, .. } => (6, Mark::Enter),
            Event::Moved { from: Zone::Critical, .. } => (7, Mark::Leave),
            _ => (8, Mark::Other),
        });
        marks.min_by_key(|(rank, _)| *rank).map_or(Mark::Other, |(_, mark)| mark)
    }

    pub fn name(self) -> &'static str {
        match self {
            Mark::Read => "reads",
            Mark::Write => "writes",
            Mark::Send => "sends",
            Mark::Receive => "receives",
            Mark::Enter => "enters",
            Mark::Leave => "leaves",
            Mark::Decide => "decides",
            Mark::Crash => "crashes",
            Mark::Lose => "is lost",
            Mark::Double => "is doubled",
            Mark::Other => "goes on",
        }
    }

    /// Its outline, about the origin.
    pub fn path(self) -> &'static str {
        match self {
            Mark::Read => "M-5.5 0a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0 -11 0z",
            Mark::Write => "M-5 -5h10v10h-10z",
            Mark::Send => "M-5 -6.5L6.5 0L-5 6.5z",
            Mark::Receive => "M5 -6.5L-6.5 0L5 6.5z",
            Mark::Enter => "M-4.5 -6h3.5a6 6 0 0 1 0 12h-3.5z",
            Mark::Leave => "M4.5 -6h-3.5a6 6 0 0 0 0 12h3.5z",
            Mark::Decide => "M0 -7.5L7.5 0L0 7.5L-7.5 0z",
            Mark::Lose => "M-7 -1.6h8v-5.4h3.2v14h-3.2v-5.4h-8z",
            Mark::Crash => {
                "M0 -2.6L4 -6.6L6.6 -4L2.6 0L6.6 4L4 6.6L0 2.6L-4 6.6L-6.6 4L-2.6 0L-6.6 -4L-4 -6.6z"
            }
            Mark::Double => "M-2 -6h4v4h4v4h-4v4h-4v-4h-4v-4h4z",
            Mark::Other => "M-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0z",
        }
    }
}

/// The kinds that occur, for the legend.
pub fn present(steps: &[Step]) -> Vec<Mark> {
    let mut marks = Vec::new();
    for mark in steps.iter().map(Mark::of) {
        if let Err(at) = marks.binary_search(&mark) {
            marks.insert(at, mark);
        }
    }
    marks
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog::Scenario;

    #[test]
    fn a_run_of_each_kind_has_marks_of_its_own() {
        let marks = |link: &str| present(&Scenario::parse(link).unwrap().scenario.trace().steps);
        let shared = marks("bakery?tie-break=none&v=1&run=AAFQVAFX.gdXa");
        assert!(shared.contains(&Mark::Read) && shared.contains(&Mark::Write), "{shared:?}");
        let messages = marks("ricart-agrawala?v=1&run=QIVEkM3.sKJf");
        assert!(messages.contains(&Mark::Send) && messages.contains(&Mark::Receive));
        let dead = "fault-tolerant-permission?losses=0&dies=inside&v=1&run=IGSian099fv.MT5q";
        assert!(marks(dead).contains(&Mark::Lose), "what reaches the dead is lost");
    }
}
