//! What has happened, by the variables that a text names for it.

use crate::searches::listing;
use listing::ErrorCode;
use model::{Action, Event, HistoryView, Log, Stepped, System, View};
use program::Compiled;

fn clocks(options: &[(&str, &str)]) -> Compiled {
    let text = listing("logical_clocks");
    listing::compile(&text, options).unwrap_or_else(|found| panic!("{}", found[0]))
}

/// The state after these steps, with the notes of the last one.
fn play(system: &Compiled, run: &str) -> (View, Vec<String>) {
    let mut state = system.initial();
    let mut events = Vec::new();
    for action in run.split(' ') {
        events.clear();
        let action: Action = action.parse().expect("a step");
        let stepped = system.step(&mut state, action, &mut Log::to(&mut events));
        assert!(matches!(stepped, Stepped::Ran(_)), "{action}: {stepped:?}");
    }
    let notes = events.into_iter().filter_map(|event| match event {
        Event::Note { text } => Some(text),
        _ => None,
    });
    (system.view(&state), notes.collect())
}

fn contradiction(options: &[(&str, &str)], run: &str) -> Option<String> {
    let (view, _) = play(&clocks(options), run);
    view.history.expect("a history").contradiction.map(|contradiction| contradiction.1)
}

#[test]
fn events_stand_with_their_stamps_and_direct_causes() {
    let (view, notes) = play(&clocks(&[]), "s0 s0=2 d01a s1=3");
    let HistoryView { events_max, events, sent, contradiction } = view.history.expect("a history");
    let events: Vec<_> = events
        .iter()
        .map(|event| (event.process, &*event.stamp, &*event.note, &event.causes[..]))
        .collect();
    let all: [(u8, &str, &str, &[usize]); 4] = [
        (0, "1", "(1,0,0)", &[]),
        (0, "2", "(2,0,0)", &[0]),
        (1, "3", "(2,1,0)", &[1]),
        (1, "4", "(2,2,0)", &[2]),
    ];
    assert_eq!(events, all);
    assert_eq!((events_max, sent, contradiction), (9, vec![Some(3)], None));
    assert_eq!(notes, ["The process stamps this 4 (2,2,0)."]);
    let tokens: Vec<_> = view.processes.iter().map(|process| process.token.as_deref()).collect();
    assert_eq!(tokens, [Some("2"), Some("4"), None]);
    // the event that has sent it is nobody's business but the history's
    assert_eq!(view.messages[0].text, "letter(4, (2,2,0))");
}

#[test]
fn a_number_promises_one_direction_and_several_promise_both() {
    let published = [("own-event", "stamp-first"), ("receipt", "as-published")];
    assert_eq!(contradiction(&published, "s0=2 d01a s1").as_deref(), Some("1 ≮ 1"));
    let sender = [("vector", "sender-only")];
    assert_eq!(contradiction(&sender, "s0=2 d01a s1=3 d12a").as_deref(), Some("(1,2,0) ≮ (0,2,1)"));
    // both of the first process's events have one vector, so the receipt seems to know the second
    let sends = [("vector", "sends-only")];
    assert_eq!(contradiction(&sends, "s0=2 s1 d01a").as_deref(), Some("(0,0,0) < (1,0,0)"));
    // a lower time says nothing of what led to what
    assert_eq!(contradiction(&[], "s0 s0 s1"), None);
}

#[test]
fn what_is_no_history_is_refused_at_its_place() {
    let text = listing("logical_clocks");
    let line = "history happened: stamp, counts after past";
    for (wrong, at) in [
        ("history past: stamp after past", "past"),
        ("history happened: happened after past", "happened"),
        ("history happened: stamp, known after past", "known"),
        ("history happened: stamp after stamp", "stamp"),
    ] {
        let found = listing::compile(&text.replacen(line, wrong, 1), &[]).err().expect("an error");
        assert_eq!((found[0].kind, found.len()), (ErrorCode::WrongDomain, 1), "{wrong}");
        assert!(found[0].to_string().contains(&format!("`{at}` is not")), "{}", found[0]);
    }
    let twice = text.replacen(line, &format!("{line}\n  {line}"), 1);
    let found = listing::compile(&twice, &[]).err().expect("an error");
    assert_eq!(found[0].kind, ErrorCode::DeclaredTwice);
    let unknown = text.replacen(line, "history happened: stomp after past", 1);
    let found = listing::compile(&unknown, &[]).err().expect("an error");
    assert_eq!(found[0].kind, ErrorCode::UnknownName);
}

/// It is named by its value's place, whatever else is possible, and behind the steps that are not open.
#[test]
fn an_open_outcome_keeps_its_name() {
    let offered = |run: &str| {
        let system = clocks(&[]);
        let mut state = system.initial();
        for action in run.split_whitespace() {
            system.step(&mut state, action.parse().expect("a step"), &mut Log::off());
        }
        let mut all = Vec::new();
        system.actions(&state, &mut |action| all.push(action.to_string()));
        all.join(" ")
    };
    assert_eq!(offered(""), "s0 s0=2 s0=3 s1 s1=1 s1=3 s2 s2=1 s2=2");
    assert_eq!(offered("s0 s0 s0"), "s0 s1 s1=1 s1=3 s2 s2=1 s2=2");
}
