//! A step that reads or writes a cell of a pool which has been freed, in a sentence.

use super::head::{Broken, Head, head};
use super::record::Record;
use model::{Cell, Event, FREED_IS_TOUCHED, Shape, View};

/// What a cell of a pool is while nobody has it again.
const FREED: &str = "freed";

pub fn of(record: &Record, property: &str) -> Option<Head> {
    if property != model::never(FREED_IS_TOUCHED) {
        return None;
    }
    let last = record.steps().len().checked_sub(1)?;
    let who = record.who(last)?;
    let step = &record.steps()[last];
    let touched = step.events.iter().enumerate().find_map(|(nth, event)| {
        let (does, field) = match event {
            Event::Read { cell, .. } => ("read", *cell),
            Event::Write { cell, .. } => ("wrote", *cell),
            _ => return None,
        };
        let cell = cell_with(record.view(), field)?;
        Some((does, field, cell, freed(record, cell, nth)?))
    });
    let (does, field, cell, (at, by)) = touched?;
    let row = &record.trace.rows[usize::from(step.row)].text;
    let line = row.lines().next().unwrap_or_default().trim();
    let name = record.name(who);
    let by = if by == who { "it".to_owned() } else { record.name(by) };
    let when =
        if at == last { "in the same step".to_owned() } else { format!("in {}", record.step(at)) };
    let text = format!("{name} {does} {field} in “{line}”, and {by} had freed {cell} {when}");
    Some(head(text, format!("{name} touches {cell}, which is freed"), Broken::Touched))
}

/// The cell of a pool of which something is a field, or a part of one.
fn cell_with(view: &View, field: Cell) -> Option<Cell> {
    let name = field.array.split('.').next()?;
    let at = view.arrays.iter().position(|array| array.name == name)?;
    // the pool stands behind its fields
    let behind = &view.arrays[at..];
    let pool = behind.iter().find(|array| array.shape != Shape::Field)?;
    let is_field = view.arrays[at].shape == Shape::Field && pool.shape == Shape::Pool;
    is_field.then(|| pool.cell(field.index.into()))
}

/// Who freed a cell, and in which step, if nobody has taken it again before one of the events of the last step.
fn freed(record: &Record, cell: Cell, before: usize) -> Option<(usize, usize)> {
    let last = record.steps().len() - 1;
    let in_step =
        record.steps()[last].events[..before].iter().rev().find_map(|event| match event {
            Event::Write { cell: written, value, .. } if *written == cell => Some(value.as_str()),
            _ => None,
        });
    if let Some(value) = in_step {
        return (value == FREED).then_some((last, record.who(last)?));
    }
    let (step, by, value) = record.writes(cell).rfind(|write| write.0 < last)?;
    (value == FREED).then_some((step, by))
}
