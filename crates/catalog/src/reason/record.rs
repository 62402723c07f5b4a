//! A run as far as its cursor, and what can be looked up in it.

use crate::{ArrowKind, Enabledness, Moment, Scenario, Step, Trace, Unmet};
use model::{Action, Cell, Event, PendingView, View, WritePhase, Zone};

pub struct Record<'a> {
    /// Of the run, for what else could have happened.
    pub scenario: &'a Scenario,
    pub trace: &'a Trace,
    /// Every state up to the cursor, the first one included.
    pub moments: &'a [Moment],
}

/// A read.
#[derive(Clone, PartialEq, Debug)]
pub struct Seen {
    pub step: usize,
    pub cell: Cell,
    pub value: String,
}

/// A message, as it is sent.
#[derive(Clone, PartialEq, Debug)]
pub struct Sent {
    pub step: usize,
    pub who: usize,
    pub to: usize,
    pub text: String,
}

/// A receipt.
#[derive(Clone, PartialEq, Debug)]
pub struct Got {
    pub step: usize,
    pub from: usize,
    pub text: String,
}

impl Record<'_> {
    /// How many steps are taken.
    pub fn at(&self) -> usize {
        self.moments.len() - 1
    }

    pub fn now(&self) -> &Moment {
        &self.moments[self.at()]
    }

    pub fn view(&self) -> &View {
        &self.now().view
    }

    pub fn steps(&self) -> &[Step] {
        &self.trace.steps[..self.at()]
    }

    /// "process 1"
    pub fn name(&self, who: usize) -> String {
        self.view().name(who)
    }

    /// What a variable of a process is when so many steps are taken.
    pub fn own(&self, who: usize, name: &str, at: usize) -> Option<&str> {
        let process = self.moments.get(at)?.view.processes.get(who)?;
        process.locals.iter().find(|own| own.0 == name).map(|own| &*own.1)
    }

    /// "step 4"
    pub fn step(&self, step: usize) -> String {
        self.trace.name_of(step)
    }

    /// What of a property fails because the run ends here.
    pub fn unmet(&self, property: &str) -> Option<&Unmet> {
        let is_end = self.at() == self.trace.steps.len();
        self.trace.unmet.iter().find(|unmet| is_end && unmet.property == property)
    }

    /// Who takes a step.
    pub fn who(&self, step: usize) -> Option<usize> {
        self.steps().get(step)?.process.map(usize::from)
    }

    pub fn is_fault(&self, step: usize) -> bool {
        self.trace.rows[usize::from(self.steps()[step].row)].fault
    }

    /// Whether a step has such an event, and is of that process, if one is named.
    pub fn has(&self, step: usize, who: Option<usize>, what: impl Fn(&Event) -> bool) -> bool {
        let is_of = |taken: &Step| who.is_none() || taken.process.map(usize::from) == who;
        self.steps().get(step).is_some_and(|taken| is_of(taken) && taken.events.iter().any(what))
    }

    /// The steps of a process, in order.
    fn steps_of(&self, who: usize) -> impl DoubleEndedIterator<Item = (usize, &Step)> {
        let steps = self.steps().iter().enumerate();
        steps.filter(move |(_, step)| step.process.map(usize::from) == Some(who))
    }

    /// The last step of a process with such an event.
    pub fn last(&self, who: usize, what: impl Fn(&Event) -> bool) -> Option<usize> {
        let mut steps = self.steps_of(who).rev();
        steps.find(|(_, step)| step.events.iter().any(&what)).map(|(at, _)| at)
    }

    /// The step in which a process set out on what it does now.
    pub fn asked(&self, who: usize) -> Option<usize> {
        self.last(who, |event| matches!(event, Event::Moved { from: Zone::Remainder, .. }))
    }

    /// What a process has read; not of what it wrote itself in the same step.
    pub fn reads(&self, who: usize) -> impl DoubleEndedIterator<Item = Seen> {
        self.steps_of(who).flat_map(|(step, taken)| {
            let events = taken.events.iter().enumerate();
            events.filter_map(move |(nth, event)| match event {
                Event::Read { cell, value, .. } if !writes(&taken.events[..nth], *cell) => {
                    Some(Seen { step, cell: *cell, value: value.clone() })
                }
                _ => None,
            })
        })
    }

    /// Whether a process has read or written a cell since it read it in a step, or reads it again and again
    /// where it waits.
    pub fn has_looked_again(&self, who: usize, cell: Cell, step: usize) -> bool {
        let touches = |event: &Event| match event {
            // what arrives in memory is no look of its process
            Event::Write { phase: WritePhase::Arrives, .. } => false,
            Event::Read { cell: other, .. } | Event::Write { cell: other, .. } => *other == cell,
            _ => false,
        };
        let later =
            self.steps_of(who).any(|(at, taken)| at > step && taken.events.iter().any(touches));
        let in_vain = |choice: &crate::Choice| {
            choice.process.map(usize::from) == Some(who)
                && choice.possible == Enabledness::Waits
                && choice.why.as_deref().is_some_and(|why| why.contains(&format!("{cell} = ")))
        };
        // in the step itself, what it writes is what it knows
        let events = || self.steps()[step].events.iter();
        let read = events().find_map(|event| match event {
            Event::Read { cell: read, value, .. } if *read == cell => Some(value),
            _ => None,
        });
        let changes = |event: &Event| {
            matches!(event, Event::Write { cell: written, value, .. }
                if *written == cell && Some(value) != read)
        };
        later || events().any(changes) || self.now().next.iter().any(in_vain)
    }

    /// What a process has received since it set out.
    pub fn receipts(&self, who: usize) -> Vec<Got> {
        let from = self.asked(who).unwrap_or(0);
        let receipts = self.steps_of(who).filter(|(step, _)| *step >= from);
        let receipts = receipts.flat_map(|(step, taken)| {
            taken.events.iter().filter_map(move |event| match event {
                Event::Receive { from, text, .. } => {
                    Some(Got { step, from: (*from).into(), text: text.clone() })
                }
                _ => None,
            })
        });
        receipts.collect()
    }

    /// All that was written to a cell: the step, who, and the value. What waits in a store buffer is written.
    pub fn writes(&self, cell: Cell) -> impl DoubleEndedIterator<Item = (usize, usize, &str)> {
        self.steps().iter().enumerate().flat_map(move |(step, taken)| {
            taken.events.iter().filter_map(move |event| match event {
                Event::Write { phase: WritePhase::Arrives, .. } => None,
                Event::Write { cell: written, value, .. } if *written == cell => {
                    Some((step, usize::from(taken.process?), value.as_str()))
                }
                _ => None,
            })
        })
    }

    /// The writes to a cell that wait in store buffers before a step, the youngest of each process first.
    pub fn pending(&self, cell: Cell, step: usize) -> impl Iterator<Item = (usize, &PendingView)> {
        let buffers = self.moments[step].view.buffers.iter();
        buffers.flat_map(move |buffer| {
            let writes = buffer.writes.iter().rev().filter(move |write| write.cell == cell);
            writes.map(|write| (usize::from(buffer.process), write))
        })
    }

    /// What a cell had at the start.
    pub fn first_value(&self, cell: Cell) -> Option<&str> {
        value(&self.moments[0].view, cell)
    }

    pub fn value(&self, cell: Cell) -> Option<&str> {
        value(self.view(), cell)
    }

    /// Whether a process alone writes a cell.
    pub fn is_own(&self, cell: Cell, who: usize) -> bool {
        let mut arrays = self.view().arrays.iter();
        arrays.any(|array| array.name == cell.array && array.owned)
            && usize::from(cell.index) == who
    }

    pub fn is_lock(&self, cell: Cell) -> bool {
        let mut arrays = self.view().arrays.iter();
        arrays.any(|array| array.name == cell.array && super::data::is_lock(array))
    }

    pub fn holders(&self, cell: Cell) -> &[u8] {
        let array = self.view().arrays.iter().find(|array| array.name == cell.array);
        array.and_then(|array| array.get(cell)).map_or(&[], |shown| &shown.holders)
    }

    /// Where an arrow to a step comes from.
    pub fn sender_of(&self, step: usize, kind: ArrowKind) -> Option<usize> {
        let mut arrows = self.trace.arrows.iter();
        arrows.find(|arrow| arrow.to == step && arrow.kind == kind).map(|arrow| arrow.from)
    }

    /// The step in which a message arrives.
    pub fn arrival_of(&self, sent: usize, to: usize, text: &str) -> Option<usize> {
        let arrives = |step: usize| {
            self.has(
                step,
                Some(to),
                |event| matches!(event, Event::Receive { text: got, .. } if got == text),
            )
        };
        let arrows = self.trace.arrows.iter().filter(|arrow| arrow.from == sent);
        let mut heads = arrows.map(|arrow| arrow.to);
        heads.find(|&step| step < self.at() && arrives(step))
    }

    /// All messages, in the order in which they were sent.
    pub fn sent(&self) -> impl DoubleEndedIterator<Item = Sent> {
        self.steps().iter().enumerate().flat_map(|(step, taken)| {
            taken.events.iter().filter_map(move |event| match event {
                Event::Send { to, text, .. } => Some(Sent {
                    step,
                    who: taken.process?.into(),
                    to: (*to).into(),
                    text: text.clone(),
                }),
                _ => None,
            })
        })
    }

    pub fn is_in_flight(&self, sent: &Sent) -> bool {
        self.view().messages.iter().any(|message| {
            (usize::from(message.from), usize::from(message.to), &*message.text)
                == (sent.who, sent.to, &*sent.text)
        })
    }

    /// Whether a process could take a step of its own.
    pub fn may_step(&self, who: usize) -> bool {
        self.now().steps().any(|choice| {
            matches!(choice.action, Action::Step { process, .. } if usize::from(process) == who)
        })
    }

    /// Why a process has nothing to do: "has nothing left to do".
    pub fn idles(&self, who: usize) -> Option<&str> {
        let idle = self.now().next.iter().find(|choice| {
            choice.process.map(usize::from) == Some(who) && choice.possible == Enabledness::Done
        });
        idle?.why.as_deref()
    }

    /// Whether all that a process can do itself is wait.
    pub fn waits(&self, who: usize) -> bool {
        self.is_stuck(who, self.at())
    }

    pub fn is_stuck(&self, who: usize, at: usize) -> bool {
        self.can(who, at, Enabledness::Waits) && !self.is_able(who, at)
    }

    pub fn is_able(&self, who: usize, at: usize) -> bool {
        self.can(who, at, Enabledness::Now)
    }

    fn can(&self, who: usize, at: usize, possible: Enabledness) -> bool {
        let mut next = self.moments[at].next.iter().filter(|choice| !choice.fault);
        next.any(|choice| {
            choice.process.map(usize::from) == Some(who) && choice.possible == possible
        })
    }
}

fn writes(events: &[Event], cell: Cell) -> bool {
    events
        .iter()
        .any(|event| matches!(event, Event::Write { cell: written, .. } if *written == cell))
}

fn value(view: &View, cell: Cell) -> Option<&str> {
    let array = view.arrays.iter().find(|array| array.name == cell.array)?;
    Some(&array.get(cell)?.value)
}

/// What stands last in a message: "7" in "request(1, 7)", "@2" in "x = 7 @2".
pub fn last_field(text: &str) -> &str {
    text.trim_end_matches(')').rsplit(['(', ' ', '=']).next().unwrap_or_default()
}
