//! The words of every listing and the Rust behind it agree, at every setting of every algorithm.

use algorithms::Visit;
use model::{Action, Algorithm, Log, Model, Row, Setting, Stepped, View};
use std::collections::{BTreeMap, BTreeSet};

/// States looked at per setting.
const STATES_MAX: usize = 1_500;

/// The default knobs, each knob alone at each of its values, and each pair of knobs.
fn settings<A: Algorithm>() -> Vec<Setting> {
    let mut settings = vec![Setting::default_of(A::KNOBS)];
    for (index, knob) in A::KNOBS.iter().enumerate() {
        for value in &knob.values[1..] {
            let mut one = Setting::default_of(A::KNOBS);
            assert!(one.set(knob.name, value.name));
            for other in &A::KNOBS[index + 1..] {
                for value in &other.values[1..] {
                    let mut two = one.clone();
                    assert!(two.set(other.name, value.name));
                    settings.push(two);
                }
            }
            settings.push(one);
        }
    }
    settings
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
/// it waits exactly when its words say `await`.
#[test]
fn rows_do_what_they_say() {
    struct Test;
    impl Visit for Test {
        fn algorithm<A: Algorithm>(&mut self, slug: &'static str) {
            let mut seen: BTreeMap<usize, Seen> = BTreeMap::new();
            let mut rows = Vec::new();
            for setting in settings::<A>() {
                let model = A::model(&setting);
                rows = model.rows();
                for (index, row) in rows.iter().enumerate().filter(|(_, row)| !row.left_out) {
                    let seen = seen.entry(index).or_default();
                    seen.says_await |= row.waits();
                    seen.assigned.extend(row.assigns().iter().map(ToString::to_string));
                }
                checker::explore(&model, STATES_MAX, |before, action, stepped, after| {
                    let (old, new) = (model.view(before), model.view(after));
                    match stepped {
                        Stepped::Ran(row) => {
                            let row = usize::from(row);
                            let says = &rows[row];
                            assert!(!says.left_out, "{slug}: {} runs and is left out", says.label);
                            let changed = changes(&old, &new);
                            allowed(slug, says, &changed);
                            let seen = seen.entry(row).or_default();
                            seen.ran = true;
                            seen.changed.extend(changed);
                        }
                        _ if old != new => panic!("{slug}: {action} did not run and changed"),
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
            for (index, Row { label, fault, zone, .. }) in rows.iter().enumerate() {
                let Some(seen) = seen.get(&index) else {
                    assert!(*fault, "{slug}: {label} is never part of the program");
                    continue;
                };
                // a node may only wait at a rule, for the message that takes it further
                let only_waits = zone.is_none() && seen.waited;
                // and whether anything is ever sent to a dead one is the protocol's business
                let may_never_run = only_waits || label == "nobody";
                assert!(seen.ran || may_never_run, "{slug}: {label} never runs");
                assert_eq!(seen.waited, seen.says_await, "{slug}: {label} waits");
                for name in &seen.assigned {
                    assert!(seen.changed.contains(name), "{slug}: {label} never sets {name}");
                }
            }
        }
    }
    algorithms::visit_all(&mut Test);
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
        let values = |it: &model::ArrayView| {
            let value = |cell: &model::CellView| (cell.value.clone(), cell.stored.clone());
            it.cells.iter().map(value).collect::<Vec<_>>()
        };
        if values(old) != values(new) {
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
    struct Test;
    impl Visit for Test {
        fn algorithm<A: Algorithm>(&mut self, slug: &'static str) {
            for setting in settings::<A>() {
                let model = A::model(&setting);
                checker::explore(&model, 500, |before, action, _, _| {
                    let mut events = Vec::new();
                    model.step(&mut before.clone(), action, &mut Log::to(&mut events));
                    let count = |is: fn(&Event) -> bool| events.iter().filter(|it| is(it)).count();
                    let reads = count(|it| matches!(it, Event::Read { .. }));
                    // a multiple assignment is one write, told cell by cell
                    let writes = count(|it| matches!(it, Event::Write { .. })).min(1);
                    let receives = count(|it| matches!(it, Event::Receive { .. }));
                    let arrays: BTreeSet<_> = events.iter().filter_map(array).collect();
                    // fetch-and-add, and a snapshot of a whole array, are one access too
                    let is_one =
                        reads + writes + receives <= 1 || (receives == 0 && arrays.len() == 1);
                    assert!(is_one, "{slug}: {action}: {events:?}");
                });
            }
        }
    }
    algorithms::visit_all(&mut Test);
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
    struct Test;
    impl Visit for Test {
        fn algorithm<A: Algorithm>(&mut self, slug: &'static str) {
            let size = size_of::<<A::Model as Model>::State>();
            // a server's queue and a dozen messages fit; every state of a search is kept
            assert!(size <= 112, "{slug}: {size} bytes");
        }
    }
    algorithms::visit_all(&mut Test);
}
