//! Operations as intervals between two lines of a log.

use crate::check::Failure;
use crate::object::Object;
use crate::operation::{History, Operation};
use serde_json::Value;

/// An operation, as far as it is drawn: between two lines.
pub struct Interval<'a> {
    pub operation: &'a Operation,
    pub label: String,
    pub begin: usize,
    pub end: usize,
    /// Whether it is one of those without an order.
    pub is_culprit: bool,
}

/// The operations without an order, also with what ran between them. None where these were not found.
pub fn intervals<'a>(
    history: &'a History,
    object: &dyn Object,
    failure: &Failure,
    with_others: bool,
) -> Option<Vec<Interval<'a>>> {
    let culprits = &failure.culprits.as_ref()?.operations;
    let first = &history.operations[*culprits.first()?];
    let (first, part) = (first.called, object.part(&first.call));
    let all = history.operations.iter().enumerate().filter(|(nth, operation)| {
        let meanwhile = operation.called <= failure.line
            && operation.ended().is_none_or(|end| end >= first)
            && !operation.has_failed()
            && object.part(&operation.call) == part;
        culprits.contains(nth) || with_others && meanwhile
    });
    let drawn = all.map(|(nth, operation)| Interval {
        operation,
        label: operation.label(object),
        begin: operation.called.max(first),
        end: operation.ended().unwrap_or(usize::MAX).min(failure.line + 1),
        is_culprit: culprits.contains(&nth),
    });
    Some(drawn.collect())
}

/// Whose they are, each once, in order.
pub fn processes<'a>(intervals: &[Interval<'a>]) -> Vec<&'a Value> {
    let mut processes: Vec<&Value> = Vec::new();
    for interval in intervals {
        if !processes.contains(&&interval.operation.process) {
            processes.push(&interval.operation.process);
        }
    }
    processes.sort_by_key(|process| (process.as_u64(), process.to_string()));
    processes
}
