//! What processes had read of each other when they went on.

use super::{
    Clause, Fact,
    record::{Record, Seen},
};
use model::{Cell, PendingView};

/// The last read of each cell since a process set out, latest first; not of its own cells.
fn decisive(record: &Record, who: usize) -> Vec<Seen> {
    let from = record.asked(who).unwrap_or(0);
    let mut found: Vec<Seen> = Vec::new();
    for seen in record.reads(who).rev().filter(|seen| seen.step >= from) {
        let is_new = !found.iter().any(|other| other.cell == seen.cell);
        if is_new && !record.is_own(seen.cell, who) {
            found.push(seen);
        }
    }
    found
}

/// What those in one place had read of each other.
pub fn of_each_other(record: &Record, inside: &[usize]) -> Vec<Clause> {
    if let [a, b, ..] = inside[..]
        && let Some(clauses) = equals(record, a, b)
    {
        return clauses;
    }
    let one = |who: &usize| {
        let rivals: Vec<usize> = inside.iter().copied().filter(|other| other != who).collect();
        of(record, *who, &rivals).into_iter().next()
    };
    let mut clauses: Vec<Clause> = inside.iter().filter_map(one).collect();
    clauses.sort_by_key(|clause| clause.steps().next());
    clauses
}

/// Each read in the other's cell what it had in its own.
fn equals(record: &Record, a: usize, b: usize) -> Option<Vec<Clause>> {
    let read = |who: usize, other: usize| {
        let mut seen = decisive(record, who).into_iter();
        seen.find(|seen| record.is_own(seen.cell, other))
    };
    let (first, second) = (read(a, b)?, read(b, a)?);
    let value = &first.value;
    let are_equal = value == &second.value
        && first.cell.array == second.cell.array
        && [first.cell, second.cell].iter().all(|cell| record.value(*cell) == Some(value))
        // a write that waits in a store buffer is no value that another one could read
        && [first.cell, second.cell].iter().all(|cell| {
            record.writes(*cell).next_back().is_none_or(|(_, _, last)| last == value)
        });
    if !are_equal {
        return None;
    }
    let array = first.cell.array;
    let facts = [(a, &first), (b, &second)].map(|(who, seen)| read_fact(who, seen));
    let mut clauses = Vec::new();
    if let Some(facts) = looked_first(record, [(a, second.cell), (b, first.cell)]) {
        let text = format!(
            "each had read the other’s {array} before that was written, so both took {value}"
        );
        clauses.push(Clause::new(text, facts));
    }
    let text = format!("then each read the other’s {value}, equal to its own, and went on");
    clauses.push(Clause::new(text, facts));
    Some(clauses)
}

/// Each read the other's cell before the other wrote it, and then wrote its own.
fn looked_first(record: &Record, both: [(usize, Cell); 2]) -> Option<Vec<Fact>> {
    let mut facts = Vec::new();
    for nth in [0, 1] {
        let ((who, own), (other, cell)) = (both[nth], both[1 - nth]);
        let (written, _, _) = record.writes(own).rfind(|write| write.1 == who)?;
        let (other_wrote, _, value) = record.writes(cell).rfind(|write| write.1 == other)?;
        let mut seen = record.reads(who).filter(|seen| seen.cell == cell && seen.step < written);
        let seen = seen.next_back().filter(|seen| seen.step < other_wrote)?;
        facts.push(read_fact(who, &seen));
        facts.push(Fact::Wrote { step: other_wrote, who: other, cell, value: value.to_owned() });
        facts.push(Fact::Before { first: seen.step, second: other_wrote });
    }
    Some(facts)
}

fn read_fact(who: usize, seen: &Seen) -> Fact {
    Fact::Read { step: seen.step, who, cell: seen.cell, value: seen.value.clone() }
}

/// What a process had read of its rivals, the most telling first: what was written and did not reach memory, what
/// was not written yet, what was overwritten since, and what is there still.
pub fn of(record: &Record, who: usize, rivals: &[usize]) -> Vec<Clause> {
    let reads = decisive(record, who);
    let is_by = |by: usize| rivals.contains(&by);
    let hidden = reads.iter().filter_map(|seen| hidden(record, who, seen, is_by));
    let late = reads.iter().filter_map(|seen| not_yet(record, who, seen, is_by));
    let stale = reads.iter().filter_map(|seen| {
        stale(record, who, seen, is_by).or_else(|| overwrote(record, who, seen, is_by))
    });
    let seen = reads.iter().filter_map(|seen| from(record, who, seen, is_by));
    hidden.chain(late).chain(stale).chain(seen).collect()
}

/// All that a process has read and that was overwritten since, latest first. A lock that was free is
/// overwritten by whoever takes it.
pub fn outdated(record: &Record, who: usize) -> Vec<Clause> {
    late(record, who).into_iter().map(|(_, clause)| clause).collect()
}

