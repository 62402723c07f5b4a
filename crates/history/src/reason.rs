//! Why a history has no order, in a sentence.

use crate::check::Failure;
use crate::object::{Object, shown};
use crate::operation::{History, Operation};
use serde_json::Value;

/// So many operations are named in a sentence.
const NAMED_MAX: usize = 6;

/// Why there is no order: about the smallest set of operations that have none.
pub fn sentence(
    history: &History,
    object: &dyn Object,
    initial: &Value,
    failure: &Failure,
) -> Option<String> {
    let culprits = failure.culprits.as_ref()?;
    let all: Vec<&Operation> =
        culprits.operations.iter().map(|&nth| &history.operations[nth]).collect();
    let label = |operation: &Operation| operation.label(object);
    let needs = |operation: &Operation| {
        let (_, result) = operation.returned()?;
        object.needs(&operation.call, result)
    };
    let said = match &all[..] {
        [one] => match needs(one) {
            Some(needs) => format!(
                "No order explains {}: nothing that ran before it returned could have {needs}, and the {} begins with {}.",
                label(one),
                object.name(),
                shown(initial)
            ),
            None => format!("No order explains {}, whatever the other operations did.", label(one)),
        },
        [first, last] => match needs(last).filter(|_| first.ended() < Some(last.called)) {
            Some(needs) => format!(
                "No order explains {}: {} had returned before it was called, and nothing in between could have {needs}.",
                label(last),
                label(first)
            ),
            None => format!(
                "No order explains {} and {} together, whatever the other operations did.",
                label(first),
                label(last)
            ),
        },
        [early @ .., last] if all.len() <= NAMED_MAX => {
            let early: Vec<String> = early.iter().map(|operation| label(operation)).collect();
            format!(
                "No order explains {} and {} together, whatever the other operations did.",
                early.join(", "),
                label(last)
            )
        }
        many => format!(
            "No order explains these {} operations together, whatever the others did.",
            many.len()
        ),
    };
    Some(match failed_in(history, failure.line) {
        Some(failed) => format!(
            "{said} In line {}, {} of process {} failed: it had no effect.",
            failure.line,
            failed.call,
            shown(&failed.process)
        ),
        None => said,
    })
}

/// The operation that failed in a line.
fn failed_in(history: &History, line: usize) -> Option<&Operation> {
    history
        .operations
        .iter()
        .find(|operation| operation.has_failed() && operation.ended() == Some(line))
}
