//! The words of every listing and the Rust behind it agree, at every setting of every algorithm.

use catalog::{Entry, entries};
use model::{Action, Log, Row, Setting, Stepped, View};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Algorithms whose listing is not itself the program.
fn written_in_rust() -> impl Iterator<Item = &'static Entry> {
    entries().iter().filter(|it| it.listing.is_none())
}

/// The default options and each option alone at each of its values; then each pair of options.
fn settings(entry: &Entry) -> [Vec<Setting>; 2] {
    let knobs = entry.knobs;
    let mut ones = vec![Setting::default_of(knobs)];
    let mut pairs = Vec::new();
    for (index, knob) in knobs.iter().enumerate() {
        for value in &knob.values[1..] {
            let mut one = Setting::default_of(knobs);
            assert!(one.set(knob.name, value.name));
            for other in &knobs[index + 1..] {
                for value in &other.values[1..] {
                    let mut two = one.clone();
                    assert!(two.set(other.name, value.name));
                    pairs.push(two);
                }
            }
            ones.push(one);
        }
    }
    [ones, pairs]
}

/// What a row was seen to do, over all settings.
#[derive(Default)]
struct Seen {
    /// It ran, or a process came to its end there.
    ran: bool,
    waited: bool,
    says_await: bool,
    assigned: BTreeSet<String>,
    changed: BTreeSet<String>,
}

/// A row runs at some setting; the variables that it changes are those on the left of its arrows;
/// it waits exactly when its words say `await`. A quick run ends once every row has shown all that.
#[test]
fn rows_do_what_they_say() {
    for entry in written_in_rust() {
        let slug = entry.slug;
        let mut seen: BTreeMap<usize, Seen> = BTreeMap::new();
        let mut rows = Vec::new();
        let [ones, pairs] = settings(entry);
        let singles = ones.len();
        let states_max = golden::quick_or(600, 1_500);
        for (nth, setting) in ones.into_iter().chain(pairs).enumerate() {
            let system = entry.system(&setting);
            rows = system.rows();
            if nth >= singles && !golden::is_everything() {
                let missing = missing(&rows, &seen);
                if missing.is_empty() {
                    break;
                }
                // it cannot show what is still to be seen
                if missing.iter().all(|&(row, _)| rows[row].left_out) {
                    continue;
                }
            }
            for (index, row) in rows.iter().enumerate().filter(|(_, row)| !row.left_out) {
                let seen = seen.entry(index).or_default();
                seen.says_await |= row.waits();
                seen.assigned.extend(row.assigns().iter().map(ToString::to_string));
            }
            let mut last = (Vec::new(), system.view(&system.initial()));
            checker::explore(Arc::clone(&system), states_max, |before, action, stepped, after| {
                if last.0 != before {
                    last = (before.to_vec(), system.view(before));
                }
                let old = &last.1;
                match stepped {
                    Stepped::Ran(row) => {
                        let row = usize::from(row);
                        let says = &rows[row];
                        assert!(!says.left_out, "{slug}: {} runs and is left out", says.label);
                        let changed = changes(old, &system.view(after));
                        allowed(slug, says, &changed);
                        let seen = seen.entry(row).or_default();
                        seen.ran = true;
                        seen.changed.extend(changed);
                    }
                    _ if before != after => {
                        panic!("{slug}: {action} did not run and changed")
                    }
                    Stepped::Waits => {
                        let Action::Step { process, .. } = action else {
                            panic!("{slug}: {action} waits and is not a process's step");
                        };
                        let row = old.processes[usize::from(process)].row;
                        let row = usize::from(row.expect("who waits stands at a row"));
                        assert!(rows[row].waits(), "{slug}: {} waits", rows[row].label);
                        seen.entry(row).or_default().waited = true;
                    }
                    Stepped::Done => {
                        if let Action::Step { process, .. } = action
                            && let Some(row) = old.processes[usize::from(process)].row
                        {
                            seen.entry(row.into()).or_default().ran = true;
                        }
                    }
                    _ => {}
                }
            });
        }
        let missing = missing(&rows, &seen);
        assert!(missing.is_empty(), "{slug}: {missing:?}");
    }
}

