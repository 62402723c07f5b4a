//! What every teacher knows of the classics, found from their texts.

use crate::searches::listing;

/// Each expectation is a part of what the golden table says that a search of the link finds.
fn expect(link: &str, expected: &[&str]) {
    let found = golden::row(link).expect("a row of the golden table");
    for part in expected {
        assert!(found.contains(part), "{link}: no `{part}` in\n{found}");
    }
}

#[test]
fn peterson() {
    let holds =
        ["58 states", "mutual exclusion: yes", "served: yes", "overtaken: 1", "no deadlock: yes"];
    expect("peterson", &holds);
    expect("peterson?order=turn-first", &["mutual exclusion: NO in 9"]);
}

#[test]
fn dekker() {
    let holds = ["mutual exclusion: yes", "served: yes", "somebody is served: yes"];
    expect("dekker", &holds);
    let stuck = ["mutual exclusion: yes", "somebody is served: NO, loop"];
    expect("dekker?gives-way=no", &stuck);
}

#[test]
fn dining_philosophers() {
    let deadlock = ["never neighbours eat: yes", "no deadlock: NO in 6"];
    expect("dining-philosophers", &deadlock);
    for takes in ["lower-first", "odd-ones-right-first"] {
        let fair = [
            "never neighbours eat: yes",
            "somebody eats: yes",
            "everybody eats: NO",
            "no deadlock: yes",
        ];
        expect(&format!("dining-philosophers?takes={takes}"), &fair);
    }
    let starved = ["somebody eats: yes", "everybody eats: NO", "no deadlock: yes"];
    expect("dining-philosophers?takes=both-at-once", &starved);
}

#[test]
fn dijkstra_ring() {
    let holds = ["some privilege: yes", "closed: yes", "stabilizes: yes", "no deadlock: yes"];
    expect("dijkstra-ring", &holds);
    expect("dijkstra-ring?machines=4&states=2", &["stabilizes: NO"]);
    expect("dijkstra-ring?moves=read-then-write", &["closed: NO in 6"]);
}

#[test]
fn filter_lock() {
    expect("filter-lock", &["9711 states", "mutual exclusion: yes", "served: yes"]);
}

#[test]
fn two_phase_commit() {
    let holds = ["agreement: yes", "commit needs all: yes", "blocked: in 3"];
    expect("two-phase-commit", &holds);
    expect("two-phase-commit?impatient=yes", &["agreement: NO in 9"]);
    expect("two-phase-commit?log=lost", &["agreement: NO in 12"]);
}

#[test]
fn paxos() {
    let holds = ["agreement: yes", "decided: in 9", "everybody decides: in 18"];
    expect("paxos", &holds);
    expect("paxos?adopts=nothing", &["agreement: NO in 18"]);
    expect("paxos?quorum=anybody", &["agreement: NO in 10"]);
}

/// The narrated steps of a listing: what the page says and draws comes from these.
#[test]
fn steps_tell_what_they_do() {
    use model::{Event, Log, Stepped, System};
    let system = listing::compile(&listing("peterson"), &[]).expect("a text without errors");
    let mut state = system.initial();
    let mut events = Vec::new();
    for step in ["s0", "s0", "s0", "s0"] {
        let action = step.parse().expect("an action");
        let stepped = system.step(&mut state, action, &mut Log::to(&mut events));
        assert!(matches!(stepped, Stepped::Ran(_)), "{step}: {stepped:?}");
    }
    let told: Vec<String> = events
        .iter()
        .map(|event| match event {
            Event::Read { cell, value, .. } => format!("read {cell} = {value}"),
            Event::Write { cell, value, .. } => format!("write {cell} = {value}"),
            Event::Moved { from, to } => format!("{} to {}", from.name(), to.name()),
            other => format!("{other:?}"),
        })
        .collect();
    let expected = [
        "remainder to doorway",
        "write flag[0] = true",
        "write turn = 1",
        "doorway to waiting",
        "read flag[1] = false",
        "waiting to critical",
    ];
    assert_eq!(told, expected);
    let view = system.view(&state);
    assert_eq!(view.processes[0].zone.name(), "critical");
    assert_eq!(view.arrays[0].cells[0].value, "true");
    let row = view.processes[0].row.expect("a row");
    assert_eq!(system.rows()[usize::from(row)].text, "pause");
}

#[test]
fn each_listing_gets_its_stage() {
    use model::Stage;
    let expected = [
        ("peterson", Stage::Zones),
        ("dekker", Stage::Zones),
        ("bakery", Stage::Zones),
        ("filter_lock", Stage::Zones),
        ("ticket_dispenser", Stage::Zones),
        ("dining_philosophers", Stage::Zones),
        ("mcs_lock", Stage::Zones),
        ("assign23", Stage::Array),
        ("register_consensus", Stage::Cells),
        ("torn_assignment", Stage::Cells),
        ("pointer_assignment", Stage::Cells),
        ("ricart_agrawala", Stage::Clique),
        ("lamport_lock", Stage::Clique),
        ("paxos", Stage::Clique),
        ("token_ring", Stage::Ring),
        ("ring_election", Stage::Ring),
        ("two_phase_commit", Stage::ClientServer),
    ];
    for (file, stage) in expected {
        let system = listing::compile(&listing(file), &[]).expect("a text without errors");
        assert_eq!(program::stage(system.program()), stage, "{file}");
    }
}

#[test]
fn shared_variables_lie_as_their_processes_touch_them() {
    use model::{Shape, System};
    let expected = [
        ("dining_philosophers", "fork", Shape::Between),
        ("dijkstra_ring", "x", Shape::Held),
        ("mcs_lock", "tail", Shape::Locks),
        ("peterson", "flag", Shape::Row),
        ("bakery", "number", Shape::Row),
        ("assign_n", "pair", Shape::Pairs),
    ];
    for (file, array, shape) in expected {
        let system = listing::compile(&listing(file), &[]).expect("a text without errors");
        let mut state = vec![0; system.width()];
        system.init(&mut state);
        let view = system.view(&state);
        let shown = view.arrays.iter().find(|it| it.name == array).expect("an array");
        assert_eq!(shown.shape, shape, "{file}: {array}");
    }
}

/// Who waits for a fork has looked at it, and a fork that somebody has bears its number.
#[test]
fn a_process_that_waits_has_seen_why() {
    use model::{Action, Event, Log, Stepped, System};
    let system = listing::compile(&listing("dining_philosophers"), &[]).expect("no errors");
    let mut state = vec![0; system.width()];
    system.init(&mut state);
    for process in [0, 0, 1, 1, 2, 2] {
        system.step(&mut state, Action::step(process), &mut Log::off());
    }
    assert_eq!(system.view(&state).arrays[0].cells[1].holders, [1]);
    let mut events = Vec::new();
    let stepped = system.step(&mut state, Action::step(0), &mut Log::to(&mut events));
    assert_eq!(stepped, Stepped::Waits);
    let [Event::Read { cell, value, .. }] = &events[..] else { panic!("{events:?}") };
    assert_eq!((cell.to_string().as_str(), value.as_str()), ("fork[1]", "1"));
}

/// An edit of a value changes no layout.
#[test]
fn values_change_no_stage() {
    use model::Stage;
    let text = listing("assign23").replace("mod 3", "mod 3 + 0");
    let system = listing::compile(&text, &[("writes", "one")]).expect("a text without errors");
    assert_eq!(program::stage(system.program()), Stage::Array);
}
