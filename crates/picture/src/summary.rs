//! A moment in words, for those who cannot see its picture.

use crate::tag::are_numbers;
use catalog::{ArrayView, CellView, MessageView, Moment, ProcessView, ReplicaView, View, capital};

pub fn summary(moment: &Moment) -> String {
    let view = &moment.view;
    let processes = view.processes.iter().enumerate().map(|(number, it)| process(view, number, it));
    let arrays = view.arrays.iter().map(array);
    let replicas = view.replicas.iter().enumerate().map(|(number, it)| replica(number, it));
    let mut parts: Vec<String> = processes.chain(arrays).chain(replicas).collect();
    if let Some(crash) = &view.crash {
        let left: Vec<String> = crash.arrays.iter().map(array).collect();
        let worth = crash.words.trim_end_matches('.');
        parts.push(format!("A crash now would leave {}. {worth}", left.join("; ")));
    }
    let pending = view.buffers.iter().filter_map(|buffer| {
        let name = view.name(buffer.process.into());
        Some(format!("Pending writes of {name}: {}", buffer.words()?))
    });
    parts.extend(pending);
    if !view.messages.is_empty() {
        let messages: Vec<String> = view.messages.iter().map(|one| message(view, one)).collect();
        parts.push(format!("In flight: {}", messages.join(", ")));
    }
    if moment.begins_elsewhere {
        parts.push("Perhaps no run comes here".into());
    }
    parts.join(". ") + "."
}

fn process(view: &View, number: usize, it: &ProcessView) -> String {
    let mut parts = vec![format!("{}: {}", capital(&view.name(number)), it.zone.name())];
    if !it.status.is_empty() && it.status != it.zone.name() {
        parts.push(it.status.clone());
    }
    parts.extend(it.token.iter().map(|token| format!("holds {token}")));
    if it.hand {
        parts.push("hand raised".into());
    }
    if !it.owes.is_empty() {
        parts.push(format!("owes an answer to {}", list(view, &it.owes)));
    }
    if !it.awaits.is_empty() {
        parts.push(format!("waits for {}", list(view, &it.awaits)));
    }
    parts.extend(it.locals.iter().map(|(name, value)| format!("{name} = {value}")));
    parts.extend(it.head.iter().map(|cell| format!("writes {cell} next")));
    parts.extend(it.decision());
    parts.join(", ")
}

fn array(it: &ArrayView) -> String {
    let cells = it.cells.iter();
    let cells: Vec<String> = cells.map(cell).collect();
    let whole = it.whole.as_ref().map_or_else(String::new, |whole| format!(" ({whole})"));
    format!("{}: {}{whole}", it.name, cells.join(", "))
}

fn cell(it: &CellView) -> String {
    let to = it.points_to.map(|to| format!("points to {to}"));
    let stored = it.stored.as_ref().map(|stored| format!("{stored} after a crash"));
    let bad = it.bad.then(|| "bad".into());
    let states = [it.busy.then(|| "being written".into()), stored, bad, to];
    let states: Vec<String> = states.into_iter().flatten().collect();
    if states.is_empty() {
        it.value.clone()
    } else {
        format!("{} ({})", it.value, states.join(", "))
    }
}

fn replica(number: usize, it: &ReplicaView) -> String {
    let state = if it.up { "" } else { " (down)" };
    let cells =
        it.cells.iter().map(|cell| format!("{} = {} @{}", cell.column, cell.value, cell.timestamp));
    let cells: Vec<String> = cells.collect();
    format!(
        "Replica {number}{state}: {}",
        if cells.is_empty() { "nothing".into() } else { cells.join(", ") }
    )
}

pub fn message(view: &View, it: &MessageView) -> String {
    let [from, to] = [it.from, it.to].map(|lane| called(view, lane));
    format!("{} from {from} to {to}", it.text)
}

/// A number is enough where all have the same role.
fn called(view: &View, lane: u8) -> String {
    let is_process = usize::from(lane) < view.processes.len();
    if is_process && are_numbers(view) { lane.to_string() } else { view.name(lane.into()) }
}

fn list(view: &View, processes: &[u8]) -> String {
    let names: Vec<String> = processes.iter().map(|process| called(view, *process)).collect();
    names.join(" and ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog::Scenario;

    #[test]
    fn a_picture_is_told_in_words() {
        let told = |link: &str| summary(&Scenario::parse(link).unwrap().scenario.moment());
        let zones = told("bakery?v=1&run=QIRKBIBQ.yZu5");
        assert!(zones.contains("Process 0: doorway, holds 2, hand raised"), "{zones}");
        assert!(zones.contains("number: 2, 1, 0"), "{zones}");
        let clique = told("ricart-agrawala?v=1&run=QIVEkM3.sKJf");
        assert!(clique.contains("owes an answer to 1 and 2"), "{clique}");
        assert!(clique.contains("reply from 1 to 0"), "{clique}");
        let decided = told("assign-n?v=1&run=QABzWJ.GPkb");
        assert_eq!(decided.matches("decided A").count(), 3, "{decided}");
    }
}
