//! Pointers, numbers of several bytes, ghosts that look at what is shared, and operations that follow
//! each other.

use crate::searches::{listing, verdicts};
use model::{Action, Cell, Event, Log, Shape, System, View};
use program::Compiled;

fn view(system: &Compiled) -> View {
    system.view(&system.initial())
}

#[test]
fn a_pointer_refers_to_an_element_and_what_it_refers_to_has_parts() {
    for (reader, name) in [("plain", "P"), ("rechecks-count", "P")] {
        let text = listing("pointer_assignment");
        let system = listing::compile(&text, &[("reader", reader)]).expect("no errors");
        let view = view(&system);
        let shapes: Vec<_> = view.arrays.iter().map(|array| (array.name, array.shape)).collect();
        assert_eq!(shapes, [(name, Shape::Row), ("low", Shape::Part), ("high", Shape::Part)]);
        let cell = view.arrays[0].cells[0].points_to.expect("a pointer");
        assert_eq!((cell.array, cell.index, cell.single), ("low", 0, false));
    }
}

/// Fields and what cells are lie together, and what points to a cell says to which, from anywhere.
#[test]
fn cells_of_a_pool_are_pointed_to() {
    let system = listing::compile(&listing("michael_scott_queue"), &[]).expect("no errors");
    let (mut state, system) = (system.initial(), &system);
    let shapes: Vec<_> =
        view(system).arrays.iter().map(|array| (array.name, array.shape)).collect();
    let roots = [("head", Shape::Root), ("tail", Shape::Root)];
    assert_eq!(shapes, [&[("next", Shape::Field), ("node", Shape::Pool)][..], &roots].concat());
    for _ in 0..2 {
        system.step(&mut state, Action::step(0), &mut Log::off());
    }
    let view = system.view(&state);
    let node = |index| Cell { array: "node", index, single: false, label: None };
    assert_eq!(view.arrays[2].cells[0].points_to, Some(node(0)));
    assert_eq!(view.arrays[0].cells[0].points_to, None);
    assert_eq!(view.processes[0].points, [("mine", node(1))]);
}

/// A pointer is no lock, even where there are as many cells as processes.
#[test]
fn a_number_is_no_process() {
    let options = [("writers", "1"), ("cells", "2"), ("reader", "announces")];
    let system = listing::compile(&listing("pointer_assignment"), &options).expect("no errors");
    let view = view(&system);
    let shown = view.arrays.iter().find(|array| array.name == "looks_at").expect("an array");
    assert_eq!(shown.shape, Shape::Row);
}

/// It waits for the cell and then chooses it, in one step.
#[test]
fn what_one_step_reads_twice_is_told_once() {
    let options = [("cells", "2"), ("reader", "announces")];
    let system = listing::compile(&listing("pointer_assignment"), &options).expect("no errors");
    let (mut state, mut events) = (system.initial(), Vec::new());
    system.step(&mut state, Action::step(0), &mut Log::to(&mut events));
    let reads = events.iter().filter(|event| matches!(event, Event::Read { .. }));
    assert_eq!(reads.count(), 1, "{events:?}");
}

#[test]
fn bytes_are_read_as_one_number() {
    let system = listing::compile(&listing("torn_assignment"), &[]).expect("no errors");
    let mut state = system.initial();
    let mut told = Vec::new();
    for process in [1, 0, 0, 1] {
        let mut events = Vec::new();
        system.step(&mut state, Action::step(process), &mut Log::to(&mut events));
        told.extend(events.into_iter().filter_map(|event| match event {
            Event::Note { text } => Some(text),
            _ => None,
        }));
    }
    assert_eq!(told, ["A is 255.", "A is 0.", "A is 0.", "A is −256."]);
    let a = &system.view(&state).arrays[0];
    assert_eq!((a.shape, a.whole.as_deref()), (Shape::Word, Some("A = −256")));
}

const COUNTER: &str = "algorithm A counter

shared x: 0..4

process i of 2, 2 times:
  ghost alone: bool = true
  remainder:
    pause
  adding:
    x ← x + 1
    alone ← alone and x = passes

always honest: all i: alone[i] or x > 0
reachable together: some i: not alone[i]
wait-free: remainder to remainder
";