/// What the one who took the last step had read of what others had written, latest first.
pub fn of_others(record: &Record) -> Vec<Clause> {
    let Some(who) = record.steps().last().and_then(|step| step.process) else { return Vec::new() };
    let who = usize::from(who);
    let reads = decisive(record, who);
    let reads = reads.iter().filter(|seen| !record.is_lock(seen.cell));
    reads.filter_map(|seen| from(record, who, seen, |by| by != who)).collect()
}

/// Of that, what would help somebody to go on if the process read it again.
pub fn missed(record: &Record, who: usize) -> Vec<Clause> {
    let would_help = |(step, clause): (usize, Clause)| {
        let facts = clause.facts.into_iter().chain([Fact::WouldHelp { who, step }]).collect();
        Clause { facts, ..clause }
    };
    late(record, who).into_iter().map(would_help).collect()
}

/// With the step in which each was read.
fn late(record: &Record, who: usize) -> Vec<(usize, Clause)> {
    let mut reads = decisive(record, who);
    reads.retain(|seen| !record.is_lock(seen.cell));
    let by_another = |by: usize| by != who;
    let late = reads.iter().filter_map(|seen| {
        let clause = hidden(record, who, seen, by_another)
            .or_else(|| not_yet(record, who, seen, by_another))
            .or_else(|| stale(record, who, seen, by_another))
            .or_else(|| overwrote(record, who, seen, by_another))?;
        Some((seen.step, clause))
    });
    late.collect()
}

/// What another one had written was not in memory yet.
fn hidden(
    record: &Record,
    who: usize,
    seen: &Seen,
    is_by: impl Fn(usize) -> bool,
) -> Option<Clause> {
    let Seen { step, cell, value } = seen;
    let mut pending = record.pending(*cell, *step);
    let is_other =
        |(by, hidden): &(usize, &PendingView)| is_by(*by) && is_news(value, &hidden.value);
    let (by, hidden) = pending.find(is_other)?;
    let mut issued = record.writes(*cell).rev();
    let (wrote, ..) =
        issued.find(|(at, who, new)| at < step && *who == by && *new == hidden.value)?;
    let (name, other, new) = (record.name(who), record.name(by), &hidden.value);
    let text = format!("{name} read {cell} = {value} while {other}’s {new} was pending");
    let facts = [
        read_fact(who, seen),
        Fact::Wrote { step: wrote, who: by, cell: *cell, value: new.clone() },
        Fact::Pending { who: by, cell: *cell, value: new.clone(), before: *step },
    ];
    Some(Clause::new(text, facts))
}

/// It saw the first value of a cell that another one had still to write.
fn not_yet(
    record: &Record,
    who: usize,
    seen: &Seen,
    is_by: impl Fn(usize) -> bool,
) -> Option<Clause> {
    let Seen { step, cell, value } = seen;
    let (wrote, by, new) = record.writes(*cell).next()?;
    if wrote <= *step || !is_by(by) || !is_news(value, new) {
        return None;
    }
    let (name, other) = (record.name(who), record.name(by));
    let text = format!("{name} read {cell} = {value} before {other} wrote {new}");
    let facts = [
        read_fact(who, seen),
        Fact::FirstValue { cell: *cell, before: *step },
        Fact::Wrote { step: wrote, who: by, cell: *cell, value: new.to_owned() },
        Fact::Before { first: *step, second: wrote },
    ];
    Some(Clause::new(text, facts))
}

/// What it saw was overwritten before the run failed, and it has not looked again or written itself.
fn stale(
    record: &Record,
    who: usize,
    seen: &Seen,
    is_by: impl Fn(usize) -> bool,
) -> Option<Clause> {
    let Seen { step, cell, value } = seen;
    let now = record.writes(*cell).next_back()?.2;
    let mut later = record.writes(*cell).filter(|write| write.0 > *step);
    let (wrote, by, new) = later.find(|write| is_by(write.1) && is_news(value, write.2))?;
    if !is_news(value, now) || record.has_looked_again(who, *cell, *step) {
        return None;
    }
    let (name, other) = (record.name(who), record.name(by));
    let shown = without_time(new);
    let text = format!(
        "{name} read {cell} = {value} before {other} wrote {shown}, and did not read it again"
    );
    let facts = [
        read_fact(who, seen),
        Fact::Wrote { step: wrote, who: by, cell: *cell, value: new.to_owned() },
        Fact::Before { first: *step, second: wrote },
        Fact::NotSeenAgain { who, cell: *cell, after: *step },
        Fact::IsNow { cell: *cell, value: now.to_owned() },
    ];
    Some(Clause::new(text, facts))
}

