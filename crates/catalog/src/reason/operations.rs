//! Operations that have no order: why, as a contradiction in steps.

use super::head::{Broken, Head, head};
use super::record::Record;
use crate::Operation;
use crate::intervals::{Intervals, Keeps};
use crate::operations::order_claimed;
use history::{Found, Names};

pub fn of(record: &Record, property: &str) -> Option<Head> {
    let keeps = order_claimed(property)?;
    let (system, operations) = record.scenario.asked(record.trace, property)?;
    let intervals = Intervals::of(&system, &operations, record.at())?;
    let last = intervals.last()?;
    let case = Case { record, operations: &operations, intervals: &intervals, keeps };
    let why = intervals.asked(keeps).few().and_then(|mut few| {
        let members = few.without_order(last)?;
        Some(few.contradiction(&members, last)?.words(&case, &members, last))
    });
    let said = of_process(record, operations[last]);
    let explains = match keeps {
        Keeps::Time => format!("no order explains {said}"),
        Keeps::EachProcess => format!("no order that keeps each process’s own explains {said}"),
    };
    let text = match why {
        Some(why) => format!("{explains}: {why}"),
        None => explains,
    };
    let consistent = || match intervals.asked(Keeps::EachProcess).few()?.order() {
        Found::Order(_) => Some(". Sequentially consistent, but not linearizable"),
        Found::Nothing => Some(". Not sequentially consistent either"),
        Found::Open => None,
    };
    let beside = (keeps == Keeps::Time).then(consistent).flatten().unwrap_or_default();
    let ahead = format!("no order explains {}", operations[last].words());
    Some(head(text + beside, ahead, Broken::Operations))
}

/// "pop → 0 of process 1"
fn of_process(record: &Record, operation: &Operation) -> String {
    format!("{} of {}", operation.words(), record.name(operation.process.into()))
}

struct Case<'a> {
    record: &'a Record<'a>,
    operations: &'a [&'a Operation],
    intervals: &'a Intervals<'a>,
    keeps: Keeps,
}

impl Names for Case<'_> {
    fn name(&self, operation: usize) -> String {
        of_process(self.record, self.operations[operation])
    }

    fn result(&self, result: usize) -> String {
        self.intervals.result(result).to_owned()
    }

    fn returned(&self, operation: usize) -> Option<String> {
        self.operations[operation].result.clone().filter(|result| !result.is_empty())
    }

    fn comes_first(&self, (first, second): (usize, usize), is_full: bool) -> String {
        let [one, other] = [first, second].map(|at| self.operations[at]);
        match (self.keeps, self.intervals.all[first].returned) {
            (Keeps::Time, Some((_, end))) => {
                let [end, begin] = [end, other.from].map(|step| self.record.step(step));
                let one = if is_full { self.name(first) } else { one.words() };
                format!(
                    "{one} had returned in {end}, before {} was called in {begin}",
                    other.words()
                )
            }
            _ => {
                let process = self.record.name(other.process.into());
                format!("{process} called {} before {}", one.call(), other.call())
            }
        }
    }
}
