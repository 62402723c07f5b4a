//! The operations of a run, and an order in which they could have come one at a time.

use crate::engine::text;
use crate::intervals::{Intervals, Keeps};
use crate::{Scenario, Step, Trace};
use history::Found;
use model::Event;
use program::Compiled;
use std::sync::Arc;

/// What an order has to keep of which a claim says that there is one.
pub(crate) fn order_claimed(property: &str) -> Option<Keeps> {
    match property {
        "linearizable" => Some(Keeps::Time),
        "sequentially consistent" => Some(Keeps::EachProcess),
        _ => None,
    }
}

/// Whether a property is about the order of operations.
pub fn is_about_order(property: &str) -> bool {
    order_claimed(property).is_some()
}

/// From its call to its return.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operation {
    pub process: u8,
    pub name: &'static str,
    pub arguments: String,
    /// None while it is pending; empty where it has none.
    pub result: Option<String>,
    /// Index of the step that called it.
    pub from: usize,
    /// Index of the step in which it returned.
    pub to: Option<usize>,
}

impl Operation {
    /// `push(1)`
    pub fn call(&self) -> String {
        model::call(self.name, &self.arguments)
    }

    /// `pop → 0`
    pub fn words(&self) -> String {
        match self.result.as_deref() {
            None | Some("") => self.call(),
            Some(result) => format!("{} → {result}", self.call()),
        }
    }
}

/// Those of a run, in the order of their calls.
pub(crate) fn of(steps: &[Step]) -> Vec<Operation> {
    let mut all: Vec<Operation> = Vec::new();
    for (index, step) in steps.iter().enumerate() {
        let Some(process) = step.process else { continue };
        for event in &step.events {
            match event {
                Event::Called { operation, arguments } => all.push(Operation {
                    process,
                    name: operation,
                    arguments: arguments.clone(),
                    result: None,
                    from: index,
                    to: None,
                }),
                Event::Returned { result, .. } => {
                    let mut own = all.iter_mut().rev();
                    let pending =
                        own.find(|called| called.process == process && called.to.is_none());
                    if let Some(operation) = pending {
                        (operation.result, operation.to) = (Some(result.clone()), Some(index));
                    }
                }
                _ => {}
            }
        }
    }
    all
}

/// An operation in an order, and when it can have taken effect.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Placed {
    /// Its place among those of the trace.
    pub operation: usize,
    /// Index of a step within it; where the order is one in time, not before those of what comes before it.
    pub step: usize,
}

/// "One possible order: push(1) · pop → 1"
pub fn order_in_words(trace: &Trace, order: &[Placed]) -> String {
    let words = order.iter().map(|placed| trace.operations[placed.operation].words());
    format!("One possible order: {}", words.collect::<Vec<_>>().join(" · "))
}

impl Trace {
    /// The claim that the operations have an order, if one has returned after so many steps and it is not broken.
    pub fn order_claimed(&self, at: usize) -> Option<&'static str> {
        let claim = self.claims.iter().find(|claim| order_claimed(claim.0).is_some())?.0;
        let has_returned = |called: &Operation| called.to.is_some_and(|to| to < at);
        let mut steps = self.steps[..at.min(self.steps.len())].iter();
        let has = self.operations.iter().any(has_returned)
            && !steps.any(|step| step.breaks.contains(&claim));
        has.then_some(claim)
    }

    /// Whether an operation returns in a step that leaves no order.
    pub fn has_no_order(&self, step: usize) -> bool {
        self.steps[step].breaks.iter().any(|broken| is_about_order(broken))
    }
}

impl Scenario {
    /// An order in which the operations up to the cursor could have come one at a time with the same results. None if
    /// there is none, or it is not found within bounds.
    pub fn order_of_operations(&self) -> Option<Vec<Placed>> {
        let trace = self.trace();
        let claim = trace.order_claimed(self.at)?;
        let keeps = order_claimed(claim)?;
        let (system, all) = self.asked(&trace, claim)?;
        let intervals = Intervals::of(&system, &all, self.at)?;
        let Found::Order(placed) = intervals.asked(keeps).few()?.order() else { return None };
        let mut step = 0;
        let placed = placed.into_iter().map(|operation| {
            let from = all[operation].from;
            // as early as it can be: what returned before was placed before
            step = if keeps == Keeps::Time { step.max(from) } else { from };
            Placed { operation, step }
        });
        Some(placed.collect())
    }

    /// The program whose claim is in question, and the operations up to the cursor.
    pub(crate) fn asked<'t>(
        &self,
        trace: &'t Trace,
        claim: &str,
    ) -> Option<(Arc<Compiled>, Vec<&'t Operation>)> {
        let system = text::explaining(&self.entry().listing, &self.setting, claim)?;
        Some((system, trace.operations.iter().filter(|called| called.from < self.at).collect()))
    }
}