/// Rows, each with what it should do and was not seen to do.
fn missing(rows: &[Row], seen: &BTreeMap<usize, Seen>) -> Vec<(usize, String)> {
    let missing = |(index, row): (usize, &Row)| Some((index, missing_of(row, seen.get(&index))?));
    rows.iter().enumerate().filter_map(missing).collect()
}

fn missing_of(Row { label, fault, zone, .. }: &Row, seen: Option<&Seen>) -> Option<String> {
    let Some(seen) = seen else {
        return (!fault).then(|| format!("{label} is never part of the program"));
    };
    // a node may only wait at a rule, for the message that takes it further
    let only_waits = zone.is_none() && seen.waited;
    // and whether anything is ever sent to a dead one is the protocol's business
    let may_never_run = only_waits || label == "nobody";
    if !seen.ran && !may_never_run {
        return Some(format!("{label} never runs"));
    }
    if seen.waited != seen.says_await {
        return Some(format!("{label} waits: {}", seen.waited));
    }
    let name = seen.assigned.iter().find(|&name| !seen.changed.contains(name))?;
    Some(format!("{label} never sets {name}"))
}

/// A row changes nothing that it does not assign, run through with "for each", or lose by starting
/// over.
fn allowed(slug: &str, row: &Row, changed: &BTreeSet<String>) {
    let assigns = row.assigns();
    for name in changed {
        let loops = row.text.contains(&format!("for each {name} ")) || row.text.starts_with("  ");
        let starts_over = row.text.contains(": goto ");
        assert!(
            assigns.contains(&name.as_str()) || loops || starts_over,
            "{slug}: {} changes {name} and says `{}`",
            row.label,
            row.text
        );
    }
}

/// Names of shared and private variables whose values differ.
fn changes(old: &View, new: &View) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for (old, new) in old.arrays.iter().zip(&new.arrays) {
        let is_same = |(old, new): (&model::CellView, &model::CellView)| {
            old.value == new.value && old.stored == new.stored
        };
        if !old.cells.iter().zip(&new.cells).all(is_same) {
            names.insert(old.name.to_owned());
        }
    }
    for (old, new) in old.processes.iter().zip(&new.processes) {
        for (name, value) in &old.locals {
            if new.locals.iter().any(|(it, now)| it == name && now != value) {
                names.insert((*name).to_owned());
            }
        }
    }
    names
}

/// One access to the shared memory a step, or one message handled; never more.
#[test]
fn a_step_is_atomic() {
    use model::Event;
    for entry in written_in_rust() {
        let slug = entry.slug;
        let [ones, pairs] = settings(entry);
        let pairs = golden::quick_or(Vec::new(), pairs);
        for setting in ones.into_iter().chain(pairs) {
            let system = entry.system(&setting);
            checker::explore(Arc::clone(&system), 500, |before, action, _, _| {
                let mut events = Vec::new();
                system.step(&mut before.to_vec(), action, &mut Log::to(&mut events));
                let count = |is: fn(&Event) -> bool| events.iter().filter(|it| is(it)).count();
                let reads = count(|it| matches!(it, Event::Read { .. }));
                // a multiple assignment is one write, told cell by cell
                let writes = count(|it| matches!(it, Event::Write { .. })).min(1);
                let receives = count(|it| matches!(it, Event::Receive { .. }));
                let arrays: BTreeSet<_> = events.iter().filter_map(array).collect();
                // fetch-and-add, and a snapshot of a whole array, are one access too
                let is_one = reads + writes + receives <= 1 || (receives == 0 && arrays.len() == 1);
                assert!(is_one, "{slug}: {action}: {events:?}");
            });
        }
    }
}

/// The array that a step reads or writes.
fn array(event: &model::Event) -> Option<&'static str> {
    match event {
        model::Event::Read { cell, .. } | model::Event::Write { cell, .. } => Some(cell.array),
        _ => None,
    }
}

#[test]
fn states_are_small() {
    for entry in written_in_rust() {
        let slug = entry.slug;
        let size = entry.system(&Setting::default_of(entry.knobs)).initial().len();
        // a server's queue and a dozen messages fit; every state of a search is kept
        assert!(size <= 112, "{slug}: {size} bytes");
    }
}