/// The ghost reads what is shared in no step of its own, and a pass through the sections is one
/// operation.
#[test]
fn ghosts_cost_no_step_and_operations_follow_each_other() {
    let system = listing::compile(COUNTER, &[]).expect("a text without errors");
    let found = verdicts(system);
    for part in ["honest: yes", "together: in 6", "wait-free: yes, within 3"] {
        assert!(found.contains(part), "no `{part}` in\n{found}");
    }
}

/// An operation begins with the first section of which the options leave lines, and conditions of
/// declarations may name definitions.
#[test]
fn what_options_leave_out_begins_nothing() {
    let text = "algorithm A pair

option greets: no, yes

shared x: 0..2
shared y: 0..2    with polite

process i of 2:
  greeting:       with greets = yes
    y ← 1
  adding:
    x ← 1

define polite: greets = yes

wait-free: greeting to end
";
    for (greets, steps) in [("no", 1), ("yes", 2)] {
        let system = listing::compile(text, &[("greets", greets)]).expect("a text without errors");
        let found = verdicts(system);
        assert!(found.contains(&format!("wait-free: yes, within {steps}")), "{found}");
    }
}

/// A row that is computed has its name all the same.
#[test]
fn a_cell_in_a_computed_row_is_told_by_its_name() {
    let text = "algorithm A table\ndomain field: copy | sum\nshared x[field, 0..1]: 0..2\nprocess i of 1:\n  \
                when true:\n    choose f in field, k in 0..1 where x[f, k] = 0\n    x[f, k] ← 1\n";
    let system = listing::compile(text, &[]).unwrap_or_else(|errors| panic!("{}", errors[0]));
    let shapes: Vec<_> = view(&system)
        .arrays
        .into_iter()
        .map(|array| (array.name, array.shape, array.cells.len()))
        .collect();
    assert_eq!(shapes, [("x[copy]", Shape::Column, 2), ("x[sum]", Shape::Column, 2)]);
    for (choice, name) in [(1, "x[copy][0]"), (2, "x[sum][0]"), (3, "x[copy][1]"), (4, "x[sum][1]")]
    {
        let (mut state, mut events) = (system.initial(), Vec::new());
        system.step(&mut state, Action::Step { process: 0, choice }, &mut Log::to(&mut events));
        let written = events.iter().find_map(|event| match event {
            Event::Write { cell, .. } => Some(cell.to_string()),
            _ => None,
        });
        assert_eq!(written.as_deref(), Some(name));
    }
}

/// An element is called as the text calls it, whatever its index is.
#[test]
fn elements_have_the_names_of_the_text() {
    for (index, values, read, written) in [
        ("−1..1", "[4, 5, 6]", "f[−1]", "f[1]"),
        ("none | 0..1", "[4, 5, 6]", "f[none]", "f[1]"),
        ("red | green", "[4, 5]", "f[red]", "f[green]"),
        ("1..3", "[4, 5, 6]", "f[1]", "f[3]"),
        ("0..1, −1..1", "4", "f[0][−1]", "f[1][0]"),
        ("0..1, 0..1, 1..2", "4", "f[0][0, 1]", "f[1][1, 2]"),
    ] {
        let text = format!(
            "algorithm A\nshared f[{index}]: 0..9 = {values}\nprocess i of 1:\n  own k: 0..9\n  going:\n    \
             k ← {read}\n    {written} ← 7\n"
        );
        let system =
            listing::compile(&text, &[]).unwrap_or_else(|errors| panic!("{}: {text}", errors[0]));
        let (mut state, mut events) = (system.initial(), Vec::new());
        for _ in 0..2 {
            system.step(&mut state, Action::step(0), &mut Log::to(&mut events));
        }
        let cells: Vec<Cell> = events
            .iter()
            .filter_map(|event| match event {
                Event::Read { cell, .. } | Event::Write { cell, .. } => Some(*cell),
                _ => None,
            })
            .collect();
        let names: Vec<String> = cells.iter().map(ToString::to_string).collect();
        assert_eq!(names, [read, written], "{text}");
        // what is drawn is the same element
        let view = system.view(&state);
        let array =
            view.arrays.iter().find(|array| array.name == cells[1].array).expect("an array");
        assert_eq!(array.cell(array.position(cells[1])), cells[1]);
        assert_eq!(array.get(cells[1]).map(|it| &*it.value), Some("7"));
    }
}
