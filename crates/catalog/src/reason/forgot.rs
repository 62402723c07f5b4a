//! A value that a crash erased, and what the process did afterwards.

use super::{Clause, Fact, record::Record};

/// The first variable that loses its value in a crash and takes a different one later.
pub fn of(record: &Record, crash: usize) -> Option<Clause> {
    let who = record.who(crash)?;
    let process = record.moments.get(crash)?.view.processes.get(who)?;
    let mut kept = process.locals.iter().filter(|own| is_kept_elsewhere(record, own.0));
    kept.find_map(|(name, held)| {
        let first = record.own(who, name, 0)?;
        let set = became(record, who, name, held, 0..crash).next_back()?;
        let is_lost = |at: &usize| record.own(who, name, *at) != Some(held);
        let lost = (crash + 1..=record.at()).find(is_lost)?;
        let is_other = |at: &usize| {
            let value = record.own(who, name, *at);
            value != Some(first) && value != Some(held)
        };
        // what it takes from there on is something else at once
        let again = (lost..=record.at()).find(is_other)?;
        let value = record.own(who, name, again)?.to_owned();
        (held != first)
            .then(|| clause(record, (who, name), (set, held), crash, (again - 1, &value)))
    })
}

/// Whether a variable is stable in other settings of the text. A scratch variable is no loss.
fn is_kept_elsewhere(record: &Record, name: &str) -> bool {
    let mut lines = record.scenario.entry().listing.lines();
    lines.any(|line| {
        let (declared, _) = line.split_once(" with ").unwrap_or_default();
        declared.trim_start().starts_with("stable ") && super::head::names(declared, name)
    })
}

/// The steps in which a variable gets a value.
fn became<'r>(
    record: &'r Record,
    who: usize,
    name: &'static str,
    value: &'r str,
    steps: std::ops::Range<usize>,
) -> impl DoubleEndedIterator<Item = usize> {
    steps.filter(move |step| {
        let [before, after] = [*step, *step + 1].map(|at| record.own(who, name, at));
        before != after && after == Some(value)
    })
}

fn clause(
    record: &Record,
    (who, name): (usize, &'static str),
    (set, held): (usize, &str),
    crash: usize,
    (again, value): (usize, &str),
) -> Clause {
    let did_first = format!("{} {} in {}", record.name(who), did(name, held), record.step(set));
    let text = match again == crash {
        true => {
            format!("{did_first}, and with the crash in {} it became {value}", record.step(crash))
        }
        false => format!(
            "{did_first}, forgot it in a crash in {}, and {} in {}",
            record.step(crash),
            did(name, value),
            record.step(again)
        ),
    };
    let became = |step, value: &str| Fact::Became { step, who, name, value: value.to_owned() };
    Clause::new(text, [became(set, held), Fact::Crashed { step: crash, who }, became(again, value)])
}

/// A name such as `voted_for` is what it did: "voted for 0".
fn did(name: &str, value: &str) -> String {
    let words = name.replace('_', " ");
    let is_verb =
        matches!(words.split_once("ed "), Some((_, "for" | "to" | "by" | "in" | "from" | "with")));
    if is_verb { format!("{words} {value}") } else { format!("set {words} to {value}") }
}
