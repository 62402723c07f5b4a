//! What is found of a log, in data and sentences.

use crate::picture::{Picture, of_failure, of_order};
use history::{
    Failure, History, Limits, Object, Operation, Verdict, by_name, check, longest, sentence, shown,
};
use serde::Serialize;
use serde_json::Value;
use std::collections::HashSet;

/// So much memory a search takes, in bytes: a tab has room for it.
const BYTES_MAX: usize = 500_000_000;

/// So many operations are told one by one.
const ROWS_MAX: usize = 200;

/// So many of the longest orders.
const LONGEST_MAX: usize = 8;

#[derive(Serialize, Debug)]
pub struct Answer {
    /// None if the search ended at a bound.
    pub linearizable: Option<bool>,
    pub counts: Counts,
    pub head: String,
    /// Why there is no order.
    pub why: Option<String>,
    /// What else is known.
    pub notes: Vec<String>,
    /// An order, or the operations without one; and how many more there are.
    pub rows: Vec<Row>,
    pub more: usize,
    pub picture: Option<Picture>,
}

#[derive(Serialize, PartialEq, Debug)]
pub struct Counts {
    pub operations: usize,
    pub processes: usize,
    /// These never end, and those fail.
    pub unfinished: usize,
    pub failed: usize,
}

#[derive(Serialize, PartialEq, Debug)]
pub struct Row {
    pub lines: String,
    pub process: String,
    pub label: String,
}

/// Why there is no answer: perhaps a line, counted from 1, and a sentence.
#[derive(Serialize, PartialEq, Debug)]
pub struct Problem {
    pub line: Option<usize>,
    pub problem: String,
}

/// Checks a log of an object that begins with a value, or with its own where none is said. `go_on` is asked now and
/// then.
pub fn answered(
    object: &str,
    initial: &str,
    log: &str,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Answer, Problem> {
    let object = by_name(object).ok_or_else(|| {
        let problem = format!("No object is called “{object}”.");
        Problem { line: None, problem }
    })?;
    let initial = value(initial, object).map_err(|problem| Problem { line: None, problem })?;
    let history = history::read(log, object)
        .map_err(|wrong| Problem { line: Some(wrong.line), problem: wrong.why })?;
    let limits = Limits { bytes_max: BYTES_MAX };
    let verdict = check(&history, object, &initial, limits, go_on);
    let case = Case { history: &history, object, initial: &initial };
    Ok(match &verdict {
        Verdict::Linearizable(order) => case.good(order),
        Verdict::Not(failure) => case.bad(failure),
        Verdict::Open => case.open(),
    })
}

fn value(text: &str, object: &dyn Object) -> Result<Value, String> {
    if text.trim().is_empty() {
        return Ok(object.initial());
    }
    let value = history::value(text).map_err(|why| {
        format!("What it begins with is no JSON: {why}. A string has quotes: \"a\".")
    })?;
    object.check_initial(&value)?;
    Ok(value)
}

struct Case<'a> {
    history: &'a History,
    object: &'a dyn Object,
    initial: &'a Value,
}

impl Case<'_> {
    fn good(&self, order: &[usize]) -> Answer {
        let taken: HashSet<&usize> = order.iter().collect();
        let all = self.history.operations.iter().enumerate();
        let never = all.filter(|(nth, it)| it.ended().is_none() && !taken.contains(nth)).count();
        let without_effect = (never > 0).then(|| match never {
            1 => "1 unfinished operation takes no effect in it.".to_owned(),
            _ => format!("{never} unfinished operations take no effect in it."),
        });
        let head = match order.is_empty() {
            true => "Linearizable: no operation has to take effect.",
            false => "Linearizable. One possible order:",
        };
        Answer {
            linearizable: Some(true),
            notes: without_effect.into_iter().collect(),
            picture: of_order(self.history, self.object, order),
            ..self.told(head.into(), order)
        }
    }

    fn bad(&self, failure: &Failure) -> Answer {
        let culprits = failure.culprits.as_ref();
        let operations = culprits.map_or(&[][..], |culprits| &culprits.operations);
        let note = match culprits {
            None => Some(
                "The smallest set of operations without an order was not found within the bounds.",
            ),
            Some(culprits) if !culprits.is_smallest => {
                Some("Each of these is needed. A smaller set may exist.")
            }
            Some(_) => None,
        };
        let longest = longest(self.history, self.object, self.initial, failure);
        let longest = longest.map(|longest| longest.sentences(self.history, self.object));
        let notes = note.into_iter().chain([failure.consistency()]).map(str::to_owned);
        let longest = longest.into_iter().flatten().take(LONGEST_MAX);
        Answer {
            linearizable: Some(false),
            why: sentence(self.history, self.object, self.initial, failure),
            notes: notes.chain(longest).collect(),
            picture: of_failure(self.history, self.object, failure),
            ..self.told(failure.sentence(), operations)
        }
    }

    fn open(&self) -> Answer {
        let head = "Undecided: the search ended at its bound in time or memory. `interleave history` goes further.";
        self.told(head.into(), &[])
    }

    fn told(&self, head: String, operations: &[usize]) -> Answer {
        let row = |&nth: &usize| {
            let operation = &self.history.operations[nth];
            Row {
                lines: operation.lines(),
                process: format!("process {}", shown(&operation.process)),
                label: operation.label(self.object),
            }
        };
        Answer {
            linearizable: None,
            counts: self.counts(),
            head,
            why: None,
            notes: Vec::new(),
            rows: operations.iter().take(ROWS_MAX).map(row).collect(),
            more: operations.len().saturating_sub(ROWS_MAX),
            picture: None,
        }
    }

    fn counts(&self) -> Counts {
        let all = &self.history.operations;
        let processes: HashSet<&Value> = all.iter().map(|operation| &operation.process).collect();
        let count =
            |is: fn(&Operation) -> bool| all.iter().filter(|operation| is(operation)).count();
        Counts {
            operations: all.len(),
            processes: processes.len(),
            unfinished: count(|operation| operation.ended().is_none()),
            failed: count(Operation::has_failed),
        }
    }
}