/// What it saw was overwritten, and then it wrote itself, by what it had seen.
fn overwrote(
    record: &Record,
    who: usize,
    seen: &Seen,
    is_by: impl Fn(usize) -> bool,
) -> Option<Clause> {
    let Seen { step, cell, value } = seen;
    let mut later = record.writes(*cell).filter(|write| write.0 > *step);
    let (own, _, written) = later.find(|write| write.1 == who)?;
    let mut between = record.writes(*cell).filter(|write| *step < write.0 && write.0 < own);
    let (wrote, by, new) = between.find(|write| is_by(write.1) && is_news(value, write.2))?;
    let (name, other) = (record.name(who), record.name(by));
    let shown = without_time(new);
    let text = format!(
        "{name} read {cell} = {value} before {other} wrote {shown}, and then wrote {} itself",
        without_time(written)
    );
    let facts = [
        read_fact(who, seen),
        Fact::Wrote { step: wrote, who: by, cell: *cell, value: new.to_owned() },
        Fact::Before { first: *step, second: wrote },
        Fact::Wrote { step: own, who, cell: *cell, value: written.to_owned() },
        Fact::Before { first: wrote, second: own },
    ];
    Some(Clause::new(text, facts))
}

/// It saw what another one had written.
fn from(record: &Record, who: usize, seen: &Seen, is_by: impl Fn(usize) -> bool) -> Option<Clause> {
    let Seen { step, cell, value } = seen;
    let mut before = record.writes(*cell).filter(|write| write.0 < *step).collect::<Vec<_>>();
    let (wrote, by, new) = before.pop().filter(|write| is_by(write.1))?;
    let text = format!(
        "{} read {cell} = {value}, which {} had written",
        record.name(who),
        record.name(by)
    );
    let facts = [
        read_fact(who, seen),
        Fact::Wrote { step: wrote, who: by, cell: *cell, value: new.to_owned() },
        Fact::Before { first: wrote, second: *step },
    ];
    (without_time(new) == without_time(value)).then(|| Clause::new(text, facts))
}

/// What those who decided differently had seen last, besides the input that they took.
pub fn of_deciders(record: &Record, who: &[usize]) -> Vec<Clause> {
    let mut clauses = Vec::new();
    for &who in who {
        let decided = record.view().processes[who].decided.clone();
        let mut reads = decisive(record, who);
        if reads.len() > 1 && decided.is_some_and(|value| value == reads[0].value) {
            reads.remove(0);
        }
        let on_way = reads.iter().find_map(|seen| on_its_way(record, who, seen));
        let another = |by: usize| by != who;
        let late = || reads.iter().find_map(|seen| not_yet(record, who, seen, another));
        let old = || reads.iter().find_map(|seen| stale(record, who, seen, another));
        let last = || reads.first().map(|seen| alone(record, who, seen));
        clauses.extend(on_way.or_else(late).or_else(old).or_else(last));
    }
    clauses
}

/// It found a cell without what was on its way there.
fn on_its_way(record: &Record, who: usize, seen: &Seen) -> Option<Clause> {
    let Seen { step, cell, value } = seen;
    let column = cell.to_string();
    let mut sent = record.sent().filter(|sent| {
        sent.who != who
            && sent.step < *step
            && sent.text.contains(&column)
            && !sent.text.contains(&format!("= {value}"))
    });
    let sent = sent.find(|sent| {
        record.arrival_of(sent.step, sent.to, &sent.text).is_none_or(|arrived| arrived > *step)
    })?;
    let (name, other) = (record.name(who), record.name(sent.who));
    let text =
        format!("{name} read {cell} = {value} while {other}’s write {} was on its way", sent.text);
    let facts = [
        read_fact(who, seen),
        Fact::Sent { step: sent.step, who: sent.who, to: sent.to, text: sent.text.clone() },
        Fact::OnItsWay { sent: sent.step, to: sent.to, text: sent.text, at: *step },
    ];
    Some(Clause::new(text, facts))
}

/// A read by itself.
fn alone(record: &Record, who: usize, seen: &Seen) -> Clause {
    let Seen { step, cell, value } = seen;
    let text = format!("{} read {cell} = {value} in {}", record.name(who), record.step(*step));
    Clause::new(text, [read_fact(who, seen)])
}

/// The last reads of the one who took the last step.
pub fn of_actor(record: &Record) -> Vec<Clause> {
    let Some(who) = record.steps().last().and_then(|step| step.process) else { return Vec::new() };
    let last = decisive(record, who.into()).into_iter().take(2);
    let mut clauses: Vec<Clause> = last.map(|seen| alone(record, who.into(), &seen)).collect();
    clauses.reverse();
    clauses
}

/// What each read last, or else received.
pub fn last_of(record: &Record, concerned: &[usize]) -> Vec<Clause> {
    let last = |who: &usize| match decisive(record, *who).first() {
        Some(seen) => Some(alone(record, *who, seen)),
        None => super::messages::last(record, *who),
    };
    concerned.iter().filter_map(last).collect()
}

/// A value of a row without its timestamp: "{0: 1} @2".
fn without_time(value: &str) -> &str {
    value.split(" @").next().unwrap_or(value)
}

fn is_news(old: &str, new: &str) -> bool {
    without_time(old) != without_time(new)
}
