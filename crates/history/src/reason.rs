//! Why a history has no order, in a sentence.

use crate::check::Failure;
use crate::logged::contradiction;
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
    let in_steps = || contradiction(history, object, initial, failure);
    let said = match &all[..] {
        [one] if let Some(needs) = needs(one) => format!(
            "No order explains {}: nothing that ran before it returned could have {needs}, and the {} begins with {}.",
            label(one),
            object.name(),
            shown(initial)
        ),
        [first, last]
            if first.ended() < Some(last.called)
                && let Some(needs) = needs(last) =>
        {
            format!(
                "No order explains {}: {} had returned before it was called, and nothing in between could have {needs}.",
                label(last),
                label(first)
            )
        }
        many if many.len() > NAMED_MAX => format!(
            "No order explains these {} operations together, whatever the others did.",
            many.len()
        ),
        many => {
            let last = many.iter().max_by_key(|operation| operation.ended());
            match in_steps() {
                Some(why) => format!(
                    "No order explains {}: {why}.",
                    last.map_or_else(String::new, |last| label(last))
                ),
                None => format!(
                    "No order explains {}, whatever the other operations did.",
                    together(many.iter().map(|operation| label(operation)).collect())
                ),
            }
        }
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

/// "read → 1, read → 2 and read → 1 together"
fn together(mut labels: Vec<String>) -> String {
    let last = labels.pop().unwrap_or_default();
    match labels.is_empty() {
        true => last,
        false => format!("{} and {last} together", labels.join(", ")),
    }
}

/// The operation that failed in a line.
fn failed_in(history: &History, line: usize) -> Option<&Operation> {
    history
        .operations
        .iter()
        .find(|operation| operation.has_failed() && operation.ended() == Some(line))
}
