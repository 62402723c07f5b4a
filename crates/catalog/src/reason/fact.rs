//! What a run has on record. A clause names facts, and is said only if every one of them is true.

use super::record::Record;
use crate::{ArrowKind, Enabledness};
use model::{Action, Cell, Event, Life, Zone};

/// Steps are counted from 0 here, states by how many steps led to them.
#[derive(Clone, PartialEq, Debug)]
pub enum Fact {
    Read {
        step: usize,
        who: usize,
        cell: Cell,
        value: String,
    },
    Wrote {
        step: usize,
        who: usize,
        cell: Cell,
        value: String,
    },
    /// A process neither reads nor writes a cell after it has read it in this step.
    NotSeenAgain {
        who: usize,
        cell: Cell,
        after: usize,
    },
    /// A write of that process waits in its store buffer before this step.
    Pending {
        who: usize,
        cell: Cell,
        value: String,
        before: usize,
    },
    /// What was written to a cell last.
    IsNow {
        cell: Cell,
        value: String,
    },
    /// Nobody writes a cell before this step.
    FirstValue {
        cell: Cell,
        before: usize,
    },
    /// Nobody writes a cell after this step.
    LastWrite {
        cell: Cell,
        after: usize,
    },
    Sent {
        step: usize,
        who: usize,
        to: usize,
        text: String,
    },
    Received {
        step: usize,
        who: usize,
        from: usize,
        text: String,
    },
    /// Of all that it has received since it set out, these messages are from those alone.
    ReceivedFrom {
        who: usize,
        text: String,
        from: Vec<usize>,
    },
    /// What is received in one step was sent in the other.
    Carried {
        sent: usize,
        received: usize,
    },
    /// It has not arrived when so many steps are taken.
    OnItsWay {
        sent: usize,
        to: usize,
        text: String,
        at: usize,
    },
    Lost {
        step: usize,
        text: String,
    },
    Doubled {
        step: usize,
        text: String,
    },
    NothingLost,
    Crashed {
        step: usize,
        who: usize,
    },
    /// It has crashed, and no step starts it again.
    Gone {
        who: usize,
    },
    Restarted {
        step: usize,
        who: usize,
    },
    TimedOut {
        step: usize,
        who: usize,
    },
    /// It leaves the remainder section.
    Asked {
        step: usize,
        who: usize,
    },
    Stands {
        who: usize,
        zone: Zone,
        at: usize,
    },
    Decided {
        step: usize,
        who: usize,
        value: String,
    },
    Before {
        first: usize,
        second: usize,
    },
    /// In the last state.
    WaitsFor {
        who: usize,
        whom: usize,
    },
    Waits {
        who: usize,
    },
    Holds {
        who: usize,
        cell: Cell,
    },
    /// Somebody could go on if it stood again where it stood before this step.
    WouldHelp {
        who: usize,
        step: usize,
    },
    /// After so many steps it could take one, and took none from there on.
    CouldMove {
        who: usize,
        at: usize,
    },
    /// A step of its own before a loop would change what the others do in it.
    Helps {
        who: usize,
        from: usize,
    },
    /// In the last state it can take a step.
    MayStep {
        who: usize,
    },
    /// In the last state it has nothing to do.
    Idles {
        who: usize,
    },
    /// A variable of its own gets another value in this step.
    Became {
        step: usize,
        who: usize,
        name: &'static str,
        value: String,
    },
    /// The environment changes a cell.
    Changed {
        step: usize,
        cell: Cell,
        value: String,
    },
    /// From this state on all steps are those of some.
    Movers {
        from: usize,
        who: Vec<usize>,
    },
    /// Whether it could take a step in one of these states.
    Able {
        who: usize,
        from: usize,
        able: bool,
    },
}

impl Fact {
    /// Whether the run says so.
    pub fn holds(&self, record: &Record) -> bool {
        self.is_of_memory(record)
            .or_else(|| self.is_of_messages(record))
            .unwrap_or_else(|| self.is_of_state(record))
    }

    fn is_of_memory(&self, record: &Record) -> Option<bool> {
        Some(match self {
            Fact::Read { step, who, cell, value } => record.has(*step, Some(*who), |event| {
                matches!(event, Event::Read { cell: read, value: seen, .. }
                    if read == cell && seen == value)
            }),
            Fact::Wrote { step, who, cell, value } => record.has(*step, Some(*who), |event| {
                matches!(event, Event::Write { cell: written, value: new, .. }
                    if written == cell && new == value)
            }),
            Fact::Changed { step, cell, value } => {
                record.is_fault(*step)
                    && record.has(*step, None, |event| {
                        matches!(event, Event::Write { cell: written, value: new, .. }
                            if written == cell && new == value)
                    })
            }
            Fact::NotSeenAgain { who, cell, after } => {
                !record.has_looked_again(*who, *cell, *after)
            }
            Fact::Pending { who, cell, value, before } => {
                let mut pending = record.pending(*cell, *before);
                pending.any(|(by, write)| by == *who && write.value == *value)
            }
            Fact::IsNow { cell, value } => {
                record.writes(*cell).next_back().is_some_and(|write| write.2 == value)
            }
            Fact::FirstValue { cell, before } => {
                record.writes(*cell).all(|(step, ..)| step >= *before)
            }
            Fact::LastWrite { cell, after } => {
                record.writes(*cell).all(|(step, ..)| step <= *after)
            }
            Fact::Before { first, second } => first < second,
            _ => return None,
        })
    }

