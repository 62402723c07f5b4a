//! What led to a value that must not be.

use super::{Clause, Fact, list, reads, record::Record};
use model::{ArrayView, Cell, Event, Shape};

pub fn of(record: &Record) -> Vec<Clause> {
    let mut clauses: Vec<Clause> = mixed(record).into_iter().collect();
    clauses.extend(freed(record));
    let last = record.steps().last().and_then(|step| step.process);
    let is_process = |who: &usize| *who < record.view().processes.len();
    if let Some(who) = last.map(usize::from).filter(is_process) {
        clauses.extend(reads::outdated(record, who));
    }
    clauses
}

/// The parts of the word that was written last, if they come from different writers.
fn mixed(record: &Record) -> Option<Clause> {
    let is_written = |array: &&ArrayView| {
        let last = &record.steps().last().map(|step| &step.events[..]).unwrap_or_default();
        array.shape == Shape::Word
            && last
                .iter()
                .any(|event| matches!(event, Event::Write { cell, .. } if cell.array == array.name))
    };
    let word = record.view().arrays.iter().find(is_written)?;
    let mut parts = Vec::new();
    for index in 0..word.cells.len() {
        let cell = word.cell(index);
        let (step, who, value) = record.writes(cell).next_back()?;
        parts.push((cell, step, who, value.to_owned()));
    }
    let differ = parts.iter().any(|part| part.2 != parts[0].2);
    let said: Vec<String> = parts
        .iter()
        .map(|(cell, _, who, value)| format!("{cell} = {value} is from {}", record.name(*who)))
        .collect();
    let facts: Vec<Fact> = parts
        .into_iter()
        .flat_map(|(cell, step, who, value)| {
            [Fact::Wrote { step, who, cell, value }, Fact::LastWrite { cell, after: step }]
        })
        .collect();
    differ.then(|| Clause::new(list(&said), facts))
}

/// Whether the cells of an array are locks.
pub fn is_lock(array: &ArrayView) -> bool {
    array.shape == Shape::Locks || array.name.contains("lock")
}

/// A cell that one took and another one put back to what it was at first.
fn freed(record: &Record) -> Vec<Clause> {
    let locks = record.view().arrays.iter().filter(|array| is_lock(array));
    let mut clauses = Vec::new();
    for array in locks {
        for index in 0..array.cells.len() {
            clauses.extend(freed_by_another(record, array.cell(index)));
        }
    }
    clauses
}

fn freed_by_another(record: &Record, cell: Cell) -> Option<Clause> {
    let free = record.first_value(cell)?;
    let writes: Vec<(usize, usize, &str)> = record.writes(cell).collect();
    let (step, by, value) = *writes.iter().find(|write| write.2 == free)?;
    let taken = writes.iter().rev().find(|write| write.0 < step && write.2 != free)?;
    let (took, who, held) = *taken;
    let text = format!(
        "{} freed {cell} in {}, which {} had taken in {}",
        record.name(by),
        record.step(step),
        record.name(who),
        record.step(took)
    );
    let facts = [
        Fact::Wrote { step: took, who, cell, value: held.to_owned() },
        Fact::Wrote { step, who: by, cell, value: value.to_owned() },
        Fact::Before { first: took, second: step },
    ];
    (who != by).then(|| Clause::new(text, facts))
}
