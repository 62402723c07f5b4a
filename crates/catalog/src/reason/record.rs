//! A run as far as its cursor, and what can be looked up in it.

use crate::{ArrowKind, Moment, Possible, Step, Trace};
use model::{Cell, Event, View, Zone};

pub struct Record<'a> {
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

    /// "step 4"
    pub fn step(&self, step: usize) -> String {
        self.trace.name_of(step)
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

    pub fn reads(&self, who: usize) -> impl DoubleEndedIterator<Item = Seen> {
        self.steps_of(who).flat_map(|(step, taken)| {
            taken.events.iter().filter_map(move |event| match event {
                Event::Read { cell, value, .. } => {
                    Some(Seen { step, cell: *cell, value: value.clone() })
                }
                _ => None,
            })
        })
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

    /// All that was written to a cell: the step, who, and the value.
    pub fn writes(&self, cell: Cell) -> impl DoubleEndedIterator<Item = (usize, usize, &str)> {
        self.steps().iter().enumerate().flat_map(move |(step, taken)| {
            taken.events.iter().filter_map(move |event| match event {
                Event::Write { cell: written, value, .. } if *written == cell => {
                    Some((step, usize::from(taken.process?), value.as_str()))
                }
                _ => None,
            })
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

    /// Whether all that a process can do itself is wait.
    pub fn waits(&self, who: usize) -> bool {
        self.is_stuck(who, self.at())
    }

    pub fn is_stuck(&self, who: usize, at: usize) -> bool {
        self.can(who, at, Possible::Waits) && !self.is_able(who, at)
    }

    pub fn is_able(&self, who: usize, at: usize) -> bool {
        self.can(who, at, Possible::Now)
    }

    fn can(&self, who: usize, at: usize, possible: Possible) -> bool {
        let mut next = self.moments[at].next.iter().filter(|choice| !choice.fault);
        next.any(|choice| {
            choice.process.map(usize::from) == Some(who) && choice.possible == possible
        })
    }
}

fn value(view: &View, cell: Cell) -> Option<&str> {
    let array = view.arrays.iter().find(|array| array.name == cell.array)?;
    Some(&array.get(cell)?.value)
}
