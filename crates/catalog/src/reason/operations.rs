//! Operations that have no order, in a sentence.

use super::head::{Broken, Head, head};
use super::record::Record;
use crate::engine::text;
use model::Event;
use program::ir::Monitor;
use program::{Interval, Order};

/// An operation of the run, with what readers call it.
struct Operation {
    who: usize,
    /// `push(1)`
    call: String,
    result: String,
    interval: Interval,
}

pub fn of(record: &Record, property: &str) -> Option<Head> {
    let order = match property {
        "linearizable" => Order::InTime,
        "sequentially consistent" => Order::OfEachProcess,
        _ => return None,
    };
    let scenario = record.scenario;
    let system = text::explaining(&scenario.entry().listing, &scenario.setting, property)?;
    let operations = operations(record, system.program().monitor.as_ref()?);
    let returned = |operation: &Operation| operation.interval.returned.is_some();
    let last = (0..operations.len())
        .filter(|&at| returned(&operations[at]))
        .max_by_key(|&at| operations[at].interval.returned.map(|(_, step)| step))?;
    let intervals: Vec<Interval> = operations.iter().map(|operation| operation.interval).collect();
    let set = system.without_order(&intervals, last, order).unwrap_or_else(|| vec![last]);
    let others = set.iter().filter(|&&at| at != last).map(|&at| match order {
        Order::InTime => beside(record, &operations[at], &operations[last]),
        Order::OfEachProcess => of_process(record, &operations[at]),
    });
    let others: Vec<String> = others.collect();
    let said = of_process(record, &operations[last]);
    let short = self::said(&operations[last]);
    let text = match (others.len(), order) {
        (0, _) => format!("no order explains {said}"),
        (_, Order::InTime) => format!("no order explains {said}: {}", super::list(&others)),
        (_, Order::OfEachProcess) => {
            let others = super::list(&others);
            format!("no order that keeps each process’s own explains {said} beside {others}")
        }
    };
    let consistent = || system.is_sequentially_consistent(&intervals);
    let beside = match (order, (order == Order::InTime).then(consistent).flatten()) {
        (Order::InTime, Some(true)) => ". Only the order in time is violated",
        (Order::InTime, Some(false)) => ". Not sequentially consistent either",
        _ => "",
    };
    let text = text + beside;
    Some(head(text, format!("no order explains {short}"), Broken::Operations))
}

/// "pop → 0 of process 1"
fn of_process(record: &Record, operation: &Operation) -> String {
    format!("{} of {}", said(operation), record.name(operation.who))
}

/// "pop → 0"
fn said(operation: &Operation) -> String {
    match operation.result.as_str() {
        "" => operation.call.clone(),
        result => format!("{} → {result}", operation.call),
    }
}

/// "push(1) of process 0 had returned in step 3, before that was called in step 4"
fn beside(record: &Record, other: &Operation, last: &Operation) -> String {
    let name = of_process(record, other);
    match other.interval.returned {
        Some((_, end)) if end < last.interval.called => {
            let [end, begin] = [end, last.interval.called].map(|step| record.step(step));
            format!("{name} had returned in {end}, before that was called in {begin}")
        }
        Some((_, end)) => format!("{name} returned in {}, while that ran", record.step(end)),
        None => format!("{name} is pending"),
    }
}

fn operations(record: &Record, monitor: &Monitor) -> Vec<Operation> {
    let mut all: Vec<Operation> = Vec::new();
    for (step, taken) in record.steps().iter().enumerate() {
        let Some(who) = record.who(step) else { continue };
        for event in &taken.events {
            match event {
                Event::Called { operation, arguments } => {
                    let Some(call) = call_of(monitor, who, operation, arguments) else { continue };
                    let interval = Interval { call, called: step, returned: None };
                    let call = model::call(operation, arguments);
                    all.push(Operation { who, call, result: String::new(), interval });
                }
                Event::Returned { result, .. } => {
                    let pending = all.iter_mut().rev().find(|operation| operation.who == who);
                    if let Some(operation) = pending {
                        let returned = return_of(monitor, operation.interval.call, result);
                        operation.interval.returned = returned.map(|event| (event, step));
                        operation.result.clone_from(result);
                    }
                }
                _ => {}
            }
        }
    }
    all
}

fn call_of(monitor: &Monitor, who: usize, operation: &str, arguments: &str) -> Option<usize> {
    let mut operations = monitor.operations.iter();
    let called = operations.find(|called| called.process == who && called.name == operation)?;
    called.arguments.iter().position(|known| known == arguments).map(|nth| called.call(nth))
}

fn return_of(monitor: &Monitor, call: usize, result: &str) -> Option<usize> {
    let happened = monitor.happened(call);
    let called = &monitor.operations[happened.operation];
    let nth = called.results.iter().position(|known| known == result)?;
    Some(called.return_of(happened.arguments, nth))
}
