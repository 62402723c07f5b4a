//! Operations that have no order, in a sentence.

use super::head::{Broken, Head, head};
use super::record::Record;
use crate::Operation;
use crate::engine::text;
use crate::operations::order_claimed;
use program::{Interval, Order};

pub fn of(record: &Record, property: &str) -> Option<Head> {
    let order = order_claimed(property)?;
    let scenario = record.scenario;
    let system = text::explaining(&scenario.entry().listing, &scenario.setting, property)?;
    let monitor = system.program().monitor.as_ref()?;
    let called = record.trace.operations.iter().filter(|operation| operation.from < record.at());
    let known =
        called.filter_map(|operation| Some((operation, operation.interval(monitor, record.at())?)));
    let (operations, intervals): (Vec<&Operation>, Vec<Interval>) = known.unzip();
    let end = |at: usize| intervals[at].returned.map(|(_, step)| step);
    let returned = (0..operations.len()).filter(|&at| end(at).is_some());
    let last = returned.max_by_key(|&at| end(at))?;
    let set = system.without_order(&intervals, last, order).unwrap_or_else(|| vec![last]);
    let others = set.iter().filter(|&&at| at != last).map(|&at| match order {
        Order::InTime => beside(record, (operations[at], &intervals[at]), &intervals[last]),
        Order::OfEachProcess => of_process(record, operations[at]),
    });
    let others: Vec<String> = others.collect();
    let said = of_process(record, operations[last]);
    let short = operations[last].words();
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
    format!("{} of {}", operation.words(), record.name(operation.process.into()))
}

/// "push(1) of process 0 had returned in step 3, before that was called in step 4"
fn beside(record: &Record, (other, interval): (&Operation, &Interval), last: &Interval) -> String {
    let name = of_process(record, other);
    match interval.returned {
        Some((_, end)) if end < last.called => {
            let [end, begin] = [end, last.called].map(|step| record.step(step));
            format!("{name} had returned in {end}, before that was called in {begin}")
        }
        Some((_, end)) => format!("{name} returned in {}, while that ran", record.step(end)),
        None => format!("{name} is pending"),
    }
}