    fn is_of_messages(&self, record: &Record) -> Option<bool> {
        Some(match self {
            Fact::Sent { step, who, to, text } => record.has(*step, Some(*who), |event| {
                matches!(event, Event::Send { to: whom, text: sent, .. }
                    if usize::from(*whom) == *to && sent == text)
            }),
            Fact::Received { step, who, from, text } => record.has(*step, Some(*who), |event| {
                matches!(event, Event::Receive { from: whom, text: got, .. }
                    if usize::from(*whom) == *from && got == text)
            }),
            Fact::ReceivedFrom { who, text, from } => {
                let receipts = record.receipts(*who);
                let mut like = receipts.iter().filter(|got| got.text == *text);
                !from.is_empty() && like.all(|got| from.contains(&got.from))
            }
            Fact::Carried { sent, received } => {
                record.sender_of(*received, ArrowKind::Message) == Some(*sent)
            }
            Fact::OnItsWay { sent, to, text, at } => {
                *sent < *at && record.arrival_of(*sent, *to, text).is_none_or(|step| step >= *at)
            }
            Fact::Lost { step, text } => record.has(
                *step,
                None,
                |event| matches!(event, Event::Lost { text: lost, .. } if lost == text),
            ),
            Fact::Doubled { step, text } => record.has(
                *step,
                None,
                |event| matches!(event, Event::Duplicated { text: twice, .. } if twice == text),
            ),
            Fact::NothingLost => {
                let mut events = record.steps().iter().flat_map(|step| &step.events);
                !events.any(|event| matches!(event, Event::Lost { .. }))
            }
            _ => return None,
        })
    }

    fn is_of_state(&self, record: &Record) -> bool {
        let has =
            |step: usize, who: usize, what: fn(&Event) -> bool| record.has(step, Some(who), what);
        match self {
            Fact::Crashed { step, who } => has(*step, *who, |event| *event == Event::Crashed),
            Fact::Gone { who } => {
                let starts = |action: Action| {
                    matches!(action, Action::Restart(process) | Action::Step { process, .. }
                        if usize::from(process) == *who)
                };
                let mut next = record.now().next.iter();
                let process = record.view().processes.get(*who);
                process.is_some_and(|process| process.life == Life::Crashed)
                    && !next
                        .any(|choice| choice.possible == Enabledness::Now && starts(choice.action))
            }
            Fact::Restarted { step, who } => {
                has(*step, *who, |event| matches!(event, Event::Moved { from: Zone::Crashed, .. }))
            }
            Fact::TimedOut { step, who } => {
                let action = record.steps().get(*step).map(|step| step.action);
                let is_time_out =
                    matches!(action, Some(Action::Timeout(_) | Action::TimeoutAs(..)));
                is_time_out && record.who(*step) == Some(*who)
            }
            Fact::Asked { step, who } => has(*step, *who, |event| {
                matches!(event, Event::Moved { from: Zone::Remainder, .. })
            }),
            Fact::Stands { who, zone, at } => {
                record.moments.get(*at).is_some_and(|moment| moment.section(*who) == *zone)
            }
            Fact::Decided { step, who, value } => record.has(
                *step,
                Some(*who),
                |event| matches!(event, Event::Decided { value: decided } if decided == value),
            ),
            Fact::WaitsFor { who, whom } => {
                record.now().waits().iter().any(|wait| (wait.0, wait.1) == (*who, *whom))
            }
            Fact::Waits { who } => record.waits(*who),
            Fact::WouldHelp { who, step } => record.would_help(*who, *step),
            Fact::CouldMove { who, at } => {
                let stays = (*at..record.at()).all(|step| record.who(step) != Some(*who));
                stays && record.is_able(*who, *at)
            }
            Fact::Helps { who, from } => record.helps(*who, *from),
            Fact::Became { step, who, name, value } => {
                let [before, after] = [*step, *step + 1].map(|at| record.own(*who, name, at));
                before != after && after == Some(value)
            }
            Fact::MayStep { who } => record.may_step(*who),
            Fact::Idles { who } => record.idles(*who).is_some(),
            Fact::Holds { who, cell } => record.holders(*cell).contains(&(*who as u8)),
            Fact::Movers { from, who } => (*from..record.at())
                .all(|step| record.who(step).is_some_and(|by| who.contains(&by))),
            Fact::Able { who, from, able } => {
                (*from..record.at()).any(|at| record.is_able(*who, at)) == *able
            }
            _ => false,
        }
    }
}
