//! What the environment did: lost, doubled and changed things, and stopped processes; and who did not
//! wait.

use super::{Clause, Fact, forgot, group, record::Record};
use model::{Action, Event, MessageId};

pub fn of(record: &Record) -> Vec<Clause> {
    let mut clauses = Vec::new();
    for (step, taken) in record.steps().iter().enumerate().rev() {
        let found = match taken.action {
            Action::Lose(mail) | Action::Duplicate(mail) => network(record, step, mail),
            _ if taken.events.contains(&Event::Crashed) => {
                forgot::of(record, step).or_else(|| crash(record, step))
            }
            Action::Timeout(_) | Action::TimeoutAs(..) if record.is_fault(step) => {
                runs_out(record, step)
            }
            _ if record.is_fault(step) => change(record, step),
            _ => None,
        };
        clauses.extend(found);
    }
    clauses.extend(time_outs(record));
    clauses
}

fn network(record: &Record, step: usize, mail: MessageId) -> Option<Clause> {
    let [from, to] = [mail.from, mail.to].map(|who| record.name(who.into()));
    let at = record.step(step);
    record.steps()[step].events.iter().find_map(|event| match event {
        Event::Lost { text, .. } => Some(Clause::new(
            format!("the network lost {text} from {from} to {to} in {at}"),
            [Fact::Lost { step, text: text.clone() }],
        )),
        Event::Duplicated { text, .. } => Some(Clause::new(
            format!("the network duplicated {text} from {from} to {to} in {at}"),
            [Fact::Doubled { step, text: text.clone() }],
        )),
        _ => None,
    })
}

fn crash(record: &Record, step: usize) -> Option<Clause> {
    let who = record.who(step)?;
    let (name, at) = (record.name(who), record.step(step));
    let crashed = Fact::Crashed { step, who };
    let gone = Fact::Gone { who };
    let starts = |step: &usize| Fact::Restarted { step: *step, who }.holds(record);
    Some(match (step + 1..record.at()).find(starts) {
        Some(back) => Clause::new(
            format!("{name} crashed in {at}, and started again in {}", record.step(back)),
            [crashed, Fact::Restarted { step: back, who }],
        ),
        None if gone.holds(record) => {
            Clause::new(format!("{name} crashed in {at}, and does not come back"), [crashed, gone])
        }
        None => Clause::new(format!("{name} crashed in {at}"), [crashed]),
    })
}

fn change(record: &Record, step: usize) -> Option<Clause> {
    record.steps()[step].events.iter().find_map(|event| match event {
        Event::Write { cell, value, .. } => Some(Clause::new(
            format!("in {} the environment changed {cell} to {value}", record.step(step)),
            [Fact::Changed { step, cell: *cell, value: value.clone() }],
        )),
        _ => None,
    })
}

/// What a process had for a time is taken from it.
fn runs_out(record: &Record, step: usize) -> Option<Clause> {
    let who = record.who(step)?;
    let text = format!("time ran out for {} in {}", record.name(who), record.step(step));
    Some(Clause::new(text, [Fact::TimedOut { step, who }]))
}

/// Those who went on by a time-out, and whether anything was lost.
fn time_outs(record: &Record) -> Option<Clause> {
    let is_late = |step: &usize| {
        matches!(record.steps()[*step].action, Action::Timeout(_) | Action::TimeoutAs(..))
            && !record.is_fault(*step)
    };
    // a first step by a time-out is how a process begins
    let has_begun = |step: &usize| (0..*step).any(|before| record.who(before) == record.who(*step));
    let steps: Vec<usize> =
        (0..record.steps().len()).filter(|step| is_late(step) && has_begun(step)).collect();
    let mut who: Vec<usize> = steps.iter().filter_map(|step| record.who(*step)).collect();
    who.sort_unstable();
    who.dedup();
    if who.is_empty() {
        return None;
    }
    let mut facts: Vec<Fact> = steps
        .iter()
        .filter_map(|&step| Some(Fact::TimedOut { step, who: record.who(step)? }))
        .collect();
    let mut text = format!("{} timed out", group(record, &who));
    let has_messages = record.trace.rows.iter().any(|row| row.text.contains("send "));
    if has_messages && Fact::NothingLost.holds(record) {
        text += ", though no message was lost";
        facts.push(Fact::NothingLost);
    }
    Some(Clause::new(text, facts))
}
